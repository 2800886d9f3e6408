/* test-demo-managed-fields.c: who owns what after creates, updates and patches, as kube-apiserver has it.
 *
 * The expected entries are those of a real API server after the same writes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "demo/kin-demo-kinds.h"
#include "demo/kin-demo-managed-fields.h"
#include "demo/kin-demo-schema.h"

#include "demo-json.h"

#define T0 1796130600                 /* 2026-12-01T13:10:00Z */
#define CONTAINER "k:{\\\"name\\\":\\\"nginx\\\"}"

#define CREATE_ENTRY \
  "{'manager':'kubectl-create','operation':'Update','apiVersion':'apps/v1','time':'2026-12-01T13:10:00Z'," \
  "'fieldsType':'FieldsV1','fieldsV1':{'f:metadata':{'f:labels':{'.':{},'f:app':{}}}," \
  "'f:spec':{'f:progressDeadlineSeconds':{},'f:replicas':{},'f:revisionHistoryLimit':{},'f:selector':{}," \
  "'f:strategy':{'f:rollingUpdate':{'.':{},'f:maxSurge':{},'f:maxUnavailable':{}},'f:type':{}}," \
  "'f:template':{'f:metadata':{'f:labels':{'.':{},'f:app':{}}},'f:spec':{'f:containers':{'" CONTAINER "':" \
  "{'.':{},%s'f:imagePullPolicy':{},'f:name':{}," \
  "'f:ports':{'.':{},'k:{\\\"containerPort\\\":80,\\\"protocol\\\":\\\"TCP\\\"}':" \
  "{'.':{},'f:containerPort':{},'f:protocol':{}}},'f:resources':{},'f:terminationMessagePath':{}," \
  "'f:terminationMessagePolicy':{}}},'f:dnsPolicy':{},'f:restartPolicy':{},'f:schedulerName':{}," \
  "'f:securityContext':{},'f:terminationGracePeriodSeconds':{}}}}}}"

static const char * const deployment =
  "{'kind':'Deployment','apiVersion':'apps/v1','metadata':{'name':'web','namespace':'default','uid':'1',"
  "'resourceVersion':'1','generation':1,'creationTimestamp':'2026-12-01T13:10:00Z','labels':{'app':'web'}},"
  "'spec':{'replicas':2,'selector':{'matchLabels':{'app':'web'}},'template':{'metadata':{'labels':{'app':'web'}},"
  "'spec':{'containers':[{'name':'nginx','image':'nginx:1.27','ports':[{'containerPort':80,'protocol':'TCP'}],"
  "'resources':{},'terminationMessagePath':'/dev/termination-log','terminationMessagePolicy':'File',"
  "'imagePullPolicy':'IfNotPresent'}],'restartPolicy':'Always','terminationGracePeriodSeconds':30,"
  "'dnsPolicy':'ClusterFirst','securityContext':{},'schedulerName':'default-scheduler'}},"
  "'strategy':{'type':'RollingUpdate','rollingUpdate':{'maxUnavailable':'25%','maxSurge':'25%'}},"
  "'revisionHistoryLimit':10,'progressDeadlineSeconds':600},'status':{}}";

typedef struct
{
  KinDemoSchema *schema;
  KinDemoKinds *kinds;
  KinDemoKind *kind;
  KinDemoDraft *old;        /* what is stored */
  KinDemoDraft *draft;      /* what is to be */
  gint64 now_s;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  user_data)
{
  fixture->schema = kin_demo_schema_new ();
  fixture->kinds = kin_demo_kinds_new (fixture->schema);
  fixture->kind = kin_demo_kinds_find (fixture->kinds, "apps", "v1", "deployments");
  fixture->draft = kin_demo_draft_new ();
  yyjson_mut_doc_set_root (fixture->draft, demo_json_parse (fixture->draft, deployment));
  fixture->now_s = T0;
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  user_data)
{
  g_clear_pointer (&fixture->old, yyjson_mut_doc_free);
  yyjson_mut_doc_free (fixture->draft);
  g_assert_finalize_object (fixture->kinds);
  kin_demo_schema_unref (fixture->schema);
}

/* Stores the draft, and begins the next one ten seconds later. */
static void
write_draft (Fixture    *fixture,
             const char *manager,
             const char *subresource)
{
  kin_demo_managed_fields_update (fixture->kind, fixture->draft,
                                  fixture->old != NULL ? yyjson_mut_doc_get_root (fixture->old) : NULL, manager,
                                  subresource, fixture->now_s);
  g_clear_pointer (&fixture->old, yyjson_mut_doc_free);
  fixture->old = fixture->draft;
  fixture->draft = kin_demo_draft_copy (fixture->old);
  fixture->now_s += 10;
}

static void
set (Fixture    *fixture,
     const char *pointer,
     const char *json)
{
  g_assert_true (yyjson_mut_doc_ptr_set (fixture->draft, pointer, demo_json_parse (fixture->draft, json)));
}

