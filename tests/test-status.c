/* test-status.c: what the API's refusals are called, and what their errors carry.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "client/kin-status.h"

#include <string.h>

static KinStatus *
parse (const char *text)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(KinJson) document = kin_json_parse (text, strlen (text), &error);

  g_assert_no_error (error);

  return kin_status_new_from_json (kin_json_get_root (document));
}

static void
assert_code (const char  *text,
             int          http_code,
             KinApiError  expected)
{
  g_autoptr(KinStatus) status = parse (text);
  g_autoptr(GError) error = NULL;

  g_assert_nonnull (status);
  error = kin_status_to_error (status, http_code, 0, "list pods");
  g_assert_error (error, KIN_API_ERROR, (int) expected);
}

static void
test_forbidden (void)
{
  g_autoptr(KinStatus) status = parse ("{\"kind\":\"Status\",\"code\":403,\"reason\":\"Forbidden\",\"message\":\"pods is forbidden\"}");
  g_autoptr(GError) error = kin_status_to_error (status, 403, 0, "list pods in shop");

  g_assert_error (error, KIN_API_ERROR, KIN_API_ERROR_FORBIDDEN);
  g_assert_cmpstr (error->message, ==, "list pods in shop: forbidden: pods is forbidden");
  g_assert_true (kin_error_get_status (error) == status);
}

static void
test_no_status (void)
{
  g_assert_null (parse ("{\"kind\":\"PodList\"}"));
  g_assert_null (parse ("[]"));
  g_assert_null (parse ("\"Status\""));
}

static void
test_expired_in_each_form (void)
{
  assert_code ("{\"kind\":\"Status\",\"code\":410,\"reason\":\"Expired\"}", 410, KIN_API_ERROR_EXPIRED);
  assert_code ("{\"kind\":\"Status\",\"code\":410,\"reason\":\"Gone\"}", 0, KIN_API_ERROR_EXPIRED);
  assert_code ("{\"kind\":\"Status\",\"code\":410,\"reason\":\"SomethingNew\"}", 0, KIN_API_ERROR_EXPIRED);
  assert_code ("{\"kind\":\"Status\",\"reason\":\"\"}", 410, KIN_API_ERROR_EXPIRED);
}

/* A known reason goes before the code. */
static void
test_reason_before_code (void)
{
  assert_code ("{\"kind\":\"Status\",\"code\":410,\"reason\":\"NotFound\"}", 410, KIN_API_ERROR_NOT_FOUND);
  assert_code ("{\"kind\":\"Status\",\"code\":418,\"reason\":\"Teapot\"}", 418, KIN_API_ERROR_UNKNOWN);
}

static void
test_version_too_large_in_each_form (void)
{
  assert_code ("{\"kind\":\"Status\",\"code\":504,\"reason\":\"Timeout\",\"details\":{\"causes\":[{\"reason\":\"ResourceVersionTooLarge\",\"message\":\"x\"}]}}",
               504, KIN_API_ERROR_VERSION_TOO_LARGE);
  assert_code ("{\"kind\":\"Status\",\"code\":504,\"reason\":\"Timeout\",\"details\":{\"causes\":[{\"message\":\"Too large resource version\"}]}}",
               504, KIN_API_ERROR_VERSION_TOO_LARGE);
  assert_code ("{\"kind\":\"Status\",\"code\":504,\"reason\":\"Timeout\",\"message\":\"Timeout: Too large resource version: 9, current: 7\"}",
               504, KIN_API_ERROR_VERSION_TOO_LARGE);
  assert_code ("{\"kind\":\"Status\",\"code\":504,\"reason\":\"Timeout\",\"message\":\"etcd\"}", 504, KIN_API_ERROR_TIMEOUT);
  assert_code ("{\"kind\":\"Status\",\"code\":500,\"reason\":\"InternalError\",\"message\":\"Too large resource version\"}", 500, KIN_API_ERROR_INTERNAL);
}

