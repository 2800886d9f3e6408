/* kin-indexer.c: the local cache: objects by key, and indices over them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "cache/kin-indexer.h"

#include <stdlib.h>
#include <string.h>

#include <glib/gi18n.h>

#include "cache/kin-discard.h"
#include "cache/kin-object-set.h"

typedef struct
{
  char *name;
  KinIndexFunc func;
  gpointer user_data;
} Index;

/* What is swapped as one by a replacement. */
typedef struct
{
  GHashTable *objects;   /* key → KinObject, whose own string the key is */
  GPtrArray *tables;     /* of GHashTable, one for each index: value → KinObjectSet, whose own string the value is */
} Contents;

struct _KinIndexer
{
  GObject parent_instance;

  GPtrArray *indices;    /* of Index */
  Contents *current;
  Contents *staged;
  guint64 n_writes;
  char *resource_version;
};

G_DEFINE_FINAL_TYPE (KinIndexer, kin_indexer, G_TYPE_OBJECT)
G_DEFINE_QUARK (kin-indexer-error-quark, kin_indexer_error)

typedef struct
{
  GHashTable *table;
  KinObject *object;
} Target;

static void
index_free (Index *index)
{
  g_free (index->name);
  g_free (index);
}

static GHashTable *
new_index_table (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) kin_object_set_free);
}

static Contents *
contents_new (guint n_indices)
{
  Contents *contents = g_new (Contents, 1);

  contents->objects = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) kin_object_unref);
  contents->tables = g_ptr_array_new_with_free_func ((GDestroyNotify) g_hash_table_unref);
  for (guint i = 0; i < n_indices; i++)
    g_ptr_array_add (contents->tables, new_index_table ());

  return contents;
}

/* The tables go first: their sets point at the objects. */
static void
contents_free (Contents *contents)
{
  g_ptr_array_unref (contents->tables);
  g_hash_table_unref (contents->objects);
  g_free (contents);
}

static void
contents_discard (Contents *contents)
{
  kin_discard (contents, (GDestroyNotify) contents_free, g_hash_table_size (contents->objects));
}

static void
add_under_value (const char *value,
                 gpointer    sink)
{
  Target *target = sink;
  KinObjectSet *set = g_hash_table_lookup (target->table, value);

  if (set == NULL)
    {
      set = kin_object_set_new (value);
      g_hash_table_insert (target->table, (gpointer) kin_object_set_get_value (set), set);
    }

  kin_object_set_add (set, target->object);
}

/* Empty sets go: values churn as pods do, and would pile up. */
static void
remove_under_value (const char *value,
                    gpointer    sink)
{
  Target *target = sink;
  KinObjectSet *set = g_hash_table_lookup (target->table, value);

  if (set == NULL)
    return;

  kin_object_set_remove (set, target->object);
  if (kin_object_set_get_size (set) == 0)
    g_hash_table_remove (target->table, value);
}

static void
index_object (Index      *index,
              GHashTable *table,
              KinObject  *object)
{
  Target target = { table, object };

  index->func (object, add_under_value, &target, index->user_data);
}

static void
unindex_object (Index      *index,
                GHashTable *table,
                KinObject  *object)
{
  Target target = { table, object };

  index->func (object, remove_under_value, &target, index->user_data);
}

/* A set that would become empty between the two steps need not be freed and made again. */
static void
reindex_object (Index      *index,
                GHashTable *table,
                KinObject  *old_object,
                KinObject  *new_object)
{
  index_object (index, table, new_object);
  unindex_object (index, table, old_object);
}

static void
put_into (KinIndexer *self,
          Contents   *contents,
          KinObject  *old_object,
          KinObject  *new_object)
{
  for (guint i = 0; i < self->indices->len; i++)
    {
      Index *index = self->indices->pdata[i];
      GHashTable *table = contents->tables->pdata[i];

      if (old_object != NULL)
        reindex_object (index, table, old_object, new_object);
      else
        index_object (index, table, new_object);
    }

  /* Replaces the key as well: it is a string of the old object. */
  g_hash_table_replace (contents->objects, (gpointer) kin_object_get_key (new_object), kin_object_ref (new_object));
}

static gboolean
find_index (KinIndexer *self,
            const char *name,
            guint      *position)
{
  for (guint i = 0; i < self->indices->len; i++)
    {
      Index *index = self->indices->pdata[i];

      if (g_str_equal (index->name, name))
        {
          *position = i;
          return TRUE;
        }
    }

  return FALSE;
}

static GHashTable *
get_index_table (KinIndexer *self,
                 const char *name)
{
  guint position;

  return find_index (self, name, &position) ? self->current->tables->pdata[position] : NULL;
}

