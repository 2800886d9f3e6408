/* test-controller.c: keys are looked at once the caches have synced, again when that failed, and not for ever.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "controller/kin-controller.h"

#include "fake-source.h"

#define SECOND G_TIME_SPAN_SECOND

typedef struct
{
  KinKind *kind;
  KinClock *clock;
  FakeSource *sources[2];
  FakeWatch *watches[2];
  KinSharedInformer *informers[2];
  KinController *controller;

  GString *seen;         /* keys that were looked at: "shop/a shop/b! ", ! where it failed */
  guint n_failures;      /* how often the next ones fail */
  gboolean stops;        /* the next one stops the controller */
} Fixture;

static gboolean
reconcile (const char  *key,
           gpointer     user_data,
           GError     **error)
{
  Fixture *fixture = user_data;

  g_string_append (fixture->seen, key);
  if (fixture->stops)
    kin_controller_stop (fixture->controller);

  if (fixture->n_failures > 0)
    {
      fixture->n_failures--;
      g_string_append (fixture->seen, "! ");
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, "not yet");
      return FALSE;
    }

  g_string_append_c (fixture->seen, ' ');

  return TRUE;
}

static char *
dup_owner_key (KinObject *object,
               gpointer   user_data)
{
  const char *owner = kin_object_get_owner_uid (object);

  return owner != NULL ? g_strdup_printf ("owner/%s", owner) : NULL;
}

static void
set_up (Fixture       *fixture,
        gconstpointer  user_data)
{
  fixture->kind = fake_kind_new ();
  fixture->clock = kin_clock_new_stepped (1000 * SECOND);
  fixture->seen = g_string_new (NULL);
  fixture->controller = kin_controller_new (fixture->clock, reconcile, fixture);

  for (guint i = 0; i < 2; i++)
    {
      fixture->sources[i] = fake_source_new (fixture->kind, fixture->clock);
      fixture->informers[i] = kin_shared_informer_new (KIN_LISTER_WATCHER (fixture->sources[i]), fixture->clock, 3600 * SECOND);
      kin_controller_watch (fixture->controller, fixture->informers[i], i == 0 ? NULL : dup_owner_key);
    }

  kin_controller_start (fixture->controller);
  kin_shared_informer_start (fixture->informers[0]);
  kin_shared_informer_start (fixture->informers[1]);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  user_data)
{
  for (guint i = 0; i < 2; i++)
    kin_shared_informer_stop (fixture->informers[i]);
  fake_settle ();

  g_assert_finalize_object (fixture->controller);
  for (guint i = 0; i < 2; i++)
    {
      g_assert_finalize_object (fixture->informers[i]);
      g_assert_finalize_object (fixture->sources[i]);
    }
  g_assert_finalize_object (fixture->clock);
  kin_kind_unref (fixture->kind);
  g_string_free (fixture->seen, TRUE);
}

static KinObject *
make (Fixture    *fixture,
      const char *key,
      const char *version)
{
  return fake_object_new (fixture->kind, key, "u", version);
}

static KinObject *
make_owned (Fixture    *fixture,
            const char *version,
            const char *owner)
{
  return fake_object_new_owned (fixture->kind, "shop/owned", "u-owned", version, owner);
}

static void
sync_one (Fixture   *fixture,
          guint      i,
          KinObject *object)
{
  fake_call_list (fake_source_expect_list (fixture->sources[i], "0", NULL, 500), "1", NULL, object, NULL);
  fixture->watches[i] = fake_call_watch (fake_source_expect_watch (fixture->sources[i], "1"));
  fake_settle ();
}

static void
sync_both (Fixture *fixture)
{
  sync_one (fixture, 0, NULL);
  sync_one (fixture, 1, NULL);
}

static void
send_event (Fixture           *fixture,
            guint              i,
            KinWatchEventType  type,
            KinObject         *object)
{
  fake_watch_send (fixture->watches[i], type, object);
  fake_settle ();
}

static void
assert_seen (Fixture    *fixture,
             const char *expected)
{
  g_assert_cmpstr (fixture->seen->str, ==, expected);
  g_string_truncate (fixture->seen, 0);
}

static void
test_waits_for_all_caches (Fixture       *fixture,
                           gconstpointer  user_data)
{
  sync_one (fixture, 0, make (fixture, "shop/a", "1"));
  assert_seen (fixture, "");
  sync_one (fixture, 1, NULL);
  assert_seen (fixture, "shop/a ");
}