static yyjson_mut_val *
get_entries (Fixture *fixture)
{
  return kin_demo_get (yyjson_mut_doc_get_root (fixture->old), "metadata", "managedFields", NULL);
}

static yyjson_mut_val *
get_entry (Fixture *fixture,
           gsize    i)
{
  return yyjson_mut_arr_get (get_entries (fixture), i);
}

static void
assert_n_entries (Fixture *fixture,
                  gsize    n)
{
  g_assert_cmpuint (yyjson_mut_arr_size (get_entries (fixture)), ==, n);
}

static void
assert_created (Fixture    *fixture,
                gsize       i,
                const char *image)
{
  g_autoptr(GString) expected = g_string_new (CREATE_ENTRY);

  g_string_replace (expected, "%s", image, 1);
  demo_json_assert (get_entry (fixture, i), expected->str);
}

static void
test_create (Fixture       *fixture,
             gconstpointer  user_data)
{
  write_draft (fixture, "kubectl-create", NULL);

  assert_n_entries (fixture, 1);
  assert_created (fixture, 0, "'f:image':{},");
}

static void
test_update (Fixture       *fixture,
             gconstpointer  user_data)
{
  write_draft (fixture, "kubectl-create", NULL);
  set (fixture, "/spec/template/spec/containers/0/image", "'nginx:1.28'");
  set (fixture, "/metadata/annotations", "{'note':'x'}");
  set (fixture, "/metadata/generation", "2");
  write_draft (fixture, "kubectl-set", NULL);

  assert_n_entries (fixture, 2);
  assert_created (fixture, 0, "");
  demo_json_assert (get_entry (fixture, 1),
                    "{'manager':'kubectl-set','operation':'Update','apiVersion':'apps/v1','time':'2026-12-01T13:10:10Z',"
                    "'fieldsType':'FieldsV1','fieldsV1':{'f:metadata':{'f:annotations':{'.':{},'f:note':{}}},"
                    "'f:spec':{'f:template':{'f:spec':{'f:containers':{'" CONTAINER "':{'f:image':{}}}}}}}}");
}

static void
test_same_manager (Fixture       *fixture,
                   gconstpointer  user_data)
{
  write_draft (fixture, "kubectl-create", NULL);
  set (fixture, "/metadata/labels/tier", "'front'");
  write_draft (fixture, "kubectl-label", NULL);
  set (fixture, "/metadata/labels/zone", "'1'");
  write_draft (fixture, "kubectl-label", NULL);

  assert_n_entries (fixture, 2);
  demo_json_assert (get_entry (fixture, 1),
                    "{'manager':'kubectl-label','operation':'Update','apiVersion':'apps/v1',"
                    "'time':'2026-12-01T13:10:20Z','fieldsType':'FieldsV1',"
                    "'fieldsV1':{'f:metadata':{'f:labels':{'f:tier':{},'f:zone':{}}}}}");
}

/* What the entry loses does not move its time, and nothing left is no entry. */
static void
test_remove (Fixture       *fixture,
             gconstpointer  user_data)
{
  write_draft (fixture, "kubectl-create", NULL);
  set (fixture, "/metadata/labels/tier", "'front'");
  set (fixture, "/metadata/labels/zone", "'1'");
  write_draft (fixture, "kubectl-label", NULL);
  yyjson_mut_doc_ptr_remove (fixture->draft, "/metadata/labels/tier");
  write_draft (fixture, "other", NULL);

  assert_n_entries (fixture, 2);
  demo_json_assert (get_entry (fixture, 1),
                    "{'manager':'kubectl-label','operation':'Update','apiVersion':'apps/v1',"
                    "'time':'2026-12-01T13:10:10Z','fieldsType':'FieldsV1',"
                    "'fieldsV1':{'f:metadata':{'f:labels':{'f:zone':{}}}}}");

  yyjson_mut_doc_ptr_remove (fixture->draft, "/metadata/labels/zone");
  write_draft (fixture, "other", NULL);
  assert_n_entries (fixture, 1);
  assert_created (fixture, 0, "'f:image':{},");
}

static void
test_unchanged (Fixture       *fixture,
                gconstpointer  user_data)
{
  write_draft (fixture, "kubectl-create", NULL);
  write_draft (fixture, "other", NULL);

  assert_n_entries (fixture, 1);
  assert_created (fixture, 0, "'f:image':{},");
}

static void
test_status (Fixture       *fixture,
             gconstpointer  user_data)
{
  write_draft (fixture, "kubectl-create", NULL);
  set (fixture, "/metadata/annotations", "{'deployment.kubernetes.io/revision':'1'}");
  set (fixture, "/status", "{'observedGeneration':1,'conditions':[{'type':'Available','status':'False'}]}");
  write_draft (fixture, "kube-controller-manager", "status");
  set (fixture, "/status/readyReplicas", "1");
  set (fixture, "/status/conditions/0/status", "'True'");
  write_draft (fixture, "kube-controller-manager", "status");

  assert_n_entries (fixture, 2);
  assert_created (fixture, 0, "'f:image':{},");
  demo_json_assert (get_entry (fixture, 1),
                    "{'manager':'kube-controller-manager','operation':'Update','apiVersion':'apps/v1',"
                    "'time':'2026-12-01T13:10:20Z','fieldsType':'FieldsV1','fieldsV1':"
                    "{'f:metadata':{'f:annotations':{'.':{},'f:deployment.kubernetes.io/revision':{}}},"
                    "'f:status':{'f:conditions':{'.':{},'k:{\\\"type\\\":\\\"Available\\\"}':{'.':{},'f:status':{},"
                    "'f:type':{}}},'f:observedGeneration':{},'f:readyReplicas':{}}},'subresource':'status'}");
}

