/* kin-merge-key.c: what tells the elements of a list from each other, whatever their order.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "journal/kin-merge-key.h"

#include <string.h>

typedef struct
{
  const char *list_name;
  KinMergeKey key;
} KnownList;

/* As Kubernetes' types have it, in the order in which they are tried: a port stands for itself where its number
 * alone tells it from the others. Containers, volumes, env and the like have a name, as do most lists of custom
 * resources. */
static const KnownList known_lists[] = {
  { "addresses", { { "type", NULL } } },
  { "addresses", { { "type", "address" } } },
  { "addresses", { { "ip", NULL } } },
  { "conditions", { { "type", NULL } } },
  { "hostAliases", { { "ip", NULL } } },
  { "hostIPs", { { "ip", NULL } } },
  { "ownerReferences", { { "uid", NULL } } },
  { "podIPs", { { "ip", NULL } } },
  { "ports", { { "containerPort", NULL } } },
  { "ports", { { "containerPort", "protocol" } } },
  { "ports", { { "port", NULL } } },
  { "ports", { { "port", "protocol" } } },
  { "resizePolicy", { { "resourceName", NULL } } },
  { "taints", { { "key", "effect" } } },
  { "tolerations", { { "key", NULL } } },
  { "tolerations", { { "key", "effect" } } },
  { "topologySpreadConstraints", { { "topologyKey", NULL } } },
  { "topologySpreadConstraints", { { "topologyKey", "whenUnsatisfiable" } } },
  { "volumeDevices", { { "devicePath", NULL } } },
  { "volumeMounts", { { "mountPath", NULL } } },
};

static const KinMergeKey by_name = { { "name", NULL } };

static gboolean
append_part (GString      *out,
             KinJsonValue *element,
             const char   *name)
{
  KinJsonValue *part = kin_json_get (element, name);

  if (part == NULL)
    return FALSE;

  switch (kin_json_value_get_type (part))
    {
    case KIN_JSON_STRING:
      g_string_append (out, kin_json_value_get_string (part));
      return TRUE;

    case KIN_JSON_NUMBER:
      g_string_append (out, kin_json_value_get_number_text (part));
      return TRUE;

    case KIN_JSON_NULL:
    case KIN_JSON_BOOLEAN:
    case KIN_JSON_ARRAY:
    case KIN_JSON_OBJECT:
    default:
      return FALSE;
    }
}

static gboolean
tells_apart (const KinMergeKey *self,
             KinJsonValue      *list)
{
  g_autoptr(GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  KinJsonIter iter;
  KinJsonValue *element;

  kin_json_iter_init (&iter, list);
  while (kin_json_iter_next (&iter, NULL, &element))
    {
      char *value = NULL;

      if (kin_json_value_get_type (element) == KIN_JSON_OBJECT)
        value = kin_merge_key_dup_value (self, element);
      if (value == NULL || !g_hash_table_add (seen, value))
        return FALSE;
    }

  return TRUE;
}

static gboolean
fits (const KinMergeKey *self,
      KinJsonValue      *old_list,
      KinJsonValue      *new_list)
{
  return tells_apart (self, old_list) && tells_apart (self, new_list);
}

/**
 * kin_merge_key_find:
 * @list_name: (nullable): the member that the list is, such as "containers"
 * @old_list: an array
 * @new_list: the array that it became
 *
 * Finds a key that every element of both lists has and that no two elements of one list share.
 *
 * Returns: (transfer none) (nullable): the key, or %NULL if only their place tells the elements apart
 */
const KinMergeKey *
kin_merge_key_find (const char   *list_name,
                    KinJsonValue *old_list,
                    KinJsonValue *new_list)
{
  for (guint i = 0; i < G_N_ELEMENTS (known_lists); i++)
    {
      const KnownList *known = &known_lists[i];

      if (g_strcmp0 (known->list_name, list_name) == 0 && fits (&known->key, old_list, new_list))
        return &known->key;
    }

  return fits (&by_name, old_list, new_list) ? &by_name : NULL;
}

/**
 * kin_merge_key_dup_value:
 * @self: a key
 * @element: an object
 *
 * Returns: (transfer full) (nullable): "web", or "53/UDP"; %NULL if the element does not have the key
 */
char *
kin_merge_key_dup_value (const KinMergeKey *self,
                         KinJsonValue      *element)
{
  g_autoptr(GString) out = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  out = g_string_new (NULL);
  if (!append_part (out, element, self->names[0]))
    return NULL;

  if (self->names[1] != NULL)
    {
      g_string_append_c (out, '/');
      append_part (out, element, self->names[1]);
    }

  return g_string_free_and_steal (g_steal_pointer (&out));
}

/**
 * kin_merge_key_has_member:
 * @self: a key
 * @name: a member's name
 *
 * Returns: whether that member is part of the key
 */
gboolean
kin_merge_key_has_member (const KinMergeKey *self,
                          const char        *name)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return strcmp (self->names[0], name) == 0 || g_strcmp0 (self->names[1], name) == 0;
}
