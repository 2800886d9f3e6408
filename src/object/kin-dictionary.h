/* kin-dictionary.h: packs texts that are much alike into little memory. Private to object/.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "base/kin-types.h"

G_BEGIN_DECLS

typedef struct _KinDictionary KinDictionary;

KinDictionary *kin_dictionary_new      (GPtrArray     *samples,
                                        gsize          capacity);
void           kin_dictionary_free     (KinDictionary *self);
gsize          kin_dictionary_get_size (KinDictionary *self);
void           kin_dictionary_pack     (KinDictionary *self,
                                        const char    *text,
                                        gsize          length,
                                        GByteArray    *out);
GBytes        *kin_dictionary_unpack   (KinDictionary *self,
                                        gconstpointer  packed,
                                        gsize          size,
                                        gsize          length);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinDictionary, kin_dictionary_free)

G_END_DECLS
