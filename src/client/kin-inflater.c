/* kin-inflater.c: inflates a gzip body that comes in pieces, or passes a plain one on.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "client/kin-inflater.h"

#include <glib/gi18n.h>

#include "base/kin-error.h"

#define OUTPUT_SIZE (128 * 1024)

struct _KinInflater
{
  GConverter *converter;   /* NULL = plain */
  GByteArray *input;       /* what the converter has not taken yet */
  char *output;
  gboolean finished;
};

/* Whether there is more to inflate. */
static gboolean
inflate_some (KinInflater      *self,
              KinInflatedFunc   func,
              gpointer          user_data,
              GError          **error)
{
  gsize n_taken = 0;
  gsize n_made = 0;
  g_autoptr(GError) local_error = NULL;
  GConverterResult result = g_converter_convert (self->converter, self->input->data, self->input->len,
                                                 self->output, OUTPUT_SIZE, G_CONVERTER_NO_FLAGS,
                                                 &n_taken, &n_made, &local_error);

  if (result == G_CONVERTER_ERROR)
    {
      if (!g_error_matches (local_error, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT))
        g_set_error (error, KIN_PARSE_ERROR, KIN_PARSE_ERROR_SYNTAX,
                     _("the compressed answer can’t be inflated: %s"), local_error->message);
      return FALSE;
    }

  g_byte_array_remove_range (self->input, 0, n_taken);
  self->finished = result == G_CONVERTER_FINISHED;

  if (n_made > 0 && !func (self->output, n_made, user_data, error))
    return FALSE;

  return !self->finished && (self->input->len > 0 || n_made == OUTPUT_SIZE);
}

/**
 * kin_inflater_new:
 * @compressed: whether what comes is gzip
 *
 * Returns: (transfer full): an inflater
 */
KinInflater *
kin_inflater_new (gboolean compressed)
{
  KinInflater *self = g_new0 (KinInflater, 1);

  if (compressed)
    {
      self->converter = G_CONVERTER (g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP));
      self->input = g_byte_array_new ();
      self->output = g_malloc (OUTPUT_SIZE);
    }

  return self;
}

/**
 * kin_inflater_feed:
 * @self: an inflater
 * @bytes: what came
 * @func: is given what it means; a server that flushes gets its bytes through at once
 * @user_data: for @func
 * @error: return location
 *
 * Returns: %FALSE with @error set when the bytes are no gzip, or @func failed
 */
gboolean
kin_inflater_feed (KinInflater      *self,
                   GBytes           *bytes,
                   KinInflatedFunc   func,
                   gpointer          user_data,
                   GError          **error)
{
  g_autoptr(GError) local_error = NULL;
  gsize length;
  const char *data;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (func != NULL, FALSE);

  data = g_bytes_get_data (bytes, &length);
  if (self->converter == NULL)
    return func (data, length, user_data, error);

  if (self->finished)
    return TRUE;

  g_byte_array_append (self->input, (const guint8 *) data, length);
  while (inflate_some (self, func, user_data, &local_error))
    ;

  if (local_error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&local_error));
      return FALSE;
    }

  return TRUE;
}

/**
 * kin_inflater_free:
 * @self: (transfer full): an inflater
 */
void
kin_inflater_free (KinInflater *self)
{
  g_return_if_fail (self != NULL);

  g_clear_object (&self->converter);
  g_clear_pointer (&self->input, g_byte_array_unref);
  g_free (self->output);
  g_free (self);
}
