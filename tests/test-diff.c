/* test-diff.c: what changed is told field by field, once each, whatever the order of lists and members.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "journal/kin-diff.h"

#include "object/kin-json.h"
#include "test-objects.h"

/* A change a line: "~ path | old | new", "+ path | new", "- path | old". */
static char *
dup_lines (GPtrArray *changes)
{
  g_autoptr(GString) lines = g_string_new (NULL);

  for (guint i = 0; i < changes->len; i++)
    {
      KinFieldChange *change = g_ptr_array_index (changes, i);

      g_string_append_printf (lines, "%c %s", "+-~"[change->type], change->path);
      if (change->old_text != NULL)
        g_string_append_printf (lines, " | %s", change->old_text);
      if (change->new_text != NULL)
        g_string_append_printf (lines, " | %s", change->new_text);
      g_string_append_c (lines, '\n');
    }

  return g_string_free_and_steal (g_steal_pointer (&lines));
}

static char *
dup_diff (KinKind    *kind,
          const char *old_rest,
          const char *new_rest,
          gboolean    with_noise)
{
  static const char format[] = "{'metadata':{'name':'checkout','namespace':'shop'},%s}";
  g_autofree char *old_json = g_strdup_printf (format, old_rest);
  g_autofree char *new_json = g_strdup_printf (format, new_rest);
  g_autoptr(KinObject) old_object = test_object_new (kind, old_json);
  g_autoptr(KinObject) new_object = test_object_new (kind, new_json);
  g_autoptr(GPtrArray) changes = kin_diff_objects (old_object, new_object, with_noise);

  return dup_lines (changes);
}

static void
assert_diff_of_kind (KinKind    *kind,
                     const char *old_rest,
                     const char *new_rest,
                     const char *expected)
{
  g_autofree char *lines = dup_diff (kind, old_rest, new_rest, FALSE);

  g_assert_cmpstr (lines, ==, expected);
}

static void
assert_diff (const char *old_rest,
             const char *new_rest,
             const char *expected)
{
  g_autoptr(KinKind) kind = test_kind_new ("apps/v1", "deployments", "Deployment");

  assert_diff_of_kind (kind, old_rest, new_rest, expected);
}

/* Inside the first container of a Deployment. */
static void
assert_container_diff (const char *old_rest,
                       const char *new_rest,
                       const char *expected)
{
  static const char format[] = "'spec':{'template':{'spec':{'containers':[{'name':'web',%s}]}}}";
  g_autofree char *old_spec = g_strdup_printf (format, old_rest);
  g_autofree char *new_spec = g_strdup_printf (format, new_rest);

  assert_diff (old_spec, new_spec, expected);
}

static void
assert_metadata_diff (const char *old_rest,
                      const char *new_rest,
                      const char *expected)
{
  static const char format[] = "{'metadata':{'name':'checkout','namespace':'shop'%s}}";
  g_autofree char *old_json = g_strdup_printf (format, old_rest);
  g_autofree char *new_json = g_strdup_printf (format, new_rest);
  g_autoptr(KinKind) kind = test_kind_new ("apps/v1", "deployments", "Deployment");
  g_autoptr(KinObject) old_object = test_object_new (kind, old_json);
  g_autoptr(KinObject) new_object = test_object_new (kind, new_json);
  g_autoptr(GPtrArray) changes = kin_diff_objects (old_object, new_object, FALSE);
  g_autofree char *lines = dup_lines (changes);

  g_assert_cmpstr (lines, ==, expected);
}

static void
test_scalars (void)
{
  assert_diff ("'spec':{'replicas':3,'paused':false}", "'spec':{'replicas':5,'paused':true}",
               "~ spec.replicas | 3 | 5\n"
               "~ spec.paused | false | true\n");
  assert_container_diff ("'image':'web:1.25'", "'image':'web:1.26'",
                         "~ spec.template.spec.containers[web].image | web:1.25 | web:1.26\n");
  assert_diff ("'spec':{'replicas':3}", "'spec':{'replicas':3}", "");
}

