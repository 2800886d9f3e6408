/* kin-demo-store.c: all objects, one revision for all of them, and the recent history: etcd and the watch cache in one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-store.h"

#include <string.h>

#include "demo/kin-demo-collection.h"
#include "demo/kin-demo-error.h"
#include "demo/kin-demo-history.h"

/* A cluster that has lived for a while. */
#define FIRST_VERSION 4200

struct _KinDemoStore
{
  GObject parent_instance;

  guint64 version;
  GHashTable *collections;      /* id of a kind (its own) → KinDemoCollection */
  KinDemoHistory *history;
  KinDemoObject *last_put;      /* (nullable): what kin_demo_store_put() lent, whatever subscribers did since */

  GArray *subscribers;          /* of Subscriber */
  guint last_subscriber;
  GQueue untold;                /* of KinDemoEvent */
  gboolean telling;
};

G_DEFINE_FINAL_TYPE (KinDemoStore, kin_demo_store, G_TYPE_OBJECT)

typedef struct
{
  guint id;
  guint64 since;                /* it asked for what comes after this version */
  KinDemoEventFunc func;        /* NULL: it left while an event was told */
  gpointer user_data;
} Subscriber;

static char *
make_key (const char *namespace_,
          const char *name)
{
  return namespace_ != NULL && *namespace_ != '\0' ? g_strconcat (namespace_, "/", name, NULL) : g_strdup (name);
}

static KinDemoCollection *
find_collection (KinDemoStore *self,
                 KinDemoKind  *kind)
{
  return g_hash_table_lookup (self->collections, kin_demo_kind_get_id (kind));
}

static KinDemoCollection *
ensure_collection (KinDemoStore *self,
                   KinDemoKind  *kind)
{
  KinDemoCollection *collection = find_collection (self, kind);

  if (collection == NULL)
    {
      collection = kin_demo_collection_new ();
      g_hash_table_insert (self->collections, g_strdup (kin_demo_kind_get_id (kind)), collection);
    }

  return collection;
}

static gboolean
is_of_kind (KinDemoObject *object,
            KinDemoKind   *kind)
{
  KinDemoKind *own = kin_demo_object_get_kind (object);

  /* A custom kind whose definition changed is another one by the same id. */
  return own == kind || g_str_equal (kin_demo_kind_get_id (own), kin_demo_kind_get_id (kind));
}

static GPtrArray *
new_list (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) kin_demo_object_unref);
}

static void
drop_gone_subscribers (KinDemoStore *self)
{
  for (guint i = self->subscribers->len; i > 0; i--)
    {
      if (g_array_index (self->subscribers, Subscriber, i - 1).func == NULL)
        g_array_remove_index (self->subscribers, i - 1);
    }
}

static void
tell_event (KinDemoStore       *self,
            const KinDemoEvent *event)
{
  for (guint i = 0; i < self->subscribers->len; i++)
    {
      /* A copy: the array may grow meanwhile. */
      Subscriber subscriber = g_array_index (self->subscribers, Subscriber, i);

      if (subscriber.func != NULL && subscriber.since < event->version)
        subscriber.func (event, subscriber.user_data);
    }
}

/* A subscriber may write, too: what it writes is told after what it is being told, so that all see one order. */
static void
tell (KinDemoStore       *self,
      const KinDemoEvent *event)
{
  g_queue_push_tail (&self->untold, kin_demo_event_copy (event));
  if (self->telling)
    return;

  g_object_ref (self);
  self->telling = TRUE;
  while (!g_queue_is_empty (&self->untold))
    {
      g_autoptr(KinDemoEvent) next = g_queue_pop_head (&self->untold);

      tell_event (self, next);
    }
  self->telling = FALSE;
  drop_gone_subscribers (self);
  g_object_unref (self);
}

static void
record (KinDemoStore     *self,
        KinDemoEventType  type,
        KinDemoObject    *object,
        KinDemoObject    *previous)
{
  const KinDemoEvent event = { type, self->version, object, previous };

  kin_demo_history_add (self->history, &event);
  tell (self, &event);
}

