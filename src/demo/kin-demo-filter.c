/* kin-demo-filter.c: the selectors of a list or a watch: labels, and the few fields that the API server selects by.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-filter.h"

#include <string.h>

#include "demo/kin-demo-crd.h"
#include "demo/kin-demo-error.h"
#include "object/kin-selector.h"

typedef struct
{
  const char *group;
  const char *plural;
  const char *name;
  const char *absent;     /* the value that stands for one that is not there */
} Field;

/* A field of one kind or, of a custom resource, one that its definition names. */
typedef struct
{
  char *name;
  char **path;
  const char *absent;
  char *value;
  gboolean negated;
} Term;

struct _KinDemoFilter
{
  KinSelector *labels;
  GPtrArray *terms;       /* of Term; all must hold */
};

static const Field fields[] = {
  { "", "events", "involvedObject.apiVersion", "" },
  { "", "events", "involvedObject.fieldPath", "" },
  { "", "events", "involvedObject.kind", "" },
  { "", "events", "involvedObject.name", "" },
  { "", "events", "involvedObject.namespace", "" },
  { "", "events", "involvedObject.resourceVersion", "" },
  { "", "events", "involvedObject.uid", "" },
  { "", "events", "metadata.name", "" },
  { "", "events", "metadata.namespace", "" },
  { "", "events", "reason", "" },
  { "", "events", "reportingComponent", "" },
  { "", "events", "source", "" },
  { "", "events", "type", "" },
  { "", "namespaces", "metadata.name", "" },
  { "", "namespaces", "status.phase", "" },
  { "", "nodes", "metadata.name", "" },
  { "", "nodes", "spec.unschedulable", "false" },
  { "", "pods", "metadata.name", "" },
  { "", "pods", "metadata.namespace", "" },
  { "", "pods", "spec.hostNetwork", "false" },
  { "", "pods", "spec.nodeName", "" },
  { "", "pods", "spec.restartPolicy", "" },
  { "", "pods", "spec.schedulerName", "" },
  { "", "pods", "spec.serviceAccountName", "" },
  { "", "pods", "status.nominatedNodeName", "" },
  { "", "pods", "status.phase", "" },
  { "", "pods", "status.podIP", "" },
  { "", "pods", "status.podIPs", "" },
  { "", "replicationcontrollers", "metadata.name", "" },
  { "", "replicationcontrollers", "metadata.namespace", "" },
  { "", "replicationcontrollers", "status.replicas", "0" },
  { "", "secrets", "metadata.name", "" },
  { "", "secrets", "metadata.namespace", "" },
  { "", "secrets", "type", "" },
  { "", "services", "metadata.name", "" },
  { "", "services", "metadata.namespace", "" },
  { "", "services", "spec.clusterIP", "" },
  { "", "services", "spec.type", "" },
  { "batch", "jobs", "metadata.name", "" },
  { "batch", "jobs", "metadata.namespace", "" },
  { "batch", "jobs", "status.successful", "0" },
};

/* Longer ones first. */
static const char * const operators[] = { "!=", "==", "=" };

static void
term_free (gpointer data)
{
  Term *self = data;

  g_free (self->name);
  g_strfreev (self->path);
  g_free (self->value);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Term, term_free)

static gboolean
is_of_kind (const Field *field,
            KinDemoKind *kind)
{
  KinResource *resource = kin_demo_kind_get_resource (kind);

  return g_str_equal (field->plural, kin_resource_get_plural (resource)) &&
         g_str_equal (field->group, kin_resource_get_group (resource));
}

static gboolean
is_name (const char *name)
{
  return g_str_equal (name, "metadata.name") || g_str_equal (name, "metadata.namespace");
}

/* A definition may name fields of its own. */
static gboolean
is_custom_field (KinDemoKind *kind,
                 const char  *name)
{
  KinJsonIter iter;
  KinJsonValue *field;

  kin_json_iter_init (&iter, kin_json_get (kin_demo_crd_get_version (kind), "selectableFields"));
  while (kin_json_iter_next (&iter, NULL, &field))
    {
      const char *path = kin_json_get_string (field, "jsonPath");

      if (path != NULL && path[0] == '.' && g_str_equal (path + 1, name))
        return TRUE;
    }

  return is_name (name);
}

