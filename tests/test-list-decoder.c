/* test-list-decoder.c: lists are cut and decoded whatever their form, and what is no list is refused.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "client/kin-list-decoder.h"

#include <string.h>

#include "base/kin-error.h"

#define ITEM(name, uid, version) \
  "{\"metadata\":{\"name\":\"" name "\",\"namespace\":\"shop\",\"resourceVersion\":\"" version "\",\"uid\":\"" uid "\"}}"

#define TWO_ITEMS ITEM ("a", "1", "10") "," ITEM ("b", "2", "11")

typedef struct
{
  KinKind *kind;
  GHashTable *known;
  GPtrArray *objects;
  guint n_items;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  user_data)
{
  g_autoptr(KinResource) resource = kin_resource_new ("", "v1", "pods", "Pod", TRUE);

  fixture->kind = kin_kind_new (resource);
  fixture->objects = g_ptr_array_new_with_free_func ((GDestroyNotify) kin_object_unref);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  user_data)
{
  g_ptr_array_unref (fixture->objects);
  g_clear_pointer (&fixture->known, g_hash_table_unref);
  kin_kind_unref (fixture->kind);
}

static gboolean
feed (Fixture         *fixture,
      KinListDecoder  *decoder,
      const char      *data,
      gsize            length,
      GError         **error)
{
  g_autoptr(GBytes) bytes = g_bytes_new (data, length);
  g_autoptr(KinItemBatch) batch = kin_list_decoder_split (decoder, bytes, error);
  GPtrArray *objects;

  if (batch == NULL)
    return FALSE;

  objects = kin_item_batch_decode (batch, fixture->kind, fixture->known, error);
  if (objects == NULL)
    return FALSE;

  fixture->n_items += kin_item_batch_get_size (batch);
  g_ptr_array_extend_and_steal (fixture->objects, objects);

  return TRUE;
}

/* Decodes in pieces of a size. */
static KinListPage *
decode (Fixture     *fixture,
        const char  *data,
        gsize        length,
        gsize        piece,
        gboolean     compressed,
        GError     **error)
{
  g_autoptr(KinListDecoder) decoder = kin_list_decoder_new (fixture->kind, compressed, "list pods", "host");

  g_ptr_array_set_size (fixture->objects, 0);
  fixture->n_items = 0;
  for (gsize i = 0; i < length; i += piece)
    if (!feed (fixture, decoder, data + i, MIN (piece, length - i), error))
      return NULL;

  return kin_list_decoder_finish (decoder, error);
}

static KinListPage *
decode_text (Fixture    *fixture,
             const char *text)
{
  g_autoptr(GError) error = NULL;
  KinListPage *page = decode (fixture, text, strlen (text), strlen (text), FALSE, &error);

  g_assert_no_error (error);
  g_assert_nonnull (page);

  return page;
}

static void
assert_two_objects (Fixture *fixture)
{
  g_assert_cmpuint (fixture->objects->len, ==, 2);
  g_assert_cmpstr (kin_object_get_key (fixture->objects->pdata[0]), ==, "shop/a");
  g_assert_cmpstr (kin_object_get_key (fixture->objects->pdata[1]), ==, "shop/b");
}

static void
test_pieces_of_each_size (Fixture       *fixture,
                          gconstpointer  user_data)
{
  const char *text = "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"77\",\"continue\":\"tok\",\"remainingItemCount\":5},\"items\":[" TWO_ITEMS "]}\n";

  for (gsize piece = 1; piece <= strlen (text); piece++)
    {
      g_autoptr(GError) error = NULL;
      g_autoptr(KinListPage) page = decode (fixture, text, strlen (text), piece, FALSE, &error);

      g_assert_no_error (error);
      assert_two_objects (fixture);
      g_assert_cmpstr (page->resource_version, ==, "77");
      g_assert_cmpstr (page->continue_token, ==, "tok");
      g_assert_cmpint (page->remaining, ==, 5);
      g_assert_cmpuint (page->n_bytes, ==, strlen (text));
    }
}

static void
test_items_before_metadata (Fixture       *fixture,
                            gconstpointer  user_data)
{
  g_autoptr(KinListPage) page = decode_text (fixture, "{\"items\":[" TWO_ITEMS "],\"metadata\":{\"resourceVersion\":\"9\",\"continue\":\"\"},\"kind\":\"FooList\"}");

  assert_two_objects (fixture);
  g_assert_cmpstr (page->resource_version, ==, "9");
  g_assert_null (page->continue_token);
  g_assert_cmpint (page->remaining, ==, -1);
}

static void
test_no_items (Fixture       *fixture,
               gconstpointer  user_data)
{
  g_autoptr(KinListPage) null = decode_text (fixture, "{\"kind\":\"PodList\",\"metadata\":{\"resourceVersion\":\"7\"},\"items\":null}");
  g_autoptr(KinListPage) empty = decode_text (fixture, "{\"kind\":\"PodList\",\"metadata\":{\"resourceVersion\":\"7\"},\"items\":[]}");
  g_autoptr(KinListPage) absent = decode_text (fixture, "{\"kind\":\"PodList\",\"metadata\":{}}");

  g_assert_cmpuint (fixture->objects->len, ==, 0);
  g_assert_cmpstr (null->resource_version, ==, "7");
  g_assert_cmpstr (empty->resource_version, ==, "7");
  g_assert_cmpstr (absent->resource_version, ==, "");
}

