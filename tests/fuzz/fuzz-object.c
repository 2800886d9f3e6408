/* fuzz-object.c: an object keeps all of its JSON, whatever that is, with the managed fields apart.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "fuzz.h"

#include <string.h>

#include "object/kin-json.h"
#include "object/kin-object.h"
#include "object/kin-yaml.h"

static KinJson *
parse_bytes (GBytes *bytes)
{
  KinJson *json = kin_json_parse (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL);

  g_assert_nonnull (json);

  return json;
}

/* A walk that leaves the first array called managedFields out. */
static gboolean
next_kept (KinJsonIter   *iter,
           const char   **name,
           KinJsonValue **value,
           KinJsonValue **fields)
{
  while (kin_json_iter_next (iter, name, value))
    {
      if (*fields != NULL || !g_str_equal (*name, "managedFields"))
        return TRUE;

      /* Only the first counts, even if it is no array. */
      *fields = *value;
      if (kin_json_value_get_type (*value) != KIN_JSON_ARRAY)
        return TRUE;
    }

  return FALSE;
}

static void
compare_metadata (KinJsonValue *original,
                  KinJsonValue *kept,
                  GBytes       *managed_fields)
{
  KinJsonValue *fields = NULL;
  KinJsonIter one;
  KinJsonIter two;
  KinJsonValue *value;
  KinJsonValue *kept_value;
  const char *name;
  const char *kept_name;

  kin_json_iter_init (&one, original);
  kin_json_iter_init (&two, kept);
  while (next_kept (&one, &name, &value, &fields))
    {
      g_assert_true (kin_json_iter_next (&two, &kept_name, &kept_value));
      g_assert_cmpstr (name, ==, kept_name);
      g_assert_true (kin_json_value_equal (value, kept_value));
    }
  g_assert_false (kin_json_iter_next (&two, &kept_name, &kept_value));

  if (kin_json_value_get_type (fields) == KIN_JSON_ARRAY)
    {
      g_autoptr(KinJson) apart = parse_bytes (managed_fields);

      g_assert_true (kin_json_value_equal (fields, kin_json_get_root (apart)));
    }
  else
    {
      g_assert_null (managed_fields);
    }
}

static void
skip_added (KinJsonIter  *iter,
            KinJsonValue *original,
            const char   *name)
{
  KinJsonValue *ignored;

  if (kin_json_get_string (original, name) == NULL)
    g_assert_true (kin_json_iter_next (iter, NULL, &ignored));
}

static void
compare_root (KinJsonValue *original,
              KinJsonValue *kept,
              GBytes       *managed_fields)
{
  gboolean had_metadata = FALSE;
  KinJsonIter one;
  KinJsonIter two;
  KinJsonValue *value;
  KinJsonValue *kept_value;
  const char *name;
  const char *kept_name;

  kin_json_iter_init (&one, original);
  kin_json_iter_init (&two, kept);
  skip_added (&two, original, "kind");
  skip_added (&two, original, "apiVersion");

  while (kin_json_iter_next (&one, &name, &value))
    {
      g_assert_true (kin_json_iter_next (&two, &kept_name, &kept_value));
      g_assert_cmpstr (name, ==, kept_name);
      if (!had_metadata && g_str_equal (name, "metadata"))
        {
          compare_metadata (value, kept_value, managed_fields);
          had_metadata = TRUE;
        }
      else
        {
          g_assert_true (kin_json_value_equal (value, kept_value));
        }
    }
  g_assert_false (kin_json_iter_next (&two, &kept_name, &kept_value));
}

/* YAML is for people, and its reader stops at fewer levels: what it reads at all must be the same. */
static void
compare_yaml (KinJsonValue *root)
{
  g_autofree char *yaml = kin_yaml_from_json (root);
  g_autoptr(KinJson) again = kin_yaml_parse (yaml, strlen (yaml), NULL);

  if (again != NULL)
    g_assert_cmpint (kin_json_value_get_type (kin_json_get_root (again)), ==, KIN_JSON_OBJECT);
}

static void
look_at (KinObject    *object,
         const guint8 *data,
         gsize         size)
{
  g_autoptr(GBytes) body = kin_object_dup_body (object);
  g_autoptr(GBytes) managed_fields = kin_object_dup_managed_fields (object);
  g_autoptr(KinJson) original = kin_json_parse ((const char *) data, size, NULL);
  g_autoptr(KinJson) kept = NULL;
  KinKind *kind = kin_object_get_kind (object);

  for (guint i = 0; i < kin_kind_get_n_columns (kind); i++)
    {
      const KinCell *cell = kin_object_get_cell (object, i);

      g_free (kin_cell_dup_text (cell, 0));
      g_assert_cmpint (kin_cell_compare (cell, cell), ==, 0);
      g_assert_true (kin_cell_equal (cell, cell));
    }

  /* Only a reader of whole documents refuses what is nested too deep. */
  if (original == NULL)
    return;

  kept = parse_bytes (body);
  compare_root (kin_json_get_root (original), kin_json_get_root (kept), managed_fields);
  compare_yaml (kin_json_get_root (kept));
}

/* The first byte chooses the kind. */
void
fuzz_object (const guint8 *data,
             gsize         size)
{
  g_autoptr(GPtrArray) resources = NULL;
  g_autoptr(KinKind) kind = NULL;
  g_autoptr(KinObject) object = NULL;
  g_autofree char *copy = NULL;

  if (size == 0)
    return;

  resources = kin_resource_list_builtin ();
  kind = kin_kind_new (resources->pdata[data[0] % resources->len]);
  copy = g_memdup2 (data + 1, size - 1);
  object = kin_object_new_from_json (kind, copy != NULL ? copy : "", size - 1, NULL);
  if (object != NULL)
    look_at (object, data + 1, size - 1);
}
