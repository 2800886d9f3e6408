/* kin-kind-words.c: the words and the place of a kind in the sidebar.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "model/kin-kind-words.h"

#include <glib/gi18n.h>
#include <string.h>

/* What Kubernetes itself serves, in the order in which people look for it. */
static const struct
{
  const char *id;
  KinSection  section;
} places[] = {
  { "deployments.apps", KIN_SECTION_WORKLOADS },
  { "statefulsets.apps", KIN_SECTION_WORKLOADS },
  { "daemonsets.apps", KIN_SECTION_WORKLOADS },
  { "jobs.batch", KIN_SECTION_WORKLOADS },
  { "cronjobs.batch", KIN_SECTION_WORKLOADS },
  { "pods", KIN_SECTION_WORKLOADS },
  { "replicasets.apps", KIN_SECTION_WORKLOADS },
  { "replicationcontrollers", KIN_SECTION_WORKLOADS },
  { "horizontalpodautoscalers.autoscaling", KIN_SECTION_WORKLOADS },
  { "poddisruptionbudgets.policy", KIN_SECTION_WORKLOADS },
  { "podtemplates", KIN_SECTION_WORKLOADS },
  { "controllerrevisions.apps", KIN_SECTION_WORKLOADS },

  { "services", KIN_SECTION_NETWORK },
  { "ingresses.networking.k8s.io", KIN_SECTION_NETWORK },
  { "networkpolicies.networking.k8s.io", KIN_SECTION_NETWORK },
  { "endpointslices.discovery.k8s.io", KIN_SECTION_NETWORK },
  { "endpoints", KIN_SECTION_NETWORK },
  { "ingressclasses.networking.k8s.io", KIN_SECTION_NETWORK },
  { "ipaddresses.networking.k8s.io", KIN_SECTION_NETWORK },
  { "servicecidrs.networking.k8s.io", KIN_SECTION_NETWORK },

  { "configmaps", KIN_SECTION_CONFIGURATION },
  { "secrets", KIN_SECTION_CONFIGURATION },
  { "resourcequotas", KIN_SECTION_CONFIGURATION },
  { "limitranges", KIN_SECTION_CONFIGURATION },

  { "persistentvolumeclaims", KIN_SECTION_STORAGE },
  { "persistentvolumes", KIN_SECTION_STORAGE },
  { "storageclasses.storage.k8s.io", KIN_SECTION_STORAGE },
  { "volumeattributesclasses.storage.k8s.io", KIN_SECTION_STORAGE },
  { "volumeattachments.storage.k8s.io", KIN_SECTION_STORAGE },
  { "csidrivers.storage.k8s.io", KIN_SECTION_STORAGE },
  { "csinodes.storage.k8s.io", KIN_SECTION_STORAGE },
  { "csistoragecapacities.storage.k8s.io", KIN_SECTION_STORAGE },

  { "serviceaccounts", KIN_SECTION_ACCESS },
  { "roles.rbac.authorization.k8s.io", KIN_SECTION_ACCESS },
  { "rolebindings.rbac.authorization.k8s.io", KIN_SECTION_ACCESS },
  { "clusterroles.rbac.authorization.k8s.io", KIN_SECTION_ACCESS },
  { "clusterrolebindings.rbac.authorization.k8s.io", KIN_SECTION_ACCESS },
  { "certificatesigningrequests.certificates.k8s.io", KIN_SECTION_ACCESS },

  { "nodes", KIN_SECTION_CLUSTER },
  { "namespaces", KIN_SECTION_CLUSTER },
  { "events", KIN_SECTION_CLUSTER },
  { "leases.coordination.k8s.io", KIN_SECTION_CLUSTER },
  { "priorityclasses.scheduling.k8s.io", KIN_SECTION_CLUSTER },
  { "runtimeclasses.node.k8s.io", KIN_SECTION_CLUSTER },
  { "customresourcedefinitions.apiextensions.k8s.io", KIN_SECTION_CLUSTER },
  { "apiservices.apiregistration.k8s.io", KIN_SECTION_CLUSTER },
  { "mutatingwebhookconfigurations.admissionregistration.k8s.io", KIN_SECTION_CLUSTER },
  { "validatingwebhookconfigurations.admissionregistration.k8s.io", KIN_SECTION_CLUSTER },
  { "validatingadmissionpolicies.admissionregistration.k8s.io", KIN_SECTION_CLUSTER },
  { "validatingadmissionpolicybindings.admissionregistration.k8s.io", KIN_SECTION_CLUSTER },
  { "flowschemas.flowcontrol.apiserver.k8s.io", KIN_SECTION_CLUSTER },
  { "prioritylevelconfigurations.flowcontrol.apiserver.k8s.io", KIN_SECTION_CLUSTER },
  { "resourceclaims.resource.k8s.io", KIN_SECTION_CLUSTER },
  { "deviceclasses.resource.k8s.io", KIN_SECTION_CLUSTER },
};

