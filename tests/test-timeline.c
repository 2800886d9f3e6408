/* test-timeline.c: what has happened to an object, newest first, with marks for what may be missing.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "journal/kin-timeline.h"

#include "fake-source.h"
#include "journal/kin-change-item.h"
#include "test-objects.h"

#define SECOND G_TIME_SPAN_SECOND

typedef struct
{
  KinKind *kind;
  KinClock *clock;
  FakeSource *source;
  FakeWatch *watch;
  KinSharedInformer *informer;
  KinTimeline *timeline;
} Fixture;

static KinObject *
make (Fixture    *fixture,
      const char *name,
      guint       version,
      const char *rest)
{
  g_autofree char *json = g_strdup_printf ("{'metadata':{'name':'%s','namespace':'shop','uid':'u-%s','resourceVersion':'%u'},%s}",
                                           name, name, version, rest);

  return test_object_new (fixture->kind, json);
}

static KinObject *
make_scaled (Fixture    *fixture,
             const char *name,
             guint       version)
{
  g_autofree char *rest = g_strdup_printf ("'spec':{'replicas':%u}", version);

  return make (fixture, name, version, rest);
}

static void
set_up_with_budget (Fixture *fixture,
                    gsize    budget)
{
  fixture->kind = test_kind_new ("apps/v1", "deployments", "Deployment");
  fixture->clock = kin_clock_new_stepped (1000 * SECOND);
  fixture->source = fake_source_new (fixture->kind, fixture->clock);
  fixture->informer = kin_shared_informer_new (KIN_LISTER_WATCHER (fixture->source), fixture->clock, 0);
  fixture->timeline = kin_timeline_new (fixture->informer, budget);

  kin_shared_informer_start (fixture->informer);
  fake_call_list (fake_source_expect_list (fixture->source, "0", NULL, 500), "1", NULL, make_scaled (fixture, "a", 1), NULL);
  fixture->watch = fake_call_watch (fake_source_expect_watch (fixture->source, "1"));
  fake_settle ();
}

static void
set_up (Fixture       *fixture,
        gconstpointer  user_data)
{
  set_up_with_budget (fixture, 1024 * 1024);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  user_data)
{
  kin_shared_informer_stop (fixture->informer);
  fake_settle ();

  if (fixture->timeline != NULL)
    g_assert_finalize_object (fixture->timeline);
  g_assert_finalize_object (fixture->informer);
  g_assert_finalize_object (fixture->source);
  g_assert_finalize_object (fixture->clock);
  kin_kind_unref (fixture->kind);
}

static void
send_event (Fixture           *fixture,
            KinWatchEventType  type,
            KinObject         *object)
{
  kin_clock_advance (fixture->clock, SECOND);
  fake_watch_send (fixture->watch, type, object);
  fake_settle ();
}

/* The history is gone: it lists again after a while, and watches from there. */
static void
relist_from (Fixture    *fixture,
             const char *old_version,
             gint64      wait,
             const char *version,
             KinObject  *object)
{
  fake_watch_send_error (fixture->watch, fake_status_error (410, "Expired", -1));
  fake_settle ();
  kin_clock_advance (fixture->clock, wait);
  fake_settle ();
  fake_call_list (fake_source_expect_list (fixture->source, old_version, NULL, 0), version, NULL, object, NULL);
  fixture->watch = fake_call_watch (fake_source_expect_watch (fixture->source, version));
  fake_settle ();
}

static void
relist (Fixture    *fixture,
        const char *version,
        KinObject  *object)
{
  relist_from (fixture, "1", 5 * SECOND, version, object);
}

