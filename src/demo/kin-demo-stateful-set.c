/* kin-demo-stateful-set.c: StatefulSets: pods with numbers, made from the lowest up and replaced from the highest down.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-stateful-set.h"

#include <string.h>

#include "demo/kin-demo-pod.h"
#include "demo/kin-demo-recorder.h"
#include "demo/kin-demo-registry.h"
#include "demo/kin-demo-revision.h"
#include "demo/kin-demo-store.h"
#include "demo/kin-demo-upkeep.h"
#include "demo/kin-demo-world.h"

/* Two of them can be added up. */
#define MAX_COUNT 500000000

#define COMPONENT "statefulset-controller"
#define HASH_LABEL "controller.kubernetes.io/hash"
#define REVISION_LABEL "controller-revision-hash"

/* A StatefulSet while it is looked at. */
typedef struct
{
  KinDemoWorld *world;
  KinDemoObject *set;
  KinDemoDraft *draft;
  yyjson_mut_val *spec;
  yyjson_mut_val *status;
  KinDemoRevision *update;
  char *current;                /* the name of the revision that pods have been on */
  int first;                    /* ordinal */
  int n_wanted;
  gint64 min_ready_s;
  gboolean parallel;
  GPtrArray *pods;              /* of KinDemoPodFacts, by ordinal */
  gint64 wait;                  /* microseconds until a pod is available, or -1 */
} Sync;

static void
clear_sync (Sync *sync)
{
  g_clear_pointer (&sync->draft, yyjson_mut_doc_free);
  g_clear_pointer (&sync->update, kin_demo_revision_free);
  g_clear_pointer (&sync->current, g_free);
  g_clear_pointer (&sync->pods, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sync, clear_sync)

static int
get_ordinal (KinDemoPodFacts *pod)
{
  const char *dash = strrchr (kin_demo_object_get_name (pod->object), '-');

  return dash != NULL ? (int) g_ascii_strtoll (dash + 1, NULL, 10) : -1;
}

static const char *
get_revision (KinDemoPodFacts *pod)
{
  const char * const *labels = kin_demo_object_get_labels (pod->object);

  for (guint i = 0; labels[i] != NULL; i += 2)
    {
      if (g_str_equal (labels[i], REVISION_LABEL))
        return labels[i + 1];
    }

  return "";
}

static int
compare_ordinals (gconstpointer a,
                  gconstpointer b)
{
  return get_ordinal (*(KinDemoPodFacts * const *) a) - get_ordinal (*(KinDemoPodFacts * const *) b);
}

static void
read_pods (Sync *sync)
{
  g_autoptr(GPtrArray) pods = kin_demo_store_list_owned (kin_demo_world_get_store (sync->world),
                                                         kin_demo_pod_get_kind (sync->world),
                                                         kin_demo_object_get_uid (sync->set));

  g_clear_pointer (&sync->pods, g_ptr_array_unref);
  sync->pods = g_ptr_array_new_with_free_func ((GDestroyNotify) kin_demo_pod_facts_free);
  for (guint i = 0; i < pods->len; i++)
    g_ptr_array_add (sync->pods, kin_demo_pod_facts_new (g_ptr_array_index (pods, i)));

  g_ptr_array_sort (sync->pods, compare_ordinals);
}

static void
begin (Sync          *sync,
       KinDemoWorld  *world,
       KinDemoObject *set)
{
  yyjson_mut_val *root;
  const char *current;

  sync->world = world;
  sync->set = set;
  sync->update = kin_demo_revision_ensure (world, set, HASH_LABEL);
  sync->draft = kin_demo_object_edit (set);
  sync->wait = -1;

  root = yyjson_mut_doc_get_root (sync->draft);
  sync->spec = kin_demo_get (root, "spec", NULL);
  sync->status = kin_demo_ensure_object (sync->draft, root, "status", NULL);
  current = kin_demo_get_string (sync->status, "currentRevision", NULL);
  sync->current = g_strdup (current != NULL ? current : sync->update->name);
  sync->first = (int) CLAMP (kin_demo_get_integer (sync->spec, 0, "ordinals", "start", NULL), 0, MAX_COUNT);
  sync->n_wanted = (int) CLAMP (kin_demo_get_integer (sync->spec, 1, "replicas", NULL), 0, MAX_COUNT);
  sync->min_ready_s = kin_demo_get_integer (sync->spec, 0, "minReadySeconds", NULL);
  sync->parallel = g_strcmp0 (kin_demo_get_string (sync->spec, "podManagementPolicy", NULL), "Parallel") == 0;
  read_pods (sync);
}

static KinDemoPodFacts *
find_pod (Sync *sync,
          int   ordinal)
{
  for (guint i = 0; i < sync->pods->len; i++)
    {
      if (get_ordinal (g_ptr_array_index (sync->pods, i)) == ordinal)
        return g_ptr_array_index (sync->pods, i);
    }

  return NULL;
}

static gboolean
is_available (Sync            *sync,
              KinDemoPodFacts *pod)
{
  gint64 left = kin_demo_pod_facts_get_available (pod, sync->min_ready_s, kin_demo_world_get_now (sync->world));

  if (left > 0)
    sync->wait = sync->wait < 0 ? left : MIN (sync->wait, left);

  return left == 0 && !pod->terminating;
}

static void
tell (Sync       *sync,
      const char *reason,
      const char *format,
      ...) G_GNUC_PRINTF (3, 4);

static void
tell (Sync       *sync,
      const char *reason,
      const char *format,
      ...)
{
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);

  kin_demo_recorder_event (sync->world, sync->set, "Normal", reason, NULL, message, COMPONENT);
}

