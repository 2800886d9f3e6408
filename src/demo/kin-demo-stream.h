/* kin-demo-stream.h: one accepted connection, on which things may go wrong.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "base/kin-clock.h"
#include "demo/kin-demo-faults.h"

G_BEGIN_DECLS

#define KIN_TYPE_DEMO_STREAM (kin_demo_stream_get_type ())
G_DECLARE_FINAL_TYPE (KinDemoStream, kin_demo_stream, KIN, DEMO_STREAM, GIOStream)

KinDemoStream  *kin_demo_stream_find        (GSocketAddress    *address);
KinDemoStream  *kin_demo_stream_new         (GSocketConnection *connection,
                                             KinClock          *clock,
                                             KinDemoFaults     *faults);
GSocketAddress *kin_demo_stream_get_address (KinDemoStream     *self);
void            kin_demo_stream_arm         (KinDemoStream     *self,
                                             KinDemoFault      *fault);
void            kin_demo_stream_cut         (KinDemoStream     *self);

G_END_DECLS
