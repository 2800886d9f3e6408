/* kin-columns-config.c: the columns of settings, storage and limits.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "object/kin-columns.h"

#define BETA_STORAGE_CLASS "volume.beta.kubernetes.io/storage-class"

static const KinColumn config_map_columns[] = {
  { "DATA", KIN_CELL_INTEGER, FALSE, TRUE },
};

static const KinColumn secret_columns[] = {
  { "TYPE", KIN_CELL_TEXT, FALSE, FALSE },
  { "DATA", KIN_CELL_INTEGER, FALSE, TRUE },
};

static const KinColumn volume_columns[] = {
  { "CAPACITY", KIN_CELL_QUANTITY, FALSE, TRUE },
  { "ACCESS MODES", KIN_CELL_TEXT, FALSE, FALSE },
  { "RECLAIM POLICY", KIN_CELL_TEXT, FALSE, FALSE },
  { "STATUS", KIN_CELL_TEXT, FALSE, FALSE },
  { "CLAIM", KIN_CELL_TEXT, FALSE, FALSE },
  { "STORAGECLASS", KIN_CELL_TEXT, FALSE, FALSE },
  { "VOLUMEATTRIBUTESCLASS", KIN_CELL_TEXT, FALSE, FALSE },
  { "REASON", KIN_CELL_TEXT, FALSE, FALSE },
  { "VOLUMEMODE", KIN_CELL_TEXT, TRUE, FALSE },
};

static const KinColumn claim_columns[] = {
  { "STATUS", KIN_CELL_TEXT, FALSE, FALSE },
  { "VOLUME", KIN_CELL_TEXT, FALSE, FALSE },
  { "CAPACITY", KIN_CELL_QUANTITY, FALSE, TRUE },
  { "ACCESS MODES", KIN_CELL_TEXT, FALSE, FALSE },
  { "STORAGECLASS", KIN_CELL_TEXT, FALSE, FALSE },
  { "VOLUMEATTRIBUTESCLASS", KIN_CELL_TEXT, FALSE, FALSE },
  { "VOLUMEMODE", KIN_CELL_TEXT, TRUE, FALSE },
};

static const KinColumn storage_class_columns[] = {
  { "PROVISIONER", KIN_CELL_TEXT, FALSE, FALSE },
  { "RECLAIMPOLICY", KIN_CELL_TEXT, FALSE, FALSE },
  { "VOLUMEBINDINGMODE", KIN_CELL_TEXT, FALSE, FALSE },
  { "ALLOWVOLUMEEXPANSION", KIN_CELL_BOOLEAN, FALSE, FALSE },
};

static const KinColumn autoscaler_columns[] = {
  { "REFERENCE", KIN_CELL_TEXT, FALSE, FALSE },
  { "TARGETS", KIN_CELL_TEXT, FALSE, FALSE },
  { "MINPODS", KIN_CELL_INTEGER, FALSE, TRUE },
  { "MAXPODS", KIN_CELL_INTEGER, FALSE, TRUE },
  { "REPLICAS", KIN_CELL_INTEGER, FALSE, TRUE },
};

static const KinColumn disruption_budget_columns[] = {
  { "MIN AVAILABLE", KIN_CELL_TEXT, FALSE, TRUE },
  { "MAX UNAVAILABLE", KIN_CELL_TEXT, FALSE, TRUE },
  { "ALLOWED DISRUPTIONS", KIN_CELL_INTEGER, FALSE, TRUE },
};

static const KinColumn quota_columns[] = {
  { "REQUEST", KIN_CELL_TEXT, FALSE, FALSE },
  { "LIMIT", KIN_CELL_TEXT, FALSE, FALSE },
};

static const KinColumn priority_class_columns[] = {
  { "VALUE", KIN_CELL_INTEGER, FALSE, TRUE },
  { "GLOBAL-DEFAULT", KIN_CELL_BOOLEAN, FALSE, FALSE },
  { "PREEMPTIONPOLICY", KIN_CELL_TEXT, FALSE, FALSE },
};

static const struct
{
  const char *mode;
  const char *abbreviation;
} access_modes[] = {
  { "ReadWriteOnce", "RWO" },
  { "ReadOnlyMany", "ROX" },
  { "ReadWriteMany", "RWX" },
  { "ReadWriteOncePod", "RWOP" },
};

static gint64
get_size (KinJsonValue *root,
          const char   *name)
{
  return (gint64) kin_json_value_get_size (kin_json_get (root, name));
}

static void
fill_config_map (KinJsonValue *root,
                 KinCellRow   *row)
{
  kin_cell_row_add_integer (row, get_size (root, "data") + get_size (root, "binaryData"));
}

static void
fill_secret (KinJsonValue *root,
             KinCellRow   *row)
{
  kin_cell_row_add_text (row, kin_json_get_string (root, "type"));
  kin_cell_row_add_integer (row, get_size (root, "data"));
}

static gboolean
has_string (KinJsonValue *array,
            const char   *text)
{
  KinJsonIter iter;
  KinJsonValue *value;

  kin_json_iter_init (&iter, array);
  while (kin_json_iter_next (&iter, NULL, &value))
    {
      if (g_strcmp0 (kin_json_value_get_string (value), text) == 0)
        return TRUE;
    }

  return FALSE;
}

static void
add_access_modes (KinCellRow   *row,
                  KinJsonValue *modes)
{
  kin_cell_row_begin_text (row);
  for (guint i = 0; i < G_N_ELEMENTS (access_modes); i++)
    {
      if (has_string (modes, access_modes[i].mode))
        kin_cell_row_join (row, ",", access_modes[i].abbreviation);
    }
  kin_cell_row_end_text (row, "");
}

static void
add_phase (KinCellRow   *row,
           KinJsonValue *root)
{
  if (kin_json_get_path (root, "metadata", "deletionTimestamp", NULL) != NULL)
    kin_cell_row_add_text (row, "Terminating");
  else
    kin_cell_row_add_text (row, kin_json_get_string (kin_json_get (root, "status"), "phase"));
}

static void
add_storage_class (KinCellRow   *row,
                   KinJsonValue *root)
{
  const char *beta = kin_json_value_get_string (kin_json_get_path (root, "metadata", "annotations", BETA_STORAGE_CLASS, NULL));

  kin_cell_row_add_text (row, beta != NULL ? beta
                                           : kin_json_get_string (kin_json_get (root, "spec"), "storageClassName"));
}

/* Not through add_word(): a class that is set to nothing is printed as nothing. */
static void
add_optional (KinCellRow   *row,
              KinJsonValue *object,
              const char   *name)
{
  const char *text = kin_json_get_string (object, name);

  kin_cell_row_add_text (row, text != NULL ? text : "<unset>");
}

