/* kin-demo-controllers.c: the controllers of the demo cluster at work: each event of the store becomes keys, each
 * key is reconciled, and asked again when its controller said so.
 *
 * One queue serves all controllers. A key stands in it once however often it was enqueued, and may wait for a
 * time besides.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-controllers.h"

#include "base/kin-clock.h"
#include "demo/kin-demo-adoption.h"
#include "demo/kin-demo-autoscaler.h"
#include "demo/kin-demo-claim.h"
#include "demo/kin-demo-cron-job.h"
#include "demo/kin-demo-daemon-set.h"
#include "demo/kin-demo-definition.h"
#include "demo/kin-demo-deployment.h"
#include "demo/kin-demo-disruption-budget.h"
#include "demo/kin-demo-endpoints.h"
#include "demo/kin-demo-event-expiry.h"
#include "demo/kin-demo-garbage-collector.h"
#include "demo/kin-demo-job.h"
#include "demo/kin-demo-kinds.h"
#include "demo/kin-demo-kubelet.h"
#include "demo/kin-demo-namespace.h"
#include "demo/kin-demo-node.h"
#include "demo/kin-demo-object.h"
#include "demo/kin-demo-replica-set.h"
#include "demo/kin-demo-scheduler.h"
#include "demo/kin-demo-stateful-set.h"
#include "demo/kin-demo-world.h"

/* Requests are answered in the same thread: nobody waits longer than this for the controllers. */
#define SLICE_US (4 * 1000)

struct _KinDemoControllers
{
  GObject parent_instance;

  KinDemoWorld *world;
  KinClock *clock;
  guint subscription;

  GPtrArray *table;          /* of const KinDemoController */
  GHashTable *by_kind;       /* KinDemoKind → GPtrArray of those that look after it */
  GHashTable *owners;        /* uid → Owner, of the objects that somebody looks after */

  GHashTable *tasks;         /* a set of Task */
  GQueue queue;              /* of Task, those that are due */
  GSequence *delays;         /* of Task, the earliest first */
  gint64 time_offset;        /* to the clock's monotonic time: delays go on when the clock is changed */
  guint timeout;
  GSource *source;
  gboolean running;
};

G_DEFINE_FINAL_TYPE (KinDemoControllers, kin_demo_controllers, G_TYPE_OBJECT)

typedef struct
{
  KinDemoKind *kind;
  char *namespace_;
  char *name;
} Owner;

/* A key of a controller, as long as it is queued or delayed. */
typedef struct
{
  const KinDemoController *controller;
  char *namespace_;
  char *name;
  GList link;                /* in the queue, if queued */
  gboolean queued;
  GSequenceIter *delay;      /* nullable */
  gint64 due;
} Task;

static const KinDemoController * const all_controllers[] = {
  &kin_demo_deployment_controller,
  &kin_demo_replica_set_controller,
  &kin_demo_replica_set_adoption_controller,
  &kin_demo_pod_adoption_controller,
  &kin_demo_scheduler,
  &kin_demo_kubelet,
  &kin_demo_endpoints_controller,
  &kin_demo_autoscaler_controller,
  &kin_demo_claim_controller,
  &kin_demo_cron_job_controller,
  &kin_demo_daemon_set_controller,
  &kin_demo_definition_controller,
  &kin_demo_disruption_budget_controller,
  &kin_demo_event_expiry_controller,
  &kin_demo_garbage_collector_controller,
  &kin_demo_job_controller,
  &kin_demo_namespace_controller,
  &kin_demo_node_controller,
  &kin_demo_stateful_set_controller,
  NULL
};

static void
free_owner (gpointer data)
{
  Owner *owner = data;

  g_free (owner->namespace_);
  g_free (owner->name);
  g_free (owner);
}

static guint
hash_task (gconstpointer key)
{
  const Task *task = key;
  guint hash = g_direct_hash (task->controller) * 31 + g_str_hash (task->name);

  return task->namespace_ != NULL ? hash * 31 + g_str_hash (task->namespace_) : hash;
}

