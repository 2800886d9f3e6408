/* kin-informer-factory.c: one shared informer for each resource, namespace and selector.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "cache/kin-informer-factory.h"

struct _KinInformerFactory
{
  GObject parent_instance;

  KinListerWatcherMaker maker;
  gpointer maker_data;
  GDestroyNotify maker_destroy;
  KinClock *clock;
  gint64 resync_period;

  GHashTable *kinds;           /* KinResource → KinKind */
  GHashTable *by_identity;     /* what get_identity() makes → KinSharedInformer, whose reference the list has */
  GListStore *informers;
  GPtrArray *waits;            /* of Wait */
  gboolean is_shut_down;
};

G_DEFINE_FINAL_TYPE (KinInformerFactory, kin_informer_factory, G_TYPE_OBJECT)

/* A wait for the informers that were started when it began. */
typedef struct
{
  GTask *task;
  GPtrArray *informers;
  GSource *cancelled;
} Wait;

static Wait *
wait_new (GTask *task)
{
  Wait *wait = g_new0 (Wait, 1);

  wait->task = g_object_ref (task);
  wait->informers = g_ptr_array_new_with_free_func (g_object_unref);

  return wait;
}

static void
wait_free (Wait *wait)
{
  if (wait->cancelled != NULL)
    g_source_destroy (wait->cancelled);
  g_clear_pointer (&wait->cancelled, g_source_unref);
  g_ptr_array_unref (wait->informers);
  g_object_unref (wait->task);
  g_free (wait);
}

static gboolean
is_complete (Wait *wait)
{
  for (guint i = 0; i < wait->informers->len; i++)
    if (!kin_shared_informer_has_synced (wait->informers->pdata[i]))
      return FALSE;

  return TRUE;
}

static GHashTable *
collect_results (Wait *wait)
{
  GHashTable *results = g_hash_table_new_full (NULL, NULL, g_object_unref, NULL);

  for (guint i = 0; i < wait->informers->len; i++)
    {
      KinSharedInformer *informer = wait->informers->pdata[i];

      g_hash_table_insert (results, g_object_ref (informer), GINT_TO_POINTER (kin_shared_informer_has_synced (informer)));
    }

  return results;
}

/* From here on the wait can't be ended a second time. */
static Wait *
take_wait (KinInformerFactory *self,
           guint               position)
{
  Wait *wait = g_ptr_array_steal_index (self->waits, position);

  if (wait->cancelled != NULL)
    g_source_destroy (wait->cancelled);

  return wait;
}

static void
end_wait (Wait *wait)
{
  g_task_return_pointer (wait->task, collect_results (wait), (GDestroyNotify) g_hash_table_unref);
  wait_free (wait);
}

/* Who is told that a wait is over may end the others, by a shutdown, or begin new ones. */
static void
end_waits (KinInformerFactory *self,
           gboolean            incomplete_too)
{
  g_autoptr(GPtrArray) ended = g_ptr_array_new_with_free_func ((GDestroyNotify) end_wait);

  for (guint i = self->waits->len; i > 0; i--)
    if (incomplete_too || is_complete (self->waits->pdata[i - 1]))
      g_ptr_array_insert (ended, 0, take_wait (self, i - 1));
}

static void
has_synced_cb (KinInformerFactory *self)
{
  end_waits (self, FALSE);
}

static gboolean
wait_cancelled_cb (GCancellable *cancellable,
                   gpointer      user_data)
{
  Wait *wait = user_data;
  KinInformerFactory *self = g_task_get_source_object (wait->task);
  guint position;

  if (g_ptr_array_find (self->waits, wait, &position))
    end_wait (take_wait (self, position));

  return G_SOURCE_REMOVE;
}

static void
watch_cancellable (Wait         *wait,
                   GCancellable *cancellable)
{
  g_autoptr(GMainContext) context = NULL;

  if (cancellable == NULL)
    return;

  context = g_main_context_ref_thread_default ();
  wait->cancelled = g_cancellable_source_new (cancellable);
  g_source_set_static_name (wait->cancelled, "[kinformer] wait for cache sync");
  g_source_set_callback (wait->cancelled, G_SOURCE_FUNC (wait_cancelled_cb), wait, NULL);
  g_source_attach (wait->cancelled, context);
}

static KinKind *
get_kind (KinInformerFactory *self,
          KinResource        *resource)
{
  KinKind *kind = g_hash_table_lookup (self->kinds, resource);

  if (kind == NULL)
    {
      kind = kin_kind_new (resource);
      g_hash_table_insert (self->kinds, kin_resource_ref (resource), kind);
    }

  return kind;
}

/* The path has the group, the version, the resource and the namespace in it. */
static char *
get_identity (KinResource *resource,
              const char  *namespace_,
              const char  *label_selector)
{
  g_autofree char *path = kin_resource_dup_path (resource, namespace_, NULL, NULL);

  return g_strconcat (path, "?", label_selector, NULL);
}

