/* kin-demo-faults.c: all that is to go wrong, asked once a request; counts how often each fault was met.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-faults.h"

#include <libsoup/soup.h>

struct _KinDemoFaults
{
  GObject parent_instance;

  GPtrArray *entries;        /* of Entry, in the order in which they were added */
  guint last_id;
  char **stale_groups;
  KinDemoFault *stale;
  GPtrArray *dead;           /* of GIOStream: half-open connections, whose sockets nobody closes yet */
};

G_DEFINE_FINAL_TYPE (KinDemoFaults, kin_demo_faults, G_TYPE_OBJECT)

typedef struct
{
  KinDemoFault *fault;
  guint id;
  guint n_matches;
  guint n_hits;
} Entry;

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  kin_demo_fault_unref (entry->fault);
  g_free (entry);
}

static Entry *
find_entry (KinDemoFaults *self,
            guint          id,
            guint         *position)
{
  for (guint i = 0; i < self->entries->len; i++)
    {
      Entry *entry = g_ptr_array_index (self->entries, i);

      if (entry->id == id)
        {
          if (position != NULL)
            *position = i;
          return entry;
        }
    }

  return NULL;
}

static gboolean
hit (Entry      *entry,
     const char *method,
     const char *path,
     gboolean    is_watch)
{
  if (!kin_demo_fault_matches (entry->fault, method, path, is_watch))
    return FALSE;

  entry->n_matches++;
  if (entry->n_matches < entry->fault->nth || (entry->fault->count > 0 && entry->n_hits >= entry->fault->count))
    return FALSE;

  entry->n_hits++;

  return TRUE;
}

static gboolean
is_stale (KinDemoFaults *self,
          const char    *path)
{
  for (guint i = 0; self->stale_groups[i] != NULL; i++)
    {
      g_autofree char *folder = g_strconcat ("/apis/", self->stale_groups[i], NULL);
      KinDemoFault group = { .path = folder };

      if (kin_demo_fault_matches (&group, "", path, FALSE))
        return TRUE;
    }

  return FALSE;
}

static void
append_entry (Entry   *entry,
              GString *out)
{
  g_string_append_printf (out, "{\"id\":%u,\"hits\":%u,", entry->id, entry->n_hits);
  kin_demo_fault_append_json (entry->fault, out);
  g_string_append_c (out, '}');
}

static void
kin_demo_faults_finalize (GObject *object)
{
  KinDemoFaults *self = KIN_DEMO_FAULTS (object);

  g_clear_pointer (&self->entries, g_ptr_array_unref);
  g_clear_pointer (&self->stale_groups, g_strfreev);
  g_clear_pointer (&self->stale, kin_demo_fault_unref);
  g_clear_pointer (&self->dead, g_ptr_array_unref);

  G_OBJECT_CLASS (kin_demo_faults_parent_class)->finalize (object);
}

static void
kin_demo_faults_class_init (KinDemoFaultsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = kin_demo_faults_finalize;
}

static void
kin_demo_faults_init (KinDemoFaults *self)
{
  self->entries = g_ptr_array_new_with_free_func (entry_free);
  self->stale_groups = g_new0 (char *, 1);
  self->stale = kin_demo_fault_copy (&(KinDemoFault) { .action = KIN_DEMO_FAULT_STATUS, .status = SOUP_STATUS_SERVICE_UNAVAILABLE });
  self->dead = g_ptr_array_new_with_free_func (g_object_unref);
}

/**
 * kin_demo_faults_new:
 *
 * Returns: (transfer full): faults, of which there are none yet
 */
KinDemoFaults *
kin_demo_faults_new (void)
{
  return g_object_new (KIN_TYPE_DEMO_FAULTS, NULL);
}

/**
 * kin_demo_faults_add:
 * @self: the faults
 * @fault: what is to go wrong; copied
 *
 * Returns: the fault's number
 */
guint
kin_demo_faults_add (KinDemoFaults      *self,
                     const KinDemoFault *fault)
{
  Entry *entry;

  g_return_val_if_fail (KIN_IS_DEMO_FAULTS (self), 0);
  g_return_val_if_fail (fault != NULL, 0);

  entry = g_new0 (Entry, 1);
  entry->fault = kin_demo_fault_copy (fault);
  entry->id = ++self->last_id;
  g_ptr_array_add (self->entries, entry);

  return entry->id;
}

/**
 * kin_demo_faults_remove:
 * @self: the faults
 * @id: a fault's number
 *
 * Returns: whether there was such a fault
 */
gboolean
kin_demo_faults_remove (KinDemoFaults *self,
                        guint          id)
{
  guint position;

  g_return_val_if_fail (KIN_IS_DEMO_FAULTS (self), FALSE);

  if (find_entry (self, id, &position) == NULL)
    return FALSE;

  g_ptr_array_remove_index (self->entries, position);

  return TRUE;
}

/**
 * kin_demo_faults_clear:
 * @self: the faults
 *
 * Lets all go well again: no fault, no stale group, and half-open connections are closed. What an answer under way has
 * met stays with it.
 */
