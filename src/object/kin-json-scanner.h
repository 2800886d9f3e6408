/* kin-json-scanner.h: finds where a JSON value ends, without parsing it. Private to object/.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "base/kin-types.h"

G_BEGIN_DECLS

#define KIN_JSON_MAX_DEPTH 1000

typedef enum
{
  KIN_JSON_SCAN_MORE,      /* the value goes on beyond the bytes given */
  KIN_JSON_SCAN_DONE,
  KIN_JSON_SCAN_SYNTAX,    /* brackets that do not match, or no value at all */
  KIN_JSON_SCAN_TOO_DEEP,
} KinJsonScan;

typedef struct
{
  guint depth;
  gboolean begun;
  gboolean in_string;
  gboolean escaped;        /* the next byte of the string stands for itself */
  guint8 arrays[KIN_JSON_MAX_DEPTH / 8 + 1];    /* a bit for each level: array or object */
} KinJsonScanner;

void        kin_json_scanner_init (KinJsonScanner  *self);
KinJsonScan kin_json_scanner_feed (KinJsonScanner  *self,
                                   const char     **cursor,
                                   const char      *end);
const char *kin_json_skip_space   (const char      *cursor,
                                   const char      *end);
const char *kin_json_skip_value   (const char      *cursor,
                                   const char      *end);

G_END_DECLS