static gboolean
refuse_field (KinDemoKind  *kind,
              const char   *name,
              gboolean      has_fields,
              GError      **error)
{
  KinResource *resource = kin_demo_kind_get_resource (kind);

  if (g_str_equal (kin_resource_get_kind (resource), "Job"))
    g_set_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_BAD_REQUEST, "field label \"%s\" not supported for Job", name);
  else if (has_fields)
    g_set_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_BAD_REQUEST, "field label not supported: %s", name);
  else
    g_set_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_BAD_REQUEST,
                 "\"%s\" is not a known field selector: only \"metadata.name\", \"metadata.namespace\"", name);

  return FALSE;
}

/* Kinds of which nothing is listed are selected by name and namespace. */
static gboolean
check_field (KinDemoKind  *kind,
             Term         *term,
             GError      **error)
{
  gboolean custom = (kin_demo_kind_get_flags (kind) & KIN_DEMO_KIND_CUSTOM) != 0;
  gboolean has_fields = custom;

  term->absent = "";
  for (guint i = 0; !custom && i < G_N_ELEMENTS (fields); i++)
    {
      if (!is_of_kind (&fields[i], kind))
        continue;

      has_fields = TRUE;
      if (g_str_equal (fields[i].name, term->name))
        {
          term->absent = fields[i].absent;
          return TRUE;
        }
    }

  if (custom ? is_custom_field (kind, term->name) : (!has_fields && is_name (term->name)))
    return TRUE;

  return refuse_field (kind, term->name, has_fields, error);
}

/* Within a value, a backslash stands before every comma, equals sign and backslash. */
static gboolean
unescape (const char  *text,
          char       **value,
          GError     **error)
{
  g_autoptr(GString) plain = g_string_new (NULL);

  for (; *text != '\0'; text++)
    {
      gboolean escaped = *text == '\\';

      if (escaped && strchr ("\\,=", text[1]) == NULL)
        {
          g_set_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_BAD_REQUEST,
                       "invalid field selector: invalid escape sequence: \\%c", text[1]);
          return FALSE;
        }

      if (!escaped && *text == '=')
        {
          g_set_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_BAD_REQUEST,
                       "invalid field selector: unescaped character in value: %d", *text);
          return FALSE;
        }

      text += escaped;
      if (*text == '\0')
        break;
      g_string_append_c (plain, *text);
    }

  *value = g_strdup (plain->str);

  return TRUE;
}

static const char *
find_operator (const char  *text,
               const char **found)
{
  for (; *text != '\0'; text++)
    {
      for (guint i = 0; i < G_N_ELEMENTS (operators); i++)
        {
          *found = operators[i];
          if (g_str_has_prefix (text, operators[i]))
            return text;
        }
    }

  return NULL;
}

static gboolean
add_term (KinDemoFilter  *self,
          KinDemoKind    *kind,
          const char     *text,
          const char     *selector,
          GError        **error)
{
  g_autoptr(Term) term = g_new0 (Term, 1);
  const char *operator;
  const char *place = find_operator (text, &operator);

  if (place == NULL)
    {
      g_set_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_BAD_REQUEST, "invalid selector: '%s'; can't understand '%s'",
                   selector, text);
      return FALSE;
    }

  term->name = g_strndup (text, (gsize) (place - text));
  term->path = g_strsplit (term->name, ".", -1);
  term->negated = *operator == '!';
  if (!unescape (place + strlen (operator), &term->value, error) || !check_field (kind, term, error))
    return FALSE;

  g_ptr_array_add (self->terms, g_steal_pointer (&term));

  return TRUE;
}

/* Terms are separated by commas that have no backslash before them. */
static gboolean
add_terms (KinDemoFilter  *self,
           KinDemoKind    *kind,
           const char     *selector,
           GError        **error)
{
  const char *cursor = selector;

  while (*cursor != '\0')
    {
      const char *start = cursor;
      g_autofree char *term = NULL;

      for (; *cursor != '\0' && *cursor != ','; cursor++)
        {
          if (cursor[0] == '\\' && cursor[1] != '\0')
            cursor++;
        }

      term = g_strndup (start, (gsize) (cursor - start));
      if (*term != '\0' && !add_term (self, kind, term, selector, error))
        return FALSE;
      if (*cursor == ',')
        cursor++;
    }

  return TRUE;
}

static gboolean
set_labels (KinDemoFilter  *self,
            const char     *selector,
            GError        **error)
{
  g_autoptr(GError) reason = NULL;

  self->labels = kin_selector_parse (selector, &reason);
  if (self->labels != NULL)
    return TRUE;

  g_set_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_BAD_REQUEST, "unable to parse requirement: %s", reason->message);

  return FALSE;
}

