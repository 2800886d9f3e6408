/* test-demo-table.c: tables have kube-apiserver's columns and cells.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "demo/kin-demo-json-path.h"
#include "demo/kin-demo-kinds.h"
#include "demo/kin-demo-schema.h"
#include "demo/kin-demo-table.h"
#include "object/kin-kind.h"

#include "demo-json.h"

#define NOW 1796130600    /* 2026-12-01T13:10:00Z */

typedef struct
{
  KinDemoSchema *schema;
  KinDemoKinds *kinds;
} Fixture;

static const char * const crd =
  "{'metadata':{'name':'shirts.example.com'},'spec':{'group':'example.com','scope':'Namespaced',"
  "'names':{'plural':'shirts','kind':'Shirt'},'versions':[{'name':'v1','served':true,'storage':true,"
  "'additionalPrinterColumns':[{'name':'Color','type':'string','jsonPath':'.spec.color','description':'of the cloth'},"
  "{'name':'Size','type':'integer','jsonPath':'.spec.size','priority':1},"
  "{'name':'Ready','type':'string','jsonPath':'.status.conditions[?(@.type==\\\"Ready\\\")].status'},"
  "{'name':'Sold','type':'boolean','jsonPath':'.spec.sold'},"
  "{'name':'Age','type':'date','jsonPath':'.metadata.creationTimestamp'}],"
  "'schema':{'openAPIV3Schema':{'type':'object'}}}]}}";

static void
add_custom (Fixture    *fixture,
            const char *definition)
{
  g_autofree char *text = demo_json_dup_text (definition);
  g_autoptr(KinJson) json = kin_json_parse (text, strlen (text), NULL);
  g_autoptr(GError) error = NULL;

  kin_demo_kinds_add_custom (fixture->kinds, kin_json_get_root (json), &error);
  g_assert_no_error (error);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  user_data)
{
  fixture->schema = kin_demo_schema_new ();
  fixture->kinds = kin_demo_kinds_new (fixture->schema);
  add_custom (fixture, crd);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  user_data)
{
  g_assert_finalize_object (fixture->kinds);
  kin_demo_schema_unref (fixture->schema);
}

static KinDemoKind *
find_kind (Fixture    *fixture,
           const char *group,
           const char *version,
           const char *plural)
{
  KinDemoKind *kind = kin_demo_kinds_find (fixture->kinds, group, version, plural);

  g_assert_nonnull (kind);

  return kind;
}

static void
assert_row (KinDemoKind    *kind,
            KinDemoInclude  include,
            const char     *object,
            const char     *expected)
{
  g_autoptr(KinDemoDraft) draft = demo_json_new_draft (object);
  g_autoptr(KinDemoObject) stored = kin_demo_object_new (kind, draft);
  g_autoptr(GString) row = g_string_new (NULL);
  g_autofree char *json = demo_json_dup_text (expected);

  kin_demo_table_append_row (kind, stored, include, NOW, row);
  g_assert_cmpstr (row->str, ==, json);
}

static void
assert_columns (KinDemoKind *kind,
                const char  *expected)
{
  g_autoptr(GString) columns = g_string_new (NULL);
  g_autofree char *json = demo_json_dup_text (expected);

  kin_demo_table_append_columns (kind, columns);
  g_assert_cmpstr (columns->str, ==, json);
}

static void
test_columns (Fixture       *fixture,
              gconstpointer  user_data)
{
  assert_columns (find_kind (fixture, "batch", "v1", "cronjobs"),
                  "'columnDefinitions':["
                  "{'name':'Name','type':'string','format':'name','description':'','priority':0},"
                  "{'name':'Schedule','type':'string','format':'','description':'','priority':0},"
                  "{'name':'Timezone','type':'string','format':'','description':'','priority':0},"
                  "{'name':'Suspend','type':'boolean','format':'','description':'','priority':0},"
                  "{'name':'Active','type':'integer','format':'','description':'','priority':0},"
                  "{'name':'Last Schedule','type':'string','format':'','description':'','priority':0},"
                  "{'name':'Age','type':'string','format':'','description':'','priority':0},"
                  "{'name':'Containers','type':'string','format':'','description':'','priority':1},"
                  "{'name':'Images','type':'string','format':'','description':'','priority':1},"
                  "{'name':'Selector','type':'string','format':'','description':'','priority':1}]");
  assert_columns (find_kind (fixture, "rbac.authorization.k8s.io", "v1", "roles"),
                  "'columnDefinitions':["
                  "{'name':'Name','type':'string','format':'name','description':'','priority':0},"
                  "{'name':'Created At','type':'date','format':'','description':'','priority':0}]");
}

