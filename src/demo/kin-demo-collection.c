/* kin-demo-collection.c: all objects of one kind, sorted as lists are, and by the owner that controls them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-collection.h"

#include <string.h>

struct _KinDemoCollection
{
  GSequence *sorted;        /* of KinDemoObject, by key as bytes: the order of etcd */
  GHashTable *places;       /* key (of the object) → its GSequenceIter */
  GHashTable *owned;        /* uid of an owner → GHashTable: key (of the object) → KinDemoObject */
};

/* A walk over the objects of a namespace as they are now, and beside it over what was different then. */
typedef struct
{
  GSequenceIter *next;
  GSequenceIter *end;
  GPtrArray *changed_keys;  /* (nullable): sorted */
  guint n_passed;           /* of changed_keys */
  GHashTable *then;         /* (nullable) */
  GHashTable *places;
} Walk;

/* GSequence hands the element it looks for to one side of the comparison: there it is NULL. */
static int
compare_with_key (gconstpointer a,
                  gconstpointer b,
                  gpointer      user_data)
{
  const char *key = user_data;

  return strcmp (a != NULL ? kin_demo_object_get_key ((KinDemoObject *) a) : key,
                 b != NULL ? kin_demo_object_get_key ((KinDemoObject *) b) : key);
}

static GSequenceIter *
find_after (KinDemoCollection *self,
            const char        *key)
{
  return g_sequence_search (self->sorted, NULL, compare_with_key, (gpointer) key);
}

static GSequenceIter *
find_begin (KinDemoCollection *self,
            const char        *namespace_,
            const char        *after_key)
{
  g_autofree char *prefix = NULL;

  if (namespace_ != NULL)
    prefix = g_strconcat (namespace_, "/", NULL);

  if (after_key != NULL && (prefix == NULL || strcmp (after_key, prefix) > 0))
    return find_after (self, after_key);

  return prefix != NULL ? find_after (self, prefix) : g_sequence_get_begin_iter (self->sorted);
}

static GSequenceIter *
find_end (KinDemoCollection *self,
          const char        *namespace_)
{
  g_autofree char *bound = NULL;

  if (namespace_ == NULL)
    return g_sequence_get_end_iter (self->sorted);

  bound = g_strdup_printf ("%s%c", namespace_, '/' + 1);

  return find_after (self, bound);
}

static guint
count_between (GSequenceIter *begin,
               GSequenceIter *end)
{
  int n = g_sequence_iter_get_position (end) - g_sequence_iter_get_position (begin);

  return n > 0 ? (guint) n : 0;
}

static void
link_owner (KinDemoCollection *self,
            KinDemoObject     *object)
{
  const char *uid = kin_demo_object_get_owner_uid (object);
  GHashTable *children;

  if (uid == NULL)
    return;

  children = g_hash_table_lookup (self->owned, uid);
  if (children == NULL)
    {
      children = g_hash_table_new (g_str_hash, g_str_equal);
      g_hash_table_insert (self->owned, g_strdup (uid), children);
    }
  g_hash_table_insert (children, (gpointer) kin_demo_object_get_key (object), object);
}

static void
unlink_owner (KinDemoCollection *self,
              KinDemoObject     *object)
{
  const char *uid = kin_demo_object_get_owner_uid (object);
  GHashTable *children;

  if (uid == NULL)
    return;

  children = g_hash_table_lookup (self->owned, uid);
  g_hash_table_remove (children, kin_demo_object_get_key (object));
  if (g_hash_table_size (children) == 0)
    g_hash_table_remove (self->owned, uid);
}

static int
compare_keys (gconstpointer a,
              gconstpointer b)
{
  return strcmp (*(const char * const *) a, *(const char * const *) b);
}

static int
compare_objects (gconstpointer a,
                 gconstpointer b)
{
  return strcmp (kin_demo_object_get_key (*(KinDemoObject * const *) a),
                 kin_demo_object_get_key (*(KinDemoObject * const *) b));
}

static gboolean
is_in_namespace (const char *key,
                 const char *namespace_)
{
  gsize length;

  if (namespace_ == NULL)
    return TRUE;

  length = strlen (namespace_);

  return strncmp (key, namespace_, length) == 0 && key[length] == '/';
}