static char *
dup_source (KinJsonValue *root)
{
  const char *component = kin_json_get_string (kin_json_get (root, "source"), "component");

  if (component == NULL || *component == '\0')
    component = kin_json_get_string (root, "reportingComponent");

  return g_strdup (component);
}

static char *
dup_addresses (KinJsonValue *addresses)
{
  g_autoptr(GString) text = g_string_new (NULL);
  KinJsonIter iter;
  KinJsonValue *address;

  kin_json_iter_init (&iter, addresses);
  while (kin_json_iter_next (&iter, NULL, &address))
    {
      const char *ip = kin_json_get_string (address, "ip");

      g_string_append_printf (text, "%s%s", text->len > 0 ? "," : "", ip != NULL ? ip : "");
    }

  return g_string_free (g_steal_pointer (&text), FALSE);
}

static char *
dup_field (const Term   *term,
           KinJsonValue *root)
{
  KinJsonValue *value = root;

  if (g_str_equal (term->name, "source"))
    return dup_source (root);

  for (guint i = 0; value != NULL && term->path[i] != NULL; i++)
    value = kin_json_get (value, term->path[i]);

  if (value != NULL && kin_json_value_get_type (value) == KIN_JSON_ARRAY)
    return dup_addresses (value);
  if (value != NULL && kin_json_value_get_type (value) == KIN_JSON_STRING)
    return g_strdup (kin_json_value_get_string (value));

  return value != NULL ? kin_json_value_dup_text (value) : NULL;
}

/* Name and namespace are known without reading the object. */
static const char *
get_name (const Term    *term,
          KinDemoObject *object)
{
  if (g_str_equal (term->name, "metadata.name"))
    return kin_demo_object_get_name (object);

  return kin_demo_object_get_namespace (object);
}

static gboolean
term_holds (const Term     *term,
            KinDemoObject  *object,
            KinJson       **json)
{
  g_autofree char *value = NULL;

  if (is_name (term->name))
    return (g_strcmp0 (get_name (term, object), term->value) == 0) != term->negated;

  if (*json == NULL)
    *json = kin_demo_object_parse (object);

  value = dup_field (term, kin_json_get_root (*json));

  return g_str_equal (value != NULL ? value : term->absent, term->value) != term->negated;
}

/**
 * kin_demo_filter_new:
 * @kind: a kind
 * @label_selector: (nullable): the parameter labelSelector
 * @field_selector: (nullable): the parameter fieldSelector
 * @error: return location for a #GError
 *
 * Reads the selectors of a list or a watch.
 *
 * Returns: (transfer full): a filter, or %NULL with %KIN_DEMO_ERROR_BAD_REQUEST
 */
KinDemoFilter *
kin_demo_filter_new (KinDemoKind  *kind,
                     const char   *label_selector,
                     const char   *field_selector,
                     GError      **error)
{
  g_autoptr(KinDemoFilter) self = NULL;

  g_return_val_if_fail (kind != NULL, NULL);

  self = g_new0 (KinDemoFilter, 1);
  self->terms = g_ptr_array_new_with_free_func (term_free);
  if ((label_selector != NULL && *label_selector != '\0' && !set_labels (self, label_selector, error)) ||
      (field_selector != NULL && !add_terms (self, kind, field_selector, error)))
    return NULL;

  return g_steal_pointer (&self);
}

/**
 * kin_demo_filter_free:
 * @self: (transfer full): a filter
 *
 * Frees the filter.
 */
void
kin_demo_filter_free (KinDemoFilter *self)
{
  g_return_if_fail (self != NULL);

  g_clear_pointer (&self->labels, kin_selector_free);
  g_ptr_array_unref (self->terms);
  g_free (self);
}

/**
 * kin_demo_filter_matches:
 * @self: a filter
 * @object: an object of its kind
 *
 * Tells whether an object is selected.
 *
 * Returns: whether all selectors hold
 */
gboolean
kin_demo_filter_matches (KinDemoFilter *self,
                         KinDemoObject *object)
{
  g_autoptr(KinJson) json = NULL;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (object != NULL, FALSE);

  if (self->labels != NULL && !kin_selector_matches_labels (self->labels, kin_demo_object_get_labels (object)))
    return FALSE;

  for (guint i = 0; i < self->terms->len; i++)
    {
      if (!term_holds (self->terms->pdata[i], object, &json))
        return FALSE;
    }

  return TRUE;
}
