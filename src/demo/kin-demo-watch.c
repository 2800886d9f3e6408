/* kin-demo-watch.c: one open watch: what there is, what changes, bookmarks, and how it ends.
 *
 * Events are queued as they happen, as references to objects, and written when they are read: whoever reads seldom gets
 * many at once. Who does not read at all is dropped when too much waits.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-watch.h"

#include "demo/kin-demo-error.h"

#define SLICE_US 4000
#define PIECE_SIZE (1024 * 1024)

/* Some seconds of thousands of changes: a client on a busy machine may pause that long. */
#define DEFAULT_BACKLOG (64 * 1024 * 1024)
#define FORGET_AT 4096

/* Roughly each minute, and once more so that a client that comes back after the end need not start anew. */
#define BOOKMARK_US (60 * G_USEC_PER_SEC)
#define BOOKMARK_JITTER_US (6 * G_USEC_PER_SEC)
#define LAST_BOOKMARK_US (2 * G_USEC_PER_SEC)

/* For clients that do not say how long; as kube-apiserver up to twice that. */
#define MIN_TIMEOUT_S 1800

typedef enum
{
  ENTRY_ADDED = KIN_DEMO_ADDED,
  ENTRY_MODIFIED = KIN_DEMO_MODIFIED,
  ENTRY_DELETED = KIN_DEMO_DELETED,
  ENTRY_BOOKMARK,
  ENTRY_END_MARK,
  ENTRY_ERROR,
} EntryType;

typedef struct
{
  EntryType type;
  gboolean live;             /* counts as backlog */
  guint64 version;           /* of a bookmark */
  KinDemoObject *object;     /* (nullable) */
  GBytes *status;            /* (nullable): of an error */
} Entry;

struct _KinDemoWatch
{
  GObject parent_instance;

  KinDemoWorld *world;
  KinClock *clock;           /* what the timeouts were added to */
  KinDemoKind *kind;
  char *namespace_;          /* (nullable) */
  KinDemoFilter *filter;     /* (nullable) */
  KinDemoView view;
  KinDemoFault *fault;       /* (nullable) */

  guint subscription;        /* 0 = none, or none any more */
  guint64 since;
  gint64 deadline;
  guint deadline_handle;
  guint bookmark_handle;
  gboolean bookmarks;

  GArray *entries;           /* of Entry */
  guint n_read;              /* of those */
  gsize n_bytes;             /* of the live ones that were not read */
  gsize backlog;
  guint n_told;
  gboolean columns_told;
  gboolean ended;
};