void
kin_demo_faults_clear (KinDemoFaults *self)
{
  const char * const none[] = { NULL };

  g_return_if_fail (KIN_IS_DEMO_FAULTS (self));

  g_ptr_array_set_size (self->entries, 0);
  g_ptr_array_set_size (self->dead, 0);
  kin_demo_faults_set_stale_groups (self, none);
}

/**
 * kin_demo_faults_match:
 * @self: the faults
 * @method: a request's method
 * @path: its path, without the server's prefix
 * @is_watch: whether it is a watch
 *
 * Asks what is to go wrong with a request, and counts it: to be asked once a request. Of several faults the one that
 * was added first counts.
 *
 * Returns: (transfer full) (nullable): the fault; %NULL: all goes well
 */
KinDemoFault *
kin_demo_faults_match (KinDemoFaults *self,
                       const char    *method,
                       const char    *path,
                       gboolean       is_watch)
{
  g_return_val_if_fail (KIN_IS_DEMO_FAULTS (self), NULL);
  g_return_val_if_fail (method != NULL, NULL);
  g_return_val_if_fail (path != NULL, NULL);

  for (guint i = 0; i < self->entries->len; i++)
    {
      Entry *entry = g_ptr_array_index (self->entries, i);

      if (hit (entry, method, path, is_watch))
        return kin_demo_fault_ref (entry->fault);
    }

  return is_stale (self, path) ? kin_demo_fault_ref (self->stale) : NULL;
}

/**
 * kin_demo_faults_get_n_hits:
 * @self: the faults
 * @id: a fault's number
 *
 * Returns: how many requests have met it, 0 if there is no such fault
 */
guint
kin_demo_faults_get_n_hits (KinDemoFaults *self,
                            guint          id)
{
  Entry *entry;

  g_return_val_if_fail (KIN_IS_DEMO_FAULTS (self), 0);

  entry = find_entry (self, id, NULL);

  return entry != NULL ? entry->n_hits : 0;
}

/**
 * kin_demo_faults_set_stale_groups:
 * @self: the faults
 * @groups: (array zero-terminated=1): API groups, such as “metrics.k8s.io”
 *
 * Makes it seem as if the aggregated servers behind these groups did not answer: 503 for all that is below them.
 */
void
kin_demo_faults_set_stale_groups (KinDemoFaults      *self,
                                  const char * const *groups)
{
  char **copy;

  g_return_if_fail (KIN_IS_DEMO_FAULTS (self));
  g_return_if_fail (groups != NULL);

  copy = g_strdupv ((char **) groups);
  g_strfreev (self->stale_groups);
  self->stale_groups = copy;
}

/**
 * kin_demo_faults_get_stale_groups:
 * @self: the faults
 *
 * Returns: (array zero-terminated=1) (transfer none): the groups whose servers do not answer
 */
const char * const *
kin_demo_faults_get_stale_groups (KinDemoFaults *self)
{
  g_return_val_if_fail (KIN_IS_DEMO_FAULTS (self), NULL);

  return (const char * const *) self->stale_groups;
}

/**
 * kin_demo_faults_keep:
 * @self: the faults
 * @dead: a half-open connection
 *
 * Keeps a connection that the server believes to be closed, until kin_demo_faults_clear() or the end: its peer is to
 * hear nothing of it.
 */
void
kin_demo_faults_keep (KinDemoFaults *self,
                      GIOStream     *dead)
{
  g_return_if_fail (KIN_IS_DEMO_FAULTS (self));
  g_return_if_fail (G_IS_IO_STREAM (dead));

  g_ptr_array_add (self->dead, g_object_ref (dead));
}

/**
 * kin_demo_faults_dup_json:
 * @self: the faults
 *
 * Returns: (transfer full): a list of them with what they have met, as JSON
 */
char *
kin_demo_faults_dup_json (KinDemoFaults *self)
{
  GString *out;

  g_return_val_if_fail (KIN_IS_DEMO_FAULTS (self), NULL);

  out = g_string_new ("{\"faults\":[");
  for (guint i = 0; i < self->entries->len; i++)
    {
      if (i > 0)
        g_string_append_c (out, ',');
      append_entry (g_ptr_array_index (self->entries, i), out);
    }
  g_string_append (out, "]}");

  return g_string_free_and_steal (out);
}

/**
 * kin_demo_faults_append_json:
 * @self: the faults
 * @id: a fault's number
 * @out: added to
 *
 * Returns: whether there is such a fault, and it was written
 */
gboolean
kin_demo_faults_append_json (KinDemoFaults *self,
                             guint          id,
                             GString       *out)
{
  Entry *entry;

  g_return_val_if_fail (KIN_IS_DEMO_FAULTS (self), FALSE);
  g_return_val_if_fail (out != NULL, FALSE);

  entry = find_entry (self, id, NULL);
  if (entry == NULL)
    return FALSE;

  append_entry (entry, out);

  return TRUE;
}