static KinSharedInformer *
create_informer (KinInformerFactory *self,
                 KinResource        *resource,
                 const char         *namespace_,
                 const char         *label_selector)
{
  g_autoptr(KinListerWatcher) source = NULL;
  KinSharedInformer *informer;

  source = self->maker (get_kind (self, resource), namespace_, label_selector, self->maker_data);
  informer = kin_shared_informer_new (source, self->clock, self->resync_period);
  g_signal_connect_object (informer, "notify::has-synced", G_CALLBACK (has_synced_cb), self, G_CONNECT_SWAPPED);

  return informer;
}

static KinSharedInformer *
get_nth (KinInformerFactory *self,
         guint               position)
{
  g_autoptr(KinSharedInformer) informer = g_list_model_get_item (G_LIST_MODEL (self->informers), position);

  return informer;   /* the list keeps it */
}

static guint
get_n_informers (KinInformerFactory *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (self->informers));
}

static KinListerWatcher *
make_from_client (KinKind    *kind,
                  const char *namespace_,
                  const char *label_selector,
                  gpointer    user_data)
{
  return kin_client_new_lister_watcher (user_data, kind, namespace_, label_selector, NULL);
}

static void
kin_informer_factory_dispose (GObject *object)
{
  KinInformerFactory *self = KIN_INFORMER_FACTORY (object);

  kin_informer_factory_shutdown (self);
  g_hash_table_remove_all (self->by_identity);
  g_list_store_remove_all (self->informers);

  if (self->maker_destroy != NULL)
    self->maker_destroy (self->maker_data);
  self->maker_destroy = NULL;
  self->maker_data = NULL;

  G_OBJECT_CLASS (kin_informer_factory_parent_class)->dispose (object);
}

static void
kin_informer_factory_finalize (GObject *object)
{
  KinInformerFactory *self = KIN_INFORMER_FACTORY (object);

  g_hash_table_unref (self->by_identity);
  g_hash_table_unref (self->kinds);
  g_ptr_array_unref (self->waits);
  g_object_unref (self->informers);
  g_clear_object (&self->clock);

  G_OBJECT_CLASS (kin_informer_factory_parent_class)->finalize (object);
}

static void
kin_informer_factory_class_init (KinInformerFactoryClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = kin_informer_factory_dispose;
  object_class->finalize = kin_informer_factory_finalize;
}

static void
kin_informer_factory_init (KinInformerFactory *self)
{
  self->kinds = g_hash_table_new_full ((GHashFunc) kin_resource_hash, (GEqualFunc) kin_resource_equal,
                                       (GDestroyNotify) kin_resource_unref, (GDestroyNotify) kin_kind_unref);
  self->by_identity = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->informers = g_list_store_new (KIN_TYPE_SHARED_INFORMER);
  self->waits = g_ptr_array_new_with_free_func ((GDestroyNotify) wait_free);
}

/**
 * kin_informer_factory_new:
 * @maker: makes what an informer lists and watches with
 * @user_data: for @maker
 * @destroy: (nullable): frees @user_data
 * @clock: the time
 * @resync_period_us: the informers' resync period, in microseconds; 0 = never
 *
 * Makes a factory.
 *
 * Returns: (transfer full): the factory
 */
KinInformerFactory *
kin_informer_factory_new (KinListerWatcherMaker  maker,
                          gpointer               user_data,
                          GDestroyNotify         destroy,
                          KinClock              *clock,
                          gint64                 resync_period_us)
{
  KinInformerFactory *self;

  g_return_val_if_fail (maker != NULL, NULL);
  g_return_val_if_fail (KIN_IS_CLOCK (clock), NULL);
  g_return_val_if_fail (resync_period_us >= 0, NULL);

  self = g_object_new (KIN_TYPE_INFORMER_FACTORY, NULL);
  self->maker = maker;
  self->maker_data = user_data;
  self->maker_destroy = destroy;
  self->clock = g_object_ref (clock);
  self->resync_period = resync_period_us;

  return self;
}

/**
 * kin_informer_factory_new_for_client:
 * @client: a cluster
 * @resync_period_us: the informers' resync period, in microseconds; 0 = never
 *
 * Makes a factory whose informers list and watch a cluster.
 *
 * Returns: (transfer full): the factory
 */
KinInformerFactory *
kin_informer_factory_new_for_client (KinClient *client,
                                     gint64     resync_period_us)
{
  g_return_val_if_fail (KIN_IS_CLIENT (client), NULL);

  return kin_informer_factory_new (make_from_client, g_object_ref (client), g_object_unref,
                                   kin_clock_get_default (), resync_period_us);
}

