/* kin-cancel-link.c: cancels one thing when another is cancelled, from the main loop.
 *
 * A handler of GCancellable::cancelled must not let go of what it is connected to, or it waits for itself; a source
 * may be destroyed at any time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "client/kin-cancel-link.h"

static gboolean
cancelled_cb (GCancellable *from,
              gpointer      user_data)
{
  GCancellable *to = user_data;

  g_cancellable_cancel (to);

  return G_SOURCE_REMOVE;
}

/**
 * kin_cancel_link_new:
 * @from: (nullable): what a caller may cancel
 * @to: what is cancelled then
 *
 * Returns: (transfer full) (nullable): the link; %NULL where there is no @from
 */
KinCancelLink *
kin_cancel_link_new (GCancellable *from,
                     GCancellable *to)
{
  GSource *source;

  g_return_val_if_fail (G_IS_CANCELLABLE (to), NULL);

  if (from == NULL)
    return NULL;

  source = g_cancellable_source_new (from);
  g_source_set_static_name (source, "[kinformer] cancel link");
  g_source_set_callback (source, G_SOURCE_FUNC (cancelled_cb), g_object_ref (to), g_object_unref);
  g_source_attach (source, g_main_context_get_thread_default ());

  return source;
}

/**
 * kin_cancel_link_free:
 * @self: (transfer full): a link
 *
 * Unties the two.
 */
void
kin_cancel_link_free (KinCancelLink *self)
{
  g_return_if_fail (self != NULL);

  g_source_destroy (self);
  g_source_unref (self);
}