static gboolean
equal_tasks (gconstpointer a,
             gconstpointer b)
{
  const Task *one = a;
  const Task *two = b;

  return one->controller == two->controller
         && g_str_equal (one->name, two->name)
         && g_strcmp0 (one->namespace_, two->namespace_) == 0;
}

static void
free_task (gpointer data)
{
  Task *task = data;

  g_free (task->namespace_);
  g_free (task->name);
  g_free (task);
}

/* Tasks that are due at once stay in the order in which they came, so that a seed makes a run repeatable. */
static int
compare_delays (gconstpointer a,
                gconstpointer b,
                gpointer      user_data)
{
  const Task *one = a;
  const Task *two = b;

  return one->due <= two->due ? -1 : 1;
}

static Task *
find_task (KinDemoControllers      *self,
           const KinDemoController *controller,
           const char              *namespace_,
           const char              *name)
{
  const Task key = { .controller = controller, .namespace_ = (char *) namespace_, .name = (char *) name };

  return g_hash_table_lookup (self->tasks, &key);
}

static Task *
ensure_task (KinDemoControllers      *self,
             const KinDemoController *controller,
             const char              *namespace_,
             const char              *name)
{
  Task *task = find_task (self, controller, namespace_, name);

  if (task != NULL)
    return task;

  task = g_new0 (Task, 1);
  task->controller = controller;
  task->namespace_ = g_strdup (namespace_);
  task->name = g_strdup (name);
  task->link.data = task;
  g_hash_table_add (self->tasks, task);

  return task;
}

static gint64
get_time (KinDemoControllers *self)
{
  return kin_clock_get_monotonic (self->clock) + self->time_offset;
}

static Task *
get_earliest_delay (KinDemoControllers *self)
{
  GSequenceIter *iter = g_sequence_get_begin_iter (self->delays);

  return g_sequence_iter_is_end (iter) ? NULL : g_sequence_get (iter);
}

static void
clear_delay (Task *task)
{
  if (task->delay != NULL)
    g_sequence_remove (task->delay);
  task->delay = NULL;
}

static void
run_task (KinDemoControllers *self,
          Task               *task)
{
  const KinDemoController *controller = task->controller;
  g_autofree char *namespace_ = g_strdup (task->namespace_);
  g_autofree char *name = g_strdup (task->name);
  gint64 delay;

  /* The controller looks at all there is, and says anew when it wants to be asked again. */
  clear_delay (task);
  g_hash_table_remove (self->tasks, task);

  delay = controller->reconcile (self->world, namespace_, name);
  if (delay >= 0)
    kin_demo_controllers_enqueue (self, controller, namespace_, name, MAX (delay, 1));
}

/* Runs what is due, until the monotonic time. */
static void
run_until (KinDemoControllers *self,
           gint64              stop)
{
  g_return_if_fail (!self->running);

  self->running = TRUE;

  do
    {
      GList *link = g_queue_pop_head_link (&self->queue);
      Task *task;

      if (link == NULL)
        break;

      task = link->data;
      task->queued = FALSE;
      run_task (self, task);
    }
  while (g_get_monotonic_time () < stop);

  self->running = FALSE;
}

static gboolean
run_slice_cb (gpointer user_data)
{
  g_autoptr(KinDemoControllers) self = g_object_ref (user_data);

  run_until (self, g_get_monotonic_time () + SLICE_US);

  if (!g_queue_is_empty (&self->queue))
    return G_SOURCE_CONTINUE;

  g_clear_pointer (&self->source, g_source_unref);

  return G_SOURCE_REMOVE;
}

/* At the priority of the requests: controllers that only run when nobody asks would stand still under load. */
static void
arrange_slice (KinDemoControllers *self)
{
  if (self->source != NULL)
    return;

  self->source = g_idle_source_new ();
  g_source_set_static_name (self->source, "[kinformer] demo controllers");
  g_source_set_priority (self->source, G_PRIORITY_DEFAULT);
  g_source_set_callback (self->source, run_slice_cb, self, NULL);
  g_source_attach (self->source, g_main_context_get_thread_default ());
}

static void
drop_slice (KinDemoControllers *self)
{
  if (self->source != NULL)
    g_source_destroy (self->source);
  g_clear_pointer (&self->source, g_source_unref);
}

