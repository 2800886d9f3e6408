/* kin-object-list.c: the rows of one informer's objects, sorted and filtered.
 *
 * Made for 100,000 objects and some thousand changes a second. A change finds its place by bisection; a burst of them is
 * told as few exact items-changed (see kin-burst.c); a row that stays where it is tells it itself. A worker arranges all
 * anew when the order or the filter changes or very much has happened, while the list stays as it was.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "model/kin-object-list.h"

#include "base/kin-clock.h"
#include "base/kin-worker-pool.h"
#include "model/kin-arrangement.h"
#include "model/kin-burst.h"
#include "model/kin-object-list-private.h"
#include "model/kin-row-private.h"

/* Larger bursts are arranged anew: placing them one by one would take longer than a frame. */
#define MAX_BURST 256
/* So many objects are arranged at once, without a worker. */
#define MAX_ARRANGED_AT_ONCE 2000
/* While the initial objects pour in they are shown as often as this. */
#define MAX_DELAY_US (500 * G_TIME_SPAN_MILLISECOND)
/* Below the informer's (200), so that it runs when all has been told. */
#define FLUSH_PRIORITY G_PRIORITY_LOW

struct _KinObjectList
{
  GObject                 parent;

  KinSharedInformer      *informer;
  KinHandlerRegistration *registration;

  KinIdTable           *objects;      /* all of them, shown or not */
  KinSpliceArray         *shown;        /* in order; borrowed from objects or leaving */
  GHashTable             *leaving;      /* id → KinObject: replaced or gone, but still in shown until the burst is over */
  KinRowTable            *rows;
  KinRowFunc              row_func;
  gpointer                row_data;

  KinRowSort              sort;         /* of shown */
  KinRowSort              wanted_sort;
  KinRowFilter           *filter;
  char                   *query;
  char                  **namespaces;

  GHashTable             *arrived;      /* id → KinObject: told, but not yet in objects */
  GHashTable             *departed;     /* id → KinObject */
  gint64                  waiting_since; /* monotonic; 0 = nothing waits */
  guint                   flush_source;
  gboolean                has_unplaced; /* objects holds some that were never arranged */
  gboolean                is_arranging; /* a worker reads objects: they must not change */
  gboolean                is_stale;     /* what it arranges is no longer wanted */
  gboolean                is_bursting;
  guint                   told_n_items;
  guint                   told_n_total;
};

/* One burst, before its changes are in order. */
typedef struct
{
  GArray    *removed;  /* guint: positions before the burst */
  GPtrArray *inserted; /* KinObject, borrowed */
} Changes;

static void kin_object_list_model_init (GListModelInterface *iface);
static void kin_object_list_row_list_init (KinRowListInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (KinObjectList, kin_object_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, kin_object_list_model_init)
                               G_IMPLEMENT_INTERFACE (KIN_TYPE_ROW_LIST, kin_object_list_row_list_init))

enum
{
  PROP_0,
  PROP_INFORMER,
  PROP_QUERY,
  PROP_N_ITEMS,
  PROP_N_TOTAL,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void rearrange (KinObjectList *self);
static void flush (KinObjectList *self);

static GHashTable *
new_object_table (void)
{
  /* The key is a text of the value. */
  return g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) kin_object_unref);
}

static void
put_in_table (GHashTable *table,
              KinObject  *object)
{
  g_hash_table_replace (table, (gpointer) kin_id_table_id_of (object), kin_object_ref (object));
}

static gboolean
locate (KinObjectList *self,
        KinObject     *object,
        guint         *position)
{
  *position = kin_splice_array_bisect (self->shown, object, kin_row_sort_compare, &self->sort);

  return *position < kin_splice_array_get_size (self->shown) && kin_splice_array_get (self->shown, *position) == object;
}

/* Whether the order is still right with object, a newer version, in the place of what stands at position. */
static gboolean
fits_at (KinObjectList *self,
         KinObject     *object,
         guint          position)
{
  if (position > 0 &&
      kin_row_sort_compare (kin_splice_array_get (self->shown, position - 1), object, &self->sort) >= 0)
    return FALSE;

  return position + 1 == kin_splice_array_get_size (self->shown) ||
         kin_row_sort_compare (object, kin_splice_array_get (self->shown, position + 1), &self->sort) < 0;
}

