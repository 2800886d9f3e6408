/* bench-object.c: how fast a list of pods is split and decoded, and what it takes afterwards.
 *
 * bench-object [N [FILE]]: N generated pods, or the list in FILE as the API server sends it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "object/kin-item-splitter.h"
#include "object/kin-object.h"

#define CHUNK (64 * 1024)

typedef struct
{
  KinKind *kind;
  GPtrArray *objects;
} List;

/* A number that is the pod's own, but the same in each run. */
static guint64
mix (guint64 i,
     guint64 salt)
{
  guint64 x = i * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) + salt * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);

  x ^= x >> 30;
  x *= G_GUINT64_CONSTANT (0x94d049bb133111eb);

  return x ^ (x >> 31);
}

static void
append_metadata (GString *out,
                 guint    i)
{
  guint owner = i / 10;

  g_string_append_printf (out,
    "{\"metadata\":{\"name\":\"service-%u-6f5d%06x-%05x\",\"generateName\":\"service-%u-6f5d%06x-\",\"namespace\":\"team-%u\","
    "\"uid\":\"%08x-1111-4222-8333-%012x\",\"resourceVersion\":\"%u\",\"generation\":1,"
    "\"creationTimestamp\":\"2026-11-01T10:00:%02uZ\",\"labels\":{\"app\":\"service-%u\",\"app.kubernetes.io/instance\":\"prod\","
    "\"pod-template-hash\":\"6f5d%06x\",\"team\":\"team-%u\",\"tier\":\"backend\"},"
    "\"annotations\":{\"prometheus.io/scrape\":\"true\",\"trace/id\":\"%016" G_GINT64_MODIFIER "x%016" G_GINT64_MODIFIER "x\"},"
    "\"ownerReferences\":[{\"apiVersion\":\"apps/v1\",\"kind\":\"ReplicaSet\",\"name\":\"service-%u-6f5d%06x\","
    "\"uid\":\"%08x-9999-4222-8333-%012x\",\"controller\":true}],",
    owner, owner, i, owner, owner, i % 50, i, i, 1000000 + i, i % 60, owner, owner, i % 50, mix (i, 1), mix (i, 2),
    owner, owner, owner, owner);
  g_string_append (out,
    "\"managedFields\":[{\"manager\":\"kube-controller-manager\",\"operation\":\"Update\",\"apiVersion\":\"v1\","
    "\"time\":\"2026-11-01T10:00:00Z\",\"fieldsType\":\"FieldsV1\",\"fieldsV1\":{\"f:metadata\":{\"f:annotations\":{\".\":{},"
    "\"f:prometheus.io/scrape\":{},\"f:trace/id\":{}},\"f:generateName\":{},\"f:labels\":{\".\":{},\"f:app\":{},\"f:team\":{}}},"
    "\"f:spec\":{\"f:containers\":{\"k:{\\\"name\\\":\\\"app\\\"}\":{\".\":{},\"f:env\":{},\"f:image\":{},\"f:imagePullPolicy\":{},"
    "\"f:livenessProbe\":{\".\":{},\"f:failureThreshold\":{},\"f:httpGet\":{\".\":{},\"f:path\":{},\"f:port\":{},\"f:scheme\":{}},"
    "\"f:periodSeconds\":{}},\"f:name\":{},\"f:ports\":{\".\":{},\"k:{\\\"containerPort\\\":8080}\":{\".\":{},\"f:containerPort\":{}}},"
    "\"f:resources\":{\".\":{},\"f:limits\":{\".\":{},\"f:cpu\":{},\"f:memory\":{}}}}},\"f:dnsPolicy\":{},\"f:restartPolicy\":{}}}},"
    "{\"manager\":\"kubelet\",\"operation\":\"Update\",\"apiVersion\":\"v1\",\"time\":\"2026-11-01T10:00:09Z\","
    "\"fieldsType\":\"FieldsV1\",\"fieldsV1\":{\"f:status\":{\"f:conditions\":{\"k:{\\\"type\\\":\\\"Ready\\\"}\":{\".\":{},"
    "\"f:lastTransitionTime\":{},\"f:status\":{},\"f:type\":{}}},\"f:containerStatuses\":{},\"f:hostIP\":{},\"f:phase\":{},"
    "\"f:podIPs\":{\".\":{},\"k:{\\\"ip\\\":\\\"10.0.0.1\\\"}\":{\".\":{},\"f:ip\":{}}}}},\"subresource\":\"status\"}]},");
}

