/* kin-demo-list-options.c: what the parameters of a list or a watch ask for, and which of them go together.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-list-options.h"

#include "demo/kin-demo-continue.h"
#include "demo/kin-demo-error.h"
#include "demo/kin-demo-refusals.h"

#define MATCH "resourceVersionMatch"

/* What both a list and a watch are asked with. Absent is the same as empty, but for send_initial. */
typedef struct
{
  const char *version;
  const char *match;
  const char *token;
  const char *send_initial;    /* (nullable) */
} Parameters;

static const char *
get_or_empty (const KinDemoRequest *request,
              const char           *name)
{
  const char *value = kin_demo_request_get_query (request, name);

  return value != NULL ? value : "";
}

static void
parameters_init (Parameters           *self,
                 const KinDemoRequest *request)
{
  self->version = get_or_empty (request, "resourceVersion");
  self->match = get_or_empty (request, MATCH);
  self->token = get_or_empty (request, "continue");
  self->send_initial = kin_demo_request_get_query (request, "sendInitialEvents");
}

static void
refuse_match (KinDemoRefusals *refusals,
              const char      *match,
              const char      *supported)
{
  g_autofree char *quoted = g_strdup_printf ("\"%s\"", match);

  kin_demo_refusals_add_unsupported (refusals, MATCH, quoted, supported);
}

static gboolean
check_list (const Parameters  *parameters,
            GError           **error)
{
  g_autoptr(KinDemoRefusals) refusals = kin_demo_refusals_new ("ListOptions");
  gboolean exact = g_str_equal (parameters->match, "Exact");

  if (*parameters->match != '\0' && *parameters->version == '\0')
    kin_demo_refusals_add_forbidden (refusals, MATCH, MATCH " is forbidden unless resourceVersion is provided");
  if (*parameters->match != '\0' && *parameters->token != '\0')
    kin_demo_refusals_add_forbidden (refusals, MATCH, MATCH " is forbidden when continue is provided");
  if (*parameters->match != '\0' && !exact && !g_str_equal (parameters->match, "NotOlderThan"))
    refuse_match (refusals, parameters->match, "\"Exact\", \"NotOlderThan\", \"\"");
  if (exact && g_str_equal (parameters->version, "0"))
    kin_demo_refusals_add_forbidden (refusals, MATCH, MATCH " \"exact\" is forbidden for resourceVersion \"0\"");
  if (parameters->send_initial != NULL)
    kin_demo_refusals_add_forbidden (refusals, "sendInitialEvents", "sendInitialEvents is forbidden for list");

  return kin_demo_refusals_end (refusals, error);
}

static gboolean
check_watch (const Parameters  *parameters,
             GError           **error)
{
  g_autoptr(KinDemoRefusals) refusals = kin_demo_refusals_new ("ListOptions");
  gboolean not_older = g_str_equal (parameters->match, "NotOlderThan");

  if (parameters->send_initial != NULL && !not_older)
    kin_demo_refusals_add_forbidden (refusals, MATCH, "sendInitialEvents requires setting " MATCH " to NotOlderThan");
  if (*parameters->match != '\0' && parameters->send_initial == NULL)
    kin_demo_refusals_add_forbidden (refusals, MATCH, MATCH " is forbidden for watch unless sendInitialEvents is provided");
  if (*parameters->match != '\0' && !not_older)
    refuse_match (refusals, parameters->match, "\"NotOlderThan\"");
  if (*parameters->token != '\0' && (*parameters->match != '\0' || parameters->send_initial == NULL))
    kin_demo_refusals_add_forbidden (refusals, MATCH, MATCH " is forbidden when continue is provided");

  return kin_demo_refusals_end (refusals, error);
}

static gboolean
read_version (const char    *text,
              KinDemoError   code,
              const char    *prefix,
              guint64       *version,
              GError       **error)
{
  *version = 0;
  if (*text == '\0' || g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT64, version, NULL))
    return TRUE;

  g_set_error (error, KIN_DEMO_ERROR, code,
               "%sresourceVersion: Invalid value: \"%s\": strconv.ParseUint: parsing \"%s\": invalid syntax",
               prefix, text, text);

  return FALSE;
}

static gboolean
check_reached (guint64        version,
               KinDemoStore  *store,
               GError       **error)
{
  if (version <= kin_demo_store_get_version (store))
    return TRUE;

  g_propagate_error (error, kin_demo_new_too_large (version, store));

  return FALSE;
}

/* Whoever paged too slowly may go on with what there is now. */
static void
set_page_expired (KinDemoListOptions  *self,
                  const char          *namespace_,
                  GError             **error)
{
  g_autoptr(GError) expired = NULL;
  g_autofree char *token = kin_demo_continue_encode (KIN_DEMO_CONTINUE_NOW, namespace_, self->after);

  expired = g_error_new_literal (KIN_DEMO_ERROR, KIN_DEMO_ERROR_EXPIRED,
                                 "The provided continue parameter is too old to display a consistent list result. "
                                 "You can start a new list without the continue parameter, or use the continue token in "
                                 "this response to retrieve the remainder of the results. Continuing with the provided "
                                 "token results in an inconsistent list - objects that were created, modified, or "
                                 "deleted between the time the first chunk was returned and now may show up in the list.");
  kin_demo_error_set_continue (expired, token);
  g_propagate_error (error, g_steal_pointer (&expired));
}