static void
ensure_type_meta (KinDemoDraft *draft,
                  KinDemoKind  *kind)
{
  yyjson_mut_val *root = yyjson_mut_doc_get_root (draft);
  KinResource *resource = kin_demo_kind_get_resource (kind);

  if (kin_demo_get (root, "apiVersion", NULL) == NULL)
    yyjson_mut_obj_insert (root, yyjson_mut_str (draft, "apiVersion"),
                           yyjson_mut_strcpy (draft, kin_resource_get_api_version (resource)), 0);
  if (kin_demo_get (root, "kind", NULL) == NULL)
    yyjson_mut_obj_insert (root, yyjson_mut_str (draft, "kind"),
                           yyjson_mut_strcpy (draft, kin_resource_get_kind (resource)), 0);
}

static void
stamp (KinDemoStore *self,
       KinDemoDraft *draft)
{
  char version[32];

  self->version++;
  g_snprintf (version, sizeof version, "%" G_GUINT64_FORMAT, self->version);
  kin_demo_set_string (draft, kin_demo_ensure_object (draft, yyjson_mut_doc_get_root (draft), "metadata", NULL),
                       "resourceVersion", version);
}

/* What each object after a key that changed since was at a version: the first event after it tells. */
static GHashTable *
undo_until (KinDemoStore *self,
            KinDemoKind  *kind,
            guint64       at,
            const char   *after_key)
{
  GHashTable *then = g_hash_table_new (g_str_hash, g_str_equal);
  guint first = kin_demo_history_find (self->history, at);

  for (guint i = kin_demo_history_get_length (self->history); i > first; i--)
    {
      const KinDemoEvent *event = kin_demo_history_get (self->history, i - 1);

      if (is_of_kind (event->object, kind) &&
          (after_key == NULL || strcmp (kin_demo_object_get_key (event->object), after_key) > 0))
        g_hash_table_replace (then, (gpointer) kin_demo_object_get_key (event->object), event->previous);
    }

  return then;
}

static void
set_too_large (KinDemoStore  *self,
               guint64        version,
               GError       **error)
{
  GError *refusal = g_error_new (KIN_DEMO_ERROR, KIN_DEMO_ERROR_VERSION_TOO_LARGE,
                                 "Timeout: Too large resource version: %" G_GUINT64_FORMAT
                                 ", current: %" G_GUINT64_FORMAT, version, self->version);

  kin_demo_error_add_cause (refusal, "ResourceVersionTooLarge", NULL, "Too large resource version");
  g_propagate_error (error, refusal);
}

static void
kin_demo_store_finalize (GObject *object)
{
  KinDemoStore *self = KIN_DEMO_STORE (object);

  g_queue_clear_full (&self->untold, (GDestroyNotify) kin_demo_event_free);
  g_clear_pointer (&self->subscribers, g_array_unref);
  g_clear_pointer (&self->last_put, kin_demo_object_unref);
  g_clear_pointer (&self->history, kin_demo_history_free);
  g_clear_pointer (&self->collections, g_hash_table_unref);

  G_OBJECT_CLASS (kin_demo_store_parent_class)->finalize (object);
}

static void
kin_demo_store_class_init (KinDemoStoreClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = kin_demo_store_finalize;
}

static void
kin_demo_store_init (KinDemoStore *self)
{
  self->version = FIRST_VERSION;
  self->collections = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                             (GDestroyNotify) kin_demo_collection_free);
  self->history = kin_demo_history_new (self->version, KIN_DEMO_STORE_HISTORY);
  self->subscribers = g_array_new (FALSE, FALSE, sizeof (Subscriber));
  g_queue_init (&self->untold);
}

/**
 * kin_demo_store_new:
 *
 * Makes an empty store, of a cluster that has lived for a while.
 *
 * Returns: (transfer full): a store
 */