static void
append_spec (GString *out,
             guint    i)
{
  guint owner = i / 10;

  g_string_append_printf (out,
    "\"spec\":{\"volumes\":[{\"name\":\"config\",\"configMap\":{\"name\":\"service-%u-config\",\"defaultMode\":420}},"
    "{\"name\":\"kube-api-access\",\"projected\":{\"sources\":[{\"serviceAccountToken\":{\"expirationSeconds\":3607,"
    "\"path\":\"token\"}},{\"configMap\":{\"name\":\"kube-root-ca.crt\",\"items\":[{\"key\":\"ca.crt\",\"path\":\"ca.crt\"}]}}]}}],"
    "\"containers\":[{\"name\":\"app\",\"image\":\"registry.example.com/team/service-%u:v1.%u.0\","
    "\"ports\":[{\"name\":\"http\",\"containerPort\":8080,\"protocol\":\"TCP\"}],\"env\":[{\"name\":\"LOG_LEVEL\",\"value\":\"info\"}",
    owner, owner, i % 7);
  for (guint k = 0; k < 3 + owner % 5; k++)
    g_string_append_printf (out, ",{\"name\":\"SERVICE_%u_URL\",\"value\":\"http://s%012" G_GINT64_MODIFIER "x.team-%u.svc:%u\"}", k,
                            mix (owner, 10 + k), (owner + k) % 50, 8000 + k);
  g_string_append_printf (out,
    "],\"resources\":{\"limits\":{\"cpu\":\"500m\",\"memory\":\"512Mi\"},\"requests\":{\"cpu\":\"100m\",\"memory\":\"128Mi\"}},"
    "\"livenessProbe\":{\"httpGet\":{\"path\":\"/healthz\",\"port\":\"http\",\"scheme\":\"HTTP\"},\"periodSeconds\":10,"
    "\"failureThreshold\":3},\"terminationMessagePath\":\"/dev/termination-log\",\"imagePullPolicy\":\"IfNotPresent\"}],"
    "\"restartPolicy\":\"Always\",\"dnsPolicy\":\"ClusterFirst\",\"serviceAccountName\":\"service-%u\",\"nodeName\":\"node-%u\","
    "\"schedulerName\":\"default-scheduler\",\"tolerations\":[{\"key\":\"node.kubernetes.io/not-ready\",\"operator\":\"Exists\","
    "\"effect\":\"NoExecute\",\"tolerationSeconds\":300}],\"priority\":0,\"enableServiceLinks\":true},",
    owner, i % 200);
}

static void
append_status (GString *out,
               guint    i)
{
  static const char * const conditions[] = { "Initialized", "Ready", "ContainersReady", "PodScheduled" };

  g_string_append (out, "\"status\":{\"phase\":\"Running\",\"conditions\":[");
  for (guint k = 0; k < G_N_ELEMENTS (conditions); k++)
    g_string_append_printf (out, "%s{\"type\":\"%s\",\"status\":\"True\",\"lastProbeTime\":null,"
                            "\"lastTransitionTime\":\"2026-11-01T10:00:%02uZ\"}", k > 0 ? "," : "", conditions[k], i % 60);
  g_string_append_printf (out,
    "],\"hostIP\":\"10.1.0.%u\",\"podIP\":\"10.2.%u.%u\",\"podIPs\":[{\"ip\":\"10.2.%u.%u\"}],\"startTime\":\"2026-11-01T10:00:00Z\","
    "\"containerStatuses\":[{\"name\":\"app\",\"state\":{\"running\":{\"startedAt\":\"2026-11-01T10:00:05Z\"}},\"lastState\":{},"
    "\"ready\":true,\"restartCount\":%u,\"image\":\"registry.example.com/team/service-%u:v1.%u.0\","
    "\"containerID\":\"containerd://%016" G_GINT64_MODIFIER "x%016" G_GINT64_MODIFIER "x%016" G_GINT64_MODIFIER "x\",\"started\":true}],"
    "\"qosClass\":\"Burstable\"}}",
    i % 200, i / 250 % 250, i % 250, i / 250 % 250, i % 250, i % 5, i / 10, i % 7, mix (i, 3), mix (i, 4), mix (i, 5));
}

