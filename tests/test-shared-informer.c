/* test-shared-informer.c: from what the server says to what handlers are told.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "fake-source.h"

#include "cache/kin-shared-informer.h"

#define SECOND G_TIME_SPAN_SECOND

typedef struct
{
  KinKind *kind;
  KinClock *clock;
  FakeSource *source;
  KinSharedInformer *informer;
} Fixture;

static void
set_up_with_resync (Fixture       *fixture,
                    gconstpointer  data)
{
  fixture->kind = fake_kind_new ();
  fixture->clock = kin_clock_new_stepped (1000 * SECOND);
  fixture->source = fake_source_new (fixture->kind, fixture->clock);
  fixture->informer = kin_shared_informer_new (KIN_LISTER_WATCHER (fixture->source), fixture->clock,
                                               GPOINTER_TO_SIZE (data));
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  set_up_with_resync (fixture, NULL);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  kin_shared_informer_stop (fixture->informer);
  fake_source_expect_nothing (fixture->source);

  g_assert_finalize_object (fixture->informer);
  g_assert_finalize_object (fixture->source);
  g_assert_finalize_object (fixture->clock);
  kin_kind_unref (fixture->kind);
}

/* A handler that writes down what it is told: "[ +a@1i a@1>2 -a@3 ]", with i for the initial list, ? for an unknown
 * final state, GAP, and brackets for the slices. */
typedef struct
{
  GString *text;
  KinSharedInformer *informer;
  KinHandlerRegistration *registration;
  KinClock *clock;
  gboolean removes_itself;
  gboolean stops_informer;
  gboolean is_slow;
} Recorder;

static void
react (Recorder *self)
{
  if (self->is_slow)
    kin_clock_advance (self->clock, G_TIME_SPAN_MILLISECOND * 5);
  if (self->stops_informer)
    kin_shared_informer_stop (self->informer);
  if (self->removes_itself)
    kin_shared_informer_remove_handler (self->informer, self->registration);
  self->removes_itself = FALSE;
}

static void
record_add (KinObject *object,
            gboolean   is_in_initial_list,
            gpointer   user_data)
{
  Recorder *self = user_data;

  g_string_append_printf (self->text, "+%s@%s%s ", kin_object_get_name (object),
                          kin_object_get_resource_version (object), is_in_initial_list ? "i" : "");
  react (self);
}

static void
record_update (KinObject *old_object,
               KinObject *new_object,
               gpointer   user_data)
{
  Recorder *self = user_data;

  g_string_append_printf (self->text, "%s@%s>%s ", kin_object_get_name (new_object),
                          kin_object_get_resource_version (old_object), kin_object_get_resource_version (new_object));
  react (self);
}

static void
record_delete (KinObject *object,
               gboolean   final_state_unknown,
               gpointer   user_data)
{
  Recorder *self = user_data;

  g_string_append_printf (self->text, "-%s@%s%s ", kin_object_get_name (object),
                          kin_object_get_resource_version (object), final_state_unknown ? "?" : "");
  react (self);
}

static void
record_begin (gpointer user_data)
{
  g_string_append (((Recorder *) user_data)->text, "[ ");
}

static void
record_end (gpointer user_data)
{
  g_string_append (((Recorder *) user_data)->text, "] ");
}

static void
record_gap (gpointer user_data)
{
  g_string_append (((Recorder *) user_data)->text, "GAP ");
}

static const KinEventHandler plain_handler = {
  .on_add = record_add,
  .on_update = record_update,
  .on_delete = record_delete,
  .gap = record_gap,
};

static const KinEventHandler sliced_handler = {
  .on_add = record_add,
  .on_update = record_update,
  .on_delete = record_delete,
  .begin = record_begin,
  .end = record_end,
  .gap = record_gap,
};

static Recorder *
record (Fixture               *fixture,
        const KinEventHandler *handler,
        KinHandlerFlags        flags)
{
  Recorder *self = g_new0 (Recorder, 1);

  self->text = g_string_new (NULL);
  self->informer = fixture->informer;
  self->clock = fixture->clock;
  self->registration = kin_shared_informer_add_handler (fixture->informer, handler, flags, self);

  return self;
}

static void
recorder_free (Recorder *self)
{
  g_string_free (self->text, TRUE);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Recorder, recorder_free)