/* The list shows the old version until the burst that takes it out is over. Of several it is the first that is shown. */
static void
let_go (KinObjectList *self,
        KinObject     *old)
{
  if (!g_hash_table_contains (self->leaving, kin_id_table_id_of (old)))
    put_in_table (self->leaving, old);
}

static void
update_row (KinObjectList *self,
            KinObject     *object)
{
  KinRow *row = kin_row_table_get (self->rows, kin_id_table_id_of (object));
  g_autoptr(KinRow) kept = row != NULL ? g_object_ref (row) : NULL;

  if (kept != NULL)
    kin_row_set_object (kept, object);
}

static void
update_rows (KinObjectList *self,
             GHashTable    *arrived)
{
  GHashTableIter iter;
  gpointer object;

  g_hash_table_iter_init (&iter, arrived);
  while (kin_row_table_get_size (self->rows) > 0 && g_hash_table_iter_next (&iter, NULL, &object))
    update_row (self, object);
}

static void
notify_sizes (KinObjectList *self)
{
  guint n_items = kin_splice_array_get_size (self->shown);
  guint n_total = kin_id_table_get_size (self->objects);

  if (self->told_n_items != n_items)
    {
      self->told_n_items = n_items;
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_ITEMS]);
    }
  if (self->told_n_total != n_total)
    {
      self->told_n_total = n_total;
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_TOTAL]);
    }
}

static void
tell_items_changed (guint    position,
                    guint    n_removed,
                    guint    n_added,
                    gpointer user_data)
{
  g_list_model_items_changed (G_LIST_MODEL (user_data), position, n_removed, n_added);
}

static void
apply_burst (KinObjectList *self,
             KinBurst      *burst)
{
  self->is_bursting = TRUE;
  kin_burst_apply (burst, tell_items_changed, self);
  self->is_bursting = FALSE;

  g_hash_table_remove_all (self->leaving);
}

static void
remove_one (KinObjectList *self,
            KinObject     *object,
            Changes       *changes)
{
  g_autoptr(KinObject) old = kin_id_table_remove (self->objects, kin_id_table_id_of (object));
  guint position;

  if (old == NULL || !locate (self, old, &position))
    return;

  let_go (self, old);
  g_array_append_val (changes->removed, position);
}

/* A version that fits where the old one stands takes its place at once, so that what is placed later is compared with
 * it; all others are left in place, as marks to count from, until everything has been looked at. */
static void
put_one (KinObjectList *self,
         KinObject     *object,
         Changes       *changes)
{
  g_autoptr(KinObject) old = kin_id_table_put (self->objects, object);
  guint position = 0;
  gboolean was_shown = old != NULL && locate (self, old, &position);
  gboolean is_shown = kin_row_filter_matches (self->filter, object);

  if (was_shown && is_shown && fits_at (self, object, position))
    {
      kin_splice_array_set (self->shown, position, object);
      return;
    }

  if (was_shown)
    {
      let_go (self, old);
      g_array_append_val (changes->removed, position);
    }
  if (is_shown)
    g_ptr_array_add (changes->inserted, object);
}

static void
place_waiting (KinObjectList *self)
{
  g_autoptr(GHashTable) arrived = g_steal_pointer (&self->arrived);
  g_autoptr(GHashTable) departed = g_steal_pointer (&self->departed);
  g_autoptr(GArray) removed = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr(GPtrArray) inserted = g_ptr_array_new ();
  g_autoptr(KinBurst) burst = kin_burst_new (self->shown);
  Changes changes = { removed, inserted };
  GHashTableIter iter;
  gpointer object;

  self->arrived = new_object_table ();
  self->departed = new_object_table ();

  g_hash_table_iter_init (&iter, departed);
  while (g_hash_table_iter_next (&iter, NULL, &object))
    remove_one (self, object, &changes);
  g_hash_table_iter_init (&iter, arrived);
  while (g_hash_table_iter_next (&iter, NULL, &object))
    put_one (self, object, &changes);

  kin_burst_place (burst, removed, inserted, kin_row_sort_compare, &self->sort);
  apply_burst (self, burst);
  update_rows (self, arrived);
  notify_sizes (self);

  /* Whoever was told of the burst may have asked for another order. */
  if (self->is_stale)
    rearrange (self);
}

