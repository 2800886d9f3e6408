/* fake-object.c: objects that have just what a test needs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "fake-object.h"

#include <string.h>

KinKind *
fake_kind_new (void)
{
  g_autoptr(KinResource) resource = kin_resource_new ("", "v1", "pods", "Pod", TRUE);

  return kin_kind_new (resource);
}

KinObject *
fake_object_new (KinKind    *kind,
                 const char *key,
                 const char *uid,
                 const char *resource_version)
{
  return fake_object_new_owned (kind, key, uid, resource_version, NULL);
}

KinObject *
fake_object_new_owned (KinKind    *kind,
                       const char *key,
                       const char *uid,
                       const char *resource_version,
                       const char *owner_uid)
{
  g_autofree char *owner = g_strdup_printf (",\"ownerReferences\":[{\"controller\":true,\"kind\":\"ReplicaSet\","
                                            "\"name\":\"rs\",\"uid\":\"%s\"}]", owner_uid);
  g_auto(GStrv) parts = g_strsplit (key, "/", 2);
  g_autofree char *json = NULL;
  g_autoptr(GError) error = NULL;
  KinObject *object;

  if (parts[1] != NULL)
    json = g_strdup_printf ("{\"metadata\":{\"namespace\":\"%s\",\"name\":\"%s\",\"uid\":\"%s\",\"resourceVersion\":\"%s\"%s}}",
                            parts[0], parts[1], uid, resource_version, owner_uid != NULL ? owner : "");
  else
    json = g_strdup_printf ("{\"metadata\":{\"name\":\"%s\",\"uid\":\"%s\",\"resourceVersion\":\"%s\"}}",
                            key, uid, resource_version);

  object = kin_object_new_from_json (kind, json, strlen (json), &error);
  g_assert_no_error (error);

  return object;
}