enum
{
  READY,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (KinDemoWatch, kin_demo_watch, G_TYPE_OBJECT)

static const char * const type_words[] = {
  [ENTRY_ADDED] = "ADDED",
  [ENTRY_MODIFIED] = "MODIFIED",
  [ENTRY_DELETED] = "DELETED",
  [ENTRY_BOOKMARK] = "BOOKMARK",
  [ENTRY_END_MARK] = "BOOKMARK",
  [ENTRY_ERROR] = "ERROR",
};

static void
entry_clear (gpointer data)
{
  Entry *entry = data;

  g_clear_pointer (&entry->object, kin_demo_object_unref);
  g_clear_pointer (&entry->status, g_bytes_unref);
}

static gboolean
is_idle (KinDemoWatch *self)
{
  return self->n_read == self->entries->len && !self->ended;
}

static void
queue (KinDemoWatch *self,
       const Entry  *entry)
{
  gboolean was_idle = is_idle (self);

  g_array_append_vals (self->entries, entry, 1);
  if (was_idle)
    g_signal_emit (self, signals[READY], 0);
}

static void
queue_bookmark (KinDemoWatch *self,
                EntryType     type)
{
  const Entry entry = {
    .type = type,
    .version = kin_demo_store_get_version (kin_demo_world_get_store (self->world)),
  };

  queue (self, &entry);
}

static void
stop_clock (KinDemoWatch *self)
{
  if (self->bookmark_handle > 0)
    kin_clock_remove (self->clock, self->bookmark_handle);
  self->bookmark_handle = 0;

  if (self->deadline_handle > 0)
    kin_clock_remove (self->clock, self->deadline_handle);
  self->deadline_handle = 0;
}

static void
unsubscribe (KinDemoWatch *self)
{
  if (self->subscription > 0)
    kin_demo_store_unsubscribe (kin_demo_world_get_store (self->world), self->subscription);
  self->subscription = 0;
}

/* What is queued is read yet. */
static void
end (KinDemoWatch *self)
{
  gboolean was_idle = is_idle (self);

  if (self->ended)
    return;

  self->ended = TRUE;
  stop_clock (self);
  unsubscribe (self);
  if (was_idle)
    g_signal_emit (self, signals[READY], 0);
}

/* Whoever reads so slowly has to list again. */
static void
drop (KinDemoWatch *self)
{
  g_array_set_size (self->entries, self->n_read);
  self->n_bytes = 0;
  end (self);
}

static void
fail (KinDemoWatch *self,
      const GError *error)
{
  const Entry entry = { .type = ENTRY_ERROR, .status = kin_demo_error_dup_status (error) };

  queue (self, &entry);
  end (self);
}

static void
fail_expired (KinDemoWatch *self,
              guint64       version)
{
  KinDemoStore *store = kin_demo_world_get_store (self->world);
  g_autoptr(GError) error = g_error_new (KIN_DEMO_ERROR, KIN_DEMO_ERROR_EXPIRED,
                                         "too old resource version: %" G_GUINT64_FORMAT " (%" G_GUINT64_FORMAT ")",
                                         version, kin_demo_store_get_oldest (store));

  fail (self, error);
}

/* A definition may be replaced while its resource is watched. */
static gboolean
is_ours (KinDemoWatch  *self,
         KinDemoObject *object)
{
  KinDemoKind *kind = kin_demo_object_get_kind (object);

  if (kind != self->kind && !g_str_equal (kin_demo_kind_get_id (kind), kin_demo_kind_get_id (self->kind)))
    return FALSE;

  return self->namespace_ == NULL || g_strcmp0 (self->namespace_, kin_demo_object_get_namespace (object)) == 0;
}

static gboolean
is_wanted (KinDemoWatch  *self,
           KinDemoObject *object)
{
  return object != NULL && (self->filter == NULL || kin_demo_filter_matches (self->filter, object));
}

/* What the client last knew, at the version at which the selector let it go. */
static KinDemoObject *
new_let_go (KinDemoObject *previous,
            guint64        version)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_object_edit (previous);
  g_autofree char *text = g_strdup_printf ("%" G_GUINT64_FORMAT, version);

  kin_demo_set_string (draft, kin_demo_get (yyjson_mut_doc_get_root (draft), "metadata", NULL), "resourceVersion", text);

  return kin_demo_object_new (kin_demo_object_get_kind (previous), draft);
}

/* What a change is to someone who sees only what a selector takes; FALSE if it is nothing. */
static gboolean
translate (KinDemoWatch       *self,
           const KinDemoEvent *event,
           Entry              *entry)
{
  gboolean now = event->type != KIN_DEMO_DELETED && is_wanted (self, event->object);
  gboolean before = event->type == KIN_DEMO_DELETED ? is_wanted (self, event->object)
                                                    : event->type == KIN_DEMO_MODIFIED && is_wanted (self, event->previous);

  if (!now && !before)
    return FALSE;

  *entry = (Entry) { .type = now ? before ? ENTRY_MODIFIED : ENTRY_ADDED : ENTRY_DELETED };
  if (!now && event->type == KIN_DEMO_MODIFIED)
    entry->object = new_let_go (event->previous, event->version);
  else
    entry->object = kin_demo_object_ref (event->object);

  return TRUE;
}

static void
replayed_cb (const KinDemoEvent *event,
             gpointer            user_data)
{
  KinDemoWatch *self = user_data;
  Entry entry;

  if (is_ours (self, event->object) && translate (self, event, &entry))
    queue (self, &entry);
}

static void
changed_cb (const KinDemoEvent *event,
            gpointer            user_data)
{
  KinDemoWatch *self = user_data;
  Entry entry;

  if (event->version <= self->since || !is_ours (self, event->object) || !translate (self, event, &entry))
    return;

  entry.live = TRUE;
  self->n_bytes += g_bytes_get_size (kin_demo_object_get_text (entry.object));
  queue (self, &entry);

  if (self->n_bytes > self->backlog)
    drop (self);
}

static void arm_bookmark (KinDemoWatch *self);

static void
bookmark_cb (gpointer user_data)
{
  KinDemoWatch *self = user_data;

  self->bookmark_handle = 0;
  queue_bookmark (self, ENTRY_BOOKMARK);
  arm_bookmark (self);
}

