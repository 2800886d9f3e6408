/* kin-config-entry.h: a named entry of a kubeconfig file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "object/kin-json.h"

G_BEGIN_DECLS

/**
 * KinConfigEntry:
 * @name: the entry's name
 * @file: the kubeconfig file it stands in
 * @value: (nullable): its "context", "cluster" or "user" member
 *
 * What the members of a context, a cluster or a user are read from.
 */
typedef struct
{
  const char *name;
  const char *file;
  KinJsonValue *value;
} KinConfigEntry;

char     *kin_config_entry_dup_text (const KinConfigEntry  *self,
                                     const char            *name);
char     *kin_config_entry_dup_path (const KinConfigEntry  *self,
                                     const char            *name);
gboolean  kin_config_entry_get_data (const KinConfigEntry  *self,
                                     const char            *name,
                                     GBytes               **data);

G_END_DECLS
