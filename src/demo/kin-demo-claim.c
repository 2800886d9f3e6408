/* kin-demo-claim.c: makes a volume for each PersistentVolumeClaim, binds the two, and takes the volume away again.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-claim.h"

#include "demo/kin-demo-pod.h"
#include "demo/kin-demo-recorder.h"
#include "demo/kin-demo-store.h"
#include "demo/kin-demo-upkeep.h"
#include "demo/kin-demo-world.h"

#define COMPONENT "persistentvolume-controller"
#define CLAIM_FINALIZER "kubernetes.io/pvc-protection"
#define VOLUME_FINALIZER "kubernetes.io/pv-protection"
#define RETRY_US (15 * (gint64) G_USEC_PER_SEC)

static KinDemoKind *
get_volume_kind (KinDemoWorld *world)
{
  return kin_demo_upkeep_find_kind (world, "", "v1", "persistentvolumes");
}

/* The class that is taken where a claim names none. */
static KinDemoObject *
find_default_class (KinDemoWorld *world)
{
  KinDemoKind *kind = kin_demo_upkeep_find_kind (world, "storage.k8s.io", "v1", "storageclasses");
  g_autoptr(GPtrArray) classes = kin_demo_store_list (kin_demo_world_get_store (world), kind, NULL);

  for (guint i = 0; i < classes->len; i++)
    {
      g_autoptr(KinJson) json = kin_demo_object_parse (g_ptr_array_index (classes, i));
      KinJsonValue *annotations = kin_json_get_path (kin_json_get_root (json), "metadata", "annotations", NULL);

      if (g_strcmp0 (kin_json_get_string (annotations, "storageclass.kubernetes.io/is-default-class"), "true") == 0)
        return kin_demo_object_ref (g_ptr_array_index (classes, i));
    }

  return NULL;
}

static KinDemoObject *
find_class (KinDemoWorld   *world,
            yyjson_mut_val *spec)
{
  const char *name = kin_demo_get_string (spec, "storageClassName", NULL);

  if (name == NULL)
    return find_default_class (world);

  return *name != '\0' ? kin_demo_upkeep_get (world, "storage.k8s.io", "v1", "storageclasses", NULL, name) : NULL;
}

static void
refer_to_claim (KinDemoDraft   *draft,
                yyjson_mut_val *spec,
                KinDemoObject  *claim)
{
  g_autofree char *version = g_strdup_printf ("%" G_GUINT64_FORMAT, kin_demo_object_get_version (claim));
  yyjson_mut_val *reference = kin_demo_ensure_object (draft, spec, "claimRef", NULL);

  kin_demo_set_string (draft, reference, "apiVersion", "v1");
  kin_demo_set_string (draft, reference, "kind", "PersistentVolumeClaim");
  kin_demo_set_string (draft, reference, "name", kin_demo_object_get_name (claim));
  kin_demo_set_string (draft, reference, "namespace", kin_demo_object_get_namespace (claim));
  kin_demo_set_string (draft, reference, "resourceVersion", version);
  kin_demo_set_string (draft, reference, "uid", kin_demo_object_get_uid (claim));
}

static KinDemoDraft *
make_volume (KinDemoObject  *claim,
             yyjson_mut_val *claim_spec,
             KinDemoObject  *class_,
             const char     *name)
{
  g_autoptr(KinJson) json = kin_demo_object_parse (class_);
  KinJsonValue *source = kin_json_get_root (json);
  KinDemoDraft *draft = kin_demo_draft_new ();
  yyjson_mut_val *root = yyjson_mut_doc_get_root (draft);
  yyjson_mut_val *metadata = kin_demo_ensure_object (draft, root, "metadata", NULL);
  yyjson_mut_val *spec = kin_demo_ensure_object (draft, root, "spec", NULL);
  const char *provisioner = kin_json_get_string (source, "provisioner");
  const char *policy = kin_json_get_string (source, "reclaimPolicy");

  kin_demo_set_string (draft, metadata, "name", name);
  kin_demo_set_string (draft, kin_demo_ensure_object (draft, metadata, "annotations", NULL),
                       "pv.kubernetes.io/provisioned-by", provisioner);
  kin_demo_copy_member (draft, spec, claim_spec, "accessModes");
  kin_demo_set (draft, spec, "capacity",
                yyjson_mut_val_mut_copy (draft, kin_demo_get (claim_spec, "resources", "requests", NULL)));
  refer_to_claim (draft, spec, claim);
  kin_demo_set_string (draft, kin_demo_ensure_object (draft, spec, "csi", NULL), "driver", provisioner);
  kin_demo_set_string (draft, kin_demo_get (spec, "csi", NULL), "volumeHandle", kin_demo_object_get_uid (claim));
  kin_demo_set_string (draft, spec, "persistentVolumeReclaimPolicy", policy != NULL ? policy : "Delete");
  kin_demo_set_string (draft, spec, "storageClassName", kin_demo_object_get_name (class_));
  kin_demo_set_string (draft, spec, "volumeMode", "Filesystem");

  return draft;
}

