/* kin-managed-fields.h: finds metadata.managedFields in an object's text. Private to object/.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "object/kin-json-private.h"

G_BEGIN_DECLS

typedef struct
{
  const char *value;        /* the array */
  const char *value_end;
  const char *cut;          /* what to leave out for an object without the member: it and a comma */
  const char *cut_end;
} KinManagedFields;

gboolean kin_managed_fields_find (KinJsonScratch   *scratch,
                                  KinJsonValue     *root,
                                  const char       *json,
                                  gsize             length,
                                  KinManagedFields *fields);

G_END_DECLS
