/* kin-demo-stream-input.h: the end of a connection that the HTTP server reads.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-stream.h"

G_BEGIN_DECLS

#define KIN_TYPE_DEMO_STREAM_INPUT (kin_demo_stream_input_get_type ())
G_DECLARE_FINAL_TYPE (KinDemoStreamInput, kin_demo_stream_input, KIN, DEMO_STREAM_INPUT, GInputStream)

KinDemoStreamInput *kin_demo_stream_input_new    (KinDemoStream      *stream);
void                kin_demo_stream_input_forget (KinDemoStreamInput *self);

G_END_DECLS
