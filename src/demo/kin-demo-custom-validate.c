/* kin-demo-custom-validate.c: holds custom resources to the schema of their definition.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-custom-validate.h"

#include "demo/kin-demo-type-private.h"

typedef struct
{
  KinDemoComplaints *complaints;
  GString *path;                  /* which the words repeat */
} Check;

static void check_value (Check             *check,
                         const KinDemoType *type,
                         yyjson_mut_val    *value);

static const char *
get_type_name (yyjson_mut_val *value)
{
  switch (yyjson_mut_get_type (value))
    {
    case YYJSON_TYPE_BOOL:
      return "boolean";
    case YYJSON_TYPE_NUM:
      return yyjson_mut_is_int (value) ? "integer" : "number";
    case YYJSON_TYPE_STR:
      return "string";
    case YYJSON_TYPE_ARR:
      return "array";
    case YYJSON_TYPE_OBJ:
      return "object";
    default:
      return "null";
    }
}

static gboolean
fits (const KinDemoType *type,
      yyjson_mut_val    *value)
{
  switch (type->kind)
    {
    case KIN_DEMO_TYPE_OBJECT:
    case KIN_DEMO_TYPE_MAP:
      return yyjson_mut_is_obj (value);
    case KIN_DEMO_TYPE_LIST:
      return yyjson_mut_is_arr (value);
    case KIN_DEMO_TYPE_STRING:
      return yyjson_mut_is_str (value);
    case KIN_DEMO_TYPE_INTEGER:
      return yyjson_mut_is_int (value);
    case KIN_DEMO_TYPE_NUMBER:
      return yyjson_mut_is_num (value);
    case KIN_DEMO_TYPE_BOOLEAN:
      return yyjson_mut_is_bool (value);
    case KIN_DEMO_TYPE_INT_OR_STRING:
      return yyjson_mut_is_int (value) || yyjson_mut_is_str (value);
    case KIN_DEMO_TYPE_QUANTITY:
    case KIN_DEMO_TYPE_ANY:
    default:
      return TRUE;
    }
}

static const char *
get_wanted_name (const KinDemoType *type)
{
  static const char * const names[] = {
    [KIN_DEMO_TYPE_OBJECT] = "object",
    [KIN_DEMO_TYPE_MAP] = "object",
    [KIN_DEMO_TYPE_LIST] = "array",
    [KIN_DEMO_TYPE_STRING] = "string",
    [KIN_DEMO_TYPE_INTEGER] = "integer",
    [KIN_DEMO_TYPE_NUMBER] = "number",
    [KIN_DEMO_TYPE_BOOLEAN] = "boolean",
    [KIN_DEMO_TYPE_QUANTITY] = "string",
    [KIN_DEMO_TYPE_INT_OR_STRING] = "integer,string",
    [KIN_DEMO_TYPE_ANY] = "object",
  };

  return names[type->kind];
}

static void
check_string (Check             *check,
              const KinDemoType *type,
              yyjson_mut_val    *value)
{
  const char *text = yyjson_mut_get_str (value);
  const KinDemoLimits *limits = type->limits;
  gint64 length = g_utf8_strlen (text, -1);

  if (type->choices != NULL && !g_strv_contains ((const char * const *) type->choices, text))
    kin_demo_complain_unsupported (check->complaints, NULL, value, (const char * const *) type->choices);
  if (limits == NULL)
    return;

  if (limits->max_length >= 0 && length > limits->max_length)
    kin_demo_complain (check->complaints, "FieldValueTooLong", NULL,
                       "Too long: may not be more than %" G_GINT64_FORMAT " bytes", limits->max_length);
  if (length < limits->min_length)
    kin_demo_complain_invalid (check->complaints, NULL, value,
                               "%s in body should be at least %" G_GINT64_FORMAT " chars long", check->path->str,
                               limits->min_length);
  if (limits->pattern != NULL && !g_regex_match (limits->pattern, text, G_REGEX_MATCH_DEFAULT, NULL))
    kin_demo_complain_invalid (check->complaints, NULL, value, "%s in body should match '%s'", check->path->str,
                               g_regex_get_pattern (limits->pattern));
}