/* Takes what has been written down. */
static void
assert_told (Recorder   *self,
             const char *expected)
{
  fake_settle ();
  g_strchomp (self->text->str);
  g_assert_cmpstr (self->text->str, ==, expected);
  g_string_truncate (self->text, 0);
}

static KinObject *
make (Fixture    *fixture,
      const char *key,
      const char *version)
{
  return fake_object_new (fixture->kind, key, key, version);
}

static void
assert_cache (Fixture    *fixture,
              const char *key,
              const char *version)
{
  KinObject *object = kin_indexer_get (kin_shared_informer_get_indexer (fixture->informer), key);

  g_assert_cmpstr (object != NULL ? kin_object_get_resource_version (object) : NULL, ==, version);
}

/* a@1 and b@2, listed at version 10. */
static FakeWatch *
start (Fixture *fixture)
{
  kin_shared_informer_start (fixture->informer);
  fake_call_list (fake_source_expect_list (fixture->source, "0", NULL, 500), "10", NULL,
                  make (fixture, "n/a", "1"), make (fixture, "n/b", "2"), NULL);

  return fake_call_watch (fake_source_expect_watch (fixture->source, "10"));
}

/* Ends the watch with a 410, and lets the time pass until the list is made anew. */
static FakeCall *
expire (Fixture    *fixture,
        FakeWatch  *watch,
        const char *version)
{
  KinReflector *reflector = kin_shared_informer_get_reflector (fixture->informer);

  fake_watch_send_error (watch, fake_status_error (410, "Expired", 0));
  fake_settle ();
  kin_clock_advance (fixture->clock, kin_reflector_get_retry_time (reflector) - kin_clock_get_monotonic (fixture->clock));

  return fake_source_expect_list (fixture->source, version, NULL, 0);
}

static void
test_first_list (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autoptr(Recorder) recorder = record (fixture, &sliced_handler, KIN_HANDLER_DEFAULT);

  g_assert_false (kin_shared_informer_is_started (fixture->informer));
  start (fixture);
  g_assert_true (kin_shared_informer_is_started (fixture->informer));
  assert_told (recorder, "[ +a@1i +b@2i ]");
  assert_cache (fixture, "n/a", "1");
  g_assert_cmpstr (kin_indexer_get_resource_version (kin_shared_informer_get_indexer (fixture->informer)), ==, "10");
  g_assert_cmpint (kin_shared_informer_get_state (fixture->informer), ==, KIN_REFLECTOR_WATCHING);
}

static void
synced_cb (KinSharedInformer *informer,
           GParamSpec        *pspec,
           gpointer           user_data)
{
  guint *n = user_data;

  g_assert_true (kin_shared_informer_has_synced (informer));
  (*n)++;
}

static void
test_empty_list_syncs (Fixture       *fixture,
                       gconstpointer  data)
{
  g_autoptr(Recorder) recorder = record (fixture, &plain_handler, KIN_HANDLER_DEFAULT);
  guint n = 0;

  g_signal_connect (fixture->informer, "notify::has-synced", G_CALLBACK (synced_cb), &n);
  kin_shared_informer_start (fixture->informer);
  fake_source_expect_list (fixture->source, "0", NULL, 500);
  g_assert_false (kin_shared_informer_has_synced (fixture->informer));
  g_assert_false (kin_handler_registration_has_synced (recorder->registration));

  fake_call_list (fake_source_expect_list (fixture->source, "0", NULL, 500), "7", NULL, NULL);
  fake_call_watch (fake_source_expect_watch (fixture->source, "7"));
  g_assert_cmpuint (n, ==, 1);
  g_assert_true (kin_handler_registration_has_synced (recorder->registration));
  assert_told (recorder, "");
}

static void
test_presence_decides (Fixture       *fixture,
                       gconstpointer  data)
{
  g_autoptr(Recorder) recorder = record (fixture, &plain_handler, KIN_HANDLER_DEFAULT);
  FakeWatch *watch = start (fixture);

  assert_told (recorder, "+a@1i +b@2i");
  fake_watch_send (watch, KIN_WATCH_ADDED, make (fixture, "n/a", "11"));
  fake_watch_send (watch, KIN_WATCH_MODIFIED, make (fixture, "n/c", "12"));
  fake_watch_send (watch, KIN_WATCH_DELETED, make (fixture, "n/d", "13"));
  fake_watch_send (watch, KIN_WATCH_DELETED, make (fixture, "n/b", "14"));
  assert_told (recorder, "a@1>11 +c@12 -b@14");
  assert_cache (fixture, "n/b", NULL);
}

