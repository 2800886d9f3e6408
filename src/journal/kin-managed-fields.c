/* kin-managed-fields.c: who set a field, by the field ownership that the API server keeps.
 *
 * Whoever changes a field becomes its owner, and those who owned it before lose it; the time of a manager's entry
 * moves with each of its writes that set something, but not when fields only leave. What cannot be told from that
 * is not told.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "journal/kin-managed-fields.h"

#include <string.h>

/* From so many members on, going through all of them for each field costs more than an index. */
#define LARGE_NODE 32

/* How much an entry has to do with the write, from the least to the most. */
typedef enum
{
  ENTRY_SAME,
  ENTRY_FIELDS_DIFFER,
  ENTRY_MOVED,           /* it is new, or its time is another */
} EntryState;

typedef struct
{
  KinJsonValue *fields;
  const char *manager;
  EntryState state;
} Entry;

struct _KinManagedFields
{
  KinJson *old_json;
  KinJson *new_json;
  GArray *entries;     /* of Entry, the new object's */
  GHashTable *indices; /* a large node → its members by name */
  GString *key;        /* scratch */
};

static const char * const identity[] = { "manager", "operation", "subresource", "apiVersion" };

static KinJson *
parse (GBytes *bytes)
{
  return bytes != NULL ? kin_json_parse (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL) : NULL;
}

static KinJsonValue *
get_root (KinJson *json)
{
  return json != NULL ? kin_json_get_root (json) : NULL;
}

static gboolean
is_same_entry (KinJsonValue *a,
               KinJsonValue *b)
{
  for (guint i = 0; i < G_N_ELEMENTS (identity); i++)
    if (g_strcmp0 (kin_json_get_string (a, identity[i]), kin_json_get_string (b, identity[i])) != 0)
      return FALSE;

  return TRUE;
}

static KinJsonValue *
find_same_entry (KinJsonValue *entries,
                 KinJsonValue *wanted)
{
  KinJsonIter iter;
  KinJsonValue *entry;

  kin_json_iter_init (&iter, entries);
  while (kin_json_iter_next (&iter, NULL, &entry))
    if (is_same_entry (entry, wanted))
      return entry;

  return NULL;
}

static EntryState
find_state (KinJsonValue *old_entry,
            KinJsonValue *new_entry)
{
  if (old_entry == NULL || g_strcmp0 (kin_json_get_string (old_entry, "time"), kin_json_get_string (new_entry, "time")) != 0)
    return ENTRY_MOVED;

  if (!kin_json_value_equal (kin_json_get (old_entry, "fieldsV1"), kin_json_get (new_entry, "fieldsV1")))
    return ENTRY_FIELDS_DIFFER;

  return ENTRY_SAME;
}

static void
read_entries (KinManagedFields *self)
{
  KinJsonIter iter;
  KinJsonValue *json;

  kin_json_iter_init (&iter, get_root (self->new_json));
  while (kin_json_iter_next (&iter, NULL, &json))
    {
      KinJsonValue *old_entry = find_same_entry (get_root (self->old_json), json);
      Entry entry = {
        .fields = kin_json_get (json, "fieldsV1"),
        .manager = kin_json_get_string (json, "manager"),
        .state = find_state (old_entry, json),
      };

      g_array_append_val (self->entries, entry);
    }
}

static GHashTable *
ensure_index (KinManagedFields *self,
              KinJsonValue     *node)
{
  GHashTable *index = g_hash_table_lookup (self->indices, node);
  KinJsonIter iter;
  const char *name;
  KinJsonValue *value;

  if (index != NULL)
    return index;

  index = g_hash_table_new (g_str_hash, g_str_equal);
  kin_json_iter_init (&iter, node);
  while (kin_json_iter_next (&iter, &name, &value))
    g_hash_table_insert (index, (char *) name, value);
  g_hash_table_insert (self->indices, node, index);

  return index;
}

static KinJsonValue *
get_member (KinManagedFields *self,
            KinJsonValue     *node,
            const char       *name)
{
  if (kin_json_value_get_type (node) != KIN_JSON_OBJECT || kin_json_value_get_size (node) < LARGE_NODE)
    return kin_json_get (node, name);

  return g_hash_table_lookup (ensure_index (self, node), name);
}

/* All elements of a list are keyed by the same members: the first key of @node tells which. */
static KinJson *
parse_first_key (KinJsonValue *node)
{
  KinJsonIter iter;
  const char *name;
  KinJsonValue *value;

  kin_json_iter_init (&iter, node);
  while (kin_json_iter_next (&iter, &name, &value))
    if (g_str_has_prefix (name, "k:"))
      return kin_json_parse (name + 2, strlen (name + 2), NULL);

  return NULL;
}

static void
append_json (GString      *out,
             KinJsonValue *value)
{
  g_autofree char *text = kin_json_value_dup_text (value);

  g_string_append (out, text);
}

static gboolean
append_element_key (GString      *out,
                    KinJsonValue *element,
                    KinJsonValue *like)
{
  KinJsonIter iter;
  const char *name;
  KinJsonValue *value;
  gboolean is_first = TRUE;

  g_string_append_c (out, '{');
  kin_json_iter_init (&iter, like);
  while (kin_json_iter_next (&iter, &name, &value))
    {
      KinJsonValue *part = kin_json_get (element, name);

      if (part == NULL)
        return FALSE;

      if (!is_first)
        g_string_append_c (out, ',');
      is_first = FALSE;
      kin_json_append_quoted (out, name);
      g_string_append_c (out, ':');
      append_json (out, part);
    }
  g_string_append_c (out, '}');

  return TRUE;
}