static void
check_number (Check             *check,
              const KinDemoType *type,
              yyjson_mut_val    *value)
{
  double number = yyjson_mut_get_num (value);

  if (type->has_minimum && number < (double) type->minimum)
    kin_demo_complain_invalid (check->complaints, NULL, value,
                               "%s in body should be greater than or equal to %" G_GINT64_FORMAT, check->path->str,
                               type->minimum);
  if (type->has_maximum && number > (double) type->maximum)
    kin_demo_complain_invalid (check->complaints, NULL, value,
                               "%s in body should be less than or equal to %" G_GINT64_FORMAT, check->path->str,
                               type->maximum);
}

static void
check_member (Check             *check,
              const KinDemoType *type,
              const char        *name,
              yyjson_mut_val    *value)
{
  gsize length = check->path->len;
  gsize mark = kin_demo_complaints_enter (check->complaints, name);

  g_string_append_printf (check->path, "%s%s", length > 0 ? "." : "", name);
  check_value (check, type, value);
  g_string_truncate (check->path, length);
  kin_demo_complaints_leave (check->complaints, mark);
}

static void
check_object (Check             *check,
              const KinDemoType *type,
              yyjson_mut_val    *object)
{
  for (guint i = 0; i < type->definition->members->len; i++)
    {
      const KinDemoMember *member = type->definition->members->pdata[i];
      yyjson_mut_val *value = yyjson_mut_obj_get (object, member->name);

      if (value != NULL)
        check_member (check, member->type, member->name, value);
      else if (member->type->required)
        kin_demo_complain_required (check->complaints, member->name, NULL);
    }
}

static void
check_map (Check             *check,
           const KinDemoType *type,
           yyjson_mut_val    *map)
{
  yyjson_mut_val *key;
  yyjson_mut_val *value;
  size_t i, n;

  yyjson_mut_obj_foreach (map, i, n, key, value)
    check_member (check, type->item, yyjson_mut_get_str (key), value);
}

static void
check_length (Check             *check,
              const KinDemoType *type,
              yyjson_mut_val    *list)
{
  const KinDemoLimits *limits = type->limits;
  gint64 length = (gint64) yyjson_mut_arr_size (list);

  if (limits != NULL && limits->max_items >= 0 && length > limits->max_items)
    kin_demo_complain (check->complaints, "FieldValueTooMany", NULL,
                       "Too many: %" G_GINT64_FORMAT ": must have at most %" G_GINT64_FORMAT " items", length,
                       limits->max_items);
  if (limits != NULL && length < limits->min_items)
    kin_demo_complain (check->complaints, "FieldValueInvalid", NULL,
                       "Invalid value: %" G_GINT64_FORMAT ": %s in body should have at least %" G_GINT64_FORMAT " items",
                       length, check->path->str, limits->min_items);
}

static void
check_list (Check             *check,
            const KinDemoType *type,
            yyjson_mut_val    *list)
{
  yyjson_mut_val *item;
  size_t i, n;

  check_length (check, type, list);
  yyjson_mut_arr_foreach (list, i, n, item)
    {
      gsize length = check->path->len;
      gsize mark = kin_demo_complaints_enter_item (check->complaints, i);

      g_string_append_printf (check->path, "[%" G_GSIZE_FORMAT "]", i);
      check_value (check, type->item, item);
      g_string_truncate (check->path, length);
      kin_demo_complaints_leave (check->complaints, mark);
    }
}

static void
check_value (Check             *check,
             const KinDemoType *type,
             yyjson_mut_val    *value)
{
  const char *name = get_type_name (value);

  if (yyjson_mut_is_null (value) && type->nullable)
    return;

  if (!fits (type, value))
    kin_demo_complain (check->complaints, "FieldValueTypeInvalid", NULL,
                       "Invalid value: \"%s\": %s in body must be of type %s: \"%s\"", name, check->path->str,
                       get_wanted_name (type), name);
  else if (yyjson_mut_is_str (value))
    check_string (check, type, value);
  else if (yyjson_mut_is_num (value))
    check_number (check, type, value);
  else if (yyjson_mut_is_arr (value) && type->item != NULL)
    check_list (check, type, value);
  else if (yyjson_mut_is_obj (value) && type->definition != NULL)
    check_object (check, type, value);
  else if (yyjson_mut_is_obj (value) && type->item != NULL)
    check_map (check, type, value);
}

/* Complains of all that a custom resource's own schema does not allow. */
void
kin_demo_custom_validate (const KinDemoType *type,
                          yyjson_mut_val    *object,
                          KinDemoComplaints *complaints)
{
  g_autoptr(GString) path = g_string_new (NULL);
  Check check = { complaints, path };

  if (type != NULL && type->definition != NULL)
    check_object (&check, type, object);
}