static void
test_every_delta_is_told (Fixture       *fixture,
                          gconstpointer  data)
{
  g_autoptr(Recorder) recorder = record (fixture, &plain_handler, KIN_HANDLER_DEFAULT);
  FakeWatch *watch = start (fixture);

  assert_told (recorder, "+a@1i +b@2i");
  fake_watch_send (watch, KIN_WATCH_MODIFIED, make (fixture, "n/a", "11"));
  fake_watch_send (watch, KIN_WATCH_MODIFIED, make (fixture, "n/a", "12"));
  fake_watch_send (watch, KIN_WATCH_DELETED, make (fixture, "n/a", "13"));
  fake_watch_send (watch, KIN_WATCH_ADDED, make (fixture, "n/a", "14"));
  assert_told (recorder, "a@1>11 a@11>12 -a@13 +a@14");
}

static void
test_known_version_is_not_told (Fixture       *fixture,
                                gconstpointer  data)
{
  g_autoptr(Recorder) recorder = record (fixture, &plain_handler, KIN_HANDLER_DEFAULT);
  g_autoptr(Recorder) resyncer = record (fixture, &plain_handler, KIN_HANDLER_RESYNC);
  FakeWatch *watch = start (fixture);
  KinObject *cached = kin_indexer_get (kin_shared_informer_get_indexer (fixture->informer), "n/a");

  assert_told (recorder, "+a@1i +b@2i");
  assert_told (resyncer, "+a@1i +b@2i");
  fake_watch_send (watch, KIN_WATCH_MODIFIED, make (fixture, "n/a", "1"));
  assert_told (recorder, "");
  assert_told (resyncer, "a@1>1");
  g_assert_cmpuint (kin_shared_informer_get_n_unchanged (fixture->informer), ==, 1);
  g_assert_true (kin_indexer_get (kin_shared_informer_get_indexer (fixture->informer), "n/a") == cached);
}

static void
test_recreated_in_watch (Fixture       *fixture,
                         gconstpointer  data)
{
  g_autoptr(Recorder) recorder = record (fixture, &plain_handler, KIN_HANDLER_DEFAULT);
  FakeWatch *watch = start (fixture);

  assert_told (recorder, "+a@1i +b@2i");
  fake_watch_send (watch, KIN_WATCH_MODIFIED, fake_object_new (fixture->kind, "n/a", "another", "11"));
  assert_told (recorder, "-a@1? +a@11");
}

/* Handlers know the one that they were told of, and no other. */
static void
test_deleted_is_another (Fixture       *fixture,
                         gconstpointer  data)
{
  g_autoptr(Recorder) recorder = record (fixture, &plain_handler, KIN_HANDLER_DEFAULT);
  FakeWatch *watch = start (fixture);

  assert_told (recorder, "+a@1i +b@2i");
  fake_watch_send (watch, KIN_WATCH_DELETED, fake_object_new (fixture->kind, "n/a", "another", "11"));
  assert_told (recorder, "-a@1?");
  assert_cache (fixture, "n/a", NULL);
}

static void
test_relist (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(Recorder) recorder = record (fixture, &sliced_handler, KIN_HANDLER_DEFAULT);
  g_autoptr(Recorder) resyncer = record (fixture, &plain_handler, KIN_HANDLER_RESYNC);
  FakeWatch *watch = start (fixture);

  fake_watch_send (watch, KIN_WATCH_ADDED, make (fixture, "n/c", "11"));
  fake_watch_send (watch, KIN_WATCH_ADDED, make (fixture, "n/d", "12"));
  assert_told (recorder, "[ +a@1i +b@2i ] [ +c@11 +d@12 ]");
  assert_told (resyncer, "+a@1i +b@2i +c@11 +d@12");

  fake_call_list (expire (fixture, watch, "12"), "20", NULL,
                  make (fixture, "n/e", "19"), make (fixture, "n/b", "2"), make (fixture, "n/c", "18"),
                  fake_object_new (fixture->kind, "n/d", "another", "17"), NULL);
  fake_call_watch (fake_source_expect_watch (fixture->source, "20"));

  fake_settle ();
  if (strstr (recorder->text->str, "-d@12? -a@1?") != NULL)
    assert_told (recorder, "[ GAP -d@12? -a@1? +e@19 c@11>18 +d@17 ]");
  else
    assert_told (recorder, "[ GAP -a@1? -d@12? +e@19 c@11>18 +d@17 ]");
  assert_cache (fixture, "n/a", NULL);
  assert_cache (fixture, "n/d", "17");
  g_assert_nonnull (strstr (resyncer->text->str, "+e@19 b@2>2 c@11>18 +d@17"));
  g_assert_cmpuint (kin_shared_informer_get_n_unchanged (fixture->informer), ==, 1);
}