static void
add_claim_reference (KinCellRow   *row,
                     KinJsonValue *reference)
{
  const char *namespace_ = kin_json_get_string (reference, "namespace");
  const char *name = kin_json_get_string (reference, "name");

  kin_cell_row_begin_text (row);
  if (reference != NULL)
    {
      kin_cell_row_join (row, "", namespace_ != NULL ? namespace_ : "");
      g_string_append_c (row->texts, '/');
      g_string_append (row->texts, name != NULL ? name : "");
    }
  kin_cell_row_end_text (row, "");
}

static void
fill_volume (KinJsonValue *root,
             KinCellRow   *row)
{
  KinJsonValue *spec = kin_json_get (root, "spec");

  kin_cell_row_add_quantity (row, kin_json_get_string (kin_json_get (spec, "capacity"), "storage"));
  add_access_modes (row, kin_json_get (spec, "accessModes"));
  kin_cell_row_add_text (row, kin_json_get_string (spec, "persistentVolumeReclaimPolicy"));
  add_phase (row, root);
  add_claim_reference (row, kin_json_get (spec, "claimRef"));
  add_storage_class (row, root);
  add_optional (row, spec, "volumeAttributesClassName");
  kin_cell_row_add_text (row, kin_json_get_string (kin_json_get (root, "status"), "reason"));
  add_optional (row, spec, "volumeMode");
}

/* What a claim got counts only once it is bound to a volume. */
static void
fill_claim (KinJsonValue *root,
            KinCellRow   *row)
{
  KinJsonValue *spec = kin_json_get (root, "spec");
  const char *volume = kin_json_get_string (spec, "volumeName");
  KinJsonValue *bound = volume != NULL && *volume != '\0' ? kin_json_get (root, "status") : NULL;

  add_phase (row, root);
  kin_cell_row_add_text (row, volume);
  kin_cell_row_add_quantity (row, kin_json_get_string (kin_json_get (bound, "capacity"), "storage"));
  add_access_modes (row, kin_json_get (bound, "accessModes"));
  add_storage_class (row, root);
  add_optional (row, spec, "volumeAttributesClassName");
  add_optional (row, spec, "volumeMode");
}

