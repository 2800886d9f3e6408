/* kin-list-page.c: one answer to a list request: its objects, and where they stand in the server's history.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "client/kin-list-page.h"

/**
 * kin_list_page_new:
 *
 * Returns: (transfer full): a page without objects
 */
KinListPage *
kin_list_page_new (void)
{
  KinListPage *self = g_new0 (KinListPage, 1);

  self->objects = g_ptr_array_new_with_free_func ((GDestroyNotify) kin_object_unref);
  self->remaining = -1;

  return self;
}

/**
 * kin_list_page_free:
 * @self: (transfer full): a page
 */
void
kin_list_page_free (KinListPage *self)
{
  g_return_if_fail (self != NULL);

  g_ptr_array_unref (self->objects);
  g_free (self->resource_version);
  g_free (self->continue_token);
  g_free (self);
}