/* Every cell of object/ has its place in the table, under its name. */
static void
test_all_kinds (Fixture       *fixture,
                gconstpointer  user_data)
{
  GPtrArray *kinds = kin_demo_kinds_list (fixture->kinds);

  for (guint i = 0; i < kinds->len; i++)
    {
      KinDemoKind *kind = kinds->pdata[i];
      KinKind *columns = kin_demo_kind_get_columns (kind);
      g_autoptr(GString) text = g_string_new ("{");
      g_autoptr(KinJson) json = NULL;
      guint n_columns = 0;
      KinJsonIter iter;
      KinJsonValue *column;

      if (kin_demo_kind_get_flags (kind) & KIN_DEMO_KIND_CUSTOM)
        continue;

      kin_demo_table_append_columns (kind, text);
      g_string_append_c (text, '}');
      json = kin_json_parse (text->str, text->len, NULL);
      kin_json_iter_init (&iter, kin_json_get (kin_json_get_root (json), "columnDefinitions"));
      while (kin_json_iter_next (&iter, NULL, &column))
        {
          g_autofree char *name = g_ascii_strup (kin_json_get_string (column, "name"), -1);
          const KinColumn *own;

          if (g_strv_contains ((const char * const []) { "NAME", "AGE", NULL }, name))
            continue;

          own = kin_kind_get_column (columns, n_columns++);
          g_assert_cmpstr (own->name, ==, name);
          g_assert_cmpint (own->wide, ==, kin_json_get_integer (column, "priority", 0));
        }
      g_assert_cmpuint (n_columns, ==, kin_kind_get_n_columns (columns));
    }
}

static void
test_deployment (Fixture       *fixture,
                 gconstpointer  user_data)
{
  assert_row (find_kind (fixture, "apps", "v1", "deployments"), KIN_DEMO_INCLUDE_METADATA,
              "{'apiVersion':'apps/v1','kind':'Deployment','metadata':{'name':'web','namespace':'shop','uid':'1',"
              "'creationTimestamp':'2026-12-01T13:05:00Z'},'spec':{'replicas':3,'selector':{'matchLabels':{'app':'web'}},"
              "'template':{'spec':{'containers':[{'name':'web','image':'nginx:1.27'}]}}},"
              "'status':{'readyReplicas':1,'updatedReplicas':2,'availableReplicas':1}}",
              "{'cells':['web','1/3',2,1,'5m','web','nginx:1.27','app=web'],'object':"
              "{'kind':'PartialObjectMetadata','apiVersion':'meta.k8s.io/v1','metadata':{'name':'web','namespace':'shop',"
              "'uid':'1','creationTimestamp':'2026-12-01T13:05:00Z'}}}");
}

static void
test_pod (Fixture       *fixture,
          gconstpointer  user_data)
{
  assert_row (find_kind (fixture, "", "v1", "pods"), KIN_DEMO_INCLUDE_NONE,
              "{'apiVersion':'v1','kind':'Pod','metadata':{'name':'web-1','namespace':'shop','uid':'1',"
              "'creationTimestamp':'2026-12-01T12:00:00Z'},'spec':{'nodeName':'node-1','containers':[{'name':'web'}]},"
              "'status':{'phase':'Running','podIPs':[{'ip':'10.0.0.1'}],'containerStatuses':[{'name':'web','ready':false,"
              "'restartCount':3,'state':{'waiting':{'reason':'CrashLoopBackOff'}},"
              "'lastState':{'terminated':{'exitCode':1,'finishedAt':'2026-12-01T13:05:00Z'}}}]}}",
              "{'cells':['web-1','0/1','CrashLoopBackOff','3 (5m ago)','70m','10.0.0.1','node-1','<none>','<none>'],"
              "'object':null}");
}

static void
test_object (Fixture       *fixture,
             gconstpointer  user_data)
{
  assert_row (find_kind (fixture, "rbac.authorization.k8s.io", "v1", "clusterroles"), KIN_DEMO_INCLUDE_OBJECT,
              "{'kind':'ClusterRole','metadata':{'name':'admin','uid':'1','creationTimestamp':'2026-12-01T12:00:00Z'}}",
              "{'cells':['admin','2026-12-01T12:00:00Z'],'object':{'kind':'ClusterRole','metadata':{'name':'admin',"
              "'uid':'1','creationTimestamp':'2026-12-01T12:00:00Z'}}}");
}

/* What the server writes as a text although it is a number. */
static void
test_autoscaler (Fixture       *fixture,
                 gconstpointer  user_data)
{
  assert_row (find_kind (fixture, "autoscaling", "v2", "horizontalpodautoscalers"), KIN_DEMO_INCLUDE_NONE,
              "{'metadata':{'name':'web','namespace':'shop','uid':'1','creationTimestamp':'2026-12-01T13:05:00Z'},"
              "'spec':{'scaleTargetRef':{'kind':'Deployment','name':'web'},'minReplicas':1,'maxReplicas':4},"
              "'status':{'currentReplicas':2}}",
              "{'cells':['web','Deployment/web','<none>','1',4,2,'5m'],'object':null}");
}

