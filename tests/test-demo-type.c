/* test-demo-type.c: objects are read and filled in as a real API server does it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "demo/kin-demo-error.h"
#include "demo/kin-demo-schema.h"

static KinDemoDraft *
parse (const char *json)
{
  g_autoptr(GError) error = NULL;
  KinDemoDraft *draft = kin_demo_draft_parse (json, strlen (json), &error);

  g_assert_no_error (error);

  return draft;
}

static void
assert_json (KinDemoDraft *draft,
             const char   *expected)
{
  g_autoptr(GBytes) bytes = kin_demo_draft_write (draft);
  g_autofree char *text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));

  g_assert_cmpstr (text, ==, expected);
}

/* What is left of the object, and what was said of it. */
static void
assert_checked (const char *group,
                const char *kind,
                const char *json,
                const char *expected,
                const char *said)
{
  g_autoptr(KinDemoSchema) schema = kin_demo_schema_new ();
  g_autoptr(KinDemoDraft) draft = parse (json);
  g_autoptr(GPtrArray) unknown = g_ptr_array_new_with_free_func (g_free);
  g_autoptr(GError) error = NULL;
  g_autofree char *joined = NULL;

  g_assert_true (kin_demo_type_check (kin_demo_schema_find (schema, group, "v1", kind), draft,
                                      yyjson_mut_doc_get_root (draft), unknown, &error));
  g_assert_no_error (error);
  assert_json (draft, expected);

  g_ptr_array_add (unknown, NULL);
  joined = g_strjoinv (", ", (char **) unknown->pdata);
  g_assert_cmpstr (joined, ==, said);
}

static void
assert_refused (const char *group,
                const char *kind,
                const char *json,
                const char *message)
{
  g_autoptr(KinDemoSchema) schema = kin_demo_schema_new ();
  g_autoptr(KinDemoDraft) draft = parse (json);
  g_autoptr(GError) error = NULL;

  g_assert_false (kin_demo_type_check (kin_demo_schema_find (schema, group, "v1", kind), draft,
                                       yyjson_mut_doc_get_root (draft), NULL, &error));
  g_assert_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_BAD_REQUEST);
  g_assert_cmpstr (error->message, ==, message);
}

static void
assert_filled (const char *group,
               const char *version,
               const char *kind,
               const char *json,
               const char *expected)
{
  g_autoptr(KinDemoSchema) schema = kin_demo_schema_new ();
  g_autoptr(KinDemoDraft) draft = parse (json);

  kin_demo_type_fill_defaults (kin_demo_schema_find (schema, group, version, kind), draft,
                               yyjson_mut_doc_get_root (draft));
  assert_json (draft, expected);

  /* Once is enough. */
  kin_demo_type_fill_defaults (kin_demo_schema_find (schema, group, version, kind), draft,
                               yyjson_mut_doc_get_root (draft));
  assert_json (draft, expected);
}

static void
test_unknown (void)
{
  assert_checked ("apps", "Deployment",
                  "{\"spec\":{\"replicaz\":2,\"template\":{\"spec\":{\"containers\":[{\"name\":\"a\",\"imagee\":\"c\","
                  "\"ports\":[{\"containerPortt\":1}]}],\"foo\":1}}},\"more\":{}}",
                  "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"a\",\"ports\":[{}]}]}}}}",
                  "unknown field \"spec.replicaz\", unknown field \"spec.template.spec.containers[0].imagee\", "
                  "unknown field \"spec.template.spec.containers[0].ports[0].containerPortt\", "
                  "unknown field \"spec.template.spec.foo\", unknown field \"more\"");
  assert_checked ("apiextensions.k8s.io", "CustomResourceDefinition",
                  "{\"spec\":{\"versions\":[{\"schema\":{\"openAPIV3Schema\":{\"properties\":{\"a\":{\"foo\":1}},"
                  "\"items\":{\"b\":1}}}}]}}",
                  "{\"spec\":{\"versions\":[{\"schema\":{\"openAPIV3Schema\":{\"properties\":{\"a\":{}},"
                  "\"items\":{\"b\":1}}}}]}}",
                  "unknown field \"spec.versions[0].schema.openAPIV3Schema.properties.a.foo\"");
}