static GPtrArray *
sort_changed_keys (GHashTable *then,
                   const char *namespace_)
{
  GPtrArray *keys = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, then);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      if (is_in_namespace (key, namespace_))
        g_ptr_array_add (keys, key);
    }
  g_ptr_array_sort (keys, compare_keys);

  return keys;
}

static const char *
peek_changed_key (Walk *walk)
{
  if (walk->changed_keys == NULL || walk->n_passed == walk->changed_keys->len)
    return NULL;

  return g_ptr_array_index (walk->changed_keys, walk->n_passed);
}

/* The next object of then, or NULL at the end. */
static KinDemoObject *
walk_on (Walk *walk)
{
  for (;;)
    {
      KinDemoObject *now = walk->next != walk->end ? g_sequence_get (walk->next) : NULL;
      const char *changed = peek_changed_key (walk);
      int order;
      KinDemoObject *then;

      if (now == NULL && changed == NULL)
        return NULL;

      order = changed == NULL ? -1 : now == NULL ? 1 : strcmp (kin_demo_object_get_key (now), changed);
      if (order <= 0)
        walk->next = g_sequence_iter_next (walk->next);
      if (order < 0)
        return now;

      walk->n_passed++;
      then = g_hash_table_lookup (walk->then, changed);
      if (then != NULL)
        return then;
    }
}

static guint64
count_rest (Walk *walk)
{
  gint64 n = walk->next != walk->end ? count_between (walk->next, walk->end) : 0;

  while (peek_changed_key (walk) != NULL)
    {
      const char *key = peek_changed_key (walk);

      n += (g_hash_table_lookup (walk->then, key) != NULL) - g_hash_table_contains (walk->places, key);
      walk->n_passed++;
    }

  return (guint64) n;
}

/**
 * kin_demo_collection_new:
 *
 * Makes an empty collection.
 *
 * Returns: (transfer full): a collection
 */
KinDemoCollection *
kin_demo_collection_new (void)
{
  KinDemoCollection *self = g_new0 (KinDemoCollection, 1);

  self->sorted = g_sequence_new ((GDestroyNotify) kin_demo_object_unref);
  self->places = g_hash_table_new (g_str_hash, g_str_equal);
  self->owned = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_hash_table_unref);

  return self;
}

/**
 * kin_demo_collection_free:
 * @self: (transfer full): a collection
 *
 * Frees a collection.
 */
void
kin_demo_collection_free (KinDemoCollection *self)
{
  g_return_if_fail (self != NULL);

  g_hash_table_unref (self->owned);
  g_hash_table_unref (self->places);
  g_sequence_free (self->sorted);
  g_free (self);
}

/**
 * kin_demo_collection_lookup:
 * @self: a collection
 * @key: “namespace/name”, or a name
 *
 * Looks an object up.
 *
 * Returns: (transfer none) (nullable): the object, or %NULL
 */
KinDemoObject *
kin_demo_collection_lookup (KinDemoCollection *self,
                            const char        *key)
{
  GSequenceIter *place;

  g_return_val_if_fail (self != NULL && key != NULL, NULL);

  place = g_hash_table_lookup (self->places, key);

  return place != NULL ? g_sequence_get (place) : NULL;
}

/**
 * kin_demo_collection_put:
 * @self: a collection
 * @object: an object
 *
 * Adds an object, or replaces the one of the same key.
 */
void
kin_demo_collection_put (KinDemoCollection *self,
                         KinDemoObject     *object)
{
  const char *key;
  GSequenceIter *place;

  g_return_if_fail (self != NULL && object != NULL);

  key = kin_demo_object_get_key (object);
  place = g_hash_table_lookup (self->places, key);
  if (place != NULL)
    unlink_owner (self, g_sequence_get (place));

  /* The tables' keys are the objects' own: the new object's have to be in place before the old one goes. */
  link_owner (self, object);
  if (place != NULL)
    {
      g_hash_table_replace (self->places, (gpointer) key, place);
      g_sequence_set (place, kin_demo_object_ref (object));
    }
  else
    {
      place = g_sequence_insert_before (find_after (self, key), kin_demo_object_ref (object));
      g_hash_table_insert (self->places, (gpointer) key, place);
    }
}

