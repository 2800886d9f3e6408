/* kin-ticker.c: one timer for all the words on screen that change with time alone.
 *
 * A window full of ages wakes up once a second, not once an age; with nobody to tell, never.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ui/kin-ticker.h"

typedef struct
{
  GSourceOnceFunc func;
  gpointer user_data;
} Listener;

static GHashTable *listeners; /* id → Listener */
static guint last_id;
static guint timeout;

static gboolean
tick_cb (gpointer user_data)
{
  g_autofree gpointer *ids = g_hash_table_get_keys_as_array (listeners, NULL);

  /* A listener may add or remove others, so each is looked up again. */
  for (gpointer *id = ids; *id != NULL && listeners != NULL; id++)
    {
      Listener *listener = g_hash_table_lookup (listeners, *id);

      if (listener != NULL)
        listener->func (listener->user_data);
    }

  return G_SOURCE_CONTINUE;
}

/**
 * kin_ticker_add:
 * @func: (scope notified): what to call each second
 * @user_data: for @func
 *
 * Returns: an id for kin_ticker_remove()
 */
guint
kin_ticker_add (GSourceOnceFunc func,
                gpointer        user_data)
{
  Listener *listener = g_new (Listener, 1);

  if (listeners == NULL)
    {
      listeners = g_hash_table_new_full (NULL, NULL, NULL, g_free);
      timeout = g_timeout_add_seconds (1, tick_cb, NULL);
    }

  listener->func = func;
  listener->user_data = user_data;
  g_hash_table_insert (listeners, GUINT_TO_POINTER (++last_id), listener);

  return last_id;
}

/**
 * kin_ticker_remove:
 * @id: what kin_ticker_add() returned
 */
void
kin_ticker_remove (guint id)
{
  g_return_if_fail (listeners != NULL);

  g_hash_table_remove (listeners, GUINT_TO_POINTER (id));
  if (g_hash_table_size (listeners) > 0)
    return;

  g_clear_pointer (&listeners, g_hash_table_unref);
  g_clear_handle_id (&timeout, g_source_remove);
}