/* Newest first: "~1003 spec.replicas", "+1002", "-1004", "GAP1002-1005"; seconds. */
static char *
dup_text (GListModel *list)
{
  g_autoptr(GString) text = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr(KinChangeItem) item = g_list_model_get_item (list, i);
      KinChange *change = kin_change_item_get_change (item);
      GPtrArray *fields = kin_change_get_fields (change);
      gint64 time = kin_change_get_time (change) / SECOND;

      if (kin_change_get_change_type (change) == KIN_CHANGE_GAP)
        g_string_append_printf (text, "GAP%" G_GINT64_FORMAT "-%" G_GINT64_FORMAT, kin_change_get_gap_start (change) / SECOND, time);
      else
        g_string_append_printf (text, "%c%" G_GINT64_FORMAT, "+~-"[kin_change_get_change_type (change)], time);
      for (guint f = 0; f < fields->len; f++)
        g_string_append_printf (text, " %s=%s", ((KinFieldChange *) fields->pdata[f])->path, ((KinFieldChange *) fields->pdata[f])->new_text);
      g_string_append_c (text, '\n');
    }

  return g_string_free_and_steal (g_steal_pointer (&text));
}

static void
assert_changes (GListModel *list,
                const char *expected)
{
  g_autofree char *text = dup_text (list);

  g_assert_cmpstr (text, ==, expected);
}

static void
assert_changes_of (Fixture    *fixture,
                   const char *uid,
                   const char *expected)
{
  g_autoptr(GListModel) list = kin_timeline_get_changes (fixture->timeline, uid);

  assert_changes (list, expected);
}

static void
changed_cb (GListModel *list,
            guint       position,
            guint       n_removed,
            guint       n_added,
            GString    *signals)
{
  g_string_append_printf (signals, "%u,%u,%u ", position, n_removed, n_added);
}

static void
test_newest_first (Fixture       *fixture,
                   gconstpointer  user_data)
{
  send_event (fixture, KIN_WATCH_MODIFIED, make_scaled (fixture, "a", 2));
  send_event (fixture, KIN_WATCH_ADDED, make_scaled (fixture, "b", 3));
  send_event (fixture, KIN_WATCH_MODIFIED, make_scaled (fixture, "a", 4));
  send_event (fixture, KIN_WATCH_DELETED, make_scaled (fixture, "b", 5));

  assert_changes_of (fixture, "u-a", "~1003 spec.replicas=4\n~1001 spec.replicas=2\n");
  assert_changes_of (fixture, "u-b", "-1004\n+1002\n");
  assert_changes_of (fixture, "u-none", "");
}

static void
test_list_is_live (Fixture       *fixture,
                   gconstpointer  user_data)
{
  g_autoptr(GListModel) list = kin_timeline_get_changes (fixture->timeline, "u-a");
  g_autoptr(GListModel) same = kin_timeline_get_changes (fixture->timeline, "u-a");
  g_autoptr(GString) signals = g_string_new (NULL);

  g_assert_true (list == same);
  g_assert_true (g_list_model_get_item_type (list) == KIN_TYPE_CHANGE_ITEM);
  g_signal_connect (list, "items-changed", G_CALLBACK (changed_cb), signals);

  send_event (fixture, KIN_WATCH_MODIFIED, make_scaled (fixture, "a", 2));
  send_event (fixture, KIN_WATCH_ADDED, make_scaled (fixture, "b", 3));
  send_event (fixture, KIN_WATCH_MODIFIED, make_scaled (fixture, "a", 4));

  assert_changes (list, "~1003 spec.replicas=4\n~1001 spec.replicas=2\n");
  g_assert_cmpstr (signals->str, ==, "0,0,1 0,0,1 ");
}

static void
test_list_survives_timeline (Fixture       *fixture,
                             gconstpointer  user_data)
{
  g_autoptr(GListModel) list = kin_timeline_get_changes (fixture->timeline, "u-a");

  send_event (fixture, KIN_WATCH_MODIFIED, make_scaled (fixture, "a", 2));
  g_assert_finalize_object (g_steal_pointer (&fixture->timeline));
  send_event (fixture, KIN_WATCH_MODIFIED, make_scaled (fixture, "a", 3));

  assert_changes (list, "~1001 spec.replicas=2\n");
}