static void
queue_task (KinDemoControllers *self,
            Task               *task)
{
  if (task->queued)
    return;

  task->queued = TRUE;
  g_queue_push_tail_link (&self->queue, &task->link);
  arrange_slice (self);
}

static void
clear_timeout (KinDemoControllers *self)
{
  if (self->timeout != 0)
    kin_clock_remove (self->clock, self->timeout);
  self->timeout = 0;
}

static void delay_passed_cb (gpointer user_data);

static void
arm_timeout (KinDemoControllers *self)
{
  Task *earliest = get_earliest_delay (self);

  clear_timeout (self);
  if (earliest != NULL)
    self->timeout = kin_clock_add_timeout (self->clock, earliest->due - get_time (self), delay_passed_cb, self);
}

static void
delay_passed_cb (gpointer user_data)
{
  KinDemoControllers *self = user_data;
  gint64 now = get_time (self);

  self->timeout = 0;

  for (Task *task = get_earliest_delay (self); task != NULL && task->due <= now; task = get_earliest_delay (self))
    {
      clear_delay (task);
      queue_task (self, task);
    }

  arm_timeout (self);
}

static void
delay_task (KinDemoControllers *self,
            Task               *task,
            gint64              due)
{
  if (task->delay != NULL && task->due <= due)
    return;

  clear_delay (task);
  task->due = due;
  task->delay = g_sequence_insert_sorted (self->delays, task, compare_delays, NULL);

  if (g_sequence_iter_is_begin (task->delay))
    arm_timeout (self);
}

static void
remember_owner (KinDemoControllers *self,
                KinDemoObject      *object)
{
  Owner *owner = g_new0 (Owner, 1);

  owner->kind = kin_demo_object_get_kind (object);
  owner->namespace_ = g_strdup (kin_demo_object_get_namespace (object));
  owner->name = g_strdup (kin_demo_object_get_name (object));
  g_hash_table_replace (self->owners, g_strdup (kin_demo_object_get_uid (object)), owner);
}

static void
enqueue_for_kind (KinDemoControllers *self,
                  KinDemoKind        *kind,
                  const char         *namespace_,
                  const char         *name)
{
  GPtrArray *controllers = g_hash_table_lookup (self->by_kind, kind);

  for (guint i = 0; controllers != NULL && i < controllers->len; i++)
    kin_demo_controllers_enqueue (self, g_ptr_array_index (controllers, i), namespace_, name, 0);
}

static void
enqueue_owner (KinDemoControllers *self,
               KinDemoObject      *object)
{
  const char *uid = object != NULL ? kin_demo_object_get_owner_uid (object) : NULL;
  Owner *owner = uid != NULL ? g_hash_table_lookup (self->owners, uid) : NULL;

  if (owner != NULL)
    enqueue_for_kind (self, owner->kind, owner->namespace_, owner->name);
}

static void
enqueue_object (KinDemoControllers *self,
                KinDemoObject      *object)
{
  KinDemoKind *kind = kin_demo_object_get_kind (object);

  if (!g_hash_table_contains (self->by_kind, kind))
    return;

  enqueue_for_kind (self, kind, kin_demo_object_get_namespace (object), kin_demo_object_get_name (object));
}

static void
track_owner (KinDemoControllers *self,
             const KinDemoEvent *event)
{
  if (!g_hash_table_contains (self->by_kind, kin_demo_object_get_kind (event->object)))
    return;

  if (event->type == KIN_DEMO_ADDED)
    remember_owner (self, event->object);
  else if (event->type == KIN_DEMO_DELETED)
    g_hash_table_remove (self->owners, kin_demo_object_get_uid (event->object));
}

static gboolean
has_other_owner (KinDemoObject *object,
                 KinDemoObject *previous)
{
  return previous != NULL
         && g_strcmp0 (kin_demo_object_get_owner_uid (object), kin_demo_object_get_owner_uid (previous)) != 0;
}

