/* kin-demo-view.c: the form that a client wants objects in, by its Accept header, and objects written so.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-view.h"

#include <string.h>

#include "demo/kin-demo-error.h"

/* One of the media types of an Accept header. */
typedef struct
{
  char *type;
  char *as;        /* (nullable) */
  char *group;     /* (nullable) */
  char *version;   /* (nullable) */
} Clause;

static const struct
{
  const char *as;
  KinDemoForm form;
} transforms[] = {
  { "Table", KIN_DEMO_FORM_TABLE },
  { "PartialObjectMetadata", KIN_DEMO_FORM_PARTIAL },
  { "PartialObjectMetadataList", KIN_DEMO_FORM_PARTIAL_LIST },
};

static void
clause_clear (Clause *clause)
{
  g_free (clause->type);
  g_free (clause->as);
  g_free (clause->group);
  g_free (clause->version);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Clause, clause_clear)

static void
clause_read_parameter (Clause *clause,
                       char   *parameter)
{
  char *value = strchr (parameter, '=');

  if (value == NULL)
    return;

  *value++ = '\0';
  if (g_str_equal (parameter, "as"))
    g_set_str (&clause->as, value);
  else if (g_str_equal (parameter, "g"))
    g_set_str (&clause->group, value);
  else if (g_str_equal (parameter, "v"))
    g_set_str (&clause->version, value);
}

static void
clause_init (Clause     *clause,
             const char *text)
{
  g_auto(GStrv) parts = g_strsplit (text, ";", -1);

  *clause = (Clause) { 0 };
  if (parts[0] == NULL)
    return;

  clause->type = g_ascii_strdown (g_strstrip (parts[0]), -1);
  for (guint i = 1; parts[i] != NULL; i++)
    clause_read_parameter (clause, g_strstrip (parts[i]));
}

static gboolean
clause_is_json (const Clause *clause)
{
  return g_str_equal (clause->type, "application/json") || g_str_equal (clause->type, "application/*") ||
         g_str_equal (clause->type, "*/*");
}

/* Whether we can serve it. */
static gboolean
clause_get_form (const Clause *clause,
                 KinDemoForm  *form)
{
  if (clause->type == NULL)
    return FALSE;

  *form = clause_is_json (clause) ? KIN_DEMO_FORM_JSON : KIN_DEMO_FORM_YAML;
  if (*form == KIN_DEMO_FORM_YAML && !g_str_equal (clause->type, "application/yaml"))
    return FALSE;
  if (clause->as == NULL)
    return TRUE;
  if (*form == KIN_DEMO_FORM_YAML || g_strcmp0 (clause->group, "meta.k8s.io") != 0 ||
      (g_strcmp0 (clause->version, "v1") != 0 && g_strcmp0 (clause->version, "v1beta1") != 0))
    return FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (transforms); i++)
    {
      *form = transforms[i].form;
      if (g_str_equal (clause->as, transforms[i].as))
        return TRUE;
    }

  return FALSE;
}

static gboolean
negotiate_form (const char   *accept,
                KinDemoForm  *form,
                GError      **error)
{
  g_auto(GStrv) clauses = NULL;

  *form = KIN_DEMO_FORM_JSON;
  if (accept == NULL || *accept == '\0')
    return TRUE;

  clauses = g_strsplit (accept, ",", -1);
  for (guint i = 0; clauses[i] != NULL; i++)
    {
      g_auto(Clause) clause;

      clause_init (&clause, clauses[i]);
      if (clause_get_form (&clause, form))
        return TRUE;
    }

  g_set_error_literal (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_NOT_ACCEPTABLE,
                       "only the following media types are accepted: application/json, application/yaml");

  return FALSE;
}

static gboolean
read_include (const char      *text,
              KinDemoInclude  *include,
              GError         **error)
{
  if (text == NULL || *text == '\0' || g_str_equal (text, "Metadata"))
    *include = KIN_DEMO_INCLUDE_METADATA;
  else if (g_str_equal (text, "None"))
    *include = KIN_DEMO_INCLUDE_NONE;
  else if (g_str_equal (text, "Object"))
    *include = KIN_DEMO_INCLUDE_OBJECT;
  else
    {
      g_set_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_BAD_REQUEST,
                   "unrecognized includeObject value: \"%s\"", text);
      return FALSE;
    }

  return TRUE;
}

/* The items of a typed list say neither kind nor version: the list does. A custom resource's say it all the same. */
static gsize
measure_type_meta (KinDemoKind *kind,
                   const char  *text,
                   gsize        length)
{
  KinResource *resource = kin_demo_kind_get_resource (kind);
  g_autofree char *kind_first = g_strdup_printf ("{\"kind\":\"%s\",\"apiVersion\":\"%s\",",
                                                 kin_resource_get_kind (resource), kin_resource_get_api_version (resource));
  g_autofree char *version_first = g_strdup_printf ("{\"apiVersion\":\"%s\",\"kind\":\"%s\",",
                                                    kin_resource_get_api_version (resource), kin_resource_get_kind (resource));
  gsize n = strlen (kind_first);

  if (kin_demo_kind_get_flags (kind) & KIN_DEMO_KIND_CUSTOM || length < n ||
      (memcmp (text, kind_first, n) != 0 && memcmp (text, version_first, n) != 0))
    return 0;

  return n;
}

