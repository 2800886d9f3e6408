/* kin-demo-route.c: which resource, object or subresource a path of the API names.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-route.h"

#include <string.h>

/* The longest is /apis/GROUP/VERSION/namespaces/NAMESPACE/PLURAL/NAME/SUBRESOURCE. */
#define MAX_SEGMENTS 8

/* Decodes each by itself: a slash within a name does not part it. */
static char **
split_path (const char *path)
{
  g_auto(GStrv) raw = g_strsplit (path + (*path == '/'), "/", -1);
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; raw[i] != NULL; i++)
    {
      char *segment = g_uri_unescape_string (raw[i], NULL);

      if (segment == NULL)
        return NULL;
      if (*segment == '\0' && raw[i + 1] == NULL)
        g_free (segment);
      else
        g_strv_builder_take (builder, segment);
    }

  return g_strv_builder_end (builder);
}

/* Takes what comes after the group and version; whatever is missing stays NULL. */
static gboolean
take_rest (KinDemoRoute *self,
           char * const *rest,
           guint         n_rest)
{
  gboolean in_namespace = g_str_equal (rest[0], "namespaces") && n_rest > 2 &&
                          !(n_rest == 3 && (g_str_equal (rest[2], "status") || g_str_equal (rest[2], "finalize")));

  if (in_namespace)
    {
      self->namespace_ = g_strdup (rest[1]);
      rest += 2;
      n_rest -= 2;
    }

  self->plural = g_strdup (rest[0]);
  if (n_rest > 1)
    self->name = g_strdup (rest[1]);
  if (n_rest > 2)
    self->subresource = g_strdup (rest[2]);

  return n_rest <= 3;
}

/**
 * kin_demo_route_parse:
 * @path: a path without the server's prefix, percent-encoded
 *
 * Returns: (transfer full) (nullable): where it goes, or %NULL if it names no resource
 */
KinDemoRoute *
kin_demo_route_parse (const char *path)
{
  g_autoptr(KinDemoRoute) self = g_new0 (KinDemoRoute, 1);
  g_auto(GStrv) segments = NULL;
  guint n_segments;
  guint n_taken;

  g_return_val_if_fail (path != NULL, NULL);

  segments = split_path (path);
  n_segments = segments != NULL ? g_strv_length (segments) : 0;
  if (n_segments < 3 || n_segments > MAX_SEGMENTS)
    return NULL;

  if (g_str_equal (segments[0], "api"))
    n_taken = 2;
  else if (g_str_equal (segments[0], "apis") && n_segments > 3)
    n_taken = 3;
  else
    return NULL;

  self->group = g_strdup (n_taken == 2 ? "" : segments[1]);
  self->version = g_strdup (segments[n_taken - 1]);

  return take_rest (self, segments + n_taken, n_segments - n_taken) ? g_steal_pointer (&self) : NULL;
}

/**
 * kin_demo_route_free:
 * @self: (transfer full): a route
 */
void
kin_demo_route_free (KinDemoRoute *self)
{
  g_return_if_fail (self != NULL);

  g_free (self->group);
  g_free (self->version);
  g_free (self->namespace_);
  g_free (self->plural);
  g_free (self->name);
  g_free (self->subresource);
  g_free (self);
}