static void
store_event_cb (const KinDemoEvent *event,
                gpointer            user_data)
{
  KinDemoControllers *self = user_data;

  track_owner (self, event);
  enqueue_object (self, event->object);
  enqueue_owner (self, event->object);

  /* Who was left by it has to look, too. */
  if (has_other_owner (event->object, event->previous))
    enqueue_owner (self, event->previous);

  for (guint i = 0; i < self->table->len; i++)
    {
      const KinDemoController *controller = g_ptr_array_index (self->table, i);

      if (controller->map != NULL)
        controller->map (self, self->world, event);
    }
}

static void
clock_changed_cb (KinDemoControllers *self)
{
  gint64 now = get_time (self);

  clear_timeout (self);
  g_set_object (&self->clock, kin_demo_world_get_clock (self->world));
  self->time_offset = now - kin_clock_get_monotonic (self->clock);
  arm_timeout (self);
}

static void
add_controller (KinDemoControllers      *self,
                const KinDemoController *controller)
{
  KinDemoKinds *kinds = kin_demo_world_get_kinds (self->world);
  KinDemoKind *kind;
  GPtrArray *controllers;

  g_ptr_array_add (self->table, (gpointer) controller);
  if (controller->plural == NULL)
    return;

  kind = kin_demo_kinds_find (kinds, controller->group, controller->version, controller->plural);
  g_return_if_fail (kind != NULL);

  controllers = g_hash_table_lookup (self->by_kind, kind);
  if (controllers == NULL)
    {
      controllers = g_ptr_array_new ();
      g_hash_table_insert (self->by_kind, kind, controllers);
    }

  g_ptr_array_add (controllers, (gpointer) controller);
}

/* What is in the store already is looked at as if it had just come. In one order, so that a seed makes a run
 * repeatable. */
static void
adopt_store (KinDemoControllers *self)
{
  KinDemoStore *store = kin_demo_world_get_store (self->world);
  GPtrArray *kinds = kin_demo_kinds_list (kin_demo_world_get_kinds (self->world));

  for (guint k = 0; k < kinds->len; k++)
    {
      KinDemoKind *kind = g_ptr_array_index (kinds, k);
      g_autoptr(GPtrArray) objects = NULL;

      if (!g_hash_table_contains (self->by_kind, kind))
        continue;

      objects = kin_demo_store_list (store, kind, NULL);

      for (guint i = 0; i < objects->len; i++)
        {
          remember_owner (self, g_ptr_array_index (objects, i));
          enqueue_object (self, g_ptr_array_index (objects, i));
        }
    }
}

static void
kin_demo_controllers_dispose (GObject *object)
{
  KinDemoControllers *self = KIN_DEMO_CONTROLLERS (object);

  if (self->subscription != 0)
    kin_demo_store_unsubscribe (kin_demo_world_get_store (self->world), self->subscription);
  self->subscription = 0;

  drop_slice (self);
  if (self->clock != NULL)
    clear_timeout (self);
  g_clear_object (&self->clock);
  g_clear_object (&self->world);

  G_OBJECT_CLASS (kin_demo_controllers_parent_class)->dispose (object);
}

static void
kin_demo_controllers_finalize (GObject *object)
{
  KinDemoControllers *self = KIN_DEMO_CONTROLLERS (object);

  g_sequence_free (self->delays);
  g_hash_table_unref (self->tasks);
  g_hash_table_unref (self->owners);
  g_hash_table_unref (self->by_kind);
  g_ptr_array_unref (self->table);

  G_OBJECT_CLASS (kin_demo_controllers_parent_class)->finalize (object);
}

static void
kin_demo_controllers_class_init (KinDemoControllersClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = kin_demo_controllers_dispose;
  object_class->finalize = kin_demo_controllers_finalize;
}

static void
kin_demo_controllers_init (KinDemoControllers *self)
{
  self->table = g_ptr_array_new ();
  self->by_kind = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);
  self->owners = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, free_owner);
  self->tasks = g_hash_table_new_full (hash_task, equal_tasks, free_task, NULL);
  self->delays = g_sequence_new (NULL);
  g_queue_init (&self->queue);
}

/**
 * kin_demo_controllers_new:
 * @world: the cluster
 *
 * Sets all controllers to work. They run in the thread-default main context, in slices of a few milliseconds.
 *
 * Returns: (transfer full): the controllers, which work until they are disposed of
 */