static void
set_phase (KinDemoWorld  *world,
           KinDemoObject *object,
           const char    *phase)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_object_edit (object);
  yyjson_mut_val *status = kin_demo_ensure_object (draft, yyjson_mut_doc_get_root (draft), "status", NULL);

  kin_demo_set_string (draft, status, "phase", phase);
  kin_demo_upkeep_update_status (world, object, draft);
}

static gboolean
provision (KinDemoWorld   *world,
           KinDemoObject  *claim,
           yyjson_mut_val *spec,
           KinDemoObject  *class_,
           const char     *name)
{
  g_autoptr(KinDemoDraft) draft = make_volume (claim, spec, class_, name);
  g_autofree char *message = g_strdup_printf ("Successfully provisioned volume %s", name);
  g_autoptr(KinDemoObject) volume = kin_demo_upkeep_create (world, get_volume_kind (world), NULL, draft,
                                                            "csi-provisioner", NULL);

  if (volume == NULL)
    return FALSE;

  set_phase (world, volume, "Bound");
  kin_demo_recorder_event (world, claim, "Normal", "ProvisioningSucceeded", NULL, message, COMPONENT);

  return TRUE;
}

static void
fill_claim (KinDemoDraft  *draft,
            KinDemoObject *class_,
            const char    *volume)
{
  g_autoptr(KinJson) json = kin_demo_object_parse (class_);
  const char *provisioner = kin_json_get_string (kin_json_get_root (json), "provisioner");
  yyjson_mut_val *root = yyjson_mut_doc_get_root (draft);
  yyjson_mut_val *annotations = kin_demo_ensure_object (draft, root, "metadata", "annotations", NULL);
  yyjson_mut_val *spec = kin_demo_get (root, "spec", NULL);

  kin_demo_set_string (draft, annotations, "pv.kubernetes.io/bind-completed", "yes");
  kin_demo_set_string (draft, annotations, "pv.kubernetes.io/bound-by-controller", "yes");
  kin_demo_set_string (draft, annotations, "volume.beta.kubernetes.io/storage-provisioner", provisioner);
  kin_demo_set_string (draft, annotations, "volume.kubernetes.io/storage-provisioner", provisioner);
  kin_demo_set_string (draft, spec, "storageClassName", kin_demo_object_get_name (class_));
  kin_demo_set_string (draft, spec, "volumeName", volume);
}

static void
tell_bound (KinDemoWorld *world,
            const char   *namespace_,
            const char   *name)
{
  g_autoptr(KinDemoObject) claim = kin_demo_upkeep_get (world, "", "v1", "persistentvolumeclaims", namespace_, name);
  g_autoptr(KinDemoDraft) draft = kin_demo_object_edit (claim);
  yyjson_mut_val *root = yyjson_mut_doc_get_root (draft);
  yyjson_mut_val *spec = kin_demo_get (root, "spec", NULL);
  yyjson_mut_val *status = kin_demo_ensure_object (draft, root, "status", NULL);

  kin_demo_copy_member (draft, status, spec, "accessModes");
  kin_demo_set (draft, status, "capacity",
                yyjson_mut_val_mut_copy (draft, kin_demo_get (spec, "resources", "requests", NULL)));
  kin_demo_set_string (draft, status, "phase", "Bound");
  kin_demo_upkeep_update_status (world, claim, draft);
}

static gint64
bind_claim (KinDemoWorld  *world,
            KinDemoObject *claim)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_object_edit (claim);
  yyjson_mut_val *root = yyjson_mut_doc_get_root (draft);
  yyjson_mut_val *spec = kin_demo_get (root, "spec", NULL);
  g_autoptr(KinDemoObject) class_ = NULL;
  g_autofree char *volume = NULL;

  if (kin_demo_get_string (spec, "volumeName", NULL) != NULL)
    {
      tell_bound (world, kin_demo_object_get_namespace (claim), kin_demo_object_get_name (claim));
      return -1;
    }

  class_ = find_class (world, spec);
  if (class_ == NULL)
    {
      set_phase (world, claim, "Pending");
      kin_demo_recorder_event (world, claim, "Normal", "FailedBinding", NULL,
                               "no persistent volumes available for this claim and no storage class is set", COMPONENT);
      return RETRY_US;
    }

  volume = g_strconcat ("pvc-", kin_demo_object_get_uid (claim), NULL);
  if (!provision (world, claim, spec, class_, volume))
    return RETRY_US;

  fill_claim (draft, class_, volume);
  kin_demo_upkeep_update (world, claim, draft, KIN_DEMO_MANAGER, NULL);

  return -1;
}