static void
test_gzip (Fixture       *fixture,
           gconstpointer  user_data)
{
  const char *text = "{\"kind\":\"PodList\",\"metadata\":{\"resourceVersion\":\"7\"},\"items\":[" TWO_ITEMS "]}";
  g_autoptr(GConverter) converter = G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 1));
  g_autoptr(GBytes) plain = g_bytes_new_static (text, strlen (text));
  g_autoptr(GBytes) packed = g_converter_convert_bytes (converter, plain, NULL);

  for (gsize piece = 1; piece < 40; piece += 3)
    {
      g_autoptr(GError) error = NULL;
      g_autoptr(KinListPage) page = decode (fixture, g_bytes_get_data (packed, NULL), g_bytes_get_size (packed), piece, TRUE, &error);

      g_assert_no_error (error);
      assert_two_objects (fixture);
      g_assert_cmpuint (page->n_bytes, ==, strlen (text));
    }
}

static void
test_broken_gzip (Fixture       *fixture,
                  gconstpointer  user_data)
{
  g_autoptr(GError) error = NULL;

  g_assert_null (decode (fixture, "{\"kind\":\"PodList\"}", 18, 18, TRUE, &error));
  g_assert_error (error, KIN_PARSE_ERROR, KIN_PARSE_ERROR_SYNTAX);
}

static void
assert_refused (Fixture    *fixture,
                const char *text,
                GQuark      domain,
                int         code)
{
  g_autoptr(GError) error = NULL;

  g_assert_null (decode (fixture, text, strlen (text), 5, FALSE, &error));
  g_assert_error (error, domain, code);
  g_assert_true (g_str_has_prefix (error->message, "list pods: "));
}

static void
test_no_list (Fixture       *fixture,
              gconstpointer  user_data)
{
  assert_refused (fixture, "{\"kind\":\"Table\",\"rows\":[]}", KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_NOT_KUBERNETES);
  assert_refused (fixture, "{\"kind\":\"Pod\"}", KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_NOT_KUBERNETES);
  assert_refused (fixture, "{\"hello\":1}", KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_NOT_KUBERNETES);
  assert_refused (fixture, "<html></html>", KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_NOT_KUBERNETES);
  assert_refused (fixture, "{\"kind\":\"Status\",\"code\":410,\"reason\":\"Expired\"}", KIN_API_ERROR, KIN_API_ERROR_EXPIRED);
}

static void
test_cut_short (Fixture       *fixture,
                gconstpointer  user_data)
{
  const char *text = "{\"kind\":\"PodList\",\"metadata\":{},\"items\":[" TWO_ITEMS "]}";

  for (gsize length = 1; length < strlen (text); length++)
    {
      g_autofree char *part = g_strndup (text, length);

      assert_refused (fixture, part, KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_CLOSED);
    }
}

static void
test_broken_item (Fixture       *fixture,
                  gconstpointer  user_data)
{
  g_autoptr(GError) error = NULL;
  const char *text = "{\"kind\":\"PodList\",\"items\":[{\"metadata\":{\"name\" \"a\"}}]}";

  g_assert_null (decode (fixture, text, strlen (text), 100, FALSE, &error));
  g_assert_error (error, KIN_PARSE_ERROR, KIN_PARSE_ERROR_SYNTAX);
}

/* An item that is no object is left out, the others are not. */
static void
test_nameless_item (Fixture       *fixture,
                    gconstpointer  user_data)
{
  g_autoptr(KinListPage) page = decode_text (fixture, "{\"kind\":\"PodList\",\"items\":[" ITEM ("a", "1", "10") ",{\"metadata\":{}}," ITEM ("b", "2", "11") "]}");

  assert_two_objects (fixture);
  g_assert_cmpuint (fixture->n_items, ==, 3);
}

static void
test_known_objects_are_taken_over (Fixture       *fixture,
                                   gconstpointer  user_data)
{
  g_autoptr(KinListPage) first = decode_text (fixture, "{\"kind\":\"PodList\",\"items\":[" TWO_ITEMS "]}");
  g_autoptr(KinObject) a = kin_object_ref (fixture->objects->pdata[0]);
  g_autoptr(KinObject) b = kin_object_ref (fixture->objects->pdata[1]);
  g_autoptr(KinListPage) second = NULL;

  fixture->known = g_hash_table_new (g_str_hash, g_str_equal);
  g_hash_table_insert (fixture->known, (gpointer) kin_object_get_uid (a), a);
  g_hash_table_insert (fixture->known, (gpointer) kin_object_get_uid (b), b);

  second = decode_text (fixture, "{\"kind\":\"PodList\",\"items\":[" ITEM ("a", "1", "10") "," ITEM ("b", "2", "12") "," ITEM ("c", "3", "10") "]}");

  g_assert_cmpuint (fixture->objects->len, ==, 3);
  g_assert_true (fixture->objects->pdata[0] == a);
  g_assert_true (fixture->objects->pdata[1] != b);
  g_assert_cmpstr (kin_object_get_resource_version (fixture->objects->pdata[1]), ==, "12");
  g_assert_cmpstr (kin_object_get_name (fixture->objects->pdata[2]), ==, "c");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)
  ADD ("/list-decoder/pieces-of-each-size", test_pieces_of_each_size);
  ADD ("/list-decoder/items-before-metadata", test_items_before_metadata);
  ADD ("/list-decoder/no-items", test_no_items);
  ADD ("/list-decoder/gzip", test_gzip);
  ADD ("/list-decoder/broken-gzip", test_broken_gzip);
  ADD ("/list-decoder/no-list", test_no_list);
  ADD ("/list-decoder/cut-short", test_cut_short);
  ADD ("/list-decoder/broken-item", test_broken_item);
  ADD ("/list-decoder/nameless-item", test_nameless_item);
  ADD ("/list-decoder/known-objects-are-taken-over", test_known_objects_are_taken_over);

  return g_test_run ();
}