/* Heartbeats are kept, in case, but not shown: neither in a list that is there nor in one that is made later. */
static void
test_noise_is_not_shown (Fixture       *fixture,
                         gconstpointer  user_data)
{
  g_autoptr(GListModel) list = kin_timeline_get_changes (fixture->timeline, "u-a");
  g_autoptr(GString) signals = g_string_new (NULL);

  g_signal_connect (list, "items-changed", G_CALLBACK (changed_cb), signals);
  send_event (fixture, KIN_WATCH_MODIFIED, make (fixture, "a", 2, "'spec':{'replicas':1}"));

  assert_changes (list, "");
  g_assert_cmpstr (signals->str, ==, "");
  g_clear_object (&list);
  assert_changes_of (fixture, "u-a", "");
}

static void
test_gap (Fixture       *fixture,
          gconstpointer  user_data)
{
  g_autoptr(GListModel) list = kin_timeline_get_changes (fixture->timeline, "u-a");

  send_event (fixture, KIN_WATCH_MODIFIED, make_scaled (fixture, "a", 2));
  kin_clock_advance (fixture->clock, 2 * SECOND);
  fake_watch_send_bookmark (fixture->watch, "1");
  fake_settle ();
  kin_clock_advance (fixture->clock, 3 * SECOND);
  relist (fixture, "7", make_scaled (fixture, "a", 7));
  send_event (fixture, KIN_WATCH_MODIFIED, make_scaled (fixture, "a", 8));

  /* From the last that was seen, the bookmark, to the new list. */
  assert_changes (list,
                  "~1012 spec.replicas=8\n"
                  "~1011 spec.replicas=7\n"
                  "GAP1003-1011\n"
                  "~1001 spec.replicas=2\n");
  g_clear_object (&list);
  assert_changes_of (fixture, "u-a",
                     "~1012 spec.replicas=8\n"
                     "~1011 spec.replicas=7\n"
                     "GAP1003-1011\n"
                     "~1001 spec.replicas=2\n");
  assert_changes_of (fixture, "u-none", "GAP1003-1011\n");
}

/* A line that comes and goes all night: what is longest ago is told more coarsely. */
static void
test_many_gaps (Fixture       *fixture,
                gconstpointer  user_data)
{
  g_autoptr(GListModel) list = NULL;
  g_autoptr(KinChangeItem) newest = NULL;
  g_autoptr(KinChangeItem) oldest = NULL;

  for (guint i = 0; i < 260; i++)
    relist_from (fixture, "1", 61 * SECOND, "1", make_scaled (fixture, "a", 1));

  list = kin_timeline_get_changes (fixture->timeline, "u-a");
  g_assert_cmpuint (g_list_model_get_n_items (list), ==, 256);
  newest = g_list_model_get_item (list, 0);
  oldest = g_list_model_get_item (list, 255);
  g_assert_cmpint (kin_change_get_time (kin_change_item_get_change (newest)), ==, (1000 + 260 * 61) * SECOND);
  g_assert_cmpint (kin_change_get_gap_start (kin_change_item_get_change (oldest)), ==, 1000 * SECOND);
  g_assert_cmpint (kin_change_get_time (kin_change_item_get_change (oldest)), ==, (1000 + 5 * 61) * SECOND);
}

static void
test_made_anew (Fixture       *fixture,
                gconstpointer  user_data)
{
  KinObject *again = test_object_new (fixture->kind, "{'metadata':{'name':'a','namespace':'shop','uid':'u-other','resourceVersion':'7'},'spec':{}}");

  send_event (fixture, KIN_WATCH_MODIFIED, make_scaled (fixture, "a", 1));
  relist (fixture, "7", again);

  assert_changes_of (fixture, "u-a", "-1006\nGAP1001-1006\n");
  assert_changes_of (fixture, "u-other", "+1006\nGAP1001-1006\n");
}

static void
test_detach (Fixture       *fixture,
             gconstpointer  user_data)
{
  send_event (fixture, KIN_WATCH_MODIFIED, make_scaled (fixture, "a", 2));
  kin_timeline_detach (fixture->timeline);
  kin_timeline_detach (fixture->timeline);
  send_event (fixture, KIN_WATCH_MODIFIED, make_scaled (fixture, "a", 3));

  assert_changes_of (fixture, "u-a", "~1001 spec.replicas=2\n");
}