/* Brings objects up to date with what was told; shown stays as it is until all has been arranged anew. */
static void
absorb_waiting (KinObjectList *self)
{
  g_autoptr(GHashTable) arrived = g_steal_pointer (&self->arrived);
  g_autoptr(GHashTable) departed = g_steal_pointer (&self->departed);
  GHashTableIter iter;
  gpointer object;

  self->arrived = new_object_table ();
  self->departed = new_object_table ();

  g_hash_table_iter_init (&iter, departed);
  while (g_hash_table_iter_next (&iter, NULL, &object))
    {
      g_autoptr(KinObject) old = kin_id_table_remove (self->objects, kin_id_table_id_of (object));

      if (old != NULL)
        let_go (self, old);
    }

  g_hash_table_iter_init (&iter, arrived);
  while (g_hash_table_iter_next (&iter, NULL, &object))
    {
      g_autoptr(KinObject) old = kin_id_table_put (self->objects, object);

      if (old != NULL)
        let_go (self, old);
    }

  update_rows (self, arrived);
}

static void
show_arranged (KinObjectList *self,
               GPtrArray     *objects)
{
  g_autoptr(KinBurst) burst = kin_burst_new (self->shown);

  if (self->sort.column == self->wanted_sort.column && self->sort.descending == self->wanted_sort.descending)
    kin_burst_merge (burst, objects, kin_row_sort_compare, &self->sort);
  else
    kin_burst_replace (burst, objects);

  self->sort = self->wanted_sort;
  apply_burst (self, burst);
  notify_sizes (self);
}

static void
arranged_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  KinObjectList *self = KIN_OBJECT_LIST (source);
  g_autoptr(GPtrArray) objects = kin_worker_pool_push_finish (result, NULL);

  self->is_arranging = FALSE;
  if (!self->is_stale)
    show_arranged (self, objects);
  flush (self);
}

static void
rearrange (KinObjectList *self)
{
  g_autoptr(GPtrArray) objects = NULL;
  KinArrangement *arrangement;

  self->is_stale = TRUE;
  if (self->is_arranging || self->is_bursting)
    return;

  absorb_waiting (self);
  self->is_stale = FALSE;
  self->has_unplaced = FALSE;

  arrangement = kin_arrangement_new (self->objects, self->filter, &self->wanted_sort);
  if (kin_id_table_get_size (self->objects) > MAX_ARRANGED_AT_ONCE)
    {
      self->is_arranging = TRUE;
      kin_worker_pool_push_async (self, kin_arrangement_run, arrangement,
                                  (GDestroyNotify) kin_arrangement_free, (GDestroyNotify) g_ptr_array_unref,
                                  FLUSH_PRIORITY, NULL, arranged_cb, NULL);
      return;
    }

  objects = kin_arrangement_run (arrangement, NULL);
  kin_arrangement_free (arrangement);
  show_arranged (self, objects);
  flush (self);
}

static guint
count_waiting (KinObjectList *self)
{
  return g_hash_table_size (self->arrived) + g_hash_table_size (self->departed);
}

/* Shows what was told. While a worker arranges, or somebody is being told of a burst, it waits for the end of that. */
static void
flush (KinObjectList *self)
{
  /* Who is told may drop the list. */
  g_autoptr(KinObjectList) kept = g_object_ref (self);

  g_clear_handle_id (&self->flush_source, g_source_remove);
  if (self->is_arranging || self->is_bursting)
    return;

  self->waiting_since = 0;
  if (self->is_stale || self->has_unplaced || count_waiting (self) > MAX_BURST)
    rearrange (self);
  else if (count_waiting (self) > 0)
    place_waiting (self);
}

static gboolean
flush_cb (gpointer user_data)
{
  KinObjectList *self = user_data;

  self->flush_source = 0;
  flush (self);

  return G_SOURCE_REMOVE;
}

static void
arrive (KinObjectList *self,
        KinObject     *object)
{
  g_hash_table_remove (self->departed, kin_id_table_id_of (object));
  put_in_table (self->arrived, object);
}

static void
depart (KinObjectList *self,
        KinObject     *object)
{
  g_hash_table_remove (self->arrived, kin_id_table_id_of (object));
  put_in_table (self->departed, object);
}

/* The many objects of the initial list go where they belong as they are told, within the informer's budget of time, and
 * not all at once at the end. */
