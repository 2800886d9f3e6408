/* kin-demo-type-validate.c: complains of single values that the schema does not allow.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-type-private.h"
#include "demo/kin-demo-validate-private.h"

static void validate_value (const KinDemoType *type,
                            yyjson_mut_val    *value,
                            KinDemoComplaints *complaints);

gboolean
kin_demo_validate_is_empty (yyjson_mut_val *value)
{
  return value == NULL || yyjson_mut_is_null (value) || (yyjson_mut_is_str (value) && yyjson_mut_get_len (value) == 0) ||
         (yyjson_mut_is_arr (value) && yyjson_mut_arr_size (value) == 0);
}

static void
validate_string (const KinDemoType *type,
                 yyjson_mut_val    *value,
                 KinDemoComplaints *complaints)
{
  const char *text = yyjson_mut_get_str (value);

  /* Whether it may be empty is another question. */
  if (*text == '\0')
    return;

  if (type->choices != NULL && !g_strv_contains ((const char * const *) type->choices, text))
    kin_demo_complain_unsupported (complaints, NULL, value, (const char * const *) type->choices);
  if (type->check != NULL)
    type->check (complaints, NULL, text);
}

static void
validate_number (const KinDemoType *type,
                 yyjson_mut_val    *value,
                 KinDemoComplaints *complaints)
{
  gint64 number = yyjson_mut_get_sint (value);

  if (type->has_maximum && (number < type->minimum || number > type->maximum))
    kin_demo_complain_invalid (complaints, NULL, value,
                               "must be between %" G_GINT64_FORMAT " and %" G_GINT64_FORMAT ", inclusive",
                               type->minimum, type->maximum);
  else if (type->has_minimum && number < type->minimum)
    kin_demo_complain_invalid (complaints, NULL, value, "must be greater than or equal to %" G_GINT64_FORMAT,
                               type->minimum);
}

static void
validate_member (const KinDemoMember *member,
                 yyjson_mut_val      *object,
                 KinDemoComplaints   *complaints)
{
  const KinDemoType *type = member->type;
  yyjson_mut_val *value = yyjson_mut_obj_get (object, member->name);
  gsize mark;

  if (kin_demo_validate_is_empty (value) && (type->required || type->needed) && !type->or_empty)
    {
      kin_demo_complain_required (complaints, member->name, type->need);
      return;
    }

  if (value == NULL)
    return;

  mark = kin_demo_complaints_enter (complaints, member->name);
  validate_value (type, value, complaints);
  kin_demo_complaints_leave (complaints, mark);
}

static void
validate_object (const KinDemoType *type,
                 yyjson_mut_val    *object,
                 KinDemoComplaints *complaints)
{
  for (guint i = 0; i < type->definition->members->len; i++)
    validate_member (type->definition->members->pdata[i], object, complaints);
}

static void
validate_labels (yyjson_mut_val    *labels,
                 KinDemoComplaints *complaints)
{
  yyjson_mut_val *key;
  yyjson_mut_val *value;
  size_t i, n;

  yyjson_mut_obj_foreach (labels, i, n, key, value)
    {
      kin_demo_names_check_qualified (complaints, NULL, yyjson_mut_get_str (key));
      if (yyjson_mut_is_str (value))
        kin_demo_names_check_label_value (complaints, NULL, yyjson_mut_get_str (value));
    }
}

static void
validate_map (const KinDemoType *type,
              yyjson_mut_val    *map,
              KinDemoComplaints *complaints)
{
  yyjson_mut_val *key;
  yyjson_mut_val *value;
  size_t i, n;

  if (type->is_labels)
    validate_labels (map, complaints);

  yyjson_mut_obj_foreach (map, i, n, key, value)
    {
      const char *name = yyjson_mut_get_str (key);
      gsize mark = kin_demo_complaints_enter_key (complaints, name);

      if (type->check != NULL)
        type->check (complaints, NULL, name);
      validate_value (type->item, value, complaints);
      kin_demo_complaints_leave (complaints, mark);
    }
}

static void
validate_unique (const KinDemoType *type,
                 yyjson_mut_val    *list,
                 KinDemoComplaints *complaints)
{
  g_autoptr(GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  yyjson_mut_val *item;
  size_t i, n;

  yyjson_mut_arr_foreach (list, i, n, item)
    {
      const char *text = kin_demo_get_string (item, type->unique, NULL);
      gsize mark;

      if (text == NULL || *text == '\0' || g_hash_table_add (seen, (gpointer) text))
        continue;

      mark = kin_demo_complaints_enter_item (complaints, i);
      kin_demo_complain_duplicate (complaints, type->unique, text);
      kin_demo_complaints_leave (complaints, mark);
    }
}

static void
validate_list (const KinDemoType *type,
               yyjson_mut_val    *list,
               KinDemoComplaints *complaints)
{
  yyjson_mut_val *item;
  size_t i, n;

  yyjson_mut_arr_foreach (list, i, n, item)
    {
      gsize mark = kin_demo_complaints_enter_item (complaints, i);

      validate_value (type->item, item, complaints);
      kin_demo_complaints_leave (complaints, mark);
    }

  if (type->unique != NULL)
    validate_unique (type, list, complaints);
}

static void
validate_value (const KinDemoType *type,
                yyjson_mut_val    *value,
                KinDemoComplaints *complaints)
{
  if (yyjson_mut_is_str (value))
    validate_string (type, value, complaints);
  else if (yyjson_mut_is_int (value))
    validate_number (type, value, complaints);
  else if (yyjson_mut_is_arr (value) && type->item != NULL)
    validate_list (type, value, complaints);
  else if (yyjson_mut_is_obj (value) && type->definition != NULL)
    validate_object (type, value, complaints);
  else if (yyjson_mut_is_obj (value) && type->item != NULL)
    validate_map (type, value, complaints);
}

/* Goes through all of an object but its status, which controllers write and nobody checks as closely. */
void
kin_demo_type_validate (const KinDemoType *type,
                        yyjson_mut_val    *object,
                        KinDemoComplaints *complaints)
{
  const KinDemoDefinition *definition = type != NULL ? type->definition : NULL;

  for (guint i = 0; definition != NULL && i < definition->members->len; i++)
    {
      const KinDemoMember *member = definition->members->pdata[i];

      if (!g_str_equal (member->name, "status"))
        validate_member (member, object, complaints);
    }
}
