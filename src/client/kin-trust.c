/* kin-trust.c: whom to trust and how to show who we are: a context's certificates, loaded once for all requests.
 *
 * A failure is not kept: the next request reads the files again, which may have been put right.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "client/kin-trust.h"

#include "base/kin-worker-pool.h"

struct _KinTrust
{
  GObject parent_instance;

  KinContext *context;
  gboolean loading;
  gboolean loaded;
  GQueue waiting;            /* of GTask */
  GTlsDatabase *database;    /* NULL = the system's */
  GTlsCertificate *certificate;
};

G_DEFINE_FINAL_TYPE (KinTrust, kin_trust, G_TYPE_OBJECT)

/* What the worker loads. */
typedef struct
{
  GTlsDatabase *database;
  GTlsCertificate *certificate;
} Loaded;

static void
loaded_free (gpointer data)
{
  Loaded *loaded = data;

  g_clear_object (&loaded->database);
  g_clear_object (&loaded->certificate);
  g_free (loaded);
}

static gpointer
load_work (gpointer   job,
           GError   **error)
{
  KinContext *context = job;
  g_autoptr(GError) local_error = NULL;
  Loaded *loaded = g_new0 (Loaded, 1);

  loaded->database = kin_context_load_ca (context, &local_error);
  if (local_error == NULL)
    loaded->certificate = kin_context_load_client_certificate (context, &local_error);

  if (local_error != NULL)
    {
      loaded_free (loaded);
      g_propagate_error (error, g_steal_pointer (&local_error));
      return NULL;
    }

  return loaded;
}

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  KinTrust *self = KIN_TRUST (source);
  g_autoptr(GError) error = NULL;
  Loaded *loaded = kin_worker_pool_push_finish (result, &error);
  GQueue waiting = self->waiting;
  GTask *next;

  self->loading = FALSE;
  g_queue_init (&self->waiting);

  if (loaded != NULL)
    {
      self->loaded = TRUE;
      self->database = g_steal_pointer (&loaded->database);
      self->certificate = g_steal_pointer (&loaded->certificate);
      loaded_free (loaded);
    }

  while ((next = g_queue_pop_head (&waiting)) != NULL)
    {
      g_autoptr(GTask) task = next;

      if (error != NULL)
        g_task_return_error (task, g_error_copy (error));
      else
        g_task_return_boolean (task, TRUE);
    }
}

static void
kin_trust_dispose (GObject *object)
{
  KinTrust *self = KIN_TRUST (object);

  g_clear_object (&self->context);
  g_clear_object (&self->database);
  g_clear_object (&self->certificate);

  G_OBJECT_CLASS (kin_trust_parent_class)->dispose (object);
}

static void
kin_trust_class_init (KinTrustClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = kin_trust_dispose;
}

static void
kin_trust_init (KinTrust *self)
{
  g_queue_init (&self->waiting);
}

/**
 * kin_trust_new:
 * @context: whose certificates
 *
 * Returns: (transfer full): a trust with nothing loaded yet
 */
KinTrust *
kin_trust_new (KinContext *context)
{
  KinTrust *self;

  g_return_val_if_fail (KIN_IS_CONTEXT (context), NULL);

  self = g_object_new (KIN_TYPE_TRUST, NULL);
  self->context = g_object_ref (context);

  return self;
}

/**
 * kin_trust_load_async:
 * @self: a trust
 * @callback: called when the certificates are there
 * @user_data: for @callback
 *
 * Loads the certificates in a worker, where that was not done yet.
 */
void
kin_trust_load_async (KinTrust            *self,
                      GAsyncReadyCallback  callback,
                      gpointer             user_data)
{
  g_autoptr(GTask) task = NULL;

  g_return_if_fail (KIN_IS_TRUST (self));

  task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (task, kin_trust_load_async);

  if (self->loaded)
    {
      g_task_return_boolean (task, TRUE);
      return;
    }

  g_queue_push_tail (&self->waiting, g_steal_pointer (&task));
  if (self->loading)
    return;

  self->loading = TRUE;
  kin_worker_pool_push_async (self, load_work, g_object_ref (self->context), g_object_unref, loaded_free,
                              G_PRIORITY_DEFAULT, NULL, loaded_cb, NULL);
}

/**
 * kin_trust_load_finish:
 * @self: a trust
 * @result: what the callback was given
 * @error: return location
 *
 * Returns: whether the certificates are there, or %FALSE with @error set
 */
gboolean
kin_trust_load_finish (KinTrust      *self,
                       GAsyncResult  *result,
                       GError       **error)
{
  g_return_val_if_fail (KIN_IS_TRUST (self), FALSE);
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * kin_trust_get_database:
 * @self: a trust
 *
 * Returns: (transfer none) (nullable): the authorities to trust; %NULL = the system's
 */
GTlsDatabase *
kin_trust_get_database (KinTrust *self)
{
  g_return_val_if_fail (KIN_IS_TRUST (self), NULL);

  return self->database;
}

/**
 * kin_trust_get_certificate:
 * @self: a trust
 *
 * Returns: (transfer none) (nullable): the certificate that shows who we are
 */
GTlsCertificate *
kin_trust_get_certificate (KinTrust *self)
{
  g_return_val_if_fail (KIN_IS_TRUST (self), NULL);

  return self->certificate;
}