/* The last one is taken. */
static void
test_duplicate (void)
{
  assert_checked ("apps", "Deployment",
                  "{\"spec\":{\"replicas\":1,\"replicas\":2,\"replicas\":3,\"paused\":true}}",
                  "{\"spec\":{\"paused\":true,\"replicas\":3}}",
                  "duplicate field \"spec.replicas\", duplicate field \"spec.replicas\"");
}

static void
test_duplicate_of_many (void)
{
  g_autoptr(GString) json = g_string_new ("{\"data\":{\"k0\":\"old\"");
  g_autoptr(GString) expected = g_string_new ("{\"data\":{");

  for (guint i = 0; i < 50; i++)
    g_string_append_printf (json, ",\"k%u\":\"v\"", i);
  g_string_append (json, "}}");
  for (guint i = 1; i < 50; i++)
    g_string_append_printf (expected, "\"k%u\":\"v\",", i);
  g_string_append (expected, "\"k0\":\"v\"}}");

  assert_checked ("", "ConfigMap", json->str, expected->str, "duplicate field \"data.k0\"");
}

static void
test_null (void)
{
  assert_checked ("", "Pod",
                  "{\"metadata\":{\"creationTimestamp\":null,\"labels\":null},\"spec\":{\"volumes\":null}}",
                  "{\"metadata\":{},\"spec\":{}}", "");
}

static void
test_quantities (void)
{
  assert_checked ("", "Pod",
                  "{\"spec\":{\"containers\":[{\"resources\":{\"limits\":{\"cpu\":1,\"memory\":\"0.5Gi\"},"
                  "\"requests\":{\"cpu\":0.25}}}]}}",
                  "{\"spec\":{\"containers\":[{\"resources\":{\"limits\":{\"cpu\":\"1\",\"memory\":\"512Mi\"},"
                  "\"requests\":{\"cpu\":\"250m\"}}}]}}",
                  "");
}

