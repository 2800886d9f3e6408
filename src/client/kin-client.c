/* kin-client.c: one cluster's API: what it knows, what it is, and the lists and watches of its resources.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "client/kin-client.h"

#include <glib/gi18n.h>

#include "base/kin-error.h"
#include "client/kin-discovery.h"
#include "client/kin-http-lister-watcher.h"
#include "client/kin-transport.h"
#include "object/kin-json.h"

struct _KinClient
{
  GObject parent_instance;

  KinContext *context;
  KinTransport *transport;
};

G_DEFINE_FINAL_TYPE (KinClient, kin_client, G_TYPE_OBJECT)

static void
body_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GError *error = NULL;
  GBytes *body = kin_response_read_all_finish (KIN_RESPONSE (source), result, &error);

  if (body != NULL)
    g_task_return_pointer (task, body, (GDestroyNotify) g_bytes_unref);
  else
    g_task_return_error (task, error);
}

static void
sent_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GError *error = NULL;
  g_autoptr(KinResponse) response = kin_transport_send_finish (KIN_TRANSPORT (source), result, &error);

  if (response != NULL)
    kin_response_read_all_async (response, g_task_get_cancellable (task), body_cb, g_object_ref (task));
  else
    g_task_return_error (task, error);
}

static void
version_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  KinClient *self = KIN_CLIENT (source);
  GError *error = NULL;
  g_autoptr(GBytes) body = kin_client_get_finish (self, result, &error);
  g_autoptr(KinJson) document = NULL;
  const char *version = NULL;

  if (body == NULL)
    {
      g_task_return_error (task, error);
      return;
    }

  if (g_bytes_get_size (body) > 0)
    document = kin_json_parse (g_bytes_get_data (body, NULL), g_bytes_get_size (body), NULL);
  if (document != NULL)
    version = kin_json_get_string (kin_json_get_root (document), "gitVersion");

  if (version != NULL)
    g_task_return_pointer (task, g_strdup (version), g_free);
  else
    g_task_return_new_error (task, KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_NOT_KUBERNETES,
                             _("%s is not a Kubernetes API server: it tells no version"), kin_context_get_server_label (self->context));
}

static void
discovered_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GError *error = NULL;
  KinDiscovery *discovery = kin_discovery_run_finish (KIN_CLIENT (source), result, &error);

  if (discovery != NULL)
    g_task_return_pointer (task, discovery, (GDestroyNotify) kin_discovery_free);
  else
    g_task_return_error (task, error);
}

static void
kin_client_dispose (GObject *object)
{
  KinClient *self = KIN_CLIENT (object);

  g_clear_object (&self->transport);
  g_clear_object (&self->context);

  G_OBJECT_CLASS (kin_client_parent_class)->dispose (object);
}

static void
kin_client_class_init (KinClientClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = kin_client_dispose;
}

static void
kin_client_init (KinClient *self)
{
}

/**
 * kin_client_new:
 * @context: which cluster, and who to be there
 *
 * Nothing is sent until something is asked for. Of a broken context each request gives the context's error.
 *
 * Returns: (transfer full): a client
 */
KinClient *
kin_client_new (KinContext *context)
{
  KinClient *self;

  g_return_val_if_fail (KIN_IS_CONTEXT (context), NULL);

  self = g_object_new (KIN_TYPE_CLIENT, NULL);
  self->context = g_object_ref (context);
  self->transport = kin_transport_new (context);

  return self;
}

/**
 * kin_client_get_context:
 * @self: a client
 *
 * Returns: (transfer none): its context
 */
KinContext *
kin_client_get_context (KinClient *self)
{
  g_return_val_if_fail (KIN_IS_CLIENT (self), NULL);

  return self->context;
}

/**
 * kin_client_get_async:
 * @self: a client
 * @path: path and query, escaped: "/version"
 * @accept: (nullable): the Accept header; %NULL = JSON
 * @cancellable: (nullable): a cancellable
 * @callback: called when done
 * @user_data: for @callback
 *
 * Gets a document whole.
 */
void
kin_client_get_async (KinClient           *self,
                      const char          *path,
                      const char          *accept,
                      GCancellable        *cancellable,
                      GAsyncReadyCallback  callback,
                      gpointer             user_data)
{
  g_autoptr(GTask) task = NULL;
  g_autofree char *words = NULL;
  KinRequest request = { .path = path, .accept = accept };

  g_return_if_fail (KIN_IS_CLIENT (self));
  g_return_if_fail (path != NULL && *path == '/');

  /* Translators: what was asked of the API: its verb and a path such as “/version”. Begins a message. */
  words = g_strdup_printf (_("get %s"), path);
  request.what = words;

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, kin_client_get_async);
  kin_transport_send_async (self->transport, &request, cancellable, sent_cb, g_steal_pointer (&task));
}

/**
 * kin_client_get_finish:
 * @self: a client
 * @result: what the callback was given
 * @error: return location
 *
 * Returns: (transfer full): the document, or %NULL with @error set
 */