static void
test_retry_after (void)
{
  g_autoptr(KinStatus) status = parse ("{\"kind\":\"Status\",\"code\":429,\"reason\":\"TooManyRequests\",\"details\":{\"retryAfterSeconds\":3}}");
  g_autoptr(GError) from_body = kin_status_to_error (status, 429, 0, "list pods");
  g_autoptr(GError) from_header = kin_status_to_error (status, 429, 7, "list pods");
  g_autoptr(GError) copy = g_error_copy (from_header);
  g_autoptr(GError) other = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_FAILED, "x");

  g_assert_error (from_body, KIN_API_ERROR, KIN_API_ERROR_TOO_MANY_REQUESTS);
  g_assert_cmpint (kin_error_get_retry_after (from_body), ==, 3);
  g_assert_cmpint (kin_error_get_retry_after (from_header), ==, 7);
  g_assert_cmpint (kin_error_get_retry_after (copy), ==, 7);
  g_assert_true (kin_error_get_status (copy) == status);
  g_assert_cmpint (kin_error_get_retry_after (other), ==, 0);
  g_assert_null (kin_error_get_status (other));
}

static void
test_causes (void)
{
  g_autoptr(KinStatus) status = parse ("{\"kind\":\"Status\",\"code\":422,\"reason\":\"Invalid\",\"details\":{\"causes\":["
                                       "{\"field\":\"spec.replicas\",\"reason\":\"FieldValueInvalid\",\"message\":\"must be positive\"}]}}");
  const char *field, *reason, *message;

  g_assert_cmpuint (kin_status_get_n_causes (status), ==, 1);
  kin_status_get_nth_cause (status, 0, &field, &reason, &message);
  g_assert_cmpstr (field, ==, "spec.replicas");
  g_assert_cmpstr (reason, ==, "FieldValueInvalid");
  g_assert_cmpstr (message, ==, "must be positive");
}

static GError *
from_http (int         code,
           const char *type,
           const char *body)
{
  return kin_error_new_from_http (code, type, 0, body, strlen (body), "get /api", "example.test:6443");
}

static void
test_answers_without_status (void)
{
  g_autoptr(GError) page = from_http (403, "text/html; charset=utf-8", "<html>Sign in</html>");
  g_autoptr(GError) untyped = from_http (404, NULL, "\n <!doctype html>");
  g_autoptr(GError) gateway = from_http (502, "text/html", "<html>Bad Gateway</html>");
  g_autoptr(GError) text = from_http (404, "text/plain", "404 page not found\n");
  g_autoptr(GError) binary = from_http (400, NULL, "\xff\xfe");
  g_autoptr(GError) empty = from_http (401, NULL, "");

  g_assert_error (page, KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_NOT_KUBERNETES);
  g_assert_nonnull (strstr (page->message, "example.test:6443"));
  g_assert_error (untyped, KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_NOT_KUBERNETES);
  g_assert_error (gateway, KIN_API_ERROR, KIN_API_ERROR_UNAVAILABLE);
  g_assert_cmpstr (gateway->message, ==, "get /api: example.test:6443 answered HTTP 502");
  g_assert_error (text, KIN_API_ERROR, KIN_API_ERROR_NOT_FOUND);
  g_assert_cmpstr (text->message, ==, "get /api: example.test:6443 answered HTTP 404: 404 page not found");
  g_assert_error (binary, KIN_API_ERROR, KIN_API_ERROR_BAD_REQUEST);
  g_assert_cmpstr (binary->message, ==, "get /api: example.test:6443 answered HTTP 400");
  g_assert_error (empty, KIN_API_ERROR, KIN_API_ERROR_UNAUTHORIZED);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/status/forbidden", test_forbidden);
  g_test_add_func ("/status/no-status", test_no_status);
  g_test_add_func ("/status/expired-in-each-form", test_expired_in_each_form);
  g_test_add_func ("/status/reason-before-code", test_reason_before_code);
  g_test_add_func ("/status/version-too-large-in-each-form", test_version_too_large_in_each_form);
  g_test_add_func ("/status/retry-after", test_retry_after);
  g_test_add_func ("/status/causes", test_causes);
  g_test_add_func ("/status/answers-without-status", test_answers_without_status);

  return g_test_run ();
}