static void
test_added_and_removed (void)
{
  assert_diff ("'spec':{'replicas':3}", "'spec':{'replicas':3,'paused':true}", "+ spec.paused | true\n");
  assert_diff ("'spec':{'replicas':3,'paused':true}", "'spec':{'replicas':3}", "- spec.paused | true\n");
  assert_diff ("'spec':{}", "'spec':{'strategy':{'type':'Recreate','rollingUpdate':{'maxSurge':1}}}",
               "+ spec.strategy | {\"type\":\"Recreate\",\"rollingUpdate\":{\"maxSurge\":1}}\n");
}

/* A null is nothing, as Kubernetes reads it: older servers write "creationTimestamp": null. */
static void
test_null_is_absent (void)
{
  assert_diff ("'spec':{'replicas':null}", "'spec':{}", "");
  assert_diff ("'spec':{'replicas':null}", "'spec':{'replicas':3}", "+ spec.replicas | 3\n");
}

static void
test_type_changes (void)
{
  assert_diff ("'spec':{'x':{'a':1}}", "'spec':{'x':[1]}", "~ spec.x | {\"a\":1} | [1]\n");
  assert_diff ("'spec':{'x':'1'}", "'spec':{'x':1}", "~ spec.x | \"1\" | 1\n");
}

static void
test_numbers_are_text (void)
{
  assert_diff ("'spec':{'x':9007199254740993}", "'spec':{'x':9007199254740992}",
               "~ spec.x | 9007199254740993 | 9007199254740992\n");
}

static void
test_text_forms (void)
{
  assert_diff ("'spec':{'x':'plain words'}", "'spec':{'x':'300'}", "~ spec.x | plain words | \"300\"\n");
  assert_diff ("'spec':{'x':''}", "'spec':{'x':'true'}", "~ spec.x | \"\" | \"true\"\n");
  assert_diff ("'spec':{'x':'10.0.0.1'}", "'spec':{'x':'-1.5e3'}", "~ spec.x | 10.0.0.1 | \"-1.5e3\"\n");
  assert_diff ("'spec':{'x':'a\\nb'}", "'spec':{'x':' lead'}", "~ spec.x | \"a\\nb\" | \" lead\"\n");
  assert_diff ("'spec':{'x':'{}'}", "'spec':{'x':'[]'}", "~ spec.x | \"{}\" | \"[]\"\n");
}

static void
test_paths_are_quoted (void)
{
  assert_metadata_diff (",'annotations':{'deploy/ticket':'A-1','plain':'x'}", ",'annotations':{'deploy/ticket':'A-2','plain':'y'}",
                        "~ metadata.annotations[\"deploy/ticket\"] | A-1 | A-2\n"
                        "~ metadata.annotations.plain | x | y\n");
  assert_diff ("'spec':{'items':[{'name':'a]b','x':1}]}", "'spec':{'items':[{'name':'a]b','x':2}]}",
               "~ spec.items[\"a]b\"].x | 1 | 2\n");
}

static void
test_order_is_no_change (void)
{
  assert_diff ("'spec':{'a':1,'b':2,'c':3}", "'spec':{'c':3,'a':1,'b':2}", "");
  assert_container_diff ("'env':[{'name':'A','value':'1'},{'name':'B','value':'2'}]",
                         "'env':[{'name':'B','value':'2'},{'name':'A','value':'1'}]", "");
  assert_diff ("'status':{'conditions':[{'type':'Available','status':'True'},{'type':'Progressing','status':'True'}]}",
               "'status':{'conditions':[{'type':'Progressing','status':'False'},{'type':'Available','status':'True'}]}",
               "~ status.conditions[Progressing].status | True | False\n");
  assert_metadata_diff (",'finalizers':['a','b']", ",'finalizers':['b','a']", "");
}

static void
test_env (void)
{
  assert_container_diff ("'env':[{'name':'A','value':'1'}]",
                         "'env':[{'name':'A','value':'1'},{'name':'CACHE_TTL','value':'300'}]",
                         "+ spec.template.spec.containers[web].env[CACHE_TTL] | {\"value\":\"300\"}\n");
  assert_container_diff ("'env':[{'name':'CACHE_TTL','value':'300'},{'name':'A','value':'1'}]", "'env':[{'name':'A','value':'1'}]",
                         "- spec.template.spec.containers[web].env[CACHE_TTL] | {\"value\":\"300\"}\n");
  assert_container_diff ("'image':'a'", "'image':'a','env':[{'name':'A','value':'1'}]",
                         "+ spec.template.spec.containers[web].env | [{\"name\":\"A\",\"value\":\"1\"}]\n");
}

