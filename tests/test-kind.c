/* test-kind.c: a kind knows kubectl's columns and fills them as kubectl does.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "object/kin-object.h"

#define NOW 1793527209    /* 2026-11-01T10:00:09Z */

static KinKind *
new_kind (const char *group,
          const char *plural,
          const char *kind)
{
  g_autoptr(KinResource) resource = kin_resource_new (group, "v1", plural, kind, TRUE);

  return kin_kind_new (resource);
}

/* JSON is written with ' for " here. */
static KinObject *
make (KinKind    *kind,
      const char *json)
{
  g_autofree char *text = g_strdup (json);
  g_autoptr(GError) error = NULL;
  KinObject *object;

  object = kin_object_new_from_json (kind, g_strdelimit (text, "'", '"'), strlen (text), &error);
  g_assert_no_error (error);

  return object;
}

static void
assert_row (const char *group,
            const char *plural,
            const char *kind_name,
            const char *json,
            const char *expected)
{
  g_autoptr(KinKind) kind = new_kind (group, plural, kind_name);
  g_autoptr(KinObject) object = make (kind, json);
  g_autoptr(GString) row = g_string_new (NULL);

  for (guint i = 0; i < kin_kind_get_n_columns (kind); i++)
    {
      g_autofree char *text = kin_cell_dup_text (kin_object_get_cell (object, i), NOW);

      g_string_append_printf (row, "%s%s", i > 0 ? "|" : "", text);
    }

  g_assert_cmpstr (row->str, ==, expected);
}

static void
test_columns (void)
{
  g_autoptr(KinKind) kind = new_kind ("", "pods", "Pod");
  const KinColumn *column;

  g_assert_cmpuint (kin_kind_get_n_columns (kind), ==, 7);
  g_assert_cmpint (kin_kind_find_column (kind, "STATUS"), ==, 1);
  g_assert_cmpint (kin_kind_find_column (kind, "NAME"), ==, -1);
  g_assert_cmpstr (kin_resource_get_id (kin_kind_get_resource (kind)), ==, "pods");

  column = kin_kind_get_column (kind, kin_kind_find_column (kind, "RESTARTS"));
  g_assert_cmpint (column->type, ==, KIN_CELL_RESTARTS);
  g_assert_true (column->numeric);
  g_assert_false (column->wide);
  g_assert_true (kin_kind_get_column (kind, kin_kind_find_column (kind, "NODE"))->wide);
}

/* Same plural, another group: a custom resource, of which we know nothing. */
static void
test_group_counts (void)
{
  g_autoptr(KinKind) kind = new_kind ("acme.io", "pods", "Pod");

  g_assert_cmpuint (kin_kind_get_n_columns (kind), ==, 0);
  g_assert_cmpint (kin_kind_find_column (kind, "STATUS"), ==, -1);
}

/* No kind's columns fall over an object of which nothing is there, or nothing is what it should be. */
static void
test_nothing_there (void)
{
  const char * const bodies[] = {
    "{'metadata':{'name':'a'}}",
    "{'metadata':{'name':'a','labels':1,'annotations':[],'ownerReferences':{},'deletionTimestamp':1},'spec':[],'status':'x',"
    "'subsets':1,'ports':true,'endpoints':'','data':[1],'subjects':{'a':1},'roleRef':[],'involvedObject':3,'series':0}",
    "{'metadata':{'name':'a'},'spec':{'containers':[1,null],'initContainers':[[]],'template':{'spec':{'containers':{}}},"
    "'replicas':'3','selector':1,'rules':[1],'ports':[2],'metrics':[3],'clusterIPs':[4],'externalIPs':[5],'tls':1,"
    "'type':'LoadBalancer','scaleTargetRef':1,'accessModes':[1],'capacity':{'storage':1},'claimRef':2,'parameters':1},"
    "'status':{'conditions':[1,{'type':1}],'containerStatuses':[1,{'state':1}],'initContainerStatuses':[{'state':{'terminated':1}}],"
    "'loadBalancer':{'ingress':[1]},'hard':{'x':{}},'addresses':[1],'nodeInfo':1,'podIPs':[1],'active':2}}",
  };
  g_autoptr(GPtrArray) resources = kin_resource_list_builtin ();

  for (guint i = 0; i < resources->len; i++)
    {
      g_autoptr(KinKind) kind = kin_kind_new (resources->pdata[i]);

      for (guint k = 0; k < G_N_ELEMENTS (bodies); k++)
        {
          g_autoptr(KinObject) object = make (kind, bodies[k]);

          for (guint c = 0; c < kin_kind_get_n_columns (kind); c++)
            g_free (kin_cell_dup_text (kin_object_get_cell (object, c), NOW));
        }
    }
}