static void
test_relist_of_the_same (Fixture       *fixture,
                         gconstpointer  data)
{
  g_autoptr(Recorder) recorder = record (fixture, &plain_handler, KIN_HANDLER_DEFAULT);
  FakeWatch *watch = start (fixture);
  KinIndexer *indexer = kin_shared_informer_get_indexer (fixture->informer);
  KinObject *cached = kin_indexer_get (indexer, "n/a");
  FakeCall *call;

  assert_told (recorder, "+a@1i +b@2i");
  call = expire (fixture, watch, "10");
  g_assert_cmpuint (fake_call_get_n_known (call), ==, 2);
  fake_call_list (call, "20", NULL, make (fixture, "n/a", "1"), make (fixture, "n/b", "2"), NULL);
  fake_call_watch (fake_source_expect_watch (fixture->source, "20"));

  assert_told (recorder, "GAP");
  g_assert_true (kin_indexer_get (indexer, "n/a") == cached);
  g_assert_cmpstr (kin_indexer_get_resource_version (indexer), ==, "20");
}

static void
test_bookmark_moves_the_cache (Fixture       *fixture,
                               gconstpointer  data)
{
  FakeWatch *watch = start (fixture);

  fake_watch_send_bookmark (watch, "15");
  fake_settle ();
  g_assert_cmpstr (kin_indexer_get_resource_version (kin_shared_informer_get_indexer (fixture->informer)), ==, "15");
}

static void
test_resync (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(Recorder) recorder = record (fixture, &plain_handler, KIN_HANDLER_DEFAULT);
  g_autoptr(Recorder) resyncer = record (fixture, &plain_handler, KIN_HANDLER_RESYNC);
  FakeWatch *watch = start (fixture);

  fake_watch_send (watch, KIN_WATCH_DELETED, make (fixture, "n/b", "11"));
  assert_told (recorder, "+a@1i +b@2i -b@11");
  assert_told (resyncer, "+a@1i +b@2i -b@11");

  kin_clock_advance (fixture->clock, 30 * SECOND);
  assert_told (recorder, "");
  assert_told (resyncer, "a@1>1");
}

/* A key whose change waits behind the resync is left to that, and one that is gone is not brought back. */
static void
test_resync_with_changes_queued (Fixture       *fixture,
                                 gconstpointer  data)
{
  g_autoptr(Recorder) resyncer = record (fixture, &plain_handler, KIN_HANDLER_RESYNC);
  KinDeltaFifo *fifo = kin_shared_informer_get_fifo (fixture->informer);
  g_autoptr(KinObject) changed = make (fixture, "n/a", "11");
  g_autoptr(KinObject) deleted = make (fixture, "n/b", "12");

  start (fixture);
  assert_told (resyncer, "+a@1i +b@2i");

  kin_delta_fifo_delete (fifo, deleted);
  kin_delta_fifo_resync (fifo);
  kin_delta_fifo_update (fifo, changed);
  assert_told (resyncer, "-b@12 a@1>11");
}

static void
test_late_handler (Fixture       *fixture,
                   gconstpointer  data)
{
  FakeWatch *watch = start (fixture);
  g_autoptr(Recorder) recorder = NULL;

  fake_watch_send (watch, KIN_WATCH_MODIFIED, make (fixture, "n/a", "11"));
  recorder = record (fixture, &sliced_handler, KIN_HANDLER_DEFAULT);
  g_assert_false (kin_handler_registration_has_synced (recorder->registration));
  g_assert_cmpuint (kin_handler_registration_get_backlog (recorder->registration), ==, 2);
  fake_settle ();
  g_assert_true (kin_handler_registration_has_synced (recorder->registration));
  g_assert_cmpuint (kin_handler_registration_get_backlog (recorder->registration), ==, 0);

  if (g_str_has_prefix (recorder->text->str, "[ +a"))
    assert_told (recorder, "[ +a@1i +b@2i a@1>11 ]");
  else
    assert_told (recorder, "[ +b@2i +a@1i a@1>11 ]");
}

