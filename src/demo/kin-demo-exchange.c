/* kin-demo-exchange.c: an answer over HTTP that is longer than one piece: a long list, or a watch.
 *
 * One piece is under way at a time; the next is made when the client has taken it, so a slow client is felt by whoever
 * makes them. Pieces are made when the server has nothing better to do.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-exchange.h"

/* Below the requests. */
#define PRIORITY G_PRIORITY_HIGH_IDLE

/* What happens so soon after a piece goes along with what comes next: thousands of events a second are hundreds of pieces. */
#define GATHER_US 5000

struct _KinDemoExchange
{
  SoupServerMessage *message;
  KinDemoList *list;           /* (nullable) */
  KinDemoWatch *watch;         /* (nullable) */

  GSource *next;               /* (nullable): makes the next piece */
  GSource *hangup;             /* (nullable): finds out that the client of a quiet watch has left */
  gint64 last_piece;
  gboolean under_way;          /* a piece is */
  gboolean ended;
};

static GBytes *
read_piece (KinDemoExchange *self)
{
  return self->list != NULL ? kin_demo_list_read (self->list) : kin_demo_watch_read (self->watch);
}

static gboolean
is_over (KinDemoExchange *self)
{
  return self->watch == NULL || kin_demo_watch_has_ended (self->watch);
}

static void
clear_source (GSource **source)
{
  if (*source != NULL)
    g_source_destroy (*source);
  g_clear_pointer (source, g_source_unref);
}

static void
send_piece (KinDemoExchange *self,
            GBytes          *piece)
{
  self->under_way = TRUE;
  self->last_piece = g_get_monotonic_time ();
  soup_message_body_append_bytes (soup_server_message_get_response_body (self->message), piece);
  soup_server_message_unpause (self->message);
}

static gboolean
next_cb (gpointer user_data)
{
  KinDemoExchange *self = user_data;
  g_autoptr(GBytes) piece = NULL;

  g_clear_pointer (&self->next, g_source_unref);

  piece = read_piece (self);
  if (piece != NULL)
    send_piece (self, piece);
  else if (is_over (self))
    kin_demo_exchange_end (self);

  return G_SOURCE_REMOVE;
}

/* The system's time and not the world's: it is about this machine. */
static GSource *
new_next_source (KinDemoExchange *self)
{
  gint64 due = self->last_piece + GATHER_US;

  if (self->list != NULL || due <= g_get_monotonic_time ())
    return g_idle_source_new ();

  return g_timeout_source_new (GATHER_US / 1000);
}

static void
schedule (KinDemoExchange *self)
{
  if (self->next != NULL || self->under_way || self->ended)
    return;

  self->next = new_next_source (self);
  g_source_set_static_name (self->next, "[kinformer] demo answer");
  g_source_set_priority (self->next, PRIORITY);
  g_source_set_callback (self->next, next_cb, self, NULL);
  g_source_attach (self->next, g_main_context_get_thread_default ());
}

static void
ready_cb (KinDemoWatch    *watch,
          KinDemoExchange *self)
{
  schedule (self);
}

static void
wrote_chunk_cb (SoupServerMessage *message,
                KinDemoExchange   *self)
{
  self->under_way = FALSE;
  schedule (self);
}

/* Whether there is an end to be read. What else could be read is the next request, which waits. */
static gboolean
has_hung_up (GSocket  *socket,
             gboolean *quiet)
{
  char byte;
  GInputVector vector = { &byte, 1 };
  int flags = G_SOCKET_MSG_PEEK;
  g_autoptr(GError) error = NULL;
  gssize n = g_socket_receive_message (socket, NULL, &vector, 1, NULL, NULL, &flags, NULL, &error);

  *quiet = g_error_matches (error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK);

  return n == 0 || (n < 0 && !*quiet);
}

static gboolean
hangup_cb (GSocket      *socket,
           GIOCondition  condition,
           gpointer      user_data)
{
  KinDemoExchange *self = user_data;
  gboolean quiet;

  if (has_hung_up (socket, &quiet))
    {
      clear_source (&self->hangup);
      kin_demo_exchange_end (self);
      return G_SOURCE_REMOVE;
    }

  if (quiet)
    return G_SOURCE_CONTINUE;

  clear_source (&self->hangup);

  return G_SOURCE_REMOVE;
}

/* libsoup does not look at a connection on which it has nothing to write. */
static void
watch_socket (KinDemoExchange *self,
              GSocket         *socket)
{
  self->hangup = g_socket_create_source (socket, G_IO_IN, NULL);
  g_source_set_static_name (self->hangup, "[kinformer] demo hang-up");
  g_source_set_callback (self->hangup, G_SOURCE_FUNC (hangup_cb), self, NULL);
  g_source_attach (self->hangup, g_main_context_get_thread_default ());
}

/**
 * kin_demo_exchange_new:
 * @message: a request whose answer's head is set
 * @response: its answer, of which the list or the watch is taken
 * @socket: the connection
 *
 * Begins to send the body of an answer.
 *
 * Returns: (transfer full): the exchange, to be freed when @message is finished
 */
KinDemoExchange *
kin_demo_exchange_new (SoupServerMessage *message,
                       KinDemoResponse   *response,
                       GSocket           *socket)
{
  KinDemoExchange *self;

  g_return_val_if_fail (SOUP_IS_SERVER_MESSAGE (message), NULL);
  g_return_val_if_fail (response != NULL && (response->list != NULL || response->watch != NULL), NULL);
  g_return_val_if_fail (G_IS_SOCKET (socket), NULL);

  self = g_new0 (KinDemoExchange, 1);
  self->message = g_object_ref (message);
  self->list = g_steal_pointer (&response->list);
  self->watch = g_steal_pointer (&response->watch);

  soup_message_headers_set_encoding (soup_server_message_get_response_headers (message), SOUP_ENCODING_CHUNKED);
  soup_message_body_set_accumulate (soup_server_message_get_response_body (message), FALSE);
  g_signal_connect (message, "wrote-chunk", G_CALLBACK (wrote_chunk_cb), self);
  if (self->watch != NULL)
    {
      g_signal_connect (self->watch, "ready", G_CALLBACK (ready_cb), self);
      watch_socket (self, socket);
    }
  schedule (self);

  return self;
}

/**
 * kin_demo_exchange_free:
 * @self: (transfer full): an exchange
 */
void
kin_demo_exchange_free (KinDemoExchange *self)
{
  g_return_if_fail (self != NULL);

  clear_source (&self->next);
  clear_source (&self->hangup);
  g_signal_handlers_disconnect_by_data (self->message, self);
  if (self->watch != NULL)
    g_signal_handlers_disconnect_by_data (self->watch, self);

  g_object_unref (self->message);
  g_clear_pointer (&self->list, kin_demo_list_free);
  g_clear_object (&self->watch);
  g_free (self);
}

/**
 * kin_demo_exchange_end:
 * @self: an exchange
 *
 * Ends the body after the piece that is under way.
 */
void
kin_demo_exchange_end (KinDemoExchange *self)
{
  g_return_if_fail (self != NULL);

  if (self->ended)
    return;

  self->ended = TRUE;
  clear_source (&self->next);
  soup_message_body_complete (soup_server_message_get_response_body (self->message));
  soup_server_message_unpause (self->message);
}
