/* kin-demo-stream-private.h: what the two ends of a stream ask of it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-stream.h"

G_BEGIN_DECLS

gssize   kin_demo_stream_read              (KinDemoStream  *self,
                                            void           *buffer,
                                            gsize           count,
                                            GError        **error);
gboolean kin_demo_stream_is_readable       (KinDemoStream  *self);
GSource *kin_demo_stream_make_read_source  (KinDemoStream  *self);
gssize   kin_demo_stream_write             (KinDemoStream  *self,
                                            const void     *buffer,
                                            gsize           count,
                                            GError        **error);
gboolean kin_demo_stream_is_writable       (KinDemoStream  *self);
GSource *kin_demo_stream_make_write_source (KinDemoStream  *self);
void     kin_demo_stream_hand_over         (KinDemoStream  *self,
                                            const void     *buffer,
                                            gsize           count);

G_END_DECLS
