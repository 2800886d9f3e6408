/* kin-demo-type-check.c: reads an object as the API server does: unknown fields go, wrong types are refused.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-type.h"

#include <string.h>

#include "demo/kin-demo-error.h"
#include "demo/kin-demo-quantity.h"
#include "demo/kin-demo-type-private.h"

/* More members than this are looked up in a table. */
#define MANY_MEMBERS 32

#define QUANTITY_PATTERN "^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$"
#define TIME_LAYOUT "2006-01-02T15:04:05Z07:00"

typedef struct
{
  const KinDemoDefinition *root;      /* (nullable) */
  KinDemoDraft *draft;
  GString *path;                      /* “spec.containers[0].image” */
  GString *fields;                    /* the same to a wrong type's message: “spec.containers.image” */
  const char *owner;                  /* the definition that has the field, “Container” */
  GPtrArray *unknown;                 /* (nullable) */
  GError **error;
} Check;

static gboolean check_value (Check             *check,
                             const KinDemoType *type,
                             yyjson_mut_val    *value);

static const char *
get_last_part (const char *name)
{
  const char *dot = name != NULL ? strrchr (name, '.') : NULL;

  return dot != NULL ? dot + 1 : name;
}

static const char *
get_version (const char *api_version)
{
  const char *slash = strchr (api_version, '/');

  return slash != NULL ? slash + 1 : api_version;
}

G_GNUC_PRINTF (2, 3)
static gboolean
fail (Check      *check,
      const char *format,
      ...)
{
  g_autoptr(GString) message = g_string_new (NULL);
  const KinDemoDefinition *root = check->root;
  va_list arguments;

  if (root != NULL && root->api_version != NULL)
    g_string_append_printf (message, "%s in version \"%s\" cannot be handled as a %s: ", get_last_part (root->name),
                            get_version (root->api_version), get_last_part (root->name));
  va_start (arguments, format);
  g_string_append_vprintf (message, format, arguments);
  va_end (arguments);
  g_set_error_literal (check->error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_BAD_REQUEST, message->str);

  return FALSE;
}

/* “v1.PodSpec” of “io.k8s.api.core.v1.PodSpec”. */
static const char *
get_last_two_parts (const char *name)
{
  const char *dot = strrchr (name, '.');

  while (dot > name && dot[-1] != '.')
    dot--;

  return dot;
}

/* A type as the API server, which is written in Go, names it. */
static void
append_type_name (GString           *out,
                  const KinDemoType *type)
{
  static const char * const names[] = {
    [KIN_DEMO_TYPE_MAP] = "map[string]",
    [KIN_DEMO_TYPE_LIST] = "[]",
    [KIN_DEMO_TYPE_STRING] = "string",
    [KIN_DEMO_TYPE_INTEGER] = "int64",
    [KIN_DEMO_TYPE_NUMBER] = "float64",
    [KIN_DEMO_TYPE_BOOLEAN] = "bool",
    [KIN_DEMO_TYPE_QUANTITY] = "string",
    [KIN_DEMO_TYPE_INT_OR_STRING] = "int32",
    [KIN_DEMO_TYPE_ANY] = "interface {}",
  };

  if (type->kind == KIN_DEMO_TYPE_OBJECT)
    g_string_append (out, type->definition->name != NULL ? get_last_two_parts (type->definition->name) : "object");
  else if (type->format == KIN_DEMO_FORMAT_BYTES)
    g_string_append (out, "[]uint8");
  else if (type->format == KIN_DEMO_FORMAT_INT32)
    g_string_append (out, "int32");
  else if (type->kind == KIN_DEMO_TYPE_MAP && type->item->kind == KIN_DEMO_TYPE_QUANTITY)
    g_string_append (out, "v1.ResourceList");
  else
    g_string_append (out, names[type->kind]);

  if (type->item != NULL && type->item->kind != KIN_DEMO_TYPE_QUANTITY)
    append_type_name (out, type->item);
}

static gboolean
fail_type (Check             *check,
           const KinDemoType *type,
           yyjson_mut_val    *value)
{
  g_autoptr(GString) name = NULL;
  g_autofree char *number = NULL;

  /* A custom resource is refused later, by the rules of its own schema. */
  if (check->root != NULL && check->root->name == NULL)
    return TRUE;

  name = g_string_new (NULL);
  append_type_name (name, type);
  if (type->kind == KIN_DEMO_TYPE_INTEGER && yyjson_mut_is_num (value))
    number = yyjson_mut_val_write (value, YYJSON_WRITE_NOFLAG, NULL);

  return fail (check, "json: cannot unmarshal %s%s%s into Go struct field %s.%s of type %s", kin_demo_value_get_type_name (value),
               number != NULL ? " " : "", number != NULL ? number : "",
               check->owner, check->fields->str, name->str);
}

static void
note (Check      *check,
      const char *what,
      const char *name)
{
  if (check->unknown != NULL)
    g_ptr_array_add (check->unknown,
                     g_strdup_printf ("%s field \"%s%s%s\"", what, check->path->str, check->path->len > 0 ? "." : "", name));
}