/* An invalid list, which the server lets pass: only the place tells the entries apart. */
static void
test_ambiguous_names (void)
{
  assert_container_diff ("'env':[{'name':'A','value':'1'},{'name':'A','value':'2'}]",
                         "'env':[{'name':'A','value':'1'},{'name':'A','value':'3'}]",
                         "~ spec.template.spec.containers[web].env[1].value | \"2\" | \"3\"\n");
}

static void
test_ports (void)
{
  assert_container_diff ("'ports':[{'containerPort':80,'protocol':'TCP'},{'containerPort':443,'protocol':'TCP'}]",
                         "'ports':[{'containerPort':443,'name':'https','protocol':'TCP'},{'containerPort':80,'protocol':'TCP'}]",
                         "+ spec.template.spec.containers[web].ports[443].name | https\n");
  assert_container_diff ("'ports':[{'containerPort':53,'protocol':'TCP'},{'containerPort':53,'protocol':'UDP'}]",
                         "'ports':[{'containerPort':53,'protocol':'UDP','hostPort':5353},{'containerPort':53,'protocol':'TCP'}]",
                         "+ spec.template.spec.containers[web].ports[53/UDP].hostPort | 5353\n");
  assert_diff ("'spec':{'ports':[{'port':80,'targetPort':8080}]}", "'spec':{'ports':[{'port':80,'targetPort':'http'}]}",
               "~ spec.ports[80].targetPort | 8080 | http\n");
}

static void
test_other_keys (void)
{
  assert_container_diff ("'volumeMounts':[{'mountPath':'/data','name':'a'},{'mountPath':'/tmp','name':'a'}]",
                         "'volumeMounts':[{'mountPath':'/tmp','name':'b'},{'mountPath':'/data','name':'a'}]",
                         "~ spec.template.spec.containers[web].volumeMounts[/tmp].name | a | b\n");
  assert_diff ("'spec':{'taints':[{'key':'dedicated','effect':'NoSchedule'}]}",
               "'spec':{'taints':[{'key':'dedicated','effect':'NoExecute'}]}",
               "- spec.taints[dedicated/NoSchedule] | {}\n"
               "+ spec.taints[dedicated/NoExecute] | {}\n");
  assert_metadata_diff (",'ownerReferences':[{'uid':'u-1','name':'a'}]", ",'ownerReferences':[{'uid':'u-1','name':'a','controller':true}]",
                        "+ metadata.ownerReferences[u-1].controller | true\n");
  assert_diff ("'status':{'podIPs':[{'ip':'10.0.0.1'}]}", "'status':{'podIPs':[{'ip':'10.0.0.1'},{'ip':'fd00::1'}]}",
               "+ status.podIPs[fd00::1] | {}\n");
}

static void
test_scalar_lists (void)
{
  assert_metadata_diff (",'finalizers':['a','b','c']", ",'finalizers':['c','d','a']",
                        "- metadata.finalizers[b] | b\n"
                        "+ metadata.finalizers[d] | d\n");
  assert_diff ("'spec':{'x':['a','a','b']}", "'spec':{'x':['a','b']}", "- spec.x[a] | a\n");
  assert_diff ("'spec':{'x':[1,2]}", "'spec':{'x':['1',2]}",
               "- spec.x[1] | 1\n"
               "+ spec.x[\"\\\"1\\\"\"] | \"1\"\n");
}

