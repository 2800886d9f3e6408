/* kin-demo-complaints.c: what is wrong with an object, field by field, in the API server's words.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-complaints.h"

#include "demo/kin-demo-error.h"
#include "object/kin-json.h"

typedef struct
{
  const char *reason;
  char *field;
  char *message;
} Complaint;

struct _KinDemoComplaints
{
  GString *path;
  GPtrArray *complaints;
};

static void
complaint_free (gpointer data)
{
  Complaint *self = data;

  g_free (self->field);
  g_free (self->message);
  g_free (self);
}

static void append_value (GString        *out,
                          yyjson_mut_val *value);

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return g_strcmp0 (*(const char * const *) a, *(const char * const *) b);
}

/* The API server sorts maps, of labels and the like, but not the members of objects. */
static GPtrArray *
list_names (yyjson_mut_val *object)
{
  GPtrArray *names = g_ptr_array_new ();
  gboolean is_map = TRUE;
  yyjson_mut_val *key;
  yyjson_mut_val *value;
  size_t i, n;

  yyjson_mut_obj_foreach (object, i, n, key, value)
    {
      is_map &= yyjson_mut_is_str (value);
      g_ptr_array_add (names, (gpointer) yyjson_mut_get_str (key));
    }
  if (is_map)
    g_ptr_array_sort (names, compare_names);

  return names;
}

static void
append_object (GString        *out,
               yyjson_mut_val *object)
{
  g_autoptr(GPtrArray) names = list_names (object);

  g_string_append_c (out, '{');
  for (guint i = 0; i < names->len; i++)
    {
      if (i > 0)
        g_string_append_c (out, ',');
      kin_json_append_quoted (out, names->pdata[i]);
      g_string_append_c (out, ':');
      append_value (out, yyjson_mut_obj_get (object, names->pdata[i]));
    }
  g_string_append_c (out, '}');
}

static void
append_array (GString        *out,
              yyjson_mut_val *array)
{
  yyjson_mut_val *item;
  size_t i, n;

  g_string_append_c (out, '[');
  yyjson_mut_arr_foreach (array, i, n, item)
    {
      if (i > 0)
        g_string_append_c (out, ',');
      append_value (out, item);
    }
  g_string_append_c (out, ']');
}

static void
append_value (GString        *out,
              yyjson_mut_val *value)
{
  g_autofree char *text = NULL;

  if (yyjson_mut_is_obj (value))
    {
      append_object (out, value);
    }
  else if (yyjson_mut_is_arr (value))
    {
      append_array (out, value);
    }
  else if (value == NULL)
    {
      g_string_append (out, "null");
    }
  else
    {
      text = yyjson_mut_val_write (value, YYJSON_WRITE_NOFLAG, NULL);
      g_string_append (out, text);
    }
}

static void
add (KinDemoComplaints *self,
     const char        *reason,
     const char        *name,
     char              *message)
{
  Complaint *complaint = g_new0 (Complaint, 1);
  gsize mark = self->path->len;

  if (name != NULL)
    kin_demo_complaints_enter (self, name);
  complaint->reason = reason;
  complaint->field = g_strdup (self->path->str);
  complaint->message = message;
  g_ptr_array_add (self->complaints, complaint);
  kin_demo_complaints_leave (self, mark);
}

/* Takes the texts of value and detail. */
static void
add_invalid (KinDemoComplaints *self,
             const char        *name,
             GString           *value,
             char              *detail)
{
  add (self, "FieldValueInvalid", name, g_strdup_printf ("Invalid value: %s: %s", value->str, detail));
  g_string_free (value, TRUE);
  g_free (detail);
}

KinDemoComplaints *
kin_demo_complaints_new (void)
{
  KinDemoComplaints *self = g_new0 (KinDemoComplaints, 1);

  self->path = g_string_new (NULL);
  self->complaints = g_ptr_array_new_with_free_func (complaint_free);

  return self;
}

void
kin_demo_complaints_free (KinDemoComplaints *self)
{
  g_string_free (self->path, TRUE);
  g_ptr_array_unref (self->complaints);
  g_free (self);
}

