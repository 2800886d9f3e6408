/* kin-diff.c: what changed between two states of an object, field by field, whatever the order of its lists.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "journal/kin-diff.h"

#include <string.h>

#include "journal/kin-managed-fields.h"
#include "journal/kin-value-text.h"

#define LAST_APPLIED "kubectl.kubernetes.io/last-applied-configuration"
#define LEADER "control-plane.alpha.kubernetes.io/leader"

typedef struct
{
  GPtrArray *changes;        /* of KinFieldChange */
  KinFieldPath *path;
  KinManagedFields *owners;
  GStringChunk *keys;        /* of the elements on the way */
  gboolean with_noise;
  gboolean is_secret;
  gboolean is_lease;
} Walk;

/* A member of an object or an element of a list, with what is to be matched. */
typedef struct
{
  const char *key;
  KinJsonValue *value;
  guint next_alike;          /* 1 + the place of the next one with that key, or 0 */
  gboolean is_matched;
} Child;

/* The elements of an object or list. Without a merge key those of a list stand for themselves. */
typedef struct
{
  gboolean is_object;
  const KinMergeKey *merge_key;
  GArray *old_children;
  GArray *new_children;
} Level;

static void diff_values (Walk              *walk,
                         KinJsonValue      *old_value,
                         KinJsonValue      *new_value,
                         const KinMergeKey *merge_key);

static gboolean
is_secret_data (Walk *walk)
{
  return walk->is_secret && kin_field_path_is_member (walk->path, 0, "data");
}

/* kubectl apply keeps a copy of what it was given, values and all. */
static gboolean
is_sensitive (Walk *walk)
{
  if (!walk->is_secret)
    return FALSE;

  return is_secret_data (walk) ||
         kin_field_path_is_member (walk->path, 0, "stringData") ||
         kin_field_path_is_member (walk->path, 2, LAST_APPLIED);
}

static gboolean
is_noise (Walk       *walk,
          const char *name)
{
  KinFieldPath *path = walk->path;

  if (walk->with_noise)
    return FALSE;

  switch (kin_field_path_get_n_steps (path))
    {
    case 1:
      if (kin_field_path_is_member (path, 0, "metadata"))
        return strcmp (name, "resourceVersion") == 0 || strcmp (name, "generation") == 0 || strcmp (name, "managedFields") == 0;
      return walk->is_lease && kin_field_path_is_member (path, 0, "spec") && strcmp (name, "renewTime") == 0;

    case 2:
      return kin_field_path_is_member (path, 0, "metadata") && kin_field_path_is_member (path, 1, "annotations") &&
             (strcmp (name, LAST_APPLIED) == 0 || strcmp (name, LEADER) == 0);

    case 3:
      return kin_field_path_is_member (path, 0, "status") && kin_field_path_is_member (path, 1, "conditions") &&
             (strcmp (name, "lastHeartbeatTime") == 0 || strcmp (name, "lastProbeTime") == 0);

    default:
      return FALSE;
    }
}

/* Maps whose members are told one by one even when the first comes or the last goes: what is noise or secret in
 * them must not be told with the rest. */
static gboolean
is_told_by_member (Walk *walk)
{
  guint n_steps = kin_field_path_get_n_steps (walk->path);

  if (n_steps == 1 && is_sensitive (walk))
    return TRUE;

  return n_steps >= 2 &&
         kin_field_path_is_member (walk->path, n_steps - 2, "metadata") &&
         (kin_field_path_is_member (walk->path, n_steps - 1, "annotations") ||
          kin_field_path_is_member (walk->path, n_steps - 1, "labels"));
}

static char *
dup_text (Walk              *walk,
          KinJsonValue      *value,
          const KinMergeKey *merge_key)
{
  if (value == NULL)
    return NULL;

  if (is_sensitive (walk))
    return kin_value_text_dup_masked (value, is_secret_data (walk));

  return kin_value_text_dup (value, merge_key);
}