static GString *
generate_list (guint n)
{
  GString *out = g_string_new ("{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"1\"},\"items\":[");

  for (guint i = 0; i < n; i++)
    {
      if (i > 0)
        g_string_append_c (out, ',');
      append_metadata (out, i);
      append_spec (out, i);
      append_status (out, i);
    }
  g_string_append (out, "]}");

  return out;
}

static GString *
load_list (const char *path)
{
  g_autoptr(GError) error = NULL;
  char *text;
  gsize length;

  if (!g_file_get_contents (path, &text, &length, &error))
    {
      g_printerr ("%s\n", error->message);
      exit (1);
    }

  return g_string_new_take (text);
}

static gboolean
count_cb (const char  *json,
          gsize        length,
          gpointer     user_data,
          GError     **error)
{
  (*(guint *) user_data)++;

  return TRUE;
}

static gboolean
decode_cb (const char  *json,
           gsize        length,
           gpointer     user_data,
           GError     **error)
{
  List *list = user_data;
  KinObject *object = kin_object_new_from_json (list->kind, json, length, error);

  if (object == NULL)
    return FALSE;

  g_ptr_array_add (list->objects, object);

  return TRUE;
}

/* Of this process, not of the wall: the machine may do other things meanwhile. */
static double
get_seconds (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);

  return (double) now.tv_sec + (double) now.tv_nsec / 1e9;
}

static double
split (GString     *text,
       KinItemFunc  func,
       gpointer     user_data)
{
  g_autoptr(KinItemSplitter) splitter = kin_item_splitter_new (KIN_SPLIT_LIST, 0, func, user_data);
  g_autoptr(GError) error = NULL;
  double start = get_seconds ();
  gboolean alive = TRUE;

  for (gsize at = 0; alive && at < text->len; at += CHUNK)
    alive = kin_item_splitter_feed (splitter, text->str + at, MIN (CHUNK, text->len - at), &error);
  if (!alive || !kin_item_splitter_finish (splitter, &error))
    {
      g_printerr ("%s\n", error->message);
      exit (1);
    }

  return get_seconds () - start;
}

static double
unpack_all (List *list)
{
  double start = get_seconds ();

  for (guint i = 0; i < list->objects->len; i++)
    g_bytes_unref (kin_object_dup_body (list->objects->pdata[i]));

  return get_seconds () - start;
}

static void
print_memory (List   *list,
              gsize   heap)
{
  gsize own = 0;

  for (guint i = 0; i < list->objects->len; i++)
    own += kin_object_get_memory (list->objects->pdata[i]);

  printf ("memory: %.0f bytes an object by itself, %.0f of the heap with all that is shared; dictionaries %zu\n",
          (double) own / list->objects->len, (double) heap / list->objects->len, kin_kind_get_dictionary_size (list->kind));
}

int
main (int   argc,
      char *argv[])
{
  guint n = argc > 1 ? (guint) atoi (argv[1]) : 20000;
  g_autoptr(KinResource) resource = kin_resource_new ("", "v1", "pods", "Pod", TRUE);
  GString *text = argc > 2 ? load_list (argv[2]) : generate_list (n);
  List list = { kin_kind_new (resource), g_ptr_array_new_with_free_func ((GDestroyNotify) kin_object_unref) };
  guint n_items = 0;
  double megabytes = (double) text->len / 1e6;
  double seconds = split (text, count_cb, &n_items);
  gsize heap;

  printf ("split:  %u objects, %.1f MB, %.0f MB/s\n", n_items, megabytes, megabytes / seconds);

  heap = mallinfo2 ().uordblks;
  seconds = split (text, decode_cb, &list);
  heap = mallinfo2 ().uordblks - heap;
  printf ("decode: %.3f s, %.0f MB/s, %.1f µs an object\n", seconds, megabytes / seconds, seconds * 1e6 / n_items);

  seconds = unpack_all (&list);
  printf ("unpack: %.1f µs an object\n", seconds * 1e6 / n_items);
  print_memory (&list, heap);

  g_ptr_array_unref (list.objects);
  kin_kind_unref (list.kind);
  g_string_free (text, TRUE);

  return 0;
}
