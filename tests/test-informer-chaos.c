/* test-informer-chaos.c: an informer among handlers that misbehave, on a server that fails.
 *
 * Handlers add and remove handlers, stop and start the informer and take too long, all while they are told something,
 * and the server breaks off whenever it likes. Each handler mirrors what it is told: every word must fit what it
 * was told before, and at rest its mirror, the cache and the server must be equal.
 *
 * Each seed is one test, and goes the same way each time. KIN_CHAOS_SEEDS=5000 tries so many of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "chaos-world.h"

#include "cache/kin-shared-informer.h"

#define SECOND G_TIME_SPAN_SECOND

/* More than a slice of the informer’s time. */
#define SLOW (3 * G_TIME_SPAN_MILLISECOND)

#define DEFAULT_N_SEEDS 120
#define N_STEPS 120

/* Every handler that is added misbehaves too: without a limit there would be ever more of them. */
#define MAX_MISCHIEF 100

/* In the end the clock goes on for longer than any back-off, and the server says often enough that it is alive. */
#define N_CALM_ROUNDS 40
#define CALM_ROUND (35 * SECOND)

typedef struct
{
  GRand *random;
  KinKind *kind;
  KinClock *clock;
  FakeSource *source;
  ChaosWorld *world;
  KinSharedInformer *informer;
  GPtrArray *mirrors;    /* of Mirror, those that are handlers */
  GPtrArray *removed;    /* of Mirror, those that were */
  guint mischief_left;
  gboolean is_time_passing;
} Fixture;

typedef struct
{
  Fixture *fixture;
  KinHandlerRegistration *registration;
  GHashTable *objects;   /* key → KinObject, as told */
  gboolean is_removed;
  gboolean is_in_slice;
} Mirror;

static void add_mirror (Fixture *fixture);

static void
mirror_free (Mirror *self)
{
  g_hash_table_unref (self->objects);
  g_free (self);
}

/* It lives on, to see that it is told nothing any more. */
static void
remove_mirror (Mirror *self)
{
  Fixture *fixture = self->fixture;
  guint position;

  kin_shared_informer_remove_handler (fixture->informer, g_steal_pointer (&self->registration));
  self->is_removed = TRUE;

  g_assert_true (g_ptr_array_find (fixture->mirrors, self, &position));
  g_ptr_array_add (fixture->removed, g_ptr_array_steal_index (fixture->mirrors, position));
}

/* The last one stays: someone must see how it ends. */
static void
remove_one_of_many (Fixture *fixture,
                    Mirror  *mirror)
{
  if (fixture->mirrors->len > 1)
    remove_mirror (mirror);
}

static Mirror *
pick_mirror (Fixture *fixture)
{
  return fixture->mirrors->pdata[g_rand_int_range (fixture->random, 0, fixture->mirrors->len)];
}

/* Who is told something because time passes cannot let it pass. */
static void
let_pass (Fixture *fixture,
          gint64   time_us)
{
  if (fixture->is_time_passing)
    return;

  fixture->is_time_passing = TRUE;
  kin_clock_advance (fixture->clock, time_us);
  fixture->is_time_passing = FALSE;
}

/* Mostly does nothing. */
static void
do_mischief (Mirror *self)
{
  Fixture *fixture = self->fixture;
  int choice = g_rand_int_range (fixture->random, 0, 60);

  if (fixture->mischief_left == 0 || choice > 8)
    return;

  fixture->mischief_left--;
  switch (choice)
    {
    case 0:
      remove_one_of_many (fixture, self);
      break;
    case 1:
      remove_one_of_many (fixture, pick_mirror (fixture));
      break;
    case 2:
    case 3:
      add_mirror (fixture);
      break;
    case 4:
      kin_shared_informer_stop (fixture->informer);
      break;
    case 5:
      kin_shared_informer_stop (fixture->informer);
      kin_shared_informer_start (fixture->informer);
      break;
    default:
      let_pass (fixture, SLOW);
      break;
    }
}

static KinObject *
look_up (Mirror    *self,
         KinObject *object)
{
  return g_hash_table_lookup (self->objects, kin_object_get_key (object));
}

static void
learn (Mirror    *self,
       KinObject *object)
{
  g_hash_table_insert (self->objects, g_strdup (kin_object_get_key (object)), kin_object_ref (object));
}

static void
assert_may_be_told (Mirror *self)
{
  g_assert_false (self->is_removed);
  g_assert_true (self->is_in_slice);
  g_assert_true (kin_shared_informer_is_started (self->fixture->informer));
}

static void
mirror_add (KinObject *object,
            gboolean   is_in_initial_list,
            gpointer   user_data)
{
  Mirror *self = user_data;

  assert_may_be_told (self);
  g_assert_null (look_up (self, object));

  learn (self, object);
  do_mischief (self);
}

