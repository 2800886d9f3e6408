/* bench-demo-server.c: measures the demo cluster as --demo runs it: long lists, many events, and whether its thread
 * holds up the one beside it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * bench-demo-server [PODS [EVENTS-A-SECOND [SECONDS]]], by default 50,000 pods, 5,000 events and 10 seconds.
 */

#include "config.h"

#include <libsoup/soup.h>
#include <stdlib.h>
#include <string.h>

#include <gio/gunixsocketaddress.h>

#include "demo/kin-demo-thread.h"

#define PAGE_PATH "http://demo/api/v1/pods?limit=500&continue="
#define WATCH_PATH "http://demo/api/v1/pods?watch=true&resourceVersion="

/* How often the loop beside the demo cluster is asked whether it is held up. */
#define TICK_MS 4

static SoupSession *
make_session (KinDemoThread *thread)
{
  g_autoptr(GSocketAddress) address = g_unix_socket_address_new (kin_demo_thread_get_socket_path (thread));

  return g_object_new (SOUP_TYPE_SESSION, "remote-connectable", address, "timeout", 0, NULL);
}

static GBytes *
get (SoupSession *session,
     const char  *url)
{
  g_autoptr(SoupMessage) message = soup_message_new ("GET", url);
  g_autoptr(GError) error = NULL;
  GBytes *bytes = soup_session_send_and_read (session, message, NULL, &error);

  if (bytes == NULL || soup_message_get_status (message) != SOUP_STATUS_OK)
    g_error ("%s: %s", url, error != NULL ? error->message : soup_message_get_reason_phrase (message));

  return bytes;
}

static void
started_cb (GObject      *object,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr(GError) error = NULL;

  if (!kin_demo_thread_start_finish (KIN_DEMO_THREAD (object), result, &error))
    g_error ("%s", error->message);
  *(gboolean *) user_data = TRUE;
}

static KinDemoThread *
start_demo (guint  n_pods,
            double rate)
{
  KinDemoOptions options = { .seed = 1, .n_objects = n_pods, .rate = rate };
  KinDemoThread *thread = kin_demo_thread_new (&options);
  gint64 start = g_get_monotonic_time ();
  g_autoptr(SoupSession) session = NULL;
  g_autoptr(GBytes) page = NULL;
  gboolean started = FALSE;

  kin_demo_thread_start_async (thread, NULL, started_cb, &started);
  while (!started)
    g_main_context_iteration (NULL, TRUE);

  /* It answers once it has filled itself. */
  session = make_session (thread);
  page = get (session, PAGE_PATH);
  g_print ("%u pods besides the shop's, %.0f events/s: up after %.2f s\n", n_pods, rate,
           (g_get_monotonic_time () - start) / (double) G_USEC_PER_SEC);

  return thread;
}

/* What follows a member's name near the beginning, up to the quote. */
static char *
dup_member (GBytes     *bytes,
            const char *name)
{
  gsize length;
  const char *text = g_bytes_get_data (bytes, &length);
  const char *value = g_strstr_len (text, MIN (length, 4096), name);

  return value != NULL ? g_strndup (value + strlen (name), strcspn (value + strlen (name), "\"")) : NULL;
}

static int
compare_times (gconstpointer a,
               gconstpointer b)
{
  gint64 one = *(const gint64 *) a;
  gint64 two = *(const gint64 *) b;

  return one < two ? -1 : one > two;
}

/* In ms. */
static double
get_quantile (GArray *times,
              double  part)
{
  return g_array_index (times, gint64, MIN ((guint) (times->len * part), times->len - 1)) / 1000.0;
}

