/* kin-columns.c: kubectl's columns of the built-in kinds: which kind has which, and what several have in common.
 *
 * The cells are those of kubectl get -o wide, from the same fields by the same rules.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "object/kin-columns.h"

#include "object/kin-selector.h"

static const KinColumnSet * const sections[] = {
  kin_columns_pod,
  kin_columns_workload,
  kin_columns_network,
  kin_columns_config,
  kin_columns_access,
  kin_columns_cluster,
};

static void
add_members (KinCellRow   *row,
             KinJsonValue *containers,
             const char   *name)
{
  KinJsonIter iter;
  KinJsonValue *container;

  kin_cell_row_begin_text (row);
  kin_json_iter_init (&iter, containers);
  while (kin_json_iter_next (&iter, NULL, &container))
    {
      const char *text = kin_json_get_string (container, name);

      kin_cell_row_join (row, ",", text != NULL ? text : "");
    }
  kin_cell_row_end_text (row, "");
}

/**
 * kin_columns_find:
 * @group: a group
 * @plural: a plural name
 *
 * Finds the columns of a built-in kind.
 *
 * Returns: (transfer none) (nullable): the columns
 */
const KinColumnSet *
kin_columns_find (const char *group,
                  const char *plural)
{
  for (guint i = 0; i < G_N_ELEMENTS (sections); i++)
    {
      for (const KinColumnSet *set = sections[i]; set->plural != NULL; set++)
        {
          if (g_str_equal (set->plural, plural) && g_str_equal (set->group, group))
            return set;
        }
    }

  return NULL;
}

/**
 * kin_columns_add_containers:
 * @row: a row
 * @pod_spec: (nullable): the spec of a pod or of a template's
 *
 * Adds the cells CONTAINERS and IMAGES.
 */
void
kin_columns_add_containers (KinCellRow   *row,
                            KinJsonValue *pod_spec)
{
  KinJsonValue *containers = kin_json_get (pod_spec, "containers");

  add_members (row, containers, "name");
  add_members (row, containers, "image");
}

/**
 * kin_columns_add_selector:
 * @row: a row
 * @selector: (nullable): a LabelSelector
 *
 * Adds a selector with all its expressions.
 */
void
kin_columns_add_selector (KinCellRow   *row,
                          KinJsonValue *selector)
{
  g_autoptr(KinSelector) parsed = kin_selector_new_from_json (selector, NULL);
  g_autofree char *text = parsed != NULL ? kin_selector_dup_text (parsed) : g_strdup ("<error>");

  kin_cell_row_add_word (row, text, NULL);
}

/**
 * kin_columns_add_labels:
 * @row: a row
 * @labels: (nullable): an object whose members are strings
 *
 * Adds labels, sorted.
 */
void
kin_columns_add_labels (KinCellRow   *row,
                        KinJsonValue *labels)
{
  g_autoptr(GPtrArray) pairs = g_ptr_array_new_with_free_func (g_free);
  KinJsonIter iter;
  KinJsonValue *value;
  const char *name;

  kin_json_iter_init (&iter, labels);
  while (kin_json_iter_next (&iter, &name, &value))
    {
      const char *text = kin_json_value_get_string (value);

      g_ptr_array_add (pairs, g_strconcat (name, "=", text != NULL ? text : "", NULL));
    }
  g_ptr_array_sort_values (pairs, (GCompareFunc) g_strcmp0);

  kin_cell_row_begin_text (row);
  for (guint i = 0; i < pairs->len; i++)
    kin_cell_row_join (row, ",", pairs->pdata[i]);
  kin_cell_row_end_text (row, NULL);
}

/**
 * kin_columns_find_condition:
 * @root: an object with status.conditions
 * @type: the type of a condition
 *
 * Finds what the first condition of a type says.
 *
 * Returns: (transfer none) (nullable): its status, or %NULL if there is none
 */
const char *
kin_columns_find_condition (KinJsonValue *root,
                            const char   *type)
{
  KinJsonIter iter;
  KinJsonValue *condition;

  kin_json_iter_init (&iter, kin_json_get_path (root, "status", "conditions", NULL));
  while (kin_json_iter_next (&iter, NULL, &condition))
    {
      if (g_strcmp0 (kin_json_get_string (condition, "type"), type) == 0)
        return kin_json_get_string (condition, "status");
    }

  return NULL;
}

/**
 * kin_columns_is_condition:
 * @root: an object with status.conditions
 * @type: the type of a condition
 *
 * Tells whether the first condition of a type is true.
 *
 * Returns: whether it is
 */
gboolean
kin_columns_is_condition (KinJsonValue *root,
                          const char   *type)
{
  return g_strcmp0 (kin_columns_find_condition (root, type), "True") == 0;
}
