/* test-demo-apply.c: server-side apply merges, owns, prunes and refuses as kube-apiserver does.
 *
 * What is expected was seen of a real API server after the same applies.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "demo/kin-demo-apply.h"
#include "demo/kin-demo-error.h"
#include "demo/kin-demo-kinds.h"
#include "demo/kin-demo-managed-fields.h"
#include "demo/kin-demo-schema.h"

#include "demo-json.h"

#define T0 1796130600                 /* 2026-12-01T13:10:00Z */

#define MAP(members) "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'a'}" members "}"
#define DEPLOYMENT(spec) "{'apiVersion':'apps/v1','kind':'Deployment','metadata':{'name':'web'},'spec':{" spec "}}"
#define CONTAINERS(items) "'template':{'spec':{'containers':[" items "]}}"

typedef struct
{
  KinDemoSchema *schema;
  KinDemoKinds *kinds;
  KinDemoKind *maps;
  KinDemoKind *deployments;
  KinDemoDraft *draft;
  gint64 now_s;             /* ten seconds later after each write */
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  user_data)
{
  fixture->schema = kin_demo_schema_new ();
  fixture->kinds = kin_demo_kinds_new (fixture->schema);
  fixture->maps = kin_demo_kinds_find (fixture->kinds, "", "v1", "configmaps");
  fixture->deployments = kin_demo_kinds_find (fixture->kinds, "apps", "v1", "deployments");
  fixture->draft = yyjson_mut_doc_new (NULL);
  fixture->now_s = T0;
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  user_data)
{
  yyjson_mut_doc_free (fixture->draft);
  g_assert_finalize_object (fixture->kinds);
  kin_demo_schema_unref (fixture->schema);
}

static gboolean
try_apply (Fixture      *fixture,
           KinDemoKind  *kind,
           const char   *applied,
           const char   *manager,
           const char   *subresource,
           gboolean      force,
           GError      **error)
{
  g_autoptr(KinDemoDraft) document = demo_json_new_draft (applied);
  gboolean done;

  done = kin_demo_apply (kind, fixture->draft, yyjson_mut_doc_get_root (document), manager, subresource, force,
                         fixture->now_s, error);
  fixture->now_s += 10;

  return done;
}

static void
apply (Fixture     *fixture,
       KinDemoKind *kind,
       const char  *applied,
       const char  *manager,
       gboolean     force)
{
  g_autoptr(GError) error = NULL;

  g_assert_true (try_apply (fixture, kind, applied, manager, NULL, force, &error));
  g_assert_no_error (error);
}

/* A merge patch, as an update by somebody. */
static void
update (Fixture     *fixture,
        KinDemoKind *kind,
        const char  *patch,
        const char  *manager,
        const char  *subresource)
{
  g_autoptr(KinDemoDraft) old = kin_demo_draft_copy (fixture->draft);
  yyjson_mut_val *merged;

  merged = yyjson_mut_merge_patch (fixture->draft, yyjson_mut_doc_get_root (fixture->draft),
                                   demo_json_parse (fixture->draft, patch));
  yyjson_mut_doc_set_root (fixture->draft, merged);
  kin_demo_managed_fields_update (kind, fixture->draft, yyjson_mut_doc_get_root (old), manager, subresource,
                                  fixture->now_s);
  fixture->now_s += 10;
}

/* The object without its managedFields. */
static void
assert_object (Fixture    *fixture,
               const char *expected)
{
  g_autoptr(KinDemoDraft) copy = kin_demo_draft_copy (fixture->draft);
  yyjson_mut_val *root = yyjson_mut_doc_get_root (copy);

  kin_demo_remove (kin_demo_get (root, "metadata", NULL), "managedFields");
  demo_json_assert (root, expected);
}

static void
assert_owners (Fixture    *fixture,
               const char *expected)
{
  demo_json_assert (kin_demo_get (yyjson_mut_doc_get_root (fixture->draft), "metadata", "managedFields", NULL), expected);
}

static void
assert_fields (Fixture    *fixture,
               gsize       i,
               const char *expected)
{
  yyjson_mut_val *entries = kin_demo_get (yyjson_mut_doc_get_root (fixture->draft), "metadata", "managedFields", NULL);

  demo_json_assert (kin_demo_get (yyjson_mut_arr_get (entries, i), "fieldsV1", NULL), expected);
}