static void
list_in_pages (KinDemoThread *thread)
{
  g_autoptr(SoupSession) session = make_session (thread);
  g_autoptr(GArray) times = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autofree char *token = g_strdup ("");
  gint64 start = g_get_monotonic_time ();
  gsize n_bytes = 0;

  do
    {
      g_autofree char *url = g_strconcat (PAGE_PATH, token, NULL);
      gint64 asked = g_get_monotonic_time ();
      g_autoptr(GBytes) page = get (session, url);
      gint64 took = g_get_monotonic_time () - asked;

      g_array_append_val (times, took);
      n_bytes += g_bytes_get_size (page);
      g_free (token);
      token = dup_member (page, "\"continue\":\"");
    }
  while (token != NULL && *token != '\0');

  g_array_sort (times, compare_times);
  g_print ("listed in %u pages of 500: %.2f s, %.0f MB, a page %.1f ms in the median, %.1f ms at most\n", times->len,
           (g_get_monotonic_time () - start) / (double) G_USEC_PER_SEC, n_bytes / 1e6, get_quantile (times, 0.5),
           get_quantile (times, 1));
}

typedef struct
{
  KinDemoThread *thread;
  gint64 end;
  guint n_events;
} Watcher;

/* A client in a thread of its own: the loop that is measured has nothing to do with it. */
static gpointer
watch (gpointer user_data)
{
  Watcher *self = user_data;
  g_autoptr(SoupSession) session = make_session (self->thread);
  g_autoptr(GBytes) page = get (session, "http://demo/api/v1/pods?limit=1");
  g_autofree char *version = dup_member (page, "\"resourceVersion\":\"");
  g_autofree char *url = g_strconcat (WATCH_PATH, version, NULL);
  g_autoptr(SoupMessage) message = soup_message_new ("GET", url);
  g_autoptr(GInputStream) stream = soup_session_send (session, message, NULL, NULL);
  g_autofree char *buffer = g_malloc (1 << 16);
  gssize n;

  while (g_get_monotonic_time () < self->end && (n = g_input_stream_read (stream, buffer, 1 << 16, NULL, NULL)) > 0)
    for (gssize i = 0; i < n; i++)
      self->n_events += buffer[i] == '\n';

  return NULL;
}

typedef struct
{
  GArray *late;     /* µs */
  gint64 expected;
} Ticks;

static gboolean
tick_cb (gpointer user_data)
{
  Ticks *self = user_data;
  gint64 now = g_get_monotonic_time ();
  gint64 late = MAX (now - self->expected, 0);

  g_array_append_val (self->late, late);
  self->expected = now + TICK_MS * 1000;

  return G_SOURCE_CONTINUE;
}

/* How late a timer of this thread's loop comes, which has nothing else to do. */
static void
measure_loop (const char *what,
              int         seconds)
{
  g_autoptr(GArray) late = g_array_new (FALSE, FALSE, sizeof (gint64));
  Ticks ticks = { late, g_get_monotonic_time () + TICK_MS * 1000 };
  gint64 end = g_get_monotonic_time () + seconds * G_USEC_PER_SEC;
  guint source = g_timeout_add (TICK_MS, tick_cb, &ticks);

  while (g_get_monotonic_time () < end)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (source);

  g_array_sort (late, compare_times);
  g_print ("%s: a timer of the loop beside it comes late by %.2f ms in the median, %.2f ms at 99.9 %%, %.2f ms at most\n",
           what, get_quantile (late, 0.5), get_quantile (late, 0.999), get_quantile (late, 1));
}

static void
watch_and_measure (guint  n_pods,
                   double rate,
                   int    seconds)
{
  g_autoptr(KinDemoThread) thread = start_demo (n_pods, rate);
  Watcher watcher = { thread, g_get_monotonic_time () + seconds * G_USEC_PER_SEC, 0 };
  GThread *client = g_thread_new ("watcher", watch, &watcher);

  measure_loop ("with it", seconds);
  g_thread_join (client);
  g_print ("one watcher was told %.0f events/s\n", watcher.n_events / (double) seconds);
  kin_demo_thread_stop (thread);
}

int
main (int    argc,
      char **argv)
{
  guint n_pods = argc > 1 ? atoi (argv[1]) : 50000;
  double rate = argc > 2 ? g_ascii_strtod (argv[2], NULL) : 5000;
  int seconds = argc > 3 ? atoi (argv[3]) : 10;
  g_autoptr(KinDemoThread) thread = NULL;

  measure_loop ("without a demo cluster", seconds);

  thread = start_demo (n_pods, 0);
  list_in_pages (thread);
  kin_demo_thread_stop (thread);

  watch_and_measure (n_pods, rate, seconds);

  return 0;
}
