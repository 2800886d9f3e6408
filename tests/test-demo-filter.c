/* test-demo-filter.c: selectors of lists and watches choose, and are refused, as by kube-apiserver.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "demo/kin-demo-error.h"
#include "demo/kin-demo-filter.h"
#include "demo/kin-demo-kinds.h"
#include "demo/kin-demo-schema.h"

#include "demo-json.h"

typedef struct
{
  KinDemoSchema *schema;
  KinDemoKinds *kinds;
} Fixture;

static const char * const pod =
  "{'apiVersion':'v1','kind':'Pod','metadata':{'name':'web-1','namespace':'shop','uid':'1','labels':{'app':'web'}},"
  "'spec':{'nodeName':'node-1','restartPolicy':'Always'},"
  "'status':{'phase':'Running','podIP':'10.0.0.1','podIPs':[{'ip':'10.0.0.1'},{'ip':'fd00::1'}]}}";

static const char * const event =
  "{'apiVersion':'v1','kind':'Event','metadata':{'name':'e','namespace':'shop','uid':'2'},'reason':'Pulled',"
  "'type':'Normal','involvedObject':{'kind':'Pod','name':'a,b=c'},'source':{'component':'kubelet'}}";

static const char * const node =
  "{'apiVersion':'v1','kind':'Node','metadata':{'name':'n','uid':'3'},'spec':{},'status':{}}";

static const char * const crd =
  "{'metadata':{'name':'shirts.example.com'},'spec':{'group':'example.com','scope':'Namespaced',"
  "'names':{'plural':'shirts','kind':'Shirt'},'versions':[{'name':'v1','served':true,'storage':true,"
  "'selectableFields':[{'jsonPath':'.spec.color'}],'schema':{'openAPIV3Schema':{'type':'object'}}}]}}";

static void
set_up (Fixture       *fixture,
        gconstpointer  user_data)
{
  g_autofree char *text = demo_json_dup_text (crd);
  g_autoptr(KinJson) json = kin_json_parse (text, strlen (text), NULL);
  g_autoptr(GError) error = NULL;

  fixture->schema = kin_demo_schema_new ();
  fixture->kinds = kin_demo_kinds_new (fixture->schema);
  kin_demo_kinds_add_custom (fixture->kinds, kin_json_get_root (json), &error);
  g_assert_no_error (error);
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
           const char *plural)
{
  KinDemoKind *kind = kin_demo_kinds_find (fixture->kinds, group, "v1", plural);

  g_assert_nonnull (kind);

  return kind;
}

static void
assert_matches (KinDemoKind *kind,
                const char  *object,
                const char  *labels,
                const char  *fields,
                gboolean     expected)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(KinDemoFilter) filter = kin_demo_filter_new (kind, labels, fields, &error);
  g_autoptr(KinDemoDraft) draft = demo_json_new_draft (object);
  g_autoptr(KinDemoObject) stored = kin_demo_object_new (kind, draft);

  g_assert_no_error (error);
  g_assert_cmpint (kin_demo_filter_matches (filter, stored), ==, expected);
}

static void
test_labels (Fixture       *fixture,
             gconstpointer  user_data)
{
  KinDemoKind *pods = find_kind (fixture, "", "pods");

  assert_matches (pods, pod, NULL, NULL, TRUE);
  assert_matches (pods, pod, "", "", TRUE);
  assert_matches (pods, pod, "app=web", NULL, TRUE);
  assert_matches (pods, pod, "app in (api)", NULL, FALSE);
  assert_matches (pods, pod, "app=web", "status.phase=Failed", FALSE);
}

static void
test_fields (Fixture       *fixture,
             gconstpointer  user_data)
{
  static const struct
  {
    const char *fields;
    gboolean matches;
  } cases[] = {
    { "metadata.name=web-1", TRUE }, { "metadata.name==web-1", TRUE }, { "metadata.name!=web-1", FALSE },
    { "metadata.namespace=shop,metadata.name=web-1", TRUE }, { "metadata.namespace=shop,metadata.name=x", FALSE },
    { "spec.nodeName=node-1", TRUE }, { "spec.nodeName!=node-1", FALSE }, { "spec.hostNetwork=false", TRUE },
    { "status.nominatedNodeName=", TRUE }, { "status.podIPs=10.0.0.1\\,fd00::1", TRUE },
    { "status.phase!=Succeeded,status.phase!=Failed,", TRUE },
  };
  KinDemoKind *pods = find_kind (fixture, "", "pods");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_matches (pods, pod, NULL, cases[i].fields, cases[i].matches);
}

static void
test_events (Fixture       *fixture,
             gconstpointer  user_data)
{
  KinDemoKind *events = find_kind (fixture, "", "events");

  assert_matches (events, event, NULL, "involvedObject.kind=Pod,type=Normal,reason=Pulled", TRUE);
  assert_matches (events, event, NULL, "involvedObject.name=a\\,b\\=c", TRUE);
  assert_matches (events, event, NULL, "source=kubelet", TRUE);
  assert_matches (events, event, NULL, "involvedObject.uid=1", FALSE);
}

static void
test_other_kinds (Fixture       *fixture,
                  gconstpointer  user_data)
{
  static const char * const shirt =
    "{'apiVersion':'example.com/v1','kind':'Shirt','metadata':{'name':'s','namespace':'shop','uid':'4'},"
    "'spec':{'color':'blue'}}";

  assert_matches (find_kind (fixture, "", "nodes"), node, NULL, "spec.unschedulable=false", TRUE);
  assert_matches (find_kind (fixture, "example.com", "shirts"), shirt, NULL, "spec.color=blue", TRUE);
  assert_matches (find_kind (fixture, "example.com", "shirts"), shirt, NULL, "spec.color=red", FALSE);
}

static void
test_refused (Fixture       *fixture,
              gconstpointer  user_data)
{
  static const struct
  {
    const char *group;
    const char *plural;
    const char *fields;
    const char *message;
  } cases[] = {
    { "", "pods", "spec.foo=1", "field label not supported: spec.foo" },
    { "", "nodes", "metadata.namespace=a", "field label not supported: metadata.namespace" },
    { "apps", "deployments", "spec.foo=1",
      "\"spec.foo\" is not a known field selector: only \"metadata.name\", \"metadata.namespace\"" },
    { "batch", "jobs", "a=b", "field label \"a\" not supported for Job" },
    { "example.com", "shirts", "spec.size=1", "field label not supported: spec.size" },
    { "", "pods", "abc", "invalid selector: 'abc'; can't understand 'abc'" },
    { "", "pods", "metadata.name=a=b", "invalid field selector: unescaped character in value: 61" },
    { "", "pods", "metadata.name=a\\x", "invalid field selector: invalid escape sequence: \\x" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      KinDemoKind *kind = find_kind (fixture, cases[i].group, cases[i].plural);
      g_autoptr(GError) error = NULL;

      g_assert_null (kin_demo_filter_new (kind, NULL, cases[i].fields, &error));
      g_assert_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_BAD_REQUEST);
      g_assert_cmpstr (error->message, ==, cases[i].message);
    }
}

static void
test_refused_labels (Fixture       *fixture,
                     gconstpointer  user_data)
{
  g_autoptr(GError) error = NULL;

  g_assert_null (kin_demo_filter_new (find_kind (fixture, "", "pods"), "a in (b", NULL, &error));
  g_assert_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_BAD_REQUEST);
  g_assert_true (g_str_has_prefix (error->message, "unable to parse requirement: "));
}

#define ADD(path, function) g_test_add ("/demo-filter/" path, Fixture, NULL, set_up, function, tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  ADD ("labels", test_labels);
  ADD ("fields", test_fields);
  ADD ("events", test_events);
  ADD ("other-kinds", test_other_kinds);
  ADD ("refused", test_refused);
  ADD ("refused-labels", test_refused_labels);

  return g_test_run ();
}