static void
on_add (KinObject *object,
        gboolean   is_in_initial_list,
        gpointer   user_data)
{
  KinObjectList *self = user_data;
  const char *id = kin_id_table_id_of (object);

  if (!is_in_initial_list || self->is_arranging || self->is_bursting ||
      kin_id_table_get (self->objects, id) != NULL || g_hash_table_contains (self->arrived, id))
    {
      arrive (self, object);
      return;
    }

  g_hash_table_remove (self->departed, id);
  kin_id_table_put (self->objects, object);
  self->has_unplaced = TRUE;
}

static void
on_update (KinObject *old_object,
           KinObject *new_object,
           gpointer   user_data)
{
  arrive (user_data, new_object);
}

static void
on_delete (KinObject *object,
           gboolean   final_state_unknown,
           gpointer   user_data)
{
  depart (user_data, object);
}

static void
on_end (gpointer user_data)
{
  KinObjectList *self = user_data;
  guint n_waiting = count_waiting (self);
  gint64 now;

  if (n_waiting == 0 && !self->has_unplaced)
    return;

  now = kin_clock_get_monotonic (kin_shared_informer_get_clock (self->informer));
  if (self->waiting_since == 0)
    self->waiting_since = now;

  if ((n_waiting <= MAX_BURST && !self->has_unplaced) || now - self->waiting_since > MAX_DELAY_US)
    flush (self);
  else if (self->flush_source == 0)
    self->flush_source = g_idle_add_full (FLUSH_PRIORITY, flush_cb, self, NULL);
}

static const KinEventHandler handler = {
  .on_add = on_add,
  .on_update = on_update,
  .on_delete = on_delete,
  .end = on_end,
};

static void
set_informer (KinObjectList     *self,
              KinSharedInformer *informer)
{
  self->informer = g_object_ref (informer);
  self->registration = kin_shared_informer_add_handler (informer, &handler, KIN_HANDLER_COALESCE, self);
}

static void
set_filter (KinObjectList *self)
{
  g_clear_pointer (&self->filter, kin_row_filter_unref);
  self->filter = kin_row_filter_new (self->query, (const char * const *) self->namespaces);
  rearrange (self);
}

static gboolean
namespaces_equal (const char * const *a,
                  const char * const *b)
{
  if (a == NULL || b == NULL)
    return a == b;

  return g_strv_equal (a, b);
}

static GType
kin_object_list_get_item_type (GListModel *model)
{
  return KIN_TYPE_ROW;
}

static guint
kin_object_list_get_n_items (GListModel *model)
{
  return kin_splice_array_get_size (KIN_OBJECT_LIST (model)->shown);
}

static gpointer
kin_object_list_get_item (GListModel *model,
                          guint       position)
{
  KinObjectList *self = KIN_OBJECT_LIST (model);
  KinObject *object;
  KinRow *row;

  if (position >= kin_splice_array_get_size (self->shown))
    return NULL;

  object = kin_splice_array_get (self->shown, position);
  row = kin_row_table_get (self->rows, kin_id_table_id_of (object));
  if (row != NULL)
    return g_object_ref (row);

  row = kin_row_new (object);
  kin_row_table_add (self->rows, row);
  if (self->row_func != NULL)
    self->row_func (row, self->row_data);

  return row;
}

static void
kin_object_list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = kin_object_list_get_item_type;
  iface->get_n_items = kin_object_list_get_n_items;
  iface->get_item = kin_object_list_get_item;
}

static int
kin_object_list_row_list_find (KinRowList *list,
                               const char *id)
{
  KinObjectList *self = KIN_OBJECT_LIST (list);
  KinObject *leaving = g_hash_table_lookup (self->leaving, id);
  KinObject *object = kin_id_table_get (self->objects, id);
  guint position;

  if (leaving != NULL && locate (self, leaving, &position))
    return (int) position;
  if (object != NULL && locate (self, object, &position))
    return (int) position;

  return -1;
}

static gboolean
kin_object_list_row_list_has (KinRowList *list,
                              const char *id)
{
  KinObjectList *self = KIN_OBJECT_LIST (list);
  KinObject *object = kin_id_table_get (self->objects, id);

  return object != NULL && kin_row_filter_matches (self->filter, object);
}