/* A change takes OVERHEAD and its object, so that in 4,000 bytes there is room for a few. */
static void
set_up_small (Fixture       *fixture,
              gconstpointer  user_data)
{
  set_up_with_budget (fixture, 4000);
}

static void
test_oldest_are_dropped (Fixture       *fixture,
                         gconstpointer  user_data)
{
  g_autoptr(GListModel) list = kin_timeline_get_changes (fixture->timeline, "u-a");
  g_autofree char *live = NULL;
  guint n_items;
  g_autoptr(KinChangeItem) last = NULL;
  g_autoptr(KinChangeItem) oldest = NULL;

  for (guint i = 2; i < 40; i++)
    send_event (fixture, KIN_WATCH_MODIFIED, make_scaled (fixture, "a", i));

  n_items = g_list_model_get_n_items (list);
  g_assert_cmpuint (n_items, >=, 3);
  g_assert_cmpuint (n_items, <, 20);

  last = g_list_model_get_item (list, n_items - 1);
  oldest = g_list_model_get_item (list, n_items - 2);
  g_assert_cmpint (kin_change_get_change_type (kin_change_item_get_change (last)), ==, KIN_CHANGE_GAP);
  g_assert_cmpint (kin_change_get_gap_start (kin_change_item_get_change (last)), ==, 1000 * SECOND);
  g_assert_cmpint (kin_change_get_time (kin_change_item_get_change (last)), ==,
                   kin_change_get_time (kin_change_item_get_change (oldest)) - SECOND);

  /* A list that is made now is the same. */
  live = dup_text (list);
  g_clear_object (&list);
  assert_changes_of (fixture, "u-a", live);
}

static void
test_dropping_keeps_the_rest (Fixture       *fixture,
                              gconstpointer  user_data)
{
  g_autoptr(GListModel) list = kin_timeline_get_changes (fixture->timeline, "u-a");
  g_autoptr(GString) signals = g_string_new (NULL);
  g_autofree char *expected = NULL;
  guint n;

  for (guint i = 2; i < 40; i++)
    send_event (fixture, KIN_WATCH_MODIFIED, make_scaled (fixture, "a", i));

  g_signal_connect (list, "items-changed", G_CALLBACK (changed_cb), signals);
  n = g_list_model_get_n_items (list);
  send_event (fixture, KIN_WATCH_MODIFIED, make_scaled (fixture, "a", 40));

  /* One comes at the front; at the end the oldest and the gap make way for a longer gap. */
  expected = g_strdup_printf ("0,0,1 %u,2,1 ", n - 1);
  g_assert_cmpstr (signals->str, ==, expected);
}

/* What crowds others out is told in their lists, and what is gone for good is forgotten. */
static void
test_others_are_dropped (Fixture       *fixture,
                         gconstpointer  user_data)
{
  send_event (fixture, KIN_WATCH_MODIFIED, make_scaled (fixture, "a", 2));
  send_event (fixture, KIN_WATCH_ADDED, make_scaled (fixture, "b", 3));
  send_event (fixture, KIN_WATCH_DELETED, make_scaled (fixture, "b", 4));
  send_event (fixture, KIN_WATCH_ADDED, make_scaled (fixture, "c", 5));
  for (guint i = 6; i < 40; i++)
    send_event (fixture, KIN_WATCH_MODIFIED, make_scaled (fixture, "c", i));

  assert_changes_of (fixture, "u-a", "GAP1000-1001\n");
  assert_changes_of (fixture, "u-b", "");
}

static void
let_go_cb (GListModel  *list,
           guint        position,
           guint        n_removed,
           guint        n_added,
           GListModel **held)
{
  if (n_removed > 0)
    g_clear_object (held);
}

/* Who shows the list may close it because of what it is told. */
static void
test_let_go_while_dropping (Fixture       *fixture,
                            gconstpointer  user_data)
{
  GListModel *list = kin_timeline_get_changes (fixture->timeline, "u-b");

  send_event (fixture, KIN_WATCH_ADDED, make_scaled (fixture, "b", 2));
  send_event (fixture, KIN_WATCH_DELETED, make_scaled (fixture, "b", 3));
  send_event (fixture, KIN_WATCH_MODIFIED, make_scaled (fixture, "a", 4));
  g_signal_connect (list, "items-changed", G_CALLBACK (let_go_cb), &list);
  for (guint i = 5; i < 40; i++)
    send_event (fixture, KIN_WATCH_MODIFIED, make_scaled (fixture, "a", i));

  g_assert_null (list);
  assert_changes_of (fixture, "u-b", "");
}

