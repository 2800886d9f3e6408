/* kin-demo-field-walk.c: the fields of an object, by its kind's schema: which there are, what two versions differ in.
 *
 * The schema tells where a field ends: an atomic list is one field, a list of named things has one for each thing
 * and for each thing's members.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-field-walk.h"

#include "demo/kin-demo-field-element.h"

typedef struct
{
  KinDemoDraft *draft;
  GString *element;         /* the step from a value to its child, written when there is something to say of it */
  GString *problem;         /* NULL unless sought; empty while there is none */
} Walk;

static gboolean
is_granular (const KinDemoType *type)
{
  KinDemoTypeKind kind = kin_demo_type_get_kind (type);

  return (kind == KIN_DEMO_TYPE_OBJECT || kind == KIN_DEMO_TYPE_MAP || kind == KIN_DEMO_TYPE_ANY) &&
         (type == NULL || !kin_demo_type_is_atomic (type));
}

static gboolean
is_declared (const KinDemoType *type,
             const char        *name)
{
  return kin_demo_type_get_kind (type) == KIN_DEMO_TYPE_OBJECT && kin_demo_type_get_member (type, name) != NULL;
}

static gboolean
is_empty_map (yyjson_mut_val *value)
{
  return yyjson_mut_is_obj (value) && yyjson_mut_obj_size (value) == 0;
}

/* Neither a map nor what stands for one that is not there. */
static gboolean
is_other_than_map (yyjson_mut_val *value)
{
  return value != NULL && !yyjson_mut_is_null (value) && !yyjson_mut_is_obj (value);
}

static gboolean
is_other_than_list (yyjson_mut_val *value)
{
  return value != NULL && !yyjson_mut_is_null (value) && !yyjson_mut_is_arr (value);
}

static void
add_member_child (Walk             *walk,
                  KinDemoFieldSet **node,
                  const char       *name,
                  KinDemoFieldSet  *child)
{
  if (child == NULL)
    return;

  kin_demo_field_element_set_member (walk->element, name);
  kin_demo_field_set_add_child (node, walk->draft, walk->element->str, child);
}

static void
add_item_child (Walk               *walk,
                KinDemoFieldSet   **node,
                const KinDemoType  *list,
                yyjson_mut_val     *item,
                KinDemoFieldSet    *child)
{
  if (child != NULL && kin_demo_field_element_set_item (walk->element, list, item))
    kin_demo_field_set_add_child (node, walk->draft, walk->element->str, child);
}

static gboolean
is_skipped (const char * const *skipped,
            const char         *name)
{
  return skipped != NULL && g_strv_contains (skipped, name);
}

static KinDemoFieldChanges compare_values (Walk              *walk,
                                           const KinDemoType *type,
                                           yyjson_mut_val    *old,
                                           yyjson_mut_val    *new,
                                           yyjson_mut_val    *blank);

static void
compare_member (Walk                *walk,
                const KinDemoType   *type,
                const char          *name,
                yyjson_mut_val      *old,
                yyjson_mut_val      *new,
                yyjson_mut_val      *blank,
                KinDemoFieldChanges *changes)
{
  KinDemoFieldChanges below;

  if (old == NULL)
    old = blank;
  if (new == NULL)
    new = blank;
  if (old == NULL && new == NULL)
    return;

  below = compare_values (walk, kin_demo_type_get_member (type, name), old, new, blank);
  add_member_child (walk, &changes->changed, name, below.changed);
  add_member_child (walk, &changes->removed, name, below.removed);
}