KinDemoStore *
kin_demo_store_new (void)
{
  return g_object_new (KIN_TYPE_DEMO_STORE, NULL);
}

/**
 * kin_demo_store_get_version:
 * @self: a store
 *
 * Gets the newest revision.
 *
 * Returns: what a list of now has as its resourceVersion
 */
guint64
kin_demo_store_get_version (KinDemoStore *self)
{
  g_return_val_if_fail (KIN_IS_DEMO_STORE (self), 0);

  return self->version;
}

/**
 * kin_demo_store_get_oldest:
 * @self: a store
 *
 * Gets where the history begins: what is older is gone.
 *
 * Returns: the oldest version from which one can watch
 */
guint64
kin_demo_store_get_oldest (KinDemoStore *self)
{
  g_return_val_if_fail (KIN_IS_DEMO_STORE (self), 0);

  return kin_demo_history_get_oldest (self->history);
}

/**
 * kin_demo_store_get:
 * @self: a store
 * @kind: a kind
 * @namespace_: (nullable): a namespace; %NULL for what is in none
 * @name: a name
 *
 * Looks an object up.
 *
 * Returns: (transfer none) (nullable): the object, or %NULL
 */
KinDemoObject *
kin_demo_store_get (KinDemoStore *self,
                    KinDemoKind  *kind,
                    const char   *namespace_,
                    const char   *name)
{
  KinDemoCollection *collection;
  g_autofree char *key = NULL;

  g_return_val_if_fail (KIN_IS_DEMO_STORE (self), NULL);
  g_return_val_if_fail (kind != NULL && name != NULL, NULL);

  collection = find_collection (self, kind);
  if (collection == NULL)
    return NULL;

  key = make_key (namespace_, name);

  return kin_demo_collection_lookup (collection, key);
}

/**
 * kin_demo_store_count:
 * @self: a store
 * @kind: a kind
 * @namespace_: (nullable): a namespace; %NULL for all
 *
 * Counts objects.
 *
 * Returns: how many there are
 */
guint
kin_demo_store_count (KinDemoStore *self,
                      KinDemoKind  *kind,
                      const char   *namespace_)
{
  KinDemoCollection *collection;

  g_return_val_if_fail (KIN_IS_DEMO_STORE (self), 0);
  g_return_val_if_fail (kind != NULL, 0);

  collection = find_collection (self, kind);

  return collection != NULL ? kin_demo_collection_count (collection, namespace_) : 0;
}

/**
 * kin_demo_store_list:
 * @self: a store
 * @kind: a kind
 * @namespace_: (nullable): a namespace; %NULL for all
 *
 * Lists what there is now, sorted by key.
 *
 * Returns: (transfer full) (element-type KinDemoObject): the objects
 */
GPtrArray *
kin_demo_store_list (KinDemoStore *self,
                     KinDemoKind  *kind,
                     const char   *namespace_)
{
  return kin_demo_store_list_page (self, kind, namespace_, 0, NULL, 0, NULL, NULL);
}

/**
 * kin_demo_store_list_page:
 * @self: a store
 * @kind: a kind
 * @namespace_: (nullable): a namespace; %NULL for all
 * @at: the version whose state is asked for; 0 for now
 * @after_key: (nullable): the last key of the page before
 * @limit: how many objects at most; 0 for all
 * @n_remaining: (out) (optional): how many more follow
 * @error: return location for a #GError
 *
 * Lists what there was at a version, sorted by key, in pages.
 *
 * Returns: (transfer full) (element-type KinDemoObject): the objects, or %NULL with %KIN_DEMO_ERROR_EXPIRED or
 *   %KIN_DEMO_ERROR_VERSION_TOO_LARGE
 */