/* The order of arguments has a meaning; one put in front moves the others but does not change them. */
static void
test_args (void)
{
  assert_container_diff ("'args':['--a','--b']", "'args':['--b','--a']",
                         "~ spec.template.spec.containers[web].args[0] | --a | --b\n"
                         "~ spec.template.spec.containers[web].args[1] | --b | --a\n");
  assert_container_diff ("'args':['--a','--b']", "'args':['--new','--a','--b']",
                         "+ spec.template.spec.containers[web].args[0] | --new\n");
  assert_container_diff ("'args':['--a','--b','--c']", "'args':['--a','--c']",
                         "- spec.template.spec.containers[web].args[1] | --b\n");
  assert_container_diff ("'args':['--a','--b','--c']", "'args':['--a','--x','--y','--c']",
                         "~ spec.template.spec.containers[web].args[1] | --b | --x\n"
                         "+ spec.template.spec.containers[web].args[2] | --y\n");
}

static void
test_custom_resources (void)
{
  assert_diff ("'spec':{'routes':[{'name':'a','w':1},{'name':'b','w':2}]}", "'spec':{'routes':[{'name':'b','w':3},{'name':'a','w':1}]}",
               "~ spec.routes[b].w | 2 | 3\n");
  assert_diff ("'spec':{'routes':[{'host':'a','w':1},{'host':'b','w':2}]}", "'spec':{'routes':[{'host':'a','w':1},{'host':'b','w':3}]}",
               "~ spec.routes[1].w | 2 | 3\n");
  assert_diff ("'spec':{'m':[[1,2],[3]]}", "'spec':{'m':[[1,2],[4]]}",
               "- spec.m[1][3] | 3\n"
               "+ spec.m[1][4] | 4\n");
  assert_diff ("'spec':{'m':[{'a':1}]}", "'spec':{'m':[{'a':1},null,'x']}",
               "+ spec.m[1] | null\n"
               "+ spec.m[2] | x\n");
}

static void
test_document_order (void)
{
  assert_diff ("'spec':{'a':1,'gone':2,'c':3}", "'spec':{'a':2,'new':1,'c':4}",
               "~ spec.a | 1 | 2\n"
               "- spec.gone | 2\n"
               "+ spec.new | 1\n"
               "~ spec.c | 3 | 4\n");
}

static void
test_noise (void)
{
  g_autoptr(KinKind) nodes = test_kind_new ("v1", "nodes", "Node");
  g_autoptr(KinKind) leases = test_kind_new ("coordination.k8s.io/v1", "leases", "Lease");
  static const char ready[] = "'status':{'conditions':[{'type':'Ready','lastHeartbeatTime':'%s','lastProbeTime':'%s','status':'True'}]}";
  g_autofree char *before = g_strdup_printf (ready, "2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z");
  g_autofree char *after = g_strdup_printf (ready, "2026-01-01T00:05:00Z", "2026-01-01T00:05:00Z");
  g_autofree char *noisy = NULL;

  assert_diff_of_kind (nodes, before, after, "");
  noisy = dup_diff (nodes, before, after, TRUE);
  g_assert_cmpstr (noisy, ==,
                   "~ status.conditions[Ready].lastHeartbeatTime | 2026-01-01T00:00:00Z | 2026-01-01T00:05:00Z\n"
                   "~ status.conditions[Ready].lastProbeTime | 2026-01-01T00:00:00Z | 2026-01-01T00:05:00Z\n");

  assert_diff_of_kind (leases, "'spec':{'renewTime':'a','holderIdentity':'x'}", "'spec':{'renewTime':'b','holderIdentity':'y'}",
                       "~ spec.holderIdentity | x | y\n");
  assert_diff ("'spec':{'renewTime':'a'}", "'spec':{'renewTime':'b'}", "~ spec.renewTime | a | b\n");

  assert_metadata_diff (",'resourceVersion':'1','generation':1", ",'resourceVersion':'2','generation':2", "");
  assert_metadata_diff ("", ",'annotations':{'kubectl.kubernetes.io/last-applied-configuration':'{}','a':'b'}",
                        "+ metadata.annotations.a | b\n");
  assert_metadata_diff (",'annotations':{'control-plane.alpha.kubernetes.io/leader':'1'}",
                        ",'annotations':{'control-plane.alpha.kubernetes.io/leader':'2'}", "");
}

