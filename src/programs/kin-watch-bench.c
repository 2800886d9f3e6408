/* kin-watch-bench.c: times an informer's first list and its updates, for tests/bench.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "programs/kin-watch-bench.h"

struct _KinWatchBench
{
  GObject parent_instance;

  KinSharedInformer *informer;
  KinClient *client;
  KinHandlerRegistration *registration;
  GCancellable *cancellable;
  guint n_wanted;
  guint n_updates;
  gsize n_name_bytes;
  gint64 start;
  gint64 first_update;
  gboolean synced;
};

enum
{
  FINISHED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (KinWatchBench, kin_watch_bench, G_TYPE_OBJECT)

static char *
dup_status_field (const char *status,
                  const char *name)
{
  const char *field = strstr (status, name);
  g_autofree char *text = NULL;

  if (field == NULL)
    return g_strdup ("unknown");

  field += strlen (name);
  text = g_strndup (field, strcspn (field, "\n"));

  return g_strdup (g_strstrip (text));
}

/* The memory of this process as the kernel counts it: the peers' programs print the same two lines. */
static char *
dup_memory (void)
{
  g_autofree char *status = NULL;
  g_autofree char *rss = NULL;
  g_autofree char *peak = NULL;

  if (!g_file_get_contents ("/proc/self/status", &status, NULL, NULL))
    return g_strdup ("rss=unknown hwm=unknown");

  rss = dup_status_field (status, "VmRSS:");
  peak = dup_status_field (status, "VmHWM:");

  return g_strdup_printf ("rss=%s hwm=%s", rss, peak);
}

static void
go_cb (GObject      *source,
       GAsyncResult *result,
       gpointer      user_data)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) body = kin_client_get_finish (KIN_CLIENT (source), result, &error);

  if (body == NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_printerr ("kinformer-watch: %s\n", error->message);
}

static void
tell_synced (KinWatchBench *self)
{
  g_autofree char *memory = dup_memory ();

  self->synced = TRUE;
  g_print ("kinformer sync_s=%.3f n=%u %s\n",
           (g_get_monotonic_time () - self->start) / (double) G_USEC_PER_SEC,
           kin_indexer_get_size (kin_shared_informer_get_indexer (self->informer)), memory);
  kin_client_get_async (self->client, "/bench/go", "*/*", self->cancellable, go_cb, NULL);
}

static void
tell_updated (KinWatchBench *self)
{
  double seconds = (g_get_monotonic_time () - self->first_update) / (double) G_USEC_PER_SEC;
  g_autofree char *memory = dup_memory ();

  g_print ("kinformer events_s=%.3f events_per_s=%.0f %s\n", seconds, self->n_updates / seconds,
           memory);
  g_signal_emit (self, signals[FINISHED], 0);
}

static void
add_cb (KinObject *object,
        gboolean   is_in_initial_list,
        gpointer   user_data)
{
  KinWatchBench *self = user_data;

  self->n_name_bytes += strlen (kin_object_get_name (object));
}

static void
update_cb (KinObject *old_object,
           KinObject *new_object,
           gpointer   user_data)
{
  KinWatchBench *self = user_data;

  self->n_name_bytes += strlen (kin_object_get_name (new_object));
  self->n_updates++;
  if (self->n_updates == 1)
    self->first_update = g_get_monotonic_time ();
  if (self->n_updates == self->n_wanted)
    tell_updated (self);
}

static void
delete_cb (KinObject *object,
           gboolean   final_state_unknown,
           gpointer   user_data)
{
}

static void
slice_ended_cb (gpointer user_data)
{
  KinWatchBench *self = user_data;

  if (!self->synced && kin_handler_registration_has_synced (self->registration))
    tell_synced (self);
}

static const KinEventHandler bench_handler = {
  .on_add = add_cb,
  .on_update = update_cb,
  .on_delete = delete_cb,
  .end = slice_ended_cb,
};

static void
kin_watch_bench_dispose (GObject *object)
{
  KinWatchBench *self = KIN_WATCH_BENCH (object);

  g_cancellable_cancel (self->cancellable);
  if (self->registration != NULL)
    kin_shared_informer_remove_handler (self->informer, g_steal_pointer (&self->registration));
  g_clear_object (&self->informer);
  g_clear_object (&self->client);
  g_clear_object (&self->cancellable);

  G_OBJECT_CLASS (kin_watch_bench_parent_class)->dispose (object);
}

static void
kin_watch_bench_class_init (KinWatchBenchClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = kin_watch_bench_dispose;

  /**
   * KinWatchBench::finished:
   *
   * The last of the wanted updates has reached the handler and its figures are printed.
   */
  signals[FINISHED] = g_signal_new ("finished", KIN_TYPE_WATCH_BENCH, G_SIGNAL_RUN_LAST, 0,
                                    NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
kin_watch_bench_init (KinWatchBench *self)
{
  self->cancellable = g_cancellable_new ();
  self->start = g_get_monotonic_time ();
}

/**
 * kin_watch_bench_new:
 * @informer: an informer that has not been started
 * @client: its client, which asks the server for the updates
 * @n_updates: the updates to wait for
 *
 * The clock runs from now: start @informer at once. Prints a line when the handler has the whole
 * first list, then asks `/bench/go` and prints another at the last update.
 *
 * Returns: (transfer full): the bench
 */
KinWatchBench *
kin_watch_bench_new (KinSharedInformer *informer,
                     KinClient         *client,
                     guint              n_updates)
{
  KinWatchBench *self;

  g_return_val_if_fail (KIN_IS_SHARED_INFORMER (informer), NULL);
  g_return_val_if_fail (KIN_IS_CLIENT (client), NULL);
  g_return_val_if_fail (n_updates > 0, NULL);

  self = g_object_new (KIN_TYPE_WATCH_BENCH, NULL);
  self->informer = g_object_ref (informer);
  self->client = g_object_ref (client);
  self->n_wanted = n_updates;
  self->registration = kin_shared_informer_add_handler (informer, &bench_handler,
                                                        KIN_HANDLER_DEFAULT, self);

  return self;
}