static void
assert_refused (Fixture     *fixture,
                KinDemoKind *kind,
                const char  *applied,
                const char  *manager,
                const char  *subresource,
                int          code,
                const char  *message)
{
  g_autoptr(GError) error = NULL;

  g_assert_false (try_apply (fixture, kind, applied, manager, subresource, FALSE, &error));
  g_assert_error (error, KIN_DEMO_ERROR, code);
  g_assert_cmpstr (error->message, ==, message);
}

static void
test_create (Fixture       *fixture,
             gconstpointer  user_data)
{
  apply (fixture, fixture->maps, MAP (",'data':{'x':'1','y':'2'}"), "one", FALSE);

  assert_object (fixture, MAP (",'data':{'x':'1','y':'2'}"));
  assert_owners (fixture, "[{'manager':'one','operation':'Apply','apiVersion':'v1','time':'2026-12-01T13:10:00Z',"
                          "'fieldsType':'FieldsV1','fieldsV1':{'f:data':{'f:x':{},'f:y':{}}}}]");
}

/* Who applies the same value owns it too, and it stays until nobody does. */
static void
test_shared (Fixture       *fixture,
             gconstpointer  user_data)
{
  apply (fixture, fixture->maps, MAP (",'data':{'x':'1','y':'2'}"), "one", FALSE);
  apply (fixture, fixture->maps, MAP (",'data':{'x':'1','z':'3'}"), "two", FALSE);
  assert_object (fixture, MAP (",'data':{'x':'1','y':'2','z':'3'}"));

  apply (fixture, fixture->maps, MAP (",'data':{'y':'2'}"), "one", FALSE);
  assert_object (fixture, MAP (",'data':{'x':'1','y':'2','z':'3'}"));
  assert_fields (fixture, 0, "{'f:data':{'f:y':{}}}");
  assert_fields (fixture, 1, "{'f:data':{'f:x':{},'f:z':{}}}");

  apply (fixture, fixture->maps, MAP (""), "one", FALSE);
  assert_object (fixture, MAP (",'data':{'x':'1','z':'3'}"));

  apply (fixture, fixture->maps, MAP (""), "two", FALSE);
  assert_object (fixture, MAP (""));
}

/* The API server gives no time to an entry that never changed the object, and sorts it first. */
static void
test_unchanged (Fixture       *fixture,
                gconstpointer  user_data)
{
  apply (fixture, fixture->maps, MAP (",'data':{'x':'1'}"), "one", FALSE);
  apply (fixture, fixture->maps, MAP (",'data':{'x':'1'}"), "one", FALSE);
  apply (fixture, fixture->maps, MAP (",'data':{'x':'1'}"), "two", FALSE);

  assert_owners (fixture, "[{'manager':'two','operation':'Apply','apiVersion':'v1','fieldsType':'FieldsV1',"
                          "'fieldsV1':{'f:data':{'f:x':{}}}},"
                          "{'manager':'one','operation':'Apply','apiVersion':'v1','time':'2026-12-01T13:10:00Z',"
                          "'fieldsType':'FieldsV1','fieldsV1':{'f:data':{'f:x':{}}}}]");
}

static void
test_conflict (Fixture       *fixture,
               gconstpointer  user_data)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) status = NULL;
  g_autofree char *expected = NULL;

  apply (fixture, fixture->maps, MAP (",'data':{'x':'1'}"), "one", FALSE);
  g_assert_false (try_apply (fixture, fixture->maps, MAP (",'data':{'x':'2'}"), "two", NULL, FALSE, &error));

  expected = demo_json_dup_text ("{'kind':'Status','apiVersion':'v1','metadata':{},'status':'Failure',"
                                 "'message':'Apply failed with 1 conflict: conflict with \\\"one\\\": .data.x',"
                                 "'reason':'Conflict','details':{'causes':[{'reason':'FieldManagerConflict',"
                                 "'message':'conflict with \\\"one\\\"','field':'.data.x'}]},'code':409}");
  status = kin_demo_error_dup_status (error);
  g_assert_cmpmem (g_bytes_get_data (status, NULL), g_bytes_get_size (status), expected, strlen (expected));
}