static void
tell (Walk              *walk,
      KinJsonValue      *old_value,
      KinJsonValue      *new_value,
      const KinMergeKey *merge_key)
{
  KinFieldChange *change = g_new0 (KinFieldChange, 1);

  change->type = old_value == NULL ? KIN_FIELD_ADDED : new_value == NULL ? KIN_FIELD_REMOVED : KIN_FIELD_CHANGED;
  change->path = g_strdup (kin_field_path_get_text (walk->path));
  change->old_text = dup_text (walk, old_value, merge_key);
  change->new_text = dup_text (walk, new_value, merge_key);
  if (change->type == KIN_FIELD_REMOVED)
    change->manager = g_strdup (kin_managed_fields_find_remover (walk->owners));
  else
    change->manager = g_strdup (kin_managed_fields_find_setter (walk->owners, walk->path));

  g_ptr_array_add (walk->changes, change);
}

/* A member that is null is not there: that is how Kubernetes reads it. */
static GArray *
list_members (KinJsonValue *object)
{
  GArray *children = g_array_sized_new (FALSE, FALSE, sizeof (Child), kin_json_value_get_size (object));
  KinJsonIter iter;
  Child child = { 0 };

  kin_json_iter_init (&iter, object);
  while (kin_json_iter_next (&iter, &child.key, &child.value))
    if (kin_json_value_get_type (child.value) != KIN_JSON_NULL)
      g_array_append_val (children, child);

  return children;
}

static GArray *
list_elements (Walk              *walk,
               KinJsonValue      *list,
               const KinMergeKey *merge_key)
{
  GArray *children = g_array_sized_new (FALSE, FALSE, sizeof (Child), kin_json_value_get_size (list));
  KinJsonIter iter;
  Child child = { 0 };

  kin_json_iter_init (&iter, list);
  while (kin_json_iter_next (&iter, NULL, &child.value))
    {
      g_autofree char *key = NULL;

      key = merge_key != NULL ? kin_merge_key_dup_value (merge_key, child.value) : kin_value_text_dup (child.value, NULL);
      child.key = g_string_chunk_insert (walk->keys, key);
      g_array_append_val (children, child);
    }

  return children;
}

static Child *
get_child (GArray *children,
           guint   i)
{
  return &g_array_index (children, Child, i);
}

static GHashTable *
index_children (GArray *children)
{
  GHashTable *index = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = children->len; i > 0; i--)
    {
      Child *child = get_child (children, i - 1);

      child->next_alike = GPOINTER_TO_UINT (g_hash_table_lookup (index, child->key));
      g_hash_table_insert (index, (char *) child->key, GUINT_TO_POINTER (i));
    }

  return index;
}

static int
find_unmatched (GArray     *children,
                GHashTable *index,
                const char *key)
{
  guint i = GPOINTER_TO_UINT (g_hash_table_lookup (index, key));

  while (i > 0 && get_child (children, i - 1)->is_matched)
    i = get_child (children, i - 1)->next_alike;

  return (int) i - 1;
}

/* Finds for each new child the old one's place, or -1. Nearly always they stand in the same order; only where they
 * do not, an index is made. */
static int *
match_children (const Level *level)
{
  GArray *old_children = level->old_children;
  GArray *new_children = level->new_children;
  g_autoptr(GHashTable) index = NULL;
  int *partners = g_new (int, new_children->len + 1);
  guint next = 0;

  for (guint i = 0; i < new_children->len; i++)
    {
      const char *key = get_child (new_children, i)->key;

      while (next < old_children->len && get_child (old_children, next)->is_matched)
        next++;

      if (next < old_children->len && strcmp (get_child (old_children, next)->key, key) == 0)
        {
          partners[i] = next;
        }
      else
        {
          if (index == NULL)
            index = index_children (old_children);
          partners[i] = find_unmatched (old_children, index, key);
        }

      if (partners[i] >= 0)
        get_child (old_children, partners[i])->is_matched = TRUE;
    }

  return partners;
}

