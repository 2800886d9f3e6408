/* kin-json-private.h: reading many documents, one after the other, without an allocation for each.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "object/kin-json.h"

G_BEGIN_DECLS

/* Memory for one document at a time: a copy of its text, then its values. All zeros to begin with. */
typedef struct
{
  char *data;
  gsize size;
} KinJsonScratch;

KinJson *kin_json_parse_scratch      (KinJsonScratch  *scratch,
                                      const char      *text,
                                      gsize            length,
                                      GError         **error);
gsize    kin_json_scratch_get_offset (KinJsonScratch  *self,
                                      const char      *string);
void     kin_json_scratch_trim       (KinJsonScratch  *self);
void     kin_json_scratch_clear      (KinJsonScratch  *self);

G_END_DECLS