static void
append_name (GString    *path,
             const char *name)
{
  if (path->len > 0)
    g_string_append_c (path, '.');
  g_string_append (path, name);
}

static gboolean
check_member (Check             *check,
              const KinDemoType *object,
              const KinDemoType *type,
              const char        *name,
              yyjson_mut_val    *value)
{
  gsize path_length = check->path->len;
  gsize fields_length = check->fields->len;
  const char *owner = check->owner;
  gboolean fine;

  append_name (check->path, name);
  if (object->kind == KIN_DEMO_TYPE_OBJECT)
    {
      append_name (check->fields, name);
      check->owner = get_last_part (object->definition->name);
    }
  fine = check_value (check, type, value);
  g_string_truncate (check->path, path_length);
  g_string_truncate (check->fields, fields_length);
  check->owner = owner;

  return fine;
}

/* yyjson keeps members of the same name, and finds the first; the API server takes the last. */
static void
drop_repeated (Check          *check,
               yyjson_mut_val *object,
               GHashTable     *repeated)
{
  GHashTableIter iter;
  gpointer key;
  gpointer value;

  g_hash_table_iter_init (&iter, repeated);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      yyjson_mut_obj_remove_key (object, key);
      yyjson_mut_obj_add (object, yyjson_mut_strcpy (check->draft, key), value);
    }
}

static gboolean
is_repeated (yyjson_mut_val *object,
             GHashTable     *seen,
             const char     *name,
             yyjson_mut_val *value)
{
  if (seen != NULL)
    return !g_hash_table_add (seen, (gpointer) name);

  return yyjson_mut_obj_get (object, name) != value;
}

static void
find_repeated (Check          *check,
               yyjson_mut_val *object)
{
  g_autoptr(GHashTable) seen =
    yyjson_mut_obj_size (object) > MANY_MEMBERS ? g_hash_table_new (g_str_hash, g_str_equal) : NULL;
  g_autoptr(GHashTable) repeated = NULL;
  yyjson_mut_val *key;
  yyjson_mut_val *value;
  size_t i, n;

  yyjson_mut_obj_foreach (object, i, n, key, value)
    {
      const char *name = yyjson_mut_get_str (key);

      if (!is_repeated (object, seen, name, value))
        continue;

      note (check, "duplicate", name);
      if (repeated == NULL)
        repeated = g_hash_table_new (g_str_hash, g_str_equal);
      g_hash_table_replace (repeated, (gpointer) name, value);
    }

  if (repeated != NULL)
    drop_repeated (check, object, repeated);
}

/* Of a custom resource that says so, null is a value; elsewhere it is as if it were not there. */
static gboolean
is_absent (const KinDemoType *type,
           yyjson_mut_val    *value)
{
  return yyjson_mut_is_null (value) && type->kind != KIN_DEMO_TYPE_ANY && !type->nullable;
}

static gboolean
check_object (Check             *check,
              const KinDemoType *type,
              yyjson_mut_val    *object)
{
  yyjson_mut_obj_iter iter;
  yyjson_mut_val *key;

  if (!yyjson_mut_is_obj (object))
    return fail_type (check, type, object);

  find_repeated (check, object);

  yyjson_mut_obj_iter_init (object, &iter);
  while ((key = yyjson_mut_obj_iter_next (&iter)) != NULL)
    {
      yyjson_mut_val *value = yyjson_mut_obj_iter_get_val (key);
      const char *name = yyjson_mut_get_str (key);
      const KinDemoType *member = kin_demo_type_get_member (type, name);

      if (member == NULL)
        note (check, "unknown", name);
      if (member == NULL || is_absent (member, value))
        yyjson_mut_obj_iter_remove (&iter);
      else if (!check_member (check, type, member, name, value))
        return FALSE;
    }

  return TRUE;
}

static gboolean
check_list (Check             *check,
            const KinDemoType *type,
            yyjson_mut_val    *list)
{
  gsize path_length = check->path->len;
  yyjson_mut_val *item;
  size_t i, n;

  if (!yyjson_mut_is_arr (list))
    return fail_type (check, type, list);

  yyjson_mut_arr_foreach (list, i, n, item)
    {
      g_string_append_printf (check->path, "[%" G_GSIZE_FORMAT "]", i);
      if (!yyjson_mut_is_null (item) && !check_value (check, type->item, item))
        return FALSE;
      g_string_truncate (check->path, path_length);
    }

  return TRUE;
}

/* Written the one way that the API server writes it. */
static gboolean
check_quantity (Check          *check,
                yyjson_mut_val *value)
{
  g_autofree char *number = yyjson_mut_is_num (value) ? yyjson_mut_val_write (value, YYJSON_WRITE_NOFLAG, NULL) : NULL;
  g_autofree char *canonical = kin_demo_quantity_dup_canonical (number != NULL ? number : yyjson_mut_get_str (value));
  const char *text;

  if (canonical == NULL)
    return fail (check, "quantities must match the regular expression '%s'", QUANTITY_PATTERN);
  if (yyjson_mut_equals_str (value, canonical))
    return TRUE;

  text = yyjson_mut_get_str (yyjson_mut_strcpy (check->draft, canonical));
  yyjson_mut_set_str (value, text);

  return TRUE;
}