/* Word for word what kube-apiserver 1.36 answers. */
static void
test_wrong_types (void)
{
  static const struct
  {
    const char *json;
    const char *message;
  } cases[] = {
    { "{\"spec\":{\"replicas\":\"3\"}}",
      "json: cannot unmarshal string into Go struct field DeploymentSpec.spec.replicas of type int32" },
    { "{\"spec\":{\"replicas\":3.5}}",
      "json: cannot unmarshal number 3.5 into Go struct field DeploymentSpec.spec.replicas of type int32" },
    { "{\"spec\":{\"replicas\":30000000000}}",
      "json: cannot unmarshal number 30000000000 into Go struct field DeploymentSpec.spec.replicas of type int32" },
    { "{\"spec\":{\"paused\":\"yes\"}}",
      "json: cannot unmarshal string into Go struct field DeploymentSpec.spec.paused of type bool" },
    { "{\"spec\":[]}",
      "json: cannot unmarshal array into Go struct field Deployment.spec of type v1.DeploymentSpec" },
    { "{\"metadata\":{\"labels\":[\"a\"]}}",
      "json: cannot unmarshal array into Go struct field ObjectMeta.metadata.labels of type map[string]string" },
    { "{\"metadata\":{\"labels\":{\"a\":1}}}",
      "json: cannot unmarshal number into Go struct field ObjectMeta.metadata.labels of type string" },
    { "{\"spec\":{\"template\":{\"spec\":{\"containers\":{}}}}}",
      "json: cannot unmarshal object into Go struct field PodSpec.spec.template.spec.containers of type []v1.Container" },
    { "{\"spec\":{\"template\":{\"spec\":{\"containers\":[\"a\"]}}}}",
      "json: cannot unmarshal string into Go struct field PodSpec.spec.template.spec.containers of type v1.Container" },
    { "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"a\",\"image\":7}]}}}}",
      "json: cannot unmarshal number into Go struct field Container.spec.template.spec.containers.image of type string" },
    { "{\"spec\":{\"strategy\":{\"rollingUpdate\":{\"maxSurge\":true}}}}",
      "json: cannot unmarshal bool into Go struct field RollingUpdateDeployment.spec.strategy.rollingUpdate.maxSurge "
      "of type int32" },
    { "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"resources\":{\"limits\":{\"cpu\":\"abc\"}}}]}}}}",
      "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'" },
    { "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"resources\":{\"limits\":\"cpu\"}}]}}}}",
      "json: cannot unmarshal string into Go struct field "
      "ResourceRequirements.spec.template.spec.containers.resources.limits of type v1.ResourceList" },
    { "{\"metadata\":{\"creationTimestamp\":\"yesterday\"}}",
      "parsing time \"yesterday\" as \"2006-01-02T15:04:05Z07:00\": cannot parse \"yesterday\" as \"2006\"" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *message =
        g_strconcat ("Deployment in version \"v1\" cannot be handled as a Deployment: ", cases[i].message, NULL);

      assert_refused ("apps", "Deployment", cases[i].json, message);
    }
}

static void
test_wrong_bytes (void)
{
  assert_checked ("", "Secret", "{\"data\":{\"a\":\"YWI=\",\"b\":\"\"}}", "{\"data\":{\"a\":\"YWI=\",\"b\":\"\"}}", "");
  assert_refused ("", "Secret", "{\"data\":{\"a\":\"no base64!\"}}",
                  "Secret in version \"v1\" cannot be handled as a Secret: illegal base64 data at input byte 2");
  assert_refused ("", "Secret", "{\"data\":{\"a\":5}}",
                  "Secret in version \"v1\" cannot be handled as a Secret: json: cannot unmarshal number into Go struct "
                  "field Secret.data of type []uint8");
}

#define POD_DEFAULTS                                                                                                   \
  "\"dnsPolicy\":\"ClusterFirst\",\"restartPolicy\":\"Always\",\"schedulerName\":\"default-scheduler\","               \
  "\"securityContext\":{},\"terminationGracePeriodSeconds\":30"
#define CONTAINER_DEFAULTS                                                                                             \
  "\"resources\":{},\"terminationMessagePath\":\"/dev/termination-log\",\"terminationMessagePolicy\":\"File\""

static void
test_deployment (void)
{
  assert_filled ("apps", "v1", "Deployment",
                 "{\"metadata\":{\"name\":\"a\"},\"spec\":{\"template\":{\"metadata\":{},\"spec\":{\"containers\":["
                 "{\"name\":\"c\",\"image\":\"a:1\"}]}}}}",
                 "{\"metadata\":{\"name\":\"a\"},\"spec\":{\"template\":{\"metadata\":{},\"spec\":{\"containers\":["
                 "{\"name\":\"c\",\"image\":\"a:1\",\"imagePullPolicy\":\"IfNotPresent\"," CONTAINER_DEFAULTS "}],"
                 POD_DEFAULTS "}},\"progressDeadlineSeconds\":600,\"replicas\":1,\"revisionHistoryLimit\":10,"
                 "\"strategy\":{\"type\":\"RollingUpdate\",\"rollingUpdate\":{\"maxSurge\":\"25%\",\"maxUnavailable\":\"25%\"}}},"
                 "\"status\":{}}");
}

/* No rollingUpdate, and a zero that was meant. */
static void
test_recreate (void)
{
  assert_filled ("apps", "v1", "Deployment",
                 "{\"metadata\":{},\"spec\":{\"replicas\":0,\"strategy\":{\"type\":\"Recreate\"},"
                 "\"template\":{\"metadata\":{},\"spec\":{" POD_DEFAULTS "}}}}",
                 "{\"metadata\":{},\"spec\":{\"replicas\":0,\"strategy\":{\"type\":\"Recreate\"},"
                 "\"template\":{\"metadata\":{},\"spec\":{" POD_DEFAULTS "}},"
                 "\"progressDeadlineSeconds\":600,\"revisionHistoryLimit\":10},\"status\":{}}");
}

/* A pod gets its requests from its limits; a template does not. */
static void
test_pod (void)
{
  assert_filled ("", "v1", "Pod",
                 "{\"metadata\":{},\"spec\":{\"hostNetwork\":true,\"containers\":[{\"name\":\"c\",\"image\":\"a\","
                 "\"ports\":[{\"containerPort\":80}],\"livenessProbe\":{\"httpGet\":{\"port\":80}},"
                 "\"resources\":{\"limits\":{\"cpu\":\"1\"}}}],\"volumes\":[{\"name\":\"v\"}]},\"status\":{}}",
                 "{\"metadata\":{},\"spec\":{\"hostNetwork\":true,\"containers\":[{\"name\":\"c\",\"image\":\"a\","
                 "\"ports\":[{\"containerPort\":80,\"hostPort\":80,\"protocol\":\"TCP\"}],"
                 "\"livenessProbe\":{\"httpGet\":{\"port\":80,\"path\":\"/\",\"scheme\":\"HTTP\"},"
                 "\"failureThreshold\":3,\"periodSeconds\":10,\"successThreshold\":1,\"timeoutSeconds\":1},"
                 "\"resources\":{\"limits\":{\"cpu\":\"1\"},\"requests\":{\"cpu\":\"1\"}},"
                 "\"imagePullPolicy\":\"Always\",\"terminationMessagePath\":\"/dev/termination-log\","
                 "\"terminationMessagePolicy\":\"File\"}],\"volumes\":[{\"name\":\"v\",\"emptyDir\":{}}],"
                 "\"enableServiceLinks\":true," POD_DEFAULTS "},\"status\":{}}");
}

static void
test_pull_policy (void)
{
  static const struct
  {
    const char *image;
    const char *policy;
  } cases[] = {
    { "a", "Always" },
    { "a:latest", "Always" },
    { "a:1", "IfNotPresent" },
    { "host:5000/a", "Always" },
    { "host:5000/a:1", "IfNotPresent" },
    { "a@sha256:0123", "IfNotPresent" },
  };
  g_autoptr(KinDemoSchema) schema = kin_demo_schema_new ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *json = g_strdup_printf ("{\"spec\":{\"containers\":[{\"image\":\"%s\"}]}}", cases[i].image);
      g_autoptr(KinDemoDraft) draft = parse (json);
      yyjson_mut_val *root = yyjson_mut_doc_get_root (draft);

      kin_demo_type_fill_defaults (kin_demo_schema_find (schema, "", "v1", "Pod"), draft, root);
      g_assert_cmpstr (kin_demo_get_string (yyjson_mut_arr_get_first (kin_demo_get (root, "spec", "containers", NULL)),
                                            "imagePullPolicy", NULL), ==, cases[i].policy);
    }
}

