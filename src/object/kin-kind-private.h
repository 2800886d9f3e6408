/* kin-kind-private.h: what an object asks of its kind.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "object/kin-cell-private.h"
#include "object/kin-dictionary.h"
#include "object/kin-json.h"
#include "object/kin-kind.h"

G_BEGIN_DECLS

/* The parts of an object that are packed, each with a dictionary of its own. */
typedef enum
{
  KIN_PART_BODY,
  KIN_PART_MANAGED_FIELDS,
} KinPart;

#define KIN_N_PARTS 2

void           kin_kind_fill_row       (KinKind      *self,
                                        KinJsonValue *root,
                                        KinCellRow   *row);
void           kin_kind_offer_sample   (KinKind      *self,
                                        KinPart       part,
                                        const char   *text,
                                        gsize         length);
KinDictionary *kin_kind_get_dictionary (KinKind      *self,
                                        KinPart       part);

G_END_DECLS
