/* kin-demo-list.c: the answer to a list, made piece by piece so that a long one holds nobody up.
 *
 * Objects are written by copying their text. Nothing but a table's row is parsed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-list.h"

#include "demo/kin-demo-continue.h"

#define SLICE_US 4000
#define PIECE_SIZE (1024 * 1024)

/* A page of kubectl and of client-go. The rows of a table take longer. */
#define SHORT 500
#define SHORT_TABLE 100

/* How many are looked at at a time to fill a page of those that a selector takes. */
#define BATCH 500

struct _KinDemoList
{
  KinDemoKind *kind;
  KinDemoFilter *filter;     /* (nullable): which objects are left out; NULL also if that was done already */
  KinDemoView view;
  gint64 now_s;

  GPtrArray *objects;        /* of KinDemoObject */
  guint n_read;
  gboolean begun;
  gboolean any;              /* one was written */
  gboolean ended;

  guint64 version;
  char *token;               /* (nullable): for the next page */
  guint64 n_remaining;       /* after this page; 0 = none or not told */
};

static KinDemoList *
list_new (KinDemoWorld      *world,
          KinDemoKind       *kind,
          const KinDemoView *view)
{
  KinDemoList *self = g_new0 (KinDemoList, 1);

  self->kind = kin_demo_kind_ref (kind);
  self->view = *view;
  self->now_s = kin_demo_world_get_now (world) / G_USEC_PER_SEC;
  self->version = kin_demo_store_get_version (kin_demo_world_get_store (world));

  return self;
}

/* Whether all were looked at before the page was full. */
static gboolean
keep_matching (KinDemoList *self,
               GPtrArray   *batch,
               guint        limit)
{
  for (guint i = 0; i < batch->len; i++)
    {
      KinDemoObject *object = g_ptr_array_index (batch, i);

      if (self->objects->len == limit)
        return FALSE;
      if (kin_demo_filter_matches (self->filter, object))
        g_ptr_array_add (self->objects, kin_demo_object_ref (object));
    }

  return TRUE;
}

/* For the page after the last object of this one. */
static void
set_token (KinDemoList *self,
           const char  *namespace_)
{
  KinDemoObject *last = g_ptr_array_index (self->objects, self->objects->len - 1);

  self->token = kin_demo_continue_encode (self->version, namespace_, kin_demo_object_get_key (last));
}

/* How many more a selector takes is not told: nobody has looked. */
static gboolean
fill_page (KinDemoList               *self,
           KinDemoStore              *store,
           const char                *namespace_,
           const KinDemoListOptions  *options,
           GError                   **error)
{
  g_autofree char *after = g_strdup (options->after);
  guint64 n_remaining = 1;
  gboolean all_seen = TRUE;

  self->objects = g_ptr_array_new_with_free_func ((GDestroyNotify) kin_demo_object_unref);

  while (n_remaining > 0 && self->objects->len < options->limit)
    {
      g_autoptr(GPtrArray) batch = kin_demo_store_list_page (store, self->kind, namespace_, options->at, after, BATCH,
                                                             &n_remaining, error);

      if (batch == NULL)
        return FALSE;
      if (batch->len == 0)
        break;

      all_seen = keep_matching (self, batch, options->limit);
      g_set_str (&after, kin_demo_object_get_key (g_ptr_array_index (batch, batch->len - 1)));
    }

  if (self->objects->len == options->limit && !(all_seen && n_remaining == 0))
    set_token (self, namespace_);
  g_clear_pointer (&self->filter, kin_demo_filter_free);

  return TRUE;
}

static gboolean
take_page (KinDemoList               *self,
           KinDemoStore              *store,
           const char                *namespace_,
           const KinDemoListOptions  *options,
           GError                   **error)
{
  self->objects = kin_demo_store_list_page (store, self->kind, namespace_, options->at, options->after, options->limit,
                                            &self->n_remaining, error);
  if (self->objects == NULL)
    return FALSE;

  if (self->n_remaining > 0 && self->objects->len > 0)
    set_token (self, namespace_);

  return TRUE;
}