/* It is told the cache as it was when it came, though the informer was stopped before that was collected. */
static void
test_late_handler_stopped (Fixture       *fixture,
                           gconstpointer  data)
{
  g_autoptr(Recorder) recorder = NULL;
  g_autoptr(Recorder) removed = NULL;

  start (fixture);
  fake_settle ();
  recorder = record (fixture, &plain_handler, KIN_HANDLER_DEFAULT);
  removed = record (fixture, &plain_handler, KIN_HANDLER_DEFAULT);
  kin_shared_informer_stop (fixture->informer);
  kin_shared_informer_remove_handler (fixture->informer, removed->registration);
  assert_told (recorder, "");

  kin_shared_informer_start (fixture->informer);
  fake_call_list (fake_source_expect_list (fixture->source, "10", NULL, 0), "20", NULL,
                  make (fixture, "n/a", "1"), NULL);
  fake_call_watch (fake_source_expect_watch (fixture->source, "20"));
  fake_settle ();
  if (g_str_has_prefix (recorder->text->str, "+a"))
    assert_told (recorder, "+a@1i +b@2i GAP -b@2?");
  else
    assert_told (recorder, "+b@2i +a@1i GAP -b@2?");
  assert_told (removed, "");
}

static void
test_handler_removed (Fixture       *fixture,
                      gconstpointer  data)
{
  g_autoptr(Recorder) removed = record (fixture, &plain_handler, KIN_HANDLER_DEFAULT);
  g_autoptr(Recorder) other = record (fixture, &plain_handler, KIN_HANDLER_DEFAULT);
  FakeWatch *watch = start (fixture);

  assert_told (removed, "+a@1i +b@2i");
  kin_delta_fifo_bookmark (kin_shared_informer_get_fifo (fixture->informer), "11");
  kin_shared_informer_remove_handler (fixture->informer, removed->registration);
  fake_watch_send (watch, KIN_WATCH_MODIFIED, make (fixture, "n/a", "12"));
  assert_told (removed, "");
  assert_told (other, "+a@1i +b@2i a@1>12");
}

static void
test_handler_removes_itself (Fixture       *fixture,
                             gconstpointer  data)
{
  g_autoptr(Recorder) removed = record (fixture, &sliced_handler, KIN_HANDLER_DEFAULT);
  g_autoptr(Recorder) other = record (fixture, &sliced_handler, KIN_HANDLER_DEFAULT);

  removed->removes_itself = TRUE;
  start (fixture);
  assert_told (removed, "[ +a@1i");
  assert_told (other, "[ +a@1i +b@2i ]");
}

static void
add_another_cb (KinObject *object,
                gboolean   is_in_initial_list,
                gpointer   user_data)
{
  Recorder *self = user_data;

  if (self->registration == NULL)
    self->registration = kin_shared_informer_add_handler (self->informer, &plain_handler, KIN_HANDLER_DEFAULT, self);
}

/* It is told without waiting for the next event, though the others have nothing left to hear. */
static void
test_handler_adds_another (Fixture       *fixture,
                           gconstpointer  data)
{
  const KinEventHandler adding_handler = { .on_add = add_another_cb };
  g_autoptr(Recorder) added = g_new0 (Recorder, 1);

  added->text = g_string_new (NULL);
  added->informer = fixture->informer;
  kin_shared_informer_add_handler (fixture->informer, &adding_handler, KIN_HANDLER_DEFAULT, added);
  kin_shared_informer_start (fixture->informer);
  fake_call_list (fake_source_expect_list (fixture->source, "0", NULL, 500), "10", NULL, make (fixture, "n/a", "1"), NULL);
  fake_call_watch (fake_source_expect_watch (fixture->source, "10"));
  assert_told (added, "+a@1i");
}

static void
test_stopped_by_handler (Fixture       *fixture,
                         gconstpointer  data)
{
  g_autoptr(Recorder) recorder = record (fixture, &sliced_handler, KIN_HANDLER_DEFAULT);

  recorder->stops_informer = TRUE;
  kin_shared_informer_start (fixture->informer);
  fake_call_list (fake_source_expect_list (fixture->source, "0", NULL, 500), "10", NULL,
                  make (fixture, "n/a", "1"), make (fixture, "n/b", "2"), NULL);
  assert_told (recorder, "[ +a@1i ]");
  g_assert_cmpint (kin_shared_informer_get_state (fixture->informer), ==, KIN_REFLECTOR_STOPPED);
}

