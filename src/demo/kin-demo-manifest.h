/* kin-demo-manifest.h: the objects of the demo cluster's shop, as its file tells of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-json.h"

G_BEGIN_DECLS

/**
 * KinDemoManifestEntry:
 * @api_version: the object's
 * @kind: the object's
 * @namespace_: (nullable): the object's, %NULL if it has none
 * @name: the object's
 * @object: all of it, with its status if it has one from the start
 * @manager: who made it
 * @tag: (nullable): of its image
 * @age_us: how long ago it was made
 * @n_revisions: of a Deployment: how many templates it has had, at least one
 * @rolled_us: how long ago it got the last of them
 * @change: (nullable): a merge patch that came later than that
 * @change_manager: (nullable): who patched it
 * @change_cause: (nullable): what for
 * @changed_us: how long ago
 *
 * An object, and how it came about.
 */
typedef struct
{
  char *api_version;
  char *kind;
  char *namespace_;
  char *name;
  KinDemoDraft *object;

  char *manager;
  char *tag;
  gint64 age_us;
  guint n_revisions;
  gint64 rolled_us;

  char *change;
  char *change_manager;
  char *change_cause;
  gint64 changed_us;
} KinDemoManifestEntry;

GPtrArray *kin_demo_manifest_load (void);

G_END_DECLS
