/* test-objects.h: objects for tests, from JSON with ' in place of ", so that it can be read in C.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <string.h>

#include "object/kin-object.h"

static inline KinKind *
test_kind_new (const char *api_version,
               const char *plural,
               const char *kind)
{
  const char *slash = strchr (api_version, '/');
  g_autofree char *group = slash != NULL ? g_strndup (api_version, slash - api_version) : g_strdup ("");
  g_autoptr(KinResource) resource = kin_resource_new (group, slash != NULL ? slash + 1 : api_version, plural, kind, TRUE);

  return kin_kind_new (resource);
}

static inline char *
test_json_dup (const char *quoted)
{
  return g_strdelimit (g_strdup (quoted), "'", '"');
}

static inline KinObject *
test_object_new (KinKind    *kind,
                 const char *quoted)
{
  g_autofree char *json = test_json_dup (quoted);
  g_autoptr(GError) error = NULL;
  KinObject *object = kin_object_new_from_json (kind, json, strlen (json), &error);

  g_assert_no_error (error);
  g_assert_nonnull (object);

  return object;
}
