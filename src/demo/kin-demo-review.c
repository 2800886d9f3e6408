/* kin-demo-review.c: questions about who one is and what one may do: in the demo cluster everyone may do everything.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-review.h"

#include <string.h>

#include "demo/kin-demo-error.h"

/* They are asked, not stored. */
static const struct
{
  const char *group;
  const char *plural;
  const char *kind;
  const char *status;
} reviews[] = {
  { "authorization.k8s.io", "selfsubjectaccessreviews", "SelfSubjectAccessReview", "{\"allowed\":true}" },
  { "authorization.k8s.io", "selfsubjectrulesreviews", "SelfSubjectRulesReview",
    "{\"resourceRules\":[{\"verbs\":[\"*\"],\"apiGroups\":[\"*\"],\"resources\":[\"*\"]}],"
    "\"nonResourceRules\":[{\"verbs\":[\"*\"],\"nonResourceURLs\":[\"*\"]}],\"incomplete\":false}" },
  { "authorization.k8s.io", "subjectaccessreviews", "SubjectAccessReview", "{\"allowed\":true}" },
  { "authentication.k8s.io", "selfsubjectreviews", "SelfSubjectReview",
    "{\"userInfo\":{\"username\":\"demo\",\"groups\":[\"system:masters\",\"system:authenticated\"]}}" },
};

static int
find_review (const KinDemoRoute *route)
{
  for (guint i = 0; i < G_N_ELEMENTS (reviews); i++)
    {
      if (g_str_equal (route->group, reviews[i].group) && g_str_equal (route->version, "v1") &&
          g_str_equal (route->plural, reviews[i].plural))
        return (int) i;
    }

  return -1;
}

/**
 * kin_demo_review_is_asked:
 * @route: where a request goes
 *
 * Returns: whether it is such a question
 */
gboolean
kin_demo_review_is_asked (const KinDemoRoute *route)
{
  g_return_val_if_fail (route != NULL, FALSE);

  return find_review (route) >= 0 && route->name == NULL;
}

/**
 * kin_demo_review_answer:
 * @request: a question
 * @route: where it goes
 * @error: return location
 *
 * Returns: (transfer full) (nullable): the question with its answer, or %NULL with @error set
 */
GBytes *
kin_demo_review_answer (const KinDemoRequest  *request,
                        const KinDemoRoute    *route,
                        GError               **error)
{
  g_autoptr(KinDemoDraft) draft = NULL;
  g_autoptr(KinDemoDraft) status = NULL;
  g_autofree char *api_version = NULL;
  yyjson_mut_val *root;
  int i = find_review (route);

  g_return_val_if_fail (i >= 0, NULL);

  draft = kin_demo_request_parse_body (request, error);
  if (draft == NULL)
    return NULL;

  root = yyjson_mut_doc_get_root (draft);
  if (!yyjson_mut_is_obj (root))
    {
      g_set_error_literal (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_BAD_REQUEST,
                           "the object provided is unrecognized: it is no JSON object");
      return NULL;
    }

  api_version = g_strconcat (route->group, "/", route->version, NULL);
  status = kin_demo_draft_parse (reviews[i].status, strlen (reviews[i].status), error);
  g_assert (status != NULL);

  kin_demo_set_string (draft, root, "kind", reviews[i].kind);
  kin_demo_set_string (draft, root, "apiVersion", api_version);
  kin_demo_ensure_object (draft, root, "metadata", NULL);
  kin_demo_set (draft, root, "status", yyjson_mut_val_mut_copy (draft, yyjson_mut_doc_get_root (status)));

  return kin_demo_draft_write (draft);
}