static void
mirror_update (KinObject *old_object,
               KinObject *new_object,
               gpointer   user_data)
{
  Mirror *self = user_data;

  assert_may_be_told (self);
  g_assert_true (look_up (self, new_object) == old_object);
  g_assert_cmpstr (kin_object_get_uid (new_object), ==, kin_object_get_uid (old_object));

  learn (self, new_object);
  do_mischief (self);
}

static void
mirror_delete (KinObject *object,
               gboolean   final_state_unknown,
               gpointer   user_data)
{
  Mirror *self = user_data;
  KinObject *known;

  assert_may_be_told (self);
  known = look_up (self, object);
  g_assert_nonnull (known);
  g_assert_cmpstr (kin_object_get_uid (object), ==, kin_object_get_uid (known));

  g_hash_table_remove (self->objects, kin_object_get_key (object));
  do_mischief (self);
}

static void
mirror_begin (gpointer user_data)
{
  Mirror *self = user_data;

  g_assert_false (self->is_removed);
  g_assert_false (self->is_in_slice);
  self->is_in_slice = TRUE;
  do_mischief (self);
}

static void
mirror_end (gpointer user_data)
{
  Mirror *self = user_data;

  g_assert_false (self->is_removed);
  g_assert_true (self->is_in_slice);
  self->is_in_slice = FALSE;
  do_mischief (self);
}

static void
mirror_gap (gpointer user_data)
{
  assert_may_be_told (user_data);
  do_mischief (user_data);
}

static const KinEventHandler mirror_handler = {
  .on_add = mirror_add,
  .on_update = mirror_update,
  .on_delete = mirror_delete,
  .begin = mirror_begin,
  .end = mirror_end,
  .gap = mirror_gap,
};

static void
add_mirror (Fixture *fixture)
{
  Mirror *self = g_new0 (Mirror, 1);
  KinHandlerFlags flags = g_rand_int_range (fixture->random, 0, 1 + (KIN_HANDLER_COALESCE | KIN_HANDLER_RESYNC));

  self->fixture = fixture;
  self->objects = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) kin_object_unref);
  g_ptr_array_add (fixture->mirrors, self);
  self->registration = kin_shared_informer_add_handler (fixture->informer, &mirror_handler, flags, self);
}

/* Who hears of the informer’s state may do the same. */
static void
notify_cb (KinSharedInformer *informer,
           GParamSpec        *pspec,
           Fixture           *fixture)
{
  do_mischief (pick_mirror (fixture));
}

/* An index that takes its time now and then, so that slices end in the middle of a list. Timeouts come from the main
 * loop, so none may become due in here. */
static void
dawdle (KinObject         *object,
        KinIndexValueFunc  emit,
        gpointer           sink,
        gpointer           user_data)
{
  Fixture *fixture = user_data;
  gint64 next_due = kin_clock_get_next_due (fixture->clock);

  if (g_rand_int_range (fixture->random, 0, 3) > 0)
    return;

  if (next_due == -1 || next_due > kin_clock_get_monotonic (fixture->clock) + SLOW)
    let_pass (fixture, SLOW);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  guint seed = GPOINTER_TO_UINT (data);
  g_autoptr(GError) error = NULL;

  fixture->random = g_rand_new_with_seed (seed);
  fixture->kind = fake_kind_new ();
  fixture->clock = kin_clock_new_stepped (1000 * SECOND);
  fixture->source = fake_source_new (fixture->kind, fixture->clock);
  fixture->world = chaos_world_new (fixture->source, fixture->kind, fixture->random);
  fixture->mirrors = g_ptr_array_new_with_free_func ((GDestroyNotify) mirror_free);
  fixture->removed = g_ptr_array_new_with_free_func ((GDestroyNotify) mirror_free);
  fixture->mischief_left = MAX_MISCHIEF;

  fixture->informer = kin_shared_informer_new (KIN_LISTER_WATCHER (fixture->source), fixture->clock,
                                               seed % 3 == 0 ? 30 * SECOND : 0);
  kin_indexer_add_index (kin_shared_informer_get_indexer (fixture->informer), "slow", dawdle, fixture, &error);
  g_assert_no_error (error);
  kin_reflector_set_seed (kin_shared_informer_get_reflector (fixture->informer), seed);
  g_signal_connect (fixture->informer, "notify::state", G_CALLBACK (notify_cb), fixture);
  g_signal_connect (fixture->informer, "notify::has-synced", G_CALLBACK (notify_cb), fixture);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  kin_shared_informer_stop (fixture->informer);
  fake_source_expect_nothing (fixture->source);
  g_assert_cmpint (kin_clock_get_next_due (fixture->clock), ==, -1);

  while (fixture->mirrors->len > 0)
    remove_mirror (fixture->mirrors->pdata[0]);
  g_ptr_array_unref (fixture->mirrors);
  g_ptr_array_unref (fixture->removed);
  chaos_world_free (fixture->world);

  g_assert_finalize_object (fixture->informer);
  g_assert_finalize_object (fixture->source);
  g_assert_finalize_object (fixture->clock);
  kin_kind_unref (fixture->kind);
  g_rand_free (fixture->random);
}