/* Entries stand in the order of their times, and the API server has none for what was scaled. */
static void
test_scale (Fixture       *fixture,
            gconstpointer  user_data)
{
  write_draft (fixture, "kubectl-create", NULL);
  set (fixture, "/spec/replicas", "5");
  write_draft (fixture, "kubectl", "scale");

  assert_n_entries (fixture, 2);
  demo_json_assert (get_entry (fixture, 0),
                    "{'manager':'kubectl','operation':'Update','apiVersion':'apps/v1','fieldsType':'FieldsV1',"
                    "'fieldsV1':{'f:spec':{'f:replicas':{}}},'subresource':'scale'}");
}

static void
test_reset (Fixture       *fixture,
            gconstpointer  user_data)
{
  const char * const resets[] = { "[]", "[{}]" };

  for (guint i = 0; i < G_N_ELEMENTS (resets); i++)
    {
      tear_down (fixture, NULL);
      set_up (fixture, NULL);
      write_draft (fixture, "kubectl-create", NULL);
      set (fixture, "/metadata/managedFields", resets[i]);
      set (fixture, "/spec/replicas", "5");
      write_draft (fixture, "other", NULL);
      g_assert_null (get_entries (fixture));

      set (fixture, "/spec/replicas", "6");
      write_draft (fixture, "other", NULL);
      g_assert_null (get_entries (fixture));
    }
}

/* Entries that a client wrote are taken as they are; what is left out or wrong is not, nor what came by a
 * subresource. */
static void
test_explicit (Fixture       *fixture,
               gconstpointer  user_data)
{
  static const char *own =
    "[{'manager':'me','operation':'Apply','apiVersion':'apps/v1','time':'2026-12-01T00:00:00Z','fieldsType':'FieldsV1',"
    "'fieldsV1':{'f:spec':{'f:paused':{}}}}]";

  write_draft (fixture, "kubectl-create", NULL);
  set (fixture, "/metadata/managedFields", own);
  write_draft (fixture, "me", "status");
  assert_created (fixture, 0, "'f:image':{},");

  yyjson_mut_doc_ptr_remove (fixture->draft, "/metadata/managedFields");
  write_draft (fixture, "me", NULL);
  assert_created (fixture, 0, "'f:image':{},");

  set (fixture, "/metadata/managedFields", "[{'manager':'me','operation':'Take','apiVersion':'apps/v1'}]");
  write_draft (fixture, "me", NULL);
  assert_created (fixture, 0, "'f:image':{},");

  set (fixture, "/metadata/managedFields", own);
  write_draft (fixture, "me", NULL);
  demo_json_assert (get_entries (fixture), own);
}

static void
test_cap (Fixture       *fixture,
          gconstpointer  user_data)
{
  write_draft (fixture, "kubectl-create", NULL);
  for (guint i = 0; i < 10; i++)
    {
      g_autofree char *pointer = g_strdup_printf ("/metadata/labels/l%u", i);
      g_autofree char *manager = g_strdup_printf ("m%u", i);

      set (fixture, pointer, "'x'");
      write_draft (fixture, manager, NULL);
    }

  assert_n_entries (fixture, 10);
  g_assert_cmpstr (kin_demo_get_string (get_entry (fixture, 0), "manager", NULL), ==, "ancient-changes");
  g_assert_cmpstr (kin_demo_get_string (get_entry (fixture, 0), "time", NULL), ==, "2026-12-01T13:10:10Z");
  demo_json_assert (kin_demo_get (get_entry (fixture, 0), "fieldsV1", "f:metadata", NULL),
                    "{'f:labels':{'.':{},'f:app':{},'f:l0':{}}}");
  g_assert_cmpstr (kin_demo_get_string (get_entry (fixture, 1), "manager", NULL), ==, "m1");
}

#define ADD(path, function) \
  g_test_add ("/demo-managed-fields/" path, Fixture, NULL, set_up, function, tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  ADD ("create", test_create);
  ADD ("update", test_update);
  ADD ("same-manager", test_same_manager);
  ADD ("remove", test_remove);
  ADD ("unchanged", test_unchanged);
  ADD ("status", test_status);
  ADD ("scale", test_scale);
  ADD ("reset", test_reset);
  ADD ("explicit", test_explicit);
  ADD ("cap", test_cap);

  return g_test_run ();
}
