/* test-managed-fields.c: who changed a field is told when it can be known, and only then.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "journal/kin-diff.h"
#include "journal/kin-managed-fields.h"
#include "test-objects.h"

#define T1 "'2026-01-01T00:00:01Z'"
#define T2 "'2026-01-01T00:00:02Z'"

#define ENTRY(manager, operation, time, fields) \
  "{'manager':'" manager "','operation':'" operation "','apiVersion':'apps/v1','time':" time ",'fieldsType':'FieldsV1','fieldsV1':" fields "}"
#define STATUS_ENTRY(manager, time, fields) \
  "{'manager':'" manager "','operation':'Update','apiVersion':'apps/v1','subresource':'status','time':" time ",'fieldsType':'FieldsV1'," \
  "'fieldsV1':" fields "}"

#define OBJECT(managed, rest) "{'metadata':{'name':'checkout','namespace':'shop','managedFields':[" managed "]}," rest "}"

#define WEB(rest) "'spec':{'template':{'spec':{'containers':[{'name':'web'," rest "}]}}}"
#define WEB_FIELDS(rest) "{'f:spec':{'f:template':{'f:spec':{'f:containers':{'k:{\\'name\\':\\'web\\'}':{'.':{},'f:name':{}" rest "}}}}}}"
#define WEB_FIELD(rest) "{'f:spec':{'f:template':{'f:spec':{'f:containers':{'k:{\\'name\\':\\'web\\'}':{" rest "}}}}}}"

/* Each change a line "path: manager", "?" for one that is not known. */
static void
assert_managers (const char *old_json,
                 const char *new_json,
                 const char *expected)
{
  g_autoptr(KinKind) kind = test_kind_new ("apps/v1", "deployments", "Deployment");
  g_autoptr(KinObject) old_object = test_object_new (kind, old_json);
  g_autoptr(KinObject) new_object = test_object_new (kind, new_json);
  g_autoptr(GPtrArray) changes = kin_diff_objects (old_object, new_object, FALSE);
  g_autoptr(GString) lines = g_string_new (NULL);

  for (guint i = 0; i < changes->len; i++)
    {
      KinFieldChange *change = g_ptr_array_index (changes, i);

      g_string_append_printf (lines, "%s: %s\n", change->path, change->manager != NULL ? change->manager : "?");
    }

  g_assert_cmpstr (lines->str, ==, expected);
}

static void
test_new_entry (void)
{
  assert_managers (OBJECT (ENTRY ("kubectl-create", "Update", T1, WEB_FIELDS (",'f:image':{}")), WEB ("'image':'web:1'")),
                   OBJECT (ENTRY ("kubectl-create", "Update", T1, WEB_FIELDS ("")) ","
                           ENTRY ("kubectl-set", "Update", T2, WEB_FIELD ("'f:image':{}")), WEB ("'image':'web:2'")),
                   "spec.template.spec.containers[web].image: kubectl-set\n");
}

static void
test_time_moved (void)
{
  assert_managers (OBJECT (ENTRY ("kubectl-set", "Update", T1, WEB_FIELD ("'f:image':{}")), WEB ("'image':'web:1'")),
                   OBJECT (ENTRY ("kubectl-set", "Update", T2, WEB_FIELD ("'f:image':{}")), WEB ("'image':'web:2'")),
                   "spec.template.spec.containers[web].image: kubectl-set\n");
}

/* Who changes a value becomes its only owner, so a second write within the same second still has one author. */
static void
test_same_second (void)
{
  assert_managers (OBJECT (ENTRY ("kubectl-set", "Update", T1, WEB_FIELD ("'f:image':{}")) "," ENTRY ("hpa", "Update", T1, "{'f:spec':{'f:replicas':{}}}"),
                           WEB ("'image':'web:1'")),
                   OBJECT (ENTRY ("kubectl-set", "Update", T1, WEB_FIELD ("'f:image':{}")) "," ENTRY ("hpa", "Update", T1, "{'f:spec':{'f:replicas':{}}}"),
                           WEB ("'image':'web:2'")),
                   "spec.template.spec.containers[web].image: kubectl-set\n");
}