static void
assert_pod (const char *spec,
            const char *status,
            const char *expected)
{
  g_autofree char *json = g_strdup_printf ("{'metadata':{'name':'a'},'spec':{%s},'status':{%s}}", spec, status);

  assert_row ("", "pods", "Pod", json, expected);
}

#define TWO_CONTAINERS "'containers':[{'name':'a'},{'name':'b'}]"
#define RUNNING "'state':{'running':{}},'ready':true,'restartCount':0"

static void
test_pod_phases (void)
{
  assert_pod (TWO_CONTAINERS, "'phase':'Pending'", "0/2|Pending|0|<none>|<none>|<none>|<none>");
  assert_pod (TWO_CONTAINERS ",'nodeName':'n1'", "'phase':'Failed','reason':'Evicted'",
              "0/2|Evicted|0|<none>|n1|<none>|<none>");
  assert_pod (TWO_CONTAINERS ",'nodeName':'n1'",
              "'phase':'Running','podIP':'10.0.0.9','podIPs':[{'ip':'10.0.0.1'},{'ip':'fd00::1'}],"
              "'containerStatuses':[{'name':'a'," RUNNING "},{'name':'b'," RUNNING "}]",
              "2/2|Running|0|10.0.0.1|n1|<none>|<none>");
  assert_pod (TWO_CONTAINERS, "'phase':'Pending','nominatedNodeName':'n2'", "0/2|Pending|0|<none>|<none>|n2|<none>");
  assert_pod (TWO_CONTAINERS,
              "'phase':'Pending','conditions':[{'type':'PodScheduled','status':'False','reason':'SchedulingGated'}]",
              "0/2|SchedulingGated|0|<none>|<none>|<none>|<none>");
  assert_pod (TWO_CONTAINERS,
              "'phase':'Running','containerStatuses':[{'name':'a','state':{'waiting':{'reason':'ContainerCreating'}}}]",
              "0/2|ContainerCreating|0|<none>|<none>|<none>|<none>");
}

static void
test_pod_ends (void)
{
  assert_pod (TWO_CONTAINERS,
              "'phase':'Succeeded','containerStatuses':[{'state':{'terminated':{'reason':'Completed','exitCode':0}}},"
              "{'state':{'terminated':{'reason':'Completed','exitCode':0}}}]",
              "0/2|Completed|0|<none>|<none>|<none>|<none>");
  assert_pod (TWO_CONTAINERS,
              "'phase':'Running','conditions':[{'type':'Ready','status':'True'}],"
              "'containerStatuses':[{'state':{'terminated':{'reason':'Completed','exitCode':0}}},{" RUNNING "}]",
              "1/2|Running|0|<none>|<none>|<none>|<none>");
  assert_pod (TWO_CONTAINERS,
              "'phase':'Running','conditions':[{'type':'Ready','status':'False'}],"
              "'containerStatuses':[{'state':{'terminated':{'reason':'Completed','exitCode':0}}},{" RUNNING "}]",
              "1/2|NotReady|0|<none>|<none>|<none>|<none>");
  assert_pod (TWO_CONTAINERS,
              "'phase':'Failed','containerStatuses':[{'state':{'terminated':{'reason':'Completed','exitCode':0}}},"
              "{'state':{'terminated':{'reason':'Error','exitCode':1}}}]",
              "0/2|Error|0|<none>|<none>|<none>|<none>");
  assert_pod (TWO_CONTAINERS, "'phase':'Failed','containerStatuses':[{'state':{'terminated':{'signal':9,'exitCode':137}}}]",
              "0/2|Signal:9|0|<none>|<none>|<none>|<none>");
  assert_pod (TWO_CONTAINERS, "'phase':'Failed','containerStatuses':[{'state':{'terminated':{'exitCode':3}}}]",
              "0/2|ExitCode:3|0|<none>|<none>|<none>|<none>");
}

static void
test_pod_restarts (void)
{
  assert_pod (TWO_CONTAINERS,
              "'phase':'Running','containerStatuses':[{'restartCount':2,'state':{'waiting':{'reason':'CrashLoopBackOff'}},"
              "'lastState':{'terminated':{'exitCode':1,'finishedAt':'2026-11-01T09:55:09Z'}}},"
              "{'restartCount':1,'ready':true,'state':{'running':{}},"
              "'lastState':{'terminated':{'exitCode':1,'finishedAt':'2026-11-01T09:50:09Z'}}}]",
              "1/2|CrashLoopBackOff|3 (5m ago)|<none>|<none>|<none>|<none>");
  assert_pod (TWO_CONTAINERS, "'phase':'Running','containerStatuses':[{'restartCount':4,'ready':true,'state':{'running':{}}}]",
              "1/2|Running|4|<none>|<none>|<none>|<none>");
}

