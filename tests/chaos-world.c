/* chaos-world.c: a few objects on an API server that fails at random, and the same way again for the same seed.
 *
 * It keeps what a watch has to know, the changes of the past, and forgets them when it likes. What it says is never
 * wrong, as a real server’s is not: it only comes late, breaks off, or does not come.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "chaos-world.h"

#include "base/kin-error.h"

/* Few, so that they are recreated and meet again in queues. */
#define N_KEYS 8
#define FIRST_VERSION 100

/* Who asks again at once, and forever, is not waited for. */
#define MAX_ANSWERS 50

typedef struct
{
  guint version;
  KinWatchEventType type;
  KinObject *object;
} Change;

struct _ChaosWorld
{
  FakeSource *source;
  KinKind *kind;
  GRand *random;
  gboolean is_calm;

  GHashTable *objects;   /* key → KinObject */
  GPtrArray *changes;    /* of Change, the oldest first */
  guint version;
  guint oldest_version;  /* from which a watch may start */
  FakeWatch *watch;      /* the last one that was opened, until it breaks off */
};

static void
change_free (Change *change)
{
  kin_object_unref (change->object);
  g_free (change);
}

static gboolean
happens (ChaosWorld *self,
         int         once_in)
{
  return g_rand_int_range (self->random, 0, once_in) == 0;
}

static gboolean
fails (ChaosWorld *self,
       int         once_in)
{
  return !self->is_calm && happens (self, once_in);
}

static gboolean
has_open_watch (ChaosWorld *self)
{
  return self->watch != NULL && !fake_watch_is_closed (self->watch);
}

static void
send_change (ChaosWorld   *self,
             const Change *change)
{
  fake_watch_send (self->watch, change->type, kin_object_ref (change->object));
}

/* Eats the object, which has the newest version. */
static void
note_change (ChaosWorld        *self,
             KinWatchEventType  type,
             KinObject         *object)
{
  Change *change = g_new (Change, 1);

  *change = (Change) { .version = self->version, .type = type, .object = object };
  g_ptr_array_add (self->changes, change);

  if (has_open_watch (self))
    send_change (self, change);
}

static KinObject *
make_next (ChaosWorld *self,
           const char *key,
           const char *uid)
{
  g_autofree char *version = g_strdup_printf ("%u", ++self->version);

  return fake_object_new (self->kind, key, uid, version);
}

static void
put (ChaosWorld        *self,
     KinWatchEventType  type,
     KinObject         *object)
{
  g_hash_table_insert (self->objects, g_strdup (kin_object_get_key (object)), kin_object_ref (object));
  note_change (self, type, object);
}

static void
create (ChaosWorld *self,
        const char *key)
{
  g_autofree char *uid = g_strdup_printf ("uid-%u", self->version);

  put (self, KIN_WATCH_ADDED, make_next (self, key, uid));
}

/* The last state of a deleted object has the version of the deletion. */
static void
destroy (ChaosWorld *self,
         KinObject  *object)
{
  KinObject *last = make_next (self, kin_object_get_key (object), kin_object_get_uid (object));

  g_hash_table_remove (self->objects, kin_object_get_key (last));
  note_change (self, KIN_WATCH_DELETED, last);
}

/* What a source lists is partly what the cache has, and partly read anew. */
static KinObject *
dup_listed (ChaosWorld *self,
            KinObject  *object)
{
  if (happens (self, 2))
    return kin_object_ref (object);

  return fake_object_new (self->kind, kin_object_get_key (object), kin_object_get_uid (object),
                          kin_object_get_resource_version (object));
}

static KinListPage *
make_page (ChaosWorld *self)
{
  KinListPage *page = kin_list_page_new ();
  GHashTableIter iter;
  gpointer object;

  page->resource_version = g_strdup_printf ("%u", self->version);
  g_hash_table_iter_init (&iter, self->objects);
  while (g_hash_table_iter_next (&iter, NULL, &object))
    g_ptr_array_add (page->objects, dup_listed (self, object));

  return page;
}

static GError *
make_list_error (ChaosWorld *self)
{
  if (happens (self, 2))
    return fake_status_error (410, "Expired", 0);

  return fake_status_error (500, "InternalError", 0);
}

static GError *
make_connection_error (ChaosWorld *self)
{
  if (happens (self, 2))
    return g_error_new_literal (KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_CLOSED, "Closed");

  return g_error_new_literal (KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_REFUSED, "Refused");
}

