/* test-fuzz-replay.c: what the fuzzers know already, and some thousands of changes of it, in every test run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib.h>
#include <string.h>

#include "fuzz/fuzz.h"

#define N_MUTATIONS 200

typedef void (*FuzzFunc) (const guint8 *data,
                          gsize         size);

static const char * const tokens[] = {
  "\"", "\\", "{", "}", "[", "]", ",", ":", "null", "\"items\":", "\"items\":[", "\"managedFields\":[]", "\"metadata\":{",
  "\"name\":\"a\"", "\\u0069", "\xc3", "\xf0\x9f\x90\xb3", "-0", "1e999", " ", "\n", "true", "\"status\":{}", "\"spec\":[]",
};

static guint
pick (GRand *random,
      guint  n)
{
  return n > 0 ? (guint) g_rand_int_range (random, 0, (gint32) n) : 0;
}

static void
mutate (GByteArray *bytes,
        GRand      *random)
{
  guint at = pick (random, bytes->len);
  const char *token = tokens[pick (random, G_N_ELEMENTS (tokens))];
  guint rest = bytes->len - at;

  switch (pick (random, 4))
    {
    case 0:
      if (rest > 0)
        bytes->data[at] = (guint8) pick (random, 256);
      break;

    case 1:
      g_byte_array_remove_range (bytes, at, pick (random, MIN (rest, 30)));
      break;

    case 2:
      {
        g_autofree guint8 *tail = g_memdup2 (bytes->data + at, rest);

        g_byte_array_set_size (bytes, at);
        g_byte_array_append (bytes, (const guint8 *) token, (guint) strlen (token));
        g_byte_array_append (bytes, tail, rest);
      }
      break;

    default:
      {
        guint length = pick (random, MIN (rest, 60));
        g_autofree guint8 *piece = g_memdup2 (bytes->data + at, length);

        g_byte_array_append (bytes, piece, length);
      }
      break;
    }
}

static void
replay_file (const char *path,
             FuzzFunc    func,
             GRand      *random)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *text = NULL;
  gsize length;

  g_file_get_contents (path, &text, &length, &error);
  g_assert_no_error (error);
  func ((const guint8 *) text, length);

  for (guint i = 0; i < N_MUTATIONS; i++)
    {
      g_autoptr(GByteArray) bytes = g_byte_array_new ();
      guint n_changes = 1 + pick (random, 4);

      g_byte_array_append (bytes, (const guint8 *) text, (guint) length);
      for (guint k = 0; k < n_changes; k++)
        mutate (bytes, random);
      func (bytes->data, bytes->len);
    }
}

static void
replay (const char *name,
        FuzzFunc    func)
{
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "fuzz", "corpus", name, NULL);
  g_autoptr(GError) error = NULL;
  g_autoptr(GDir) dir = g_dir_open (folder, 0, &error);
  g_autoptr(GRand) random = g_rand_new_with_seed (20261101);
  guint n_files = 0;
  const char *file;

  g_assert_no_error (error);
  while ((file = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, file, NULL);

      replay_file (path, func, random);
      n_files++;
    }

  g_assert_cmpuint (n_files, >=, 5);
}

static void
test_item_splitter (void)
{
  replay ("item-splitter", fuzz_item_splitter);
}

static void
test_object (void)
{
  replay ("object", fuzz_object);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/fuzz-replay/item-splitter", test_item_splitter);
  g_test_add_func ("/fuzz-replay/object", test_object);

  return g_test_run ();
}
