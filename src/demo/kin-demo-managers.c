/* kin-demo-managers.c: the entries of an object's managedFields: one for each manager, operation and subresource.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-managers.h"

#include <string.h>

/* The API server keeps no more than so many that update; the oldest become one. */
#define MAX_UPDATERS 10
#define OLDEST_UPDATERS "ancient-changes"

/* Behind manager, operation and apiVersion. */
#define TIME_PLACE 3

struct _KinDemoManagers
{
  KinDemoDraft *draft;
  GPtrArray *entries;        /* of yyjson_mut_val of the draft */
};

static const char *
get_text (yyjson_mut_val *entry,
          const char     *name)
{
  const char *text = yyjson_mut_get_str (yyjson_mut_obj_get (entry, name));

  return text != NULL ? text : "";
}

static gboolean
is_apply (const char *operation)
{
  return g_str_equal (operation, "Apply");
}

static gboolean
is_valid (yyjson_mut_val *entry)
{
  const char *operation = get_text (entry, "operation");

  return (is_apply (operation) || g_str_equal (operation, "Update")) && *get_text (entry, "apiVersion") != '\0' &&
         g_str_equal (get_text (entry, "fieldsType"), "FieldsV1");
}

static int
compare_text (yyjson_mut_val *a,
              yyjson_mut_val *b,
              const char     *name)
{
  return strcmp (get_text (a, name), get_text (b, name));
}

static int
compare_entries (gconstpointer a,
                 gconstpointer b)
{
  static const char * const names[] = { "operation", "time", "manager", "apiVersion", "subresource" };
  int order = 0;

  for (guint i = 0; order == 0 && i < G_N_ELEMENTS (names); i++)
    order = compare_text ((yyjson_mut_val *) a, (yyjson_mut_val *) b, names[i]);

  return order;
}

/* The oldest first. */
static int
compare_updaters (gconstpointer a,
                  gconstpointer b)
{
  static const char * const names[] = { "time", "manager", "apiVersion", "subresource" };
  int order = 0;

  for (guint i = 0; order == 0 && i < G_N_ELEMENTS (names); i++)
    order = compare_text ((yyjson_mut_val *) a, (yyjson_mut_val *) b, names[i]);

  return order;
}

static gboolean
matches (yyjson_mut_val       *entry,
         const KinDemoManager *manager)
{
  return g_str_equal (get_text (entry, "manager"), manager->name) &&
         g_str_equal (get_text (entry, "operation"), manager->operation) &&
         g_str_equal (get_text (entry, "subresource"), manager->subresource != NULL ? manager->subresource : "") &&
         (is_apply (manager->operation) || g_str_equal (get_text (entry, "apiVersion"), manager->api_version));
}

static GPtrArray *
list_updaters (KinDemoManagers *self)
{
  GPtrArray *updaters = g_ptr_array_new ();

  for (guint i = 0; i < self->entries->len; i++)
    {
      if (!is_apply (get_text (self->entries->pdata[i], "operation")))
        g_ptr_array_add (updaters, self->entries->pdata[i]);
    }
  g_ptr_array_sort_values (updaters, compare_updaters);

  return updaters;
}

/* An entry of another age and the same version takes the oldest in, or is the first of them. */
static gboolean
merge_into_oldest (KinDemoManagers *self,
                   GPtrArray       *oldest,
                   yyjson_mut_val  *entry)
{
  for (guint i = 0; i < oldest->len; i++)
    {
      yyjson_mut_val *first = oldest->pdata[i];

      if (compare_text (first, entry, "apiVersion") != 0)
        continue;

      kin_demo_set_string (self->draft, first, "manager", OLDEST_UPDATERS);
      kin_demo_set_string (self->draft, first, "subresource", NULL);
      kin_demo_set_string (self->draft, first, "time", get_text (entry, "time"));
      kin_demo_managers_set_fields (self, first,
                                    kin_demo_field_set_unite (kin_demo_managers_get_fields (first), self->draft,
                                                              kin_demo_managers_get_fields (entry)));
      g_ptr_array_remove (self->entries, entry);

      return TRUE;
    }

  g_ptr_array_add (oldest, entry);

  return FALSE;
}

