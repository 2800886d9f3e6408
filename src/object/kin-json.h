/* kin-json.h: reading JSON, with numbers kept as their text.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "base/kin-types.h"

G_BEGIN_DECLS

/**
 * KinJson:
 *
 * A document that was read. Its values live as long as it does.
 */
typedef struct _KinJson KinJson;

/**
 * KinJsonValue:
 *
 * A value of a document. All functions take %NULL for a value that is absent.
 */
typedef struct _KinJsonValue KinJsonValue;

typedef enum
{
  KIN_JSON_NULL,
  KIN_JSON_BOOLEAN,
  KIN_JSON_NUMBER,
  KIN_JSON_STRING,
  KIN_JSON_ARRAY,
  KIN_JSON_OBJECT,
} KinJsonType;

/**
 * KinJsonIter:
 *
 * A walk over the members of an object or the elements of an array; made by kin_json_iter_init().
 */
typedef struct
{
  /*< private >*/
  KinJsonValue *next;
  gsize n_left;
  gboolean is_object;
} KinJsonIter;

KinJson      *kin_json_parse                 (const char    *text,
                                              gsize          length,
                                              GError       **error);
KinJson      *kin_json_parse_trusted         (const char    *text,
                                              gsize          length);
void          kin_json_free                  (KinJson       *self);
KinJsonValue *kin_json_get_root              (KinJson       *self);

KinJsonValue *kin_json_get                   (KinJsonValue  *object,
                                              const char    *name);
KinJsonValue *kin_json_get_path              (KinJsonValue  *object,
                                              ...) G_GNUC_NULL_TERMINATED;
const char   *kin_json_get_string            (KinJsonValue  *object,
                                              const char    *name);
gint64        kin_json_get_integer           (KinJsonValue  *object,
                                              const char    *name,
                                              gint64         fallback);
gboolean      kin_json_get_boolean           (KinJsonValue  *object,
                                              const char    *name,
                                              gboolean       fallback);

KinJsonType   kin_json_value_get_type        (KinJsonValue  *value);
const char   *kin_json_value_get_string      (KinJsonValue  *value);
gint64        kin_json_value_get_integer     (KinJsonValue  *value);
gboolean      kin_json_value_get_boolean     (KinJsonValue  *value);
const char   *kin_json_value_get_number_text (KinJsonValue  *value);
gsize         kin_json_value_get_size        (KinJsonValue  *value);
KinJsonValue *kin_json_array_get             (KinJsonValue  *array,
                                              gsize          i);
gboolean      kin_json_value_equal           (KinJsonValue  *a,
                                              KinJsonValue  *b);
char         *kin_json_value_dup_text        (KinJsonValue  *value);

void          kin_json_iter_init             (KinJsonIter   *iter,
                                              KinJsonValue  *container);
gboolean      kin_json_iter_next             (KinJsonIter   *iter,
                                              const char   **name,
                                              KinJsonValue **value);

void          kin_json_append_quoted         (GString       *out,
                                              const char    *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinJson, kin_json_free)

G_END_DECLS
