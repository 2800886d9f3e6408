/* kin-demo-framing.h: where in an HTTP/1.1 answer its next byte stands.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * KinDemoPiece:
 * @KIN_DEMO_PIECE_HEAD: the status and the headers
 * @KIN_DEMO_PIECE_CHUNK_HEAD: a chunk's size
 * @KIN_DEMO_PIECE_DATA: of the body
 * @KIN_DEMO_PIECE_CHUNK_TAIL: the end of line after a chunk
 * @KIN_DEMO_PIECE_TRAILER: what follows the last chunk
 * @KIN_DEMO_PIECE_NONE: the answer is over
 *
 * What bytes of an answer are.
 */
typedef enum
{
  KIN_DEMO_PIECE_HEAD,
  KIN_DEMO_PIECE_CHUNK_HEAD,
  KIN_DEMO_PIECE_DATA,
  KIN_DEMO_PIECE_CHUNK_TAIL,
  KIN_DEMO_PIECE_TRAILER,
  KIN_DEMO_PIECE_NONE,
} KinDemoPiece;

typedef struct _KinDemoFraming KinDemoFraming;

KinDemoFraming *kin_demo_framing_new      (void);
void            kin_demo_framing_free     (KinDemoFraming *self);
KinDemoPiece    kin_demo_framing_peek     (KinDemoFraming *self,
                                           const char     *bytes,
                                           gsize           length,
                                           gsize          *n);
void            kin_demo_framing_advance  (KinDemoFraming *self,
                                           const char     *bytes,
                                           gsize           n);
KinDemoPiece    kin_demo_framing_get_next (KinDemoFraming *self);
guint64         kin_demo_framing_get_left (KinDemoFraming *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinDemoFraming, kin_demo_framing_free)

G_END_DECLS
