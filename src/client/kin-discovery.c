/* kin-discovery.c: asks a server which resources it has: all at once where it can tell, else group by group.
 *
 * A group whose own server is down does not hide the others: it is named among the failed ones.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "client/kin-discovery.h"

#include "base/kin-error.h"
#include "base/kin-worker-pool.h"
#include "client/kin-discovery-parser.h"
#include "object/kin-resource.h"

#define ACCEPT_AGGREGATED \
  "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList," \
  "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList," \
  "application/json"

enum
{
  CORE,
  GROUPS,
  N_ROOTS,
};

static const char * const root_paths[N_ROOTS] = { "/api", "/apis" };

/* One discovery. The task's data; while a worker has it, nobody else touches the parser. */
typedef struct
{
  KinDiscoveryParser *parser;
  GBytes *roots[N_ROOTS];
  GError *root_errors[N_ROOTS];
  GPtrArray *versions;     /* of GBytes, as the parser numbers them; NULL = failed */
  guint n_pending;
} Discover;

/* One document that was asked for. */
typedef struct
{
  GTask *task;
  guint index;
} Call;

static void
discover_free (gpointer data)
{
  Discover *discover = data;

  kin_discovery_parser_free (discover->parser);
  for (guint i = 0; i < N_ROOTS; i++)
    {
      g_clear_pointer (&discover->roots[i], g_bytes_unref);
      g_clear_error (&discover->root_errors[i]);
    }
  g_clear_pointer (&discover->versions, g_ptr_array_unref);
  g_free (discover);
}

static void
unref_bytes (gpointer data)
{
  if (data != NULL)
    g_bytes_unref (data);
}

static void
get_document (GTask               *task,
              guint                index,
              const char          *path,
              const char          *accept,
              GAsyncReadyCallback  callback)
{
  Discover *discover = g_task_get_task_data (task);
  Call *call = g_new (Call, 1);

  call->task = g_object_ref (task);
  call->index = index;
  discover->n_pending++;
  kin_client_get_async (g_task_get_source_object (task), path, accept, g_task_get_cancellable (task), callback, call);
}

static gpointer
parse_versions_work (gpointer   job,
                     GError   **error)
{
  Discover *discover = job;

  for (guint i = 0; i < discover->versions->len; i++)
    {
      GBytes *document = g_ptr_array_index (discover->versions, i);

      if (document != NULL)
        kin_discovery_parser_add_version (discover->parser, i, document);
      else
        kin_discovery_parser_add_failure (discover->parser, kin_discovery_parser_get_version (discover->parser, i));
    }

  return kin_discovery_parser_finish (discover->parser);
}

static void
parsed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GError *error = NULL;
  KinDiscovery *discovery = kin_worker_pool_push_finish (result, &error);

  if (discovery != NULL)
    g_task_return_pointer (task, discovery, (GDestroyNotify) kin_discovery_free);
  else
    g_task_return_error (task, error);
}

static void
parse_versions (GTask *task)
{
  kin_worker_pool_push_async (g_task_get_source_object (task), parse_versions_work, g_task_get_task_data (task), NULL,
                              (GDestroyNotify) kin_discovery_free, G_PRIORITY_DEFAULT, g_task_get_cancellable (task),
                              parsed_cb, g_object_ref (task));
}

static void
version_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autofree Call *call = user_data;
  g_autoptr(GTask) task = call->task;
  Discover *discover = g_task_get_task_data (task);

  discover->versions->pdata[call->index] = kin_client_get_finish (KIN_CLIENT (source), result, NULL);
  discover->n_pending--;

  if (discover->n_pending == 0)
    parse_versions (task);
}

static void
get_versions (GTask *task)
{
  Discover *discover = g_task_get_task_data (task);
  guint n = kin_discovery_parser_get_n_versions (discover->parser);

  discover->versions = g_ptr_array_new_with_free_func (unref_bytes);
  g_ptr_array_set_size (discover->versions, n);

  if (n == 0)
    {
      parse_versions (task);
      return;
    }

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *path = kin_discovery_parser_dup_path (discover->parser, i);

      get_document (task, i, path, NULL, version_cb);
    }
}

static gpointer
parse_roots_work (gpointer   job,
                  GError   **error)
{
  Discover *discover = job;

  for (guint i = 0; i < N_ROOTS; i++)
    if (discover->roots[i] != NULL && !kin_discovery_parser_add_root (discover->parser, discover->roots[i], error))
      {
        g_prefix_error (error, "%s: ", root_paths[i]);
        return NULL;
      }

  return discover;
}

