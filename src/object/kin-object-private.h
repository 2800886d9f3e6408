/* kin-object-private.h: what an object is made of.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "object/kin-kind-private.h"
#include "object/kin-object.h"

G_BEGIN_DECLS

typedef struct
{
  guint32 length;           /* of the text; 0 if there is none */
  guint32 size : 31;        /* packed */
  guint32 with_dictionary : 1;
} KinPacked;

struct _KinObject
{
  int ref_count;
  guint32 n_cells;
  KinKind *kind;
  const char *namespace_;   /* interned */
  const char *labels;       /* interned: name and value, each with its NUL, and so on; NULL if there are none */
  const char *owner;        /* interned: uid, name and kind, each with its NUL; NULL if there is none */
  gint64 creation_time;
  gint64 deletion_time;
  gint64 generation;
  guint32 n_labels;

  /* So many bytes behind the start of the struct. */
  guint32 key;
  guint32 name;
  guint32 uid;
  guint32 resource_version;
  guint32 packed_start;
  KinPacked packed[KIN_N_PARTS];

  KinCell cells[];
};

G_END_DECLS
