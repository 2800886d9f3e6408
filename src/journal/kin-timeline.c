/* kin-timeline.c: what has happened to each object of an informer since it began to watch, within a budget.
 *
 * Changes are kept in one queue, from which the oldest go first, and in one queue for each object. A list for the
 * window is only made for an object that someone looks at, and lives as long as it is looked at.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "journal/kin-timeline.h"

#include "journal/kin-change-item.h"
#include "journal/kin-gap-clock.h"

/* What a change takes beside its objects, about. */
#define OVERHEAD 256

/* Beyond so many gaps the oldest two become one. */
#define MAX_GAPS 256

struct _KinTimeline
{
  GObject parent_instance;

  KinSharedInformer *informer;   /* until it is detached */
  KinHandlerRegistration *registration;
  KinGapClock *gap_clock;
  gint64 started;                /* real µs */
  gsize budget;
  gsize used;

  GQueue entries;                /* of Entry, the oldest first */
  GHashTable *histories;         /* UID, or key where there is none → History */
  GQueue gaps;                   /* of Gap, the oldest first */
  guint64 last_serial;
};

G_DEFINE_FINAL_TYPE (KinTimeline, kin_timeline, G_TYPE_OBJECT)

typedef struct
{
  KinTimeline *timeline;
  char *id;
  GQueue entries;                /* of Entry, which the timeline's queue owns, the oldest first */
  gint64 dropped_until;          /* the time of the last change that had to go; 0 = none had */
  gboolean is_gone;              /* the object was deleted */
  GListStore *list;              /* of KinChangeItem, the newest first; while someone looks */
} History;

typedef struct
{
  History *history;
  KinChange *change;
  guint64 serial;
  gsize cost;
} Entry;

typedef struct
{
  KinChange *change;
  guint64 serial;
} Gap;

static const char *
get_id (KinObject *object)
{
  const char *uid = kin_object_get_uid (object);

  return *uid != '\0' ? uid : kin_object_get_key (object);
}

static void
free_entry (gpointer data)
{
  Entry *entry = data;

  kin_change_unref (entry->change);
  g_free (entry);
}

static void
free_gap (gpointer data)
{
  Gap *gap = data;

  kin_change_unref (gap->change);
  g_free (gap);
}

static void list_gone_cb (gpointer  user_data,
                          GObject  *list);

static void
free_history (gpointer data)
{
  History *history = data;

  if (history->list != NULL)
    g_object_weak_unref (G_OBJECT (history->list), list_gone_cb, history);
  g_queue_clear (&history->entries);
  g_free (history->id);
  g_free (history);
}

/* Of an object that still lives it must be remembered that changes were dropped. */
static void
forget_when_empty (History *history)
{
  if (history->list != NULL || !g_queue_is_empty (&history->entries))
    return;

  if (history->is_gone || history->dropped_until == 0)
    g_hash_table_remove (history->timeline->histories, history->id);
}

static void
list_gone_cb (gpointer  user_data,
              GObject  *list)
{
  History *history = user_data;

  history->list = NULL;
  forget_when_empty (history);
}

static History *
ensure_history (KinTimeline *self,
                const char  *id)
{
  History *history = g_hash_table_lookup (self->histories, id);

  if (history != NULL)
    return history;

  history = g_new0 (History, 1);
  history->timeline = self;
  history->id = g_strdup (id);
  g_queue_init (&history->entries);
  g_hash_table_insert (self->histories, history->id, history);

  return history;
}

/* A heartbeat is an event, but nobody wants to read of it. */
static gboolean
is_worth_showing (KinChange *change)
{
  return kin_change_get_change_type (change) != KIN_CHANGE_MODIFIED || kin_change_get_fields (change)->len > 0;
}

static void
show_first (GListStore *list,
            KinChange  *change)
{
  g_autoptr(KinChangeItem) item = NULL;

  if (!is_worth_showing (change))
    return;

  item = kin_change_item_new (change);
  g_list_store_insert (list, 0, item);
}

static KinChange *
get_shown (History *history,
           guint    i)
{
  g_autoptr(KinChangeItem) item = g_list_model_get_item (G_LIST_MODEL (history->list), i);

  return kin_change_item_get_change (item);
}

static KinChangeItem *
make_dropped_item (History *history)
{
  g_autoptr(KinChange) gap = kin_change_new_gap (history->timeline->started, history->dropped_until);

  return kin_change_item_new (gap);
}

/* The list ends with the gap that stands for what was dropped. */
static void
show_dropped (History   *history,
              KinChange *dropped,
              gboolean   had_gap)
{
  g_autoptr(KinChangeItem) item = NULL;
  guint n_items;
  guint n_shown;
  gboolean is_shown;

  if (history->list == NULL)
    return;

  n_items = g_list_model_get_n_items (G_LIST_MODEL (history->list));
  n_shown = n_items - (had_gap ? 1 : 0);
  is_shown = n_shown > 0 && get_shown (history, n_shown - 1) == dropped;
  if (is_shown)
    n_shown--;

  item = make_dropped_item (history);
  g_list_store_splice (history->list, n_shown, n_items - n_shown, (gpointer *) &item, 1);
}

