/* test-demo-field-set.c: sets of fields: united, subtracted, intersected, and as people are told them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "demo/kin-demo-field-element.h"
#include "demo/kin-demo-field-set.h"
#include "demo/kin-demo-field-walk.h"

#include "demo-json.h"

static void
assert_set (KinDemoFieldSet *set,
            const char      *expected)
{
  if (set != NULL)
    demo_json_assert (set, expected);
  else
    g_assert_cmpstr ("{}", ==, expected);
}

static void
test_unite (void)
{
  static const struct
  {
    const char *a;
    const char *b;
    const char *result;
  } cases[] = {
    { "{}", "{'f:a':{}}", "{'f:a':{}}" },
    { "{'f:a':{}}", "{}", "{'f:a':{}}" },
    { "{'f:b':{}}", "{'f:a':{},'f:c':{}}", "{'f:a':{},'f:b':{},'f:c':{}}" },
    { "{'f:a':{}}", "{'f:a':{'f:b':{}}}", "{'f:a':{'.':{},'f:b':{}}}" },
    { "{'f:a':{'f:b':{}}}", "{'f:a':{}}", "{'f:a':{'.':{},'f:b':{}}}" },
    { "{'f:a':{'f:b':{}}}", "{'f:a':{'f:c':{}}}", "{'f:a':{'f:b':{},'f:c':{}}}" },
    { "{'f:a':{'.':{},'f:b':{}}}", "{'f:a':{'f:b':{}}}", "{'f:a':{'.':{},'f:b':{}}}" },
    { "{'f:a':{}}", "{'f:a':{}}", "{'f:a':{}}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(KinDemoDraft) draft = kin_demo_draft_new ();
      KinDemoFieldSet *other = demo_json_parse (draft, cases[i].b);

      assert_set (kin_demo_field_set_unite (demo_json_parse (draft, cases[i].a), draft, other), cases[i].result);
      assert_set (other, cases[i].b);
    }
}

static void
test_subtract (void)
{
  static const struct
  {
    const char *a;
    const char *b;
    const char *result;
  } cases[] = {
    { "{'f:a':{},'f:b':{}}", "{'f:a':{}}", "{'f:b':{}}" },
    { "{'f:a':{}}", "{'f:a':{}}", "{}" },
    { "{'f:a':{'f:b':{}}}", "{'f:a':{'f:b':{}}}", "{}" },
    { "{'f:a':{'.':{},'f:b':{}}}", "{'f:a':{'f:b':{}}}", "{'f:a':{}}" },
    { "{'f:a':{'.':{},'f:b':{}}}", "{'f:a':{}}", "{'f:a':{'f:b':{}}}" },
    { "{'f:a':{'f:b':{}}}", "{'f:a':{}}", "{'f:a':{'f:b':{}}}" },
    { "{'f:a':{}}", "{'f:a':{'f:b':{}}}", "{'f:a':{}}" },
    { "{'f:a':{}}", "{'f:z':{}}", "{'f:a':{}}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(KinDemoDraft) draft = kin_demo_draft_new ();

      assert_set (kin_demo_field_set_subtract (demo_json_parse (draft, cases[i].a), demo_json_parse (draft, cases[i].b)),
                  cases[i].result);
    }
}

static void
test_intersect (void)
{
  static const struct
  {
    const char *a;
    const char *b;
    const char *result;
  } cases[] = {
    { "{'f:a':{},'f:b':{}}", "{'f:b':{},'f:c':{}}", "{'f:b':{}}" },
    { "{'f:a':{}}", "{'f:a':{'f:b':{}}}", "{}" },
    { "{'f:a':{}}", "{'f:a':{'.':{},'f:b':{}}}", "{'f:a':{}}" },
    { "{'f:a':{'.':{},'f:b':{},'f:c':{}}}", "{'f:a':{'.':{},'f:c':{}}}", "{'f:a':{'.':{},'f:c':{}}}" },
    { "{'f:a':{'f:b':{},'f:c':{}}}", "{'f:a':{'.':{},'f:c':{}}}", "{'f:a':{'f:c':{}}}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(KinDemoDraft) draft = kin_demo_draft_new ();

      assert_set (kin_demo_field_set_intersect (demo_json_parse (draft, cases[i].a), draft, demo_json_parse (draft, cases[i].b)),
                  cases[i].result);
    }
}

static void
test_paths (void)
{
  static const char * const expected[] = {
    ".kind",
    ".metadata.labels",
    ".metadata.labels.app.kubernetes.io/name",
    ".metadata.finalizers[=\"a\"]",
    ".spec.replicas",
    ".spec.ports[containerPort=80,protocol=\"TCP\"]",
    ".spec.ports[containerPort=80,protocol=\"TCP\"].name",
  };
  g_autoptr(KinDemoDraft) draft = kin_demo_draft_new ();
  g_autoptr(GPtrArray) paths = NULL;
  g_autofree char *list = NULL;

  paths = kin_demo_field_set_list_paths (
    demo_json_parse (draft,
           "{'f:kind':{},'f:metadata':{'f:labels':{'.':{},'f:app.kubernetes.io/name':{}},'f:finalizers':{'v:\\\"a\\\"':{}}},"
           "'f:spec':{'f:ports':{'k:{\\\"containerPort\\\":80,\\\"protocol\\\":\\\"TCP\\\"}':{'.':{},'f:name':{}}},"
           "'f:replicas':{}}}"));

  g_assert_cmpuint (paths->len, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < paths->len; i++)
    g_assert_cmpstr (paths->pdata[i], ==, expected[i]);
}

/* Ports are compared as the numbers they are, names as texts. */
static void
test_order (void)
{
  static const char * const sorted[] = {
    "f:a", "f:b", "k:{\"containerPort\":443,\"protocol\":\"TCP\"}", "k:{\"containerPort\":8080,\"protocol\":\"TCP\"}",
    "k:{\"containerPort\":8080,\"protocol\":\"UDP\"}", "k:{\"name\":\"a10\"}", "k:{\"name\":\"a9\"}", "v:\"a\"",
  };

  for (guint i = 0; i < G_N_ELEMENTS (sorted); i++)
    {
      for (guint j = 0; j < G_N_ELEMENTS (sorted); j++)
        {
          int order = kin_demo_field_element_compare (sorted[i], sorted[j]);

          g_assert_cmpint (CLAMP (order, -1, 1), ==, i < j ? -1 : i > j);
        }
    }
}

