/* kin-controller.c: what all controllers have in common: informers tell keys, a queue holds them, a function looks at each.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "controller/kin-controller.h"

#include <string.h>

#include "cache/kin-slice.h"

/* After so many retries a key waits for its next event, as in Kubernetes' own controllers. */
#define MAX_RETRIES 5

#define WORK_BUDGET (2 * G_TIME_SPAN_MILLISECOND)

struct _KinController
{
  GObject parent_instance;

  KinClock *clock;
  KinWorkQueue *queue;
  KinReconcileFunc reconcile;
  gpointer user_data;

  GPtrArray *watches;   /* of Watch */
  GSource *worker;      /* attached while there is work */
  gboolean started;
  gboolean synced;
};

G_DEFINE_FINAL_TYPE (KinController, kin_controller, G_TYPE_OBJECT)

typedef struct
{
  KinController *controller;   /* which owns the watch */
  KinSharedInformer *informer;
  KinHandlerRegistration *registration;
  KinKeyFunc dup_key;
} Watch;

static void
free_watch (gpointer data)
{
  Watch *watch = data;

  kin_shared_informer_remove_handler (watch->informer, watch->registration);
  g_object_unref (watch->informer);
  g_free (watch);
}

static void
enqueue (Watch     *watch,
         KinObject *object)
{
  KinController *self = watch->controller;
  g_autofree char *key = NULL;

  if (watch->dup_key == NULL)
    key = g_strdup (kin_object_get_key (object));
  else
    key = watch->dup_key (object, self->user_data);

  if (key != NULL)
    kin_work_queue_add (self->queue, key);
}

static void
retry_or_give_up (KinController *self,
                  const char    *key,
                  const GError  *error)
{
  if (kin_work_queue_get_num_requeues (self->queue, key) < MAX_RETRIES)
    {
      kin_work_queue_add_rate_limited (self->queue, key);
      return;
    }

  g_info ("“%s” is left as it was until its next event: %s", key, error->message);
  kin_work_queue_forget (self->queue, key);
}

static void
process_key (KinController *self,
             const char    *key)
{
  g_autoptr(GError) error = NULL;

  if (self->reconcile (key, self->user_data, &error))
    kin_work_queue_forget (self->queue, key);
  else
    retry_or_give_up (self, key, error);

  kin_work_queue_done (self->queue, key);
}

static void
clear_worker (KinController *self)
{
  if (self->worker != NULL)
    g_source_destroy (self->worker);
  g_clear_pointer (&self->worker, g_source_unref);
}