static void
test_fields_differ (void)
{
  assert_managers (OBJECT (ENTRY ("manager", "Update", T1, "{'f:spec':{'f:a':{}}}"), "'spec':{'a':1}"),
                   OBJECT (ENTRY ("manager", "Update", T1, "{'f:spec':{'f:a':{},'f:b':{}}}"), "'spec':{'a':1,'b':2}"),
                   "spec.b: manager\n");
}

/* Two own it and neither entry has moved: a guess would be right half of the time. */
static void
test_two_owners (void)
{
  const char *unknown = "spec.replicas: ?\n";

  assert_managers (OBJECT (ENTRY ("a", "Apply", T1, "{'f:spec':{'f:replicas':{}}}") "," ENTRY ("b", "Apply", T1, "{'f:spec':{'f:replicas':{}}}"),
                           "'spec':{'replicas':1}"),
                   OBJECT (ENTRY ("a", "Apply", T1, "{'f:spec':{'f:replicas':{}}}") "," ENTRY ("b", "Apply", T1, "{'f:spec':{'f:replicas':{}}}"),
                           "'spec':{'replicas':2}"),
                   unknown);
  assert_managers (OBJECT (ENTRY ("a", "Apply", T1, "{'f:spec':{'f:replicas':{}}}") "," ENTRY ("b", "Apply", T1, "{'f:spec':{'f:replicas':{}}}"),
                           "'spec':{'replicas':1}"),
                   OBJECT (ENTRY ("a", "Apply", T2, "{'f:spec':{'f:replicas':{}}}") "," ENTRY ("b", "Apply", T2, "{'f:spec':{'f:replicas':{}}}"),
                           "'spec':{'replicas':2}"),
                   unknown);
  assert_managers (OBJECT (ENTRY ("a", "Apply", T1, "{'f:spec':{'f:replicas':{}}}") "," ENTRY ("b", "Apply", T1, "{'f:spec':{'f:replicas':{}}}"),
                           "'spec':{'replicas':1}"),
                   OBJECT (ENTRY ("a", "Apply", T1, "{'f:spec':{'f:replicas':{}}}") "," ENTRY ("b", "Apply", T2, "{'f:spec':{'f:replicas':{}}}"),
                           "'spec':{'replicas':2}"),
                   "spec.replicas: b\n");
}

static void
test_nobody_owns_it (void)
{
  assert_managers (OBJECT (ENTRY ("a", "Update", T1, "{'f:spec':{'f:x':{}}}"), "'spec':{'x':1}"),
                   OBJECT (ENTRY ("a", "Update", T2, "{'f:spec':{'f:x':{}}}"), "'spec':{'x':1,'nodeName':'n1'}"),
                   "spec.nodeName: ?\n");
  assert_managers ("{'metadata':{'name':'a'},'spec':{'x':1}}", "{'metadata':{'name':'a'},'spec':{'x':2}}", "spec.x: ?\n");
  assert_managers (OBJECT (ENTRY ("a", "Update", T1, "{'f:spec':{'f:x':{}}}"), "'spec':{'x':1}"),
                   "{'metadata':{'name':'checkout','namespace':'shop'},'spec':{'x':2}}", "spec.x: ?\n");
}

/* One request that also takes something away moves the time of its own entry only. */
static void
test_removed_with_something_set (void)
{
  assert_managers (OBJECT (ENTRY ("kubectl-create", "Update", T1, "{'f:spec':{'f:a':{},'f:b':{},'f:c':{}}}"), "'spec':{'a':1,'b':1,'c':1}"),
                   OBJECT (ENTRY ("kubectl-create", "Update", T1, "{'f:spec':{'f:c':{}}}") "," ENTRY ("kubectl-edit", "Update", T2, "{'f:spec':{'f:a':{}}}"),
                           "'spec':{'a':2,'c':1}"),
                   "spec.a: kubectl-edit\n"
                   "spec.b: kubectl-edit\n");
}

