/* kin-demo-validate-workload.c: what makes no sense in what runs pods.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "demo/kin-demo-cron.h"
#include "demo/kin-demo-names.h"
#include "demo/kin-demo-validate-private.h"

#define JOB_NAME_LENGTH 63
#define CRON_JOB_NAME_LENGTH 52

#define STATEFUL_SET_WORDS                                                                                             \
  "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', "           \
  "'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden"

static const char * const always[] = { "Always", NULL };

static gboolean
has_text (yyjson_mut_val *array,
          const char     *text)
{
  yyjson_mut_val *item;
  size_t i, n;

  yyjson_mut_arr_foreach (array, i, n, item)
    {
      if (yyjson_mut_equals_str (item, text))
        return TRUE;
    }

  return FALSE;
}

static gboolean
expression_matches (yyjson_mut_val *expression,
                    yyjson_mut_val *labels)
{
  const char *operator = kin_demo_get_string (expression, "operator", NULL);
  const char *key = kin_demo_get_string (expression, "key", NULL);
  yyjson_mut_val *values = kin_demo_get (expression, "values", NULL);
  const char *label = key != NULL ? kin_demo_get_string (labels, key, NULL) : NULL;

  if (g_strcmp0 (operator, "In") == 0)
    return label != NULL && has_text (values, label);
  if (g_strcmp0 (operator, "NotIn") == 0)
    return label == NULL || !has_text (values, label);

  return (g_strcmp0 (operator, "Exists") == 0) == (label != NULL);
}

/* A selector that is not there selects nothing. */
gboolean
kin_demo_validate_labels_match (yyjson_mut_val *selector,
                                yyjson_mut_val *labels)
{
  yyjson_mut_val *wanted = kin_demo_get (selector, "matchLabels", NULL);
  yyjson_mut_val *expressions = kin_demo_get (selector, "matchExpressions", NULL);
  yyjson_mut_val *key;
  yyjson_mut_val *value;
  size_t i, n;

  if (selector == NULL)
    return FALSE;

  yyjson_mut_obj_foreach (wanted, i, n, key, value)
    {
      if (!yyjson_mut_equals (yyjson_mut_obj_get (labels, yyjson_mut_get_str (key)), value))
        return FALSE;
    }
  yyjson_mut_arr_foreach (expressions, i, n, value)
    {
      if (!expression_matches (value, labels))
        return FALSE;
    }

  return TRUE;
}

