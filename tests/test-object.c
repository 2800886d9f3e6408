/* test-object.c: an object keeps what the server sent, in little memory, and gives it back unchanged.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <pthread.h>
#include <string.h>

#include "base/kin-error.h"
#include "base/kin-interned.h"
#include "object/kin-json.h"
#include "object/kin-object.h"

#define POD                                                                                                            \
  "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"web-0\",\"namespace\":\"shop\",\"uid\":\"u-1\","   \
  "\"resourceVersion\":\"42\",\"generation\":3,\"creationTimestamp\":\"2026-11-01T10:00:09Z\","                        \
  "\"deletionTimestamp\":\"2026-11-01T10:00:39Z\",\"labels\":{\"app\":\"web\",\"tier\":\"front\"},"                    \
  "\"ownerReferences\":[{\"kind\":\"Node\",\"name\":\"n\",\"uid\":\"u-8\"},{\"kind\":\"ReplicaSet\",\"name\":\"web\"," \
  "\"uid\":\"u-9\",\"controller\":true}]%s},\"spec\":{\"containers\":[{\"name\":\"a\"}],\"priority\":1.50},"           \
  "\"status\":{\"phase\":\"Running\"}}"

#define MANAGED_FIELDS "[{\"manager\":\"kube\\\"ctl]\",\"fieldsV1\":{\"f:spec\":{\"k:{\\\"a\\\":1}\":{}}}}]"

static KinKind *
new_kind (const char *group,
          const char *version,
          const char *plural,
          const char *kind)
{
  g_autoptr(KinResource) resource = kin_resource_new (group, version, plural, kind, TRUE);

  return kin_kind_new (resource);
}

static KinKind *
new_pods (void)
{
  return new_kind ("", "v1", "pods", "Pod");
}

static KinObject *
make (KinKind    *kind,
      const char *json)
{
  g_autoptr(GError) error = NULL;
  KinObject *object = kin_object_new_from_json (kind, json, strlen (json), &error);

  g_assert_no_error (error);
  g_assert_nonnull (object);

  return object;
}

static void
assert_body (KinObject  *object,
             const char *expected)
{
  g_autoptr(GBytes) body = kin_object_dup_body (object);

  g_assert_cmpstr (g_bytes_get_data (body, NULL), ==, expected);
  g_assert_cmpuint (g_bytes_get_size (body), ==, strlen (expected));
}

static void
assert_managed_fields (KinObject  *object,
                       const char *expected)
{
  g_autoptr(GBytes) fields = kin_object_dup_managed_fields (object);

  if (expected == NULL)
    {
      g_assert_null (fields);
      return;
    }

  g_assert_cmpstr (g_bytes_get_data (fields, NULL), ==, expected);
  g_assert_cmpuint (g_bytes_get_size (fields), ==, strlen (expected));
}

static void
test_fields (void)
{
  g_autofree char *json = g_strdup_printf (POD, "");
  g_autoptr(KinKind) kind = new_pods ();
  g_autoptr(KinObject) pod = make (kind, json);
  const char *name;
  const char *value;

  g_assert_true (kin_object_get_kind (pod) == kind);
  g_assert_cmpstr (kin_object_get_key (pod), ==, "shop/web-0");
  g_assert_cmpstr (kin_object_get_name (pod), ==, "web-0");
  g_assert_cmpstr (kin_object_get_namespace (pod), ==, "shop");
  g_assert_cmpstr (kin_object_get_uid (pod), ==, "u-1");
  g_assert_cmpstr (kin_object_get_resource_version (pod), ==, "42");
  g_assert_cmpint (kin_object_get_creation_time (pod), ==, 1793527209);
  g_assert_cmpint (kin_object_get_deletion_time (pod), ==, 1793527239);
  g_assert_cmpint (kin_object_get_generation (pod), ==, 3);
  g_assert_cmpstr (kin_object_get_owner_uid (pod), ==, "u-9");
  g_assert_cmpstr (kin_object_get_owner_name (pod), ==, "web");
  g_assert_cmpstr (kin_object_get_owner_kind (pod), ==, "ReplicaSet");

  g_assert_cmpuint (kin_object_get_n_labels (pod), ==, 2);
  kin_object_get_nth_label (pod, 1, &name, &value);
  g_assert_cmpstr (name, ==, "tier");
  g_assert_cmpstr (value, ==, "front");
  g_assert_cmpstr (kin_object_get_label (pod, "app"), ==, "web");
  g_assert_null (kin_object_get_label (pod, "web"));

  assert_body (pod, json);
  assert_managed_fields (pod, NULL);
}

/* Metrics have no uid, cluster-scoped objects no namespace. */
static void
test_bare (void)
{
  g_autoptr(KinKind) kind = new_kind ("", "v1", "nodes", "Node");
  g_autoptr(KinObject) node = make (kind, "{\"kind\":\"Node\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"n\"}}");

  g_assert_cmpstr (kin_object_get_key (node), ==, "n");
  g_assert_cmpstr (kin_object_get_name (node), ==, "n");
  g_assert_cmpstr (kin_object_get_namespace (node), ==, "");
  g_assert_cmpstr (kin_object_get_uid (node), ==, "");
  g_assert_cmpstr (kin_object_get_resource_version (node), ==, "");
  g_assert_cmpint (kin_object_get_creation_time (node), ==, 0);
  g_assert_cmpuint (kin_object_get_n_labels (node), ==, 0);
  g_assert_null (kin_object_get_label (node, "app"));
  g_assert_null (kin_object_get_owner_uid (node));
  g_assert_null (kin_object_get_owner_name (node));
  g_assert_null (kin_object_get_owner_kind (node));
}