GBytes *
kin_client_get_finish (KinClient     *self,
                       GAsyncResult  *result,
                       GError       **error)
{
  g_return_val_if_fail (KIN_IS_CLIENT (self), NULL);
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * kin_client_get_version_async:
 * @self: a client
 * @cancellable: (nullable): a cancellable
 * @callback: called when done
 * @user_data: for @callback
 *
 * Asks for the server's version, which also shows whether the server can be reached.
 */
void
kin_client_get_version_async (KinClient           *self,
                              GCancellable        *cancellable,
                              GAsyncReadyCallback  callback,
                              gpointer             user_data)
{
  g_autoptr(GTask) task = NULL;

  g_return_if_fail (KIN_IS_CLIENT (self));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, kin_client_get_version_async);
  kin_client_get_async (self, "/version", NULL, cancellable, version_cb, g_steal_pointer (&task));
}

/**
 * kin_client_get_version_finish:
 * @self: a client
 * @result: what the callback was given
 * @error: return location
 *
 * Returns: (transfer full): "v1.36.3", or %NULL with @error set
 */
char *
kin_client_get_version_finish (KinClient     *self,
                               GAsyncResult  *result,
                               GError       **error)
{
  g_return_val_if_fail (KIN_IS_CLIENT (self), NULL);
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * kin_client_discover_async:
 * @self: a client
 * @cancellable: (nullable): a cancellable
 * @callback: called when done
 * @user_data: for @callback
 *
 * Asks which resources the server has.
 */
void
kin_client_discover_async (KinClient           *self,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  g_autoptr(GTask) task = NULL;

  g_return_if_fail (KIN_IS_CLIENT (self));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, kin_client_discover_async);
  kin_discovery_run_async (self, cancellable, discovered_cb, g_steal_pointer (&task));
}

/**
 * kin_client_discover_finish:
 * @self: a client
 * @result: what the callback was given
 * @failed_groups: (out) (optional) (transfer full) (element-type utf8): the groups that could not be asked
 * @error: return location
 *
 * Returns: (transfer full) (element-type KinResource): each resource in the version that its group prefers, or %NULL
 *   with @error set
 */
GPtrArray *
kin_client_discover_finish (KinClient     *self,
                            GAsyncResult  *result,
                            GPtrArray    **failed_groups,
                            GError       **error)
{
  g_autoptr(KinDiscovery) discovery = NULL;

  g_return_val_if_fail (KIN_IS_CLIENT (self), NULL);
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  discovery = g_task_propagate_pointer (G_TASK (result), error);
  if (discovery == NULL)
    return NULL;

  if (failed_groups != NULL)
    *failed_groups = g_steal_pointer (&discovery->failed_groups);

  return g_steal_pointer (&discovery->resources);
}

/**
 * kin_client_new_lister_watcher:
 * @self: a client
 * @kind: what to list
 * @namespace_: (nullable): where; %NULL = everywhere
 * @label_selector: (nullable): which
 * @field_selector: (nullable): which
 *
 * Returns: (transfer full): what a reflector lists and watches with
 */
KinListerWatcher *
kin_client_new_lister_watcher (KinClient  *self,
                               KinKind    *kind,
                               const char *namespace_,
                               const char *label_selector,
                               const char *field_selector)
{
  g_return_val_if_fail (KIN_IS_CLIENT (self), NULL);
  g_return_val_if_fail (kind != NULL, NULL);

  return kin_http_lister_watcher_new (self->transport, kind, namespace_, label_selector, field_selector);
}

/**
 * kin_client_get_n_bytes:
 * @self: a client
 *
 * Returns: how many bytes the server's answers had, as they came
 */
guint64
kin_client_get_n_bytes (KinClient *self)
{
  g_return_val_if_fail (KIN_IS_CLIENT (self), 0);

  return kin_transport_get_n_bytes (self->transport);
}

/**
 * kin_client_get_n_waiting:
 * @self: a client
 *
 * Returns: how many watches wait until another one ends
 */
guint
kin_client_get_n_waiting (KinClient *self)
{
  g_return_val_if_fail (KIN_IS_CLIENT (self), 0);

  return kin_session_pool_get_n_waiting (kin_transport_get_watches (self->transport));
}

/**
 * kin_client_set_stream_limits:
 * @self: a client
 * @max_streams: watches a session
 * @max_sessions: sessions in all
 *
 * For tests: lower limits than a server has.
 */
void
kin_client_set_stream_limits (KinClient *self,
                              guint      max_streams,
                              guint      max_sessions)
{
  g_return_if_fail (KIN_IS_CLIENT (self));

  kin_session_pool_set_limits (kin_transport_get_watches (self->transport), max_streams, max_sessions);
}

/**
 * kin_client_close:
 * @self: a client
 *
 * Ends all connections, for good: what is under way fails with %KIN_CONNECTION_ERROR_CLOSED.
 */
void
kin_client_close (KinClient *self)
{
  g_return_if_fail (KIN_IS_CLIENT (self));

  kin_transport_close (self->transport);
}