#define INIT_CONTAINERS "'containers':[{'name':'a'}],'initContainers':[{'name':'i1'},{'name':'i2'}]"

static void
test_pod_init (void)
{
  assert_pod (INIT_CONTAINERS,
              "'phase':'Pending','initContainerStatuses':[{'name':'i1','state':{'running':{}}},{'name':'i2','state':{'waiting':"
              "{'reason':'PodInitializing'}}}],'containerStatuses':[{'state':{'waiting':{'reason':'PodInitializing'}}}]",
              "0/1|Init:0/2|0|<none>|<none>|<none>|<none>");
  assert_pod (INIT_CONTAINERS,
              "'phase':'Pending','initContainerStatuses':[{'name':'i1','state':{'terminated':{'exitCode':0}}},"
              "{'name':'i2','state':{'waiting':{'reason':'PodInitializing'}}}]",
              "0/1|Init:1/2|0|<none>|<none>|<none>|<none>");
  assert_pod (INIT_CONTAINERS,
              "'phase':'Pending','initContainerStatuses':[{'name':'i1','restartCount':3,'state':{'waiting':"
              "{'reason':'CrashLoopBackOff'}},'lastState':{'terminated':{'finishedAt':'2026-11-01T10:00:00Z'}}}]",
              "0/1|Init:CrashLoopBackOff|3 (9s ago)|<none>|<none>|<none>|<none>");
  assert_pod (INIT_CONTAINERS,
              "'phase':'Pending','initContainerStatuses':[{'name':'i1','state':{'terminated':{'exitCode':1,'reason':'Error'}}}]",
              "0/1|Init:Error|0|<none>|<none>|<none>|<none>");
  assert_pod (INIT_CONTAINERS,
              "'phase':'Pending','initContainerStatuses':[{'name':'i1','state':{'terminated':{'exitCode':2}}}]",
              "0/1|Init:ExitCode:2|0|<none>|<none>|<none>|<none>");
  assert_pod (INIT_CONTAINERS,
              "'phase':'Pending','initContainerStatuses':[{'name':'i1','state':{'terminated':{'exitCode':0}}},"
              "{'name':'i2','state':{'terminated':{'exitCode':0}}}],"
              "'containerStatuses':[{'state':{'waiting':{'reason':'PodInitializing'}}}]",
              "0/1|PodInitializing|0|<none>|<none>|<none>|<none>");
  /* The restarts of init containers that are done do not count any more. */
  assert_pod (INIT_CONTAINERS,
              "'phase':'Running','initContainerStatuses':[{'name':'i1','restartCount':5,'state':{'terminated':{'exitCode':0}}},"
              "{'name':'i2','state':{'terminated':{'exitCode':0}}}],'containerStatuses':[{" RUNNING "}]",
              "1/1|Running|0|<none>|<none>|<none>|<none>");
}

#define SIDECAR "'containers':[{'name':'a'}],'initContainers':[{'name':'s','restartPolicy':'Always'}]"

/* Public reports 55 and 57. */
static void
test_pod_sidecar (void)
{
  assert_pod (SIDECAR,
              "'phase':'Running','initContainerStatuses':[{'name':'s','started':true," RUNNING "}],"
              "'containerStatuses':[{" RUNNING "}]",
              "2/2|Running|0|<none>|<none>|<none>|<none>");
  assert_pod (SIDECAR,
              "'phase':'Running','initContainerStatuses':[{'name':'s','started':true,'ready':false,'restartCount':1,"
              "'state':{'running':{}}}],'containerStatuses':[{'restartCount':7,'state':{'waiting':{'reason':'CrashLoopBackOff'}}}]",
              "0/2|CrashLoopBackOff|8|<none>|<none>|<none>|<none>");
  assert_pod (SIDECAR, "'phase':'Pending','initContainerStatuses':[{'name':'s','started':false,'state':{'running':{}}}]",
              "0/2|Init:0/1|0|<none>|<none>|<none>|<none>");
  assert_pod (SIDECAR, "", "0/2||0|<none>|<none>|<none>|<none>");
  /* A sidecar restarts after the pod was initialized. */
  assert_pod (SIDECAR,
              "'phase':'Running','conditions':[{'type':'Initialized','status':'True'}],"
              "'initContainerStatuses':[{'name':'s','restartCount':2,'started':false,'state':{'waiting':{'reason':'CrashLoopBackOff'}}}],"
              "'containerStatuses':[{" RUNNING "}]",
              "1/2|Init:CrashLoopBackOff|2|<none>|<none>|<none>|<none>");
}

static void
test_pod_gates (void)
{
  assert_pod (TWO_CONTAINERS ",'readinessGates':[{'conditionType':'x'},{'conditionType':'y'},{'conditionType':'z'}]",
              "'phase':'Running','conditions':[{'type':'x','status':'True'},{'type':'y','status':'False'}]",
              "0/2|Running|0|<none>|<none>|<none>|1/3");
}