static const KinDemoType *
find_type (KinDemoSchema *schema,
           const char    *group,
           const char    *kind)
{
  const KinDemoType *type = kin_demo_schema_find (schema, group, "v1", kind);

  g_assert_nonnull (type);

  return type;
}

static void
test_compare (void)
{
  g_autoptr(KinDemoSchema) schema = kin_demo_schema_new ();
  g_autoptr(KinDemoDraft) draft = kin_demo_draft_new ();
  KinDemoFieldChanges changes;

  changes = kin_demo_field_walk_compare (
    find_type (schema, "", "Pod"), draft,
    demo_json_parse (draft, "{'spec':{'containers':[{'name':'a','image':'x:1','args':['1']},{'name':'b','image':'y'}],"
                  "'nodeSelector':{'disk':'ssd'}},'status':{'phase':'Pending'}}"),
    demo_json_parse (draft, "{'spec':{'containers':[{'name':'c','image':'z','resources':{}},{'name':'a','image':'x:2','args':['2']}],"
                  "'nodeSelector':{'disk':'ssd','zone':'1'}},'status':{'phase':'Running','podIPs':[{'ip':'10.0.0.1'}]}}"),
    NULL, NULL);

  assert_set (changes.changed,
              "{'f:spec':{'f:containers':{'k:{\\\"name\\\":\\\"a\\\"}':{'f:args':{},'f:image':{}},"
              "'k:{\\\"name\\\":\\\"c\\\"}':{'.':{},'f:image':{},'f:name':{},'f:resources':{}}},'f:nodeSelector':{}},"
              "'f:status':{'f:phase':{},'f:podIPs':{'.':{},'k:{\\\"ip\\\":\\\"10.0.0.1\\\"}':{'.':{},'f:ip':{}}}}}");
  assert_set (changes.removed,
              "{'f:spec':{'f:containers':{'k:{\\\"name\\\":\\\"b\\\"}':{'.':{},'f:image':{},'f:name':{}}}}}");
}

static void
test_compare_skips (void)
{
  static const char * const skipped[] = { "status", NULL };
  g_autoptr(KinDemoSchema) schema = kin_demo_schema_new ();
  g_autoptr(KinDemoDraft) draft = kin_demo_draft_new ();
  KinDemoFieldChanges changes;

  changes = kin_demo_field_walk_compare (find_type (schema, "apps", "Deployment"), draft, NULL,
                                         demo_json_parse (draft, "{'spec':{'strategy':{'type':'Recreate'}},'status':{'replicas':1}}"),
                                         demo_json_parse (draft, "{'spec':{'strategy':{}},'status':{}}"), skipped);

  assert_set (changes.changed, "{'f:spec':{'f:strategy':{'f:type':{}}}}");
  g_assert_null (changes.removed);
}