static void
test_service (void)
{
  assert_filled ("", "v1", "Service",
                 "{\"metadata\":{},\"spec\":{\"type\":\"LoadBalancer\",\"sessionAffinity\":\"ClientIP\","
                 "\"ports\":[{\"port\":80}]},\"status\":{\"loadBalancer\":{}}}",
                 "{\"metadata\":{},\"spec\":{\"type\":\"LoadBalancer\",\"sessionAffinity\":\"ClientIP\","
                 "\"ports\":[{\"port\":80,\"protocol\":\"TCP\",\"targetPort\":80}],"
                 "\"allocateLoadBalancerNodePorts\":true,\"externalTrafficPolicy\":\"Cluster\","
                 "\"internalTrafficPolicy\":\"Cluster\",\"sessionAffinityConfig\":{\"clientIP\":{\"timeoutSeconds\":10800}}},"
                 "\"status\":{\"loadBalancer\":{}}}");
  assert_filled ("", "v1", "Service", "{\"metadata\":{},\"spec\":{\"type\":\"ExternalName\",\"externalName\":\"a.b\"}}",
                 "{\"metadata\":{},\"spec\":{\"type\":\"ExternalName\",\"externalName\":\"a.b\",\"sessionAffinity\":\"None\"},"
                 "\"status\":{\"loadBalancer\":{}}}");
}

