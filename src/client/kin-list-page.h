/* kin-list-page.h: one answer to a list request.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "object/kin-object.h"

G_BEGIN_DECLS

/**
 * KinListPage:
 * @objects: (element-type KinObject): the items, in the server's order
 * @resource_version: the version that the list stands for; "" if the server did not say
 * @continue_token: (nullable): asks for the next page; %NULL on the last one
 * @remaining: how many items are still to come, an estimate; -1 = unknown
 * @n_bytes: how long the answer was, uncompressed
 * @n_bad: items that were no objects and were left out
 */
struct _KinListPage
{
  GPtrArray *objects;
  char *resource_version;
  char *continue_token;
  gint64 remaining;
  guint64 n_bytes;
  guint n_bad;
};

KinListPage *kin_list_page_new  (void);
void         kin_list_page_free (KinListPage *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinListPage, kin_list_page_free)

G_END_DECLS