/* Goes down to a member, of which the complaints to come are. Returns what kin_demo_complaints_leave() wants. */
gsize
kin_demo_complaints_enter (KinDemoComplaints *self,
                           const char        *name)
{
  gsize mark = self->path->len;

  if (mark > 0)
    g_string_append_c (self->path, '.');
  g_string_append (self->path, name);

  return mark;
}

gsize
kin_demo_complaints_enter_item (KinDemoComplaints *self,
                                gsize              i)
{
  gsize mark = self->path->len;

  g_string_append_printf (self->path, "[%" G_GSIZE_FORMAT "]", i);

  return mark;
}

gsize
kin_demo_complaints_enter_key (KinDemoComplaints *self,
                               const char        *key)
{
  gsize mark = self->path->len;

  g_string_append_printf (self->path, "[%s]", key);

  return mark;
}

void
kin_demo_complaints_leave (KinDemoComplaints *self,
                           gsize              mark)
{
  g_string_truncate (self->path, mark);
}

/* The name of a member is nullable: then it is the place itself. */
void
kin_demo_complain (KinDemoComplaints *self,
                   const char        *reason,
                   const char        *name,
                   const char        *format,
                   ...)
{
  va_list arguments;

  va_start (arguments, format);
  add (self, reason, name, g_strdup_vprintf (format, arguments));
  va_end (arguments);
}

void
kin_demo_complain_required (KinDemoComplaints *self,
                            const char        *name,
                            const char        *why)
{
  add (self, "FieldValueRequired", name, g_strconcat ("Required value", why != NULL ? ": " : "", why, NULL));
}

void
kin_demo_complain_invalid (KinDemoComplaints *self,
                           const char        *name,
                           yyjson_mut_val    *value,
                           const char        *format,
                           ...)
{
  GString *text = g_string_new (NULL);
  va_list arguments;

  append_value (text, value);
  va_start (arguments, format);
  add_invalid (self, name, text, g_strdup_vprintf (format, arguments));
  va_end (arguments);
}

void
kin_demo_complain_invalid_text (KinDemoComplaints *self,
                                const char        *name,
                                const char        *text,
                                const char        *format,
                                ...)
{
  GString *quoted = g_string_new (NULL);
  va_list arguments;

  kin_json_append_quoted (quoted, text);
  va_start (arguments, format);
  add_invalid (self, name, quoted, g_strdup_vprintf (format, arguments));
  va_end (arguments);
}

void
kin_demo_complain_unsupported (KinDemoComplaints  *self,
                               const char         *name,
                               yyjson_mut_val     *value,
                               const char * const *choices)
{
  g_autoptr(GString) text = g_string_new ("Unsupported value: ");

  append_value (text, value);
  g_string_append (text, ": supported values: ");
  for (guint i = 0; choices[i] != NULL; i++)
    g_string_append_printf (text, "%s\"%s\"", i > 0 ? ", " : "", choices[i]);
  add (self, "FieldValueNotSupported", name, g_strdup (text->str));
}

void
kin_demo_complain_duplicate (KinDemoComplaints *self,
                             const char        *name,
                             const char        *text)
{
  add (self, "FieldValueDuplicate", name, g_strdup_printf ("Duplicate value: \"%s\"", text));
}

void
kin_demo_complain_forbidden (KinDemoComplaints *self,
                             const char        *name,
                             const char        *why)
{
  add (self, "FieldValueForbidden", name, g_strconcat ("Forbidden: ", why, NULL));
}

/* Returns whether there was nothing to complain of; else makes it an error. */
gboolean
kin_demo_complaints_settle (KinDemoComplaints  *self,
                            const char         *group,
                            const char         *kind,
                            const char         *name,
                            GError            **error)
{
  g_autoptr(GError) refusal = NULL;

  if (self->complaints->len == 0)
    return TRUE;

  refusal = kin_demo_error_new_invalid (group, kind, name);
  for (guint i = 0; i < self->complaints->len; i++)
    {
      const Complaint *complaint = self->complaints->pdata[i];

      kin_demo_error_add_field (refusal, complaint->reason, complaint->field, complaint->message);
    }
  g_propagate_error (error, g_steal_pointer (&refusal));

  return FALSE;
}
