/* test-demo-error.c: the Status documents of refusals, as kube-apiserver writes them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-error.h"
#include "object/kin-resource.h"

#define BEGIN "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Failure\","

static void
assert_status (const GError *error,
               const char   *expected)
{
  g_autoptr(GBytes) bytes = kin_demo_error_dup_status (error);
  g_autofree char *text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));

  g_assert_cmpstr (text, ==, expected);
}

static void
test_not_found (void)
{
  g_autoptr(KinResource) pods = kin_resource_new ("", "v1", "pods", "Pod", TRUE);
  g_autoptr(KinResource) deployments = kin_resource_new ("apps", "v1", "deployments", "Deployment", TRUE);
  g_autoptr(GError) pod = kin_demo_error_new_not_found (pods, "nope");
  g_autoptr(GError) deployment = kin_demo_error_new_not_found (deployments, "nope");
  g_autoptr(GError) path = g_error_new_literal (KIN_DEMO_ERROR, KIN_DEMO_ERROR_NOT_FOUND,
                                                "the server could not find the requested resource");

  assert_status (pod, BEGIN "\"message\":\"pods \\\"nope\\\" not found\",\"reason\":\"NotFound\","
                 "\"details\":{\"name\":\"nope\",\"kind\":\"pods\"},\"code\":404}");
  assert_status (deployment, BEGIN "\"message\":\"deployments.apps \\\"nope\\\" not found\",\"reason\":\"NotFound\","
                 "\"details\":{\"name\":\"nope\",\"group\":\"apps\",\"kind\":\"deployments\"},\"code\":404}");
  assert_status (path, BEGIN "\"message\":\"the server could not find the requested resource\",\"reason\":\"NotFound\","
                 "\"details\":{},\"code\":404}");
  g_assert_cmpuint (kin_demo_error_get_code (pod), ==, 404);
}

static void
test_bad_request (void)
{
  g_autoptr(GError) error = g_error_new_literal (KIN_DEMO_ERROR, KIN_DEMO_ERROR_BAD_REQUEST, "no");

  assert_status (error, BEGIN "\"message\":\"no\",\"reason\":\"BadRequest\",\"code\":400}");
}

static void
test_plain (void)
{
  g_autoptr(GError) error = g_error_new_literal (KIN_DEMO_ERROR, KIN_DEMO_ERROR_PLAIN, "no");

  assert_status (error, BEGIN "\"message\":\"no\",\"code\":500}");
}

static void
test_fields (void)
{
  g_autoptr(GError) error = kin_demo_error_new_invalid ("apps", "Deployment", "web");

  kin_demo_error_add_field (error, "FieldValueRequired", "spec.selector", "Required value");
  g_assert_cmpstr (error->message, ==, "Deployment.apps \"web\" is invalid: spec.selector: Required value");

  kin_demo_error_add_field (error, "FieldValueInvalid", "spec.replicas", "Invalid value: -1: must be more");
  g_assert_cmpuint (kin_demo_error_get_n_causes (error), ==, 2);
  assert_status (error, BEGIN "\"message\":\"Deployment.apps \\\"web\\\" is invalid: [spec.selector: Required value, "
                 "spec.replicas: Invalid value: -1: must be more]\",\"reason\":\"Invalid\",\"details\":{\"name\":\"web\","
                 "\"group\":\"apps\",\"kind\":\"Deployment\",\"causes\":[{\"reason\":\"FieldValueRequired\","
                 "\"message\":\"Required value\",\"field\":\"spec.selector\"},{\"reason\":\"FieldValueInvalid\","
                 "\"message\":\"Invalid value: -1: must be more\",\"field\":\"spec.replicas\"}]},\"code\":422}");
}

static void
test_too_large (void)
{
  g_autoptr(GError) error = g_error_new_literal (KIN_DEMO_ERROR, KIN_DEMO_ERROR_VERSION_TOO_LARGE,
                                                 "Timeout: Too large resource version: 9, current: 5");

  kin_demo_error_add_cause (error, "ResourceVersionTooLarge", NULL, "Too large resource version");
  assert_status (error, BEGIN "\"message\":\"Timeout: Too large resource version: 9, current: 5\",\"reason\":\"Timeout\","
                 "\"details\":{\"causes\":[{\"reason\":\"ResourceVersionTooLarge\",\"message\":\"Too large resource version\"}],"
                 "\"retryAfterSeconds\":1},\"code\":504}");
}

static void
test_retry_after (void)
{
  g_autoptr(GError) busy = g_error_new_literal (KIN_DEMO_ERROR, KIN_DEMO_ERROR_TOO_MANY_REQUESTS, "wait");
  g_autoptr(GError) down = g_error_new_literal (KIN_DEMO_ERROR, KIN_DEMO_ERROR_UNAVAILABLE, "wait");

  g_assert_cmpuint (kin_demo_error_get_retry_after (busy), ==, 1);
  g_assert_cmpuint (kin_demo_error_get_retry_after (down), ==, 0);
  kin_demo_error_set_retry_after (busy, 7);
  kin_demo_error_set_retry_after (down, 3);
  g_assert_cmpuint (kin_demo_error_get_retry_after (busy), ==, 7);
  assert_status (down, BEGIN "\"message\":\"wait\",\"reason\":\"ServiceUnavailable\",\"details\":{\"retryAfterSeconds\":3},"
                 "\"code\":503}");
}

static void
test_foreign (void)
{
  g_autoptr(GError) error = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_FAILED, "broken");

  assert_status (error, BEGIN "\"message\":\"Internal error occurred: broken\",\"reason\":\"InternalError\","
                 "\"details\":{\"causes\":[{\"message\":\"broken\"}]},\"code\":500}");
  g_assert_cmpuint (kin_demo_error_get_n_causes (error), ==, 0);
}

static void
test_copy (void)
{
  GError *error = kin_demo_error_new_invalid ("", "Pod", "p");
  g_autoptr(GError) copy = NULL;

  kin_demo_error_add_field (error, "FieldValueRequired", "spec", "Required value");
  copy = g_error_copy (error);
  g_error_free (error);
  assert_status (copy, BEGIN "\"message\":\"Pod \\\"p\\\" is invalid: spec: Required value\",\"reason\":\"Invalid\","
                 "\"details\":{\"name\":\"p\",\"kind\":\"Pod\",\"causes\":[{\"reason\":\"FieldValueRequired\","
                 "\"message\":\"Required value\",\"field\":\"spec\"}]},\"code\":422}");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/demo-error/not-found", test_not_found);
  g_test_add_func ("/demo-error/bad-request", test_bad_request);
  g_test_add_func ("/demo-error/plain", test_plain);
  g_test_add_func ("/demo-error/fields", test_fields);
  g_test_add_func ("/demo-error/too-large", test_too_large);
  g_test_add_func ("/demo-error/retry-after", test_retry_after);
  g_test_add_func ("/demo-error/foreign", test_foreign);
  g_test_add_func ("/demo-error/copy", test_copy);

  return g_test_run ();
}