static void
kin_object_list_row_list_init (KinRowListInterface *iface)
{
  iface->find = kin_object_list_row_list_find;
  iface->has = kin_object_list_row_list_has;
}

static void
kin_object_list_dispose (GObject *object)
{
  KinObjectList *self = KIN_OBJECT_LIST (object);

  if (self->registration != NULL)
    kin_shared_informer_remove_handler (self->informer, g_steal_pointer (&self->registration));
  g_clear_object (&self->informer);
  g_clear_handle_id (&self->flush_source, g_source_remove);

  G_OBJECT_CLASS (kin_object_list_parent_class)->dispose (object);
}

static void
kin_object_list_finalize (GObject *object)
{
  KinObjectList *self = KIN_OBJECT_LIST (object);

  g_clear_pointer (&self->shown, kin_splice_array_free);
  g_clear_pointer (&self->leaving, g_hash_table_unref);
  g_clear_pointer (&self->arrived, g_hash_table_unref);
  g_clear_pointer (&self->departed, g_hash_table_unref);
  g_clear_pointer (&self->rows, kin_row_table_free);
  g_clear_pointer (&self->objects, kin_id_table_free);
  g_clear_pointer (&self->filter, kin_row_filter_unref);
  g_clear_pointer (&self->query, g_free);
  g_clear_pointer (&self->namespaces, g_strfreev);

  G_OBJECT_CLASS (kin_object_list_parent_class)->finalize (object);
}

