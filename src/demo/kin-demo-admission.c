/* kin-demo-admission.c: what the API server adds to new objects on behalf of their controllers: how a Job knows its pods,
 * how urgent a pod is, and what keeps a volume from going while it is used.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-admission.h"

#include "demo/kin-demo-upkeep.h"

#define JOB_UID_LABEL "batch.kubernetes.io/controller-uid"
#define JOB_NAME_LABEL "batch.kubernetes.io/job-name"

/* By its uid; the labels without a prefix are those of old. A Job that was sent without labels has those of its pods. */
static void
identify_job (KinDemoDraft   *draft,
              yyjson_mut_val *job)
{
  yyjson_mut_val *metadata = kin_demo_get (job, "metadata", NULL);
  yyjson_mut_val *spec = kin_demo_ensure_object (draft, job, "spec", NULL);
  const char *uid = kin_demo_get_string (metadata, "uid", NULL);
  const char *name = kin_demo_get_string (metadata, "name", NULL);
  yyjson_mut_val *labels;
  yyjson_mut_val *own;
  gboolean same;

  if (kin_demo_get_boolean (spec, FALSE, "manualSelector", NULL))
    return;

  labels = kin_demo_ensure_object (draft, spec, "template", "metadata", "labels", NULL);
  own = kin_demo_get (metadata, "labels", NULL);
  same = own == NULL || yyjson_mut_equals (own, labels);
  kin_demo_set_string (draft, labels, JOB_UID_LABEL, uid);
  kin_demo_set_string (draft, labels, JOB_NAME_LABEL, name);
  kin_demo_set_string (draft, labels, "controller-uid", uid);
  kin_demo_set_string (draft, labels, "job-name", name);
  kin_demo_set_string (draft, kin_demo_ensure_object (draft, spec, "selector", "matchLabels", NULL), JOB_UID_LABEL,
                       uid);
  if (same)
    kin_demo_set (draft, metadata, "labels", yyjson_mut_val_mut_copy (draft, labels));
}

static void
prioritize_pod (KinDemoWorld   *world,
                KinDemoDraft   *draft,
                yyjson_mut_val *pod)
{
  yyjson_mut_val *spec = kin_demo_get (pod, "spec", NULL);
  const char *name = kin_demo_get_string (spec, "priorityClassName", NULL);
  g_autoptr(KinDemoObject) class_ = NULL;
  g_autoptr(KinJson) json = NULL;
  KinJsonValue *root;
  const char *policy;

  if (name != NULL)
    class_ = kin_demo_upkeep_get (world, "scheduling.k8s.io", "v1", "priorityclasses", NULL, name);
  if (class_ == NULL)
    return;

  json = kin_demo_object_parse (class_);
  root = kin_json_get_root (json);
  policy = kin_json_get_string (root, "preemptionPolicy");
  kin_demo_set_integer (draft, spec, "priority", kin_json_get_integer (root, "value", 0));
  if (policy != NULL)
    kin_demo_set_string (draft, spec, "preemptionPolicy", policy);
}

static void
protect (KinDemoDraft   *draft,
         yyjson_mut_val *object,
         const char     *finalizer)
{
  yyjson_mut_val *finalizers = kin_demo_ensure_array (draft, kin_demo_get (object, "metadata", NULL), "finalizers");

  if (!kin_demo_has_word (finalizers, finalizer))
    yyjson_mut_arr_add_str (draft, finalizers, finalizer);
}

/**
 * kin_demo_admission_admit:
 * @world: a world
 * @kind: a kind
 * @draft: a new object, which has its uid already
 *
 * Adds what the controllers of its kind need.
 */
void
kin_demo_admission_admit (KinDemoWorld *world,
                          KinDemoKind  *kind,
                          KinDemoDraft *draft)
{
  yyjson_mut_val *root = yyjson_mut_doc_get_root (draft);
  const char *id = kin_demo_kind_get_id (kind);

  if (g_str_equal (id, "jobs.batch"))
    identify_job (draft, root);
  else if (g_str_equal (id, "pods"))
    prioritize_pod (world, draft, root);
  else if (g_str_equal (id, "persistentvolumeclaims"))
    protect (draft, root, "kubernetes.io/pvc-protection");
  else if (g_str_equal (id, "persistentvolumes"))
    protect (draft, root, "kubernetes.io/pv-protection");
}