static gboolean
is_used (KinDemoWorld  *world,
         KinDemoObject *claim)
{
  g_autoptr(GPtrArray) pods = kin_demo_store_list (kin_demo_world_get_store (world), kin_demo_pod_get_kind (world),
                                                   kin_demo_object_get_namespace (claim));

  for (guint i = 0; i < pods->len; i++)
    {
      g_autoptr(KinJson) json = kin_demo_object_parse (g_ptr_array_index (pods, i));
      KinJsonIter iter;
      KinJsonValue *volume;

      kin_json_iter_init (&iter, kin_json_get_path (kin_json_get_root (json), "spec", "volumes", NULL));
      while (kin_json_iter_next (&iter, NULL, &volume))
        {
          const char *name = kin_json_get_string (kin_json_get (volume, "persistentVolumeClaim"), "claimName");

          if (g_strcmp0 (name, kin_demo_object_get_name (claim)) == 0)
            return TRUE;
        }
    }

  return FALSE;
}

static void
release_finalizer (KinDemoWorld  *world,
                   KinDemoObject *object,
                   const char    *finalizer)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_object_edit (object);

  if (kin_demo_remove_word (kin_demo_get (yyjson_mut_doc_get_root (draft), "metadata", "finalizers", NULL), finalizer))
    kin_demo_upkeep_update (world, object, draft, KIN_DEMO_MANAGER, NULL);
}

static void
delete_volume (KinDemoWorld *world,
               const char   *name)
{
  g_autoptr(KinDemoObject) volume = kin_demo_upkeep_get (world, "", "v1", "persistentvolumes", NULL, name);
  g_autoptr(KinDemoObject) deleted = NULL;

  kin_demo_upkeep_delete (world, volume);
  deleted = kin_demo_upkeep_get (world, "", "v1", "persistentvolumes", NULL, name);
  if (deleted != NULL)
    release_finalizer (world, deleted, VOLUME_FINALIZER);
}

/* The claim is gone: so is its volume, unless its class said to keep it. */
static void
reclaim (KinDemoWorld *world,
         const char   *namespace_,
         const char   *name)
{
  g_autoptr(GPtrArray) volumes = kin_demo_store_list (kin_demo_world_get_store (world), get_volume_kind (world), NULL);

  for (guint i = 0; i < volumes->len; i++)
    {
      KinDemoObject *volume = g_ptr_array_index (volumes, i);
      g_autoptr(KinJson) json = kin_demo_object_parse (volume);
      KinJsonValue *spec = kin_json_get (kin_json_get_root (json), "spec");
      KinJsonValue *reference = kin_json_get (spec, "claimRef");

      if (g_strcmp0 (kin_json_get_string (reference, "name"), name) != 0 ||
          g_strcmp0 (kin_json_get_string (reference, "namespace"), namespace_) != 0)
        continue;

      if (g_strcmp0 (kin_json_get_string (spec, "persistentVolumeReclaimPolicy"), "Delete") == 0)
        delete_volume (world, kin_demo_object_get_name (volume));
      else
        set_phase (world, volume, "Released");
    }
}

static gint64
reconcile (KinDemoWorld *world,
           const char   *namespace_,
           const char   *name)
{
  g_autoptr(KinDemoObject) claim = kin_demo_upkeep_get (world, "", "v1", "persistentvolumeclaims", namespace_, name);

  if (claim == NULL)
    {
      reclaim (world, namespace_, name);
      return -1;
    }

  if (!kin_demo_object_is_deleting (claim))
    return bind_claim (world, claim);

  if (is_used (world, claim))
    return G_USEC_PER_SEC;

  release_finalizer (world, claim, CLAIM_FINALIZER);

  return -1;
}

const KinDemoController kin_demo_claim_controller = {
  .name = "claim-controller",
  .group = "",
  .version = "v1",
  .plural = "persistentvolumeclaims",
  .reconcile = reconcile,
};