KinDemoControllers *
kin_demo_controllers_new (KinDemoWorld *world)
{
  return kin_demo_controllers_new_for (world, all_controllers);
}

/**
 * kin_demo_controllers_new_for:
 * @world: the cluster
 * @table: (array zero-terminated=1): controllers, which live as long as the program
 *
 * Sets some controllers to work, for tests of the one or the other.
 *
 * Returns: (transfer full): the controllers
 */
KinDemoControllers *
kin_demo_controllers_new_for (KinDemoWorld                    *world,
                              const KinDemoController * const *table)
{
  KinDemoControllers *self;

  g_return_val_if_fail (KIN_IS_DEMO_WORLD (world), NULL);
  g_return_val_if_fail (table != NULL, NULL);

  self = g_object_new (KIN_TYPE_DEMO_CONTROLLERS, NULL);
  self->world = g_object_ref (world);
  self->clock = g_object_ref (kin_demo_world_get_clock (world));

  for (guint i = 0; table[i] != NULL; i++)
    add_controller (self, table[i]);

  self->subscription = kin_demo_store_subscribe (kin_demo_world_get_store (world), store_event_cb, self);
  g_signal_connect_object (world, "clock-changed", G_CALLBACK (clock_changed_cb), self, G_CONNECT_SWAPPED);
  adopt_store (self);

  return self;
}

/**
 * kin_demo_controllers_enqueue:
 * @self: the controllers
 * @controller: whose key it is
 * @namespace_: (nullable): the object's namespace
 * @name: the object's name
 * @delay_us: microseconds from now; at once when it is not above 0
 *
 * Has an object reconciled. Of several delays of one object the earliest counts. When the object is reconciled
 * for another reason, its delay is dropped: the controller says anew how long it wants to wait.
 */
void
kin_demo_controllers_enqueue (KinDemoControllers      *self,
                              const KinDemoController *controller,
                              const char              *namespace_,
                              const char              *name,
                              gint64                   delay_us)
{
  Task *task;

  g_return_if_fail (KIN_IS_DEMO_CONTROLLERS (self));
  g_return_if_fail (controller != NULL);
  g_return_if_fail (name != NULL);

  task = ensure_task (self, controller, namespace_, name);
  if (delay_us <= 0)
    queue_task (self, task);
  else
    delay_task (self, task, get_time (self) + delay_us);
}

/**
 * kin_demo_controllers_drain:
 * @self: the controllers
 *
 * Reconciles at once all that is due, and what becomes due by it, without letting time pass.
 */
void
kin_demo_controllers_drain (KinDemoControllers *self)
{
  g_return_if_fail (KIN_IS_DEMO_CONTROLLERS (self));

  if (!g_queue_is_empty (&self->queue))
    run_until (self, G_MAXINT64);
  drop_slice (self);
}

/**
 * kin_demo_controllers_settle:
 * @self: the controllers of a world whose clock is stepped
 * @until_real_us: the wall clock's time to reach, in microseconds since the epoch
 *
 * Lives through the time until then at once: reconciles what is due, steps the clock to when the next thing is
 * due, and so on.
 */
void
kin_demo_controllers_settle (KinDemoControllers *self,
                             gint64              until_real_us)
{
  g_return_if_fail (KIN_IS_DEMO_CONTROLLERS (self));

  for (;;)
    {
      gint64 left;
      gint64 due;

      kin_demo_controllers_drain (self);

      left = until_real_us - kin_clock_get_real (self->clock);
      if (left <= 0)
        return;

      due = kin_clock_get_next_due (self->clock);
      if (due >= 0)
        left = MIN (left, due - kin_clock_get_monotonic (self->clock));
      kin_clock_advance (self->clock, MAX (left, 0));
    }
}

/**
 * kin_demo_controllers_get_length:
 * @self: the controllers
 *
 * Returns: how many keys are due
 */
guint
kin_demo_controllers_get_length (KinDemoControllers *self)
{
  g_return_val_if_fail (KIN_IS_DEMO_CONTROLLERS (self), 0);

  return g_queue_get_length (&self->queue);
}
