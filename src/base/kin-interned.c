/* kin-interned.c: strings that many objects share: counted, and freed with their last user.
 *
 * Not GRefString: its table is behind a lock that ThreadSanitizer can't see, and behind one lock for all threads.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "base/kin-interned.h"

#include <pthread.h>
#include <string.h>

/* Workers decode side by side and all intern the same few strings: with one lock they would queue for it. */
#define N_SHARDS 16

typedef struct
{
  guint hash;
  guint n_users;
  gsize length;
  const char *data;     /* right behind this struct, but for the key of a lookup */
} Interned;

typedef struct
{
  pthread_mutex_t lock;
  GHashTable *table;    /* a set of Interned; NULL while it would be empty */
} Shard;

static Shard shards[N_SHARDS] = {
  [0 ... N_SHARDS - 1] = { .lock = PTHREAD_MUTEX_INITIALIZER },
};

/* FNV-1a */
static guint
hash_bytes (const char *data,
            gsize       length)
{
  guint hash = 2166136261u;

  for (gsize i = 0; i < length; i++)
    hash = (hash ^ (guchar) data[i]) * 16777619u;

  return hash;
}

static guint
hash_interned (gconstpointer key)
{
  return ((const Interned *) key)->hash;
}

static gboolean
equal_interned (gconstpointer a,
                gconstpointer b)
{
  const Interned *one = a;
  const Interned *two = b;

  return one->hash == two->hash && one->length == two->length && memcmp (one->data, two->data, one->length) == 0;
}

/* The upper bits, as the table itself uses the lower ones. */
static Shard *
get_shard (guint hash)
{
  return &shards[(hash >> 24) % N_SHARDS];
}

static Interned *
get_interned (const char *data)
{
  return (Interned *) (gpointer) (data - sizeof (Interned));
}

static Interned *
copy_interned (const Interned *key)
{
  Interned *copy = g_malloc (sizeof (Interned) + key->length + 1);
  char *data = (char *) (copy + 1);

  memcpy (data, key->data, key->length);
  data[key->length] = '\0';
  *copy = *key;
  copy->data = data;

  return copy;
}

static Interned *
lookup_or_add (Shard          *shard,
               const Interned *key)
{
  Interned *interned;

  if (shard->table == NULL)
    shard->table = g_hash_table_new_full (hash_interned, equal_interned, g_free, NULL);

  interned = g_hash_table_lookup (shard->table, key);
  if (interned == NULL)
    {
      interned = copy_interned (key);
      g_hash_table_add (shard->table, interned);
    }

  interned->n_users++;

  return interned;
}

static void
drop (Shard    *shard,
      Interned *interned)
{
  if (--interned->n_users > 0)
    return;

  g_hash_table_remove (shard->table, interned);
  if (g_hash_table_size (shard->table) == 0)
    g_clear_pointer (&shard->table, g_hash_table_unref);
}

/**
 * kin_interned_new:
 * @data: bytes, among which may be NULs
 * @length: how many
 *
 * Gets the one copy of these bytes, with a NUL behind them. Equal bytes have equal pointers. From any thread.
 *
 * Returns: (transfer full): to be given back with kin_interned_unref()
 */
const char *
kin_interned_new (const char *data,
                  gsize       length)
{
  Interned key = { .length = length, .data = data };
  Interned *interned;
  Shard *shard;

  g_return_val_if_fail (data != NULL, NULL);

  key.hash = hash_bytes (data, length);
  shard = get_shard (key.hash);

  pthread_mutex_lock (&shard->lock);
  interned = lookup_or_add (shard, &key);
  pthread_mutex_unlock (&shard->lock);

  return interned->data;
}

/**
 * kin_interned_unref:
 * @self: (transfer full): an interned string
 *
 * Is no longer a user of @self.
 */
void
kin_interned_unref (const char *self)
{
  Interned *interned = get_interned (self);
  Shard *shard = get_shard (interned->hash);

  pthread_mutex_lock (&shard->lock);
  drop (shard, interned);
  pthread_mutex_unlock (&shard->lock);
}

/**
 * kin_interned_count:
 *
 * Counts the different strings that have users, for tests.
 *
 * Returns: how many
 */
gsize
kin_interned_count (void)
{
  gsize count = 0;

  for (guint i = 0; i < N_SHARDS; i++)
    {
      pthread_mutex_lock (&shards[i].lock);
      if (shards[i].table != NULL)
        count += g_hash_table_size (shards[i].table);
      pthread_mutex_unlock (&shards[i].lock);
    }

  return count;
}