static KinDemoFieldChanges
compare_maps (Walk               *walk,
              const KinDemoType  *type,
              yyjson_mut_val     *old,
              yyjson_mut_val     *new,
              yyjson_mut_val     *blank,
              const char * const *skipped)
{
  KinDemoFieldChanges changes = { NULL, NULL };
  yyjson_mut_obj_iter iter;
  yyjson_mut_obj_iter others;
  yyjson_mut_val *key;

  /* Both have their members in much the same order: each search goes on where the last one ended. */
  yyjson_mut_obj_iter_init (new, &iter);
  yyjson_mut_obj_iter_init (old, &others);
  while ((key = yyjson_mut_obj_iter_next (&iter)) != NULL)
    {
      const char *name = yyjson_mut_get_str (key);

      if (!is_skipped (skipped, name))
        compare_member (walk, type, name, yyjson_mut_obj_iter_get (&others, name), yyjson_mut_obj_iter_get_val (key),
                        yyjson_mut_obj_get (blank, name), &changes);
    }

  yyjson_mut_obj_iter_init (old, &iter);
  yyjson_mut_obj_iter_init (new, &others);
  while ((key = yyjson_mut_obj_iter_next (&iter)) != NULL)
    {
      const char *name = yyjson_mut_get_str (key);

      if (!is_skipped (skipped, name) && yyjson_mut_obj_iter_get (&others, name) == NULL)
        compare_member (walk, type, name, yyjson_mut_obj_iter_get_val (key), NULL, yyjson_mut_obj_get (blank, name),
                        &changes);
    }

  return changes;
}

/* Most lists keep their order: the item at the same place is tried first. */
static yyjson_mut_val *
find_item (const KinDemoType *list,
           yyjson_mut_val    *items,
           yyjson_mut_val    *item,
           gsize              place)
{
  yyjson_mut_val *there = yyjson_mut_arr_get (items, place);
  yyjson_mut_arr_iter iter;
  yyjson_mut_val *candidate;

  if (there != NULL && kin_demo_field_element_same_item (list, there, item))
    return there;

  yyjson_mut_arr_iter_init (items, &iter);
  while ((candidate = yyjson_mut_arr_iter_next (&iter)) != NULL)
    {
      if (kin_demo_field_element_same_item (list, candidate, item))
        return candidate;
    }

  return NULL;
}

static void
compare_item (Walk                *walk,
              const KinDemoType   *list,
              yyjson_mut_val      *old,
              yyjson_mut_val      *new,
              KinDemoFieldChanges *changes)
{
  KinDemoFieldChanges below = compare_values (walk, kin_demo_type_get_item (list), old, new, NULL);

  add_item_child (walk, &changes->changed, list, new, below.changed);
  add_item_child (walk, &changes->removed, list, old != NULL ? old : new, below.removed);
}

static KinDemoFieldChanges
compare_lists (Walk              *walk,
               const KinDemoType *list,
               yyjson_mut_val    *old,
               yyjson_mut_val    *new)
{
  KinDemoFieldChanges changes = { NULL, NULL };
  yyjson_mut_arr_iter iter;
  yyjson_mut_val *item;

  yyjson_mut_arr_iter_init (new, &iter);
  while ((item = yyjson_mut_arr_iter_next (&iter)) != NULL)
    compare_item (walk, list, find_item (list, old, item, iter.idx - 1), item, &changes);

  yyjson_mut_arr_iter_init (old, &iter);
  while ((item = yyjson_mut_arr_iter_next (&iter)) != NULL)
    {
      if (find_item (list, new, item, iter.idx - 1) == NULL)
        compare_item (walk, list, item, NULL, &changes);
    }

  return changes;
}

/* One of @old and @new may be NULL: not there. */
static KinDemoFieldChanges
compare_values (Walk              *walk,
                const KinDemoType *type,
                yyjson_mut_val    *old,
                yyjson_mut_val    *new,
                yyjson_mut_val    *blank)
{
  KinDemoFieldChanges changes = { NULL, NULL };

  if (old != NULL && new != NULL && yyjson_mut_equals (old, new))
    return changes;

  if ((kin_demo_field_walk_is_map (type, old) && !is_other_than_map (new)) ||
      (kin_demo_field_walk_is_map (type, new) && !is_other_than_map (old)))
    changes = compare_maps (walk, type, old, new, blank, NULL);
  else if ((kin_demo_field_walk_is_keyed (type, old) && !is_other_than_list (new)) ||
           (kin_demo_field_walk_is_keyed (type, new) && !is_other_than_list (old)))
    changes = compare_lists (walk, type, old, new);
  else if (new != NULL)
    kin_demo_field_set_mark (&changes.changed, walk->draft);

  if (old == NULL)
    kin_demo_field_set_mark (&changes.changed, walk->draft);
  else if (new == NULL)
    kin_demo_field_set_mark (&changes.removed, walk->draft);

  return changes;
}