/* What a handler had not been told it is told first, then what has changed meanwhile. */
static void
test_started_again (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autoptr(Recorder) recorder = record (fixture, &plain_handler, KIN_HANDLER_DEFAULT);

  recorder->stops_informer = TRUE;
  kin_shared_informer_start (fixture->informer);
  fake_call_list (fake_source_expect_list (fixture->source, "0", NULL, 500), "10", NULL,
                  make (fixture, "n/a", "1"), make (fixture, "n/b", "2"), NULL);
  assert_told (recorder, "+a@1i");
  recorder->stops_informer = FALSE;

  kin_shared_informer_start (fixture->informer);
  fake_call_list (fake_source_expect_list (fixture->source, "10", NULL, 0), "20", NULL,
                  make (fixture, "n/a", "1"), make (fixture, "n/b", "12"), NULL);
  fake_call_watch (fake_source_expect_watch (fixture->source, "20"));
  assert_told (recorder, "+b@2i GAP b@2>12");
}

static void
test_stop_while_events_wait (Fixture       *fixture,
                             gconstpointer  data)
{
  g_autoptr(Recorder) recorder = record (fixture, &plain_handler, KIN_HANDLER_DEFAULT);
  FakeWatch *watch = start (fixture);

  assert_told (recorder, "+a@1i +b@2i");
  fake_watch_send (watch, KIN_WATCH_MODIFIED, make (fixture, "n/a", "11"));
  kin_shared_informer_stop (fixture->informer);
  assert_told (recorder, "");
  assert_cache (fixture, "n/a", "1");
}

/* Each slice is as long as one call, and the handlers take turns. */
static void
test_slow_handler (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autoptr(Recorder) slow = record (fixture, &sliced_handler, KIN_HANDLER_DEFAULT);
  g_autoptr(Recorder) other = record (fixture, &sliced_handler, KIN_HANDLER_DEFAULT);

  slow->is_slow = TRUE;
  start (fixture);
  assert_told (slow, "[ +a@1i ] [ +b@2i ]");
  assert_told (other, "[ +a@1i +b@2i ]");
}

static void
send_burst (Fixture   *fixture,
            FakeWatch *watch)
{
  fake_watch_send (watch, KIN_WATCH_MODIFIED, make (fixture, "n/a", "11"));
  fake_watch_send (watch, KIN_WATCH_ADDED, make (fixture, "n/c", "12"));
  fake_watch_send (watch, KIN_WATCH_MODIFIED, make (fixture, "n/a", "13"));
  fake_watch_send (watch, KIN_WATCH_MODIFIED, make (fixture, "n/c", "14"));
  fake_watch_send (watch, KIN_WATCH_ADDED, make (fixture, "n/d", "15"));
  fake_watch_send (watch, KIN_WATCH_DELETED, make (fixture, "n/d", "16"));
  fake_watch_send (watch, KIN_WATCH_MODIFIED, make (fixture, "n/b", "17"));
  fake_watch_send (watch, KIN_WATCH_DELETED, make (fixture, "n/b", "18"));
  fake_watch_send (watch, KIN_WATCH_ADDED, make (fixture, "n/b", "19"));
}

static void
test_coalesce (Fixture       *fixture,
               gconstpointer  data)
{
  g_autoptr(Recorder) merged = record (fixture, &sliced_handler, KIN_HANDLER_COALESCE);
  g_autoptr(Recorder) plain = record (fixture, &plain_handler, KIN_HANDLER_DEFAULT);
  FakeWatch *watch = start (fixture);

  assert_told (merged, "[ +a@1i +b@2i ]");
  assert_told (plain, "+a@1i +b@2i");
  send_burst (fixture, watch);
  assert_told (merged, "[ a@1>13 +c@14 -b@18 +b@19 ]");
  assert_told (plain, "a@1>11 a@11>13 +c@12 c@12>14 +d@15 -d@16 b@2>17 -b@18 +b@19");
  g_assert_cmpuint (kin_handler_registration_get_backlog (merged->registration), ==, 0);
}