static GListStore *
ref_list (History *history)
{
  return history->list != NULL ? g_object_ref (history->list) : NULL;
}

static void
drop_oldest (KinTimeline *self)
{
  Entry *entry = g_queue_pop_head (&self->entries);
  History *history = entry->history;
  /* Whoever hears of it may let go of the list, and with it of the history. */
  g_autoptr(GListStore) list = ref_list (history);
  gboolean had_gap = history->dropped_until != 0;

  g_assert (g_queue_peek_head (&history->entries) == entry);
  g_queue_pop_head (&history->entries);
  self->used -= entry->cost;
  history->dropped_until = MAX (kin_change_get_time (entry->change), 1);

  show_dropped (history, entry->change, had_gap);
  forget_when_empty (history);
  free_entry (entry);
}

/* The object as it was belongs to the change before, but for the first. */
static gsize
count_cost (History   *history,
            KinChange *change)
{
  KinObject *old_object = kin_change_get_old_object (change);
  gsize cost = OVERHEAD + kin_object_get_memory (kin_change_get_object (change));

  if (old_object != NULL && g_queue_is_empty (&history->entries))
    cost += kin_object_get_memory (old_object);

  return cost;
}

/* Who hears of the change may let go of the list, and of the timeline too. */
static void
record (KinTimeline   *self,
        KinChangeType  type,
        KinObject     *old_object,
        KinObject     *new_object)
{
  g_autoptr(KinTimeline) alive = g_object_ref (self);
  History *history = ensure_history (self, get_id (new_object));
  g_autoptr(GListStore) list = ref_list (history);
  Entry *entry = g_new0 (Entry, 1);

  entry->history = history;
  entry->change = kin_change_new (type, old_object, new_object, kin_gap_clock_tick (self->gap_clock));
  entry->serial = ++self->last_serial;
  entry->cost = count_cost (history, entry->change);

  history->is_gone = type == KIN_CHANGE_DELETED;
  g_queue_push_tail (&self->entries, entry);
  g_queue_push_tail (&history->entries, entry);
  self->used += entry->cost;
  if (list != NULL)
    show_first (list, entry->change);

  while (self->used > self->budget && self->entries.length > 1)
    drop_oldest (self);
}

static void
merge_oldest_gaps (KinTimeline *self)
{
  Gap *first = g_queue_pop_head (&self->gaps);
  Gap *second = g_queue_peek_head (&self->gaps);
  gint64 from = kin_change_get_gap_start (first->change);
  gint64 to = kin_change_get_time (second->change);

  kin_change_unref (second->change);
  second->change = kin_change_new_gap (from, to);
  free_gap (first);
}

/* Whoever hears of a gap may ask for another list meanwhile, or let go of one. */
static GPtrArray *
list_lists (KinTimeline *self)
{
  GPtrArray *lists = g_ptr_array_new_with_free_func (g_object_unref);
  GHashTableIter iter;
  gpointer history;

  g_hash_table_iter_init (&iter, self->histories);
  while (g_hash_table_iter_next (&iter, NULL, &history))
    if (((History *) history)->list != NULL)
      g_ptr_array_add (lists, ref_list (history));

  return lists;
}

static void
record_gap (KinTimeline *self)
{
  g_autoptr(KinTimeline) alive = g_object_ref (self);
  Gap *gap = g_new0 (Gap, 1);
  g_autoptr(GPtrArray) lists = list_lists (self);

  gap->change = kin_gap_clock_make_gap (self->gap_clock);
  gap->serial = ++self->last_serial;
  g_queue_push_tail (&self->gaps, gap);
  if (self->gaps.length > MAX_GAPS)
    merge_oldest_gaps (self);

  for (guint i = 0; i < lists->len; i++)
    show_first (g_ptr_array_index (lists, i), gap->change);
}

static void
append_item (GPtrArray *items,
             KinChange *change)
{
  if (is_worth_showing (change))
    g_ptr_array_add (items, kin_change_item_new (change));
}

/* The object's own changes and everybody's gaps, by when they were told. */
static GPtrArray *
collect_items (KinTimeline *self,
               History     *history)
{
  GPtrArray *items = g_ptr_array_new_with_free_func (g_object_unref);
  GList *gaps = self->gaps.tail;

  for (GList *link = history->entries.tail; link != NULL; link = link->prev)
    {
      Entry *entry = link->data;

      for (; gaps != NULL && ((Gap *) gaps->data)->serial > entry->serial; gaps = gaps->prev)
        append_item (items, ((Gap *) gaps->data)->change);
      append_item (items, entry->change);
    }

  for (; gaps != NULL; gaps = gaps->prev)
    append_item (items, ((Gap *) gaps->data)->change);
  if (history->dropped_until != 0)
    g_ptr_array_add (items, make_dropped_item (history));

  return items;
}