static gboolean
work_cb (gpointer user_data)
{
  g_autoptr(KinController) self = g_object_ref (user_data);
  KinSlice slice = kin_slice_begin (self->clock, WORK_BUDGET);

  do
    {
      g_autofree char *key = kin_work_queue_get (self->queue);

      if (key == NULL)
        {
          clear_worker (self);
          return G_SOURCE_REMOVE;
        }

      process_key (self, key);
    }
  while (self->worker != NULL && !kin_slice_is_over (&slice));

  return self->worker != NULL ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

static void
schedule_work (KinController *self)
{
  g_autoptr(GMainContext) context = NULL;

  if (!self->synced || self->worker != NULL || kin_work_queue_get_length (self->queue) == 0)
    return;

  context = g_main_context_ref_thread_default ();
  self->worker = g_idle_source_new ();
  g_source_set_static_name (self->worker, "[kinformer] controller");
  g_source_set_callback (self->worker, work_cb, self, NULL);
  g_source_attach (self->worker, context);
}

static gboolean
has_synced_caches (KinController *self)
{
  for (guint i = 0; i < self->watches->len; i++)
    {
      Watch *watch = g_ptr_array_index (self->watches, i);

      if (!kin_shared_informer_has_synced (watch->informer))
        return FALSE;
    }

  return TRUE;
}

/* Before all caches are there, an owner without its dependents would be taken for one that has none. */
static void
begin_when_synced (KinController *self)
{
  if (!self->started || self->synced || !has_synced_caches (self))
    return;

  self->synced = TRUE;
  schedule_work (self);
}

static void
queue_filled_cb (gpointer user_data)
{
  schedule_work (user_data);
}

static void
object_added_cb (KinObject *object,
                 gboolean   is_in_initial_list,
                 gpointer   user_data)
{
  enqueue (user_data, object);
}

static void
object_updated_cb (KinObject *old_object,
                   KinObject *new_object,
                   gpointer   user_data)
{
  Watch *watch = user_data;
  gboolean resync = strcmp (kin_object_get_resource_version (old_object),
                            kin_object_get_resource_version (new_object)) == 0;

  /* A resync of the owners reaches everything; one of each dependent would only repeat it. */
  if (resync && watch->dup_key != NULL)
    return;

  /* The owner may have changed: both want to know. */
  enqueue (watch, old_object);
  enqueue (watch, new_object);
}

static void
object_deleted_cb (KinObject *object,
                   gboolean   final_state_unknown,
                   gpointer   user_data)
{
  enqueue (user_data, object);
}

static const KinEventHandler object_handler = {
  .on_add = object_added_cb,
  .on_update = object_updated_cb,
  .on_delete = object_deleted_cb,
};

static void
kin_controller_dispose (GObject *object)
{
  KinController *self = KIN_CONTROLLER (object);

  kin_controller_stop (self);

  G_OBJECT_CLASS (kin_controller_parent_class)->dispose (object);
}

static void
kin_controller_finalize (GObject *object)
{
  KinController *self = KIN_CONTROLLER (object);

  g_ptr_array_unref (self->watches);
  g_clear_object (&self->queue);
  g_clear_object (&self->clock);

  G_OBJECT_CLASS (kin_controller_parent_class)->finalize (object);
}

static void
kin_controller_class_init (KinControllerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = kin_controller_dispose;
  object_class->finalize = kin_controller_finalize;
}

static void
kin_controller_init (KinController *self)
{
  self->watches = g_ptr_array_new_with_free_func (free_watch);
}

/**
 * kin_controller_new:
 * @clock: where the time is taken from
 * @reconcile: looks at one key
 * @user_data: (not nullable): the controller proper, which outlives this one
 *
 * Makes a controller that watches nothing yet.
 *
 * Returns: (transfer full): a controller
 */
KinController *
kin_controller_new (KinClock         *clock,
                    KinReconcileFunc  reconcile,
                    gpointer          user_data)
{
  KinController *self;

  g_return_val_if_fail (KIN_IS_CLOCK (clock), NULL);
  g_return_val_if_fail (reconcile != NULL, NULL);

  self = g_object_new (KIN_TYPE_CONTROLLER, NULL);
  self->clock = g_object_ref (clock);
  self->queue = kin_work_queue_new (clock);
  self->reconcile = reconcile;
  self->user_data = user_data;
  kin_work_queue_set_notify (self->queue, queue_filled_cb, self);

  return self;
}

/**
 * kin_controller_watch:
 * @self: a controller that has not been started
 * @informer: tells which objects change
 * @dup_key: (nullable): finds the key that an object concerns; %NULL for the object's own
 *
 * Queues a key whenever an object of @informer is added, updated or deleted. Updates that only repeat what is
 * known are left out if the objects concern others.
 */
void
kin_controller_watch (KinController     *self,
                      KinSharedInformer *informer,
                      KinKeyFunc         dup_key)
{
  Watch *watch;

  g_return_if_fail (KIN_IS_CONTROLLER (self));
  g_return_if_fail (KIN_IS_SHARED_INFORMER (informer));
  g_return_if_fail (!self->started);

  watch = g_new0 (Watch, 1);
  watch->controller = self;
  watch->informer = g_object_ref (informer);
  watch->dup_key = dup_key;
  g_ptr_array_add (self->watches, watch);

  g_signal_connect_object (informer, "notify::has-synced", G_CALLBACK (begin_when_synced), self, G_CONNECT_SWAPPED);
  watch->registration = kin_shared_informer_add_handler (informer, &object_handler,
                                                         dup_key == NULL ? KIN_HANDLER_RESYNC : KIN_HANDLER_DEFAULT,
                                                         watch);
}

/**
 * kin_controller_start:
 * @self: a controller
 *
 * Begins to work as soon as the caches of all its informers have synced.
 */
void
kin_controller_start (KinController *self)
{
  g_return_if_fail (KIN_IS_CONTROLLER (self));

  if (kin_work_queue_is_shutting_down (self->queue))
    return;

  self->started = TRUE;
  begin_when_synced (self);
}

/**
 * kin_controller_stop:
 * @self: a controller
 *
 * Ends for good: no key is looked at afterwards.
 */
void
kin_controller_stop (KinController *self)
{
  g_return_if_fail (KIN_IS_CONTROLLER (self));

  self->started = FALSE;
  self->synced = FALSE;
  clear_worker (self);
  kin_work_queue_shut_down (self->queue);
  kin_work_queue_set_notify (self->queue, NULL, NULL);
  g_ptr_array_set_size (self->watches, 0);
}

/**
 * kin_controller_get_queue:
 * @self: a controller
 *
 * Returns: (transfer none): its queue
 */
KinWorkQueue *
kin_controller_get_queue (KinController *self)
{
  g_return_val_if_fail (KIN_IS_CONTROLLER (self), NULL);

  return self->queue;
}