/* What Kubernetes calls noise in metadata is none elsewhere. */
static void
test_noise_has_its_place (void)
{
  assert_diff ("'spec':{'resourceVersion':'1','generation':1}", "'spec':{'resourceVersion':'2','generation':2}",
               "~ spec.resourceVersion | \"1\" | \"2\"\n"
               "~ spec.generation | 1 | 2\n");
}

static void
test_labels_one_by_one (void)
{
  assert_metadata_diff ("", ",'labels':{'app':'web','tier':'front'}",
                        "+ metadata.labels.app | web\n"
                        "+ metadata.labels.tier | front\n");
  assert_diff ("'spec':{'template':{'metadata':{}}}",
               "'spec':{'template':{'metadata':{'annotations':{'kubectl.kubernetes.io/restartedAt':'2026-01-01T00:00:00Z'}}}}",
               "+ spec.template.metadata.annotations[\"kubectl.kubernetes.io/restartedAt\"] | 2026-01-01T00:00:00Z\n");
  assert_metadata_diff ("", ",'labels':{}", "+ metadata.labels | {}\n");
}

static void
test_secrets_are_masked (void)
{
  g_autoptr(KinKind) secrets = test_kind_new ("v1", "secrets", "Secret");
  g_autoptr(KinKind) config_maps = test_kind_new ("v1", "configmaps", "ConfigMap");

  /* hunter2, hunter3 */
  assert_diff_of_kind (secrets, "'data':{'password':'aHVudGVyMg=='}", "'data':{'password':'aHVudGVyMw=='}",
                       "~ data.password | •••• (7 bytes) | •••• (7 bytes)\n");
  assert_diff_of_kind (secrets, "'type':'Opaque'", "'type':'Opaque','data':{'a':'YQ==','b':''}",
                       "+ data.a | •••• (1 byte)\n"
                       "+ data.b | •••• (0 bytes)\n");
  assert_diff_of_kind (secrets, "'data':{'password':'aHVudGVyMg=='}", "'type':'Opaque'",
                       "- data.password | •••• (7 bytes)\n"
                       "+ type | Opaque\n");
  assert_diff_of_kind (secrets, "'stringData':{'password':'hunter2'}", "'stringData':{'password':'hunter2!','x':['hunter2']}",
                       "~ stringData.password | •••• (7 bytes) | •••• (8 bytes)\n"
                       "+ stringData.x | •••• (0 bytes)\n");
  assert_diff_of_kind (secrets, "'data':'hunter2'", "'data':{'password':'aHVudGVyMg=='}",
                       "~ data | •••• (5 bytes) | •••• (0 bytes)\n");
  assert_diff_of_kind (config_maps, "'data':{'a':'x'}", "'data':{'a':'y'}", "~ data.a | x | y\n");
}

/* kubectl apply writes what it was given into an annotation: it is noise, but with noise it must not tell either. */
static void
test_secret_last_applied_is_masked (void)
{
  static const char format[] = "{'metadata':{'name':'a','namespace':'b','annotations':{"
                       "'kubectl.kubernetes.io/last-applied-configuration':'{\\'password\\':\\'%s\\'}'}}}";
  g_autofree char *old_json = g_strdup_printf (format, "hunter2");
  g_autofree char *new_json = g_strdup_printf (format, "hunter22");
  g_autoptr(KinKind) secrets = test_kind_new ("v1", "secrets", "Secret");
  g_autoptr(KinObject) old_object = test_object_new (secrets, old_json);
  g_autoptr(KinObject) new_object = test_object_new (secrets, new_json);
  g_autoptr(KinObject) bare = test_object_new (secrets, "{'metadata':{'name':'a','namespace':'b'}}");
  g_autoptr(GPtrArray) changed = kin_diff_objects (old_object, new_object, TRUE);
  g_autoptr(GPtrArray) added = kin_diff_objects (bare, new_object, TRUE);
  g_autofree char *changed_lines = dup_lines (changed);
  g_autofree char *added_lines = dup_lines (added);

  g_assert_cmpstr (changed_lines, ==,
                   "~ metadata.annotations[\"kubectl.kubernetes.io/last-applied-configuration\"] | •••• (22 bytes) | •••• (23 bytes)\n");
  g_assert_cmpstr (added_lines, ==,
                   "+ metadata.annotations[\"kubectl.kubernetes.io/last-applied-configuration\"] | •••• (23 bytes)\n");
}

