/* kin-lister-watcher.c: where a reflector gets its list and its watch; client-go's ListerWatcher.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "client/kin-lister-watcher.h"

G_DEFINE_INTERFACE (KinListerWatcher, kin_lister_watcher, G_TYPE_OBJECT)

static void
kin_lister_watcher_default_init (KinListerWatcherInterface *iface)
{
}

/**
 * kin_lister_watcher_list_async:
 * @self: a lister-watcher
 * @options: what to list; copied
 * @cancellable: (nullable): a cancellable
 * @callback: called when done
 * @user_data: for @callback
 *
 * Asks for a list, or for one page of it.
 */
void
kin_lister_watcher_list_async (KinListerWatcher     *self,
                               const KinListOptions *options,
                               GCancellable         *cancellable,
                               GAsyncReadyCallback   callback,
                               gpointer              user_data)
{
  g_return_if_fail (KIN_IS_LISTER_WATCHER (self));
  g_return_if_fail (options != NULL);

  KIN_LISTER_WATCHER_GET_IFACE (self)->list_async (self, options, cancellable, callback, user_data);
}

/**
 * kin_lister_watcher_list_finish:
 * @self: a lister-watcher
 * @result: what the callback was given
 * @error: return location
 *
 * Returns: (transfer full): the page, or %NULL with @error set
 */
KinListPage *
kin_lister_watcher_list_finish (KinListerWatcher  *self,
                                GAsyncResult      *result,
                                GError           **error)
{
  g_return_val_if_fail (KIN_IS_LISTER_WATCHER (self), NULL);

  return KIN_LISTER_WATCHER_GET_IFACE (self)->list_finish (self, result, error);
}

/**
 * kin_lister_watcher_watch_async:
 * @self: a lister-watcher
 * @options: where to begin; copied
 * @cancellable: (nullable): a cancellable
 * @callback: called when the server has answered
 * @user_data: for @callback
 *
 * Opens a watch.
 */
void
kin_lister_watcher_watch_async (KinListerWatcher      *self,
                                const KinWatchOptions *options,
                                GCancellable          *cancellable,
                                GAsyncReadyCallback    callback,
                                gpointer               user_data)
{
  g_return_if_fail (KIN_IS_LISTER_WATCHER (self));
  g_return_if_fail (options != NULL);

  KIN_LISTER_WATCHER_GET_IFACE (self)->watch_async (self, options, cancellable, callback, user_data);
}

/**
 * kin_lister_watcher_watch_finish:
 * @self: a lister-watcher
 * @result: what the callback was given
 * @error: return location
 *
 * Returns: (transfer full): the watch, or %NULL with @error set
 */
KinWatch *
kin_lister_watcher_watch_finish (KinListerWatcher  *self,
                                 GAsyncResult      *result,
                                 GError           **error)
{
  g_return_val_if_fail (KIN_IS_LISTER_WATCHER (self), NULL);

  return KIN_LISTER_WATCHER_GET_IFACE (self)->watch_finish (self, result, error);
}

/**
 * kin_lister_watcher_get_kind:
 * @self: a lister-watcher
 *
 * Returns: (transfer none): the kind of its objects
 */
KinKind *
kin_lister_watcher_get_kind (KinListerWatcher *self)
{
  g_return_val_if_fail (KIN_IS_LISTER_WATCHER (self), NULL);

  return KIN_LISTER_WATCHER_GET_IFACE (self)->get_kind (self);
}

/**
 * kin_lister_watcher_can_stream:
 * @self: a lister-watcher
 *
 * Tells whether it is worth a try to ask for a list as the first events of a watch.
 *
 * Returns: %FALSE if the source has no streamed lists, or its server turned out not to have any
 */
gboolean
kin_lister_watcher_can_stream (KinListerWatcher *self)
{
  KinListerWatcherInterface *iface;

  g_return_val_if_fail (KIN_IS_LISTER_WATCHER (self), FALSE);

  iface = KIN_LISTER_WATCHER_GET_IFACE (self);

  return iface->can_stream != NULL && iface->can_stream (self);
}

/**
 * kin_lister_watcher_refuse_streams:
 * @self: a lister-watcher whose can_stream was %TRUE
 *
 * Notes that its server has no streamed lists, for all lister-watchers of that server.
 */
void
kin_lister_watcher_refuse_streams (KinListerWatcher *self)
{
  g_return_if_fail (KIN_IS_LISTER_WATCHER (self));

  KIN_LISTER_WATCHER_GET_IFACE (self)->refuse_streams (self);
}