/* Wherever the member stands, what is left is the object without it. */
static void
test_managed_fields (void)
{
  static const struct
  {
    const char *with;
    const char *without;
  } cases[] = {
    { "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\",\"managedFields\":%s}}",
      "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\"}}" },
    { "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"managedFields\":%s,\"name\":\"a\"},\"x\":1}",
      "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\"},\"x\":1}" },
    { "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\",\"managedFields\":%s,\"uid\":\"u\"}}",
      "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\",\"uid\":\"u\"}}" },
    { " { \"kind\":\"Pod\", \"apiVersion\":\"v1\", \"metadata\" : { \"name\":\"a\" , \"managedFields\" : %s } } ",
      " { \"kind\":\"Pod\", \"apiVersion\":\"v1\", \"metadata\" : { \"name\":\"a\"  } } " },
    { "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\",\"managed\\u0046ields\" : %s\n}\t,\n\"x\":[]}",
      "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\"\n}\t,\n\"x\":[]}" },
    { "{\"spec\":{\"managedFields\":[1]},\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\",\"managedFields\":%s}}",
      "{\"spec\":{\"managedFields\":[1]},\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\"}}" },
  };
  g_autoptr(KinKind) kind = new_pods ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto(GStrv) around = g_strsplit (cases[i].with, "%s", 2);
      g_autofree char *json = g_strconcat (around[0], MANAGED_FIELDS, around[1], NULL);
      g_autoptr(KinObject) pod = make (kind, json);

      assert_body (pod, cases[i].without);
      assert_managed_fields (pod, MANAGED_FIELDS);
    }
}

static void
test_type_is_supplied (void)
{
  g_autoptr(KinKind) kind = new_kind ("apps", "v1", "deployments", "Deployment");
  g_autoptr(KinObject) neither = make (kind, "\n{\"metadata\":{\"name\":\"a\",\"managedFields\":[]}}");
  g_autoptr(KinObject) one = make (kind, "{\"kind\":\"Deployment\",\"metadata\":{\"name\":\"a\"}}");
  g_autoptr(KinObject) other = make (kind, "{\"apiVersion\":\"apps/v1\",\"metadata\":{\"name\":\"a\"}}");

  assert_body (neither, "{\"kind\":\"Deployment\",\"apiVersion\":\"apps/v1\",\"metadata\":{\"name\":\"a\"}}");
  assert_body (one, "{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"metadata\":{\"name\":\"a\"}}");
  assert_body (other, "{\"kind\":\"Deployment\",\"apiVersion\":\"apps/v1\",\"metadata\":{\"name\":\"a\"}}");
}