/* Public report 59. */
static void
test_pod_deletion (void)
{
  static const struct
  {
    const char *status;
    const char *expected;
  } cases[] = {
    { "'phase':'Running','containerStatuses':[{" RUNNING "}]", "1/1|Terminating|0|<none>|<none>|<none>|<none>" },
    { "'phase':'Running','reason':'NodeLost'", "0/1|Unknown|0|<none>|<none>|<none>|<none>" },
    { "'phase':'Succeeded','containerStatuses':[{'state':{'terminated':{'reason':'Completed','exitCode':0}}}]",
      "0/1|Completed|0|<none>|<none>|<none>|<none>" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *json = g_strdup_printf ("{'metadata':{'name':'a','deletionTimestamp':'2026-11-01T10:00:00Z',"
                                               "'finalizers':['x']},'spec':{'containers':[{'name':'a'}]},'status':{%s}}",
                                               cases[i].status);

      assert_row ("", "pods", "Pod", json, cases[i].expected);
    }
}

#define TEMPLATE "'template':{'spec':{'nodeSelector':{'disk':'ssd'},'containers':[{'name':'web','image':'web:v1'},{'name':'log','image':'log:v2'}]}}"
#define SELECTOR "'selector':{'matchLabels':{'app':'web'}}"

static void
test_workloads (void)
{
  assert_row ("apps", "deployments", "Deployment",
              "{'metadata':{'name':'a'},'spec':{'replicas':3," TEMPLATE "," SELECTOR "},"
              "'status':{'readyReplicas':2,'updatedReplicas':1,'availableReplicas':2}}",
              "2/3|1|2|web,log|web:v1,log:v2|app=web");
  assert_row ("apps", "deployments", "Deployment", "{'metadata':{'name':'a'},'spec':{'replicas':0," SELECTOR "},'status':{}}",
              "0/0|0|0|||app=web");
  assert_row ("apps", "replicasets", "ReplicaSet",
              "{'metadata':{'name':'a'},'spec':{'replicas':3," TEMPLATE "," SELECTOR "},'status':{'replicas':2,'readyReplicas':1}}",
              "3|2|1|web,log|web:v1,log:v2|app=web");
  assert_row ("", "replicationcontrollers", "ReplicationController",
              "{'metadata':{'name':'a'},'spec':{'replicas':3," TEMPLATE ",'selector':{'b':'2','a':'1'}},'status':{'replicas':3}}",
              "3|3|0|web,log|web:v1,log:v2|a=1,b=2");
  assert_row ("apps", "statefulsets", "StatefulSet",
              "{'metadata':{'name':'a'},'spec':{'replicas':3," TEMPLATE "," SELECTOR "},'status':{'readyReplicas':3}}",
              "3/3|web,log|web:v1,log:v2");
  assert_row ("apps", "daemonsets", "DaemonSet",
              "{'metadata':{'name':'a'},'spec':{" TEMPLATE "," SELECTOR "},'status':{'desiredNumberScheduled':5,"
              "'currentNumberScheduled':4,'numberReady':3,'updatedNumberScheduled':2,'numberAvailable':1}}",
              "5|4|3|2|1|disk=ssd|web,log|web:v1,log:v2|app=web");
  assert_row ("apps", "controllerrevisions", "ControllerRevision",
              "{'metadata':{'name':'a','ownerReferences':[{'apiVersion':'apps/v1','kind':'StatefulSet','name':'db',"
              "'controller':true}]},'revision':4}",
              "statefulset.apps/db|4");
}

static void
assert_job (const char *metadata,
            const char *spec,
            const char *status,
            const char *expected)
{
  g_autofree char *json = g_strdup_printf ("{'metadata':{'name':'a'%s},'spec':{%s" SELECTOR "},'status':{%s}}", metadata,
                                           spec, status);

  assert_row ("batch", "jobs", "Job", json, expected);
}

static void
test_jobs (void)
{
  assert_job ("", "'completions':3,'parallelism':1,",
              "'succeeded':3,'startTime':'2026-11-01T09:00:00Z','completionTime':'2026-11-01T09:03:12Z',"
              "'conditions':[{'type':'Complete','status':'True'}]",
              "Complete|3/3|3m12s|||app=web");
  assert_job ("", "'completions':3,", "'startTime':'2026-11-01T09:55:09Z'", "Running|0/3|5m|||app=web");
  assert_job ("", "'completions':1,'suspend':true,", "'conditions':[{'type':'Suspended','status':'True'}]",
              "Suspended|0/1||||app=web");
  assert_job ("", "'completions':1,", "'failed':1,'conditions':[{'type':'FailureTarget','status':'True'},{'type':'Failed','status':'True'}]",
              "Failed|0/1||||app=web");
  assert_job ("", "'completions':1,", "'conditions':[{'type':'FailureTarget','status':'True'}]", "FailureTarget|0/1||||app=web");
  assert_job (",'deletionTimestamp':'2026-11-01T10:00:00Z'", "'completions':1,", "", "Terminating|0/1||||app=web");
  assert_job ("", "'parallelism':4,", "'succeeded':1", "Running|1/1 of 4||||app=web");
  assert_job ("", "'parallelism':1,", "'succeeded':1", "Running|1/1||||app=web");
}

static void
test_cron_jobs (void)
{
  assert_row ("batch", "cronjobs", "CronJob",
              "{'metadata':{'name':'a'},'spec':{'schedule':'*/5 * * * *','suspend':false,'jobTemplate':{'spec':{" TEMPLATE "}}},"
              "'status':{'active':[{'name':'x'}],'lastScheduleTime':'2026-11-01T09:55:00Z'}}",
              "*/5 * * * *|<none>|False|1|5m9s|web,log|web:v1,log:v2|<none>");
  assert_row ("batch", "cronjobs", "CronJob",
              "{'metadata':{'name':'a'},'spec':{'schedule':'@daily','timeZone':'Europe/Berlin','jobTemplate':{'spec':{" TEMPLATE "}}}}",
              "@daily|Europe/Berlin|<unset>|0|<none>|web,log|web:v1,log:v2|<none>");
}

static void
assert_service (const char *spec,
                const char *status,
                const char *expected)
{
  g_autofree char *json = g_strdup_printf ("{'metadata':{'name':'a'},'spec':{%s},'status':{%s}}", spec, status);

  assert_row ("", "services", "Service", json, expected);
}

static void
test_services (void)
{
  assert_service ("'type':'ClusterIP','clusterIP':'10.0.0.1','clusterIPs':['10.0.0.1'],'ports':[{'port':80,'protocol':'TCP'},"
                  "{'port':53,'protocol':'UDP'}],'selector':{'app':'web'}",
                  "", "ClusterIP|10.0.0.1|<none>|80/TCP,53/UDP|app=web");
  assert_service ("'type':'ClusterIP','clusterIP':'None','clusterIPs':['None']", "", "ClusterIP|None|<none>|<none>|<none>");
  assert_service ("'type':'NodePort','clusterIPs':['10.0.0.1'],'externalIPs':['1.1.1.1','2.2.2.2'],"
                  "'ports':[{'port':80,'nodePort':30080,'protocol':'TCP'}]",
                  "", "NodePort|10.0.0.1|1.1.1.1,2.2.2.2|80:30080/TCP|<none>");
  assert_service ("'type':'LoadBalancer','clusterIPs':['10.0.0.1']", "'loadBalancer':{}",
                  "LoadBalancer|10.0.0.1|<pending>|<none>|<none>");
  assert_service ("'type':'LoadBalancer','clusterIPs':['10.0.0.1'],'externalIPs':['9.9.9.9']",
                  "'loadBalancer':{'ingress':[{'hostname':'b.example'},{'ip':'3.3.3.3'},{'ip':'3.3.3.3'}]}",
                  "LoadBalancer|10.0.0.1|3.3.3.3,b.example,9.9.9.9|<none>|<none>");
  assert_service ("'type':'ExternalName','externalName':'db.example'", "", "ExternalName|<none>|db.example|<none>|<none>");
}

static void
test_ingresses (void)
{
  assert_row ("networking.k8s.io", "ingresses", "Ingress",
              "{'metadata':{'name':'a'},'spec':{'ingressClassName':'nginx','tls':[{}],'rules':[{'host':'a'},{'host':'b'},"
              "{'host':'c'},{'host':'d'},{'host':'e'}]},'status':{'loadBalancer':{'ingress':[{'ip':'1.2.3.4'}]}}}",
              "nginx|a,b,c + 2 more...|1.2.3.4|80, 443");
  assert_row ("networking.k8s.io", "ingresses", "Ingress", "{'metadata':{'name':'a'},'spec':{'rules':[{'http':{}}]}}",
              "<none>|*||80");
  assert_row ("networking.k8s.io", "ingressclasses", "IngressClass",
              "{'metadata':{'name':'a'},'spec':{'controller':'k8s.io/x','parameters':{'kind':'P','apiGroup':'g','name':'n'}}}",
              "k8s.io/x|P.g/n");
  assert_row ("networking.k8s.io", "networkpolicies", "NetworkPolicy", "{'metadata':{'name':'a'},'spec':{'podSelector':{}}}",
              "<none>");
}

static void
test_endpoints (void)
{
  assert_row ("", "endpoints", "Endpoints", "{'metadata':{'name':'a'}}", "<none>");
  assert_row ("", "endpoints", "Endpoints",
              "{'metadata':{'name':'a'},'subsets':[{'addresses':[{'ip':'1.1.1.1'},{'ip':'fd00::1'}],'ports':[{'port':80},{'port':81}]}]}",
              "1.1.1.1:80,[fd00::1]:80,1.1.1.1:81 + 1 more...");
  assert_row ("", "endpoints", "Endpoints", "{'metadata':{'name':'a'},'subsets':[{'addresses':[{'ip':'1.1.1.1'}]}]}", "1.1.1.1");
  assert_row ("discovery.k8s.io", "endpointslices", "EndpointSlice",
              "{'metadata':{'name':'a'},'addressType':'IPv4','ports':[{'port':80},{'name':'x'},{}],"
              "'endpoints':[{'addresses':['1','2']},{'addresses':['3','4']}]}",
              "IPv4|80,x,*|1,2,3 + 1 more...");
  assert_row ("discovery.k8s.io", "endpointslices", "EndpointSlice", "{'metadata':{'name':'a'},'addressType':'IPv4'}",
              "IPv4|<unset>|<unset>");
}

static void
test_config (void)
{
  assert_row ("", "configmaps", "ConfigMap", "{'metadata':{'name':'a'},'data':{'a':'','b':''},'binaryData':{'c':''}}", "3");
  assert_row ("", "secrets", "Secret", "{'metadata':{'name':'a'},'type':'Opaque','data':{'password':'c2VjcmV0'}}", "Opaque|1");
  assert_row ("", "resourcequotas", "ResourceQuota",
              "{'metadata':{'name':'a'},'status':{'hard':{'requests.cpu':'4','pods':'10','limits.cpu':'8'},"
              "'used':{'pods':'3','requests.cpu':'1','limits.cpu':'2'}}}",
              "pods: 3/10, requests.cpu: 1/4|limits.cpu: 2/8");
  assert_row ("scheduling.k8s.io", "priorityclasses", "PriorityClass",
              "{'metadata':{'name':'a'},'value':1000,'globalDefault':true,'preemptionPolicy':'Never'}", "1000|true|Never");
  assert_row ("policy", "poddisruptionbudgets", "PodDisruptionBudget",
              "{'metadata':{'name':'a'},'spec':{'minAvailable':'50%'},'status':{'disruptionsAllowed':1}}", "50%|N/A|1");
  assert_row ("policy", "poddisruptionbudgets", "PodDisruptionBudget",
              "{'metadata':{'name':'a'},'spec':{'maxUnavailable':1}}", "N/A|1|0");
}

static void
test_storage (void)
{
  assert_row ("", "persistentvolumes", "PersistentVolume",
              "{'metadata':{'name':'a'},'spec':{'capacity':{'storage':'10Gi'},'accessModes':['ReadWriteMany','ReadWriteOnce'],"
              "'persistentVolumeReclaimPolicy':'Retain','claimRef':{'namespace':'shop','name':'data'},'storageClassName':'fast',"
              "'volumeMode':'Filesystem'},'status':{'phase':'Bound'}}",
              "10Gi|RWO,RWX|Retain|Bound|shop/data|fast|<unset>||Filesystem");
  assert_row ("", "persistentvolumeclaims", "PersistentVolumeClaim",
              "{'metadata':{'name':'a'},'spec':{'volumeName':'pv1','storageClassName':'fast','volumeMode':'Block'},"
              "'status':{'phase':'Bound','capacity':{'storage':'10Gi'},'accessModes':['ReadWriteOncePod']}}",
              "Bound|pv1|10Gi|RWOP|fast|<unset>|Block");
  assert_row ("", "persistentvolumeclaims", "PersistentVolumeClaim",
              "{'metadata':{'name':'a','annotations':{'volume.beta.kubernetes.io/storage-class':'old'}},'spec':{},"
              "'status':{'phase':'Pending'}}",
              "Pending||||old|<unset>|<unset>");
  assert_row ("storage.k8s.io", "storageclasses", "StorageClass",
              "{'metadata':{'name':'a'},'provisioner':'p','allowVolumeExpansion':true}", "p|Delete|Immediate|true");
}

static void
assert_autoscaler (const char *metrics,
                   const char *statuses,
                   const char *expected)
{
  g_autofree char *json = g_strdup_printf ("{'metadata':{'name':'a'},'spec':{'scaleTargetRef':{'kind':'Deployment','name':'web'},"
                                           "'maxReplicas':5,'metrics':[%s]},'status':{'currentReplicas':2,'currentMetrics':[%s]}}",
                                           metrics, statuses);
  g_autofree char *row = g_strdup_printf ("Deployment/web|%s|<unset>|5|2", expected);

  assert_row ("autoscaling", "horizontalpodautoscalers", "HorizontalPodAutoscaler", json, row);
}

static void
test_autoscalers (void)
{
  assert_autoscaler ("", "", "<none>");
  assert_autoscaler ("{'type':'Resource','resource':{'name':'cpu','target':{'averageUtilization':80}}}",
                     "{'type':'Resource','resource':{'name':'cpu','current':{'averageUtilization':12}}}", "cpu: 12%/80%");
  assert_autoscaler ("{'type':'Resource','resource':{'name':'memory','target':{'averageValue':'1Gi'}}},"
                     "{'type':'Pods','pods':{'target':{'averageValue':'10'}}},{'type':'Pods','pods':{}},{'type':'Pods'}",
                     "{'type':'Resource','resource':{'current':{'averageValue':'512Mi'}}}",
                     "memory: 512Mi/1Gi, <unknown>/10 + 2 more...");
  assert_autoscaler ("{'type':'External','external':{'target':{'averageValue':'10'}}},{'type':'Object','object':{'target':{'value':'5'}}}",
                     "{'external':{'current':{'averageValue':'7'}}},{'object':{'current':{'value':'3'}}}", "7/10 (avg), 3/5");
  assert_autoscaler ("{'type':'Resource','resource':{'name':'cpu','target':{}}},{'type':'Dreams'}", "",
                     "cpu: <unknown>/<auto>, <unknown type>");
}

static void
test_access (void)
{
  const char *binding = "{'metadata':{'name':'a'},'roleRef':{'kind':'ClusterRole','name':'view'},'subjects':[{'kind':'User','name':'u1'},"
                        "{'kind':'User','name':'u2'},{'kind':'Group','name':'g'},{'kind':'ServiceAccount','namespace':'n','name':'s'}]}";

  assert_row ("rbac.authorization.k8s.io", "rolebindings", "RoleBinding", binding, "ClusterRole/view|u1, u2|g|n/s");
  assert_row ("rbac.authorization.k8s.io", "clusterrolebindings", "ClusterRoleBinding", binding, "ClusterRole/view|u1, u2|g|n/s");
  assert_row ("rbac.authorization.k8s.io", "roles", "Role", "{'metadata':{'name':'a'}}", "");
}

static void
test_nodes (void)
{
  assert_row ("", "nodes", "Node",
              "{'metadata':{'name':'a','labels':{'node-role.kubernetes.io/worker':'','node-role.kubernetes.io/control-plane':'',"
              "'kubernetes.io/role':'worker'}},'spec':{'unschedulable':true},'status':{'conditions':[{'type':'MemoryPressure',"
              "'status':'False'},{'type':'Ready','status':'True'}],'addresses':[{'type':'Hostname','address':'h'},"
              "{'type':'InternalIP','address':'10.0.0.1'},{'type':'ExternalIP','address':'1.1.1.1'}],'nodeInfo':{"
              "'kubeletVersion':'v1.36.3','osImage':'Debian','kernelVersion':'6.1','architecture':'amd64',"
              "'containerRuntimeVersion':'containerd://2.0'}}}",
              "Ready,SchedulingDisabled|control-plane,worker|v1.36.3|10.0.0.1|1.1.1.1|Debian|6.1 (amd64)|containerd://2.0");
  assert_row ("", "nodes", "Node", "{'metadata':{'name':'a'},'status':{'conditions':[{'type':'Ready','status':'Unknown'}]}}",
              "NotReady|<none>||<none>|<none>|<unknown>|<unknown>|<unknown>");
  assert_row ("", "nodes", "Node", "{'metadata':{'name':'a'}}",
              "Unknown|<none>||<none>|<none>|<unknown>|<unknown>|<unknown>");
}

static void
test_cluster (void)
{
  assert_row ("", "namespaces", "Namespace", "{'metadata':{'name':'a'},'status':{'phase':'Active'}}", "Active");
  assert_row ("coordination.k8s.io", "leases", "Lease", "{'metadata':{'name':'a'},'spec':{'holderIdentity':'me'}}", "me");
  assert_row ("apiextensions.k8s.io", "customresourcedefinitions", "CustomResourceDefinition",
              "{'metadata':{'name':'a','creationTimestamp':'2026-11-01T09:00:00Z'}}", "2026-11-01T09:00:00Z");
  assert_row ("rbac.authorization.k8s.io", "roles", "Role",
              "{'metadata':{'name':'a','creationTimestamp':'2026-11-01T09:00:00Z'}}", "2026-11-01T09:00:00Z");
}

static void
test_api_services (void)
{
  assert_row ("apiregistration.k8s.io", "apiservices", "APIService",
              "{'metadata':{'name':'a'},'spec':{},'status':{'conditions':[{'type':'Available','status':'True',"
              "'reason':'Local'}]}}", "Local|True");
  assert_row ("apiregistration.k8s.io", "apiservices", "APIService",
              "{'metadata':{'name':'a'},'spec':{'service':{'namespace':'kube-system','name':'metrics'}},"
              "'status':{'conditions':[{'type':'Other'},{'type':'Available','status':'False',"
              "'reason':'MissingEndpoints'}]}}", "kube-system/metrics|False (MissingEndpoints)");
  assert_row ("apiregistration.k8s.io", "apiservices", "APIService", "{'metadata':{'name':'a'}}", "Local|Unknown");
}

/* The row of an object that is not kept has the same cells. */
static void
test_cells (void)
{
  const char *text = "{\"metadata\":{\"name\":\"a\"},\"status\":{\"phase\":\"Active\"}}";
  g_autoptr(KinKind) kind = new_kind ("", "namespaces", "Namespace");
  g_autoptr(KinKind) unknown = new_kind ("example.com", "things", "Thing");
  g_autoptr(KinJson) json = kin_json_parse (text, strlen (text), NULL);
  g_autofree KinCell *cells = kin_kind_dup_cells (kind, kin_json_get_root (json));
  g_autofree KinCell *none = kin_kind_dup_cells (unknown, kin_json_get_root (json));

  g_assert_cmpstr (kin_cell_get_text (kin_cell_get_nth (cells, 0)), ==, "Active");
  g_assert_nonnull (none);
}

static void
test_events (void)
{
  assert_row ("", "events", "Event",
              "{'metadata':{'name':'a'},'involvedObject':{'kind':'Pod','name':'web','fieldPath':'spec.containers{app}'},"
              "'type':'Warning','reason':'BackOff','message':' Back-off\\n','source':{'component':'kubelet','host':'n1'},"
              "'firstTimestamp':'2026-11-01T09:00:09Z','lastTimestamp':'2026-11-01T10:00:00Z','count':7}",
              "9s|Warning|BackOff|pod/web|spec.containers{app}|kubelet, n1|Back-off|60m|7");
  assert_row ("", "events", "Event",
              "{'metadata':{'name':'a'},'involvedObject':{'kind':'Node'},'type':'Normal','reason':'R','message':'m',"
              "'reportingComponent':'c','firstTimestamp':null,'lastTimestamp':null,'eventTime':'2026-11-01T10:00:00.000000Z'}",
              "9s|Normal|R|node||c|m|9s|1");
  assert_row ("events.k8s.io", "events", "Event",
              "{'metadata':{'name':'a'},'regarding':{'kind':'Pod','name':'web'},'type':'Normal','reason':'R','note':'m',"
              "'reportingController':'c','reportingInstance':'i','eventTime':'2026-11-01T09:58:09.000000Z',"
              "'series':{'count':3,'lastObservedTime':'2026-11-01T10:00:08.000000Z'}}",
              "1s|Normal|R|pod/web||c, i|m|2m|3");
  assert_row ("", "events", "Event", "{'metadata':{'name':'a'}}", "<unknown>||||||" "|<unknown>|1");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/kind/columns", test_columns);
  g_test_add_func ("/kind/group-counts", test_group_counts);
  g_test_add_func ("/kind/nothing-there", test_nothing_there);
  g_test_add_func ("/kind/pod/phases", test_pod_phases);
  g_test_add_func ("/kind/pod/ends", test_pod_ends);
  g_test_add_func ("/kind/pod/restarts", test_pod_restarts);
  g_test_add_func ("/kind/pod/init", test_pod_init);
  g_test_add_func ("/kind/pod/sidecar", test_pod_sidecar);
  g_test_add_func ("/kind/pod/gates", test_pod_gates);
  g_test_add_func ("/kind/pod/deletion", test_pod_deletion);
  g_test_add_func ("/kind/workloads", test_workloads);
  g_test_add_func ("/kind/jobs", test_jobs);
  g_test_add_func ("/kind/cron-jobs", test_cron_jobs);
  g_test_add_func ("/kind/services", test_services);
  g_test_add_func ("/kind/ingresses", test_ingresses);
  g_test_add_func ("/kind/endpoints", test_endpoints);
  g_test_add_func ("/kind/config", test_config);
  g_test_add_func ("/kind/storage", test_storage);
  g_test_add_func ("/kind/autoscalers", test_autoscalers);
  g_test_add_func ("/kind/access", test_access);
  g_test_add_func ("/kind/nodes", test_nodes);
  g_test_add_func ("/kind/cluster", test_cluster);
  g_test_add_func ("/kind/api-services", test_api_services);
  g_test_add_func ("/kind/cells", test_cells);
  g_test_add_func ("/kind/events", test_events);

  return g_test_run ();
}