/* A list may be old already when it arrives. */
static void
answer_list (ChaosWorld *self,
             FakeCall   *call)
{
  KinListPage *page;

  if (fails (self, 12))
    {
      fake_call_fail (call, make_list_error (self));
      return;
    }

  page = make_page (self);
  if (fails (self, 3))
    chaos_world_change (self);
  fake_call_list_page (call, page);
}

/* It begins with what has happened since that version. */
static void
open_watch (ChaosWorld *self,
            FakeCall   *call,
            guint       version)
{
  g_set_object (&self->watch, fake_call_begin_watch (call));

  for (guint i = 0; i < self->changes->len; i++)
    {
      const Change *change = self->changes->pdata[i];

      if (change->version > version)
        send_change (self, change);
    }
}

static void
answer_watch (ChaosWorld *self,
              FakeCall   *call)
{
  guint version = g_ascii_strtoull (fake_call_get_version (call), NULL, 10);

  if (version < self->oldest_version)
    fake_call_fail (call, fake_status_error (410, "Expired", 0));
  else if (fails (self, 12))
    fake_call_fail (call, make_connection_error (self));
  else
    open_watch (self, call, version);
}

/* Any of those that wait: one that was cancelled a moment ago may be answered too. */
static void
answer_any (ChaosWorld *self)
{
  FakeCall *call =
    fake_source_get_call (self->source, g_rand_int_range (self->random, 0, fake_source_get_n_calls (self->source)));

  if (fake_call_is_list (call))
    answer_list (self, call);
  else
    answer_watch (self, call);
}

ChaosWorld *
chaos_world_new (FakeSource *source,
                 KinKind    *kind,
                 GRand      *random)
{
  ChaosWorld *self = g_new0 (ChaosWorld, 1);

  self->source = g_object_ref (source);
  self->kind = kin_kind_ref (kind);
  self->random = random;
  self->objects = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) kin_object_unref);
  self->changes = g_ptr_array_new_with_free_func ((GDestroyNotify) change_free);
  self->version = FIRST_VERSION;
  self->oldest_version = FIRST_VERSION;

  return self;
}

void
chaos_world_free (ChaosWorld *self)
{
  g_clear_object (&self->watch);
  g_ptr_array_unref (self->changes);
  g_hash_table_unref (self->objects);
  kin_kind_unref (self->kind);
  g_object_unref (self->source);
  g_free (self);
}

GHashTable *
chaos_world_get_objects (ChaosWorld *self)
{
  return self->objects;
}

/* An object comes, becomes another state of itself, or goes. */
void
chaos_world_change (ChaosWorld *self)
{
  g_autofree char *key = g_strdup_printf ("n/%d", g_rand_int_range (self->random, 0, N_KEYS));
  KinObject *object = g_hash_table_lookup (self->objects, key);

  if (object == NULL)
    create (self, key);
  else if (happens (self, 3))
    destroy (self, object);
  else
    put (self, KIN_WATCH_MODIFIED, make_next (self, key, kin_object_get_uid (object)));
}

void
chaos_world_send_bookmark (ChaosWorld *self)
{
  g_autofree char *version = g_strdup_printf ("%u", self->version);

  if (has_open_watch (self))
    fake_watch_send_bookmark (self->watch, version);
}

/* Forgets the past, or lets the watch end, break off, or say that it is too old. */
void
chaos_world_misbehave (ChaosWorld *self)
{
  g_autoptr(FakeWatch) watch = NULL;

  if (happens (self, 4))
    self->oldest_version = self->version;

  if (!has_open_watch (self))
    return;

  watch = g_steal_pointer (&self->watch);
  if (happens (self, 3))
    fake_watch_end (watch);
  else if (happens (self, 2))
    fake_watch_cut (watch, make_connection_error (self));
  else
    fake_watch_send_error (watch, fake_status_error (410, "Expired", 0));
}

/* Answers what is asked, and what is asked next. */
void
chaos_world_serve (ChaosWorld *self)
{
  fake_settle ();

  for (guint n = 0; n < MAX_ANSWERS && fake_source_get_n_calls (self->source) > 0; n++)
    {
      answer_any (self);
      if (happens (self, 2))
        fake_settle ();
      else
        chaos_iterate (self->random);
    }
}

/* From now on it answers as a good server does. */
void
chaos_world_calm_down (ChaosWorld *self)
{
  self->is_calm = TRUE;
}

void
chaos_iterate (GRand *random)
{
  for (int n = g_rand_int_range (random, 0, 6); n > 0; n--)
    g_main_context_iteration (NULL, FALSE);
}