/**
 * kin_informer_factory_get_informer:
 * @self: a factory
 * @resource: what
 * @namespace_: (nullable): where; %NULL or "" = everywhere
 * @label_selector: (nullable): which; %NULL or "" = all
 *
 * Gets the informer, which is made when it is first asked for; who asks again gets the same. It does not run before
 * the next kin_informer_factory_start().
 *
 * Returns: (transfer none): the informer
 */
KinSharedInformer *
kin_informer_factory_get_informer (KinInformerFactory *self,
                                   KinResource        *resource,
                                   const char         *namespace_,
                                   const char         *label_selector)
{
  g_autoptr(KinSharedInformer) informer = NULL;
  g_autofree char *identity = NULL;
  KinSharedInformer *existing;

  g_return_val_if_fail (KIN_IS_INFORMER_FACTORY (self), NULL);
  g_return_val_if_fail (resource != NULL, NULL);

  if (namespace_ != NULL && *namespace_ == '\0')
    namespace_ = NULL;
  if (label_selector != NULL && *label_selector == '\0')
    label_selector = NULL;

  identity = get_identity (resource, namespace_, label_selector);
  existing = g_hash_table_lookup (self->by_identity, identity);
  if (existing != NULL)
    return existing;

  informer = create_informer (self, resource, namespace_, label_selector);
  g_hash_table_insert (self->by_identity, g_steal_pointer (&identity), informer);
  g_list_store_append (self->informers, informer);

  return informer;
}

/**
 * kin_informer_factory_get_informers:
 * @self: a factory
 *
 * Gets the informers, in the order in which they were first asked for.
 *
 * Returns: (transfer none): a list of #KinSharedInformer that changes as informers are made
 */
GListModel *
kin_informer_factory_get_informers (KinInformerFactory *self)
{
  g_return_val_if_fail (KIN_IS_INFORMER_FACTORY (self), NULL);

  return G_LIST_MODEL (self->informers);
}

/**
 * kin_informer_factory_start:
 * @self: a factory
 *
 * Starts the informers that have never run: those that were asked for since the last start. One that someone has
 * stopped stays so. Does nothing after a shutdown.
 */
void
kin_informer_factory_start (KinInformerFactory *self)
{
  g_return_if_fail (KIN_IS_INFORMER_FACTORY (self));

  /* Who hears of the first may shut all down. */
  for (guint i = 0; i < get_n_informers (self) && !self->is_shut_down; i++)
    if (kin_shared_informer_get_state (get_nth (self, i)) == KIN_REFLECTOR_IDLE)
      kin_shared_informer_start (get_nth (self, i));
}

/**
 * kin_informer_factory_wait_for_cache_sync_async:
 * @self: a factory
 * @cancellable: (nullable): ends the wait
 * @callback: called when all informers that run now have synced, or the wait has been ended
 * @user_data: for @callback
 *
 * Waits for the caches of the informers that have been started. It says nothing about handlers.
 */
void
kin_informer_factory_wait_for_cache_sync_async (KinInformerFactory  *self,
                                                GCancellable        *cancellable,
                                                GAsyncReadyCallback  callback,
                                                gpointer             user_data)
{
  g_autoptr(GTask) task = NULL;
  Wait *wait;

  g_return_if_fail (KIN_IS_INFORMER_FACTORY (self));

  /* Who ends the wait still wants to know which caches have synced. */
  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, kin_informer_factory_wait_for_cache_sync_async);
  g_task_set_check_cancellable (task, FALSE);

  wait = wait_new (task);
  for (guint i = 0; i < get_n_informers (self); i++)
    if (kin_shared_informer_is_started (get_nth (self, i)))
      g_ptr_array_add (wait->informers, g_object_ref (get_nth (self, i)));

  g_ptr_array_add (self->waits, wait);
  watch_cancellable (wait, cancellable);
  end_waits (self, FALSE);
}

/**
 * kin_informer_factory_wait_for_cache_sync_finish:
 * @self: a factory
 * @result: what the callback was given
 * @error: not set: a wait that was ended has its results too
 *
 * Takes what a wait has come to.
 *
 * Returns: (transfer full) (element-type KinSharedInformer gboolean): for each informer whether it has synced
 */
GHashTable *
kin_informer_factory_wait_for_cache_sync_finish (KinInformerFactory  *self,
                                                 GAsyncResult        *result,
                                                 GError             **error)
{
  g_return_val_if_fail (KIN_IS_INFORMER_FACTORY (self), NULL);
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * kin_informer_factory_shutdown:
 * @self: a factory
 *
 * Stops all informers, for good, and ends the waits.
 */
void
kin_informer_factory_shutdown (KinInformerFactory *self)
{
  g_return_if_fail (KIN_IS_INFORMER_FACTORY (self));

  self->is_shut_down = TRUE;

  for (guint i = 0; i < get_n_informers (self); i++)
    kin_shared_informer_stop (get_nth (self, i));

  if (self->waits->len > 0)
    end_waits (self, TRUE);
}