static void
deadline_cb (gpointer user_data)
{
  KinDemoWatch *self = user_data;

  self->deadline_handle = 0;
  end (self);
}

/* Not the world's chance: who watches it must not alter what happens in it. */
static void
arm_bookmark (KinDemoWatch *self)
{
  gint64 left = self->deadline - kin_clock_get_monotonic (self->clock) - LAST_BOOKMARK_US;
  gint64 delay = BOOKMARK_US + g_random_int_range (-BOOKMARK_JITTER_US, BOOKMARK_JITTER_US);

  if (self->bookmarks && left > 0)
    self->bookmark_handle = kin_clock_add_timeout (self->clock, MIN (delay, left), bookmark_cb, self);
}

static void
start_clock (KinDemoWatch *self,
             gint64        left)
{
  g_set_object (&self->clock, kin_demo_world_get_clock (self->world));
  self->deadline = kin_clock_get_monotonic (self->clock) + left;
  self->deadline_handle = kin_clock_add_timeout (self->clock, left, deadline_cb, self);
  arm_bookmark (self);
}

static void
clock_changed_cb (KinDemoWorld *world,
                  KinDemoWatch *self)
{
  gint64 left = self->deadline - kin_clock_get_monotonic (self->clock);

  if (self->ended)
    return;

  stop_clock (self);
  start_clock (self, MAX (left, 0));
}

/* A definition was taken away: nobody serves its resource any more. */
static void
kinds_changed_cb (KinDemoKinds *kinds,
                  KinDemoWatch *self)
{
  KinResource *resource = kin_demo_kind_get_resource (self->kind);

  if (kin_demo_kinds_find (kinds, kin_resource_get_group (resource), kin_resource_get_version (resource),
                           kin_resource_get_plural (resource)) == NULL)
    end (self);
}

static void
queue_initial (KinDemoWatch *self)
{
  g_autoptr(GPtrArray) objects = kin_demo_store_list (kin_demo_world_get_store (self->world), self->kind, self->namespace_);

  for (guint i = 0; i < objects->len; i++)
    {
      KinDemoObject *object = g_ptr_array_index (objects, i);
      Entry entry = { .type = ENTRY_ADDED };

      if (!is_wanted (self, object))
        continue;

      entry.object = kin_demo_object_ref (object);
      queue (self, &entry);
    }
}

/* As kube-apiserver does: who asks for history that is gone is told so by an event, with HTTP saying 200. */
static void
begin (KinDemoWatch              *self,
       const KinDemoWatchOptions *options)
{
  KinDemoStore *store = kin_demo_world_get_store (self->world);
  guint64 version = kin_demo_store_get_version (store);
  g_autoptr(GError) error = NULL;

  if (options->initial && options->since > version)
    error = kin_demo_new_too_large (options->since, store);
  else if (options->initial)
    queue_initial (self);
  else if (options->since > 0 && options->since < kin_demo_store_get_oldest (store))
    fail_expired (self, options->since);
  else if (options->since > 0 && options->since < version)
    kin_demo_store_replay (store, self->kind, options->since, replayed_cb, self, &error);

  if (error != NULL)
    fail (self, error);
  else if (options->end_mark && !self->ended)
    queue_bookmark (self, ENTRY_END_MARK);

  self->since = MAX (version, options->initial ? 0 : options->since);
}

static void
append_metadata (const Entry *entry,
                 GString     *out)
{
  g_string_append_printf (out, "\"metadata\":{\"resourceVersion\":\"%" G_GUINT64_FORMAT "\"", entry->version);
  if (entry->type == ENTRY_END_MARK)
    g_string_append (out, ",\"annotations\":{\"k8s.io/initial-events-end\":\"true\"}");
  g_string_append_c (out, '}');
}

static void
append_bookmark (KinDemoWatch *self,
                 const Entry  *entry,
                 GString      *out)
{
  KinResource *resource = kin_demo_kind_get_resource (self->kind);
  gboolean whole = self->view.form == KIN_DEMO_FORM_JSON;

  if (self->view.form == KIN_DEMO_FORM_TABLE)
    g_string_append_printf (out,
                            "{\"kind\":\"Table\",\"apiVersion\":\"meta.k8s.io/v1\","
                            "\"metadata\":{\"resourceVersion\":\"%" G_GUINT64_FORMAT "\"},"
                            "\"columnDefinitions\":null,\"rows\":[{\"cells\":[],\"object\":",
                            entry->version);

  g_string_append_printf (out, "{\"kind\":\"%s\",\"apiVersion\":\"%s\",",
                          whole ? kin_resource_get_kind (resource) : "PartialObjectMetadata",
                          whole ? kin_resource_get_api_version (resource) : "meta.k8s.io/v1");
  append_metadata (entry, out);
  g_string_append (out, self->view.form == KIN_DEMO_FORM_TABLE ? "}}]}" : "}");
}