static const struct
{
  const char *title;
  const char *icon_name;
} sections[] = {
  [KIN_SECTION_WORKLOADS] = { N_("Workloads"), "package-x-generic-symbolic" },
  [KIN_SECTION_NETWORK] = { N_("Network"), "network-wired-symbolic" },
  [KIN_SECTION_CONFIGURATION] = { N_("Configuration"), "preferences-system-symbolic" },
  [KIN_SECTION_STORAGE] = { N_("Storage"), "drive-harddisk-symbolic" },
  [KIN_SECTION_ACCESS] = { N_("Access"), "system-users-symbolic" },
  [KIN_SECTION_CLUSTER] = { N_("Cluster"), "network-server-symbolic" },
  [KIN_SECTION_CUSTOM] = { N_("Custom Resources"), "application-x-addon-symbolic" },
};

/* Whether a group is one of Kubernetes' own: a kind newer than this table then stands with the cluster's. */
static gboolean
is_own_group (const char *group)
{
  if (*group == '\0')
    return TRUE;

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      const char *dot = strchr (places[i].id, '.');

      if (dot != NULL && g_str_equal (dot + 1, group))
        return TRUE;
    }

  return FALSE;
}

/* A word begins at a capital after a small letter, and at the last of several capitals: "CSI Driver", "API Service". */
static gboolean
begins_word (const char *kind,
             gsize       i)
{
  if (i == 0 || !g_ascii_isupper (kind[i]))
    return FALSE;

  return !g_ascii_isupper (kind[i - 1]) || g_ascii_islower (kind[i + 1]);
}

static char *
dup_plural (const char *word)
{
  gsize length = strlen (word);
  char before_last = length > 1 ? word[length - 2] : '\0';

  if (g_str_has_suffix (word, "y") && strchr ("aeiou", before_last) == NULL)
    return g_strdup_printf ("%.*sies", (int) length - 1, word);
  if (g_str_has_suffix (word, "s") || g_str_has_suffix (word, "x") || g_str_has_suffix (word, "ch") || g_str_has_suffix (word, "sh"))
    return g_strconcat (word, "es", NULL);

  return g_strconcat (word, "s", NULL);
}

static char *
dup_words (const char *kind)
{
  GString *words = g_string_new (NULL);

  for (gsize i = 0; kind[i] != '\0'; i++)
    {
      if (begins_word (kind, i))
        g_string_append_c (words, ' ');
      g_string_append_c (words, kind[i]);
    }

  return g_string_free_and_steal (words);
}

/**
 * kin_kind_words_dup_title:
 *
 * Returns: (transfer full): the kind in the plural, in words: "Stateful Sets"
 */
char *
kin_kind_words_dup_title (const KinResource *resource)
{
  const char *kind;
  const char *plural;
  gsize length;
  g_autofree char *words = NULL;

  g_return_val_if_fail (resource != NULL, NULL);

  kind = kin_resource_get_kind (resource);
  plural = kin_resource_get_plural (resource);
  length = strlen (kind);
  words = dup_words (kind);

  /* The server's own plural, in small letters, tells how the last word ends: "endpoints" has its s already, "ingresses"
   * takes "es". */
  if (g_ascii_strncasecmp (plural, kind, length) == 0)
    return g_strconcat (words, plural + length, NULL);

  return dup_plural (words);
}

/**
 * kin_kind_words_get_section:
 * @rank: (out): its place among the kinds of the section
 *
 * Returns: the section of the sidebar in which the kind stands
 */
KinSection
kin_kind_words_get_section (const KinResource *resource,
                            guint             *rank)
{
  g_return_val_if_fail (resource != NULL, KIN_SECTION_CUSTOM);
  g_return_val_if_fail (rank != NULL, KIN_SECTION_CUSTOM);

  for (*rank = 0; *rank < G_N_ELEMENTS (places); (*rank)++)
    if (g_str_equal (places[*rank].id, kin_resource_get_id (resource)))
      return places[*rank].section;

  return is_own_group (kin_resource_get_group (resource)) ? KIN_SECTION_CLUSTER : KIN_SECTION_CUSTOM;
}

/**
 * kin_kind_words_get_section_title:
 *
 * Returns: (transfer none): the title of a section, translated
 */
const char *
kin_kind_words_get_section_title (KinSection section)
{
  g_return_val_if_fail (section < G_N_ELEMENTS (sections), NULL);

  return _(sections[section].title);
}

/**
 * kin_kind_words_get_icon_name:
 *
 * Returns: (transfer none): a symbolic icon for the kinds of a section
 */
const char *
kin_kind_words_get_icon_name (KinSection section)
{
  g_return_val_if_fail (section < G_N_ELEMENTS (sections), NULL);

  return sections[section].icon_name;
}