/* No time moves when fields only leave: it may have been anybody. */
static void
test_only_removed (void)
{
  assert_managers (OBJECT (ENTRY ("kubectl-create", "Update", T1, "{'f:spec':{'f:a':{},'f:b':{}}}"), "'spec':{'a':1,'b':1}"),
                   OBJECT (ENTRY ("kubectl-create", "Update", T1, "{'f:spec':{'f:a':{}}}"), "'spec':{'a':1}"),
                   "spec.b: ?\n");
  assert_managers (OBJECT (ENTRY ("a", "Update", T1, "{'f:spec':{'f:a':{},'f:b':{}}}"), "'spec':{'a':1,'b':1}"),
                   OBJECT (ENTRY ("b", "Update", T2, "{'f:spec':{'f:a':{}}}") "," ENTRY ("c", "Update", T2, "{'f:spec':{'f:x':{}}}"),
                           "'spec':{'a':2,'x':1}"),
                   "spec.a: b\n"
                   "spec.b: ?\n"
                   "spec.x: c\n");
}

static void
test_list_elements (void)
{
  assert_managers (OBJECT (ENTRY ("a", "Update", T1, WEB_FIELDS ("")), WEB ("'ports':[{'containerPort':53,'protocol':'UDP'}]")),
                   OBJECT (ENTRY ("a", "Update", T1, WEB_FIELDS ("")) ","
                           ENTRY ("b", "Update", T2, WEB_FIELD ("'f:ports':{'k:{\\'containerPort\\':53,\\'protocol\\':\\'UDP\\'}':{'f:hostPort':{}}}")),
                           WEB ("'ports':[{'containerPort':53,'protocol':'UDP','hostPort':5353}]")),
                   "spec.template.spec.containers[web].ports[53].hostPort: b\n");
  assert_managers (OBJECT (ENTRY ("a", "Update", T1, WEB_FIELDS (",'f:image':{}")), WEB ("'image':'x'")),
                   OBJECT (ENTRY ("a", "Update", T1, WEB_FIELDS (",'f:image':{}")) ","
                           ENTRY ("b", "Update", T2, WEB_FIELD ("'f:env':{'.':{},'k:{\\'name\\':\\'CACHE_TTL\\'}':{'.':{},'f:name':{},'f:value':{}}}")),
                           WEB ("'image':'x','env':[{'name':'CACHE_TTL','value':'300'}]")),
                   "spec.template.spec.containers[web].env: b\n");
  assert_managers (OBJECT (ENTRY ("a", "Update", T1, "{'f:spec':{'f:x':{'v:\\'one\\'':{}}}}"), "'spec':{'x':['one']}"),
                   OBJECT (ENTRY ("a", "Update", T1, "{'f:spec':{'f:x':{'v:\\'one\\'':{}}}}") ","
                           ENTRY ("b", "Update", T2, "{'f:spec':{'f:x':{'v:\\'two\\'':{}}}}"), "'spec':{'x':['one','two']}"),
                   "spec.x[two]: b\n");
  assert_managers (OBJECT (ENTRY ("a", "Update", T1, "{'f:spec':{'f:x':{'i:0':{}}}}"), "'spec':{'x':[{'v':1},{'v':1}]}"),
                   OBJECT (ENTRY ("a", "Update", T1, "{'f:spec':{'f:x':{'i:0':{}}}}") "," ENTRY ("b", "Update", T2, "{'f:spec':{'f:x':{'i:1':{'f:v':{}}}}}"),
                           "'spec':{'x':[{'v':1},{'v':2}]}"),
                   "spec.x[1].v: b\n");
}

/* Arguments are owned as one; an empty object that once was is a leaf too, and is no proof. */
static void
test_owned_as_a_whole (void)
{
  assert_managers (OBJECT (ENTRY ("a", "Update", T1, WEB_FIELDS (",'f:args':{}")), WEB ("'args':['--x']")),
                   OBJECT (ENTRY ("a", "Update", T2, WEB_FIELDS (",'f:args':{}")), WEB ("'args':['--y']")),
                   "spec.template.spec.containers[web].args[0]: a\n");
  assert_managers (OBJECT (ENTRY ("a", "Update", T1, WEB_FIELDS (",'f:resources':{}")), WEB ("'resources':{}")),
                   OBJECT (ENTRY ("a", "Update", T1, WEB_FIELDS (",'f:resources':{}")), WEB ("'resources':{'limits':{'cpu':'1'}}")),
                   "spec.template.spec.containers[web].resources.limits: ?\n");
  assert_managers (OBJECT (ENTRY ("a", "Update", T1, WEB_FIELDS (",'f:resources':{}")), WEB ("'resources':{}")),
                   OBJECT (ENTRY ("a", "Update", T1, WEB_FIELDS (",'f:resources':{}")) ","
                           ENTRY ("b", "Update", T2, WEB_FIELD ("'f:resources':{'f:limits':{'.':{},'f:cpu':{}}}")),
                           WEB ("'resources':{'limits':{'cpu':'1'}}")),
                   "spec.template.spec.containers[web].resources.limits: b\n");
}

