/* test-kubeconfig.c: kubeconfig files are found, merged and judged as kubectl does it, and no mistake in one hides the others.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "config/kin-kubeconfig.h"

#include <glib/gstdio.h>
#include <string.h>

#include "base/kin-error.h"
#include "base/kin-worker-pool.h"
#include "test-util.h"

typedef struct
{
  char *folder;
  GPtrArray *paths;    /* of char*, NULL-terminated: what was written, to be removed */
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  user_data)
{
  g_autoptr(GError) error = NULL;

  fixture->folder = g_dir_make_tmp ("kinformer-kubeconfig-XXXXXX", &error);
  g_assert_no_error (error);
  fixture->paths = g_ptr_array_new_null_terminated (4, g_free, TRUE);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  user_data)
{
  for (guint i = 0; i < fixture->paths->len; i++)
    g_remove (g_ptr_array_index (fixture->paths, i));
  g_ptr_array_unref (fixture->paths);
  g_assert_cmpint (g_rmdir (fixture->folder), ==, 0);
  g_free (fixture->folder);
}

static const char *
add_file (Fixture    *fixture,
          const char *name,
          const char *text)
{
  g_autoptr(GError) error = NULL;
  char *path = g_build_filename (fixture->folder, name, NULL);

  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
  g_ptr_array_add (fixture->paths, path);

  return path;
}

static gboolean
load (KinKubeconfig  *kubeconfig,
      GError        **error)
{
  GAsyncResult *slot = NULL;
  g_autoptr(GAsyncResult) result = NULL;

  kin_kubeconfig_load_async (kubeconfig, NULL, kin_test_result_cb, &slot);
  result = kin_test_wait (&slot);

  return kin_kubeconfig_load_finish (kubeconfig, result, error);
}

/* Of all files of the fixture, in order. */
static KinKubeconfig *
load_files (Fixture *fixture)
{
  KinKubeconfig *kubeconfig = kin_kubeconfig_new ((const char * const *) fixture->paths->pdata);
  g_autoptr(GError) error = NULL;

  g_assert_true (load (kubeconfig, &error));
  g_assert_no_error (error);

  return kubeconfig;
}

static void
assert_broken (KinKubeconfig  *kubeconfig,
               const char     *name,
               KinConfigError  code,
               const char     *words)
{
  KinContext *context = kin_kubeconfig_find_context (kubeconfig, name);
  const GError *error;

  g_assert_nonnull (context);
  error = kin_context_get_error (context);
  g_assert_error (error, KIN_CONFIG_ERROR, (int) code);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, words));
}

static void
assert_sound (KinContext *context)
{
  g_assert_nonnull (context);
  g_assert_no_error (kin_context_get_error (context));
}

static void
test_one_file (Fixture       *fixture,
               gconstpointer  user_data)
{
  const char *file = add_file (fixture, "config",
                               "apiVersion: v1\n"
                               "kind: Config\n"
                               "current-context: prod\n"
                               "clusters:\n"
                               "- name: one\n"
                               "  cluster: {server: 'https://10.0.0.1:6443/', tls-server-name: api.test, proxy-url: 'http://localhost:3128'}\n"
                               "users:\n"
                               "- name: jo\n"
                               "  user: {token: abc}\n"
                               "contexts:\n"
                               "- name: prod\n"
                               "  context: {cluster: one, user: jo, namespace: shop}\n"
                               "- name: anonymous\n"
                               "  context: {cluster: one}\n");
  g_autoptr(KinKubeconfig) kubeconfig = load_files (fixture);
  KinContext *context = kin_kubeconfig_find_context (kubeconfig, "prod");

  assert_sound (context);
  g_assert_cmpstr (kin_kubeconfig_get_current_context (kubeconfig), ==, "prod");
  g_assert_cmpstr (kin_context_get_cluster_name (context), ==, "one");
  g_assert_cmpstr (kin_context_get_user_name (context), ==, "jo");
  g_assert_cmpstr (kin_context_get_namespace (context), ==, "shop");
  g_assert_cmpstr (kin_context_get_file (context), ==, file);
  g_assert_cmpstr (kin_context_get_server (context), ==, "https://10.0.0.1:6443");
  g_assert_cmpstr (kin_context_get_tls_server_name (context), ==, "api.test");
  g_assert_cmpstr (kin_context_get_proxy_url (context), ==, "http://localhost:3128");
  g_assert_false (kin_context_get_insecure (context));
  g_assert_true (kin_context_has_credentials (context));

  context = kin_kubeconfig_find_context (kubeconfig, "anonymous");
  assert_sound (context);
  g_assert_null (kin_context_get_user_name (context));
  g_assert_cmpstr (kin_context_get_namespace (context), ==, "default");
  g_assert_false (kin_context_has_credentials (context));

  g_assert_finalize_object (g_steal_pointer (&kubeconfig));
}