static void
test_errors (void)
{
  static const struct
  {
    const char *json;
    int code;
  } cases[] = {
    { "", KIN_PARSE_ERROR_SYNTAX },
    { "{\"metadata\":{\"name\":\"a\"}", KIN_PARSE_ERROR_TRUNCATED },
    { "{\"metadata\":{\"name\":\"a\"}}}", KIN_PARSE_ERROR_SYNTAX },
    { "{\"metadata\":{\"name\":\"a\",\"managedFields\":[}}", KIN_PARSE_ERROR_SYNTAX },
    { "{\"metadata\":{\"name\":\"a\",\"managedFields\":[{\"a\" 1}]}}", KIN_PARSE_ERROR_SYNTAX },
    { "null", KIN_PARSE_ERROR_WRONG_TYPE },
    { "[]", KIN_PARSE_ERROR_WRONG_TYPE },
    { "\"pod\"", KIN_PARSE_ERROR_WRONG_TYPE },
    { "{}", KIN_PARSE_ERROR_MISSING },
    { "{\"metadata\":null}", KIN_PARSE_ERROR_MISSING },
    { "{\"metadata\":{}}", KIN_PARSE_ERROR_MISSING },
    { "{\"metadata\":{\"name\":\"\"}}", KIN_PARSE_ERROR_MISSING },
    { "{\"metadata\":{\"name\":1}}", KIN_PARSE_ERROR_MISSING },
    { "{\"kind\":\"Service\",\"metadata\":{\"name\":\"a\"}}", KIN_PARSE_ERROR_WRONG_TYPE },
    { "{\"kind\":\"Status\",\"status\":\"Failure\"}", KIN_PARSE_ERROR_WRONG_TYPE },
  };
  g_autoptr(KinKind) kind = new_pods ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GError) error = NULL;

      g_assert_null (kin_object_new_from_json (kind, cases[i].json, strlen (cases[i].json), &error));
      g_assert_error (error, KIN_PARSE_ERROR, cases[i].code);
    }
}

static void
test_metadata_only (void)
{
  g_autoptr(KinKind) kind = new_pods ();
  g_autoptr(KinObject) pod = make (kind, "{\"kind\":\"PartialObjectMetadata\",\"apiVersion\":\"meta.k8s.io/v1\","
                                         "\"metadata\":{\"name\":\"a\"}}");

  g_assert_cmpstr (kin_object_get_key (pod), ==, "a");
}