/* It holds not copies but the same objects. */
static void
assert_mirror (Mirror *self)
{
  KinIndexer *indexer = kin_shared_informer_get_indexer (self->fixture->informer);
  GHashTableIter iter;
  gpointer key, object;

  g_assert_false (self->is_in_slice);
  g_assert_cmpint (kin_handler_registration_has_synced (self->registration), ==,
                   kin_shared_informer_has_synced (self->fixture->informer));
  g_assert_cmpuint (kin_handler_registration_get_backlog (self->registration), ==, 0);
  g_assert_cmpuint (g_hash_table_size (self->objects), ==, kin_indexer_get_size (indexer));

  g_hash_table_iter_init (&iter, self->objects);
  while (g_hash_table_iter_next (&iter, &key, &object))
    g_assert_true (kin_indexer_get (indexer, key) == object);
}

/* Whatever the server knows by now, handlers must know what the cache has, once there is nothing left to do. */
static void
assert_mirrors (Fixture *fixture)
{
  fake_settle ();
  if (!kin_shared_informer_is_started (fixture->informer))
    return;

  for (guint i = 0; i < fixture->mirrors->len; i++)
    assert_mirror (fixture->mirrors->pdata[i]);
}

static void
take_step (Fixture *fixture)
{
  int choice = g_rand_int_range (fixture->random, 0, 32);

  if (choice < 14)
    chaos_world_change (fixture->world);
  else if (choice < 18)
    chaos_world_serve (fixture->world);
  else if (choice < 20)
    let_pass (fixture, g_rand_int_range (fixture->random, 1, 50) * SECOND);
  else if (choice < 23)
    chaos_world_misbehave (fixture->world);
  else if (choice < 24)
    chaos_world_send_bookmark (fixture->world);
  else if (choice < 25)
    kin_shared_informer_stop (fixture->informer);
  else if (choice < 27)
    kin_shared_informer_start (fixture->informer);
  else if (choice < 28)
    assert_mirrors (fixture);
  else
    chaos_iterate (fixture->random);
}

static void
come_to_rest (Fixture *fixture)
{
  fixture->mischief_left = 0;
  chaos_world_calm_down (fixture->world);
  kin_shared_informer_start (fixture->informer);

  for (guint i = 0; i < N_CALM_ROUNDS; i++)
    {
      chaos_world_serve (fixture->world);
      chaos_world_send_bookmark (fixture->world);
      let_pass (fixture, CALM_ROUND);
    }
  chaos_world_serve (fixture->world);
}

static void
assert_cache (Fixture *fixture)
{
  KinIndexer *indexer = kin_shared_informer_get_indexer (fixture->informer);
  GHashTable *truth = chaos_world_get_objects (fixture->world);
  GHashTableIter iter;
  gpointer key, object;

  g_assert_cmpint (kin_shared_informer_get_state (fixture->informer), ==, KIN_REFLECTOR_WATCHING);
  g_assert_cmpuint (kin_indexer_get_size (indexer), ==, g_hash_table_size (truth));

  g_hash_table_iter_init (&iter, truth);
  while (g_hash_table_iter_next (&iter, &key, &object))
    {
      KinObject *cached = kin_indexer_get (indexer, key);

      g_assert_nonnull (cached);
      g_assert_cmpstr (kin_object_get_uid (cached), ==, kin_object_get_uid (object));
      g_assert_cmpstr (kin_object_get_resource_version (cached), ==, kin_object_get_resource_version (object));
    }
}

static void
test_chaos (Fixture       *fixture,
            gconstpointer  data)
{
  g_test_message ("seed %u", GPOINTER_TO_UINT (data));

  add_mirror (fixture);
  add_mirror (fixture);
  for (guint i = 0; i < 5; i++)
    chaos_world_change (fixture->world);

  kin_shared_informer_start (fixture->informer);
  for (guint i = 0; i < N_STEPS; i++)
    take_step (fixture);

  come_to_rest (fixture);
  assert_cache (fixture);
  assert_mirrors (fixture);
}

static guint
get_n_seeds (void)
{
  const char *text = g_getenv ("KIN_CHAOS_SEEDS");
  guint64 n_seeds;

  if (text == NULL)
    return DEFAULT_N_SEEDS;

  if (!g_ascii_string_to_unsigned (text, 10, 1, G_MAXINT, &n_seeds, NULL))
    g_error ("KIN_CHAOS_SEEDS is “%s”, which is not how many", text);

  return n_seeds;
}

int
main (int   argc,
      char *argv[])
{
  guint n_seeds;

  g_test_init (&argc, &argv, NULL);

  n_seeds = get_n_seeds ();
  for (guint seed = 1; seed <= n_seeds; seed++)
    {
      g_autofree char *path = g_strdup_printf ("/informer-chaos/seed-%u", seed);

      g_test_add (path, Fixture, GUINT_TO_POINTER (seed), set_up, test_chaos, tear_down);
    }

  return g_test_run ();
}
