/* test-context.c: a context's certificates load in every form that kubeconfigs have, and its token stays fresh.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "config/kin-context.h"

#include <glib/gstdio.h>
#include <string.h>

#include "base/kin-error.h"
#include "base/kin-worker-pool.h"
#include "test-util.h"

typedef struct
{
  char *folder;
  char *token_path;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  user_data)
{
  g_autoptr(GError) error = NULL;

  fixture->folder = g_dir_make_tmp ("kinformer-context-XXXXXX", &error);
  g_assert_no_error (error);
  fixture->token_path = g_build_filename (fixture->folder, "token", NULL);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  user_data)
{
  g_remove (fixture->token_path);
  g_assert_cmpint (g_rmdir (fixture->folder), ==, 0);
  g_free (fixture->token_path);
  g_free (fixture->folder);
}

/* A context whose cluster and user are these JSON objects, in a file of that name. */
static KinContext *
new_context (const char *file,
             const char *cluster,
             const char *user)
{
  static const char names[] = "{\"cluster\":\"c\",\"user\":\"u\"}";
  g_autoptr(KinJson) context_json = kin_json_parse (names, strlen (names), NULL);
  g_autoptr(KinJson) cluster_json = kin_json_parse (cluster, strlen (cluster), NULL);
  g_autoptr(KinJson) user_json = kin_json_parse (user, strlen (user), NULL);
  KinConfigEntry context_entry = { "x", file, kin_json_get_root (context_json) };
  KinConfigEntry cluster_entry = { "c", file, kin_json_get_root (cluster_json) };
  KinConfigEntry user_entry = { "u", file, kin_json_get_root (user_json) };

  return kin_context_new_from_entries (&context_entry, &cluster_entry, &user_entry);
}

/* A kubeconfig that stands in the folder of the tests' certificates. */
static KinContext *
new_context_in_tls (const char *cluster,
                    const char *user)
{
  g_autofree char *file = g_test_build_filename (G_TEST_DIST, "tls", "config", NULL);

  return new_context (file, cluster, user);
}

static char *
dup_base64 (const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "tls", name, NULL);
  g_autofree char *text = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (path, &text, &length, NULL));

  return g_base64_encode ((const guchar *) text, length);
}

static void
test_ca_beside_the_file (void)
{
  g_autoptr(KinContext) context = new_context_in_tls ("{\"server\":\"https://x\",\"certificate-authority\":\"../tls/ca.pem\"}", "{}");
  g_autoptr(GError) error = NULL;
  g_autoptr(GTlsDatabase) database = kin_context_load_ca (context, &error);

  g_assert_no_error (error);
  g_assert_nonnull (database);
}

/* Data goes before a file, which is not even looked at. */
static void
test_ca_data (void)
{
  g_autofree char *data = dup_base64 ("ca.pem");
  g_autofree char *cluster = g_strdup_printf ("{\"server\":\"https://x\",\"certificate-authority\":\"/nowhere\",\"certificate-authority-data\":\"%s\"}", data);
  g_autoptr(KinContext) context = new_context_in_tls (cluster, "{}");
  g_autoptr(GError) error = NULL;
  g_autoptr(GTlsDatabase) database = kin_context_load_ca (context, &error);

  g_assert_no_error (error);
  g_assert_finalize_object (g_steal_pointer (&database));
}

static void
test_no_ca (void)
{
  g_autoptr(KinContext) context = new_context_in_tls ("{\"server\":\"https://x\"}", "{}");
  g_autoptr(GError) error = NULL;

  g_assert_null (kin_context_load_ca (context, &error));
  g_assert_no_error (error);
  g_assert_null (kin_context_load_client_certificate (context, &error));
  g_assert_no_error (error);
}

static void
assert_ca_error (const char *cluster,
                 const char *words)
{
  g_autoptr(KinContext) context = new_context_in_tls (cluster, "{}");
  g_autoptr(GError) error = NULL;

  g_assert_null (kin_context_load_ca (context, &error));
  g_assert_nonnull (error);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, "cluster “c” in "));
  g_assert_nonnull (strstr (error->message, words));
}

static void
test_bad_ca (void)
{
  assert_ca_error ("{\"server\":\"https://x\",\"certificate-authority\":\"/nowhere/ca.pem\"}", "/nowhere/ca.pem");
  assert_ca_error ("{\"server\":\"https://x\",\"certificate-authority-data\":\"aGVsbG8=\"}", "certificate-authority-data");
}