typedef struct
{
  GListModel **list;
  KinTimeline **timeline;
} Held;

static void
let_go_of_all_cb (GListModel *list,
                  guint       position,
                  guint       n_removed,
                  guint       n_added,
                  Held       *held)
{
  g_clear_object (held->list);
  g_clear_object (held->timeline);
}

/* Closing the view that shows the change may take the timeline along. */
static void
test_let_go_while_told (Fixture       *fixture,
                        gconstpointer  user_data)
{
  GListModel *list = kin_timeline_get_changes (fixture->timeline, "u-a");
  Held held = { &list, &fixture->timeline };

  g_signal_connect (list, "items-changed", G_CALLBACK (let_go_of_all_cb), &held);
  send_event (fixture, KIN_WATCH_MODIFIED, make_scaled (fixture, "a", 2));
  g_assert_null (list);
  g_assert_null (fixture->timeline);
}

static void
test_let_go_in_gap (Fixture       *fixture,
                    gconstpointer  user_data)
{
  g_autoptr(GListModel) other = kin_timeline_get_changes (fixture->timeline, "u-b");
  GListModel *list = kin_timeline_get_changes (fixture->timeline, "u-a");
  Held held = { &list, &fixture->timeline };

  g_signal_connect (list, "items-changed", G_CALLBACK (let_go_of_all_cb), &held);
  relist (fixture, "2", make_scaled (fixture, "a", 1));
  g_assert_null (list);
  g_assert_null (fixture->timeline);
  assert_changes (other, "GAP1000-1005\n");
}

static void
test_without_uid (Fixture       *fixture,
                  gconstpointer  user_data)
{
  send_event (fixture, KIN_WATCH_ADDED, test_object_new (fixture->kind, "{'metadata':{'name':'m','namespace':'shop','resourceVersion':'2'},'x':1}"));
  send_event (fixture, KIN_WATCH_MODIFIED, test_object_new (fixture->kind, "{'metadata':{'name':'m','namespace':'shop','resourceVersion':'3'},'x':2}"));

  assert_changes_of (fixture, "shop/m", "~1002 x=2\n+1001\n");
}

static void
add_test (const char *path,
          void      (*set_up_func) (Fixture *, gconstpointer),
          void      (*test) (Fixture *, gconstpointer))
{
  g_test_add (path, Fixture, NULL, set_up_func, test, tear_down);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  add_test ("/timeline/newest-first", set_up, test_newest_first);
  add_test ("/timeline/list-is-live", set_up, test_list_is_live);
  add_test ("/timeline/list-survives-timeline", set_up, test_list_survives_timeline);
  add_test ("/timeline/noise-is-not-shown", set_up, test_noise_is_not_shown);
  add_test ("/timeline/gap", set_up, test_gap);
  add_test ("/timeline/many-gaps", set_up, test_many_gaps);
  add_test ("/timeline/made-anew", set_up, test_made_anew);
  add_test ("/timeline/detach", set_up, test_detach);
  add_test ("/timeline/let-go-while-told", set_up, test_let_go_while_told);
  add_test ("/timeline/let-go-in-gap", set_up, test_let_go_in_gap);
  add_test ("/timeline/without-uid", set_up, test_without_uid);
  add_test ("/timeline/oldest-are-dropped", set_up_small, test_oldest_are_dropped);
  add_test ("/timeline/dropping-keeps-the-rest", set_up_small, test_dropping_keeps_the_rest);
  add_test ("/timeline/others-are-dropped", set_up_small, test_others_are_dropped);
  add_test ("/timeline/let-go-while-dropping", set_up_small, test_let_go_while_dropping);

  return g_test_run ();
}