/* Completions are one only where nobody says how many run at once, and the job of a schedule is filled in when it is
 * made. */
static void
test_job (void)
{
  assert_filled ("batch", "v1", "Job",
                 "{\"metadata\":{},\"spec\":{\"template\":{\"metadata\":{\"labels\":{\"a\":\"b\"}},\"spec\":{" POD_DEFAULTS
                 "}}},\"status\":{}}",
                 "{\"metadata\":{\"labels\":{\"a\":\"b\"}},\"spec\":{\"template\":{\"metadata\":{\"labels\":{\"a\":\"b\"}},"
                 "\"spec\":{" POD_DEFAULTS "}},\"backoffLimit\":6,\"completions\":1,"
                 "\"podReplacementPolicy\":\"TerminatingOrFailed\",\"completionMode\":\"NonIndexed\",\"manualSelector\":false,"
                 "\"parallelism\":1,\"suspend\":false},\"status\":{}}");
  assert_filled ("batch", "v1", "Job",
                 "{\"metadata\":{},\"spec\":{\"parallelism\":2,\"backoffLimitPerIndex\":1,\"template\":{\"metadata\":{},"
                 "\"spec\":{" POD_DEFAULTS "}}},\"status\":{}}",
                 "{\"metadata\":{},\"spec\":{\"parallelism\":2,\"backoffLimitPerIndex\":1,\"template\":{\"metadata\":{},"
                 "\"spec\":{" POD_DEFAULTS "}},\"podReplacementPolicy\":\"TerminatingOrFailed\","
                 "\"completionMode\":\"NonIndexed\",\"manualSelector\":false,\"suspend\":false,\"backoffLimit\":2147483647},"
                 "\"status\":{}}");
  assert_filled ("batch", "v1", "CronJob",
                 "{\"metadata\":{},\"spec\":{\"jobTemplate\":{\"metadata\":{},\"spec\":{\"template\":{\"metadata\":{},"
                 "\"spec\":{}}}}},\"status\":{}}",
                 "{\"metadata\":{},\"spec\":{\"jobTemplate\":{\"metadata\":{},\"spec\":{\"template\":{\"metadata\":{},"
                 "\"spec\":{" POD_DEFAULTS "}}}},\"concurrencyPolicy\":\"Allow\",\"failedJobsHistoryLimit\":1,"
                 "\"successfulJobsHistoryLimit\":3,\"suspend\":false},\"status\":{}}");
}

static void
test_autoscaler (void)
{
  assert_filled ("autoscaling", "v2", "HorizontalPodAutoscaler",
                 "{\"metadata\":{},\"spec\":{\"scaleTargetRef\":{},\"behavior\":{\"scaleUp\":{\"selectPolicy\":\"Min\"}}},"
                 "\"status\":{\"desiredReplicas\":0}}",
                 "{\"metadata\":{},\"spec\":{\"scaleTargetRef\":{},\"behavior\":{\"scaleUp\":{\"selectPolicy\":\"Min\","
                 "\"stabilizationWindowSeconds\":0,\"policies\":[{\"type\":\"Pods\",\"value\":4,\"periodSeconds\":15},"
                 "{\"type\":\"Percent\",\"value\":100,\"periodSeconds\":15}]},\"scaleDown\":{\"selectPolicy\":\"Max\","
                 "\"policies\":[{\"type\":\"Percent\",\"value\":100,\"periodSeconds\":15}]}},"
                 "\"metrics\":[{\"type\":\"Resource\",\"resource\":{\"name\":\"cpu\",\"target\":{\"type\":\"Utilization\","
                 "\"averageUtilization\":80}}}],\"minReplicas\":1},\"status\":{\"desiredReplicas\":0}}");
}