static KinDemoFieldSet *collect_value (Walk              *walk,
                                       const KinDemoType *type,
                                       yyjson_mut_val    *value);

static void
set_problem (Walk       *walk,
             const char *format,
             ...)
{
  va_list args;

  if (walk->problem == NULL || walk->problem->len > 0)
    return;

  va_start (args, format);
  g_string_vprintf (walk->problem, format, args);
  va_end (args);
}

/* The problem was found below the element: its path grows towards the root. */
static void
prefix_problem (Walk       *walk,
                const char *element)
{
  g_autoptr(GString) path = g_string_new (NULL);

  kin_demo_field_element_append_path (element, path);
  if (walk->problem->str[0] != '.' && walk->problem->str[0] != '[')
    g_string_append (path, ": ");
  g_string_prepend (walk->problem, path->str);
}

static gboolean
has_problem (Walk *walk)
{
  return walk->problem != NULL && walk->problem->len > 0;
}

static void
collect_member (Walk               *walk,
                const KinDemoType  *type,
                const char         *name,
                yyjson_mut_val     *value,
                KinDemoFieldSet   **node)
{
  gboolean declared = is_declared (type, name);
  KinDemoFieldSet *child = NULL;

  if (!declared && kin_demo_type_get_kind (type) == KIN_DEMO_TYPE_OBJECT)
    set_problem (walk, "field not declared in schema");
  else
    child = collect_value (walk, kin_demo_type_get_member (type, name), value);

  if (has_problem (walk))
    {
      kin_demo_field_element_set_member (walk->element, name);
      prefix_problem (walk, walk->element->str);
      return;
    }

  if (!declared || yyjson_mut_is_null (value) || is_empty_map (value))
    kin_demo_field_set_mark (&child, walk->draft);
  add_member_child (walk, node, name, child);
}

static void
set_nameless_problem (Walk              *walk,
                      const KinDemoType *list,
                      yyjson_mut_val    *item,
                      gsize              place)
{
  const char * const *names = kin_demo_type_get_list_keys (list);
  g_autofree char *keys = names != NULL ? g_strjoinv ("\" \"", (char **) names) : NULL;

  if (keys == NULL)
    set_problem (walk, "element %" G_GSIZE_FORMAT ": associative list without keys has an element that is no scalar",
                 place);
  else if (!yyjson_mut_is_obj (item))
    set_problem (walk, "element %" G_GSIZE_FORMAT ": associative list with keys may not have non-map elements", place);
  else
    set_problem (walk, "element %" G_GSIZE_FORMAT ": associative list with keys has an element that omits all key "
                 "fields [\"%s\"] (and doesn't have default values for any key fields)", place, keys);
}

static void
set_duplicate_problem (Walk       *walk,
                       const char *element)
{
  g_autoptr(GString) path = g_string_new (NULL);

  kin_demo_field_element_append_path (element, path);
  set_problem (walk, "duplicate entries for key %s", path->str);
}

static void
collect_item (Walk               *walk,
              const KinDemoType  *list,
              yyjson_mut_val     *items,
              gsize               place,
              KinDemoFieldSet   **node)
{
  yyjson_mut_val *item = yyjson_mut_arr_get (items, place);
  KinDemoFieldSet *child = NULL;

  if (!kin_demo_field_element_set_item (walk->element, list, item))
    {
      set_nameless_problem (walk, list, item, place);
      return;
    }

  if (find_item (list, items, item, 0) != item)
    {
      set_duplicate_problem (walk, walk->element->str);
      return;
    }

  child = collect_value (walk, kin_demo_type_get_item (list), item);
  if (has_problem (walk))
    {
      kin_demo_field_element_set_item (walk->element, list, item);
      prefix_problem (walk, walk->element->str);
      return;
    }

  kin_demo_field_set_mark (&child, walk->draft);
  add_item_child (walk, node, list, item, child);
}

static KinDemoFieldSet *
collect_map (Walk              *walk,
             const KinDemoType *type,
             yyjson_mut_val    *map)
{
  KinDemoFieldSet *node = NULL;
  yyjson_mut_obj_iter iter;
  yyjson_mut_val *key;

  yyjson_mut_obj_iter_init (map, &iter);
  while ((key = yyjson_mut_obj_iter_next (&iter)) != NULL && !has_problem (walk))
    collect_member (walk, type, yyjson_mut_get_str (key), yyjson_mut_obj_iter_get_val (key), &node);

  return node;
}