static void
append_entry (KinDemoWatch *self,
              const Entry  *entry,
              GString      *out)
{
  gint64 now_s = kin_demo_world_get_now (self->world) / G_USEC_PER_SEC;

  g_string_append_printf (out, "{\"type\":\"%s\",\"object\":", type_words[entry->type]);

  if (entry->object != NULL)
    kin_demo_view_append_object (&self->view, self->kind, entry->object, !self->columns_told, now_s, out);
  else if (entry->status != NULL)
    g_string_append_len (out, g_bytes_get_data (entry->status, NULL), g_bytes_get_size (entry->status));
  else
    append_bookmark (self, entry, out);

  g_string_append (out, "}\n");
  self->columns_told |= entry->object != NULL;
  self->n_told++;
}

static gboolean
is_withheld (KinDemoWatch *self,
             const Entry  *entry)
{
  if (self->fault == NULL)
    return FALSE;

  return (self->fault->action == KIN_DEMO_FAULT_NO_END_MARK && entry->type == ENTRY_END_MARK) ||
         (self->fault->action == KIN_DEMO_FAULT_BOOKMARKS_ONLY && entry->live);
}

/* The fault's own end of the watch. */
static gboolean
must_expire (KinDemoWatch *self)
{
  return self->fault != NULL && self->fault->action == KIN_DEMO_FAULT_GONE_EVENT && !self->ended &&
         self->n_told >= self->fault->after_events;
}

static void
expire (KinDemoWatch *self)
{
  drop (self);
  self->ended = FALSE;
  fail_expired (self, self->since);
}

static void
write_next (KinDemoWatch *self,
            GString      *out)
{
  Entry *entry = &g_array_index (self->entries, Entry, self->n_read);

  if (!is_withheld (self, entry))
    append_entry (self, entry, out);
  if (entry->live)
    self->n_bytes -= MIN (self->n_bytes, g_bytes_get_size (kin_demo_object_get_text (entry->object)));

  entry_clear (entry);
  self->n_read++;
}

static void
forget_read (KinDemoWatch *self)
{
  if (self->n_read < self->entries->len && self->n_read < FORGET_AT)
    return;

  if (self->n_read > 0)
    g_array_remove_range (self->entries, 0, self->n_read);
  self->n_read = 0;
}

/* Time that the processor takes, whatever the world's clock says. */
static gboolean
is_full (gint64   started,
         GString *out)
{
  return out->len >= PIECE_SIZE || (out->len > 0 && g_get_monotonic_time () - started >= SLICE_US);
}

static void
kin_demo_watch_dispose (GObject *object)
{
  KinDemoWatch *self = KIN_DEMO_WATCH (object);

  self->ended = TRUE;
  if (self->clock != NULL)
    stop_clock (self);
  if (self->world != NULL)
    unsubscribe (self);
  g_clear_object (&self->clock);
  g_clear_object (&self->world);

  G_OBJECT_CLASS (kin_demo_watch_parent_class)->dispose (object);
}

static void
kin_demo_watch_finalize (GObject *object)
{
  KinDemoWatch *self = KIN_DEMO_WATCH (object);

  g_array_unref (self->entries);
  kin_demo_kind_unref (self->kind);
  g_free (self->namespace_);
  g_clear_pointer (&self->filter, kin_demo_filter_free);
  g_clear_pointer (&self->fault, kin_demo_fault_unref);

  G_OBJECT_CLASS (kin_demo_watch_parent_class)->finalize (object);
}