static void
fill_storage_class (KinJsonValue *root,
                    KinCellRow   *row)
{
  kin_cell_row_add_text (row, kin_json_get_string (root, "provisioner"));
  kin_cell_row_add_word (row, kin_json_get_string (root, "reclaimPolicy"), "Delete");
  kin_cell_row_add_word (row, kin_json_get_string (root, "volumeBindingMode"), "Immediate");
  kin_cell_row_add_boolean (row, kin_json_get_boolean (root, "allowVolumeExpansion", FALSE));
}

/* Text or number: "50%", 1, "250m". */
static const char *
get_scalar (KinJsonValue *object,
            const char   *name)
{
  KinJsonValue *value = kin_json_get (object, name);
  const char *text = kin_json_value_get_string (value);

  return text != NULL ? text : kin_json_value_get_number_text (value);
}

/* Where each type of metric has its values; kubectl names the resource before those that have one. */
static const struct
{
  const char *type;
  const char *member;
  gboolean named;
} metric_types[] = {
  { "Resource", "resource", TRUE },
  { "ContainerResource", "containerResource", TRUE },
  { "Pods", "pods", FALSE },
  { "Object", "object", FALSE },
  { "External", "external", FALSE },
};

static const char *
find_metric_member (KinJsonValue *metric,
                    gboolean     *named)
{
  const char *type = kin_json_get_string (metric, "type");

  for (guint i = 0; i < G_N_ELEMENTS (metric_types); i++)
    {
      *named = metric_types[i].named;
      if (g_strcmp0 (metric_types[i].type, type) == 0)
        return metric_types[i].member;
    }

  return NULL;
}

static const char *
or_unknown (const char *text)
{
  return text != NULL ? text : "<unknown>";
}

static void
append_utilization (GString      *text,
                    KinJsonValue *current,
                    KinJsonValue *target)
{
  const char *current_percent = get_scalar (current, "averageUtilization");
  const char *target_percent = get_scalar (target, "averageUtilization");

  g_string_append_printf (text, "%s%s/%s%s", or_unknown (current_percent), current_percent != NULL ? "%" : "",
                          target_percent != NULL ? target_percent : "<auto>", target_percent != NULL ? "%" : "");
}

static void
append_metric (GString      *text,
               KinJsonValue *metric,
               KinJsonValue *status)
{
  gboolean named;
  const char *member = find_metric_member (metric, &named);
  KinJsonValue *source = member != NULL ? kin_json_get (metric, member) : NULL;
  KinJsonValue *current = member != NULL ? kin_json_get (kin_json_get (status, member), "current") : NULL;
  KinJsonValue *target = kin_json_get (source, "target");
  const char *average = get_scalar (target, "averageValue");
  gboolean is_pods = g_strcmp0 (member, "pods") == 0;

  if (source == NULL)
    {
      g_string_append (text, "<unknown type>");
      return;
    }

  if (named)
    g_string_append_printf (text, "%s: ", or_unknown (kin_json_get_string (source, "name")));

  if (average != NULL)
    g_string_append_printf (text, "%s/%s%s", or_unknown (get_scalar (current, "averageValue")), average,
                            named || is_pods ? "" : " (avg)");
  else if (named)
    append_utilization (text, current, target);
  else
    g_string_append_printf (text, "%s/%s", or_unknown (get_scalar (current, "value")),
                            or_unknown (get_scalar (target, "value")));
}

static void
add_targets (KinCellRow   *row,
             KinJsonValue *metrics,
             KinJsonValue *statuses)
{
  GString *text = kin_cell_row_begin_text (row);
  gsize n_metrics = kin_json_value_get_size (metrics);

  for (gsize i = 0; i < MIN (n_metrics, 2); i++)
    {
      kin_cell_row_join (row, ", ", "");
      append_metric (text, kin_json_array_get (metrics, i), kin_json_array_get (statuses, i));
    }
  if (n_metrics > 2)
    g_string_append_printf (text, " + %" G_GSIZE_FORMAT " more...", n_metrics - 2);

  kin_cell_row_end_text (row, NULL);
}