/* Random documents, whose lists are of named elements. */

static void append_value (GString *out,
                          GRand   *random,
                          guint    depth);

static void
append_scalar (GString *out,
               GRand   *random)
{
  switch (g_rand_int_range (random, 0, 3))
    {
    case 0:
      g_string_append_printf (out, "%d", g_rand_int_range (random, -5, 100));
      break;
    case 1:
      g_string_append (out, g_rand_boolean (random) ? "true" : "false");
      break;
    default:
      g_string_append_printf (out, "\"s%d\"", g_rand_int_range (random, 0, 20));
      break;
    }
}

static void
append_members (GString *out,
                GRand   *random,
                guint    depth)
{
  guint n = 0;

  for (guint i = 0; i < 6; i++)
    {
      if (g_rand_boolean (random))
        continue;

      g_string_append_printf (out, "%s\"m%u\":", n++ > 0 ? "," : "", i);
      append_value (out, random, depth + 1);
    }
}

static void
append_value (GString *out,
              GRand   *random,
              guint    depth)
{
  int choice = g_rand_int_range (random, depth > 3 ? 2 : 0, 5);

  if (choice == 0)
    {
      g_string_append_c (out, '{');
      append_members (out, random, depth);
      g_string_append_c (out, '}');
    }
  else if (choice == 1)
    {
      guint n = g_rand_int_range (random, 0, 4);

      g_string_append_c (out, '[');
      for (guint i = 0; i < n; i++)
        {
          g_string_append_printf (out, "%s{\"name\":\"n%u\",\"v\":", i > 0 ? "," : "", i);
          append_value (out, random, depth + 1);
          g_string_append_c (out, '}');
        }
      g_string_append_c (out, ']');
    }
  else
    {
      append_scalar (out, random);
    }
}

