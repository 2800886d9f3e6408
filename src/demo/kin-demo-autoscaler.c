/* kin-demo-autoscaler.c: HorizontalPodAutoscalers: more pods when there is more to do. What there is to do is invented:
 * it swells and falls in the course of half an hour, for each in its own time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-autoscaler.h"

#include <math.h>
#include <string.h>

#include "demo/kin-demo-kinds.h"
#include "demo/kin-demo-recorder.h"
#include "demo/kin-demo-upkeep.h"
#include "demo/kin-demo-world.h"

#define COMPONENT "horizontal-pod-autoscaler"
#define PERIOD_US (15 * (gint64) G_USEC_PER_SEC)
#define PATIENCE_S (3 * 60)         /* before it scales down */
#define TOLERANCE 0.1

/* An autoscaler while it is looked at. */
typedef struct
{
  KinDemoWorld *world;
  KinDemoObject *scaler;
  KinDemoDraft *draft;
  yyjson_mut_val *spec;
  yyjson_mut_val *status;
  KinDemoObject *target;
  char *now;
  gint64 now_s;
  guint n_min;
  guint n_max;
  guint n_replicas;
  guint target_percent;
} Sync;

static void
clear_sync (Sync *sync)
{
  g_clear_pointer (&sync->draft, yyjson_mut_doc_free);
  g_clear_pointer (&sync->target, kin_demo_object_unref);
  g_clear_pointer (&sync->now, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sync, clear_sync)

static KinDemoObject *
find_target (Sync *sync)
{
  g_autoptr(KinDemoObject) target = kin_demo_upkeep_get_referent (sync->world,
                                                                  kin_demo_object_get_namespace (sync->scaler),
                                                                  kin_demo_get (sync->spec, "scaleTargetRef", NULL));

  if (target == NULL || (kin_demo_kind_get_flags (kin_demo_object_get_kind (target)) & KIN_DEMO_KIND_SCALE) == 0)
    return NULL;

  return g_steal_pointer (&target);
}

static void
begin (Sync          *sync,
       KinDemoWorld  *world,
       KinDemoObject *scaler)
{
  yyjson_mut_val *root;
  yyjson_mut_val *metric;

  sync->world = world;
  sync->scaler = scaler;
  sync->draft = kin_demo_object_edit (scaler);
  sync->now = kin_demo_world_dup_time (world);
  sync->now_s = kin_demo_world_get_now (world) / PERIOD_US * (PERIOD_US / G_USEC_PER_SEC);

  root = yyjson_mut_doc_get_root (sync->draft);
  sync->spec = kin_demo_get (root, "spec", NULL);
  sync->status = kin_demo_ensure_object (sync->draft, root, "status", NULL);
  sync->n_min = (guint) kin_demo_get_integer (sync->spec, 1, "minReplicas", NULL);
  sync->n_max = (guint) kin_demo_get_integer (sync->spec, 1, "maxReplicas", NULL);
  metric = yyjson_mut_arr_get_first (kin_demo_get (sync->spec, "metrics", NULL));
  sync->target_percent = (guint) MAX (kin_demo_get_integer (metric, 80, "resource", "target", "averageUtilization",
                                                            NULL), 1);
  sync->target = find_target (sync);
}

static guint
read_replicas (KinDemoObject *target)
{
  g_autoptr(KinJson) json = kin_demo_object_parse (target);

  return (guint) kin_json_get_integer (kin_json_get (kin_json_get_root (json), "spec"), "replicas", 1);
}

/* How much of one pod's share all of them do together, in percent. A wave, between a little less than the least and
 * more than half of the most replicas have to do. */
static double
invent_load (Sync *sync)
{
  guint hash = g_str_hash (kin_demo_object_get_key (sync->scaler));
  double period_s = 15 * 60 + hash % 7 * 150;
  double phase = (double) (hash / 7 % 1000) / 1000;
  double wave = 0.5 + 0.5 * sin (2 * G_PI * ((double) sync->now_s / period_s + phase));
  double ripple = 0.04 * sin (2 * G_PI * (double) sync->now_s / 47);
  double least = 0.8 * sync->n_min;
  double most = 0.9 * sync->n_min + 0.6 * (sync->n_max - sync->n_min) + 0.5;

  return sync->target_percent * (least + (most - least) * wave) * (1 + ripple);
}

static guint
propose (Sync  *sync,
         guint  percent)
{
  double ratio = (double) percent / sync->target_percent;
  guint n_proposed = sync->n_replicas;
  gint64 last = kin_demo_get_seconds (sync->status, "lastScaleTime");

  if (fabs (ratio - 1) > TOLERANCE)
    n_proposed = (guint) ceil (ratio * sync->n_replicas);
  n_proposed = CLAMP (n_proposed, sync->n_min, MAX (sync->n_max, sync->n_min));

  /* Down it goes in peace: what is needed again in a minute is not taken away. */
  if (n_proposed < sync->n_replicas && last >= 0 && sync->now_s - last < PATIENCE_S)
    return sync->n_replicas;

  return n_proposed;
}

static void
write_metric (Sync  *sync,
              guint  percent)
{
  yyjson_mut_val *current;
  yyjson_mut_val *resource;
  g_autofree char *value = g_strdup_printf ("%um", percent);

  kin_demo_remove (sync->status, "currentMetrics");
  current = yyjson_mut_arr_add_obj (sync->draft, kin_demo_ensure_array (sync->draft, sync->status, "currentMetrics"));
  kin_demo_set_string (sync->draft, current, "type", "Resource");
  resource = kin_demo_ensure_object (sync->draft, current, "resource", NULL);
  kin_demo_set_string (sync->draft, resource, "name", "cpu");
  resource = kin_demo_ensure_object (sync->draft, resource, "current", NULL);
  kin_demo_set_integer (sync->draft, resource, "averageUtilization", percent);
  kin_demo_set_string (sync->draft, resource, "averageValue", value);
}

static void
write_conditions (Sync  *sync,
                  guint  n_proposed)
{
  g_autofree char *rescaled = g_strdup_printf ("the HPA controller was able to update the target scale to %u",
                                              n_proposed);
  gboolean scaled = n_proposed != sync->n_replicas;
  gboolean at_min = n_proposed == sync->n_min;

  kin_demo_set_condition (sync->draft, sync->status, "AbleToScale", TRUE,
                          scaled ? "SucceededRescale" : "ReadyForNewScale",
                          scaled ? rescaled : "recommended size matches current size", sync->now);
  kin_demo_set_condition (sync->draft, sync->status, "ScalingActive", TRUE, "ValidMetricFound",
                          "the HPA was able to successfully calculate a replica count from cpu resource utilization "
                          "(percentage of request)", sync->now);
  kin_demo_set_condition (sync->draft, sync->status, "ScalingLimited", at_min,
                          at_min ? "TooFewReplicas" : "DesiredWithinRange",
                          at_min ? "the desired replica count is less than the minimum replica count"
                                 : "the desired count is within the acceptable range", sync->now);
}

static void
rescale (Sync  *sync,
         guint  n_proposed)
{
  g_autofree char *message = g_strdup_printf ("New size: %u; reason: %s", n_proposed,
                                              n_proposed > sync->n_replicas
                                                ? "cpu resource utilization (percentage of request) above target"
                                                : "All metrics below target");

  if (!kin_demo_upkeep_scale (sync->world, sync->target, n_proposed, KIN_DEMO_MANAGER))
    return;

  kin_demo_set_string (sync->draft, sync->status, "lastScaleTime", sync->now);
  kin_demo_recorder_event (sync->world, sync->scaler, "Normal", "SuccessfulRescale", NULL, message, COMPONENT);
}

static void
autoscale (Sync *sync)
{
  guint percent;
  guint n_proposed;

  sync->n_replicas = read_replicas (sync->target);

  /* Someone scaled it down to nothing: it is switched off. */
  if (sync->n_replicas == 0)
    {
      kin_demo_set_condition (sync->draft, sync->status, "ScalingActive", FALSE, "ScalingDisabled",
                              "scaling is disabled since the replica count of the target is zero", sync->now);
      return;
    }

  percent = (guint) (invent_load (sync) / sync->n_replicas);
  n_proposed = propose (sync, percent);
  write_metric (sync, percent);
  write_conditions (sync, n_proposed);
  if (n_proposed != sync->n_replicas)
    rescale (sync, n_proposed);

  kin_demo_set_integer (sync->draft, sync->status, "currentReplicas", sync->n_replicas);
  kin_demo_set_integer (sync->draft, sync->status, "desiredReplicas", n_proposed);
}

/* What the API says of an object that is not there. */
static char *
dup_not_found (Sync *sync)
{
  yyjson_mut_val *reference = kin_demo_get (sync->spec, "scaleTargetRef", NULL);
  const char *api_version = kin_demo_get_string (reference, "apiVersion", NULL);
  const char *kind_name = kin_demo_get_string (reference, "kind", NULL);
  const char *slash = api_version != NULL ? strchr (api_version, '/') : NULL;
  g_autofree char *group = slash != NULL ? g_strndup (api_version, (gsize) (slash - api_version)) : g_strdup ("");
  KinDemoKind *kind = NULL;

  if (api_version != NULL && kind_name != NULL)
    kind = kin_demo_kinds_find_kind (kin_demo_world_get_kinds (sync->world), group,
                                     slash != NULL ? slash + 1 : api_version, kind_name);
  if (kind == NULL)
    return g_strdup_printf ("no matches for kind \"%s\" in group \"%s\"", kind_name != NULL ? kind_name : "", group);

  return g_strdup_printf ("%s \"%s\" not found", kin_demo_kind_get_id (kind),
                          kin_demo_get_string (reference, "name", NULL));
}

static void
tell_no_target (Sync *sync)
{
  g_autofree char *refusal = dup_not_found (sync);
  g_autofree char *message = g_strconcat ("the HPA controller was unable to get the target's current scale: ", refusal,
                                          NULL);

  kin_demo_set_condition (sync->draft, sync->status, "AbleToScale", FALSE, "FailedGetScale", message, sync->now);
  kin_demo_set_integer (sync->draft, sync->status, "desiredReplicas", 0);
  kin_demo_recorder_event (sync->world, sync->scaler, "Warning", "FailedGetScale", NULL, refusal, COMPONENT);
}

static gint64
reconcile (KinDemoWorld *world,
           const char   *namespace_,
           const char   *name)
{
  g_autoptr(KinDemoObject) scaler = kin_demo_upkeep_get (world, "autoscaling", "v2", "horizontalpodautoscalers",
                                                         namespace_, name);
  g_auto(Sync) sync = { 0 };

  if (scaler == NULL || kin_demo_object_is_deleting (scaler))
    return -1;

  begin (&sync, world, scaler);
  if (sync.target != NULL)
    autoscale (&sync);
  else
    tell_no_target (&sync);
  kin_demo_upkeep_update_status (world, scaler, sync.draft);

  return PERIOD_US;
}

const KinDemoController kin_demo_autoscaler_controller = {
  .name = COMPONENT,
  .group = "autoscaling",
  .version = "v2",
  .plural = "horizontalpodautoscalers",
  .reconcile = reconcile,
};