static void
test_custom (Fixture       *fixture,
             gconstpointer  user_data)
{
  KinDemoKind *shirts = find_kind (fixture, "example.com", "v1", "shirts");

  assert_columns (shirts,
                  "'columnDefinitions':["
                  "{'name':'Name','type':'string','format':'name','description':'','priority':0},"
                  "{'name':'Color','type':'string','format':'','description':'of the cloth','priority':0},"
                  "{'name':'Size','type':'integer','format':'','description':'','priority':1},"
                  "{'name':'Ready','type':'string','format':'','description':'','priority':0},"
                  "{'name':'Sold','type':'boolean','format':'','description':'','priority':0},"
                  "{'name':'Age','type':'date','format':'','description':'','priority':0}]");
  assert_row (shirts, KIN_DEMO_INCLUDE_NONE,
              "{'metadata':{'name':'s','namespace':'shop','uid':'1','creationTimestamp':'2026-12-01T13:05:00Z'},"
              "'spec':{'color':'blue','size':40,'sold':true},"
              "'status':{'conditions':[{'type':'Old','status':'X'},{'type':'Ready','status':'True'}]}}",
              "{'cells':['s','blue',40,'True',true,'5m'],'object':null}");
  assert_row (shirts, KIN_DEMO_INCLUDE_NONE,
              "{'metadata':{'name':'s','namespace':'shop','uid':'1'},'spec':{'color':7,'size':'L'}}",
              "{'cells':['s','7',null,null,null,null],'object':null}");
}

static void
test_custom_without_columns (Fixture       *fixture,
                             gconstpointer  user_data)
{
  KinDemoKind *hats;

  add_custom (fixture, "{'metadata':{'name':'hats.example.com'},'spec':{'group':'example.com','scope':'Namespaced',"
                       "'names':{'plural':'hats','kind':'Hat'},'versions':[{'name':'v1','served':true,'storage':true,"
                       "'schema':{'openAPIV3Schema':{'type':'object'}}}]}}");
  hats = find_kind (fixture, "example.com", "v1", "hats");
  assert_columns (hats,
                  "'columnDefinitions':["
                  "{'name':'Name','type':'string','format':'name','description':'','priority':0},"
                  "{'name':'Age','type':'date','format':'','description':'','priority':0}]");
  assert_row (hats, KIN_DEMO_INCLUDE_NONE,
              "{'metadata':{'name':'s','namespace':'shop','uid':'1','creationTimestamp':'2026-12-01T13:05:00Z'}}",
              "{'cells':['s','5m'],'object':null}");
}

static void
test_json_path (Fixture       *fixture,
                gconstpointer  user_data)
{
  static const struct
  {
    const char *path;
    const char *text;
  } cases[] = {
    { ".spec.a", "1" }, { "{.spec.a}", "1" }, { ".spec.list[1].n", "\"b\"" }, { ".spec['x.y/z']", "\"dots\"" },
    { ".spec.x\\.y/z", "\"dots\"" }, { ".spec.list[?(@.n==\"b\")].v", "2" }, { ".spec.list[?(@.n=='c')].v", NULL },
    { ".spec.list[?(@.v==2)].n", "\"b\"" }, { ".spec.none.more", NULL }, { "spec", NULL }, { ".spec.list[9]", NULL },
  };
  g_autofree char *text = demo_json_dup_text ("{'spec':{'a':1,'x.y/z':'dots','list':[{'n':'a','v':1},{'n':'b','v':2}]}}");
  g_autoptr(KinJson) json = kin_json_parse (text, strlen (text), NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      KinJsonValue *value = kin_demo_json_path_find (cases[i].path, kin_json_get_root (json));
      g_autofree char *found = value != NULL ? kin_json_value_dup_text (value) : NULL;

      g_assert_cmpstr (found, ==, cases[i].text);
    }
}

#define ADD(path, function) g_test_add ("/demo-table/" path, Fixture, NULL, set_up, function, tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  ADD ("columns", test_columns);
  ADD ("all-kinds", test_all_kinds);
  ADD ("deployment", test_deployment);
  ADD ("pod", test_pod);
  ADD ("object", test_object);
  ADD ("autoscaler", test_autoscaler);
  ADD ("custom", test_custom);
  ADD ("custom-without-columns", test_custom_without_columns);
  ADD ("json-path", test_json_path);

  return g_test_run ();
}