static gboolean
check_time (Check      *check,
            const char *text)
{
  g_autoptr(GDateTime) time = g_date_time_new_from_iso8601 (text, NULL);

  if (time != NULL)
    return TRUE;

  return fail (check, "parsing time \"%s\" as \"" TIME_LAYOUT "\": cannot parse \"%s\" as \"2006\"", text, text);
}

static gboolean
check_bytes (Check      *check,
             const char *text)
{
  static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  gsize length = strlen (text);
  gsize n_valid = strspn (text, alphabet);
  gsize n_padding = strspn (text + n_valid, "=");

  if (n_valid + n_padding == length && length % 4 == 0 && n_padding <= 2)
    return TRUE;

  return fail (check, "illegal base64 data at input byte %" G_GSIZE_FORMAT, n_valid == length ? n_valid - n_valid % 4 : n_valid);
}

static gboolean
check_string (Check             *check,
              const KinDemoType *type,
              yyjson_mut_val    *value)
{
  const char *text = yyjson_mut_get_str (value);

  if (text == NULL)
    return fail_type (check, type, value);

  switch (type->format)
    {
    case KIN_DEMO_FORMAT_TIME:
    case KIN_DEMO_FORMAT_MICRO_TIME:
      return check_time (check, text);

    case KIN_DEMO_FORMAT_BYTES:
      return check_bytes (check, text);

    case KIN_DEMO_FORMAT_NONE:
    case KIN_DEMO_FORMAT_INT32:
    case KIN_DEMO_FORMAT_INT64:
    default:
      return TRUE;
    }
}

static gboolean
check_integer (Check             *check,
               const KinDemoType *type,
               yyjson_mut_val    *value)
{
  gint64 number = yyjson_mut_get_sint (value);
  gboolean fits = type->format != KIN_DEMO_FORMAT_INT32 || (number >= G_MININT32 && number <= G_MAXINT32);

  if (yyjson_mut_is_int (value) && fits && (number >= 0 || yyjson_mut_is_sint (value)))
    return TRUE;

  return fail_type (check, type, value);
}

static gboolean
check_value (Check             *check,
             const KinDemoType *type,
             yyjson_mut_val    *value)
{
  if (yyjson_mut_is_null (value))
    return TRUE;

  switch (type->kind)
    {
    case KIN_DEMO_TYPE_OBJECT:
    case KIN_DEMO_TYPE_MAP:
      return check_object (check, type, value);

    case KIN_DEMO_TYPE_LIST:
      return check_list (check, type, value);

    case KIN_DEMO_TYPE_STRING:
      return check_string (check, type, value);

    case KIN_DEMO_TYPE_INTEGER:
      return check_integer (check, type, value);

    case KIN_DEMO_TYPE_NUMBER:
      return yyjson_mut_is_num (value) || fail_type (check, type, value);

    case KIN_DEMO_TYPE_BOOLEAN:
      return yyjson_mut_is_bool (value) || fail_type (check, type, value);

    case KIN_DEMO_TYPE_QUANTITY:
      return check_quantity (check, value);

    case KIN_DEMO_TYPE_INT_OR_STRING:
      return yyjson_mut_is_int (value) || yyjson_mut_is_str (value) || fail_type (check, type, value);

    case KIN_DEMO_TYPE_ANY:
    default:
      return TRUE;
    }
}

/**
 * kin_demo_type_check:
 * @self: (nullable): a type
 * @draft: the document of @value
 * @value: a value, changed in place
 * @unknown: (nullable) (element-type utf8): told what was dropped: “unknown field "spec.replicaz"”
 * @error: return location for a #GError
 *
 * Reads a value as the type: what it does not know, nulls, and all but the last of members of the same name are taken
 * out, and quantities are written in their one way.
 *
 * Returns: whether all values are of their types; else %KIN_DEMO_ERROR_BAD_REQUEST
 */
gboolean
kin_demo_type_check (const KinDemoType  *self,
                     KinDemoDraft       *draft,
                     yyjson_mut_val     *value,
                     GPtrArray          *unknown,
                     GError            **error)
{
  g_autoptr(GString) path = g_string_new (NULL);
  g_autoptr(GString) fields = g_string_new (NULL);
  Check check = { .draft = draft, .path = path, .fields = fields, .unknown = unknown, .error = error };

  g_return_val_if_fail (draft != NULL && value != NULL, FALSE);

  if (self == NULL)
    return TRUE;

  check.root = self->definition;
  check.owner = self->definition != NULL ? get_last_part (self->definition->name) : NULL;

  return check_value (&check, self, value);
}