static void
ensure_claim (Sync           *sync,
              yyjson_mut_val *template,
              const char     *claim,
              const char     *pod)
{
  const char *namespace_ = kin_demo_object_get_namespace (sync->set);
  g_autoptr(KinDemoObject) there = kin_demo_upkeep_get (sync->world, "", "v1", "persistentvolumeclaims", namespace_,
                                                        claim);
  g_autoptr(KinDemoDraft) draft = NULL;
  g_autoptr(KinDemoObject) created = NULL;
  yyjson_mut_val *root;
  yyjson_mut_val *metadata;
  yyjson_mut_val *labels;

  if (there != NULL)
    return;

  draft = kin_demo_draft_new ();
  root = yyjson_mut_doc_get_root (draft);
  metadata = kin_demo_ensure_object (draft, root, "metadata", NULL);
  kin_demo_set_string (draft, metadata, "name", claim);
  labels = kin_demo_get (sync->spec, "selector", "matchLabels", NULL);
  if (labels != NULL)
    kin_demo_set (draft, metadata, "labels", yyjson_mut_val_mut_copy (draft, labels));
  kin_demo_copy_member (draft, metadata, kin_demo_get (template, "metadata", NULL), "annotations");
  kin_demo_copy_member (draft, root, template, "spec");

  created = kin_demo_upkeep_create (sync->world,
                                    kin_demo_upkeep_find_kind (sync->world, "", "v1", "persistentvolumeclaims"),
                                    namespace_, draft, KIN_DEMO_MANAGER, NULL);
  if (created != NULL)
    tell (sync, "SuccessfulCreate", "Create Claim %s Pod %s in StatefulSet %s success", claim, pod,
          kin_demo_object_get_name (sync->set));
}

static void
remove_volume (yyjson_mut_val *volumes,
               const char     *name)
{
  yyjson_mut_arr_iter iter = yyjson_mut_arr_iter_with (volumes);
  yyjson_mut_val *volume;

  while ((volume = yyjson_mut_arr_iter_next (&iter)) != NULL)
    {
      if (g_strcmp0 (kin_demo_get_string (volume, "name", NULL), name) == 0)
        yyjson_mut_arr_iter_remove (&iter);
    }
}

static void
mount_claim (KinDemoDraft *draft,
             const char   *name,
             const char   *claim)
{
  yyjson_mut_val *spec = kin_demo_get (yyjson_mut_doc_get_root (draft), "spec", NULL);
  yyjson_mut_val *volumes = kin_demo_ensure_array (draft, spec, "volumes");
  yyjson_mut_val *volume = yyjson_mut_obj (draft);

  remove_volume (volumes, name);
  kin_demo_set_string (draft, volume, "name", name);
  kin_demo_set_string (draft, kin_demo_ensure_object (draft, volume, "persistentVolumeClaim", NULL), "claimName",
                       claim);
  yyjson_mut_arr_append (volumes, volume);
}

static void
claim_storage (Sync         *sync,
               KinDemoDraft *draft,
               const char   *pod)
{
  yyjson_mut_val *template;
  gsize i;
  gsize n;

  yyjson_mut_arr_foreach (kin_demo_get (sync->spec, "volumeClaimTemplates", NULL), i, n, template)
    {
      const char *name = kin_demo_get_string (template, "metadata", "name", NULL);
      g_autofree char *claim = g_strconcat (name, "-", pod, NULL);

      ensure_claim (sync, template, claim, pod);
      mount_claim (draft, name, claim);
    }
}