/**
 * kin_demo_collection_remove:
 * @self: a collection
 * @key: the key of an object that is in it
 *
 * Removes an object.
 */
void
kin_demo_collection_remove (KinDemoCollection *self,
                            const char        *key)
{
  GSequenceIter *place;

  g_return_if_fail (self != NULL && key != NULL);

  place = g_hash_table_lookup (self->places, key);
  g_return_if_fail (place != NULL);

  unlink_owner (self, g_sequence_get (place));
  g_hash_table_remove (self->places, key);
  g_sequence_remove (place);
}

/**
 * kin_demo_collection_count:
 * @self: a collection
 * @namespace_: (nullable): a namespace; %NULL for all
 *
 * Counts objects.
 *
 * Returns: how many there are
 */
guint
kin_demo_collection_count (KinDemoCollection *self,
                           const char        *namespace_)
{
  g_return_val_if_fail (self != NULL, 0);

  if (namespace_ == NULL)
    return g_hash_table_size (self->places);

  return count_between (find_begin (self, namespace_, NULL), find_end (self, namespace_));
}

/**
 * kin_demo_collection_page:
 * @self: a collection
 * @namespace_: (nullable): a namespace; %NULL for all
 * @then: (nullable) (element-type utf8 KinDemoObject): for each key after @after_key that changed since, the object of
 *   then, or %NULL if there was none; %NULL to list what there is now
 * @after_key: (nullable): the last key of the page before
 * @limit: how many objects at most; 0 for all
 * @n_remaining: (out) (optional): how many more follow
 *
 * Lists objects, sorted by key.
 *
 * Returns: (transfer full) (element-type KinDemoObject): the objects
 */
GPtrArray *
kin_demo_collection_page (KinDemoCollection *self,
                          const char        *namespace_,
                          GHashTable        *then,
                          const char        *after_key,
                          guint              limit,
                          guint64           *n_remaining)
{
  GPtrArray *page;
  g_autoptr(GPtrArray) changed_keys = NULL;
  GSequenceIter *begin;
  GSequenceIter *end;
  Walk walk;
  KinDemoObject *object;

  g_return_val_if_fail (self != NULL, NULL);

  if (then != NULL)
    changed_keys = sort_changed_keys (then, namespace_);

  end = find_end (self, namespace_);
  begin = find_begin (self, namespace_, after_key);
  if (g_sequence_iter_compare (begin, end) > 0)
    begin = end;

  walk = (Walk) {
    .next = begin,
    .end = end,
    .changed_keys = changed_keys,
    .then = then,
    .places = self->places,
  };

  page = g_ptr_array_new_with_free_func ((GDestroyNotify) kin_demo_object_unref);
  while ((limit == 0 || page->len < limit) && (object = walk_on (&walk)) != NULL)
    g_ptr_array_add (page, kin_demo_object_ref (object));

  if (n_remaining != NULL)
    *n_remaining = count_rest (&walk);

  return page;
}

/**
 * kin_demo_collection_list_owned:
 * @self: a collection
 * @owner_uid: the uid of an owner
 *
 * Lists what an owner controls, sorted by key.
 *
 * Returns: (transfer full) (element-type KinDemoObject): the objects
 */
GPtrArray *
kin_demo_collection_list_owned (KinDemoCollection *self,
                                const char        *owner_uid)
{
  GPtrArray *list;
  GHashTable *children;
  GHashTableIter iter;
  gpointer object;

  g_return_val_if_fail (self != NULL && owner_uid != NULL, NULL);

  list = g_ptr_array_new_with_free_func ((GDestroyNotify) kin_demo_object_unref);
  children = g_hash_table_lookup (self->owned, owner_uid);
  if (children == NULL)
    return list;

  g_hash_table_iter_init (&iter, children);
  while (g_hash_table_iter_next (&iter, NULL, &object))
    g_ptr_array_add (list, kin_demo_object_ref (object));
  g_ptr_array_sort (list, compare_objects);

  return list;
}