static void
test_own_and_owners (Fixture       *fixture,
                     gconstpointer  user_data)
{
  sync_both (fixture);

  send_event (fixture, 0, KIN_WATCH_ADDED, make (fixture, "shop/a", "2"));
  assert_seen (fixture, "shop/a ");
  send_event (fixture, 0, KIN_WATCH_MODIFIED, make (fixture, "shop/a", "3"));
  assert_seen (fixture, "shop/a ");
  send_event (fixture, 0, KIN_WATCH_DELETED, make (fixture, "shop/a", "4"));
  assert_seen (fixture, "shop/a ");

  send_event (fixture, 1, KIN_WATCH_ADDED, make (fixture, "shop/free", "2"));
  assert_seen (fixture, "");
  send_event (fixture, 1, KIN_WATCH_ADDED, make_owned (fixture, "3", "x"));
  assert_seen (fixture, "owner/x ");
  send_event (fixture, 1, KIN_WATCH_MODIFIED, make_owned (fixture, "4", "y"));
  assert_seen (fixture, "owner/x owner/y ");
  send_event (fixture, 1, KIN_WATCH_DELETED, make_owned (fixture, "5", "y"));
  assert_seen (fixture, "owner/y ");
}

/* A resync tells the owners themselves only: it would be the same key once for each dependent. */
static void
test_resync (Fixture       *fixture,
             gconstpointer  user_data)
{
  sync_one (fixture, 0, make (fixture, "shop/a", "1"));
  sync_one (fixture, 1, make_owned (fixture, "1", "x"));
  assert_seen (fixture, "shop/a owner/x ");

  kin_clock_advance (fixture->clock, 3600 * SECOND);
  fake_settle ();
  assert_seen (fixture, "shop/a ");
}

static void
pass (Fixture *fixture,
      gint64   time)
{
  kin_clock_advance (fixture->clock, time);
  fake_settle ();
}

static void
test_tries_again (Fixture       *fixture,
                  gconstpointer  user_data)
{
  sync_both (fixture);
  fixture->n_failures = 2;

  send_event (fixture, 0, KIN_WATCH_ADDED, make (fixture, "shop/a", "2"));
  assert_seen (fixture, "shop/a! ");
  pass (fixture, 4999);
  assert_seen (fixture, "");
  pass (fixture, 1);
  assert_seen (fixture, "shop/a! ");
  pass (fixture, 10000);
  assert_seen (fixture, "shop/a ");
  g_assert_cmpuint (kin_work_queue_get_num_requeues (kin_controller_get_queue (fixture->controller), "shop/a"), ==, 0);
}

static void
test_gives_up (Fixture       *fixture,
               gconstpointer  user_data)
{
  sync_both (fixture);
  fixture->n_failures = 100;

  send_event (fixture, 0, KIN_WATCH_ADDED, make (fixture, "shop/a", "2"));
  for (guint i = 0; i < 10; i++)
    pass (fixture, SECOND);
  assert_seen (fixture, "shop/a! shop/a! shop/a! shop/a! shop/a! shop/a! ");
  g_assert_cmpuint (kin_work_queue_get_num_requeues (kin_controller_get_queue (fixture->controller), "shop/a"), ==, 0);

  /* Its next event is a new start. */
  send_event (fixture, 0, KIN_WATCH_MODIFIED, make (fixture, "shop/a", "3"));
  assert_seen (fixture, "shop/a! ");
}

static void
test_stop (Fixture       *fixture,
           gconstpointer  user_data)
{
  sync_both (fixture);
  kin_controller_stop (fixture->controller);
  kin_controller_stop (fixture->controller);

  send_event (fixture, 0, KIN_WATCH_ADDED, make (fixture, "shop/a", "2"));
  kin_controller_start (fixture->controller);
  fake_settle ();
  assert_seen (fixture, "");
}

static void
test_stop_while_working (Fixture       *fixture,
                         gconstpointer  user_data)
{
  sync_both (fixture);
  fixture->stops = TRUE;
  fixture->n_failures = 1;

  fake_watch_send (fixture->watches[0], KIN_WATCH_ADDED, make (fixture, "shop/a", "2"));
  fake_watch_send (fixture->watches[0], KIN_WATCH_ADDED, make (fixture, "shop/b", "3"));
  fake_settle ();
  pass (fixture, SECOND);
  assert_seen (fixture, "shop/a! ");
}

static void
add_test (const char *path,
          void      (*test) (Fixture *, gconstpointer))
{
  g_test_add (path, Fixture, NULL, set_up, test, tear_down);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  add_test ("/controller/waits-for-all-caches", test_waits_for_all_caches);
  add_test ("/controller/own-and-owners", test_own_and_owners);
  add_test ("/controller/resync", test_resync);
  add_test ("/controller/tries-again", test_tries_again);
  add_test ("/controller/gives-up", test_gives_up);
  add_test ("/controller/stop", test_stop);
  add_test ("/controller/stop-while-working", test_stop_while_working);

  return g_test_run ();
}
