/* kin-demo-stream-output.h: the end of a connection that the HTTP server writes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-stream.h"

G_BEGIN_DECLS

#define KIN_TYPE_DEMO_STREAM_OUTPUT (kin_demo_stream_output_get_type ())
G_DECLARE_FINAL_TYPE (KinDemoStreamOutput, kin_demo_stream_output, KIN, DEMO_STREAM_OUTPUT, GOutputStream)

KinDemoStreamOutput *kin_demo_stream_output_new    (KinDemoStream       *stream);
void                 kin_demo_stream_output_forget (KinDemoStreamOutput *self);

G_END_DECLS
