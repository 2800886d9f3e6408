/* kin-demo-image.c: container images: how they are named, and which of them work.
 *
 * There are none. All that is told of an image follows from its name, so that it is told the same way everywhere.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-image.h"

#include <string.h>

/* The tag, without the colon; "" if there is none. */
static const char *
get_tag (const char *image)
{
  const char *base = strrchr (image, '/');
  const char *colon = strchr (base != NULL ? base : image, ':');

  return colon != NULL ? colon + 1 : "";
}

static void
append_digest (GString    *out,
               const char *a,
               const char *b,
               gint64      n)
{
  for (int i = 0; i < 8; i++)
    g_string_append_printf (out, "%08x", kin_demo_image_hash (a, b, n * 8 + i));
}

/**
 * kin_demo_image_hash:
 * @a: a text
 * @b: another
 * @n: a number
 *
 * Mixes its arguments, so that what looks like chance is the same whenever one asks.
 *
 * Returns: any number
 */
guint32
kin_demo_image_hash (const char *a,
                     const char *b,
                     gint64      n)
{
  guint64 hash = (guint64) g_str_hash (a) << 32 | g_str_hash (b);

  /* The finalizer of SplitMix64. */
  hash += (guint64) (n + 1) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  hash = (hash ^ (hash >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  hash = (hash ^ (hash >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);

  return (guint32) (hash >> 32);
}

/**
 * kin_demo_image_is_missing:
 * @image: an image's name
 *
 * Returns: whether no registry has it: its tag is “missing” or “does-not-exist”, or its name has “broken” in it
 */
gboolean
kin_demo_image_is_missing (const char *image)
{
  const char *tag;

  g_return_val_if_fail (image != NULL, FALSE);

  tag = get_tag (image);

  return g_str_equal (tag, "missing") || g_str_equal (tag, "does-not-exist") || strstr (image, "broken") != NULL;
}

/**
 * kin_demo_image_crashes:
 * @image: an image's name
 *
 * Returns: whether its program ends soon after it started: its tag has “crash” in it
 */
gboolean
kin_demo_image_crashes (const char *image)
{
  g_return_val_if_fail (image != NULL, FALSE);

  return strstr (get_tag (image), "crash") != NULL;
}

/**
 * kin_demo_image_dup_full_name:
 * @image: an image's name as people write it: “nginx”
 *
 * Writes out what a name leaves unsaid, as the container runtime does.
 *
 * Returns: (transfer full): “docker.io/library/nginx:latest”
 */
char *
kin_demo_image_dup_full_name (const char *image)
{
  const char *slash;
  const char *host = "";
  const char *tag;

  g_return_val_if_fail (image != NULL, NULL);

  slash = strchr (image, '/');
  if (slash == NULL)
    host = "docker.io/library/";
  else if (memchr (image, '.', slash - image) == NULL && memchr (image, ':', slash - image) == NULL)
    host = "docker.io/";
  tag = *get_tag (image) == '\0' && strchr (image, '@') == NULL ? ":latest" : "";

  return g_strconcat (host, image, tag, NULL);
}

/**
 * kin_demo_image_dup_id:
 * @image: an image's name
 *
 * Returns: (transfer full): a name with a digest in it: “docker.io/library/nginx@sha256:…”
 */
char *
kin_demo_image_dup_id (const char *image)
{
  g_autofree char *full = kin_demo_image_dup_full_name (image);
  const char *tag = get_tag (full);
  GString *id = g_string_new (NULL);

  g_string_append_len (id, full, *tag == '\0' ? (gssize) strlen (full) : tag - full - 1);
  g_string_append (id, "@sha256:");
  append_digest (id, full, "", 0);

  return g_string_free (id, FALSE);
}

/**
 * kin_demo_image_dup_container_id:
 * @pod_uid: a pod's uid
 * @container: one of its containers
 * @restart: how often it was restarted
 *
 * Returns: (transfer full): what the container runtime calls it: “containerd://…”
 */
char *
kin_demo_image_dup_container_id (const char *pod_uid,
                                 const char *container,
                                 gint64      restart)
{
  GString *id = g_string_new ("containerd://");

  append_digest (id, pod_uid, container, restart);

  return g_string_free (id, FALSE);
}

/**
 * kin_demo_image_get_size:
 * @image: an image's name
 *
 * Returns: bytes
 */
guint64
kin_demo_image_get_size (const char *image)
{
  return 8 * 1000 * 1000 + kin_demo_image_hash (image, "size", 0) % (190 * 1000 * 1000);
}