static void
validate_expression (KinDemoComplaints *complaints,
                     yyjson_mut_val    *expression)
{
  const char *operator = kin_demo_get_string (expression, "operator", NULL);
  gboolean has_values = yyjson_mut_arr_size (kin_demo_get (expression, "values", NULL)) > 0;

  if (g_strcmp0 (operator, "In") == 0 || g_strcmp0 (operator, "NotIn") == 0)
    {
      if (!has_values)
        kin_demo_complain_required (complaints, "values", "must be specified when `operator` is 'In' or 'NotIn'");
    }
  else if (g_strcmp0 (operator, "Exists") == 0 || g_strcmp0 (operator, "DoesNotExist") == 0)
    {
      if (has_values)
        kin_demo_complain_forbidden (complaints, "values",
                                     "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
    }
  else if (operator != NULL)
    {
      kin_demo_complain_invalid_text (complaints, "operator", operator, "not a valid selector operator");
    }
}

void
kin_demo_validate_label_selector (KinDemoComplaints *complaints,
                                  const char        *name,
                                  yyjson_mut_val    *selector)
{
  gsize mark = kin_demo_complaints_enter (complaints, name);
  yyjson_mut_val *expressions = kin_demo_get (selector, "matchExpressions", NULL);
  yyjson_mut_val *expression;
  size_t i, n;

  yyjson_mut_arr_foreach (expressions, i, n, expression)
    {
      gsize inner = kin_demo_complaints_enter (complaints, "matchExpressions");

      kin_demo_complaints_enter_item (complaints, i);
      validate_expression (complaints, expression);
      kin_demo_complaints_leave (complaints, inner);
    }
  kin_demo_complaints_leave (complaints, mark);
}

static gboolean
is_valid_selector (yyjson_mut_val *selector)
{
  g_autoptr(KinDemoComplaints) trial = kin_demo_complaints_new ();
  yyjson_mut_val *labels = kin_demo_get (selector, "matchLabels", NULL);
  yyjson_mut_val *key;
  yyjson_mut_val *value;
  size_t i, n;

  kin_demo_validate_label_selector (trial, "selector", selector);
  yyjson_mut_obj_foreach (labels, i, n, key, value)
    {
      kin_demo_names_check_qualified (trial, NULL, yyjson_mut_get_str (key));
      if (yyjson_mut_is_str (value))
        kin_demo_names_check_label_value (trial, NULL, yyjson_mut_get_str (value));
    }

  return kin_demo_complaints_settle (trial, "", "", "", NULL);
}

static void
validate_selector (KinDemoComplaints *complaints,
                   yyjson_mut_val    *spec,
                   const char        *what)
{
  yyjson_mut_val *selector = kin_demo_get (spec, "selector", NULL);
  yyjson_mut_val *labels = kin_demo_get (spec, "template", "metadata", "labels", NULL);
  gsize mark;

  kin_demo_validate_label_selector (complaints, "selector", selector);
  if (!is_valid_selector (selector))
    {
      kin_demo_complain_invalid (complaints, "selector", selector, "invalid label selector");
      return;
    }
  if (selector != NULL && yyjson_mut_obj_size (selector) == 0)
    {
      kin_demo_complain_invalid (complaints, "selector", selector, "empty selector is invalid for %s", what);
      return;
    }
  if (kin_demo_validate_labels_match (selector, labels))
    return;

  mark = kin_demo_complaints_enter (complaints, "template");
  kin_demo_complaints_enter (complaints, "metadata");
  kin_demo_complain_invalid (complaints, "labels", labels, "`selector` does not match template `labels`");
  kin_demo_complaints_leave (complaints, mark);
}

static void
validate_template (KinDemoComplaints *complaints,
                   yyjson_mut_val    *spec)
{
  gsize mark = kin_demo_complaints_enter (complaints, "template");

  kin_demo_complaints_enter (complaints, "spec");
  kin_demo_validate_pod_spec (complaints, kin_demo_get (spec, "template", "spec", NULL),
                              kin_demo_get (spec, "volumeClaimTemplates", NULL));
  kin_demo_complaints_leave (complaints, mark);
}

/* A template of pods that are to run for ever. */
static void
validate_lasting_template (KinDemoComplaints *complaints,
                           yyjson_mut_val    *spec,
                           const char        *owner)
{
  yyjson_mut_val *pod = kin_demo_get (spec, "template", "spec", NULL);
  const char *policy = kin_demo_get_string (pod, "restartPolicy", NULL);
  g_autofree char *words = g_strdup_printf ("activeDeadlineSeconds in %s is not Supported", owner);
  gsize mark = kin_demo_complaints_enter (complaints, "template");

  kin_demo_complaints_enter (complaints, "spec");
  if (policy != NULL && !g_str_equal (policy, "Always"))
    kin_demo_complain_unsupported (complaints, "restartPolicy", kin_demo_get (pod, "restartPolicy", NULL), always);
  if (kin_demo_get (pod, "activeDeadlineSeconds", NULL) != NULL)
    kin_demo_complain_forbidden (complaints, "activeDeadlineSeconds", words);
  kin_demo_complaints_leave (complaints, mark);

  validate_template (complaints, spec);
}

static void
validate_unchanged (KinDemoComplaints *complaints,
                    yyjson_mut_val    *spec,
                    yyjson_mut_val    *old,
                    const char        *name)
{
  yyjson_mut_val *now = kin_demo_get (spec, name, NULL);
  yyjson_mut_val *before = kin_demo_get (old, "spec", name, NULL);

  if (old != NULL && now != before && !yyjson_mut_equals (now, before))
    kin_demo_complain_invalid (complaints, name, now, "field is immutable");
}

static gboolean
is_none (yyjson_mut_val *amount)
{
  const char *text = yyjson_mut_get_str (amount);

  return text != NULL ? g_ascii_strtoll (text, NULL, 10) == 0 : yyjson_mut_get_sint (amount) == 0;
}

static void
validate_strategy (KinDemoComplaints *complaints,
                   yyjson_mut_val    *spec)
{
  yyjson_mut_val *strategy = kin_demo_get (spec, "strategy", NULL);
  yyjson_mut_val *rolling = kin_demo_get (strategy, "rollingUpdate", NULL);
  yyjson_mut_val *unavailable = kin_demo_get (rolling, "maxUnavailable", NULL);
  gsize mark = kin_demo_complaints_enter (complaints, "strategy");

  if (g_strcmp0 (kin_demo_get_string (strategy, "type", NULL), "Recreate") == 0 && rolling != NULL)
    {
      kin_demo_complain_forbidden (complaints, "rollingUpdate", "may not be specified when strategy `type` is 'Recreate'");
    }
  else if (rolling != NULL && is_none (unavailable) && is_none (kin_demo_get (rolling, "maxSurge", NULL)))
    {
      kin_demo_complaints_enter (complaints, "rollingUpdate");
      kin_demo_complain_invalid (complaints, "maxUnavailable", unavailable, "may not be 0 when `maxSurge` is 0");
    }
  kin_demo_complaints_leave (complaints, mark);
}

static void
validate_deadline (KinDemoComplaints *complaints,
                   yyjson_mut_val    *spec)
{
  yyjson_mut_val *deadline = kin_demo_get (spec, "progressDeadlineSeconds", NULL);

  if (deadline != NULL && yyjson_mut_get_sint (deadline) <= kin_demo_get_integer (spec, 0, "minReadySeconds", NULL))
    kin_demo_complain_invalid (complaints, "progressDeadlineSeconds", deadline, "must be greater than minReadySeconds");
}

static void
validate_deployment (KinDemoComplaints *complaints,
                     yyjson_mut_val    *object,
                     yyjson_mut_val    *old)
{
  yyjson_mut_val *spec = kin_demo_get (object, "spec", NULL);
  gsize mark = kin_demo_complaints_enter (complaints, "spec");

  validate_selector (complaints, spec, "deployment");
  validate_lasting_template (complaints, spec, "ReplicaSet");
  validate_strategy (complaints, spec);
  validate_deadline (complaints, spec);
  validate_unchanged (complaints, spec, old, "selector");
  kin_demo_complaints_leave (complaints, mark);
}

static void
validate_replica_set (KinDemoComplaints *complaints,
                      yyjson_mut_val    *object,
                      yyjson_mut_val    *old)
{
  yyjson_mut_val *spec = kin_demo_get (object, "spec", NULL);
  gsize mark = kin_demo_complaints_enter (complaints, "spec");

  validate_selector (complaints, spec, "deployment");
  validate_lasting_template (complaints, spec, "ReplicaSet");
  validate_unchanged (complaints, spec, old, "selector");
  kin_demo_complaints_leave (complaints, mark);
}

static void
validate_stateful_update (KinDemoComplaints *complaints,
                          yyjson_mut_val    *object,
                          yyjson_mut_val    *old)
{
  static const char * const fixed[] = { "podManagementPolicy", "selector", "serviceName", "volumeClaimTemplates" };

  for (guint i = 0; old != NULL && i < G_N_ELEMENTS (fixed); i++)
    {
      yyjson_mut_val *now = kin_demo_get (object, "spec", fixed[i], NULL);
      yyjson_mut_val *before = kin_demo_get (old, "spec", fixed[i], NULL);

      if (now != before && !yyjson_mut_equals (now, before))
        {
          kin_demo_complain_forbidden (complaints, "spec", STATEFUL_SET_WORDS);
          return;
        }
    }
}

static void
validate_stateful_set (KinDemoComplaints *complaints,
                       yyjson_mut_val    *object,
                       yyjson_mut_val    *old)
{
  yyjson_mut_val *spec = kin_demo_get (object, "spec", NULL);
  gsize mark = kin_demo_complaints_enter (complaints, "spec");

  validate_selector (complaints, spec, "statefulset");
  validate_lasting_template (complaints, spec, "StatefulSet");
  kin_demo_complaints_leave (complaints, mark);

  validate_stateful_update (complaints, object, old);
}

static void
validate_rolling_daemons (KinDemoComplaints *complaints,
                          yyjson_mut_val    *spec)
{
  yyjson_mut_val *rolling = kin_demo_get (spec, "updateStrategy", "rollingUpdate", NULL);
  yyjson_mut_val *surge = kin_demo_get (rolling, "maxSurge", NULL);
  gboolean no_surge = is_none (surge);
  gboolean none_unavailable = is_none (kin_demo_get (rolling, "maxUnavailable", NULL));
  gsize mark = kin_demo_complaints_enter (complaints, "updateStrategy");

  kin_demo_complaints_enter (complaints, "rollingUpdate");
  if (rolling != NULL && no_surge && none_unavailable)
    kin_demo_complain_required (complaints, "maxUnavailable", "cannot be 0 when maxSurge is 0");
  else if (rolling != NULL && !no_surge && !none_unavailable)
    kin_demo_complain_invalid (complaints, "maxSurge", surge, "may not be set when maxUnavailable is non-zero");
  kin_demo_complaints_leave (complaints, mark);
}

static void
validate_daemon_set (KinDemoComplaints *complaints,
                     yyjson_mut_val    *object,
                     yyjson_mut_val    *old)
{
  yyjson_mut_val *spec = kin_demo_get (object, "spec", NULL);
  gsize mark = kin_demo_complaints_enter (complaints, "spec");

  validate_unchanged (complaints, spec, old, "selector");
  validate_selector (complaints, spec, "daemonset");
  validate_lasting_template (complaints, spec, "DaemonSet");
  validate_rolling_daemons (complaints, spec);
  kin_demo_complaints_leave (complaints, mark);
}

/* A template of pods that are to end. */
static void
validate_ending_template (KinDemoComplaints *complaints,
                          yyjson_mut_val    *spec)
{
  const char *policy = kin_demo_get_string (spec, "template", "spec", "restartPolicy", NULL);
  gsize mark;

  validate_template (complaints, spec);
  if (g_strcmp0 (policy, "Always") != 0)
    return;

  mark = kin_demo_complaints_enter (complaints, "template");
  kin_demo_complaints_enter (complaints, "spec");
  kin_demo_complain_required (complaints, "restartPolicy", "valid values: \"OnFailure\", \"Never\"");
  kin_demo_complaints_leave (complaints, mark);
}

static void
validate_job (KinDemoComplaints *complaints,
              yyjson_mut_val    *object,
              yyjson_mut_val    *old)
{
  yyjson_mut_val *spec = kin_demo_get (object, "spec", NULL);
  const char *name = kin_demo_get_string (object, "metadata", "name", NULL);
  gsize mark = kin_demo_complaints_enter (complaints, "spec");

  /* The job's name becomes a label of its pods. */
  if (name != NULL && strlen (name) > JOB_NAME_LENGTH)
    {
      gsize inner = kin_demo_complaints_enter (complaints, "template");

      kin_demo_complain_invalid_text (complaints, "labels", name, "must be no more than %d bytes", JOB_NAME_LENGTH);
      kin_demo_complaints_leave (complaints, inner);
    }
  validate_ending_template (complaints, spec);
  if (g_strcmp0 (kin_demo_get_string (spec, "completionMode", NULL), "Indexed") != 0)
    validate_unchanged (complaints, spec, old, "completions");
  validate_unchanged (complaints, spec, old, "selector");
  validate_unchanged (complaints, spec, old, "template");
  validate_unchanged (complaints, spec, old, "completionMode");
  kin_demo_complaints_leave (complaints, mark);
}

/* A zone is the name of a file below a folder; any other file is none. */
static gboolean
is_path (const char *zone)
{
  return *zone == '/' || strstr (zone, "..") != NULL || strchr (zone, '\\') != NULL;
}

static void
validate_schedule (KinDemoComplaints *complaints,
                   yyjson_mut_val    *spec)
{
  const char *schedule = kin_demo_get_string (spec, "schedule", NULL);
  const char *zone = kin_demo_get_string (spec, "timeZone", NULL);
  g_autoptr(GTimeZone) known = zone != NULL && !is_path (zone) ? g_time_zone_new_identifier (zone) : NULL;
  g_autoptr(KinDemoCron) cron = NULL;
  g_autoptr(GError) error = NULL;

  if (schedule != NULL && *schedule != '\0')
    {
      cron = kin_demo_cron_parse (schedule, &error);
      if (cron == NULL)
        kin_demo_complain_invalid_text (complaints, "schedule", schedule, "%s", error->message);
    }

  if (zone != NULL && *zone == '\0')
    kin_demo_complain_invalid_text (complaints, "timeZone", zone, "timeZone must be nil or non-empty string");
  else if (zone != NULL && known == NULL)
    kin_demo_complain_invalid_text (complaints, "timeZone", zone, "unknown time zone %s", zone);
}

static void
validate_cron_job (KinDemoComplaints *complaints,
                   yyjson_mut_val    *object,
                   yyjson_mut_val    *old)
{
  yyjson_mut_val *spec = kin_demo_get (object, "spec", NULL);
  const char *name = kin_demo_get_string (object, "metadata", "name", NULL);
  gsize mark;

  /* The jobs' names are its name and eleven characters. */
  if (old == NULL && name != NULL && strlen (name) > CRON_JOB_NAME_LENGTH)
    {
      mark = kin_demo_complaints_enter (complaints, "metadata");
      kin_demo_complain_invalid_text (complaints, "name", name, "must be no more than %d characters",
                                      CRON_JOB_NAME_LENGTH);
      kin_demo_complaints_leave (complaints, mark);
    }

  mark = kin_demo_complaints_enter (complaints, "spec");
  validate_schedule (complaints, spec);
  kin_demo_complaints_enter (complaints, "jobTemplate");
  kin_demo_complaints_enter (complaints, "spec");
  validate_ending_template (complaints, kin_demo_get (spec, "jobTemplate", "spec", NULL));
  kin_demo_complaints_leave (complaints, mark);
}

static void
validate_replication_controller (KinDemoComplaints *complaints,
                                 yyjson_mut_val    *object,
                                 yyjson_mut_val    *old)
{
  gsize mark = kin_demo_complaints_enter (complaints, "spec");

  validate_lasting_template (complaints, kin_demo_get (object, "spec", NULL), "ReplicationController");
  kin_demo_complaints_leave (complaints, mark);
}

static const struct
{
  const char *id;
  KinDemoValidator validator;
} validators[] = {
  { "cronjobs.batch", validate_cron_job },
  { "daemonsets.apps", validate_daemon_set },
  { "deployments.apps", validate_deployment },
  { "jobs.batch", validate_job },
  { "pods", kin_demo_validate_pod },
  { "replicasets.apps", validate_replica_set },
  { "replicationcontrollers", validate_replication_controller },
  { "statefulsets.apps", validate_stateful_set },
};

/* By the id of a resource: “deployments.apps”. */
KinDemoValidator
kin_demo_validate_find_workload (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (validators); i++)
    {
      if (g_str_equal (validators[i].id, id))
        return validators[i].validator;
    }

  return NULL;
}
