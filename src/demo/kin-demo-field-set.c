/* kin-demo-field-set.c: a set of the fields of an object: what a manager owns, what a write changed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-field-set.h"

#include "demo/kin-demo-field-element.h"

/* A node that has children is itself a field of the set if it also has this child. */
#define SELF "."

static gboolean
is_self (yyjson_mut_val *key)
{
  return yyjson_mut_equals_str (key, SELF);
}

static gsize
count_children (KinDemoFieldSet *node)
{
  return yyjson_mut_obj_size (node) - (yyjson_mut_obj_get (node, SELF) != NULL ? 1 : 0);
}

/* A member without children is an empty object. */
static void
write_membership (KinDemoFieldSet *node,
                  KinDemoDraft    *draft,
                  gboolean         is_member)
{
  gboolean wants_self = is_member && count_children (node) > 0;
  gboolean has_self = yyjson_mut_obj_get (node, SELF) != NULL;

  if (wants_self && !has_self)
    yyjson_mut_obj_insert (node, yyjson_mut_str (draft, SELF), yyjson_mut_obj (draft), 0);
  else if (has_self && !wants_self)
    yyjson_mut_obj_remove_key (node, SELF);
}

static void
insert_sorted (KinDemoFieldSet *node,
               KinDemoDraft    *draft,
               const char      *element,
               KinDemoFieldSet *child)
{
  gsize place = 0;
  yyjson_mut_obj_iter iter;
  yyjson_mut_val *key;

  yyjson_mut_obj_iter_init (node, &iter);
  while ((key = yyjson_mut_obj_iter_next (&iter)) != NULL &&
         (is_self (key) || kin_demo_field_element_compare (yyjson_mut_get_str (key), element) < 0))
    place++;

  yyjson_mut_obj_insert (node, yyjson_mut_strcpy (draft, element), child, place);
}

static void
unite_children (KinDemoFieldSet *node,
                KinDemoDraft    *draft,
                KinDemoFieldSet *other)
{
  yyjson_mut_obj_iter iter;
  yyjson_mut_val *key;

  yyjson_mut_obj_iter_init (other, &iter);
  while ((key = yyjson_mut_obj_iter_next (&iter)) != NULL)
    {
      KinDemoFieldSet *theirs = yyjson_mut_obj_iter_get_val (key);
      KinDemoFieldSet *mine = yyjson_mut_obj_get (node, yyjson_mut_get_str (key));

      if (is_self (key))
        continue;

      if (mine == NULL)
        insert_sorted (node, draft, yyjson_mut_get_str (key), yyjson_mut_val_mut_copy (draft, theirs));
      else
        {
          gboolean is_member = kin_demo_field_set_is_member (mine) || kin_demo_field_set_is_member (theirs);

          unite_children (mine, draft, theirs);
          write_membership (mine, draft, is_member);
        }
    }
}

static gboolean subtract_node (KinDemoFieldSet *node,
                               KinDemoFieldSet *other);

static void
subtract_children (KinDemoFieldSet *node,
                   KinDemoFieldSet *other)
{
  yyjson_mut_obj_iter iter;
  yyjson_mut_val *key;

  yyjson_mut_obj_iter_init (other, &iter);
  while ((key = yyjson_mut_obj_iter_next (&iter)) != NULL)
    {
      KinDemoFieldSet *mine = yyjson_mut_obj_get (node, yyjson_mut_get_str (key));

      if (mine != NULL && !is_self (key) && !subtract_node (mine, yyjson_mut_obj_iter_get_val (key)))
        yyjson_mut_obj_remove_key (node, yyjson_mut_get_str (key));
    }
}

/* Returns FALSE if nothing is left. */
static gboolean
subtract_node (KinDemoFieldSet *node,
               KinDemoFieldSet *other)
{
  gboolean is_member = kin_demo_field_set_is_member (node) && !kin_demo_field_set_is_member (other);

  subtract_children (node, other);
  write_membership (node, NULL, is_member);

  return is_member || count_children (node) > 0;
}

static KinDemoFieldSet *intersect_node (KinDemoFieldSet *a,
                                        KinDemoDraft    *draft,
                                        KinDemoFieldSet *b);

static KinDemoFieldSet *
intersect_children (KinDemoFieldSet *a,
                    KinDemoDraft    *draft,
                    KinDemoFieldSet *b)
{
  KinDemoFieldSet *common = NULL;
  yyjson_mut_obj_iter iter;
  yyjson_mut_val *key;

  yyjson_mut_obj_iter_init (a, &iter);
  while ((key = yyjson_mut_obj_iter_next (&iter)) != NULL)
    {
      const char *element = yyjson_mut_get_str (key);
      KinDemoFieldSet *other = is_self (key) ? NULL : yyjson_mut_obj_get (b, element);
      KinDemoFieldSet *child = NULL;

      if (other != NULL)
        child = intersect_node (yyjson_mut_obj_iter_get_val (key), draft, other);
      if (child != NULL)
        kin_demo_field_set_add_child (&common, draft, element, child);
    }

  return common;
}

static KinDemoFieldSet *
intersect_node (KinDemoFieldSet *a,
                KinDemoDraft    *draft,
                KinDemoFieldSet *b)
{
  KinDemoFieldSet *common = intersect_children (a, draft, b);

  if (kin_demo_field_set_is_member (a) && kin_demo_field_set_is_member (b))
    kin_demo_field_set_mark (&common, draft);

  return common;
}

