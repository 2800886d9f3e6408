/* fuzz-item-splitter.c: bytes that come at once and bytes that come in pieces are split alike.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "fuzz.h"

#include <string.h>

#include "object/kin-item-splitter.h"
#include "object/kin-json.h"

/* Small, so that the limit is met. */
#define MAX_ITEM 4096

typedef struct
{
  GString *items;       /* each behind its length */
  char *end;            /* the envelope, or the error */
} Outcome;

static gboolean
item_cb (const char  *json,
         gsize        length,
         gpointer     user_data,
         GError     **error)
{
  Outcome *outcome = user_data;

  g_assert_cmpuint (length, >, 0);
  g_assert_cmpuint (length, <=, MAX_ITEM);
  g_string_append_printf (outcome->items, "%" G_GSIZE_FORMAT ":", length);
  g_string_append_len (outcome->items, json, (gssize) length);

  return TRUE;
}

/* From memory of its exact size, so that the sanitizer sees a read beyond it. */
static gboolean
feed_copy (KinItemSplitter  *splitter,
           const guint8     *data,
           gsize             size,
           GError          **error)
{
  g_autofree char *copy = g_memdup2 (data, size);

  return kin_item_splitter_feed (splitter, copy, size, error);
}

static Outcome
split (KinSplitMode  mode,
       const guint8 *data,
       gsize         size,
       GRand        *random)
{
  Outcome outcome = { g_string_new (NULL), NULL };
  g_autoptr(KinItemSplitter) splitter = kin_item_splitter_new (mode, MAX_ITEM, item_cb, &outcome);
  g_autoptr(GError) error = NULL;
  gboolean alive = TRUE;
  gsize at = 0;

  while (alive && at < size)
    {
      gsize wanted = random != NULL ? (gsize) g_rand_int_range (random, 1, 40) : size;
      gsize piece = MIN (wanted, size - at);

      alive = feed_copy (splitter, data + at, piece, &error);
      at += piece;
    }

  if (alive && kin_item_splitter_finish (splitter, &error) && mode == KIN_SPLIT_LIST)
    {
      gsize length;
      const char *envelope = kin_item_splitter_get_envelope (splitter, &length);

      outcome.end = g_strndup (envelope, length);
    }
  else if (error != NULL)
    {
      outcome.end = g_strdup_printf ("error %d", error->code);
    }

  return outcome;
}

static void
clear_outcome (Outcome *outcome)
{
  g_string_free (outcome->items, TRUE);
  g_free (outcome->end);
}

static void
compare (KinSplitMode  mode,
         const guint8 *data,
         gsize         size,
         guint32       seed)
{
  g_autoptr(GRand) random = g_rand_new_with_seed (seed);
  Outcome whole = split (mode, data, size, NULL);
  Outcome pieces = split (mode, data, size, random);

  g_assert_cmpstr (whole.end, ==, pieces.end);
  g_assert_cmpmem (whole.items->str, whole.items->len, pieces.items->str, pieces.items->len);

  clear_outcome (&whole);
  clear_outcome (&pieces);
}

/* The first four bytes choose where the pieces end. */
void
fuzz_item_splitter (const guint8 *data,
                    gsize         size)
{
  guint32 seed;

  if (size < sizeof seed)
    return;

  memcpy (&seed, data, sizeof seed);
  compare (KIN_SPLIT_LIST, data + sizeof seed, size - sizeof seed, seed);
  compare (KIN_SPLIT_VALUES, data + sizeof seed, size - sizeof seed, seed);
}