static void
kin_demo_watch_class_init (KinDemoWatchClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = kin_demo_watch_dispose;
  object_class->finalize = kin_demo_watch_finalize;

  /**
   * KinDemoWatch::ready:
   *
   * There was nothing to read, and now there is, or the end was reached.
   */
  signals[READY] = g_signal_new ("ready", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
}

static void
kin_demo_watch_init (KinDemoWatch *self)
{
  self->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  g_array_set_clear_func (self->entries, entry_clear);
  self->backlog = DEFAULT_BACKLOG;
}

/**
 * kin_demo_watch_new:
 * @world: what is watched
 * @kind: the kind of objects
 * @namespace_: (nullable): the namespace, or %NULL for all
 * @filter: (nullable) (transfer full): which objects are told of
 * @view: how they are written
 * @options: what the client asked for
 *
 * Opens a watch. What goes wrong with it is told as an event.
 *
 * Returns: (transfer full): a watch
 */
KinDemoWatch *
kin_demo_watch_new (KinDemoWorld              *world,
                    KinDemoKind               *kind,
                    const char                *namespace_,
                    KinDemoFilter             *filter,
                    const KinDemoView         *view,
                    const KinDemoWatchOptions *options)
{
  KinDemoWatch *self;
  guint timeout_s;

  g_return_val_if_fail (KIN_IS_DEMO_WORLD (world), NULL);
  g_return_val_if_fail (kind != NULL && view != NULL && options != NULL, NULL);

  self = g_object_new (KIN_TYPE_DEMO_WATCH, NULL);
  self->world = g_object_ref (world);
  self->kind = kin_demo_kind_ref (kind);
  self->namespace_ = g_strdup (namespace_);
  self->filter = filter;
  self->view = *view;
  self->bookmarks = options->bookmarks;

  begin (self, options);
  if (self->ended)
    return self;

  timeout_s = options->timeout_s > 0 ? options->timeout_s : (guint) g_random_int_range (MIN_TIMEOUT_S, 2 * MIN_TIMEOUT_S);
  start_clock (self, timeout_s * G_USEC_PER_SEC);
  self->subscription = kin_demo_store_subscribe (kin_demo_world_get_store (world), changed_cb, self);
  g_signal_connect_object (world, "clock-changed", G_CALLBACK (clock_changed_cb), self, G_CONNECT_DEFAULT);
  g_signal_connect_object (kin_demo_world_get_kinds (world), "changed", G_CALLBACK (kinds_changed_cb), self, G_CONNECT_DEFAULT);

  return self;
}

/**
 * kin_demo_watch_read:
 * @self: a watch
 *
 * Takes what waits, as much of it as can be written in a few milliseconds.
 *
 * Returns: (transfer full) (nullable): some events, or %NULL if nothing waits
 */
GBytes *
kin_demo_watch_read (KinDemoWatch *self)
{
  g_autoptr(GString) out = NULL;
  gint64 started;

  g_return_val_if_fail (KIN_IS_DEMO_WATCH (self), NULL);

  out = g_string_sized_new (4096);
  started = g_get_monotonic_time ();

  while (!is_full (started, out))
    {
      if (must_expire (self))
        expire (self);
      if (self->n_read == self->entries->len)
        break;

      write_next (self, out);
    }

  forget_read (self);

  return out->len > 0 ? g_string_free_to_bytes (g_steal_pointer (&out)) : NULL;
}

/**
 * kin_demo_watch_has_ended:
 * @self: a watch
 *
 * Returns: whether nothing is to be read any more, now and later
 */
gboolean
kin_demo_watch_has_ended (KinDemoWatch *self)
{
  g_return_val_if_fail (KIN_IS_DEMO_WATCH (self), TRUE);

  return self->ended && self->n_read == self->entries->len;
}

/**
 * kin_demo_watch_set_backlog:
 * @self: a watch
 * @n_bytes: how much may wait
 *
 * Sets when a client that does not read is dropped.
 */
void
kin_demo_watch_set_backlog (KinDemoWatch *self,
                            gsize         n_bytes)
{
  g_return_if_fail (KIN_IS_DEMO_WATCH (self));

  self->backlog = n_bytes;
}

/**
 * kin_demo_watch_set_fault:
 * @self: a watch
 * @fault: what is to go wrong; one that is not about the events of a watch changes nothing
 *
 * Makes it misbehave.
 */
void
kin_demo_watch_set_fault (KinDemoWatch *self,
                          KinDemoFault *fault)
{
  g_return_if_fail (KIN_IS_DEMO_WATCH (self));
  g_return_if_fail (fault != NULL);

  g_clear_pointer (&self->fault, kin_demo_fault_unref);
  self->fault = kin_demo_fault_ref (fault);
  if (is_idle (self) && must_expire (self))
    expire (self);
}