/* One manager's entries for the object and for its status are two. */
static void
test_subresource (void)
{
  assert_managers (OBJECT (ENTRY ("kcm", "Update", T1, "{'f:metadata':{'f:annotations':{'f:rev':{}}}}") ","
                           STATUS_ENTRY ("kcm", T1, "{'f:status':{'f:replicas':{}}}"), "'status':{'replicas':1}"),
                   OBJECT (ENTRY ("kcm", "Update", T1, "{'f:metadata':{'f:annotations':{'f:rev':{}}}}") ","
                           STATUS_ENTRY ("kcm", T2, "{'f:status':{'f:replicas':{}}}"), "'status':{'replicas':2}"),
                   "status.replicas: kcm\n");
}

static void
assert_creator (const char *quoted,
                const char *expected)
{
  g_autofree char *json = test_json_dup (quoted);
  g_autoptr(GBytes) bytes = g_bytes_new (json, strlen (json));
  g_autoptr(KinManagedFields) fields = kin_managed_fields_new (NULL, bytes);

  g_assert_cmpstr (kin_managed_fields_find_creator (fields), ==, expected);
}

static void
test_creator (void)
{
  assert_creator ("[" ENTRY ("helm", "Update", T1, "{}") "]", "helm");
  assert_creator ("[" ENTRY ("helm", "Update", T1, "{}") "," STATUS_ENTRY ("helm", T1, "{}") "]", "helm");
  assert_creator ("[" ENTRY ("helm", "Update", T1, "{}") "," ENTRY ("kcm", "Update", T1, "{}") "]", NULL);
  assert_creator ("[]", NULL);
}

/* What a broken proxy might make of it. */
static void
test_nonsense (void)
{
  assert_creator ("{'manager':'x'}", NULL);
  assert_creator ("[1,null,'x']", NULL);
  assert_creator ("[{", NULL);
  assert_managers (OBJECT ("{'manager':'a','fieldsV1':{'f:spec':{'f:x':{'k:{broken':{},'v:':{}}}}}", "'spec':{'x':[{'name':'a','y':1}]}"),
                   OBJECT ("{'manager':'b','fieldsV1':{'f:spec':{'f:x':{'k:{broken':{},'v:':{}}}}},3", "'spec':{'x':[{'name':'a','y':2}]}"),
                   "spec.x[a].y: ?\n");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/managed-fields/new-entry", test_new_entry);
  g_test_add_func ("/managed-fields/time-moved", test_time_moved);
  g_test_add_func ("/managed-fields/same-second", test_same_second);
  g_test_add_func ("/managed-fields/fields-differ", test_fields_differ);
  g_test_add_func ("/managed-fields/two-owners", test_two_owners);
  g_test_add_func ("/managed-fields/nobody-owns-it", test_nobody_owns_it);
  g_test_add_func ("/managed-fields/removed-with-something-set", test_removed_with_something_set);
  g_test_add_func ("/managed-fields/only-removed", test_only_removed);
  g_test_add_func ("/managed-fields/list-elements", test_list_elements);
  g_test_add_func ("/managed-fields/owned-as-a-whole", test_owned_as_a_whole);
  g_test_add_func ("/managed-fields/subresource", test_subresource);
  g_test_add_func ("/managed-fields/creator", test_creator);
  g_test_add_func ("/managed-fields/nonsense", test_nonsense);

  return g_test_run ();
}