static KinJsonValue *
find_object_element (KinManagedFields *self,
                     KinJsonValue     *node,
                     KinJsonValue     *element)
{
  g_autoptr(KinJson) like = parse_first_key (node);

  if (like == NULL)
    return NULL;

  g_string_assign (self->key, "k:");
  if (!append_element_key (self->key, element, kin_json_get_root (like)))
    return NULL;

  return get_member (self, node, self->key->str);
}

static KinJsonValue *
find_element (KinManagedFields  *self,
              KinJsonValue      *node,
              const KinPathStep *step)
{
  KinJsonValue *found = NULL;

  if (kin_json_value_get_type (step->element) == KIN_JSON_OBJECT)
    {
      found = find_object_element (self, node, step->element);
    }
  else
    {
      g_string_assign (self->key, "v:");
      append_json (self->key, step->element);
      found = get_member (self, node, self->key->str);
    }

  if (found == NULL)
    {
      g_string_printf (self->key, "i:%" G_GSIZE_FORMAT, step->index);
      found = get_member (self, node, self->key->str);
    }

  return found;
}

static KinJsonValue *
find_child (KinManagedFields  *self,
            KinJsonValue      *node,
            const KinPathStep *step)
{
  if (step->name == NULL)
    return find_element (self, node, step);

  g_string_assign (self->key, "f:");
  g_string_append (self->key, step->name);

  return get_member (self, node, self->key->str);
}

/* An empty node is a field owned as a whole, with what is below it. That may also be what an empty object once was,
 * so it counts for a manager that has just written, and for no other. */
static gboolean
owns (KinManagedFields *self,
      const Entry      *entry,
      KinFieldPath     *path)
{
  KinJsonValue *node = entry->fields;

  for (guint i = 0; i < kin_field_path_get_n_steps (path); i++)
    {
      if (i > 0 && kin_json_value_get_size (node) == 0)
        return entry->state == ENTRY_MOVED;

      node = find_child (self, node, kin_field_path_get_step (path, i));
      if (node == NULL)
        return FALSE;
    }

  return TRUE;
}

/**
 * kin_managed_fields_new:
 * @old_json: (nullable): the managedFields of the object as it was
 * @new_json: (nullable): those of the object as it is
 *
 * Compares the two.
 *
 * Returns: (transfer full): what can be told of a write
 */
KinManagedFields *
kin_managed_fields_new (GBytes *old_json,
                        GBytes *new_json)
{
  KinManagedFields *self = g_new0 (KinManagedFields, 1);

  self->old_json = parse (old_json);
  self->new_json = parse (new_json);
  self->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  self->indices = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_hash_table_unref);
  self->key = g_string_new (NULL);
  read_entries (self);

  return self;
}

/**
 * kin_managed_fields_free:
 * @self: (transfer full): what was told of a write
 *
 * Frees it and the names that it lent.
 */
void
kin_managed_fields_free (KinManagedFields *self)
{
  g_return_if_fail (self != NULL);

  g_array_unref (self->entries);
  g_hash_table_unref (self->indices);
  g_string_free (self->key, TRUE);
  g_clear_pointer (&self->old_json, kin_json_free);
  g_clear_pointer (&self->new_json, kin_json_free);
  g_free (self);
}

/**
 * kin_managed_fields_find_setter:
 * @self: what can be told of a write
 * @path: a field of the new object that was added or changed
 *
 * Finds the manager that owns the field now. Of several owners it is the one whose entry has moved, else the one
 * whose fields differ.
 *
 * Returns: (nullable): the manager, or %NULL if that can't be told
 */
const char *
kin_managed_fields_find_setter (KinManagedFields *self,
                                KinFieldPath     *path)
{
  const Entry *best = NULL;
  gboolean is_certain = FALSE;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (path != NULL, NULL);

  for (guint i = 0; i < self->entries->len; i++)
    {
      const Entry *entry = &g_array_index (self->entries, Entry, i);

      if (!owns (self, entry, path))
        continue;

      if (best == NULL || entry->state > best->state)
        {
          best = entry;
          is_certain = TRUE;
        }
      else if (entry->state == best->state)
        {
          is_certain = FALSE;
        }
    }

  return is_certain ? best->manager : NULL;
}

/**
 * kin_managed_fields_find_remover:
 * @self: what can be told of a write
 *
 * Finds who took fields away. Nobody owns them any more, but if the same write also set something, then one
 * manager's entry has moved.
 *
 * Returns: (nullable): the manager, or %NULL if that can't be told
 */
const char *
kin_managed_fields_find_remover (KinManagedFields *self)
{
  const Entry *moved = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  for (guint i = 0; i < self->entries->len; i++)
    {
      const Entry *entry = &g_array_index (self->entries, Entry, i);

      if (entry->state != ENTRY_MOVED)
        continue;
      if (moved != NULL)
        return NULL;
      moved = entry;
    }

  return moved != NULL ? moved->manager : NULL;
}

/**
 * kin_managed_fields_find_creator:
 * @self: what can be told of an object that is new
 *
 * Returns: (nullable): the only manager that ever wrote to it, or %NULL if there were several
 */
const char *
kin_managed_fields_find_creator (KinManagedFields *self)
{
  const char *creator = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  for (guint i = 0; i < self->entries->len; i++)
    {
      const char *manager = g_array_index (self->entries, Entry, i).manager;

      if (creator != NULL && g_strcmp0 (creator, manager) != 0)
        return NULL;
      creator = manager;
    }

  return creator;
}