static void
diff_child (Walk        *walk,
            const Level *level,
            const Child *old_child,
            const Child *new_child)
{
  const Child *child = new_child != NULL ? new_child : old_child;

  if (level->is_object && is_noise (walk, child->key))
    return;

  if (level->is_object)
    kin_field_path_push_member (walk->path, child->key);
  else
    kin_field_path_push_element (walk->path, child->key, child->value);

  diff_values (walk,
               old_child != NULL ? old_child->value : NULL,
               new_child != NULL ? new_child->value : NULL,
               level->merge_key);

  kin_field_path_pop (walk->path);
}

static void
diff_removed (Walk        *walk,
              const Level *level,
              guint        from,
              guint        to)
{
  for (guint i = from; i < to; i++)
    {
      Child *child = get_child (level->old_children, i);

      if (!child->is_matched)
        diff_child (walk, level, child, NULL);
    }
}

static guint
find_next_matched (GArray *children,
                   guint   from)
{
  while (from < children->len && !get_child (children, from)->is_matched)
    from++;

  return from;
}

/* In the order of the new document; what is gone is told where it was in the old one, before what came in its place. */
static void
diff_children (Walk        *walk,
               const Level *level)
{
  GArray *old_children = level->old_children;
  g_autofree int *partners = match_children (level);
  guint told = 0;

  for (guint i = 0; i < level->new_children->len; i++)
    {
      Child *old_child = partners[i] >= 0 ? get_child (old_children, partners[i]) : NULL;
      guint until = old_child != NULL ? (guint) partners[i] : find_next_matched (old_children, told);

      diff_removed (walk, level, told, until);
      told = MAX (told, old_child != NULL ? until + 1 : until);
      diff_child (walk, level, old_child, get_child (level->new_children, i));
    }

  diff_removed (walk, level, told, old_children->len);
}

static void
diff_members (Walk         *walk,
              KinJsonValue *old_object,
              KinJsonValue *new_object)
{
  g_autoptr(GArray) old_children = list_members (old_object);
  g_autoptr(GArray) new_children = list_members (new_object);
  Level level = { .is_object = TRUE, .old_children = old_children, .new_children = new_children };

  diff_children (walk, &level);
}

static void
diff_elements (Walk              *walk,
               KinJsonValue      *old_list,
               KinJsonValue      *new_list,
               const KinMergeKey *merge_key)
{
  g_autoptr(GArray) old_children = list_elements (walk, old_list, merge_key);
  g_autoptr(GArray) new_children = list_elements (walk, new_list, merge_key);
  Level level = { .merge_key = merge_key, .old_children = old_children, .new_children = new_children };

  diff_children (walk, &level);
}

static gsize
count_equal_at_start (GPtrArray *old_elements,
                      GPtrArray *new_elements)
{
  gsize max = MIN (old_elements->len, new_elements->len);
  gsize n = 0;

  while (n < max && kin_json_value_equal (old_elements->pdata[n], new_elements->pdata[n]))
    n++;

  return n;
}

static gsize
count_equal_at_end (GPtrArray *old_elements,
                    GPtrArray *new_elements,
                    gsize      max)
{
  gsize n = 0;

  while (n < max && kin_json_value_equal (old_elements->pdata[old_elements->len - 1 - n],
                                          new_elements->pdata[new_elements->len - 1 - n]))
    n++;

  return n;
}

static GPtrArray *
list_values (KinJsonValue *list)
{
  GPtrArray *values = g_ptr_array_sized_new (kin_json_value_get_size (list));
  KinJsonIter iter;
  KinJsonValue *value;

  kin_json_iter_init (&iter, list);
  while (kin_json_iter_next (&iter, NULL, &value))
    g_ptr_array_add (values, value);

  return values;
}

/* Only what stands between the equal start and the equal end is told: an argument put in front moves the others,
 * but it does not change them. */
static void
diff_by_place (Walk         *walk,
               KinJsonValue *old_list,
               KinJsonValue *new_list)
{
  g_autoptr(GPtrArray) old_elements = list_values (old_list);
  g_autoptr(GPtrArray) new_elements = list_values (new_list);
  gsize start = count_equal_at_start (old_elements, new_elements);
  gsize end = count_equal_at_end (old_elements, new_elements, MIN (old_elements->len, new_elements->len) - start);
  gsize old_end = old_elements->len - end;
  gsize new_end = new_elements->len - end;

  for (gsize i = start; i < MAX (old_end, new_end); i++)
    {
      KinJsonValue *old_element = i < old_end ? old_elements->pdata[i] : NULL;
      KinJsonValue *new_element = i < new_end ? new_elements->pdata[i] : NULL;

      kin_field_path_push_index (walk->path, i, new_element != NULL ? new_element : old_element);
      diff_values (walk, old_element, new_element, NULL);
      kin_field_path_pop (walk->path);
    }
}