static gboolean
read_page (KinDemoListOptions  *self,
           const Parameters    *parameters,
           const char          *namespace_,
           KinDemoStore        *store,
           GError             **error)
{
  gint64 version;

  if (*parameters->version != '\0' && !g_str_equal (parameters->version, "0"))
    {
      g_set_error_literal (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_BAD_REQUEST,
                           "specifying resource version is not allowed when using continue");
      return FALSE;
    }

  self->after = kin_demo_continue_decode (parameters->token, namespace_, &version, error);
  if (self->after == NULL)
    return FALSE;
  if (version < 0)
    return TRUE;

  self->at = version;
  if (!check_reached (self->at, store, error))
    return FALSE;
  if (self->at >= kin_demo_store_get_oldest (store))
    return TRUE;

  set_page_expired (self, namespace_, error);

  return FALSE;
}

/* A version with a limit means that very version too: so it was before one could say so. */
static gboolean
read_start (KinDemoListOptions  *self,
            const Parameters    *parameters,
            KinDemoStore        *store,
            GError             **error)
{
  guint64 version;

  if (!read_version (parameters->version, KIN_DEMO_ERROR_BAD_REQUEST, "invalid resource version: ", &version, error) ||
      !check_reached (version, store, error))
    return FALSE;

  /* The watch cache answers, which has no pages of “any version”. */
  if (g_str_equal (parameters->version, "0"))
    self->limit = 0;
  if (version == 0 || g_str_equal (parameters->match, "NotOlderThan") || (*parameters->match == '\0' && self->limit == 0))
    return TRUE;

  self->at = version;
  if (self->at >= kin_demo_store_get_oldest (store))
    return TRUE;

  g_set_error_literal (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_EXPIRED,
                       "The resourceVersion for the provided list is too old.");

  return FALSE;
}

/**
 * kin_demo_list_options_read:
 * @self: (out caller-allocates): what is asked for; to be cleared even if this fails
 * @request: a request
 * @namespace_: (nullable): the namespace that is listed
 * @store: what is listed
 * @error: return location
 *
 * Returns: %FALSE with @error set if the parameters do not go together, or @store can't show that version
 */
gboolean
kin_demo_list_options_read (KinDemoListOptions    *self,
                            const KinDemoRequest  *request,
                            const char            *namespace_,
                            KinDemoStore          *store,
                            GError               **error)
{
  Parameters parameters;
  gint64 limit = 0;
  gint64 timeout_s = 0;

  g_return_val_if_fail (self != NULL && request != NULL, FALSE);
  g_return_val_if_fail (KIN_IS_DEMO_STORE (store), FALSE);

  *self = (KinDemoListOptions) { 0 };
  parameters_init (&parameters, request);
  if (!kin_demo_request_get_integer (request, "limit", &limit, error) ||
      !kin_demo_request_get_integer (request, "timeoutSeconds", &timeout_s, error) ||
      !check_list (&parameters, error))
    return FALSE;

  self->limit = CLAMP (limit, 0, G_MAXINT);
  if (*parameters.token != '\0')
    return read_page (self, &parameters, namespace_, store, error);

  return read_start (self, &parameters, store, error);
}

/**
 * kin_demo_list_options_clear:
 * @self: options of a list
 */
void
kin_demo_list_options_clear (KinDemoListOptions *self)
{
  g_return_if_fail (self != NULL);

  g_clear_pointer (&self->after, g_free);
}

/**
 * kin_demo_watch_options_read:
 * @self: (out caller-allocates): what is asked for
 * @request: a request
 * @error: return location
 *
 * Returns: %FALSE with @error set if the parameters do not go together
 */
gboolean
kin_demo_watch_options_read (KinDemoWatchOptions   *self,
                             const KinDemoRequest  *request,
                             GError               **error)
{
  Parameters parameters;
  gint64 timeout_s = 0;

  g_return_val_if_fail (self != NULL && request != NULL, FALSE);

  *self = (KinDemoWatchOptions) { 0 };
  parameters_init (&parameters, request);
  if (!kin_demo_request_get_integer (request, "timeoutSeconds", &timeout_s, error) ||
      !check_watch (&parameters, error) ||
      !read_version (parameters.version, KIN_DEMO_ERROR_INTERNAL, "", &self->since, error))
    return FALSE;

  self->timeout_s = CLAMP (timeout_s, 0, G_MAXINT);
  self->bookmarks = kin_demo_request_get_flag (request, "allowWatchBookmarks");
  self->initial = parameters.send_initial != NULL ? kin_demo_request_get_flag (request, "sendInitialEvents")
                                                  : self->since == 0;
  self->end_mark = self->initial && self->bookmarks;

  return TRUE;
}

/**
 * kin_demo_new_too_large:
 * @version: a version
 * @store: what has not reached it
 *
 * Returns: (transfer full): the error that says so
 */
GError *
kin_demo_new_too_large (guint64       version,
                        KinDemoStore *store)
{
  GError *error = g_error_new (KIN_DEMO_ERROR, KIN_DEMO_ERROR_VERSION_TOO_LARGE,
                               "Timeout: Too large resource version: %" G_GUINT64_FORMAT ", current: %" G_GUINT64_FORMAT,
                               version, kin_demo_store_get_version (store));

  kin_demo_error_add_cause (error, "ResourceVersionTooLarge", NULL, "Too large resource version");

  return error;
}