/* Writes @value with its members and elements in another order. */
static void
append_shuffled (GString      *out,
                 GRand        *random,
                 KinJsonValue *value)
{
  KinJsonType type = kin_json_value_get_type (value);
  g_autoptr(GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  KinJsonIter iter;
  const char *name;
  KinJsonValue *child;

  if (type != KIN_JSON_OBJECT && type != KIN_JSON_ARRAY)
    {
      g_autofree char *text = kin_json_value_dup_text (value);

      g_string_append (out, text);
      return;
    }

  kin_json_iter_init (&iter, value);
  while (kin_json_iter_next (&iter, &name, &child))
    {
      GString *part = g_string_new (NULL);

      if (name != NULL)
        g_string_append_printf (part, "\"%s\":", name);
      append_shuffled (part, random, child);
      g_ptr_array_insert (parts, g_rand_int_range (random, 0, parts->len + 1), g_string_free_and_steal (part));
    }

  g_string_append_c (out, type == KIN_JSON_OBJECT ? '{' : '[');
  for (guint i = 0; i < parts->len; i++)
    g_string_append_printf (out, "%s%s", i > 0 ? "," : "", (char *) parts->pdata[i]);
  g_string_append_c (out, type == KIN_JSON_OBJECT ? '}' : ']');
}

static char *
dup_random_spec (GRand *random)
{
  g_autoptr(GString) out = g_string_new ("\"spec\":{");

  append_members (out, random, 0);
  g_string_append_c (out, '}');

  return g_string_free_and_steal (g_steal_pointer (&out));
}

static char *
dup_shuffled (GRand      *random,
              const char *spec)
{
  g_autofree char *document = g_strdup_printf ("{%s}", spec);
  g_autoptr(KinJson) json = kin_json_parse (document, strlen (document), NULL);
  g_autoptr(GString) out = g_string_new ("\"spec\":");

  append_shuffled (out, random, kin_json_get (kin_json_get_root (json), "spec"));

  return g_string_free_and_steal (g_steal_pointer (&out));
}

static void
test_random_reorder_is_no_change (void)
{
  g_autoptr(KinKind) kind = test_kind_new ("apps/v1", "deployments", "Deployment");
  g_autoptr(GRand) random = g_rand_new_with_seed (1);

  for (guint i = 0; i < 300; i++)
    {
      g_autofree char *spec = dup_random_spec (random);
      g_autofree char *shuffled = dup_shuffled (random, spec);

      assert_diff_of_kind (kind, spec, shuffled, "");
    }
}

/* Each leaf of a document as a line "path=value", sorted: two documents that have the same are equal but for order. */
static void
collect_leaves (GPtrArray    *leaves,
                const char   *path,
                KinJsonValue *value)
{
  KinJsonType type = kin_json_value_get_type (value);
  KinJsonIter iter;
  const char *name;
  KinJsonValue *child;

  if (kin_json_value_get_size (value) == 0)
    {
      g_autofree char *text = kin_json_value_dup_text (value);

      g_ptr_array_add (leaves, g_strdup_printf ("%s=%s", path, text));
      return;
    }

  kin_json_iter_init (&iter, value);
  while (kin_json_iter_next (&iter, &name, &child))
    {
      g_autofree char *child_path = NULL;

      if (type == KIN_JSON_OBJECT)
        child_path = g_strdup_printf ("%s%s%s", path, *path != '\0' ? "." : "", name);
      else
        child_path = g_strdup_printf ("%s[%s]", path, kin_json_get_string (child, "name"));
      collect_leaves (leaves, child_path, child);
    }
}

static GPtrArray *
list_leaves (const char *spec)
{
  g_autofree char *document = g_strdup_printf ("{%s}", spec);
  g_autoptr(KinJson) json = kin_json_parse (document, strlen (document), NULL);
  GPtrArray *leaves = g_ptr_array_new_with_free_func (g_free);

  collect_leaves (leaves, "", kin_json_get_root (json));
  g_ptr_array_sort_values (leaves, (GCompareFunc) strcmp);

  return leaves;
}

/* An empty object that got members is told by these. */
static gboolean
is_covered (GPtrArray  *changes,
            const char *leaf)
{
  gsize leaf_length = strchr (leaf, '=') - leaf;
  gboolean is_empty = g_str_has_suffix (leaf, "={}") || g_str_has_suffix (leaf, "=[]");

  for (guint i = 0; i < changes->len; i++)
    {
      const char *path = ((KinFieldChange *) g_ptr_array_index (changes, i))->path;
      gsize length = strlen (path);

      if (strncmp (leaf, path, length) == 0 && strchr ("=.[", leaf[length]) != NULL)
        return TRUE;
      if (is_empty && strncmp (leaf, path, leaf_length) == 0 && strchr (".[", path[leaf_length]) != NULL)
        return TRUE;
    }

  return FALSE;
}

/* Every leaf that only one of both documents has is told. */
static void
assert_covered (GPtrArray *changes,
                GPtrArray *leaves,
                GPtrArray *others)
{
  for (guint i = 0; i < leaves->len; i++)
    {
      const char *leaf = g_ptr_array_index (leaves, i);

      if (!g_ptr_array_find_with_equal_func (others, leaf, g_str_equal, NULL))
        g_assert_true (is_covered (changes, leaf));
    }
}

static gboolean
has_leaf_of_its_own (GPtrArray *changes,
                     GPtrArray *leaves,
                     GPtrArray *others)
{
  for (guint i = 0; i < leaves->len; i++)
    {
      const char *leaf = g_ptr_array_index (leaves, i);

      if (is_covered (changes, leaf) && !g_ptr_array_find_with_equal_func (others, leaf, g_str_equal, NULL))
        return TRUE;
    }

  return FALSE;
}

/* Every change is of a field whose leaves are not the same in both. */
static void
assert_needed (GPtrArray *changes,
               GPtrArray *old_leaves,
               GPtrArray *new_leaves)
{
  for (guint i = 0; i < changes->len; i++)
    {
      KinFieldChange *change = g_ptr_array_index (changes, i);
      g_autoptr(GPtrArray) one = g_ptr_array_new ();

      g_ptr_array_add (one, change);
      g_assert_true (has_leaf_of_its_own (one, old_leaves, new_leaves) || has_leaf_of_its_own (one, new_leaves, old_leaves));
    }
}

static void
test_random_changes_are_told (void)
{
  g_autoptr(KinKind) kind = test_kind_new ("apps/v1", "deployments", "Deployment");
  g_autoptr(GRand) random = g_rand_new_with_seed (2);
  g_autofree char *old_spec = dup_random_spec (random);

  for (guint i = 0; i < 300; i++)
    {
      g_autofree char *new_spec = dup_random_spec (random);
      g_autofree char *old_json = g_strdup_printf ("{'metadata':{'name':'a'},%s}", old_spec);
      g_autofree char *new_json = g_strdup_printf ("{'metadata':{'name':'a'},%s}", new_spec);
      g_autoptr(KinObject) old_object = test_object_new (kind, old_json);
      g_autoptr(KinObject) new_object = test_object_new (kind, new_json);
      g_autoptr(GPtrArray) changes = kin_diff_objects (old_object, new_object, FALSE);
      g_autoptr(GPtrArray) old_leaves = list_leaves (old_spec);
      g_autoptr(GPtrArray) new_leaves = list_leaves (new_spec);

      assert_covered (changes, old_leaves, new_leaves);
      assert_covered (changes, new_leaves, old_leaves);
      assert_needed (changes, old_leaves, new_leaves);
      g_set_str (&old_spec, new_spec);
    }
}

/* A thousand entries in reverse order: matched by an index, not by looking through all of them for each. */
static void
test_large_lists (void)
{
  g_autoptr(KinKind) kind = test_kind_new ("v1", "configmaps", "ConfigMap");
  g_autoptr(GString) old_data = g_string_new ("'data':{");
  g_autoptr(GString) new_data = g_string_new ("'data':{");

  for (guint i = 0; i < 20000; i++)
    {
      g_string_append_printf (old_data, "%s'k%u':'value %u'", i > 0 ? "," : "", i, i);
      g_string_append_printf (new_data, "%s'k%u':'value %u'", i > 0 ? "," : "", 19999 - i, i == 0 ? 1 : 19999 - i);
    }
  g_string_append_c (old_data, '}');
  g_string_append_c (new_data, '}');

  assert_diff_of_kind (kind, old_data->str, new_data->str, "~ data.k19999 | value 19999 | value 1\n");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/diff/scalars", test_scalars);
  g_test_add_func ("/diff/added-and-removed", test_added_and_removed);
  g_test_add_func ("/diff/null-is-absent", test_null_is_absent);
  g_test_add_func ("/diff/type-changes", test_type_changes);
  g_test_add_func ("/diff/numbers-are-text", test_numbers_are_text);
  g_test_add_func ("/diff/text-forms", test_text_forms);
  g_test_add_func ("/diff/paths-are-quoted", test_paths_are_quoted);
  g_test_add_func ("/diff/order-is-no-change", test_order_is_no_change);
  g_test_add_func ("/diff/env", test_env);
  g_test_add_func ("/diff/ambiguous-names", test_ambiguous_names);
  g_test_add_func ("/diff/ports", test_ports);
  g_test_add_func ("/diff/other-keys", test_other_keys);
  g_test_add_func ("/diff/scalar-lists", test_scalar_lists);
  g_test_add_func ("/diff/args", test_args);
  g_test_add_func ("/diff/custom-resources", test_custom_resources);
  g_test_add_func ("/diff/document-order", test_document_order);
  g_test_add_func ("/diff/noise", test_noise);
  g_test_add_func ("/diff/noise-has-its-place", test_noise_has_its_place);
  g_test_add_func ("/diff/labels-one-by-one", test_labels_one_by_one);
  g_test_add_func ("/diff/secrets-are-masked", test_secrets_are_masked);
  g_test_add_func ("/diff/secret-last-applied-is-masked", test_secret_last_applied_is_masked);
  g_test_add_func ("/diff/random-reorder-is-no-change", test_random_reorder_is_no_change);
  g_test_add_func ("/diff/random-changes-are-told", test_random_changes_are_told);
  g_test_add_func ("/diff/large-lists", test_large_lists);

  return g_test_run ();
}