static void
test_collect (void)
{
  g_autoptr(KinDemoSchema) schema = kin_demo_schema_new ();
  g_autoptr(KinDemoDraft) draft = kin_demo_draft_new ();
  g_autofree char *problem = NULL;
  KinDemoFieldSet *set;

  set = kin_demo_field_walk_collect (
    find_type (schema, "", "Pod"), draft,
    demo_json_parse (draft, "{'metadata':{'labels':{'app':'web'},'annotations':{},'finalizers':['a/b'],'creationTimestamp':null},"
                  "'spec':{'containers':[{'name':'a','ports':[{'containerPort':80}],'resources':{}}],'volumes':[]}}"),
    &problem);

  g_assert_null (problem);
  assert_set (set,
              "{'f:metadata':{'f:annotations':{},'f:creationTimestamp':{},'f:finalizers':{'v:\\\"a/b\\\"':{}},"
              "'f:labels':{'f:app':{}}},"
              "'f:spec':{'f:containers':{'k:{\\\"name\\\":\\\"a\\\"}':{'.':{},'f:name':{},"
              "'f:ports':{'k:{\\\"containerPort\\\":80,\\\"protocol\\\":\\\"TCP\\\"}':{'.':{},'f:containerPort':{}}},"
              "'f:resources':{}}}}}");
}

static void
test_collect_problems (void)
{
  static const struct
  {
    const char *object;
    const char *problem;
  } cases[] = {
    { "{'spec':{'replicaz':1}}", ".spec.replicaz: field not declared in schema" },
    { "{'spec':{'template':{'spec':{'containers':[{'name':'a','x':1}]}}}}",
      ".spec.template.spec.containers[name=\"a\"].x: field not declared in schema" },
    { "{'spec':{'template':{'spec':{'containers':[{'name':'a'},{'name':'a'}]}}}}",
      ".spec.template.spec.containers: duplicate entries for key [name=\"a\"]" },
    { "{'spec':{'template':{'spec':{'containers':[{'name':'a'},{'image':'b'}]}}}}",
      ".spec.template.spec.containers: element 1: associative list with keys has an element that omits all key fields "
      "[\"name\"] (and doesn't have default values for any key fields)" },
    { "{'spec':{'template':{'spec':{'containers':['a']}}}}",
      ".spec.template.spec.containers: element 0: associative list with keys may not have non-map elements" },
  };
  g_autoptr(KinDemoSchema) schema = kin_demo_schema_new ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(KinDemoDraft) draft = kin_demo_draft_new ();
      g_autofree char *problem = NULL;

      kin_demo_field_walk_collect (find_type (schema, "apps", "Deployment"), draft, demo_json_parse (draft, cases[i].object),
                                   &problem);
      g_assert_cmpstr (problem, ==, cases[i].problem);
    }
}

static void
test_remove (void)
{
  g_autoptr(KinDemoSchema) schema = kin_demo_schema_new ();
  g_autoptr(KinDemoDraft) draft = kin_demo_draft_new ();
  const KinDemoType *type = find_type (schema, "", "Pod");
  KinDemoFieldSet *fields;
  yyjson_mut_val *object;

  fields = demo_json_parse (draft, "{'f:metadata':{'f:labels':{'f:a':{}}},'f:spec':{'f:containers':{'k:{\\\"name\\\":\\\"a\\\"}':{},"
                         "'k:{\\\"name\\\":\\\"b\\\"}':{'f:image':{}}}}}");
  object = demo_json_parse (draft, "{'metadata':{'name':'p','labels':{'a':'1'}},"
                         "'spec':{'containers':[{'name':'a'},{'name':'b','image':'x'}],'nodeName':'n'}}");
  kin_demo_field_walk_remove (type, object, fields);
  assert_set (object, "{'metadata':{'name':'p'},'spec':{'containers':[{'name':'b'}],'nodeName':'n'}}");

  kin_demo_field_walk_mark_parents (type, draft, fields);
  assert_set (fields, "{'f:metadata':{'.':{},'f:labels':{'.':{},'f:a':{}}},"
                      "'f:spec':{'.':{},'f:containers':{'.':{},'k:{\\\"name\\\":\\\"a\\\"}':{},"
                      "'k:{\\\"name\\\":\\\"b\\\"}':{'f:image':{}}}}}");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/demo-field-set/unite", test_unite);
  g_test_add_func ("/demo-field-set/subtract", test_subtract);
  g_test_add_func ("/demo-field-set/intersect", test_intersect);
  g_test_add_func ("/demo-field-set/paths", test_paths);
  g_test_add_func ("/demo-field-set/order", test_order);
  g_test_add_func ("/demo-field-set/compare", test_compare);
  g_test_add_func ("/demo-field-set/compare-skips", test_compare_skips);
  g_test_add_func ("/demo-field-set/collect", test_collect);
  g_test_add_func ("/demo-field-set/collect-problems", test_collect_problems);
  g_test_add_func ("/demo-field-set/remove", test_remove);

  return g_test_run ();
}