static gboolean
is_scalar (KinJsonValue *value)
{
  switch (kin_json_value_get_type (value))
    {
    case KIN_JSON_BOOLEAN:
    case KIN_JSON_NUMBER:
    case KIN_JSON_STRING:
      return TRUE;

    case KIN_JSON_NULL:
    case KIN_JSON_ARRAY:
    case KIN_JSON_OBJECT:
    default:
      return FALSE;
    }
}

static gboolean
has_only_scalars (KinJsonValue *list)
{
  KinJsonIter iter;
  KinJsonValue *element;

  kin_json_iter_init (&iter, list);
  while (kin_json_iter_next (&iter, NULL, &element))
    if (!is_scalar (element))
      return FALSE;

  return TRUE;
}

/* Lists of plain values are sets to Kubernetes, such as finalizers, but for these. */
static gboolean
has_meaning_in_order (const char *list_name)
{
  static const char * const ordered[] = { "args", "command", "nameservers", "searches", NULL };

  return list_name != NULL && g_strv_contains (ordered, list_name);
}

static void
diff_lists (Walk         *walk,
            KinJsonValue *old_list,
            KinJsonValue *new_list)
{
  guint n_steps = kin_field_path_get_n_steps (walk->path);
  const char *name = n_steps > 0 ? kin_field_path_get_step (walk->path, n_steps - 1)->name : NULL;
  const KinMergeKey *merge_key;

  if (has_only_scalars (old_list) && has_only_scalars (new_list))
    {
      if (has_meaning_in_order (name))
        diff_by_place (walk, old_list, new_list);
      else
        diff_elements (walk, old_list, new_list, NULL);
      return;
    }

  merge_key = kin_merge_key_find (name, old_list, new_list);
  if (merge_key != NULL)
    diff_elements (walk, old_list, new_list, merge_key);
  else
    diff_by_place (walk, old_list, new_list);
}

/* Unlike kin_json_value_equal() it does not look for a member that stands elsewhere, which takes the square of their
 * number when all do. */
static gboolean
is_same (KinJsonValue *a,
         KinJsonValue *b)
{
  KinJsonType type = kin_json_value_get_type (a);
  KinJsonIter a_iter;
  KinJsonIter b_iter;
  const char *a_name;
  const char *b_name;

  if (type != kin_json_value_get_type (b) || kin_json_value_get_size (a) != kin_json_value_get_size (b))
    return FALSE;
  if (type != KIN_JSON_OBJECT && type != KIN_JSON_ARRAY)
    return kin_json_value_equal (a, b);

  kin_json_iter_init (&a_iter, a);
  kin_json_iter_init (&b_iter, b);
  while (kin_json_iter_next (&a_iter, &a_name, &a) && kin_json_iter_next (&b_iter, &b_name, &b))
    if (g_strcmp0 (a_name, b_name) != 0 || !is_same (a, b))
      return FALSE;

  return TRUE;
}

static gboolean
is_object_with_members (KinJsonValue *value)
{
  return kin_json_value_get_type (value) == KIN_JSON_OBJECT && kin_json_value_get_size (value) > 0;
}

