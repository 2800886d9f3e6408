/* test-util.h: waiting for an answer, with a bound.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define KIN_TEST_TIMEOUT_S 30

static inline void
kin_test_timeout_cb (gpointer user_data)
{
  g_error ("Nothing happened within %d s", KIN_TEST_TIMEOUT_S);
}

/* An AsyncReadyCallback whose data is where the result goes. */
static inline void
kin_test_result_cb (GObject      *source,
                    GAsyncResult *result,
                    gpointer      user_data)
{
  GAsyncResult **slot = user_data;

  *slot = g_object_ref (result);
}

/* Runs the main loop until the slot is set. */
static inline GAsyncResult *
kin_test_wait (GAsyncResult **slot)
{
  guint bound = g_timeout_add_seconds_once (KIN_TEST_TIMEOUT_S, kin_test_timeout_cb, NULL);

  while (*slot == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (bound);

  return g_steal_pointer (slot);
}

/* Runs the main loop until a condition that main loop sources bring about holds. */
#define kin_test_wait_for(condition) \
  G_STMT_START { \
    guint kin_test_bound = g_timeout_add_seconds_once (KIN_TEST_TIMEOUT_S, kin_test_timeout_cb, NULL); \
    while (!(condition)) \
      g_main_context_iteration (NULL, TRUE); \
    g_source_remove (kin_test_bound); \
  } G_STMT_END

/* Lets what is under way come to its end: closes, idle sources. */
static inline void
kin_test_settle (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

G_END_DECLS