static KinDemoFieldSet *
collect_value (Walk              *walk,
               const KinDemoType *type,
               yyjson_mut_val    *value)
{
  KinDemoFieldSet *node = NULL;

  if (is_granular (type) && yyjson_mut_is_obj (value))
    return collect_map (walk, type, value);

  if (kin_demo_field_walk_is_keyed (type, value))
    {
      for (gsize i = 0; i < yyjson_mut_arr_size (value) && !has_problem (walk); i++)
        collect_item (walk, type, value, i, &node);
      return node;
    }

  /* A list of named things that is empty has no field. */
  if (!(yyjson_mut_is_arr (value) && kin_demo_type_get_kind (type) == KIN_DEMO_TYPE_LIST &&
        kin_demo_type_get_list_type (type) != KIN_DEMO_LIST_ATOMIC))
    kin_demo_field_set_mark (&node, walk->draft);

  return node;
}

static gboolean remove_fields (Walk              *walk,
                               const KinDemoType *type,
                               yyjson_mut_val    *value,
                               KinDemoFieldSet   *fields);

static gboolean
keeps_child (Walk              *walk,
             const KinDemoType *type,
             yyjson_mut_val    *child,
             KinDemoFieldSet   *fields)
{
  KinDemoFieldSet *below = yyjson_mut_obj_get (fields, walk->element->str);

  if (below == NULL)
    return TRUE;

  return !kin_demo_field_set_is_member (below) && remove_fields (walk, type, child, below);
}

static void
remove_members (Walk              *walk,
                const KinDemoType *type,
                yyjson_mut_val    *map,
                KinDemoFieldSet   *fields)
{
  yyjson_mut_obj_iter iter;
  yyjson_mut_val *key;

  yyjson_mut_obj_iter_init (map, &iter);
  while ((key = yyjson_mut_obj_iter_next (&iter)) != NULL)
    {
      const char *name = yyjson_mut_get_str (key);

      kin_demo_field_element_set_member (walk->element, name);
      if (!keeps_child (walk, kin_demo_type_get_member (type, name), yyjson_mut_obj_iter_get_val (key), fields))
        yyjson_mut_obj_iter_remove (&iter);
    }
}

static void
remove_items (Walk              *walk,
              const KinDemoType *list,
              yyjson_mut_val    *items,
              KinDemoFieldSet   *fields)
{
  yyjson_mut_arr_iter iter;
  yyjson_mut_val *item;

  yyjson_mut_arr_iter_init (items, &iter);
  while ((item = yyjson_mut_arr_iter_next (&iter)) != NULL)
    {
      if (kin_demo_field_element_set_item (walk->element, list, item) &&
          !keeps_child (walk, kin_demo_type_get_item (list), item, fields))
        yyjson_mut_arr_iter_remove (&iter);
    }
}

/* Returns FALSE if nothing is left of the value. */
static gboolean
remove_fields (Walk              *walk,
               const KinDemoType *type,
               yyjson_mut_val    *value,
               KinDemoFieldSet   *fields)
{
  if (kin_demo_field_walk_is_map (type, value))
    remove_members (walk, type, value, fields);
  else if (kin_demo_field_walk_is_keyed (type, value))
    remove_items (walk, type, value, fields);

  return !yyjson_mut_is_ctn (value) || yyjson_mut_get_len (value) > 0;
}

/**
 * kin_demo_field_walk_compare:
 * @type: (nullable): the object's type
 * @draft: where the result shall live
 * @old: the object as it was
 * @new: the object as it is
 * @blank: (nullable): what the API server takes to be there in every object of the kind
 * @skipped: (nullable): members that do not count
 *
 * Finds what two versions of an object differ in. Parts that are equal are not walked.
 *
 * Returns: the differences
 */