static void
diff_values (Walk              *walk,
             KinJsonValue      *old_value,
             KinJsonValue      *new_value,
             const KinMergeKey *merge_key)
{
  KinJsonType old_type = kin_json_value_get_type (old_value);
  KinJsonType new_type = kin_json_value_get_type (new_value);

  /* By far the most is equal and in the same order, which is seen much faster than by matching it. */
  if (old_value != NULL && new_value != NULL && is_same (old_value, new_value))
    return;

  if (old_type == KIN_JSON_OBJECT && new_type == KIN_JSON_OBJECT)
    diff_members (walk, old_value, new_value);
  else if (old_type == KIN_JSON_ARRAY && new_type == KIN_JSON_ARRAY)
    diff_lists (walk, old_value, new_value);
  else if (old_value == NULL && is_object_with_members (new_value) && is_told_by_member (walk))
    diff_members (walk, NULL, new_value);
  else if (new_value == NULL && is_object_with_members (old_value) && is_told_by_member (walk))
    diff_members (walk, old_value, NULL);
  else
    tell (walk, old_value, new_value, merge_key);
}

static gboolean
is_of_resource (KinObject  *object,
                const char *id)
{
  return strcmp (kin_resource_get_id (kin_kind_get_resource (kin_object_get_kind (object))), id) == 0;
}

static KinManagedFields *
compare_managed_fields (KinObject *old_object,
                        KinObject *new_object)
{
  g_autoptr(GBytes) old_bytes = kin_object_dup_managed_fields (old_object);
  g_autoptr(GBytes) new_bytes = kin_object_dup_managed_fields (new_object);

  return kin_managed_fields_new (old_bytes, new_bytes);
}

static KinJson *
parse (GBytes *body)
{
  return kin_json_parse (g_bytes_get_data (body, NULL), g_bytes_get_size (body), NULL);
}

static void
diff_bodies (GPtrArray *changes,
             KinObject *old_object,
             KinObject *new_object,
             gboolean   with_noise)
{
  g_autoptr(GBytes) old_body = kin_object_dup_body (old_object);
  g_autoptr(GBytes) new_body = kin_object_dup_body (new_object);
  g_autoptr(KinJson) old_json = old_body != NULL ? parse (old_body) : NULL;
  g_autoptr(KinJson) new_json = new_body != NULL ? parse (new_body) : NULL;
  g_autoptr(KinFieldPath) path = NULL;
  g_autoptr(KinManagedFields) owners = NULL;
  g_autoptr(GStringChunk) keys = NULL;
  Walk walk;

  /* Of an object without a body nothing can be told. */
  if (old_json == NULL || new_json == NULL)
    return;

  path = kin_field_path_new ();
  owners = compare_managed_fields (old_object, new_object);
  keys = g_string_chunk_new (1024);
  walk = (Walk) {
    .changes = changes,
    .path = path,
    .owners = owners,
    .keys = keys,
    .with_noise = with_noise,
    .is_secret = is_of_resource (new_object, "secrets"),
    .is_lease = is_of_resource (new_object, "leases.coordination.k8s.io"),
  };
  diff_values (&walk, kin_json_get_root (old_json), kin_json_get_root (new_json), NULL);
}

/**
 * kin_field_change_free:
 * @self: (transfer full): a change of a field
 *
 * Frees it.
 */
void
kin_field_change_free (KinFieldChange *self)
{
  g_return_if_fail (self != NULL);

  g_free (self->path);
  g_free (self->old_text);
  g_free (self->new_text);
  g_free (self->manager);
  g_free (self);
}

/**
 * kin_diff_objects:
 * @old_object: an object as it was
 * @new_object: the same object as it is
 * @with_noise: whether to tell also what changes all the time or by itself: resourceVersion, generation, heartbeats,
 *   kubectl's copy of what it applied
 *
 * Finds what changed. Lists are matched by what Kubernetes takes for the key of their elements, so that a new order
 * is no change. Something that is new or gone with all that is in it is one change. Values of Secrets are never
 * told, only their size.
 *
 * Returns: (transfer full) (element-type KinFieldChange): the changes, in the order of the document
 */
GPtrArray *
kin_diff_objects (KinObject *old_object,
                  KinObject *new_object,
                  gboolean   with_noise)
{
  GPtrArray *changes;

  g_return_val_if_fail (old_object != NULL, NULL);
  g_return_val_if_fail (new_object != NULL, NULL);

  changes = g_ptr_array_new_with_free_func ((GDestroyNotify) kin_field_change_free);
  diff_bodies (changes, old_object, new_object, with_noise);

  return changes;
}