static const char *
get_list_kind (KinDemoList *self)
{
  return kin_json_get_string (kin_json_get_path (kin_demo_kind_get_crd (self->kind), "spec", "names", NULL), "listKind");
}

static void
append_kind (KinDemoList *self,
             GString     *out)
{
  const char *list_kind = get_list_kind (self);

  if (list_kind != NULL)
    g_string_append_printf (out, "\"kind\":\"%s\"", list_kind);
  else
    g_string_append_printf (out, "\"kind\":\"%sList\"",
                            kin_resource_get_kind (kin_demo_kind_get_resource (self->kind)));
}

static void
append_metadata (KinDemoList *self,
                 GString     *out)
{
  g_string_append_printf (out, "\"metadata\":{\"resourceVersion\":\"%" G_GUINT64_FORMAT "\"", self->version);
  if (self->token != NULL)
    g_string_append_printf (out, ",\"continue\":\"%s\"", self->token);
  if (self->n_remaining > 0)
    g_string_append_printf (out, ",\"remainingItemCount\":%" G_GUINT64_FORMAT, self->n_remaining);
  g_string_append_c (out, '}');
}

/* Custom resources are written with their members sorted: the items come before the metadata. */
static gboolean
is_sorted (KinDemoList *self)
{
  return (self->view.form == KIN_DEMO_FORM_JSON || self->view.form == KIN_DEMO_FORM_YAML) &&
         (kin_demo_kind_get_flags (self->kind) & KIN_DEMO_KIND_CUSTOM) != 0;
}

static void
append_head (KinDemoList *self,
             GString     *out)
{
  const char *api_version = kin_resource_get_api_version (kin_demo_kind_get_resource (self->kind));

  if (self->view.form == KIN_DEMO_FORM_TABLE)
    {
      g_string_append (out, "{\"kind\":\"Table\",\"apiVersion\":\"meta.k8s.io/v1\",");
      append_metadata (self, out);
      g_string_append_c (out, ',');
      kin_demo_table_append_columns (self->kind, out);
      g_string_append (out, ",\"rows\":[");
      return;
    }

  if (self->view.form == KIN_DEMO_FORM_PARTIAL_LIST)
    g_string_append (out, "{\"kind\":\"PartialObjectMetadataList\",\"apiVersion\":\"meta.k8s.io/v1\",");
  else if (is_sorted (self))
    {
      g_string_append_printf (out, "{\"apiVersion\":\"%s\",\"items\":[", api_version);
      return;
    }
  else
    {
      g_string_append_c (out, '{');
      append_kind (self, out);
      g_string_append_printf (out, ",\"apiVersion\":\"%s\",", api_version);
    }

  append_metadata (self, out);
  g_string_append (out, ",\"items\":[");
}

static void
append_tail (KinDemoList *self,
             GString     *out)
{
  g_string_append_c (out, ']');
  if (is_sorted (self))
    {
      g_string_append_c (out, ',');
      append_kind (self, out);
      g_string_append_c (out, ',');
      append_metadata (self, out);
    }
  g_string_append (out, "}\n");
}

static void
append_next (KinDemoList *self,
             GString     *out)
{
  KinDemoObject *object = g_ptr_array_index (self->objects, self->n_read++);

  if (self->filter != NULL && !kin_demo_filter_matches (self->filter, object))
    return;

  if (self->any)
    g_string_append_c (out, ',');
  self->any = TRUE;
  kin_demo_view_append_item (&self->view, self->kind, object, self->now_s, out);
}

/* Time that the processor takes, whatever the world's clock says. */
static gboolean
is_full (gint64   started,
         GString *out)
{
  return out->len >= PIECE_SIZE || g_get_monotonic_time () - started >= SLICE_US;
}

/**
 * kin_demo_list_new:
 * @world: what is listed
 * @kind: the kind of objects
 * @namespace_: (nullable): the namespace, or %NULL for all
 * @filter: (nullable) (transfer full): which objects are wanted
 * @view: how they are written
 * @options: which page, of which version
 * @error: return location
 *
 * Lists. What is read later is as it is now.
 *
 * Returns: (transfer full) (nullable): a list, or %NULL with @error set
 */