static void
add_index_table (Contents *contents,
                 Index    *index)
{
  GHashTable *table = new_index_table ();
  GHashTableIter iter;
  gpointer object;

  g_ptr_array_add (contents->tables, table);

  g_hash_table_iter_init (&iter, contents->objects);
  while (g_hash_table_iter_next (&iter, NULL, &object))
    index_object (index, table, object);
}

static int
compare_values (gconstpointer a,
                gconstpointer b)
{
  return strcmp (*(char * const *) a, *(char * const *) b);
}

static void
kin_indexer_finalize (GObject *object)
{
  KinIndexer *self = KIN_INDEXER (object);

  g_clear_pointer (&self->staged, contents_discard);
  g_clear_pointer (&self->current, contents_discard);
  g_clear_pointer (&self->indices, g_ptr_array_unref);
  g_free (self->resource_version);

  G_OBJECT_CLASS (kin_indexer_parent_class)->finalize (object);
}

static void
kin_indexer_class_init (KinIndexerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = kin_indexer_finalize;
}

static void
kin_indexer_init (KinIndexer *self)
{
  self->indices = g_ptr_array_new_with_free_func ((GDestroyNotify) index_free);
  self->current = contents_new (0);
}

/**
 * kin_indexer_new:
 *
 * Makes an empty cache without an index.
 *
 * Returns: (transfer full): the cache
 */
KinIndexer *
kin_indexer_new (void)
{
  return g_object_new (KIN_TYPE_INDEXER, NULL);
}

/**
 * kin_indexer_add_index:
 * @self: a cache, which may hold objects already
 * @name: the index's name
 * @func: tells an object's values
 * @user_data: for @func
 * @error: where to put a KIN_INDEXER_ERROR_CONFLICT
 *
 * Adds an index over what is in the cache and what comes.
 *
 * Returns: %FALSE if there is one of that name
 */