GPtrArray *
kin_demo_store_list_page (KinDemoStore  *self,
                          KinDemoKind   *kind,
                          const char    *namespace_,
                          guint64        at,
                          const char    *after_key,
                          guint          limit,
                          guint64       *n_remaining,
                          GError       **error)
{
  KinDemoCollection *collection;
  g_autoptr(GHashTable) then = NULL;

  g_return_val_if_fail (KIN_IS_DEMO_STORE (self), NULL);
  g_return_val_if_fail (kind != NULL, NULL);

  if (at > self->version)
    {
      set_too_large (self, at, error);
      return NULL;
    }
  if (at != 0 && at < kin_demo_store_get_oldest (self))
    {
      g_set_error_literal (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_EXPIRED,
                           "The resourceVersion for the provided list is too old.");
      return NULL;
    }

  if (at != 0 && at < self->version)
    then = undo_until (self, kind, at, after_key);
  collection = ensure_collection (self, kind);

  return kin_demo_collection_page (collection, namespace_, then, after_key, limit, n_remaining);
}

/**
 * kin_demo_store_list_owned:
 * @self: a store
 * @kind: a kind
 * @owner_uid: the uid of an owner
 *
 * Lists what an owner controls, sorted by key.
 *
 * Returns: (transfer full) (element-type KinDemoObject): the objects
 */
GPtrArray *
kin_demo_store_list_owned (KinDemoStore *self,
                           KinDemoKind  *kind,
                           const char   *owner_uid)
{
  KinDemoCollection *collection;

  g_return_val_if_fail (KIN_IS_DEMO_STORE (self), NULL);
  g_return_val_if_fail (kind != NULL && owner_uid != NULL, NULL);

  collection = find_collection (self, kind);

  return collection != NULL ? kin_demo_collection_list_owned (collection, owner_uid) : new_list ();
}

/**
 * kin_demo_store_put:
 * @self: a store
 * @kind: a kind
 * @draft: an object, which gets its resourceVersion, and apiVersion and kind if it has none
 *
 * Adds an object, or replaces the one of the same namespace and name.
 *
 * Returns: (transfer none): the object as it is stored; lent until the next put
 */
KinDemoObject *
kin_demo_store_put (KinDemoStore *self,
                    KinDemoKind  *kind,
                    KinDemoDraft *draft)
{
  KinDemoCollection *collection;
  g_autoptr(KinDemoObject) object = NULL;
  g_autoptr(KinDemoObject) previous = NULL;
  KinDemoObject *found;

  g_return_val_if_fail (KIN_IS_DEMO_STORE (self), NULL);
  g_return_val_if_fail (kind != NULL && draft != NULL, NULL);

  ensure_type_meta (draft, kind);
  stamp (self, draft);
  object = kin_demo_object_new (kind, draft);

  collection = ensure_collection (self, kind);
  found = kin_demo_collection_lookup (collection, kin_demo_object_get_key (object));
  if (found != NULL)
    previous = kin_demo_object_ref (found);
  kin_demo_collection_put (collection, object);
  record (self, previous != NULL ? KIN_DEMO_MODIFIED : KIN_DEMO_ADDED, object, previous);

  g_clear_pointer (&self->last_put, kin_demo_object_unref);
  self->last_put = kin_demo_object_ref (object);

  return object;
}

/**
 * kin_demo_store_remove:
 * @self: a store
 * @object: an object, or an older version of it
 *
 * Removes an object. If it is gone already, or another one has its name, nothing happens.
 */
void
kin_demo_store_remove (KinDemoStore  *self,
                       KinDemoObject *object)
{
  KinDemoCollection *collection;
  g_autoptr(KinDemoDraft) draft = NULL;
  g_autoptr(KinDemoObject) previous = NULL;
  g_autoptr(KinDemoObject) last = NULL;
  KinDemoObject *found;

  g_return_if_fail (KIN_IS_DEMO_STORE (self));
  g_return_if_fail (object != NULL);

  collection = ensure_collection (self, kin_demo_object_get_kind (object));
  found = kin_demo_collection_lookup (collection, kin_demo_object_get_key (object));
  if (found == NULL || g_strcmp0 (kin_demo_object_get_uid (found), kin_demo_object_get_uid (object)) != 0)
    return;

  previous = kin_demo_object_ref (found);
  draft = kin_demo_object_edit (previous);
  stamp (self, draft);
  last = kin_demo_object_new (kin_demo_object_get_kind (previous), draft);

  kin_demo_collection_remove (collection, kin_demo_object_get_key (previous));
  record (self, KIN_DEMO_DELETED, last, previous);
}