static void
test_conflicts (Fixture       *fixture,
                gconstpointer  user_data)
{
  apply (fixture, fixture->deployments,
         DEPLOYMENT ("'replicas':2,'paused':true," CONTAINERS ("{'name':'a','image':'a:1'}")), "one", FALSE);
  update (fixture, fixture->deployments, "{'spec':{'replicas':5}}", "kubectl", "scale");
  update (fixture, fixture->deployments, "{'metadata':{'labels':{'l':'1'}}}", "edit", NULL);

  assert_refused (fixture, fixture->deployments, DEPLOYMENT ("'replicas':9"), "two", NULL, KIN_DEMO_ERROR_CONFLICT,
                  "Apply failed with 1 conflict: conflict with \"kubectl\" with subresource \"scale\" using apps/v1: "
                  ".spec.replicas");
  assert_refused (fixture, fixture->deployments,
                  "{'apiVersion':'apps/v1','kind':'Deployment','metadata':{'name':'web','labels':{'l':'2'}},"
                  "'spec':{'replicas':9,'paused':false," CONTAINERS ("{'name':'a','image':'a:2'}") "}}",
                  "two", NULL, KIN_DEMO_ERROR_CONFLICT,
                  "Apply failed with 4 conflicts: conflicts with \"edit\" using apps/v1:\n"
                  "- .metadata.labels.l\n"
                  "conflicts with \"kubectl\" with subresource \"scale\" using apps/v1:\n"
                  "- .spec.replicas\n"
                  "conflicts with \"one\":\n"
                  "- .spec.paused\n"
                  "- .spec.template.spec.containers[name=\"a\"].image");
}

static void
test_force (Fixture       *fixture,
            gconstpointer  user_data)
{
  apply (fixture, fixture->maps, MAP (",'data':{'x':'1','y':'1'}"), "one", FALSE);
  apply (fixture, fixture->maps, MAP (",'data':{'x':'2'}"), "two", TRUE);

  assert_object (fixture, MAP (",'data':{'x':'2','y':'1'}"));
  assert_fields (fixture, 0, "{'f:data':{'f:y':{}}}");
  assert_fields (fixture, 1, "{'f:data':{'f:x':{}}}");

  /* What was taken away is not missed by the one who had it. */
  apply (fixture, fixture->maps, MAP (",'data':{'y':'1'}"), "one", FALSE);
  assert_object (fixture, MAP (",'data':{'x':'2','y':'1'}"));
}

/* What the manager never applied stays: another's, and what belongs to nobody. */
static void
test_prune (Fixture       *fixture,
            gconstpointer  user_data)
{
  apply (fixture, fixture->deployments,
         DEPLOYMENT (CONTAINERS ("{'name':'a','image':'a','env':[{'name':'A','value':'1'},{'name':'B','value':'2'}]},"
                                 "{'name':'b','image':'b'}")), "one", FALSE);
  apply (fixture, fixture->deployments,
         DEPLOYMENT (CONTAINERS ("{'name':'a','env':[{'name':'C','value':'3'}]}")), "two", FALSE);
  g_assert_true (yyjson_mut_doc_ptr_set (fixture->draft, "/spec/replicas", yyjson_mut_int (fixture->draft, 1)));

  apply (fixture, fixture->deployments,
         DEPLOYMENT (CONTAINERS ("{'name':'a','image':'a','env':[{'name':'B','value':'2'}]}")), "one", FALSE);
  assert_object (fixture, DEPLOYMENT (CONTAINERS ("{'name':'a','image':'a','env':[{'name':'B','value':'2'},"
                                                  "{'name':'C','value':'3'}]}") ",'replicas':1"));

  apply (fixture, fixture->deployments, DEPLOYMENT (""), "one", FALSE);
  assert_object (fixture, DEPLOYMENT (CONTAINERS ("{'name':'a','env':[{'name':'C','value':'3'}]}") ",'replicas':1"));
}