gboolean
kin_indexer_add_index (KinIndexer    *self,
                       const char    *name,
                       KinIndexFunc   func,
                       gpointer       user_data,
                       GError       **error)
{
  Index *index;
  guint position;

  g_return_val_if_fail (KIN_IS_INDEXER (self), FALSE);
  g_return_val_if_fail (name != NULL, FALSE);
  g_return_val_if_fail (func != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (find_index (self, name, &position))
    {
      g_set_error (error, KIN_INDEXER_ERROR, KIN_INDEXER_ERROR_CONFLICT, _("There is an index “%s” already"), name);
      return FALSE;
    }

  index = g_new (Index, 1);
  *index = (Index) { g_strdup (name), func, user_data };
  g_ptr_array_add (self->indices, index);

  add_index_table (self->current, index);
  if (self->staged != NULL)
    add_index_table (self->staged, index);

  return TRUE;
}

/**
 * kin_indexer_has_index:
 * @self: a cache
 * @name: an index's name
 *
 * Tells whether there is such an index.
 *
 * Returns: %TRUE if there is
 */
gboolean
kin_indexer_has_index (KinIndexer *self,
                       const char *name)
{
  guint position;

  g_return_val_if_fail (KIN_IS_INDEXER (self), FALSE);
  g_return_val_if_fail (name != NULL, FALSE);

  return find_index (self, name, &position);
}

/**
 * kin_indexer_index_by_namespace:
 * @object: an object
 * @emit: gets its namespace, "" if it is cluster-scoped
 * @sink: for @emit
 * @user_data: unused
 *
 * A #KinIndexFunc: the index by namespace.
 */
void
kin_indexer_index_by_namespace (KinObject         *object,
                                KinIndexValueFunc  emit,
                                gpointer           sink,
                                gpointer           user_data)
{
  emit (kin_object_get_namespace (object), sink);
}

/**
 * kin_indexer_index_by_owner_uid:
 * @object: an object
 * @emit: gets the uid of the owner that controls it, if there is one
 * @sink: for @emit
 * @user_data: unused
 *
 * A #KinIndexFunc: the index by owner.
 */
void
kin_indexer_index_by_owner_uid (KinObject         *object,
                                KinIndexValueFunc  emit,
                                gpointer           sink,
                                gpointer           user_data)
{
  const char *uid = kin_object_get_owner_uid (object);

  if (uid != NULL)
    emit (uid, sink);
}

/**
 * kin_indexer_get:
 * @self: a cache
 * @key: namespace/name
 *
 * Looks an object up.
 *
 * Returns: (transfer none) (nullable): the object
 */
KinObject *
kin_indexer_get (KinIndexer *self,
                 const char *key)
{
  g_return_val_if_fail (KIN_IS_INDEXER (self), NULL);
  g_return_val_if_fail (key != NULL, NULL);

  return g_hash_table_lookup (self->current->objects, key);
}

/**
 * kin_indexer_get_size:
 * @self: a cache
 *
 * Gets how many objects there are.
 *
 * Returns: their number
 */
guint
kin_indexer_get_size (KinIndexer *self)
{
  g_return_val_if_fail (KIN_IS_INDEXER (self), 0);

  return g_hash_table_size (self->current->objects);
}

/**
 * kin_indexer_foreach:
 * @self: a cache
 * @func: is shown each object; it must not write to the cache
 * @user_data: for @func
 *
 * Shows all objects, in no order.
 */
void
kin_indexer_foreach (KinIndexer    *self,
                     KinObjectFunc  func,
                     gpointer       user_data)
{
  GHashTableIter iter;
  gpointer object;

  g_return_if_fail (KIN_IS_INDEXER (self));
  g_return_if_fail (func != NULL);

  g_hash_table_iter_init (&iter, self->current->objects);
  while (g_hash_table_iter_next (&iter, NULL, &object))
    func (object, user_data);
}

/**
 * kin_indexer_by_index:
 * @self: a cache
 * @name: an index that there is
 * @value: a value
 *
 * Finds the objects that have @value under an index.
 *
 * Returns: (transfer full) (element-type KinObject): the objects, in no order
 */
GPtrArray *
kin_indexer_by_index (KinIndexer *self,
                      const char *name,
                      const char *value)
{
  GPtrArray *objects;
  GHashTable *table;
  KinObjectSet *set;

  g_return_val_if_fail (KIN_IS_INDEXER (self), NULL);
  g_return_val_if_fail (name != NULL, NULL);
  g_return_val_if_fail (value != NULL, NULL);

  table = get_index_table (self, name);
  g_return_val_if_fail (table != NULL, NULL);

  objects = g_ptr_array_new_with_free_func ((GDestroyNotify) kin_object_unref);
  set = g_hash_table_lookup (table, value);
  if (set != NULL)
    kin_object_set_collect (set, objects);

  return objects;
}

/**
 * kin_indexer_count_by_index:
 * @self: a cache
 * @name: an index that there is
 * @value: a value
 *
 * Counts the objects that have @value under an index, without collecting them.
 *
 * Returns: their number
 */
guint
kin_indexer_count_by_index (KinIndexer *self,
                            const char *name,
                            const char *value)
{
  GHashTable *table;
  KinObjectSet *set;

  g_return_val_if_fail (KIN_IS_INDEXER (self), 0);
  g_return_val_if_fail (name != NULL, 0);
  g_return_val_if_fail (value != NULL, 0);

  table = get_index_table (self, name);
  g_return_val_if_fail (table != NULL, 0);

  set = g_hash_table_lookup (table, value);

  return set != NULL ? kin_object_set_get_size (set) : 0;
}

/**
 * kin_indexer_list_index_values:
 * @self: a cache
 * @name: an index
 *
 * Lists the values under which there are objects.
 *
 * Returns: (transfer full) (array zero-terminated=1): the values, sorted; none if there is no such index
 */
char **
kin_indexer_list_index_values (KinIndexer *self,
                               const char *name)
{
  g_autoptr(GStrvBuilder) builder = NULL;
  g_auto(GStrv) values = NULL;
  GHashTableIter iter;
  GHashTable *table;
  gpointer value;

  g_return_val_if_fail (KIN_IS_INDEXER (self), NULL);
  g_return_val_if_fail (name != NULL, NULL);

  builder = g_strv_builder_new ();
  table = get_index_table (self, name);
  if (table != NULL)
    {
      g_hash_table_iter_init (&iter, table);
      while (g_hash_table_iter_next (&iter, &value, NULL))
        g_strv_builder_add (builder, value);
    }

  values = g_strv_builder_end (builder);
  qsort (values, g_strv_length (values), sizeof (char *), compare_values);

  return g_steal_pointer (&values);
}

/**
 * kin_indexer_get_resource_version:
 * @self: a cache
 *
 * Gets the resourceVersion of the last list, change or bookmark that went into the cache.
 *
 * Returns: (nullable): the version; %NULL as long as there was none
 */
const char *
kin_indexer_get_resource_version (KinIndexer *self)
{
  g_return_val_if_fail (KIN_IS_INDEXER (self), NULL);

  return self->resource_version;
}

/**
 * kin_indexer_put:
 * @self: a cache
 * @object: an object
 *
 * Puts an object in, under all indices.
 *
 * Returns: (transfer full) (nullable): the object that had its key
 */
KinObject *
kin_indexer_put (KinIndexer *self,
                 KinObject  *object)
{
  g_autoptr(KinObject) old = NULL;

  g_return_val_if_fail (KIN_IS_INDEXER (self), NULL);
  g_return_val_if_fail (object != NULL, NULL);

  old = g_hash_table_lookup (self->current->objects, kin_object_get_key (object));
  if (old != NULL)
    kin_object_ref (old);
  if (old != object)
    {
      put_into (self, self->current, old, object);
      self->n_writes++;
    }

  return g_steal_pointer (&old);
}

/**
 * kin_indexer_remove:
 * @self: a cache
 * @key: namespace/name
 *
 * Takes an object out, from all indices.
 *
 * Returns: (transfer full) (nullable): the object
 */
KinObject *
kin_indexer_remove (KinIndexer *self,
                    const char *key)
{
  gpointer object;

  g_return_val_if_fail (KIN_IS_INDEXER (self), NULL);
  g_return_val_if_fail (key != NULL, NULL);

  if (!g_hash_table_steal_extended (self->current->objects, key, NULL, &object))
    return NULL;

  self->n_writes++;
  for (guint i = 0; i < self->indices->len; i++)
    unindex_object (self->indices->pdata[i], self->current->tables->pdata[i], object);

  return object;
}

/**
 * kin_indexer_set_resource_version:
 * @self: a cache
 * @resource_version: of a change or a bookmark
 *
 * Notes how far the cache has come.
 */
void
kin_indexer_set_resource_version (KinIndexer *self,
                                  const char *resource_version)
{
  g_return_if_fail (KIN_IS_INDEXER (self));

  g_set_str (&self->resource_version, resource_version);
}

/**
 * kin_indexer_stage:
 * @self: a cache
 * @object: an object of the list that will replace what is in the cache
 *
 * Puts an object into the replacement that is being prepared. Readers do not see it yet.
 *
 * Returns: %FALSE if an object of this key is in it already; that one stays
 */
gboolean
kin_indexer_stage (KinIndexer *self,
                   KinObject  *object)
{
  g_return_val_if_fail (KIN_IS_INDEXER (self), FALSE);
  g_return_val_if_fail (object != NULL, FALSE);

  if (self->staged == NULL)
    self->staged = contents_new (self->indices->len);

  if (kin_indexer_get_staged (self, kin_object_get_key (object)) != NULL)
    return FALSE;

  put_into (self, self->staged, NULL, object);

  return TRUE;
}

/**
 * kin_indexer_get_staged:
 * @self: a cache
 * @key: namespace/name
 *
 * Looks an object up in the replacement that is being prepared.
 *
 * Returns: (transfer none) (nullable): the object
 */
KinObject *
kin_indexer_get_staged (KinIndexer *self,
                        const char *key)
{
  g_return_val_if_fail (KIN_IS_INDEXER (self), NULL);
  g_return_val_if_fail (key != NULL, NULL);

  return self->staged != NULL ? g_hash_table_lookup (self->staged->objects, key) : NULL;
}

/**
 * kin_indexer_commit:
 * @self: a cache
 * @resource_version: (nullable): the list's
 *
 * Replaces all that is in the cache by what was staged, be it nothing, in one step.
 */
void
kin_indexer_commit (KinIndexer *self,
                    const char *resource_version)
{
  g_return_if_fail (KIN_IS_INDEXER (self));

  if (self->staged == NULL)
    self->staged = contents_new (self->indices->len);

  contents_discard (self->current);
  self->current = g_steal_pointer (&self->staged);
  self->n_writes++;
  g_set_str (&self->resource_version, resource_version);
}

/**
 * kin_indexer_abandon:
 * @self: a cache
 *
 * Drops what was staged.
 */
void
kin_indexer_abandon (KinIndexer *self)
{
  g_return_if_fail (KIN_IS_INDEXER (self));

  g_clear_pointer (&self->staged, contents_discard);
}

/**
 * kin_indexer_iter_init:
 * @self: a cache
 * @iter: (out caller-allocates): an iterator over keys and objects
 *
 * Begins a walk over all objects that may be interrupted, as long as nothing is written meanwhile.
 */
void
kin_indexer_iter_init (KinIndexer     *self,
                       GHashTableIter *iter)
{
  g_return_if_fail (KIN_IS_INDEXER (self));
  g_return_if_fail (iter != NULL);

  g_hash_table_iter_init (iter, self->current->objects);
}

/**
 * kin_indexer_get_n_writes:
 * @self: a cache
 *
 * Gets how often the set of objects has changed: an iterator is good as long as this stays.
 *
 * Returns: the number
 */
guint64
kin_indexer_get_n_writes (KinIndexer *self)
{
  g_return_val_if_fail (KIN_IS_INDEXER (self), 0);

  return self->n_writes;
}