KinDemoList *
kin_demo_list_new (KinDemoWorld              *world,
                   KinDemoKind               *kind,
                   const char                *namespace_,
                   KinDemoFilter             *filter,
                   const KinDemoView         *view,
                   const KinDemoListOptions  *options,
                   GError                   **error)
{
  g_autoptr(KinDemoList) self = NULL;
  KinDemoStore *store;
  gboolean done;

  g_return_val_if_fail (KIN_IS_DEMO_WORLD (world), NULL);
  g_return_val_if_fail (kind != NULL && view != NULL && options != NULL, NULL);

  self = list_new (world, kind, view);
  self->filter = filter;
  if (options->at > 0)
    self->version = options->at;

  store = kin_demo_world_get_store (world);
  done = filter != NULL && options->limit > 0 ? fill_page (self, store, namespace_, options, error)
                                              : take_page (self, store, namespace_, options, error);

  return done ? g_steal_pointer (&self) : NULL;
}

/**
 * kin_demo_list_new_for_objects:
 * @world: where they are from
 * @kind: their kind
 * @view: how they are written
 * @objects: (element-type KinDemoObject): what is in the list
 *
 * Returns: (transfer full): a list of just those
 */
KinDemoList *
kin_demo_list_new_for_objects (KinDemoWorld      *world,
                               KinDemoKind       *kind,
                               const KinDemoView *view,
                               GPtrArray         *objects)
{
  KinDemoList *self;

  g_return_val_if_fail (KIN_IS_DEMO_WORLD (world), NULL);
  g_return_val_if_fail (kind != NULL && view != NULL && objects != NULL, NULL);

  self = list_new (world, kind, view);
  self->objects = g_ptr_array_ref (objects);

  return self;
}

/**
 * kin_demo_list_free:
 * @self: (transfer full): a list
 */
void
kin_demo_list_free (KinDemoList *self)
{
  g_return_if_fail (self != NULL);

  kin_demo_kind_unref (self->kind);
  g_clear_pointer (&self->filter, kin_demo_filter_free);
  g_clear_pointer (&self->objects, g_ptr_array_unref);
  g_free (self->token);
  g_free (self);
}

/**
 * kin_demo_list_is_short:
 * @self: a list
 *
 * Returns: whether it takes no longer than a usual page, so that it may be written in one go
 */
gboolean
kin_demo_list_is_short (KinDemoList *self)
{
  g_return_val_if_fail (self != NULL, TRUE);

  return self->objects->len <= (self->view.form == KIN_DEMO_FORM_TABLE ? SHORT_TABLE : SHORT);
}

/**
 * kin_demo_list_read:
 * @self: a list
 *
 * Writes the next piece, which takes a few milliseconds at most.
 *
 * Returns: (transfer full) (nullable): the piece, or %NULL after the last
 */
GBytes *
kin_demo_list_read (KinDemoList *self)
{
  g_autoptr(GString) out = NULL;
  gint64 started;

  g_return_val_if_fail (self != NULL, NULL);

  if (self->ended)
    return NULL;

  out = g_string_sized_new (4096);
  started = g_get_monotonic_time ();
  if (!self->begun)
    append_head (self, out);
  self->begun = TRUE;

  while (self->n_read < self->objects->len && !is_full (started, out))
    append_next (self, out);

  self->ended = self->n_read == self->objects->len;
  if (self->ended)
    append_tail (self, out);

  return g_string_free_to_bytes (g_steal_pointer (&out));
}

/**
 * kin_demo_list_read_all:
 * @self: a list of which nothing was read
 *
 * Returns: (transfer full): all of it
 */
GBytes *
kin_demo_list_read_all (KinDemoList *self)
{
  g_autoptr(GString) out = NULL;

  g_return_val_if_fail (self != NULL && !self->begun, NULL);

  out = g_string_sized_new (4096);
  append_head (self, out);
  while (self->n_read < self->objects->len)
    append_next (self, out);
  append_tail (self, out);
  self->begun = self->ended = TRUE;

  return g_string_free_to_bytes (g_steal_pointer (&out));
}
