/* kin-pem.c: makes GIO's TLS objects from PEM files, or from PEM text that must never touch the disk.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "config/kin-pem.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/kin-error.h"

static gboolean
write_all (int         fd,
           const char *data,
           gsize       length)
{
  while (length > 0)
    {
      gssize n = write (fd, data, length);

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        return FALSE;

      data += n;
      length -= n;
    }

  return TRUE;
}

/* GTlsFileDatabase reads files only; a memfd has a path but no disk behind it. */
static int
open_memory_file (GBytes  *data,
                  GError **error)
{
  g_autofd int fd = memfd_create ("kinformer-ca", MFD_CLOEXEC);
  gsize length;
  const char *text = g_bytes_get_data (data, &length);

  if (fd < 0 || !write_all (fd, text, length))
    {
      g_set_error (error, KIN_CONFIG_ERROR, KIN_CONFIG_ERROR_UNREADABLE,
                   _("No memory for the certificate: %s"), g_strerror (errno));
      return -1;
    }

  return g_steal_fd (&fd);
}

/* A file without a certificate makes an empty database, which would refuse each server without saying why. */
static gboolean
check_has_certificate (const char  *path,
                       GError     **error)
{
  GList *certificates = g_tls_certificate_list_new_from_file (path, error);

  if (certificates == NULL)
    {
      if (error != NULL && *error == NULL)
        g_set_error_literal (error, KIN_CONFIG_ERROR, KIN_CONFIG_ERROR_SYNTAX, _("there is no PEM certificate in it"));
      return FALSE;
    }

  g_list_free_full (certificates, g_object_unref);

  return TRUE;
}

static GTlsDatabase *
load_database (const char  *path,
               GError     **error)
{
  if (!check_has_certificate (path, error))
    return NULL;

  return g_tls_file_database_new (path, error);
}

static void
close_memory_file (gpointer data)
{
  close (GPOINTER_TO_INT (data));
}

/**
 * kin_pem_load_database:
 * @file: (nullable): a file of PEM certificates
 * @data: (nullable): PEM certificates; goes before @file
 * @error: return location
 *
 * Reads the certificates of the authorities to trust. Blocks: for a worker.
 *
 * Returns: (transfer full): the database, or %NULL with @error set
 */
GTlsDatabase *
kin_pem_load_database (const char  *file,
                       GBytes      *data,
                       GError     **error)
{
  g_autoptr(GTlsDatabase) database = NULL;
  g_autofree char *path = NULL;
  g_autoptr(GError) local_error = NULL;
  int fd;

  g_return_val_if_fail (file != NULL || data != NULL, NULL);

  if (data == NULL)
    return load_database (file, error);

  fd = open_memory_file (data, error);
  if (fd < 0)
    return NULL;

  path = g_strdup_printf ("/proc/self/fd/%d", fd);
  database = load_database (path, &local_error);
  if (database == NULL)
    {
      close (fd);
      g_propagate_error (error, g_steal_pointer (&local_error));
      return NULL;
    }

  /* A TLS backend may read the file again when it opens a connection. */
  g_object_set_data_full (G_OBJECT (database), "kin-memory-file", GINT_TO_POINTER (fd), close_memory_file);

  return g_steal_pointer (&database);
}

static char *
dup_pem (const char  *file,
         GBytes      *data,
         GError     **error)
{
  char *text = NULL;

  if (data != NULL)
    return g_strndup (g_bytes_get_data (data, NULL), g_bytes_get_size (data));

  return g_file_get_contents (file, &text, NULL, error) ? text : NULL;
}

static void
wipe (char *text)
{
  explicit_bzero (text, strlen (text));
  g_free (text);
}

/* GLib takes the first "BEGIN" for the key, but an EC key may come after its "EC PARAMETERS", or after a certificate. */
static char *
dup_private_key (const char *text)
{
  for (const char *begin = strstr (text, "-----BEGIN "); begin != NULL; begin = strstr (begin + 1, "-----BEGIN "))
    {
      const char *label = begin + strlen ("-----BEGIN ");
      const char *label_end = strstr (label, "-----");
      const char *end;

      if (label_end == NULL)
        return NULL;
      if (label_end - label < 11 || strncmp (label_end - 11, "PRIVATE KEY", 11) != 0)
        continue;

      end = strstr (label_end + 5, "-----END ");
      end = end != NULL ? strstr (end + 9, "-----") : NULL;

      return end != NULL ? g_strndup (begin, end + 5 - begin) : NULL;
    }

  return NULL;
}

/**
 * kin_pem_load_certificate:
 * @certificate_file: (nullable): a PEM file
 * @certificate_data: (nullable): PEM text; goes before @certificate_file
 * @key_file: (nullable): a PEM file
 * @key_data: (nullable): PEM text; goes before @key_file
 * @error: return location
 *
 * Joins a certificate (with its chain) and its private key, which may be in SEC1, PKCS #1 or PKCS #8 form.
 * Blocks: for a worker.
 *
 * Returns: (transfer full): the certificate, or %NULL with @error set
 */
GTlsCertificate *
kin_pem_load_certificate (const char  *certificate_file,
                          GBytes      *certificate_data,
                          const char  *key_file,
                          GBytes      *key_data,
                          GError     **error)
{
  g_autofree char *certificate = dup_pem (certificate_file, certificate_data, error);
  GTlsCertificate *result;
  char *key_text;
  char *key;
  char *both;

  if (certificate == NULL)
    return NULL;

  key_text = dup_pem (key_file, key_data, error);
  if (key_text == NULL)
    return NULL;

  key = dup_private_key (key_text);
  wipe (key_text);
  if (key == NULL)
    {
      g_set_error_literal (error, KIN_CONFIG_ERROR, KIN_CONFIG_ERROR_SYNTAX, _("there is no PEM private key in the client key"));
      return NULL;
    }

  both = g_strconcat (certificate, "\n", key, "\n", NULL);
  result = g_tls_certificate_new_from_pem (both, -1, error);
  wipe (key);
  wipe (both);

  return result;
}