/**
 * kin_demo_managers_new:
 * @draft: the draft of an object
 * @entries: (nullable): a managedFields of the draft; its entries are to be stored anew
 *
 * Reads entries. If one of them cannot be read there are none, as the API server has it.
 *
 * Returns: (transfer full): the entries
 */
KinDemoManagers *
kin_demo_managers_new (KinDemoDraft   *draft,
                       yyjson_mut_val *entries)
{
  KinDemoManagers *self;
  yyjson_mut_arr_iter iter;
  yyjson_mut_val *entry;

  g_return_val_if_fail (draft != NULL, NULL);

  self = g_new0 (KinDemoManagers, 1);
  self->draft = draft;
  self->entries = g_ptr_array_new ();

  yyjson_mut_arr_iter_init (entries, &iter);
  while ((entry = yyjson_mut_arr_iter_next (&iter)) != NULL)
    {
      if (!is_valid (entry))
        {
          g_ptr_array_set_size (self->entries, 0);
          break;
        }
      g_ptr_array_add (self->entries, entry);
    }

  return self;
}

/**
 * kin_demo_managers_free:
 * @self: (transfer full): entries
 *
 * Frees what was read; the entries that were stored live in the draft.
 */
void
kin_demo_managers_free (KinDemoManagers *self)
{
  g_return_if_fail (self != NULL);

  g_ptr_array_unref (self->entries);
  g_free (self);
}

/**
 * kin_demo_managers_get_n:
 * @self: entries
 *
 * Counts the entries.
 *
 * Returns: how many
 */
guint
kin_demo_managers_get_n (KinDemoManagers *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->entries->len;
}

/**
 * kin_demo_managers_get:
 * @self: entries
 * @i: a position
 *
 * Gets an entry.
 *
 * Returns: (transfer none): the entry
 */
yyjson_mut_val *
kin_demo_managers_get (KinDemoManagers *self,
                       guint            i)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (i < self->entries->len, NULL);

  return self->entries->pdata[i];
}

/**
 * kin_demo_managers_find:
 * @self: entries
 * @manager: what to find it by
 *
 * Finds an entry.
 *
 * Returns: (transfer none) (nullable): the entry
 */
yyjson_mut_val *
kin_demo_managers_find (KinDemoManagers      *self,
                        const KinDemoManager *manager)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (manager != NULL, NULL);

  for (guint i = 0; i < self->entries->len; i++)
    {
      if (matches (self->entries->pdata[i], manager))
        return self->entries->pdata[i];
    }

  return NULL;
}

/**
 * kin_demo_managers_add:
 * @self: entries
 * @manager: whose it is
 * @fields: (transfer full): its fields
 *
 * Adds an entry without a time.
 *
 * Returns: (transfer none): the entry
 */
yyjson_mut_val *
kin_demo_managers_add (KinDemoManagers      *self,
                       const KinDemoManager *manager,
                       KinDemoFieldSet      *fields)
{
  yyjson_mut_val *entry;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (manager != NULL, NULL);
  g_return_val_if_fail (fields != NULL, NULL);

  entry = yyjson_mut_obj (self->draft);
  yyjson_mut_obj_add_strcpy (self->draft, entry, "manager", manager->name);
  yyjson_mut_obj_add_strcpy (self->draft, entry, "operation", manager->operation);
  yyjson_mut_obj_add_strcpy (self->draft, entry, "apiVersion", manager->api_version);
  yyjson_mut_obj_add_str (self->draft, entry, "fieldsType", "FieldsV1");
  yyjson_mut_obj_add_val (self->draft, entry, "fieldsV1", fields);
  if (manager->subresource != NULL)
    yyjson_mut_obj_add_strcpy (self->draft, entry, "subresource", manager->subresource);
  g_ptr_array_add (self->entries, entry);

  return entry;
}

/**
 * kin_demo_managers_set_time:
 * @self: entries
 * @entry: one of them
 * @now_s: unix seconds
 *
 * Sets when the manager last changed something.
 */
