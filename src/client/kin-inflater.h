/* kin-inflater.h: a body's bytes, whether or not they come compressed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "base/kin-types.h"

G_BEGIN_DECLS

typedef struct _KinInflater KinInflater;

/**
 * KinInflatedFunc:
 * @data: some bytes, valid during the call
 * @length: bytes of @data
 * @user_data: what kin_inflater_feed() was given
 * @error: set when %FALSE is returned
 *
 * Returns: whether to go on
 */
typedef gboolean (*KinInflatedFunc) (const char  *data,
                                     gsize        length,
                                     gpointer     user_data,
                                     GError     **error);

KinInflater *kin_inflater_new  (gboolean          compressed);
gboolean     kin_inflater_feed (KinInflater      *self,
                                GBytes           *bytes,
                                KinInflatedFunc   func,
                                gpointer          user_data,
                                GError          **error);
void         kin_inflater_free (KinInflater      *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinInflater, kin_inflater_free)

G_END_DECLS