/* Items are in the order of the one who applies; others keep their place. */
static void
test_list_order (Fixture       *fixture,
                 gconstpointer  user_data)
{
  static const struct
  {
    const char *applied;
    const char *result;
  } cases[] = {
    { "c,b,a", "x,y,c,b,a" }, { "a,b,c", "a,x,b,y,c" }, { "n,a,b,c", "n,a,x,b,y,c" }, { "a,b,n,c", "a,x,b,y,n,c" },
    { "a,b,c,n", "a,x,b,y,c,n" }, { "b,a,c", "x,b,y,a,c" }, { "y,b,x", "a,y,c,b,x" }, { "c,x,n", "a,b,y,c,x,n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GString) applied = g_string_new (NULL);
      g_autoptr(GString) result = g_string_new (NULL);
      g_auto(GStrv) names = g_strsplit (cases[i].applied, ",", -1);
      yyjson_mut_arr_iter iter;
      yyjson_mut_val *item;

      tear_down (fixture, NULL);
      set_up (fixture, NULL);
      apply (fixture, fixture->deployments,
             DEPLOYMENT (CONTAINERS ("{'name':'a'},{'name':'x'},{'name':'b'},{'name':'y'},{'name':'c'}")), "one", FALSE);

      for (guint j = 0; names[j] != NULL; j++)
        g_string_append_printf (applied, "%s{'name':'%s'}", j > 0 ? "," : "", names[j]);
      g_string_prepend (applied, "{'apiVersion':'apps/v1','kind':'Deployment','metadata':{'name':'web'},"
                                 "'spec':{'template':{'spec':{'containers':[");
      g_string_append (applied, "]}}}}");
      apply (fixture, fixture->deployments, applied->str, "two", FALSE);

      yyjson_mut_arr_iter_init (yyjson_mut_doc_ptr_get (fixture->draft, "/spec/template/spec/containers"), &iter);
      while ((item = yyjson_mut_arr_iter_next (&iter)) != NULL)
        g_string_append_printf (result, "%s%s", result->len > 0 ? "," : "", kin_demo_get_string (item, "name", NULL));
      g_assert_cmpstr (result->str, ==, cases[i].result);
    }
}

/* An object whose managedFields were reset. */
static void
test_before_first_apply (Fixture       *fixture,
                         gconstpointer  user_data)
{
  apply (fixture, fixture->maps, MAP (",'data':{'x':'1'}"), "one", FALSE);
  kin_demo_remove (kin_demo_get (yyjson_mut_doc_get_root (fixture->draft), "metadata", NULL), "managedFields");

  assert_refused (fixture, fixture->maps, MAP (",'data':{'x':'2'}"), "one", NULL, KIN_DEMO_ERROR_CONFLICT,
                  "Apply failed with 1 conflict: conflict with \"before-first-apply\" using v1: .data.x");

  apply (fixture, fixture->maps, MAP (",'data':{'x':'1','y':'2'}"), "one", FALSE);
  assert_owners (fixture, "[{'manager':'one','operation':'Apply','apiVersion':'v1','time':'2026-12-01T13:10:20Z',"
                          "'fieldsType':'FieldsV1','fieldsV1':{'f:data':{'f:x':{},'f:y':{}}}},"
                          "{'manager':'before-first-apply','operation':'Update','apiVersion':'v1',"
                          "'time':'2026-12-01T13:10:20Z','fieldsType':'FieldsV1',"
                          "'fieldsV1':{'f:data':{'.':{},'f:x':{}}}}]");
}

/* kubectl takes over what it applied by itself before, but for what others changed since. */
static void
test_from_client_side (Fixture       *fixture,
                       gconstpointer  user_data)
{
  static const char *last =
    "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'a','annotations':{'kubectl.kubernetes.io/"
    "last-applied-configuration':'{\\\"apiVersion\\\":\\\"v1\\\",\\\"kind\\\":\\\"ConfigMap\\\",\\\"metadata\\\":"
    "{\\\"name\\\":\\\"a\\\"},\\\"data\\\":{\\\"x\\\":\\\"1\\\",\\\"y\\\":\\\"1\\\"}}'}},'data':{'x':'1','y':'1'}}";
  const char *annotation;

  yyjson_mut_doc_set_root (fixture->draft, demo_json_parse (fixture->draft, last));
  kin_demo_managed_fields_update (fixture->maps, fixture->draft, NULL, "kubectl-client-side-apply", NULL, T0);

  assert_refused (fixture, fixture->maps, MAP (",'data':{'x':'2','y':'1'}"), "other", NULL, KIN_DEMO_ERROR_CONFLICT,
                  "Apply failed with 1 conflict: conflict with \"kubectl-client-side-apply\" using v1: .data.x");

  apply (fixture, fixture->maps, MAP (",'data':{'x':'2','y':'1'}"), "kubectl", FALSE);
  annotation = kin_demo_get_string (yyjson_mut_doc_get_root (fixture->draft), "metadata", "annotations",
                                    "kubectl.kubernetes.io/last-applied-configuration", NULL);
  g_assert_cmpstr (annotation, ==, "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"},"
                                   "\"data\":{\"x\":\"2\",\"y\":\"1\"}}\n");

  update (fixture, fixture->maps, "{'data':{'y':'7'}}", "edit", NULL);
  assert_refused (fixture, fixture->maps, MAP (",'data':{'x':'3','y':'1'}"), "kubectl", NULL, KIN_DEMO_ERROR_CONFLICT,
                  "Apply failed with 1 conflict: conflict with \"edit\" using v1: .data.y");
}

