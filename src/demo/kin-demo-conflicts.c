/* kin-demo-conflicts.c: fields of others that an apply would change, and the words in which it is refused.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-conflicts.h"

#include <string.h>

#include "demo/kin-demo-error.h"

typedef struct
{
  yyjson_mut_val *entry;
  KinDemoFieldSet *fields;    /* NULL once all are allowed */
} Claim;

struct _KinDemoConflicts
{
  GArray *claims;             /* of Claim, sorted by manager */
};

static const char *
get_text (const Claim *claim,
          const char  *name)
{
  const char *text = yyjson_mut_get_str (yyjson_mut_obj_get (claim->entry, name));

  return text != NULL ? text : "";
}

static int
compare_claims (gconstpointer a,
                gconstpointer b)
{
  static const char * const names[] = { "manager", "operation", "apiVersion", "subresource" };
  int order = 0;

  for (guint i = 0; order == 0 && i < G_N_ELEMENTS (names); i++)
    order = strcmp (get_text (a, names[i]), get_text (b, names[i]));

  return order;
}

static char *
dup_manager (const Claim *claim)
{
  const char *subresource = get_text (claim, "subresource");
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "\"%s\"", get_text (claim, "manager"));
  if (*subresource != '\0')
    g_string_append_printf (text, " with subresource \"%s\"", subresource);
  if (g_str_equal (get_text (claim, "operation"), "Update"))
    g_string_append_printf (text, " using %s", get_text (claim, "apiVersion"));

  return g_string_free (text, FALSE);
}

static void
add_claim_lines (const Claim *claim,
                 GPtrArray   *paths,
                 GPtrArray   *lines)
{
  g_autofree char *manager = dup_manager (claim);

  g_ptr_array_add (lines, g_strdup_printf ("conflicts with %s:", manager));
  for (guint i = 0; i < paths->len; i++)
    g_ptr_array_add (lines, g_strdup_printf ("- %s", (const char *) paths->pdata[i]));
}

static char *
dup_message (KinDemoConflicts *self)
{
  g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *text = NULL;
  g_autofree char *first = NULL;
  guint n_conflicts = 0;

  for (guint i = 0; i < self->claims->len; i++)
    {
      const Claim *claim = &g_array_index (self->claims, Claim, i);
      g_autoptr(GPtrArray) paths = kin_demo_field_set_list_paths (claim->fields);

      if (n_conflicts == 0 && paths->len == 1)
        {
          g_autofree char *manager = dup_manager (claim);

          first = g_strdup_printf ("conflict with %s: %s", manager, (const char *) paths->pdata[0]);
        }
      n_conflicts += paths->len;
      add_claim_lines (claim, paths, lines);
    }

  if (n_conflicts == 1)
    return g_strconcat ("Apply failed with 1 conflict: ", first, NULL);

  g_ptr_array_add (lines, NULL);
  text = g_strjoinv ("\n", (char **) lines->pdata);

  return g_strdup_printf ("Apply failed with %u conflicts: %s", n_conflicts, text);
}

static void
add_causes (GError      *error,
            const Claim *claim)
{
  g_autoptr(GPtrArray) paths = kin_demo_field_set_list_paths (claim->fields);
  g_autofree char *manager = dup_manager (claim);
  g_autofree char *message = g_strdup_printf ("conflict with %s", manager);

  for (guint i = 0; i < paths->len; i++)
    kin_demo_error_add_cause (error, "FieldManagerConflict", paths->pdata[i], message);
}

/**
 * kin_demo_conflicts_new:
 * @draft: where the entries live
 * @managers: the entries of an object
 * @own: (nullable): the entry of the one who applies
 * @changed: (nullable): what the apply would change
 *
 * Finds which of the fields belong to others.
 *
 * Returns: (transfer full): the conflicts
 */
KinDemoConflicts *
kin_demo_conflicts_new (KinDemoDraft    *draft,
                        KinDemoManagers *managers,
                        yyjson_mut_val  *own,
                        KinDemoFieldSet *changed)
{
  KinDemoConflicts *self;

  g_return_val_if_fail (draft != NULL, NULL);
  g_return_val_if_fail (managers != NULL, NULL);

  self = g_new0 (KinDemoConflicts, 1);
  self->claims = g_array_new (FALSE, FALSE, sizeof (Claim));
  for (guint i = 0; i < kin_demo_managers_get_n (managers); i++)
    {
      yyjson_mut_val *entry = kin_demo_managers_get (managers, i);
      Claim claim = { entry, NULL };

      if (entry != own)
        claim.fields = kin_demo_field_set_intersect (kin_demo_managers_get_fields (entry), draft, changed);
      if (claim.fields != NULL)
        g_array_append_val (self->claims, claim);
    }
  g_array_sort (self->claims, compare_claims);

  return self;
}

/**
 * kin_demo_conflicts_free:
 * @self: (transfer full): conflicts
 *
 * Frees the conflicts.
 */
void
kin_demo_conflicts_free (KinDemoConflicts *self)
{
  g_return_if_fail (self != NULL);

  g_array_unref (self->claims);
  g_free (self);
}

/**
 * kin_demo_conflicts_allow:
 * @self: conflicts
 * @allowed: (nullable): fields that may be taken
 *
 * Takes those away that are none.
 */
void
kin_demo_conflicts_allow (KinDemoConflicts *self,
                          KinDemoFieldSet  *allowed)
{
  g_return_if_fail (self != NULL);

  for (guint i = self->claims->len; i > 0; i--)
    {
      Claim *claim = &g_array_index (self->claims, Claim, i - 1);

      claim->fields = kin_demo_field_set_subtract (claim->fields, allowed);
      if (claim->fields == NULL)
        g_array_remove_index (self->claims, i - 1);
    }
}

/**
 * kin_demo_conflicts_is_empty:
 * @self: conflicts
 *
 * Tells whether there are none.
 *
 * Returns: whether there are none
 */
gboolean
kin_demo_conflicts_is_empty (KinDemoConflicts *self)
{
  g_return_val_if_fail (self != NULL, TRUE);

  return self->claims->len == 0;
}

/**
 * kin_demo_conflicts_to_error:
 * @self: conflicts that there are
 *
 * Makes the refusal, with a cause for each of them.
 *
 * Returns: (transfer full): a %KIN_DEMO_ERROR_CONFLICT
 */
GError *
kin_demo_conflicts_to_error (KinDemoConflicts *self)
{
  g_autofree char *message = NULL;
  GError *error;

  g_return_val_if_fail (self != NULL, NULL);

  message = dup_message (self);
  error = g_error_new_literal (KIN_DEMO_ERROR, KIN_DEMO_ERROR_CONFLICT, message);
  for (guint i = 0; i < self->claims->len; i++)
    add_causes (error, &g_array_index (self->claims, Claim, i));

  return error;
}