static void
test_first_file_wins (Fixture       *fixture,
                      gconstpointer  user_data)
{
  g_autoptr(KinKubeconfig) kubeconfig = NULL;
  KinContext *context;

  add_file (fixture, "a",
            "current-context: first\n"
            "users: [{name: red-user, user: {username: red}}]\n"
            "contexts: [{name: first, context: {cluster: c, user: red-user}}]\n");
  add_file (fixture, "b",
            "current-context: second\n"
            "clusters: [{name: c, cluster: {server: 'https://b.test'}}]\n"
            "users: [{name: red-user, user: {token: wrong}}]\n"
            "contexts: [{name: first, context: {cluster: nowhere}}, {name: second, context: {cluster: c}}]\n");
  kubeconfig = load_files (fixture);

  g_assert_cmpstr (kin_kubeconfig_get_current_context (kubeconfig), ==, "first");
  g_assert_cmpuint (g_list_model_get_n_items (kin_kubeconfig_get_contexts (kubeconfig)), ==, 2);

  /* The later red-user is wholly ignored: its token is not mixed in. */
  context = kin_kubeconfig_find_context (kubeconfig, "first");
  assert_sound (context);
  g_assert_cmpstr (kin_context_get_server (context), ==, "https://b.test");
  {
    g_autofree char *basic = kin_context_dup_basic_authorization (context);

    g_assert_cmpstr (basic, ==, "Basic cmVkOg==");
  }
}

static void
test_variable (Fixture       *fixture,
               gconstpointer  user_data)
{
  const char *a = add_file (fixture, "a", "");
  const char *b = add_file (fixture, "b", "contexts: []\n");
  g_autofree char *list = g_strconcat (":", a, "::", b, ":", a, ":", NULL);
  g_autofree char *before = g_strdup (g_getenv ("KUBECONFIG"));
  g_autoptr(KinKubeconfig) kubeconfig = NULL;
  g_autoptr(GError) error = NULL;
  const char * const *paths;

  g_setenv ("KUBECONFIG", list, TRUE);
  kubeconfig = kin_kubeconfig_new (NULL);
  paths = kin_kubeconfig_get_paths (kubeconfig);
  g_assert_cmpuint (g_strv_length ((char **) paths), ==, 2);
  g_assert_cmpstr (paths[0], ==, a);
  g_assert_cmpstr (paths[1], ==, b);
  g_assert_true (load (kubeconfig, &error));
  g_clear_object (&kubeconfig);

  g_setenv ("KUBECONFIG", "", TRUE);
  kubeconfig = kin_kubeconfig_new (NULL);
  g_assert_true (g_str_has_suffix (kin_kubeconfig_get_paths (kubeconfig)[0], "/.kube/config"));
  g_clear_object (&kubeconfig);

  g_setenv ("KUBECONFIG", ":", TRUE);
  kubeconfig = kin_kubeconfig_new (NULL);
  g_assert_false (load (kubeconfig, &error));
  g_assert_error (error, KIN_CONFIG_ERROR, KIN_CONFIG_ERROR_NO_FILE);

  if (before != NULL)
    g_setenv ("KUBECONFIG", before, TRUE);
  else
    g_unsetenv ("KUBECONFIG");
}

static void
test_no_file (Fixture       *fixture,
              gconstpointer  user_data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "none", NULL);
  const char *paths[] = { path, NULL };
  g_autoptr(KinKubeconfig) kubeconfig = kin_kubeconfig_new (paths);
  g_autoptr(GError) error = NULL;

  g_assert_false (load (kubeconfig, &error));
  g_assert_error (error, KIN_CONFIG_ERROR, KIN_CONFIG_ERROR_NO_FILE);
  g_assert_nonnull (strstr (error->message, path));
}

/* A bad file is an error where there is no other, else a warning. */
static void
test_bad_files (Fixture       *fixture,
                gconstpointer  user_data)
{
  const char *bad = add_file (fixture, "bad", "contexts: [\n");
  const char *scalar = add_file (fixture, "scalar", "hello\n");
  g_autoptr(KinKubeconfig) kubeconfig = kin_kubeconfig_new ((const char * const *) fixture->paths->pdata);
  g_autoptr(GError) error = NULL;
  GPtrArray *warnings;

  g_assert_false (load (kubeconfig, &error));
  g_assert_error (error, KIN_CONFIG_ERROR, KIN_CONFIG_ERROR_SYNTAX);
  g_assert_nonnull (strstr (error->message, bad));
  g_clear_error (&error);
  g_clear_object (&kubeconfig);

  add_file (fixture, "good", "contexts: [{name: x, context: {cluster: c}}]\nclusters: [{name: c, cluster: {server: 'http://c'}}]\n");
  kubeconfig = load_files (fixture);
  assert_sound (kin_kubeconfig_find_context (kubeconfig, "x"));
  warnings = kin_kubeconfig_get_warnings (kubeconfig);
  g_assert_cmpuint (warnings->len, ==, 2);
  g_assert_nonnull (strstr (warnings->pdata[0], bad));
  g_assert_nonnull (strstr (warnings->pdata[1], scalar));
}