static void
test_rules (void)
{
  assert_filled ("", "v1", "Namespace", "{\"metadata\":{\"name\":\"shop\"}}",
                 "{\"metadata\":{\"name\":\"shop\",\"labels\":{\"kubernetes.io/metadata.name\":\"shop\"}},\"spec\":{},"
                 "\"status\":{\"phase\":\"Active\"}}");
  assert_filled ("networking.k8s.io", "v1", "NetworkPolicy",
                 "{\"metadata\":{},\"spec\":{\"podSelector\":{},\"egress\":[{\"ports\":[{\"port\":80}]}]}}",
                 "{\"metadata\":{},\"spec\":{\"podSelector\":{},\"egress\":[{\"ports\":[{\"port\":80,\"protocol\":\"TCP\"}]}],"
                 "\"policyTypes\":[\"Ingress\",\"Egress\"]}}");
  assert_filled ("rbac.authorization.k8s.io", "v1", "RoleBinding",
                 "{\"metadata\":{},\"roleRef\":{},\"subjects\":[{\"kind\":\"User\"},{\"kind\":\"ServiceAccount\"}]}",
                 "{\"metadata\":{},\"roleRef\":{\"apiGroup\":\"rbac.authorization.k8s.io\"},\"subjects\":[{\"kind\":\"User\","
                 "\"apiGroup\":\"rbac.authorization.k8s.io\"},{\"kind\":\"ServiceAccount\"}]}");
  assert_filled ("", "v1", "LimitRange",
                 "{\"metadata\":{},\"spec\":{\"limits\":[{\"type\":\"Container\",\"max\":{\"cpu\":\"2\"},\"min\":{\"memory\":\"1\"}}]}}",
                 "{\"metadata\":{},\"spec\":{\"limits\":[{\"type\":\"Container\",\"max\":{\"cpu\":\"2\"},\"min\":{\"memory\":\"1\"},"
                 "\"default\":{\"cpu\":\"2\"},\"defaultRequest\":{\"cpu\":\"2\",\"memory\":\"1\"}}]}}");
  assert_filled ("apiextensions.k8s.io", "v1", "CustomResourceDefinition",
                 "{\"metadata\":{},\"spec\":{\"names\":{\"kind\":\"Order\"},\"versions\":[{\"name\":\"v1\"},"
                 "{\"name\":\"v2\",\"storage\":true}]},\"status\":{\"acceptedNames\":{}}}",
                 "{\"metadata\":{},\"spec\":{\"names\":{\"kind\":\"Order\",\"singular\":\"order\",\"listKind\":\"OrderList\"},"
                 "\"versions\":[{\"name\":\"v1\"},{\"name\":\"v2\",\"storage\":true}],\"conversion\":{\"strategy\":\"None\"}},"
                 "\"status\":{\"acceptedNames\":{},\"storedVersions\":[\"v2\"]}}");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/demo-type/check/unknown", test_unknown);
  g_test_add_func ("/demo-type/check/duplicate", test_duplicate);
  g_test_add_func ("/demo-type/check/duplicate-of-many", test_duplicate_of_many);
  g_test_add_func ("/demo-type/check/null", test_null);
  g_test_add_func ("/demo-type/check/quantities", test_quantities);
  g_test_add_func ("/demo-type/check/wrong-types", test_wrong_types);
  g_test_add_func ("/demo-type/check/wrong-bytes", test_wrong_bytes);
  g_test_add_func ("/demo-type/defaults/deployment", test_deployment);
  g_test_add_func ("/demo-type/defaults/recreate", test_recreate);
  g_test_add_func ("/demo-type/defaults/pod", test_pod);
  g_test_add_func ("/demo-type/defaults/pull-policy", test_pull_policy);
  g_test_add_func ("/demo-type/defaults/service", test_service);
  g_test_add_func ("/demo-type/defaults/job", test_job);
  g_test_add_func ("/demo-type/defaults/autoscaler", test_autoscaler);
  g_test_add_func ("/demo-type/defaults/rules", test_rules);

  return g_test_run ();
}