void
kin_demo_managers_set_time (KinDemoManagers *self,
                            yyjson_mut_val  *entry,
                            gint64           now_s)
{
  g_autoptr(GDateTime) now = g_date_time_new_from_unix_utc (now_s);
  g_autofree char *text = g_date_time_format (now, "%Y-%m-%dT%H:%M:%SZ");

  g_return_if_fail (self != NULL);
  g_return_if_fail (entry != NULL);

  if (yyjson_mut_obj_get (entry, "time") != NULL)
    kin_demo_set_string (self->draft, entry, "time", text);
  else
    yyjson_mut_obj_insert (entry, yyjson_mut_str (self->draft, "time"), yyjson_mut_strcpy (self->draft, text),
                           MIN (TIME_PLACE, yyjson_mut_obj_size (entry)));
}

/**
 * kin_demo_managers_get_fields:
 * @entry: an entry
 *
 * Gets what its manager owns.
 *
 * Returns: (transfer none) (nullable): the set
 */
KinDemoFieldSet *
kin_demo_managers_get_fields (yyjson_mut_val *entry)
{
  return yyjson_mut_obj_get (entry, "fieldsV1");
}

/**
 * kin_demo_managers_set_fields:
 * @self: entries
 * @entry: one of them
 * @fields: (nullable): its fields, a set of the same draft
 *
 * Sets what its manager owns.
 */
void
kin_demo_managers_set_fields (KinDemoManagers *self,
                              yyjson_mut_val  *entry,
                              KinDemoFieldSet *fields)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (entry != NULL);

  if (fields != kin_demo_managers_get_fields (entry))
    kin_demo_set (self->draft, entry, "fieldsV1", fields != NULL ? fields : yyjson_mut_obj (self->draft));
}

/**
 * kin_demo_managers_subtract:
 * @entry: an entry
 * @fields: (nullable): a set
 *
 * Takes fields from a manager. One that has none left is not stored.
 */
void
kin_demo_managers_subtract (yyjson_mut_val  *entry,
                            KinDemoFieldSet *fields)
{
  g_return_if_fail (entry != NULL);

  kin_demo_field_set_subtract (kin_demo_managers_get_fields (entry), fields);
}

/**
 * kin_demo_managers_cap:
 * @self: entries
 *
 * Makes one entry of the oldest, where there are too many.
 */
void
kin_demo_managers_cap (KinDemoManagers *self)
{
  g_autoptr(GPtrArray) oldest = NULL;
  g_autoptr(GPtrArray) updaters = NULL;
  guint n_updaters;

  g_return_if_fail (self != NULL);

  if (self->entries->len <= MAX_UPDATERS)
    return;

  oldest = g_ptr_array_new ();
  updaters = list_updaters (self);
  n_updaters = updaters->len;
  for (guint i = 0; i < updaters->len && n_updaters > MAX_UPDATERS; i++)
    {
      if (merge_into_oldest (self, oldest, updaters->pdata[i]))
        n_updaters--;
    }
}

/**
 * kin_demo_managers_store:
 * @self: entries
 * @metadata: the metadata of the draft's object
 *
 * Writes the entries that own something, in the API server's order.
 */
void
kin_demo_managers_store (KinDemoManagers *self,
                         yyjson_mut_val  *metadata)
{
  yyjson_mut_val *array;

  g_return_if_fail (self != NULL);
  g_return_if_fail (metadata != NULL);

  array = yyjson_mut_arr (self->draft);
  g_ptr_array_sort_values (self->entries, compare_entries);
  for (guint i = 0; i < self->entries->len; i++)
    {
      if (!kin_demo_field_set_is_empty (kin_demo_managers_get_fields (self->entries->pdata[i])))
        yyjson_mut_arr_append (array, self->entries->pdata[i]);
    }

  if (yyjson_mut_arr_size (array) > 0)
    kin_demo_set (self->draft, metadata, "managedFields", array);
  else
    kin_demo_remove (metadata, "managedFields");
}