static void
test_unreadable (Fixture       *fixture,
                 gconstpointer  user_data)
{
  const char *paths[] = { fixture->folder, NULL };
  g_autoptr(KinKubeconfig) kubeconfig = kin_kubeconfig_new (paths);
  g_autoptr(GError) error = NULL;

  g_assert_false (load (kubeconfig, &error));
  g_assert_error (error, KIN_CONFIG_ERROR, KIN_CONFIG_ERROR_UNREADABLE);
  g_assert_nonnull (strstr (error->message, fixture->folder));
}

static void
test_broken_contexts (Fixture       *fixture,
                      gconstpointer  user_data)
{
  const char *file = add_file (fixture, "config",
                               "current-context: i-do-not-exist\n"
                               "clusters:\n"
                               "- {name: c, cluster: {server: 'https://c.test'}}\n"
                               "- {name: no-server, cluster: {}}\n"
                               "- {name: bad-server, cluster: {server: 'ftp://x'}}\n"
                               "- {name: bad-ca, cluster: {server: 'https://c.test', certificate-authority-data: '%%%'}}\n"
                               "- {name: both, cluster: {server: 'https://c.test', insecure-skip-tls-verify: true, certificate-authority: ca.pem}}\n"
                               "users:\n"
                               "- {name: no-key, user: {client-certificate-data: YWJj}}\n"
                               "- {name: aws, user: {exec: {command: aws, args: [eks, get-token]}}}\n"
                               "- {name: old, user: {auth-provider: {name: gcp}}}\n"
                               "contexts:\n"
                               "- {name: no-cluster, context: {user: no-key}}\n"
                               "- {name: empty}\n"
                               "- {name: lost-cluster, context: {cluster: nope}}\n"
                               "- {name: lost-user, context: {cluster: c, user: nobody}}\n"
                               "- {name: no-server, context: {cluster: no-server}}\n"
                               "- {name: bad-server, context: {cluster: bad-server}}\n"
                               "- {name: bad-ca, context: {cluster: bad-ca}}\n"
                               "- {name: both, context: {cluster: both}}\n"
                               "- {name: no-key, context: {cluster: c, user: no-key}}\n"
                               "- {name: exec, context: {cluster: c, user: aws}}\n"
                               "- {name: provider, context: {cluster: c, user: old}}\n"
                               "- {name: good, context: {cluster: c}}\n");
  g_autoptr(KinKubeconfig) kubeconfig = load_files (fixture);
  const char *current = kin_kubeconfig_get_current_context (kubeconfig);

  g_assert_cmpstr (current, ==, "i-do-not-exist");
  g_assert_null (kin_kubeconfig_find_context (kubeconfig, current));
  g_assert_cmpuint (g_list_model_get_n_items (kin_kubeconfig_get_contexts (kubeconfig)), ==, 12);
  assert_broken (kubeconfig, "no-cluster", KIN_CONFIG_ERROR_BROKEN_CONTEXT, "has no cluster");
  assert_broken (kubeconfig, "no-cluster", KIN_CONFIG_ERROR_BROKEN_CONTEXT, file);
  assert_broken (kubeconfig, "empty", KIN_CONFIG_ERROR_BROKEN_CONTEXT, "has no cluster");
  assert_broken (kubeconfig, "lost-cluster", KIN_CONFIG_ERROR_BROKEN_CONTEXT, "no cluster “nope”");
  assert_broken (kubeconfig, "lost-user", KIN_CONFIG_ERROR_BROKEN_CONTEXT, "no user “nobody”");
  assert_broken (kubeconfig, "no-server", KIN_CONFIG_ERROR_BROKEN_CONTEXT, "cluster “no-server” in ");
  assert_broken (kubeconfig, "bad-server", KIN_CONFIG_ERROR_BROKEN_CONTEXT, "“ftp://x”");
  assert_broken (kubeconfig, "bad-ca", KIN_CONFIG_ERROR_BROKEN_CONTEXT, "certificate-authority-data is not base64");
  assert_broken (kubeconfig, "both", KIN_CONFIG_ERROR_BROKEN_CONTEXT, "insecure-skip-tls-verify");
  assert_broken (kubeconfig, "no-key", KIN_CONFIG_ERROR_BROKEN_CONTEXT, "user “no-key” in ");
  assert_broken (kubeconfig, "no-key", KIN_CONFIG_ERROR_BROKEN_CONTEXT, "neither client-key nor client-key-data");
  assert_broken (kubeconfig, "exec", KIN_CONFIG_ERROR_UNSUPPORTED, "exec plugin “aws”");
  assert_broken (kubeconfig, "provider", KIN_CONFIG_ERROR_UNSUPPORTED, "auth provider “gcp”");
  assert_sound (kin_kubeconfig_find_context (kubeconfig, "good"));
}

