/* kin-demo-blank.c: an object before anyone wrote to it: the parts that the API server takes to be there in every
 * object of a kind.
 *
 * Nobody owns those, only what is in them: an entry of managedFields has f:spec without a “.”.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-blank.h"

#include <string.h>

#define TEMPLATE "\"template\":{\"metadata\":{},\"spec\":{\"containers\":null}}"

static const struct
{
  const char *group;
  const char *plural;
  const char *json;
} blanks[] = {
  { "", "limitranges", "{\"metadata\":{},\"spec\":{\"limits\":null}}" },
  { "", "namespaces", "{\"metadata\":{},\"spec\":{},\"status\":{}}" },
  { "", "persistentvolumeclaims", "{\"metadata\":{},\"spec\":{\"resources\":{}},\"status\":{}}" },
  { "", "persistentvolumes", "{\"metadata\":{},\"spec\":{},\"status\":{}}" },
  { "", "pods", "{\"metadata\":{},\"spec\":{\"containers\":null},\"status\":{}}" },
  { "", "replicationcontrollers", "{\"metadata\":{},\"spec\":{},\"status\":{\"replicas\":0}}" },
  { "", "resourcequotas", "{\"metadata\":{},\"spec\":{},\"status\":{}}" },
  { "", "services", "{\"metadata\":{},\"spec\":{},\"status\":{\"loadBalancer\":{}}}" },
  { "", "events",
    "{\"metadata\":{},\"involvedObject\":{},\"source\":{},\"firstTimestamp\":null,\"lastTimestamp\":null,"
    "\"eventTime\":null,\"reportingComponent\":\"\",\"reportingInstance\":\"\"}" },
  { "", "nodes",
    "{\"metadata\":{},\"spec\":{},\"status\":{\"daemonEndpoints\":{\"kubeletEndpoint\":{\"Port\":0}},"
    "\"nodeInfo\":{\"machineID\":\"\",\"systemUUID\":\"\",\"bootID\":\"\",\"kernelVersion\":\"\",\"osImage\":\"\","
    "\"containerRuntimeVersion\":\"\",\"kubeletVersion\":\"\",\"kubeProxyVersion\":\"\",\"operatingSystem\":\"\","
    "\"architecture\":\"\"}}}" },
  { "apiextensions.k8s.io", "customresourcedefinitions",
    "{\"metadata\":{},\"spec\":{\"group\":\"\",\"names\":{\"plural\":\"\",\"kind\":\"\"},\"scope\":\"\","
    "\"versions\":null},\"status\":{\"conditions\":null,\"acceptedNames\":{\"plural\":\"\",\"kind\":\"\"},"
    "\"storedVersions\":null}}" },
  { "apiregistration.k8s.io", "apiservices",
    "{\"metadata\":{},\"spec\":{\"groupPriorityMinimum\":0,\"versionPriority\":0},\"status\":{}}" },
  { "apps", "controllerrevisions", "{\"metadata\":{},\"data\":null,\"revision\":0}" },
  { "apps", "daemonsets",
    "{\"metadata\":{},\"spec\":{\"selector\":null," TEMPLATE ",\"updateStrategy\":{}},"
    "\"status\":{\"currentNumberScheduled\":0,\"numberMisscheduled\":0,\"desiredNumberScheduled\":0,"
    "\"numberReady\":0}}" },
  { "apps", "deployments",
    "{\"metadata\":{},\"spec\":{\"selector\":null," TEMPLATE ",\"strategy\":{}},\"status\":{}}" },
  { "apps", "replicasets", "{\"metadata\":{},\"spec\":{\"selector\":null," TEMPLATE "},\"status\":{\"replicas\":0}}" },
  { "apps", "statefulsets",
    "{\"metadata\":{},\"spec\":{\"selector\":null," TEMPLATE ",\"serviceName\":\"\",\"updateStrategy\":{}},"
    "\"status\":{\"replicas\":0,\"availableReplicas\":0}}" },
  { "autoscaling", "horizontalpodautoscalers",
    "{\"metadata\":{},\"spec\":{\"scaleTargetRef\":{\"kind\":\"\",\"name\":\"\"},\"maxReplicas\":0},"
    "\"status\":{\"desiredReplicas\":0,\"currentMetrics\":null}}" },
  { "batch", "cronjobs",
    "{\"metadata\":{},\"spec\":{\"schedule\":\"\",\"jobTemplate\":{\"metadata\":{},\"spec\":{" TEMPLATE "}}},"
    "\"status\":{}}" },
  { "batch", "jobs", "{\"metadata\":{},\"spec\":{" TEMPLATE "},\"status\":{}}" },
  { "coordination.k8s.io", "leases", "{\"metadata\":{},\"spec\":{}}" },
  { "discovery.k8s.io", "endpointslices",
    "{\"metadata\":{},\"addressType\":\"\",\"endpoints\":null,\"ports\":null}" },
  { "networking.k8s.io", "ingressclasses", "{\"metadata\":{},\"spec\":{}}" },
  { "networking.k8s.io", "ingresses", "{\"metadata\":{},\"spec\":{},\"status\":{\"loadBalancer\":{}}}" },
  { "networking.k8s.io", "networkpolicies", "{\"metadata\":{},\"spec\":{\"podSelector\":{}}}" },
  { "policy", "poddisruptionbudgets",
    "{\"metadata\":{},\"spec\":{},\"status\":{\"disruptionsAllowed\":0,\"currentHealthy\":0,\"desiredHealthy\":0,"
    "\"expectedPods\":0}}" },
  { "rbac.authorization.k8s.io", "clusterrolebindings",
    "{\"metadata\":{},\"roleRef\":{\"apiGroup\":\"\",\"kind\":\"\",\"name\":\"\"}}" },
  { "rbac.authorization.k8s.io", "clusterroles", "{\"metadata\":{},\"rules\":null}" },
  { "rbac.authorization.k8s.io", "rolebindings",
    "{\"metadata\":{},\"roleRef\":{\"apiGroup\":\"\",\"kind\":\"\",\"name\":\"\"}}" },
  { "rbac.authorization.k8s.io", "roles", "{\"metadata\":{},\"rules\":null}" },
  { "scheduling.k8s.io", "priorityclasses", "{\"metadata\":{},\"value\":0}" },
  { "storage.k8s.io", "storageclasses", "{\"metadata\":{},\"provisioner\":\"\"}" },
};

/* Of a custom resource nothing is taken to be there. */
static const char *
find_json (KinDemoKind *kind)
{
  KinResource *resource = kin_demo_kind_get_resource (kind);

  if (kin_demo_kind_get_flags (kind) & KIN_DEMO_KIND_CUSTOM)
    return "{}";

  for (guint i = 0; i < G_N_ELEMENTS (blanks); i++)
    {
      if (g_str_equal (blanks[i].plural, kin_resource_get_plural (resource)) &&
          g_str_equal (blanks[i].group, kin_resource_get_group (resource)))
        return blanks[i].json;
    }

  return "{\"metadata\":{}}";
}

/**
 * kin_demo_blank_new:
 * @kind: a kind
 * @draft: where the object shall live
 *
 * Makes an object that has what all objects of the kind have.
 *
 * Returns: (transfer none): an object
 */
yyjson_mut_val *
kin_demo_blank_new (KinDemoKind  *kind,
                    KinDemoDraft *draft)
{
  const char *json;
  yyjson_doc *doc;
  yyjson_mut_val *blank;

  g_return_val_if_fail (kind != NULL, NULL);
  g_return_val_if_fail (draft != NULL, NULL);

  json = find_json (kind);
  doc = yyjson_read (json, strlen (json), YYJSON_READ_NOFLAG);
  blank = yyjson_val_mut_copy (draft, yyjson_doc_get_root (doc));
  yyjson_doc_free (doc);

  return blank;
}
