/* kin-tree-watch.c: tells which Deployments are concerned when ReplicaSets and pods change.
 *
 * It says only what is to be looked at anew: the three informers tell in no common order, but their caches are complete.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "model/kin-tree-watch.h"

#include "model/kin-id-table.h"

struct _KinTreeWatch
{
  KinSharedInformer      *replica_sets;
  KinSharedInformer      *pods;
  KinHandlerRegistration *replica_sets_registration;
  KinHandlerRegistration *pods_registration;
  KinRowTable            *rows;           /* borrowed */
  KinTreeWatchFunc        func;
  gpointer                user_data;

  GHashTable             *dirty_root_ids;
  GHashTable             *dirty_rows;
};

static GHashTable *
new_ids (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

static GHashTable *
new_rows (void)
{
  return g_hash_table_new_full (NULL, NULL, g_object_unref, NULL);
}

static void
mark_root (KinTreeWatch *self,
           const char   *id)
{
  if (id != NULL && !g_hash_table_contains (self->dirty_root_ids, id))
    g_hash_table_add (self->dirty_root_ids, g_strdup (id));
}

static void
mark_row (KinTreeWatch *self,
          KinObject    *object)
{
  KinRow *row = kin_row_table_get (self->rows, kin_id_table_id_of (object));

  if (row != NULL && !g_hash_table_contains (self->dirty_rows, row))
    g_hash_table_add (self->dirty_rows, g_object_ref (row));
}

static void
mark_replica_set (KinTreeWatch *self,
                  KinObject    *replica_set)
{
  mark_root (self, kin_object_get_owner_uid (replica_set));
  mark_row (self, replica_set);
}

/* The Deployment of a pod is its ReplicaSet's owner. */
static void
mark_pod (KinTreeWatch *self,
          KinObject    *pod)
{
  const char *owner_uid = kin_object_get_owner_uid (pod);
  g_autofree char *key = NULL;
  KinObject *replica_set;

  mark_row (self, pod);
  if (owner_uid == NULL)
    return;

  key = g_strconcat (kin_object_get_namespace (pod), "/", kin_object_get_owner_name (pod), NULL);
  replica_set = kin_indexer_get (kin_shared_informer_get_indexer (self->replica_sets), key);
  if (replica_set != NULL && g_str_equal (kin_object_get_uid (replica_set), owner_uid))
    mark_root (self, kin_object_get_owner_uid (replica_set));
}

static void
replica_set_added (KinObject *object,
                   gboolean   is_in_initial_list,
                   gpointer   user_data)
{
  mark_replica_set (user_data, object);
}

static void
replica_set_updated (KinObject *old_object,
                     KinObject *new_object,
                     gpointer   user_data)
{
  mark_replica_set (user_data, old_object);
  mark_replica_set (user_data, new_object);
}

static void
replica_set_deleted (KinObject *object,
                     gboolean   final_state_unknown,
                     gpointer   user_data)
{
  mark_replica_set (user_data, object);
}

static void
pod_added (KinObject *object,
           gboolean   is_in_initial_list,
           gpointer   user_data)
{
  mark_pod (user_data, object);
}

static void
pod_updated (KinObject *old_object,
             KinObject *new_object,
             gpointer   user_data)
{
  mark_pod (user_data, old_object);
  mark_pod (user_data, new_object);
}

static void
pod_deleted (KinObject *object,
             gboolean   final_state_unknown,
             gpointer   user_data)
{
  mark_pod (user_data, object);
}

static void
burst_ended (gpointer user_data)
{
  KinTreeWatch *self = user_data;
  g_autoptr(GHashTable) root_ids = g_steal_pointer (&self->dirty_root_ids);
  g_autoptr(GHashTable) rows = g_steal_pointer (&self->dirty_rows);

  self->dirty_root_ids = new_ids ();
  self->dirty_rows = new_rows ();

  self->func (root_ids, rows, self->user_data);
}

static const KinEventHandler replica_set_handler = {
  .on_add = replica_set_added,
  .on_update = replica_set_updated,
  .on_delete = replica_set_deleted,
  .end = burst_ended,
};

static const KinEventHandler pod_handler = {
  .on_add = pod_added,
  .on_update = pod_updated,
  .on_delete = pod_deleted,
  .end = burst_ended,
};

/**
 * kin_tree_watch_new:
 * @rows: (transfer none): the rows of ReplicaSets and pods; must outlive the watch
 * @func: told at the end of each burst
 *
 * Begins to watch.
 */
KinTreeWatch *
kin_tree_watch_new (KinSharedInformer *replica_sets,
                    KinSharedInformer *pods,
                    KinRowTable       *rows,
                    KinTreeWatchFunc   func,
                    gpointer           user_data)
{
  KinTreeWatch *self;

  g_return_val_if_fail (KIN_IS_SHARED_INFORMER (replica_sets), NULL);
  g_return_val_if_fail (KIN_IS_SHARED_INFORMER (pods), NULL);
  g_return_val_if_fail (rows != NULL, NULL);
  g_return_val_if_fail (func != NULL, NULL);

  self = g_new0 (KinTreeWatch, 1);
  self->replica_sets = g_object_ref (replica_sets);
  self->pods = g_object_ref (pods);
  self->rows = rows;
  self->func = func;
  self->user_data = user_data;
  self->dirty_root_ids = new_ids ();
  self->dirty_rows = new_rows ();
  self->replica_sets_registration =
    kin_shared_informer_add_handler (replica_sets, &replica_set_handler, KIN_HANDLER_COALESCE, self);
  self->pods_registration =
    kin_shared_informer_add_handler (pods, &pod_handler, KIN_HANDLER_COALESCE, self);

  return self;
}

/**
 * kin_tree_watch_free:
 *
 * Ends the watch. May be called from its function.
 */
void
kin_tree_watch_free (KinTreeWatch *self)
{
  kin_shared_informer_remove_handler (self->replica_sets, self->replica_sets_registration);
  kin_shared_informer_remove_handler (self->pods, self->pods_registration);
  g_object_unref (self->replica_sets);
  g_object_unref (self->pods);
  g_hash_table_unref (self->dirty_root_ids);
  g_hash_table_unref (self->dirty_rows);
  g_free (self);
}

/**
 * kin_tree_watch_get_newest:
 * @object: a ReplicaSet or a pod
 *
 * Returns: (transfer none) (nullable): the version that is in the cache, whichever one was told last
 */
KinObject *
kin_tree_watch_get_newest (KinTreeWatch *self,
                           KinObject    *object)
{
  KinSharedInformer *informers[2];

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (object != NULL, NULL);

  informers[0] = self->replica_sets;
  informers[1] = self->pods;
  for (guint i = 0; i < G_N_ELEMENTS (informers); i++)
    {
      KinObject *newest = kin_indexer_get (kin_shared_informer_get_indexer (informers[i]), kin_object_get_key (object));

      if (newest != NULL && kin_object_same_identity (newest, object))
        return newest;
    }

  return NULL;
}