/**
 * kin_demo_store_replay:
 * @self: a store
 * @kind: a kind
 * @since: a version
 * @func: (scope call): what to tell each event
 * @user_data: for @func
 * @error: return location for a #GError
 *
 * Tells what happened to objects of a kind after a version, in order.
 *
 * Returns: whether the history reaches back so far; if not, %KIN_DEMO_ERROR_EXPIRED is set and nothing was told
 */
gboolean
kin_demo_store_replay (KinDemoStore      *self,
                       KinDemoKind       *kind,
                       guint64            since,
                       KinDemoEventFunc   func,
                       gpointer           user_data,
                       GError           **error)
{
  guint64 oldest;

  g_return_val_if_fail (KIN_IS_DEMO_STORE (self), FALSE);
  g_return_val_if_fail (kind != NULL && func != NULL, FALSE);

  oldest = kin_demo_store_get_oldest (self);
  if (since < oldest)
    {
      g_set_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_EXPIRED,
                   "too old resource version: %" G_GUINT64_FORMAT " (%" G_GUINT64_FORMAT ")", since, oldest);
      return FALSE;
    }

  for (guint i = kin_demo_history_find (self->history, since); i < kin_demo_history_get_length (self->history); i++)
    {
      const KinDemoEvent *event = kin_demo_history_get (self->history, i);

      if (is_of_kind (event->object, kind))
        func (event, user_data);
    }

  return TRUE;
}

/**
 * kin_demo_store_subscribe:
 * @self: a store
 * @func: (scope notified): what to call for every event of every kind, in order
 * @user_data: for @func
 *
 * Asks to be told of what happens from now on.
 *
 * Returns: a handle for kin_demo_store_unsubscribe()
 */
guint
kin_demo_store_subscribe (KinDemoStore     *self,
                          KinDemoEventFunc  func,
                          gpointer          user_data)
{
  Subscriber subscriber;

  g_return_val_if_fail (KIN_IS_DEMO_STORE (self), 0);
  g_return_val_if_fail (func != NULL, 0);

  subscriber = (Subscriber) { ++self->last_subscriber, self->version, func, user_data };
  g_array_append_val (self->subscribers, subscriber);

  return subscriber.id;
}

/**
 * kin_demo_store_unsubscribe:
 * @self: a store
 * @id: what kin_demo_store_subscribe() returned
 *
 * Asks to be told no more; works within a call, too.
 */
void
kin_demo_store_unsubscribe (KinDemoStore *self,
                            guint         id)
{
  g_return_if_fail (KIN_IS_DEMO_STORE (self));

  for (guint i = 0; i < self->subscribers->len; i++)
    {
      Subscriber *subscriber = &g_array_index (self->subscribers, Subscriber, i);

      if (subscriber->id == id)
        subscriber->func = NULL;
    }

  if (!self->telling)
    drop_gone_subscribers (self);
}

/**
 * kin_demo_store_compact:
 * @self: a store
 *
 * Forgets all history: what is older than now is gone.
 */
void
kin_demo_store_compact (KinDemoStore *self)
{
  g_return_if_fail (KIN_IS_DEMO_STORE (self));

  kin_demo_history_clear (self->history);
}

/**
 * kin_demo_store_set_history:
 * @self: a store
 * @n_events: how many events to keep at most
 *
 * Bounds the history.
 */
void
kin_demo_store_set_history (KinDemoStore *self,
                            guint         n_events)
{
  g_return_if_fail (KIN_IS_DEMO_STORE (self));

  kin_demo_history_set_bound (self->history, n_events);
}