static void
identify (Sync         *sync,
          KinDemoDraft *draft,
          const char   *name,
          int           ordinal,
          const char   *revision)
{
  yyjson_mut_val *root = yyjson_mut_doc_get_root (draft);
  yyjson_mut_val *metadata = kin_demo_get (root, "metadata", NULL);
  yyjson_mut_val *labels = kin_demo_ensure_object (draft, metadata, "labels", NULL);
  yyjson_mut_val *spec = kin_demo_get (root, "spec", NULL);
  g_autofree char *prefix = g_strconcat (kin_demo_object_get_name (sync->set), "-", NULL);
  g_autofree char *index = g_strdup_printf ("%d", ordinal);

  kin_demo_set_string (draft, metadata, "generateName", prefix);
  kin_demo_set_string (draft, labels, "apps.kubernetes.io/pod-index", index);
  kin_demo_set_string (draft, labels, REVISION_LABEL, revision);
  kin_demo_set_string (draft, labels, "statefulset.kubernetes.io/pod-name", name);
  kin_demo_set_string (draft, spec, "hostname", name);
  kin_demo_set_string (draft, spec, "subdomain", kin_demo_get_string (sync->spec, "serviceName", NULL));
}

static int
get_partition (Sync *sync)
{
  gint64 partition = kin_demo_get_integer (sync->spec, 0, "updateStrategy", "rollingUpdate", "partition", NULL);

  return sync->first + (int) CLAMP (partition, 0, MAX_COUNT);
}

static void
create_pod (Sync *sync,
            int   ordinal)
{
  const KinDemoWrite write = { .manager = KIN_DEMO_MANAGER };
  g_autofree char *name = g_strdup_printf ("%s-%d", kin_demo_object_get_name (sync->set), ordinal);
  const char *revision = ordinal < get_partition (sync) ? sync->current : sync->update->name;
  g_autoptr(KinDemoDraft) old = kin_demo_revision_dup_template (sync->world, sync->set, revision);
  yyjson_mut_val *template = old != NULL ? yyjson_mut_doc_get_root (old) : kin_demo_get (sync->spec, "template", NULL);
  g_autoptr(KinDemoDraft) draft = kin_demo_pod_new_draft (sync->set, template, name);
  g_autoptr(KinDemoObject) pod = NULL;

  identify (sync, draft, name, ordinal, revision);
  claim_storage (sync, draft, name);
  pod = kin_demo_registry_create (kin_demo_world_get_registry (sync->world), kin_demo_pod_get_kind (sync->world),
                                  kin_demo_object_get_namespace (sync->set), draft, &write, NULL);
  if (pod != NULL)
    tell (sync, "SuccessfulCreate", "Create Pod %s in StatefulSet %s successful", name,
          kin_demo_object_get_name (sync->set));
}

static void
delete_pod (Sync            *sync,
            KinDemoPodFacts *pod)
{
  if (pod->terminating)
    return;

  if (kin_demo_upkeep_delete (sync->world, pod->object))
    tell (sync, "SuccessfulDelete", "Delete Pod %s in StatefulSet %s successful",
          kin_demo_object_get_name (pod->object), kin_demo_object_get_name (sync->set));
}

/* Returns: whether all that are wanted are there and well, or need not be for the next to be made */
static gboolean
bring_up (Sync *sync)
{
  gboolean all = TRUE;

  for (int ordinal = sync->first; ordinal < sync->first + sync->n_wanted; ordinal++)
    {
      KinDemoPodFacts *pod = find_pod (sync, ordinal);

      if (pod == NULL)
        create_pod (sync, ordinal);
      else if (pod->phase == KIN_DEMO_POD_FAILED || pod->phase == KIN_DEMO_POD_SUCCEEDED)
        delete_pod (sync, pod);
      else if (is_available (sync, pod))
        continue;

      all = FALSE;
      if (!sync->parallel)
        return FALSE;
    }

  return all || sync->parallel;
}

/* Those above what is wanted, the highest first. Returns: whether there were none */
static gboolean
take_down (Sync *sync)
{
  gboolean none = TRUE;

  for (guint i = sync->pods->len; i > 0; i--)
    {
      KinDemoPodFacts *pod = g_ptr_array_index (sync->pods, i - 1);

      if (get_ordinal (pod) < sync->first + sync->n_wanted)
        break;

      delete_pod (sync, pod);
      none = FALSE;
      if (!sync->parallel)
        break;
    }

  return none;
}