KinDemoFieldChanges
kin_demo_field_walk_compare (const KinDemoType  *type,
                             KinDemoDraft       *draft,
                             yyjson_mut_val     *old,
                             yyjson_mut_val     *new,
                             yyjson_mut_val     *blank,
                             const char * const *skipped)
{
  g_autoptr(GString) element = g_string_sized_new (64);
  Walk walk = { draft, element, NULL };

  return compare_maps (&walk, type, old, new, blank, skipped);
}

/**
 * kin_demo_field_walk_collect:
 * @type: (nullable): the object's type
 * @draft: where the result shall live
 * @object: an object
 * @problem: (out) (optional) (nullable) (transfer full): why the object does not fit the schema
 *
 * Collects the fields that an object has.
 *
 * Returns: (transfer none) (nullable): the set
 */
KinDemoFieldSet *
kin_demo_field_walk_collect (const KinDemoType  *type,
                             KinDemoDraft       *draft,
                             yyjson_mut_val     *object,
                             char              **problem)
{
  g_autoptr(GString) element = g_string_sized_new (64);
  g_autoptr(GString) text = g_string_new (NULL);
  Walk walk = { draft, element, problem != NULL ? text : NULL };
  KinDemoFieldSet *set = collect_map (&walk, type, object);

  if (problem != NULL)
    *problem = text->len > 0 ? g_strdup (text->str) : NULL;

  return set;
}

/**
 * kin_demo_field_walk_remove:
 * @type: (nullable): the object's type
 * @object: an object, which is altered
 * @fields: (nullable): what to remove
 *
 * Removes fields from an object, and what is empty for the lack of them.
 */
void
kin_demo_field_walk_remove (const KinDemoType *type,
                            yyjson_mut_val    *object,
                            KinDemoFieldSet   *fields)
{
  g_autoptr(GString) element = g_string_sized_new (64);
  Walk walk = { NULL, element, NULL };

  remove_fields (&walk, type, object, fields);
}

/**
 * kin_demo_field_walk_mark_parents:
 * @type: (nullable): the object's type
 * @draft: where the set lives
 * @fields: (nullable): a set, which is altered
 *
 * Adds the fields that have names in the schema and hold fields of the set: the spec to a set that has
 * spec.replicas.
 */
void
kin_demo_field_walk_mark_parents (const KinDemoType *type,
                                  KinDemoDraft      *draft,
                                  KinDemoFieldSet   *fields)
{
  yyjson_mut_obj_iter iter;
  yyjson_mut_val *key;

  yyjson_mut_obj_iter_init (fields, &iter);
  while ((key = yyjson_mut_obj_iter_next (&iter)) != NULL)
    {
      const char *element = yyjson_mut_get_str (key);
      KinDemoFieldSet *child = yyjson_mut_obj_iter_get_val (key);
      gboolean is_name = g_str_has_prefix (element, "f:");

      if (kin_demo_field_set_is_empty (child))
        continue;

      kin_demo_field_walk_mark_parents (is_name ? kin_demo_type_get_member (type, element + 2)
                                                : kin_demo_type_get_item (type), draft, child);
      if (is_name && is_declared (type, element + 2))
        kin_demo_field_set_mark (&child, draft);
    }
}

/**
 * kin_demo_field_walk_is_map:
 * @type: (nullable): a type
 * @value: (nullable): a value of it
 *
 * Tells whether a value is an object whose members are fields of their own.
 *
 * Returns: whether it is, and is not empty
 */
gboolean
kin_demo_field_walk_is_map (const KinDemoType *type,
                            yyjson_mut_val    *value)
{
  return yyjson_mut_is_obj (value) && yyjson_mut_obj_size (value) > 0 && is_granular (type);
}

/**
 * kin_demo_field_walk_is_keyed:
 * @type: (nullable): a type
 * @value: (nullable): a value of it
 *
 * Tells whether a value is a list whose items are fields of their own.
 *
 * Returns: whether it is, and is not empty
 */
gboolean
kin_demo_field_walk_is_keyed (const KinDemoType *type,
                              yyjson_mut_val    *value)
{
  return yyjson_mut_is_arr (value) && yyjson_mut_arr_size (value) > 0 &&
         kin_demo_type_get_kind (type) == KIN_DEMO_TYPE_LIST &&
         kin_demo_type_get_list_type (type) != KIN_DEMO_LIST_ATOMIC;
}
