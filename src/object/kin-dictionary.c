/* kin-dictionary.c: packs texts that are much alike into little memory: zstd, with what they have in common kept once.
 *
 * The dictionary is whole samples, evenly spread, finished with the statistics of all of them. The optimizing
 * trainer of zstd was tried on pods: 40 ms instead of 1, and no smaller results.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "object/kin-dictionary.h"

#include <zdict.h>
#include <zstd.h>

/* Each step up costs half again as much time for a few percent. */
#define LEVEL 1

/* What zstd puts before the content: the statistics. */
#define HEADER_ROOM 1024

struct _KinDictionary
{
  gsize size;
  ZSTD_CDict *packing;
  ZSTD_DDict *unpacking;
};

/* A context is 100 KB and not thread-safe: each thread has its own. */
typedef struct
{
  ZSTD_CCtx *packing;
  ZSTD_DCtx *unpacking;
} Contexts;

static void
free_contexts (gpointer data)
{
  Contexts *contexts = data;

  ZSTD_freeCCtx (contexts->packing);
  ZSTD_freeDCtx (contexts->unpacking);
  g_free (contexts);
}

static GPrivate contexts_key = G_PRIVATE_INIT (free_contexts);

static Contexts *
get_contexts (void)
{
  Contexts *contexts = g_private_get (&contexts_key);

  if (contexts != NULL)
    return contexts;

  contexts = g_new0 (Contexts, 1);
  contexts->packing = ZSTD_createCCtx ();
  contexts->unpacking = ZSTD_createDCtx ();

  /* Length and dictionary are known without being written into each of 100,000 frames. */
  ZSTD_CCtx_setParameter (contexts->packing, ZSTD_c_compressionLevel, LEVEL);
  ZSTD_CCtx_setParameter (contexts->packing, ZSTD_c_contentSizeFlag, 0);
  ZSTD_CCtx_setParameter (contexts->packing, ZSTD_c_dictIDFlag, 0);
  g_private_set (&contexts_key, contexts);

  return contexts;
}

/* Every so-manieth sample: lists are sorted by name, so that neighbours are the most alike. */
static GByteArray *
choose_content (GPtrArray *samples,
                gsize      total,
                gsize      capacity)
{
  GByteArray *content = g_byte_array_sized_new (capacity);
  gsize step = MAX (1, total / capacity);

  for (gsize i = 0; i < samples->len; i += step)
    {
      GBytes *sample = samples->pdata[i];
      gsize size = MIN (g_bytes_get_size (sample), capacity - content->len);

      g_byte_array_append (content, g_bytes_get_data (sample, NULL), size);
    }

  return content;
}

static GByteArray *
concatenate (GPtrArray *samples,
             gsize     *sizes)
{
  GByteArray *all = g_byte_array_new ();

  for (guint i = 0; i < samples->len; i++)
    {
      gconstpointer data = g_bytes_get_data (samples->pdata[i], &sizes[i]);

      g_byte_array_append (all, data, sizes[i]);
    }

  return all;
}

/**
 * kin_dictionary_new:
 * @samples: (element-type GBytes): texts of the kind that is to be packed
 * @capacity: how large the dictionary may be
 *
 * Makes a dictionary. It holds pieces of the samples, so it is as secret as they are.
 *
 * Returns: (transfer full) (nullable): the dictionary, or %NULL if the samples are not good for one
 */
KinDictionary *
kin_dictionary_new (GPtrArray *samples,
                    gsize      capacity)
{
  ZDICT_params_t parameters = { .compressionLevel = LEVEL };
  g_autofree gsize *sizes = g_new (gsize, samples->len);
  g_autoptr(GByteArray) all = concatenate (samples, sizes);
  g_autoptr(GByteArray) content = choose_content (samples, all->len, capacity - HEADER_ROOM);
  g_autofree char *dictionary = g_malloc (capacity);
  KinDictionary *self;
  gsize size;

  size = ZDICT_finalizeDictionary (dictionary, capacity, content->data, content->len, all->data, sizes, samples->len,
                                   parameters);
  if (ZDICT_isError (size))
    return NULL;

  self = g_new0 (KinDictionary, 1);
  self->size = size;
  self->packing = ZSTD_createCDict (dictionary, size, LEVEL);
  self->unpacking = ZSTD_createDDict (dictionary, size);

  return self;
}

/**
 * kin_dictionary_free:
 * @self: (transfer full): a dictionary
 *
 * Frees the dictionary.
 */
void
kin_dictionary_free (KinDictionary *self)
{
  g_return_if_fail (self != NULL);

  ZSTD_freeCDict (self->packing);
  ZSTD_freeDDict (self->unpacking);
  g_free (self);
}

/**
 * kin_dictionary_get_size:
 * @self: (nullable): a dictionary
 *
 * Gets the size of the dictionary.
 *
 * Returns: bytes; 0 for %NULL
 */
gsize
kin_dictionary_get_size (KinDictionary *self)
{
  return self != NULL ? self->size : 0;
}

/**
 * kin_dictionary_pack:
 * @self: (nullable): a dictionary, or %NULL to do without
 * @text: what to pack
 * @length: its length
 * @out: what to append to
 *
 * Packs a text. From any thread.
 */
void
kin_dictionary_pack (KinDictionary *self,
                     const char    *text,
                     gsize          length,
                     GByteArray    *out)
{
  Contexts *contexts = get_contexts ();
  gsize start = out->len;
  gsize bound = ZSTD_compressBound (length);
  gsize size;

  g_byte_array_set_size (out, start + bound);
  ZSTD_CCtx_refCDict (contexts->packing, self != NULL ? self->packing : NULL);
  size = ZSTD_compress2 (contexts->packing, out->data + start, bound, text, length);

  /* There is room for the worst case: nothing else can fail but an allocation, where GLib aborts too. */
  if (ZSTD_isError (size))
    g_error ("%s", ZSTD_getErrorName (size));

  g_byte_array_set_size (out, start + size);
}

/**
 * kin_dictionary_unpack:
 * @self: (nullable): the dictionary it was packed with
 * @packed: what kin_dictionary_pack() appended
 * @size: its size
 * @length: the length of the text
 *
 * Unpacks a text. From any thread.
 *
 * Returns: (transfer full): the text, with a NUL behind its end
 */
GBytes *
kin_dictionary_unpack (KinDictionary *self,
                       gconstpointer  packed,
                       gsize          size,
                       gsize          length)
{
  Contexts *contexts = get_contexts ();
  char *text = g_malloc (length + 1);
  gsize result;

  ZSTD_DCtx_refDDict (contexts->unpacking, self != NULL ? self->unpacking : NULL);
  result = ZSTD_decompressDCtx (contexts->unpacking, text, length, packed, size);

  if (ZSTD_isError (result) || result != length)
    g_error ("A packed text is broken: %s", ZSTD_isError (result) ? ZSTD_getErrorName (result) : "length");

  text[length] = '\0';

  return g_bytes_new_take (text, length);
}