static void
test_status (Fixture       *fixture,
             gconstpointer  user_data)
{
  g_autoptr(GError) error = NULL;

  apply (fixture, fixture->deployments,
         "{'apiVersion':'apps/v1','kind':'Deployment','metadata':{'name':'web'},'spec':{'replicas':2},"
         "'status':{'replicas':7}}", "one", FALSE);
  assert_object (fixture, DEPLOYMENT ("'replicas':2"));

  g_assert_true (try_apply (fixture, fixture->deployments,
                            "{'apiVersion':'apps/v1','kind':'Deployment','metadata':{'name':'web'},'spec':{'replicas':9},"
                            "'status':{'readyReplicas':1}}", "one", "status", FALSE, &error));
  g_assert_no_error (error);
  assert_object (fixture, "{'apiVersion':'apps/v1','kind':'Deployment','metadata':{'name':'web'},"
                          "'spec':{'replicas':2},'status':{'readyReplicas':1}}");
  assert_owners (fixture,
                 "[{'manager':'one','operation':'Apply','apiVersion':'apps/v1','time':'2026-12-01T13:10:00Z',"
                 "'fieldsType':'FieldsV1','fieldsV1':{'f:spec':{'f:replicas':{}}}},"
                 "{'manager':'one','operation':'Apply','apiVersion':'apps/v1','time':'2026-12-01T13:10:10Z',"
                 "'fieldsType':'FieldsV1','fieldsV1':{'f:status':{'f:readyReplicas':{}}},'subresource':'status'}]");
}

static void
test_refused (Fixture       *fixture,
              gconstpointer  user_data)
{
  assert_refused (fixture, fixture->deployments, MAP (""), "one", NULL, KIN_DEMO_ERROR_BAD_REQUEST,
                  "invalid object type: v1, Kind=ConfigMap");
  assert_refused (fixture, fixture->maps,
                  "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'a','managedFields':[]}}", "one", NULL,
                  KIN_DEMO_ERROR_BAD_REQUEST, "metadata.managedFields must be nil");
  assert_refused (fixture, fixture->deployments, DEPLOYMENT ("'foo':1"), "one", NULL, KIN_DEMO_ERROR_PLAIN,
                  "failed to create typed patch object (/web; apps/v1, Kind=Deployment): .spec.foo: field not declared "
                  "in schema");
  assert_refused (fixture, fixture->deployments, DEPLOYMENT (CONTAINERS ("{'name':'a'},{'name':'a'}")), "one", NULL,
                  KIN_DEMO_ERROR_PLAIN,
                  "failed to create typed patch object (/web; apps/v1, Kind=Deployment): .spec.template.spec.containers: "
                  "duplicate entries for key [name=\"a\"]");
}

#define ADD(path, function) g_test_add ("/demo-apply/" path, Fixture, NULL, set_up, function, tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  ADD ("create", test_create);
  ADD ("shared", test_shared);
  ADD ("unchanged", test_unchanged);
  ADD ("conflict", test_conflict);
  ADD ("conflicts", test_conflicts);
  ADD ("force", test_force);
  ADD ("prune", test_prune);
  ADD ("list-order", test_list_order);
  ADD ("before-first-apply", test_before_first_apply);
  ADD ("from-client-side", test_from_client_side);
  ADD ("status", test_status);
  ADD ("refused", test_refused);

  return g_test_run ();
}