/* One after the other, and none while another is not well. */
static void
replace_next (Sync *sync)
{
  if (g_strcmp0 (kin_demo_get_string (sync->spec, "updateStrategy", "type", NULL), "OnDelete") == 0)
    return;

  for (int ordinal = sync->first + sync->n_wanted - 1; ordinal >= get_partition (sync); ordinal--)
    {
      KinDemoPodFacts *pod = find_pod (sync, ordinal);

      if (pod == NULL)
        return;
      if (!g_str_equal (get_revision (pod), sync->update->name))
        {
          delete_pod (sync, pod);
          return;
        }
      if (!is_available (sync, pod))
        return;
    }
}

static void
count_revisions (Sync *sync)
{
  int n_current = 0;
  int n_updated = 0;
  int n_ready = 0;
  int n_available = 0;

  for (guint i = 0; i < sync->pods->len; i++)
    {
      KinDemoPodFacts *pod = g_ptr_array_index (sync->pods, i);

      n_ready += pod->ready;
      n_available += is_available (sync, pod);
      if (pod->terminating)
        continue;
      n_current += g_str_equal (get_revision (pod), sync->current);
      n_updated += g_str_equal (get_revision (pod), sync->update->name);
    }

  if (n_updated == sync->n_wanted && n_ready == sync->n_wanted && (int) sync->pods->len == sync->n_wanted)
    {
      g_set_str (&sync->current, sync->update->name);
      n_current = n_updated;
    }

  kin_demo_set_integer (sync->draft, sync->status, "replicas", sync->pods->len);
  kin_demo_set_integer (sync->draft, sync->status, "readyReplicas", n_ready);
  kin_demo_set_integer (sync->draft, sync->status, "availableReplicas", n_available);
  kin_demo_set_integer (sync->draft, sync->status, "currentReplicas", n_current);
  kin_demo_set_integer (sync->draft, sync->status, "updatedReplicas", n_updated);
}

/* These are left out of the JSON when they are 0. */
static void
remove_zeros (yyjson_mut_val *status)
{
  static const char * const names[] = { "readyReplicas", "currentReplicas", "updatedReplicas", NULL };

  for (guint i = 0; names[i] != NULL; i++)
    {
      if (kin_demo_get_integer (status, 0, names[i], NULL) == 0)
        kin_demo_remove (status, names[i]);
    }
}

static void
write_status (Sync *sync)
{
  yyjson_mut_val *root = yyjson_mut_doc_get_root (sync->draft);

  read_pods (sync);
  count_revisions (sync);
  remove_zeros (sync->status);
  kin_demo_set_integer (sync->draft, sync->status, "collisionCount", 0);
  kin_demo_set_string (sync->draft, sync->status, "currentRevision", sync->current);
  kin_demo_set_string (sync->draft, sync->status, "updateRevision", sync->update->name);
  kin_demo_set_integer (sync->draft, sync->status, "observedGeneration",
                        kin_demo_get_integer (root, 0, "metadata", "generation", NULL));
  kin_demo_upkeep_update_status (sync->world, sync->set, sync->draft);
}

static void
trim_history (Sync *sync)
{
  g_autoptr(GHashTable) live = g_hash_table_new (g_str_hash, g_str_equal);

  g_hash_table_add (live, sync->current);
  g_hash_table_add (live, sync->update->name);
  for (guint i = 0; i < sync->pods->len; i++)
    g_hash_table_add (live, (gpointer) get_revision (g_ptr_array_index (sync->pods, i)));

  kin_demo_revision_trim (sync->world, sync->set, live);
}

static gint64
reconcile (KinDemoWorld *world,
           const char   *namespace_,
           const char   *name)
{
  g_autoptr(KinDemoObject) set = kin_demo_upkeep_get (world, "apps", "v1", "statefulsets", namespace_, name);
  g_auto(Sync) sync = { 0 };

  if (set == NULL || kin_demo_object_is_deleting (set))
    return -1;

  begin (&sync, world, set);
  if (bring_up (&sync) && take_down (&sync))
    replace_next (&sync);
  write_status (&sync);
  trim_history (&sync);

  return sync.wait;
}

const KinDemoController kin_demo_stateful_set_controller = {
  .name = COMPONENT,
  .group = "apps",
  .version = "v1",
  .plural = "statefulsets",
  .reconcile = reconcile,
};