/* Names are text and nothing else. */
static void
test_strange_names (Fixture       *fixture,
                    gconstpointer  user_data)
{
  static const char * const names[] = { "arn:aws:eks:us-east-1:1:cluster/name", "dev-frontend+foo", "bc/../../..", "ü “x”", "%s" };
  g_autoptr(GString) text = g_string_new ("clusters: [{name: c, cluster: {server: 'http://c'}}]\ncontexts:\n");
  g_autoptr(KinKubeconfig) kubeconfig = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_string_append_printf (text, "- {name: '%s', context: {cluster: c}}\n", names[i]);
  add_file (fixture, "config", text->str);
  kubeconfig = load_files (fixture);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr(KinContext) context = g_list_model_get_item (kin_kubeconfig_get_contexts (kubeconfig), i);

      g_assert_cmpstr (kin_context_get_name (context), ==, names[i]);
      assert_sound (context);
    }
}

static void
test_many_files (Fixture       *fixture,
                 gconstpointer  user_data)
{
  g_autoptr(KinKubeconfig) kubeconfig = NULL;

  for (guint i = 0; i < 20; i++)
    {
      g_autoptr(GString) text = g_string_new ("contexts:\n");
      g_autofree char *name = g_strdup_printf ("file-%u", i);

      for (guint j = 0; j < 15; j++)
        g_string_append_printf (text, "- {name: context-%u, context: {}}\n", i * 15 + j);
      add_file (fixture, name, text->str);
    }
  kubeconfig = load_files (fixture);

  g_assert_cmpuint (g_list_model_get_n_items (kin_kubeconfig_get_contexts (kubeconfig)), ==, 300);
  g_assert_nonnull (kin_kubeconfig_find_context (kubeconfig, "context-0"));
  g_assert_nonnull (kin_kubeconfig_find_context (kubeconfig, "context-299"));
}

/* What changed is there after another load; who kept a context keeps it. */
static void
test_reload (Fixture       *fixture,
             gconstpointer  user_data)
{
  const char *file = add_file (fixture, "config", "contexts: [{name: a, context: {}}]\n");
  g_autoptr(KinKubeconfig) kubeconfig = load_files (fixture);
  g_autoptr(KinContext) kept = g_object_ref (kin_kubeconfig_find_context (kubeconfig, "a"));
  g_autoptr(GError) error = NULL;

  g_file_set_contents (file, "contexts: [{name: b, context: {}}, {name: c, context: {}}]\n", -1, &error);
  g_assert_no_error (error);
  g_assert_true (load (kubeconfig, &error));

  g_assert_cmpuint (g_list_model_get_n_items (kin_kubeconfig_get_contexts (kubeconfig)), ==, 2);
  g_assert_null (kin_kubeconfig_find_context (kubeconfig, "a"));
  g_assert_cmpstr (kin_context_get_name (kept), ==, "a");
}

static void
test_cancelled (Fixture       *fixture,
                gconstpointer  user_data)
{
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(KinKubeconfig) kubeconfig = NULL;
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;
  GAsyncResult *slot = NULL;

  add_file (fixture, "config", "contexts: []\n");
  kubeconfig = kin_kubeconfig_new ((const char * const *) fixture->paths->pdata);
  kin_kubeconfig_load_async (kubeconfig, cancellable, kin_test_result_cb, &slot);
  g_cancellable_cancel (cancellable);
  result = kin_test_wait (&slot);

  g_assert_false (kin_kubeconfig_load_finish (kubeconfig, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int   argc,
      char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)
  ADD ("/kubeconfig/one-file", test_one_file);
  ADD ("/kubeconfig/first-file-wins", test_first_file_wins);
  ADD ("/kubeconfig/variable", test_variable);
  ADD ("/kubeconfig/no-file", test_no_file);
  ADD ("/kubeconfig/bad-files", test_bad_files);
  ADD ("/kubeconfig/unreadable", test_unreadable);
  ADD ("/kubeconfig/broken-contexts", test_broken_contexts);
  ADD ("/kubeconfig/strange-names", test_strange_names);
  ADD ("/kubeconfig/many-files", test_many_files);
  ADD ("/kubeconfig/reload", test_reload);
  ADD ("/kubeconfig/cancelled", test_cancelled);

  status = g_test_run ();
  kin_worker_pool_shutdown ();

  return status;
}