static void
test_client_certificates (void)
{
  static const char * const pairs[][2] = {
    { "client.crt", "client-sec1.key" },
    { "client.crt", "client-pkcs8.key" },
    { "client-rsa.crt", "client-pkcs1.key" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      g_autofree char *user = g_strdup_printf ("{\"client-certificate\":\"%s\",\"client-key\":\"%s\"}", pairs[i][0], pairs[i][1]);
      g_autofree char *certificate_data = dup_base64 (pairs[i][0]);
      g_autofree char *key_data = dup_base64 (pairs[i][1]);
      g_autofree char *data_user = g_strdup_printf ("{\"client-certificate-data\":\"%s\",\"client-key-data\":\"%s\"}", certificate_data, key_data);
      g_autoptr(KinContext) with_files = new_context_in_tls ("{\"server\":\"https://x\"}", user);
      g_autoptr(KinContext) with_data = new_context_in_tls ("{\"server\":\"https://x\"}", data_user);
      g_autoptr(GError) error = NULL;
      g_autoptr(GTlsCertificate) from_files = kin_context_load_client_certificate (with_files, &error);
      g_autoptr(GTlsCertificate) from_data = kin_context_load_client_certificate (with_data, &error);

      g_assert_no_error (error);
      g_assert_true (g_tls_certificate_is_same (from_files, from_data));
      g_assert_true (kin_context_has_credentials (with_files));
    }
}

static void
test_bad_client_key (void)
{
  g_autoptr(KinContext) context = new_context_in_tls ("{\"server\":\"https://x\"}", "{\"client-certificate\":\"client.crt\",\"client-key\":\"ca.pem\"}");
  g_autoptr(GError) error = NULL;

  g_assert_null (kin_context_load_client_certificate (context, &error));
  g_assert_error (error, KIN_CONFIG_ERROR, KIN_CONFIG_ERROR_SYNTAX);
  g_assert_nonnull (strstr (error->message, "user “u” in "));
}

static void
assert_server (const char *cluster,
               const char *expected)
{
  g_autoptr(KinContext) context = new_context_in_tls (cluster, "{}");

  g_assert_no_error (kin_context_get_error (context));
  g_assert_cmpstr (kin_context_get_server (context), ==, expected);
}

static void
test_servers (void)
{
  assert_server ("{\"server\":\"https://[::1]:6443\"}", "https://[::1]:6443");
  assert_server ("{\"server\":\"https://[fd00::1]\"}", "https://[fd00::1]");
  assert_server ("{\"server\":\"http://127.0.0.1:8001/remote//\"}", "http://127.0.0.1:8001/remote");
  assert_server ("{\"server\":\"10.0.0.1:6443\",\"insecure-skip-tls-verify\":true}", "https://10.0.0.1:6443");
  assert_server ("{\"server\":\"localhost:8080\"}", "http://localhost:8080");
}

static void
test_new_for_server (void)
{
  g_autoptr(KinContext) context = kin_context_new_for_server ("http://127.0.0.1:8001/x/");
  g_autoptr(KinContext) broken = kin_context_new_for_server ("http://");

  g_assert_no_error (kin_context_get_error (context));
  g_assert_cmpstr (kin_context_get_server (context), ==, "http://127.0.0.1:8001/x");
  g_assert_cmpstr (kin_context_get_server_label (context), ==, "http://127.0.0.1:8001/x");
  g_assert_null (kin_context_get_socket_path (context));
  g_assert_cmpstr (kin_context_get_namespace (context), ==, "default");
  g_assert_null (kin_context_get_file (context));
  g_assert_false (kin_context_has_credentials (context));
  g_assert_error (kin_context_get_error (broken), KIN_CONFIG_ERROR, KIN_CONFIG_ERROR_BROKEN_CONTEXT);
}

static void
test_new_for_socket (void)
{
  g_autoptr(KinContext) context = kin_context_new_for_socket ("/run/x/socket", "demo", "Demo cluster");
  g_autofree char *label = kin_context_dup_cluster_label (context);

  g_assert_no_error (kin_context_get_error (context));
  g_assert_cmpstr (kin_context_get_name (context), ==, "demo");
  g_assert_cmpstr (kin_context_get_server (context), ==, "http://demo");
  g_assert_cmpstr (kin_context_get_server_label (context), ==, "Demo cluster");
  g_assert_cmpstr (kin_context_get_socket_path (context), ==, "/run/x/socket");
  g_assert_cmpstr (kin_context_get_namespace (context), ==, "default");
  g_assert_cmpstr (label, ==, "Demo cluster");
  g_assert_false (kin_context_has_credentials (context));
  g_assert_false (kin_context_get_insecure (context));
}

static void
test_impersonation (void)
{
  g_autoptr(KinContext) context = new_context_in_tls ("{\"server\":\"https://x\"}",
                                                      "{\"as\":\"jo\",\"as-uid\":\"7\",\"as-groups\":[\"a\",\"b\"],\"as-user-extra\":{\"acme/s\":[\"v\"]}}");
  g_autofree char *headers = g_strjoinv (" ", (char **) kin_context_get_headers (context));

  g_assert_cmpstr (headers, ==, "Impersonate-User jo Impersonate-Uid 7 Impersonate-Group a Impersonate-Group b Impersonate-Extra-acme%2Fs v");
}

static char *
get_token (KinContext  *context,
           gboolean     refresh,
           GError     **error)
{
  GAsyncResult *slot = NULL;
  g_autoptr(GAsyncResult) result = NULL;

  kin_context_get_token_async (context, refresh, NULL, kin_test_result_cb, &slot);
  result = kin_test_wait (&slot);

  return kin_context_get_token_finish (context, result, error);
}

static void
assert_token (KinContext *context,
              gboolean    refresh,
              const char *expected)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *token = get_token (context, refresh, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (token, ==, expected);
}

static void
set_token (Fixture    *fixture,
           const char *token)
{
  g_assert_true (g_file_set_contents (fixture->token_path, token, -1, NULL));
}

static KinContext *
new_context_with_token_file (Fixture *fixture)
{
  g_autofree char *file = g_build_filename (fixture->folder, "config", NULL);

  return new_context (file, "{\"server\":\"https://x\"}", "{\"tokenFile\":\"token\"}");
}

static void
test_inline_token (Fixture       *fixture,
                   gconstpointer  user_data)
{
  g_autoptr(KinContext) text = new_context ("/f", "{\"server\":\"https://x\"}", "{\"token\":\"abc\"}");
  g_autoptr(KinContext) number = new_context ("/f", "{\"server\":\"https://x\"}", "{\"token\":12345}");
  g_autoptr(KinContext) none = new_context ("/f", "{\"server\":\"https://x\"}", "{\"token\":\"\"}");

  assert_token (text, FALSE, "abc");
  assert_token (text, TRUE, "abc");
  assert_token (number, FALSE, "12345");
  assert_token (none, FALSE, NULL);
}

static void
test_token_file_is_read_again (Fixture       *fixture,
                               gconstpointer  user_data)
{
  g_autoptr(KinClock) clock = kin_clock_new_stepped (0);
  g_autoptr(KinContext) context = new_context_with_token_file (fixture);

  kin_context_set_clock (context, clock);
  set_token (fixture, " one\n");
  assert_token (context, FALSE, "one");

  set_token (fixture, "two");
  kin_clock_advance (clock, 59 * G_USEC_PER_SEC);
  assert_token (context, FALSE, "one");
  kin_clock_advance (clock, 2 * G_USEC_PER_SEC);
  assert_token (context, FALSE, "two");

  set_token (fixture, "three");
  assert_token (context, FALSE, "two");
  assert_token (context, TRUE, "three");

  g_assert_finalize_object (g_steal_pointer (&context));
  g_assert_finalize_object (g_steal_pointer (&clock));
}

/* While the file is being replaced, what was read last goes on. */
static void
test_token_file_gone (Fixture       *fixture,
                      gconstpointer  user_data)
{
  g_autoptr(KinContext) context = new_context_with_token_file (fixture);
  g_autoptr(GError) error = NULL;

  g_assert_null (get_token (context, FALSE, &error));
  g_assert_error (error, KIN_CONFIG_ERROR, KIN_CONFIG_ERROR_UNREADABLE);
  g_assert_nonnull (strstr (error->message, "user “u” in "));

  set_token (fixture, "one");
  assert_token (context, FALSE, "one");
  g_remove (fixture->token_path);
  assert_token (context, TRUE, "one");
  set_token (fixture, "\n");
  assert_token (context, TRUE, "one");
}

int
main (int   argc,
      char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)
  g_test_add_func ("/context/ca-beside-the-file", test_ca_beside_the_file);
  g_test_add_func ("/context/ca-data", test_ca_data);
  g_test_add_func ("/context/no-ca", test_no_ca);
  g_test_add_func ("/context/bad-ca", test_bad_ca);
  g_test_add_func ("/context/client-certificates", test_client_certificates);
  g_test_add_func ("/context/bad-client-key", test_bad_client_key);
  g_test_add_func ("/context/servers", test_servers);
  g_test_add_func ("/context/new-for-server", test_new_for_server);
  g_test_add_func ("/context/new-for-socket", test_new_for_socket);
  g_test_add_func ("/context/impersonation", test_impersonation);
  ADD ("/context/inline-token", test_inline_token);
  ADD ("/context/token-file-is-read-again", test_token_file_is_read_again);
  ADD ("/context/token-file-gone", test_token_file_gone);

  status = g_test_run ();
  kin_worker_pool_shutdown ();

  return status;
}
