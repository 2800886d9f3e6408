/* kin-demo-service-book.c: which labels services select; asked for each change of each pod, so that it is remembered.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-service-book.h"

#include "demo/kin-demo-kinds.h"
#include "demo/kin-demo-world.h"
#include "object/kin-json.h"

#define DATA_KEY "kinformer-demo-service-book"

typedef struct
{
  KinDemoObject *object;
  GPtrArray *selector;       /* of char*: keys, each with its value behind it */
} Entry;

static void
entry_free (gpointer data)
{
  Entry *self = data;

  g_clear_pointer (&self->object, kin_demo_object_unref);
  g_ptr_array_unref (self->selector);
  g_free (self);
}

static void
read_service (Entry         *self,
              KinDemoObject *object)
{
  g_autoptr(KinJson) json = kin_demo_object_parse (object);
  KinJsonIter iter;
  KinJsonValue *value;
  const char *name;

  g_clear_pointer (&self->object, kin_demo_object_unref);
  self->object = kin_demo_object_ref (object);
  g_ptr_array_set_size (self->selector, 0);

  kin_json_iter_init (&iter, kin_json_get_path (kin_json_get_root (json), "spec", "selector", NULL));
  while (kin_json_iter_next (&iter, &name, &value))
    {
      g_ptr_array_add (self->selector, g_strdup (name));
      g_ptr_array_add (self->selector, g_strdup (kin_json_value_get_string (value)));
    }
}

static GHashTable *
get_book (KinDemoWorld *world)
{
  GHashTable *book = g_object_get_data (G_OBJECT (world), DATA_KEY);

  if (book == NULL)
    {
      book = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, entry_free);
      g_object_set_data_full (G_OBJECT (world), DATA_KEY, book, (GDestroyNotify) g_hash_table_unref);
    }

  return book;
}

static Entry *
look_up (KinDemoWorld  *world,
         KinDemoObject *service)
{
  GHashTable *book = get_book (world);
  const char *key = kin_demo_object_get_key (service);
  Entry *entry = g_hash_table_lookup (book, key);

  if (entry == NULL)
    {
      entry = g_new0 (Entry, 1);
      entry->selector = g_ptr_array_new_with_free_func (g_free);
      g_hash_table_insert (book, g_strdup (key), entry);
    }

  if (entry->object != service)
    read_service (entry, service);

  return entry;
}

static gboolean
has_label (const char * const *labels,
           const char         *name,
           const char         *value)
{
  for (gsize i = 0; labels[i] != NULL; i += 2)
    {
      if (g_str_equal (labels[i], name))
        return g_strcmp0 (labels[i + 1], value) == 0;
    }

  return FALSE;
}

/**
 * kin_demo_service_book_get_kind:
 * @world: the cluster
 *
 * Returns: (transfer none): the kind of services
 */
KinDemoKind *
kin_demo_service_book_get_kind (KinDemoWorld *world)
{
  g_return_val_if_fail (KIN_IS_DEMO_WORLD (world), NULL);

  return kin_demo_kinds_find (kin_demo_world_get_kinds (world), "", "v1", "services");
}

/**
 * kin_demo_service_book_selects:
 * @world: the cluster
 * @service: a service
 * @labels: keys, each with its value behind it
 *
 * Returns: whether the service selects pods with these labels; one without a selector selects none
 */
gboolean
kin_demo_service_book_selects (KinDemoWorld       *world,
                               KinDemoObject      *service,
                               const char * const *labels)
{
  Entry *entry;

  g_return_val_if_fail (KIN_IS_DEMO_WORLD (world), FALSE);
  g_return_val_if_fail (service != NULL && labels != NULL, FALSE);

  entry = look_up (world, service);
  for (guint i = 0; i < entry->selector->len; i += 2)
    {
      if (!has_label (labels, g_ptr_array_index (entry->selector, i), g_ptr_array_index (entry->selector, i + 1)))
        return FALSE;
    }

  return entry->selector->len > 0;
}

/**
 * kin_demo_service_book_forget:
 * @world: the cluster
 * @service: a service that is gone
 *
 * Forgets a service.
 */
void
kin_demo_service_book_forget (KinDemoWorld  *world,
                              KinDemoObject *service)
{
  g_return_if_fail (KIN_IS_DEMO_WORLD (world));
  g_return_if_fail (service != NULL);

  g_hash_table_remove (get_book (world), kin_demo_object_get_key (service));
}
