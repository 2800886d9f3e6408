/* demo-json.h: JSON in a test, with ' for " so that it is read without a backslash.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <string.h>

#include "demo/kin-demo-json.h"

G_BEGIN_DECLS

static inline char *
demo_json_dup_text (const char *text)
{
  GString *json = g_string_new (text);

  g_string_replace (json, "'", "\"", 0);

  return g_string_free (json, FALSE);
}

static inline yyjson_mut_val *
demo_json_parse (KinDemoDraft *draft,
                 const char   *text)
{
  g_autofree char *json = demo_json_dup_text (text);
  yyjson_doc *doc = yyjson_read (json, strlen (json), YYJSON_READ_NOFLAG);
  yyjson_mut_val *value;

  g_assert_nonnull (doc);
  value = yyjson_val_mut_copy (draft, yyjson_doc_get_root (doc));
  yyjson_doc_free (doc);

  return value;
}

static inline KinDemoDraft *
demo_json_new_draft (const char *text)
{
  KinDemoDraft *draft = kin_demo_draft_new ();

  yyjson_mut_doc_set_root (draft, demo_json_parse (draft, text));

  return draft;
}

/* Text for text: the order of members counts. */
static inline void
demo_json_assert (yyjson_mut_val *value,
                  const char     *expected)
{
  g_autofree char *json = demo_json_dup_text (expected);
  g_autofree char *text = NULL;

  g_assert_nonnull (value);
  text = yyjson_mut_val_write (value, YYJSON_WRITE_NOFLAG, NULL);
  g_assert_cmpstr (text, ==, json);
}

G_END_DECLS