/* The API server lists the fields of a level before it goes deeper. */
static void
list_level (KinDemoFieldSet *node,
            GString         *path,
            GPtrArray       *paths,
            gboolean         deeper)
{
  gsize length = path->len;
  yyjson_mut_obj_iter iter;
  yyjson_mut_val *key;

  yyjson_mut_obj_iter_init (node, &iter);
  while ((key = yyjson_mut_obj_iter_next (&iter)) != NULL)
    {
      KinDemoFieldSet *child = yyjson_mut_obj_iter_get_val (key);

      if (is_self (key))
        continue;

      kin_demo_field_element_append_path (yyjson_mut_get_str (key), path);
      if (deeper)
        {
          list_level (child, path, paths, FALSE);
          list_level (child, path, paths, TRUE);
        }
      else if (kin_demo_field_set_is_member (child))
        g_ptr_array_add (paths, g_strdup (path->str));
      g_string_truncate (path, length);
    }
}

/**
 * kin_demo_field_set_copy:
 * @self: (nullable): a set
 * @draft: where the copy shall live
 *
 * Copies a set.
 *
 * Returns: (transfer none) (nullable): the copy
 */
KinDemoFieldSet *
kin_demo_field_set_copy (KinDemoFieldSet *self,
                         KinDemoDraft    *draft)
{
  return kin_demo_field_set_is_empty (self) ? NULL : yyjson_mut_val_mut_copy (draft, self);
}

/**
 * kin_demo_field_set_is_empty:
 * @self: (nullable): a set
 *
 * Tells whether no field is in the set.
 *
 * Returns: whether it is empty
 */
gboolean
kin_demo_field_set_is_empty (KinDemoFieldSet *self)
{
  return yyjson_mut_obj_size (self) == 0;
}

/**
 * kin_demo_field_set_is_member:
 * @node: a node within a set
 *
 * Tells whether the field that the node stands for is in the set itself, and not only fields below it.
 *
 * Returns: whether it is
 */
gboolean
kin_demo_field_set_is_member (KinDemoFieldSet *node)
{
  g_return_val_if_fail (node != NULL, FALSE);

  return yyjson_mut_obj_size (node) == 0 || yyjson_mut_obj_get (node, SELF) != NULL;
}

/**
 * kin_demo_field_set_mark:
 * @node: (inout): a node within a set; made if it is %NULL
 * @draft: where the set lives
 *
 * Adds the field that the node stands for.
 */
void
kin_demo_field_set_mark (KinDemoFieldSet **node,
                         KinDemoDraft     *draft)
{
  g_return_if_fail (node != NULL);
  g_return_if_fail (draft != NULL);

  if (*node == NULL)
    *node = yyjson_mut_obj (draft);
  else
    write_membership (*node, draft, TRUE);
}

/**
 * kin_demo_field_set_add_child:
 * @node: (inout): a set, or a node within one that is not in the set itself; made if it is %NULL
 * @draft: where the set lives
 * @element: a path element that the node does not have yet
 * @child: (transfer full): the node below it
 *
 * Adds the fields below an element, at their place in the order.
 */
void
kin_demo_field_set_add_child (KinDemoFieldSet **node,
                              KinDemoDraft     *draft,
                              const char       *element,
                              KinDemoFieldSet  *child)
{
  g_return_if_fail (node != NULL);
  g_return_if_fail (draft != NULL);
  g_return_if_fail (element != NULL);
  g_return_if_fail (child != NULL);

  if (*node == NULL)
    *node = yyjson_mut_obj (draft);

  insert_sorted (*node, draft, element, child);
}

/**
 * kin_demo_field_set_unite:
 * @self: (nullable): a set, which is altered
 * @draft: where it lives
 * @other: (nullable): another set
 *
 * Adds the fields of another set.
 *
 * Returns: (transfer none) (nullable): the set
 */
KinDemoFieldSet *
kin_demo_field_set_unite (KinDemoFieldSet *self,
                          KinDemoDraft    *draft,
                          KinDemoFieldSet *other)
{
  if (kin_demo_field_set_is_empty (self))
    return kin_demo_field_set_copy (other, draft);

  unite_children (self, draft, other);

  return self;
}

/**
 * kin_demo_field_set_subtract:
 * @self: (nullable): a set, which is altered
 * @other: (nullable): another set
 *
 * Takes the fields of another set away; a field stays where only its parent or its children are taken.
 *
 * Returns: (transfer none) (nullable): the set
 */
KinDemoFieldSet *
kin_demo_field_set_subtract (KinDemoFieldSet *self,
                             KinDemoFieldSet *other)
{
  subtract_children (self, other);

  return kin_demo_field_set_is_empty (self) ? NULL : self;
}

/**
 * kin_demo_field_set_intersect:
 * @self: (nullable): a set
 * @draft: where the result shall live
 * @other: (nullable): another set
 *
 * Finds the fields that are in both.
 *
 * Returns: (transfer none) (nullable): a new set
 */
KinDemoFieldSet *
kin_demo_field_set_intersect (KinDemoFieldSet *self,
                              KinDemoDraft    *draft,
                              KinDemoFieldSet *other)
{
  return intersect_children (self, draft, other);
}

/**
 * kin_demo_field_set_list_paths:
 * @self: (nullable): a set
 *
 * Lists the fields as people are told them, such as “.spec.replicas”, in the API server's order.
 *
 * Returns: (transfer full): of paths
 */
GPtrArray *
kin_demo_field_set_list_paths (KinDemoFieldSet *self)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr(GString) path = g_string_new (NULL);

  list_level (self, path, paths, FALSE);
  list_level (self, path, paths, TRUE);

  return paths;
}