static void
fill_autoscaler (KinJsonValue *root,
                 KinCellRow   *row)
{
  KinJsonValue *spec = kin_json_get (root, "spec");
  KinJsonValue *status = kin_json_get (root, "status");
  KinJsonValue *target = kin_json_get (spec, "scaleTargetRef");
  const char *kind = kin_json_get_string (target, "kind");
  const char *name = kin_json_get_string (target, "name");

  g_string_append_printf (kin_cell_row_begin_text (row), "%s/%s", kind != NULL ? kind : "", name != NULL ? name : "");
  kin_cell_row_end_text (row, "");
  add_targets (row, kin_json_get (spec, "metrics"), kin_json_get (status, "currentMetrics"));
  if (kin_json_get (spec, "minReplicas") == NULL)
    kin_cell_row_add_text (row, "<unset>");
  else
    kin_cell_row_add_integer (row, kin_json_get_integer (spec, "minReplicas", 0));
  kin_cell_row_add_integer (row, kin_json_get_integer (spec, "maxReplicas", 0));
  kin_cell_row_add_integer (row, kin_json_get_integer (status, "currentReplicas", 0));
}

static void
fill_disruption_budget (KinJsonValue *root,
                        KinCellRow   *row)
{
  KinJsonValue *spec = kin_json_get (root, "spec");

  kin_cell_row_add_word (row, get_scalar (spec, "minAvailable"), "N/A");
  kin_cell_row_add_word (row, get_scalar (spec, "maxUnavailable"), "N/A");
  kin_cell_row_add_integer (row, kin_json_get_integer (kin_json_get (root, "status"), "disruptionsAllowed", 0));
}

/* "pods: 3/10, requests.cpu: 1/4": limits in a cell, all others in the other. */
static void
add_quota (KinCellRow   *row,
           GPtrArray    *names,
           KinJsonValue *status,
           gboolean      limits)
{
  GString *text = kin_cell_row_begin_text (row);

  for (guint i = 0; i < names->len; i++)
    {
      const char *name = names->pdata[i];
      const char *used = get_scalar (kin_json_get (status, "used"), name);
      const char *hard = get_scalar (kin_json_get (status, "hard"), name);

      if (g_str_has_prefix (name, "limits.") != limits)
        continue;

      kin_cell_row_join (row, ", ", name);
      g_string_append_printf (text, ": %s/%s", used != NULL ? used : "0", hard != NULL ? hard : "0");
    }

  kin_cell_row_end_text (row, "");
}

static void
fill_quota (KinJsonValue *root,
            KinCellRow   *row)
{
  KinJsonValue *status = kin_json_get (root, "status");
  g_autoptr(GPtrArray) names = g_ptr_array_new ();
  KinJsonIter iter;
  KinJsonValue *value;
  const char *name;

  kin_json_iter_init (&iter, kin_json_get (status, "hard"));
  while (kin_json_iter_next (&iter, &name, &value))
    g_ptr_array_add (names, (gpointer) name);
  g_ptr_array_sort_values (names, (GCompareFunc) g_strcmp0);

  add_quota (row, names, status, FALSE);
  add_quota (row, names, status, TRUE);
}

static void
fill_priority_class (KinJsonValue *root,
                     KinCellRow   *row)
{
  kin_cell_row_add_integer (row, kin_json_get_integer (root, "value", 0));
  kin_cell_row_add_boolean (row, kin_json_get_boolean (root, "globalDefault", FALSE));
  kin_cell_row_add_text (row, kin_json_get_string (root, "preemptionPolicy"));
}

const KinColumnSet kin_columns_config[] = {
  KIN_COLUMN_SET ("", "configmaps", config_map_columns, fill_config_map),
  KIN_COLUMN_SET ("", "secrets", secret_columns, fill_secret),
  KIN_COLUMN_SET ("", "persistentvolumes", volume_columns, fill_volume),
  KIN_COLUMN_SET ("", "persistentvolumeclaims", claim_columns, fill_claim),
  KIN_COLUMN_SET ("storage.k8s.io", "storageclasses", storage_class_columns, fill_storage_class),
  KIN_COLUMN_SET ("autoscaling", "horizontalpodautoscalers", autoscaler_columns, fill_autoscaler),
  KIN_COLUMN_SET ("policy", "poddisruptionbudgets", disruption_budget_columns, fill_disruption_budget),
  KIN_COLUMN_SET ("", "resourcequotas", quota_columns, fill_quota),
  KIN_COLUMN_SET ("scheduling.k8s.io", "priorityclasses", priority_class_columns, fill_priority_class),
  { 0 },
};