static void
test_known (void)
{
  g_autofree char *json = g_strdup_printf (POD, "");
  g_autoptr(KinKind) kind = new_pods ();
  g_autoptr(KinObject) pod = make (kind, json);
  g_autoptr(GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr(KinObject) again = NULL;
  g_autoptr(KinObject) newer = NULL;

  g_hash_table_insert (known, (gpointer) kin_object_get_uid (pod), pod);
  again = kin_object_new_from_json_known (kind, json, strlen (json), known, NULL);
  g_assert_true (again == pod);

  strstr (json, "\"42\"")[1] = '5';
  newer = kin_object_new_from_json_known (kind, json, strlen (json), known, NULL);
  g_assert_true (newer != pod);
  g_assert_cmpstr (kin_object_get_resource_version (newer), ==, "52");
  g_assert_true (kin_object_same_identity (newer, pod));
}

static void
test_identity (void)
{
  g_autoptr(KinKind) kind = new_pods ();
  g_autoptr(KinObject) one = make (kind, "{\"metadata\":{\"name\":\"a\",\"uid\":\"1\"}}");
  g_autoptr(KinObject) same = make (kind, "{\"metadata\":{\"name\":\"a\",\"uid\":\"1\"}}");
  g_autoptr(KinObject) successor = make (kind, "{\"metadata\":{\"name\":\"a\",\"uid\":\"2\"}}");
  g_autoptr(KinObject) bare = make (kind, "{\"metadata\":{\"name\":\"a\"}}");
  g_autoptr(KinObject) bare_too = make (kind, "{\"metadata\":{\"name\":\"a\"}}");
  g_autoptr(KinObject) elsewhere = make (kind, "{\"metadata\":{\"name\":\"a\",\"namespace\":\"b\"}}");

  g_assert_true (kin_object_same_identity (one, same));
  g_assert_false (kin_object_same_identity (one, successor));
  g_assert_false (kin_object_same_identity (one, bare));
  g_assert_true (kin_object_same_identity (bare, bare_too));
  g_assert_false (kin_object_same_identity (bare, elsewhere));
}

static char *
dup_numbered_pod (guint i)
{
  return g_strdup_printf ("{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"web-%u\",\"namespace\":\"shop\","
                          "\"uid\":\"%08x-0000-0000-0000-%012x\",\"resourceVersion\":\"%u\","
                          "\"labels\":{\"app\":\"web\",\"tier\":\"front\",\"pod-template-hash\":\"6f5d\"},"
                          "\"managedFields\":[{\"manager\":\"kubelet\",\"time\":\"2026-11-01T10:00:%02uZ\"}]},"
                          "\"spec\":{\"nodeName\":\"node-%u\",\"containers\":[{\"name\":\"app\",\"image\":\"registry/web:v%u\","
                          "\"env\":[{\"name\":\"LOG_LEVEL\",\"value\":\"info\"},{\"name\":\"N\",\"value\":\"%u\"}],"
                          "\"terminationMessagePath\":\"/dev/termination-log\",\"imagePullPolicy\":\"IfNotPresent\"}]},"
                          "\"status\":{\"phase\":\"Running\",\"podIPs\":[{\"ip\":\"10.2.%u.%u\"}]}}",
                          i, i, i, 1000 + i, i % 60, i % 7, i % 5, i * 7919, i / 250, i % 250);
}

/* Before the dictionary, while it is made and after: each comes back as it came. */
static void
test_dictionary (void)
{
  g_autoptr(KinKind) kind = new_pods ();
  g_autoptr(GPtrArray) pods = g_ptr_array_new_with_free_func ((GDestroyNotify) kin_object_unref);
  gsize first_memory;
  gsize last_memory;

  for (guint i = 0; i < 400; i++)
    {
      g_autofree char *json = dup_numbered_pod (i);

      g_ptr_array_add (pods, make (kind, json));
      if (i == 49)
        g_assert_cmpuint (kin_kind_get_dictionary_size (kind), ==, 0);
    }

  g_assert_cmpuint (kin_kind_get_dictionary_size (kind), >, 1024);
  g_assert_cmpuint (kin_kind_get_dictionary_size (kind), <=, 40 * 1024);

  for (guint i = 0; i < pods->len; i++)
    {
      g_autofree char *json = dup_numbered_pod (i);
      g_auto(GStrv) pieces = g_strsplit (json, ",\"managedFields\":", 2);
      char *rest = strstr (pieces[1], "}]}") + 2;
      g_autofree char *body = g_strconcat (pieces[0], rest, NULL);
      g_autofree char *fields = g_strndup (pieces[1], (gsize) (rest - pieces[1]));

      assert_body (pods->pdata[i], body);
      assert_managed_fields (pods->pdata[i], fields);
    }

  first_memory = kin_object_get_memory (pods->pdata[0]);
  last_memory = kin_object_get_memory (pods->pdata[399]);
  g_assert_cmpuint (last_memory, <, first_memory - 200);
  g_assert_cmpuint (last_memory, <, 600);
}

typedef struct
{
  KinKind *kind;
  guint first;
} Decoder;

static void *
decode (void *data)
{
  Decoder *decoder = data;

  for (guint i = 0; i < 300; i++)
    {
      g_autofree char *json = dup_numbered_pod (decoder->first + i);
      g_autoptr(KinObject) pod = make (decoder->kind, json);
      g_autoptr(GBytes) body = kin_object_dup_body (pod);

      g_assert_cmpuint (g_bytes_get_size (body), >, 400);
    }

  return NULL;
}

static void
test_threads (void)
{
  g_autoptr(KinKind) kind = new_pods ();
  Decoder decoders[3];
  pthread_t threads[3];

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    {
      decoders[i] = (Decoder) { kind, 1000 * i };
      g_assert_cmpint (pthread_create (&threads[i], NULL, decode, &decoders[i]), ==, 0);
    }
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_assert_cmpint (pthread_join (threads[i], NULL), ==, 0);

  g_assert_cmpuint (kin_kind_get_dictionary_size (kind), >, 0);
}

static void
test_large (void)
{
  g_autoptr(KinKind) kind = new_kind ("", "v1", "configmaps", "ConfigMap");
  g_autoptr(GString) json = g_string_new ("{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\"},"
                                          "\"data\":{\"x\":\"");
  g_autoptr(GRand) random = g_rand_new_with_seed (1);
  g_autoptr(KinObject) object = NULL;

  for (guint i = 0; i < 3 * 1024 * 1024; i++)
    g_string_append_c (json, (char) g_rand_int_range (random, 'a', 'z'));
  g_string_append (json, "\"}}");

  object = make (kind, json->str);
  assert_body (object, json->str);
}

/* A kind that we know nothing of. */
static void
test_custom (void)
{
  g_autoptr(KinKind) kind = new_kind ("acme.io", "v1", "widgets", "Widget");
  g_autoptr(KinObject) widget = make (kind, "{\"metadata\":{\"name\":\"a\"},\"spec\":1e3}");

  g_assert_cmpuint (kin_kind_get_n_columns (kind), ==, 0);
  assert_body (widget, "{\"kind\":\"Widget\",\"apiVersion\":\"acme.io/v1\",\"metadata\":{\"name\":\"a\"},\"spec\":1e3}");
}

static void
test_shares_strings (void)
{
  g_autofree char *json = g_strdup_printf (POD, "");
  g_autoptr(KinKind) kind = new_pods ();

  {
    g_autoptr(KinObject) one = make (kind, json);
    g_autoptr(KinObject) two = make (kind, json);

    g_assert_true (kin_object_get_namespace (one) == kin_object_get_namespace (two));
    g_assert_true (kin_object_get_label (one, "app") == kin_object_get_label (two, "app"));
    g_assert_true (kin_object_get_owner_uid (one) == kin_object_get_owner_uid (two));
    g_assert_cmpuint (kin_interned_count (), ==, 3);
  }

  g_assert_cmpuint (kin_interned_count (), ==, 0);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/object/fields", test_fields);
  g_test_add_func ("/object/bare", test_bare);
  g_test_add_func ("/object/managed-fields", test_managed_fields);
  g_test_add_func ("/object/type-is-supplied", test_type_is_supplied);
  g_test_add_func ("/object/errors", test_errors);
  g_test_add_func ("/object/metadata-only", test_metadata_only);
  g_test_add_func ("/object/known", test_known);
  g_test_add_func ("/object/identity", test_identity);
  g_test_add_func ("/object/dictionary", test_dictionary);
  g_test_add_func ("/object/threads", test_threads);
  g_test_add_func ("/object/large", test_large);
  g_test_add_func ("/object/custom", test_custom);
  g_test_add_func ("/object/shares-strings", test_shares_strings);

  return g_test_run ();
}
