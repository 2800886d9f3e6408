/* kin-demo-merge.c: what is applied, merged into what is there: server-side apply's merge, which removes nothing.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-merge.h"

#include "demo/kin-demo-field-element.h"
#include "demo/kin-demo-field-walk.h"

/* A list of named things. */
typedef struct
{
  GPtrArray *items;         /* of yyjson_mut_val */
  GPtrArray *elements;      /* of char*: their path elements */
  GHashTable *places;       /* from element to the place of the first item that has it, plus one */
} Index;

typedef struct
{
  const KinDemoType *list;
  KinDemoDraft *draft;
  Index live;
  Index applied;
  GHashTable *merged;       /* of elements: the applied items that are in the result */
  yyjson_mut_val *result;
} ListMerge;

static void
index_init (Index             *self,
            const KinDemoType *list,
            yyjson_mut_val    *items)
{
  g_autoptr(GString) element = g_string_new (NULL);
  yyjson_mut_arr_iter iter;
  yyjson_mut_val *item;

  self->items = g_ptr_array_new ();
  self->elements = g_ptr_array_new_with_free_func (g_free);
  self->places = g_hash_table_new (g_str_hash, g_str_equal);

  yyjson_mut_arr_iter_init (items, &iter);
  while ((item = yyjson_mut_arr_iter_next (&iter)) != NULL)
    {
      if (!kin_demo_field_element_set_item (element, list, item))
        continue;

      g_ptr_array_add (self->items, item);
      g_ptr_array_add (self->elements, g_strdup (element->str));
      if (!g_hash_table_contains (self->places, element->str))
        g_hash_table_insert (self->places, self->elements->pdata[self->elements->len - 1],
                             GUINT_TO_POINTER (self->items->len));
    }
}

static void
index_clear (Index *self)
{
  g_hash_table_unref (self->places);
  g_ptr_array_unref (self->elements);
  g_ptr_array_unref (self->items);
}

static yyjson_mut_val *
index_find (Index      *self,
            const char *element)
{
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (self->places, element));

  return place > 0 ? self->items->pdata[place - 1] : NULL;
}

static void
take_live (ListMerge *merge,
           guint      i)
{
  yyjson_mut_arr_append (merge->result, merge->live.items->pdata[i]);
}

static void
take_applied (ListMerge *merge,
              guint      i)
{
  const char *element = merge->applied.elements->pdata[i];
  yyjson_mut_val *live = index_find (&merge->live, element);

  g_hash_table_add (merge->merged, (gpointer) element);
  yyjson_mut_arr_append (merge->result, kin_demo_merge (kin_demo_type_get_item (merge->list), merge->draft, live,
                                                        merge->applied.items->pdata[i]));
}

/* The next applied item, at or behind a place, that is live too. */
static const char *
find_shared (ListMerge *merge,
             guint      i)
{
  for (; i < merge->applied.elements->len; i++)
    {
      if (index_find (&merge->live, merge->applied.elements->pdata[i]) != NULL)
        return merge->applied.elements->pdata[i];
    }

  return NULL;
}

/* Items that are applied are in the order in which they are applied; the others keep their place before the item
 * that they stood before. */
static void
zip (ListMerge *merge)
{
  GPtrArray *live = merge->live.elements;
  GPtrArray *applied = merge->applied.elements;
  guint i = 0;
  guint j = 0;

  while (i < live->len || j < applied->len)
    {
      const char *mine = i < live->len ? live->pdata[i] : NULL;
      const char *theirs = j < applied->len ? applied->pdata[j] : NULL;
      const char *shared = find_shared (merge, j);
      gboolean is_applied = mine != NULL && index_find (&merge->applied, mine) != NULL;

      if (mine != NULL && theirs != NULL && g_str_equal (mine, theirs))
        {
          take_applied (merge, j++);
          i++;
        }
      else if (theirs != NULL && is_applied && shared != NULL && !g_str_equal (shared, mine))
        i++;
      else if (mine != NULL && !is_applied)
        take_live (merge, i++);
      else
        {
          if (mine != NULL && g_hash_table_contains (merge->merged, mine))
            i++;
          if (theirs != NULL)
            take_applied (merge, j++);
        }
    }
}

static yyjson_mut_val *
merge_lists (const KinDemoType *list,
             KinDemoDraft      *draft,
             yyjson_mut_val    *live,
             yyjson_mut_val    *applied)
{
  ListMerge merge = { .list = list, .draft = draft };

  index_init (&merge.live, list, live);
  index_init (&merge.applied, list, applied);
  merge.merged = g_hash_table_new (g_str_hash, g_str_equal);
  merge.result = yyjson_mut_arr (draft);

  zip (&merge);

  g_hash_table_unref (merge.merged);
  index_clear (&merge.applied);
  index_clear (&merge.live);

  return merge.result;
}

static yyjson_mut_val *
merge_maps (const KinDemoType *type,
            KinDemoDraft      *draft,
            yyjson_mut_val    *live,
            yyjson_mut_val    *applied)
{
  yyjson_mut_obj_iter iter;
  yyjson_mut_val *key;

  yyjson_mut_obj_iter_init (applied, &iter);
  while ((key = yyjson_mut_obj_iter_next (&iter)) != NULL)
    {
      const char *name = yyjson_mut_get_str (key);
      yyjson_mut_val *member = yyjson_mut_obj_get (live, name);
      yyjson_mut_val *merged = kin_demo_merge (kin_demo_type_get_member (type, name), draft, member,
                                               yyjson_mut_obj_iter_get_val (key));

      if (merged != member)
        kin_demo_set (draft, live, name, merged);
    }

  return live;
}

/**
 * kin_demo_merge:
 * @type: (nullable): the type of both
 * @draft: where the result shall live
 * @live: (nullable): a value of the draft, which is altered
 * @applied: a value of this draft or another
 *
 * Merges as the schema tells: members into objects, items into lists of named things; everything else is replaced.
 *
 * Returns: (transfer none): the result
 */
yyjson_mut_val *
kin_demo_merge (const KinDemoType *type,
                KinDemoDraft      *draft,
                yyjson_mut_val    *live,
                yyjson_mut_val    *applied)
{
  g_return_val_if_fail (draft != NULL, NULL);
  g_return_val_if_fail (applied != NULL, NULL);

  if (kin_demo_field_walk_is_map (type, live) && yyjson_mut_is_obj (applied))
    return merge_maps (type, draft, live, applied);

  if (kin_demo_field_walk_is_keyed (type, live) && yyjson_mut_is_arr (applied))
    return merge_lists (type, draft, live, applied);

  return yyjson_mut_val_mut_copy (draft, applied);
}