static void
kin_object_list_get_property (GObject    *object,
                              guint       property_id,
                              GValue     *value,
                              GParamSpec *pspec)
{
  KinObjectList *self = KIN_OBJECT_LIST (object);

  switch (property_id)
    {
    case PROP_INFORMER:
      g_value_set_object (value, self->informer);
      break;
    case PROP_QUERY:
      g_value_set_string (value, self->query);
      break;
    case PROP_N_ITEMS:
      g_value_set_uint (value, kin_splice_array_get_size (self->shown));
      break;
    case PROP_N_TOTAL:
      g_value_set_uint (value, kin_object_list_get_n_total (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
kin_object_list_set_property (GObject      *object,
                              guint         property_id,
                              const GValue *value,
                              GParamSpec   *pspec)
{
  KinObjectList *self = KIN_OBJECT_LIST (object);

  switch (property_id)
    {
    case PROP_INFORMER:
      set_informer (self, g_value_get_object (value));
      break;
    case PROP_QUERY:
      kin_object_list_set_query (self, g_value_get_string (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
kin_object_list_class_init (KinObjectListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = kin_object_list_dispose;
  object_class->finalize = kin_object_list_finalize;
  object_class->get_property = kin_object_list_get_property;
  object_class->set_property = kin_object_list_set_property;

  /**
   * KinObjectList:informer:
   *
   * Where the objects come from.
   */
  properties[PROP_INFORMER] =
    g_param_spec_object ("informer", NULL, NULL, KIN_TYPE_SHARED_INFORMER,
                         G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);

  /**
   * KinObjectList:query:
   *
   * Words that the shown objects hold.
   */
  properties[PROP_QUERY] =
    g_param_spec_string ("query", NULL, NULL, NULL,
                         G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  /**
   * KinObjectList:n-items:
   *
   * How many objects are shown.
   */
  properties[PROP_N_ITEMS] =
    g_param_spec_uint ("n-items", NULL, NULL, 0, G_MAXUINT, 0,
                       G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  /**
   * KinObjectList:n-total:
   *
   * How many objects there are, shown or not.
   */
  properties[PROP_N_TOTAL] =
    g_param_spec_uint ("n-total", NULL, NULL, 0, G_MAXUINT, 0,
                       G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
kin_object_list_init (KinObjectList *self)
{
  self->objects = kin_id_table_new ();
  self->shown = kin_splice_array_new ();
  self->leaving = new_object_table ();
  self->arrived = new_object_table ();
  self->departed = new_object_table ();
  self->rows = kin_row_table_new ();
  self->filter = kin_row_filter_new (NULL, NULL);
  self->sort.column = KIN_SORT_NAME;
  self->wanted_sort.column = KIN_SORT_NAME;
}

/**
 * kin_object_list_new:
 * @informer: where the objects come from
 *
 * Makes a list that follows @informer, sorted by name.
 *
 * Returns: (transfer full): a list
 */
KinObjectList *
kin_object_list_new (KinSharedInformer *informer)
{
  g_return_val_if_fail (KIN_IS_SHARED_INFORMER (informer), NULL);

  return g_object_new (KIN_TYPE_OBJECT_LIST, "informer", informer, NULL);
}

/**
 * kin_object_list_get_informer:
 *
 * Returns: (transfer none): where the objects come from
 */
KinSharedInformer *
kin_object_list_get_informer (KinObjectList *self)
{
  g_return_val_if_fail (KIN_IS_OBJECT_LIST (self), NULL);

  return self->informer;
}

/**
 * kin_object_list_set_query:
 * @query: (nullable): words, see kin_row_filter_new()
 *
 * Shows the objects that hold all words.
 */
void
kin_object_list_set_query (KinObjectList *self,
                           const char    *query)
{
  g_return_if_fail (KIN_IS_OBJECT_LIST (self));

  if (!g_set_str (&self->query, query))
    return;

  set_filter (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_QUERY]);
}

/**
 * kin_object_list_set_namespaces:
 * @namespaces: (nullable): %NULL for all
 *
 * Shows the objects of these namespaces.
 */
void
kin_object_list_set_namespaces (KinObjectList      *self,
                                const char * const *namespaces)
{
  g_return_if_fail (KIN_IS_OBJECT_LIST (self));

  if (namespaces_equal ((const char * const *) self->namespaces, namespaces))
    return;

  g_strfreev (self->namespaces);
  self->namespaces = g_strdupv ((char **) namespaces);
  set_filter (self);
}

/**
 * kin_object_list_set_sort:
 * @column: a column of the kind, or %KIN_SORT_NAME, %KIN_SORT_NAMESPACE or %KIN_SORT_AGE
 * @descending: the largest first
 *
 * Sorts the list. What is equal in the column is in the order of namespace, name and uid.
 */
void
kin_object_list_set_sort (KinObjectList *self,
                          int            column,
                          gboolean       descending)
{
  g_return_if_fail (KIN_IS_OBJECT_LIST (self));
  g_return_if_fail (column >= KIN_SORT_AGE);

  descending = descending != FALSE;
  if (self->wanted_sort.column == column && self->wanted_sort.descending == descending)
    return;

  self->wanted_sort.column = column;
  self->wanted_sort.descending = descending;
  rearrange (self);
}

/**
 * kin_object_list_find:
 * @id: an identity
 *
 * Finds a row without making one.
 *
 * Returns: its position, or -1 if it is not shown
 */
int
kin_object_list_find (KinObjectList *self,
                      const char    *id)
{
  g_return_val_if_fail (KIN_IS_OBJECT_LIST (self), -1);
  g_return_val_if_fail (id != NULL, -1);

  return kin_object_list_row_list_find (KIN_ROW_LIST (self), id);
}

/**
 * kin_object_list_get_n_total:
 *
 * Returns: how many objects there are, shown or not
 */
guint
kin_object_list_get_n_total (KinObjectList *self)
{
  g_return_val_if_fail (KIN_IS_OBJECT_LIST (self), 0);

  return kin_id_table_get_size (self->objects);
}

/**
 * kin_object_list_get_n_rows_made:
 *
 * Returns: how many #KinRow are alive: those that someone looks at
 */
guint
kin_object_list_get_n_rows_made (KinObjectList *self)
{
  g_return_val_if_fail (KIN_IS_OBJECT_LIST (self), 0);

  return kin_row_table_get_size (self->rows);
}

/**
 * kin_object_list_set_row_func:
 * @func: called for each row once, before anyone has it
 *
 * Lets the owner of the list complete its rows.
 */
void
kin_object_list_set_row_func (KinObjectList *self,
                              KinRowFunc     func,
                              gpointer       user_data)
{
  g_return_if_fail (KIN_IS_OBJECT_LIST (self));

  self->row_func = func;
  self->row_data = user_data;
}

/**
 * kin_object_list_get_rows:
 *
 * Returns: (transfer none): the rows that are alive
 */
KinRowTable *
kin_object_list_get_rows (KinObjectList *self)
{
  g_return_val_if_fail (KIN_IS_OBJECT_LIST (self), NULL);

  return self->rows;
}
