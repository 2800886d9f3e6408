/* kin-columns-access.c: the columns of who may do what.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "object/kin-columns.h"

#define RBAC "rbac.authorization.k8s.io"

static const KinColumn binding_columns[] = {
  { "ROLE", KIN_CELL_TEXT, FALSE, FALSE },
  { "USERS", KIN_CELL_TEXT, TRUE, FALSE },
  { "GROUPS", KIN_CELL_TEXT, TRUE, FALSE },
  { "SERVICEACCOUNTS", KIN_CELL_TEXT, TRUE, FALSE },
};

static void
add_subjects (KinCellRow   *row,
              KinJsonValue *subjects,
              const char   *kind,
              gboolean      with_namespace)
{
  KinJsonIter iter;
  KinJsonValue *subject;

  kin_cell_row_begin_text (row);
  kin_json_iter_init (&iter, subjects);
  while (kin_json_iter_next (&iter, NULL, &subject))
    {
      const char *namespace_ = kin_json_get_string (subject, "namespace");
      const char *name = kin_json_get_string (subject, "name");
      g_autofree char *qualified = NULL;

      if (g_strcmp0 (kin_json_get_string (subject, "kind"), kind) != 0 || name == NULL)
        continue;

      if (with_namespace)
        qualified = g_strconcat (namespace_ != NULL ? namespace_ : "", "/", name, NULL);
      kin_cell_row_join (row, ", ", with_namespace ? qualified : name);
    }
  kin_cell_row_end_text (row, "");
}

static void
fill_binding (KinJsonValue *root,
              KinCellRow   *row)
{
  KinJsonValue *role = kin_json_get (root, "roleRef");
  KinJsonValue *subjects = kin_json_get (root, "subjects");
  const char *kind = kin_json_get_string (role, "kind");
  const char *name = kin_json_get_string (role, "name");

  g_string_append_printf (kin_cell_row_begin_text (row), "%s/%s", kind != NULL ? kind : "", name != NULL ? name : "");
  kin_cell_row_end_text (row, "");
  add_subjects (row, subjects, "User", FALSE);
  add_subjects (row, subjects, "Group", FALSE);
  add_subjects (row, subjects, "ServiceAccount", TRUE);
}

/* Roles, cluster roles and service accounts have a name and an age and nothing else. */
const KinColumnSet kin_columns_access[] = {
  KIN_COLUMN_SET (RBAC, "rolebindings", binding_columns, fill_binding),
  KIN_COLUMN_SET (RBAC, "clusterrolebindings", binding_columns, fill_binding),
  { 0 },
};
