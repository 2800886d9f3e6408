/* demo-world.h: a demo cluster's world for tests, with config maps in it, and requests to its API.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <libsoup/soup.h>
#include <string.h>

#include "demo/kin-demo-api.h"
#include "demo/kin-demo-error.h"

/* 2026-12-01 12:00:00 UTC */
#define NOON (G_GINT64_CONSTANT (1796126400) * G_USEC_PER_SEC)

static inline KinDemoWorld *
demo_world_new (KinClock *clock)
{
  return kin_demo_world_new (clock, 1);
}

static inline KinDemoKind *
demo_world_find (KinDemoWorld *world,
                 const char   *group,
                 const char   *plural)
{
  KinDemoKind *kind = kin_demo_kinds_find (kin_demo_world_get_kinds (world), group, "v1", plural);

  g_assert_nonnull (kind);

  return kind;
}

/* Its resourceVersion. */
static inline guint64
demo_world_put (KinDemoWorld *world,
                const char   *namespace_,
                const char   *name,
                const char   *tier)
{
  g_autofree char *text = g_strdup_printf ("{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"%s\","
                                           "\"namespace\":\"%s\",\"uid\":\"uid-%s\",\"resourceVersion\":\"\","
                                           "\"labels\":{\"tier\":\"%s\"}}}",
                                           name, namespace_, name, tier);
  g_autoptr(GError) error = NULL;
  g_autoptr(KinDemoDraft) draft = kin_demo_draft_parse (text, strlen (text), &error);

  g_assert_no_error (error);

  return kin_demo_object_get_version (kin_demo_store_put (kin_demo_world_get_store (world),
                                                          demo_world_find (world, "", "configmaps"), draft));
}

static inline void
demo_world_remove (KinDemoWorld *world,
                   const char   *namespace_,
                   const char   *name)
{
  KinDemoStore *store = kin_demo_world_get_store (world);
  KinDemoObject *object = kin_demo_store_get (store, demo_world_find (world, "", "configmaps"), namespace_, name);

  g_assert_nonnull (object);
  kin_demo_store_remove (store, object);
}

/* target: a path, perhaps with “?” and parameters. */
static inline KinDemoResponse *
demo_world_send (KinDemoWorld *world,
                 const char   *method,
                 const char   *target,
                 const char   *accept,
                 const char   *content_type,
                 const char   *body)
{
  g_auto(GStrv) parts = g_strsplit (target, "?", 2);
  g_autoptr(GHashTable) query = parts[1] != NULL ? soup_form_decode (parts[1]) : NULL;
  g_autoptr(GBytes) bytes = body != NULL ? g_bytes_new (body, strlen (body)) : NULL;
  const KinDemoRequest request = {
    .method = method,
    .path = parts[0],
    .query = query,
    .accept = accept,
    .content_type = content_type,
    .user_agent = "kubectl/v1.36.3 (linux/amd64)",
    .body = bytes,
  };

  return kin_demo_api_handle (world, &request);
}

static inline KinDemoResponse *
demo_world_get (KinDemoWorld *world,
                const char   *target)
{
  return demo_world_send (world, "GET", target, NULL, NULL, NULL);
}

/* The whole answer as text. */
static inline char *
demo_response_dup_text (KinDemoResponse *response)
{
  g_autoptr(GString) text = g_string_new (NULL);

  if (response->body != NULL)
    g_string_append_len (text, g_bytes_get_data (response->body, NULL), g_bytes_get_size (response->body));

  while (response->list != NULL)
    {
      g_autoptr(GBytes) piece = kin_demo_list_read (response->list);

      if (piece == NULL)
        break;

      g_string_append_len (text, g_bytes_get_data (piece, NULL), g_bytes_get_size (piece));
    }

  return g_string_free (g_steal_pointer (&text), FALSE);
}

static inline KinJson *
demo_response_parse (KinDemoResponse *response)
{
  g_autofree char *text = demo_response_dup_text (response);
  g_autoptr(GError) error = NULL;
  KinJson *json = kin_json_parse (text, strlen (text), &error);

  g_assert_no_error (error);

  return json;
}

/* A refusal with this status and message. */
static inline void
demo_world_assert_refused (KinDemoWorld *world,
                           const char   *target,
                           guint         status,
                           const char   *message)
{
  g_autoptr(KinDemoResponse) response = demo_world_get (world, target);
  g_autoptr(KinJson) json = demo_response_parse (response);

  g_assert_cmpstr (kin_json_get_string (kin_json_get_root (json), "message"), ==, message);
  g_assert_cmpuint (response->status, ==, status);
  g_assert_cmpint (kin_json_get_integer (kin_json_get_root (json), "code", 0), ==, status);
}

/* The names of a list's items, with spaces. */
static inline char *
demo_json_dup_names (KinJson    *json,
                     const char *array)
{
  g_autoptr(GString) names = g_string_new (NULL);
  KinJsonIter iter;
  KinJsonValue *value;

  kin_json_iter_init (&iter, kin_json_get (kin_json_get_root (json), array));
  while (kin_json_iter_next (&iter, NULL, &value))
    g_string_append_printf (names, "%s%s", names->len > 0 ? " " : "",
                            kin_json_get_string (kin_json_get (value, "metadata"), "name"));

  return g_string_free (g_steal_pointer (&names), FALSE);
}