static GListStore *
make_list (KinTimeline *self,
           History     *history)
{
  GListStore *list = g_list_store_new (KIN_TYPE_CHANGE_ITEM);
  g_autoptr(GPtrArray) items = collect_items (self, history);

  g_list_store_splice (list, 0, 0, items->pdata, items->len);
  g_object_weak_ref (G_OBJECT (list), list_gone_cb, history);
  history->list = list;

  return list;
}

static void
object_added_cb (KinObject *object,
                 gboolean   is_in_initial_list,
                 gpointer   user_data)
{
  /* What was there already is no change. */
  if (!is_in_initial_list)
    record (user_data, KIN_CHANGE_ADDED, NULL, object);
}

static void
object_updated_cb (KinObject *old_object,
                   KinObject *new_object,
                   gpointer   user_data)
{
  record (user_data, KIN_CHANGE_MODIFIED, old_object, new_object);
}

static void
object_deleted_cb (KinObject *object,
                   gboolean   final_state_unknown,
                   gpointer   user_data)
{
  record (user_data, KIN_CHANGE_DELETED, NULL, object);
}

static void
gap_cb (gpointer user_data)
{
  record_gap (user_data);
}

static const KinEventHandler timeline_handler = {
  .on_add = object_added_cb,
  .on_update = object_updated_cb,
  .on_delete = object_deleted_cb,
  .gap = gap_cb,
};

static void
kin_timeline_dispose (GObject *object)
{
  KinTimeline *self = KIN_TIMELINE (object);

  kin_timeline_detach (self);

  G_OBJECT_CLASS (kin_timeline_parent_class)->dispose (object);
}

static void
kin_timeline_finalize (GObject *object)
{
  KinTimeline *self = KIN_TIMELINE (object);

  g_hash_table_unref (self->histories);
  g_queue_clear_full (&self->entries, free_entry);
  g_queue_clear_full (&self->gaps, free_gap);

  G_OBJECT_CLASS (kin_timeline_parent_class)->finalize (object);
}

static void
kin_timeline_class_init (KinTimelineClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = kin_timeline_dispose;
  object_class->finalize = kin_timeline_finalize;
}

static void
kin_timeline_init (KinTimeline *self)
{
  g_queue_init (&self->entries);
  g_queue_init (&self->gaps);
  self->histories = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, free_history);
}

/**
 * kin_timeline_new:
 * @informer: whose objects to follow
 * @budget_bytes: how much to keep; the newest change stays in any case
 *
 * Adds a lossless handler to @informer and records from now on.
 *
 * Returns: (transfer full): a timeline
 */
KinTimeline *
kin_timeline_new (KinSharedInformer *informer,
                  gsize              budget_bytes)
{
  KinTimeline *self;

  g_return_val_if_fail (KIN_IS_SHARED_INFORMER (informer), NULL);

  self = g_object_new (KIN_TYPE_TIMELINE, NULL);
  self->informer = g_object_ref (informer);
  self->gap_clock = kin_gap_clock_new (informer);
  self->started = kin_clock_get_real (kin_shared_informer_get_clock (informer));
  self->budget = budget_bytes;
  self->registration = kin_shared_informer_add_handler (informer, &timeline_handler, KIN_HANDLER_DEFAULT, self);

  return self;
}

/**
 * kin_timeline_get_changes:
 * @self: a timeline
 * @uid: an object's UID, or its key if it has none; it need not have changed yet
 *
 * Gets what has happened to an object, the newest first, and goes on telling it. Changes of heartbeats alone are
 * left out.
 *
 * Returns: (transfer full): a list of #KinChangeItem
 */
GListModel *
kin_timeline_get_changes (KinTimeline *self,
                          const char  *uid)
{
  History *history;

  g_return_val_if_fail (KIN_IS_TIMELINE (self), NULL);
  g_return_val_if_fail (uid != NULL, NULL);

  history = ensure_history (self, uid);
  if (history->list != NULL)
    return g_object_ref (G_LIST_MODEL (history->list));

  return G_LIST_MODEL (make_list (self, history));
}

/**
 * kin_timeline_detach:
 * @self: a timeline
 *
 * Records nothing more. What was recorded stays.
 */
void
kin_timeline_detach (KinTimeline *self)
{
  g_return_if_fail (KIN_IS_TIMELINE (self));

  if (self->informer == NULL)
    return;

  kin_shared_informer_remove_handler (self->informer, self->registration);
  self->registration = NULL;
  g_clear_pointer (&self->gap_clock, kin_gap_clock_free);
  g_clear_object (&self->informer);
}
