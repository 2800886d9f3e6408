/* kin-item-splitter.h: cuts a stream of bytes into JSON values.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "base/kin-types.h"

G_BEGIN_DECLS

/**
 * KinSplitMode:
 * @KIN_SPLIT_LIST: one object; the elements of its own member “items” are told
 * @KIN_SPLIT_VALUES: value after value, with or without white space between: a watch
 *
 * What the bytes are.
 */
typedef enum
{
  KIN_SPLIT_LIST,
  KIN_SPLIT_VALUES,
} KinSplitMode;

/**
 * KinItemFunc:
 * @json: a value, which does not end in a NUL; valid during the call only
 * @length: its length
 * @user_data: what kin_item_splitter_new() was given
 * @error: set when %FALSE is returned
 *
 * Takes a value.
 *
 * Returns: %FALSE to stop the splitter
 */
typedef gboolean (*KinItemFunc) (const char  *json,
                                 gsize        length,
                                 gpointer     user_data,
                                 GError     **error);

KinItemSplitter *kin_item_splitter_new          (KinSplitMode      mode,
                                                 gsize             max_item,
                                                 KinItemFunc       func,
                                                 gpointer          user_data);
void             kin_item_splitter_free         (KinItemSplitter  *self);
gboolean         kin_item_splitter_feed         (KinItemSplitter  *self,
                                                 const char       *data,
                                                 gsize             length,
                                                 GError          **error);
gboolean         kin_item_splitter_finish       (KinItemSplitter  *self,
                                                 GError          **error);
gsize            kin_item_splitter_get_pending  (KinItemSplitter  *self);
const char      *kin_item_splitter_get_envelope (KinItemSplitter  *self,
                                                 gsize            *length);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinItemSplitter, kin_item_splitter_free)

G_END_DECLS