static void
roots_parsed_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GError *error = NULL;

  if (kin_worker_pool_push_finish (result, &error) == NULL)
    g_task_return_error (task, error);
  else
    get_versions (task);
}

static gboolean
is_not_found (const GError *error)
{
  return g_error_matches (error, KIN_API_ERROR, KIN_API_ERROR_NOT_FOUND);
}

/* A server that only plays one resource back has no discovery; the kinds that each cluster has serve. */
static void
return_builtin (GTask *task)
{
  KinDiscovery *discovery = g_new (KinDiscovery, 1);

  discovery->resources = kin_resource_list_builtin ();
  discovery->failed_groups = g_ptr_array_new_with_free_func (g_free);
  g_task_return_pointer (task, discovery, (GDestroyNotify) kin_discovery_free);
}

/* What makes the whole discovery fail: no connection, or both roots refused. Returns the error to tell, or NULL. */
static GError *
find_fatal (Discover *discover)
{
  for (guint i = 0; i < N_ROOTS; i++)
    if (discover->root_errors[i] != NULL && discover->root_errors[i]->domain != KIN_API_ERROR)
      return discover->root_errors[i];

  if (discover->root_errors[CORE] == NULL || discover->root_errors[GROUPS] == NULL)
    return NULL;

  return is_not_found (discover->root_errors[CORE]) ? discover->root_errors[GROUPS] : discover->root_errors[CORE];
}

static void
judge_roots (GTask *task)
{
  Discover *discover = g_task_get_task_data (task);
  GError *fatal = find_fatal (discover);

  if (is_not_found (discover->root_errors[CORE]) && is_not_found (discover->root_errors[GROUPS]))
    {
      return_builtin (task);
      return;
    }

  if (fatal != NULL)
    {
      g_task_return_error (task, g_error_copy (fatal));
      return;
    }

  for (guint i = 0; i < N_ROOTS; i++)
    if (discover->root_errors[i] != NULL && !is_not_found (discover->root_errors[i]))
      kin_discovery_parser_add_failure (discover->parser, root_paths[i]);

  kin_worker_pool_push_async (g_task_get_source_object (task), parse_roots_work, discover, NULL, NULL,
                              G_PRIORITY_DEFAULT, g_task_get_cancellable (task), roots_parsed_cb, g_object_ref (task));
}

static void
root_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autofree Call *call = user_data;
  g_autoptr(GTask) task = call->task;
  Discover *discover = g_task_get_task_data (task);

  discover->roots[call->index] = kin_client_get_finish (KIN_CLIENT (source), result, &discover->root_errors[call->index]);
  discover->n_pending--;

  if (discover->n_pending == 0)
    judge_roots (task);
}

/**
 * kin_discovery_run_async:
 * @client: whom to ask
 * @cancellable: (nullable): a cancellable
 * @callback: called when done
 * @user_data: for @callback
 *
 * Asks which resources there are.
 */
void
kin_discovery_run_async (KinClient           *client,
                         GCancellable        *cancellable,
                         GAsyncReadyCallback  callback,
                         gpointer             user_data)
{
  g_autoptr(GTask) task = NULL;
  Discover *discover;

  g_return_if_fail (KIN_IS_CLIENT (client));

  discover = g_new0 (Discover, 1);
  discover->parser = kin_discovery_parser_new ();

  task = g_task_new (client, cancellable, callback, user_data);
  g_task_set_source_tag (task, kin_discovery_run_async);
  g_task_set_task_data (task, discover, discover_free);

  for (guint i = 0; i < N_ROOTS; i++)
    get_document (task, i, root_paths[i], ACCEPT_AGGREGATED, root_cb);
}

/**
 * kin_discovery_run_finish:
 * @client: whom was asked
 * @result: what the callback was given
 * @error: return location
 *
 * Returns: (transfer full): what was found, or %NULL with @error set
 */
KinDiscovery *
kin_discovery_run_finish (KinClient     *client,
                          GAsyncResult  *result,
                          GError       **error)
{
  g_return_val_if_fail (KIN_IS_CLIENT (client), NULL);
  g_return_val_if_fail (g_task_is_valid (result, client), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * kin_discovery_free:
 * @self: (transfer full): a discovery
 */
void
kin_discovery_free (KinDiscovery *self)
{
  g_return_if_fail (self != NULL);

  g_clear_pointer (&self->resources, g_ptr_array_unref);
  g_clear_pointer (&self->failed_groups, g_ptr_array_unref);
  g_free (self);
}