static void
append_text (KinDemoObject *object,
             GString       *out)
{
  gsize length;
  const char *text = g_bytes_get_data (kin_demo_object_get_text (object), &length);

  g_string_append_len (out, text, length);
}

static void
append_typed_item (KinDemoKind   *kind,
                   KinDemoObject *object,
                   GString       *out)
{
  gsize length;
  const char *text = g_bytes_get_data (kin_demo_object_get_text (object), &length);
  gsize n_cut = measure_type_meta (kind, text, length);

  if (n_cut > 0)
    g_string_append_c (out, '{');
  g_string_append_len (out, text + n_cut, length - n_cut);
}

static void
append_table (const KinDemoView *self,
              KinDemoKind       *kind,
              KinDemoObject     *object,
              gboolean           with_columns,
              gint64             now_s,
              GString           *out)
{
  g_string_append_printf (out,
                          "{\"kind\":\"Table\",\"apiVersion\":\"meta.k8s.io/v1\","
                          "\"metadata\":{\"resourceVersion\":\"%" G_GUINT64_FORMAT "\"},",
                          kin_demo_object_get_version (object));
  if (with_columns)
    kin_demo_table_append_columns (kind, out);
  else
    g_string_append (out, "\"columnDefinitions\":null");

  g_string_append (out, ",\"rows\":[");
  kin_demo_table_append_row (kind, object, self->include, now_s, out);
  g_string_append (out, "]}");
}

/**
 * kin_demo_view_negotiate:
 * @request: a request
 * @view: (out): what it wants
 * @error: return location
 *
 * Takes the first form of the Accept header that is served.
 *
 * Returns: %FALSE with @error set if none is
 */
gboolean
kin_demo_view_negotiate (const KinDemoRequest  *request,
                         KinDemoView           *view,
                         GError               **error)
{
  g_return_val_if_fail (request != NULL && view != NULL, FALSE);

  return negotiate_form (request->accept, &view->form, error) &&
         read_include (kin_demo_request_get_query (request, "includeObject"), &view->include, error);
}

/**
 * kin_demo_view_is_aggregated:
 * @request: a request to discovery
 *
 * Returns: whether it wants all groups and resources in one document
 */
gboolean
kin_demo_view_is_aggregated (const KinDemoRequest *request)
{
  g_auto(GStrv) clauses = NULL;

  g_return_val_if_fail (request != NULL, FALSE);

  clauses = g_strsplit (request->accept != NULL ? request->accept : "", ",", -1);
  for (guint i = 0; clauses[i] != NULL; i++)
    {
      g_auto(Clause) clause;

      clause_init (&clause, clauses[i]);
      if (clause.type == NULL || !clause_is_json (&clause))
        continue;
      if (clause.as == NULL)
        return FALSE;
      if (g_str_equal (clause.as, "APIGroupDiscoveryList") && g_strcmp0 (clause.group, "apidiscovery.k8s.io") == 0 &&
          g_strcmp0 (clause.version, "v2") == 0)
        return TRUE;
    }

  return FALSE;
}

/**
 * kin_demo_view_append_item:
 * @self: a view
 * @kind: what @object is one of
 * @object: an object
 * @now_s: the time, in seconds since the epoch
 * @out: is written to
 *
 * Writes one item of a list, or one row of its table.
 */
void
kin_demo_view_append_item (const KinDemoView *self,
                           KinDemoKind       *kind,
                           KinDemoObject     *object,
                           gint64             now_s,
                           GString           *out)
{
  g_return_if_fail (self != NULL && kind != NULL && object != NULL && out != NULL);

  if (self->form == KIN_DEMO_FORM_TABLE)
    kin_demo_table_append_row (kind, object, self->include, now_s, out);
  else if (self->form == KIN_DEMO_FORM_PARTIAL || self->form == KIN_DEMO_FORM_PARTIAL_LIST)
    kin_demo_partial_append (object, out);
  else
    append_typed_item (kind, object, out);
}

/**
 * kin_demo_view_append_object:
 * @self: a view
 * @kind: what @object is one of
 * @object: an object
 * @with_columns: whether a table tells its columns
 * @now_s: the time, in seconds since the epoch
 * @out: is written to
 *
 * Writes an object that stands by itself: an answer, or what is in an event of a watch.
 */
void
kin_demo_view_append_object (const KinDemoView *self,
                             KinDemoKind       *kind,
                             KinDemoObject     *object,
                             gboolean           with_columns,
                             gint64             now_s,
                             GString           *out)
{
  g_return_if_fail (self != NULL && kind != NULL && object != NULL && out != NULL);

  if (self->form == KIN_DEMO_FORM_TABLE)
    append_table (self, kind, object, with_columns, now_s, out);
  else if (self->form == KIN_DEMO_FORM_PARTIAL || self->form == KIN_DEMO_FORM_PARTIAL_LIST)
    kin_demo_partial_append (object, out);
  else
    append_text (object, out);
}