static void
test_coalesce_recreated_and_gone (Fixture       *fixture,
                                  gconstpointer  data)
{
  g_autoptr(Recorder) merged = record (fixture, &plain_handler, KIN_HANDLER_COALESCE);
  FakeWatch *watch = start (fixture);

  assert_told (merged, "+a@1i +b@2i");
  fake_watch_send (watch, KIN_WATCH_DELETED, make (fixture, "n/a", "11"));
  fake_watch_send (watch, KIN_WATCH_ADDED, make (fixture, "n/a", "12"));
  fake_watch_send (watch, KIN_WATCH_DELETED, make (fixture, "n/a", "13"));
  fake_watch_send (watch, KIN_WATCH_ADDED, make (fixture, "n/a", "14"));
  fake_watch_send (watch, KIN_WATCH_MODIFIED, make (fixture, "n/a", "15"));
  assert_told (merged, "-a@11 +a@15");
}

/* A handler that comes in the middle of a list that is compared in slices gets each object once. */
static void
test_handler_added_while_listing (Fixture       *fixture,
                                  gconstpointer  data)
{
  g_autoptr(Recorder) first = record (fixture, &plain_handler, KIN_HANDLER_DEFAULT);
  g_autoptr(Recorder) late = NULL;

  kin_shared_informer_start (fixture->informer);
  fake_call_list (fake_source_expect_list (fixture->source, "0", NULL, 500), "10", NULL,
                  make (fixture, "n/a", "1"), make (fixture, "n/b", "2"), NULL);
  while (kin_delta_fifo_get_size (kin_shared_informer_get_fifo (fixture->informer)) == 0)
    g_main_context_iteration (NULL, FALSE);

  late = record (fixture, &plain_handler, KIN_HANDLER_DEFAULT);
  assert_told (first, "+a@1i +b@2i");
  assert_told (late, "+a@1i +b@2i");
  fake_call_watch (fake_source_expect_watch (fixture->source, "10"));
}

static void
test_keeps_cache_when_forbidden (Fixture       *fixture,
                                 gconstpointer  data)
{
  g_autoptr(Recorder) recorder = record (fixture, &plain_handler, KIN_HANDLER_DEFAULT);
  FakeWatch *watch = start (fixture);

  assert_told (recorder, "+a@1i +b@2i");
  fake_call_fail (expire (fixture, watch, "10"), fake_status_error (403, "Forbidden", 0));
  assert_told (recorder, "");
  assert_cache (fixture, "n/a", "1");
  g_assert_cmpint (kin_shared_informer_get_state (fixture->informer), ==, KIN_REFLECTOR_FORBIDDEN);
  g_assert_true (kin_shared_informer_has_synced (fixture->informer));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, func) g_test_add ("/shared-informer/" path, Fixture, NULL, set_up, func, tear_down)
#define ADD_RESYNCING(path, func) \
  g_test_add ("/shared-informer/" path, Fixture, GSIZE_TO_POINTER (30 * SECOND), set_up_with_resync, func, tear_down)

  ADD ("late-handler-stopped", test_late_handler_stopped);
  ADD ("deleted-is-another", test_deleted_is_another);
  ADD ("handler-adds-another", test_handler_adds_another);
  ADD ("first-list", test_first_list);
  ADD ("empty-list-syncs", test_empty_list_syncs);
  ADD ("presence-decides", test_presence_decides);
  ADD ("every-delta-is-told", test_every_delta_is_told);
  ADD ("known-version-is-not-told", test_known_version_is_not_told);
  ADD ("recreated-in-watch", test_recreated_in_watch);
  ADD ("relist", test_relist);
  ADD ("relist-of-the-same", test_relist_of_the_same);
  ADD ("bookmark-moves-the-cache", test_bookmark_moves_the_cache);
  ADD_RESYNCING ("resync", test_resync);
  ADD ("resync-with-changes-queued", test_resync_with_changes_queued);
  ADD ("late-handler", test_late_handler);
  ADD ("handler-removed", test_handler_removed);
  ADD ("handler-removes-itself", test_handler_removes_itself);
  ADD ("stopped-by-handler", test_stopped_by_handler);
  ADD ("started-again", test_started_again);
  ADD ("stop-while-events-wait", test_stop_while_events_wait);
  ADD ("slow-handler", test_slow_handler);
  ADD ("coalesce", test_coalesce);
  ADD ("coalesce-recreated-and-gone", test_coalesce_recreated_and_gone);
  ADD ("handler-added-while-listing", test_handler_added_while_listing);
  ADD ("keeps-cache-when-forbidden", test_keeps_cache_when_forbidden);

  return g_test_run ();
}
