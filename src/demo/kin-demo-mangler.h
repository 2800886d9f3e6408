/* kin-demo-mangler.h: what a fault makes of the bytes of one answer.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-fault.h"

G_BEGIN_DECLS

/**
 * KinDemoMangle:
 * @KIN_DEMO_MANGLE_PASS: bytes pass, as they are or changed
 * @KIN_DEMO_MANGLE_PACE: bytes pass as they are, but only a few at a time
 * @KIN_DEMO_MANGLE_CUT: no more bytes: the connection is reset
 * @KIN_DEMO_MANGLE_END: no more bytes: the connection ends in order
 * @KIN_DEMO_MANGLE_SWALLOW: bytes are taken and never sent
 * @KIN_DEMO_MANGLE_DEAD: bytes are not even taken
 * @KIN_DEMO_MANGLE_DONE: the answer is over
 *
 * What becomes of the next byte.
 */
typedef enum
{
  KIN_DEMO_MANGLE_PASS,
  KIN_DEMO_MANGLE_PACE,
  KIN_DEMO_MANGLE_CUT,
  KIN_DEMO_MANGLE_END,
  KIN_DEMO_MANGLE_SWALLOW,
  KIN_DEMO_MANGLE_DEAD,
  KIN_DEMO_MANGLE_DONE,
} KinDemoMangle;

typedef struct _KinDemoMangler KinDemoMangler;

KinDemoMangler *kin_demo_mangler_new       (KinDemoFault   *fault);
void            kin_demo_mangler_free      (KinDemoMangler *self);
KinDemoFault   *kin_demo_mangler_get_fault (KinDemoMangler *self);
KinDemoMangle   kin_demo_mangler_get_state (KinDemoMangler *self);
gsize           kin_demo_mangler_push      (KinDemoMangler *self,
                                            const char     *bytes,
                                            gsize           length,
                                            GByteArray     *out);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinDemoMangler, kin_demo_mangler_free)

G_END_DECLS
