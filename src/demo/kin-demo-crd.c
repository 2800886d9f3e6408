/* kin-demo-crd.c: what a CustomResourceDefinition says of the resource that it made.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-crd.h"

/**
 * kin_demo_crd_get_version:
 * @kind: a kind
 *
 * Finds the entry of spec.versions that the kind is of.
 *
 * Returns: (transfer none) (nullable): the entry; %NULL for a built-in kind
 */
KinJsonValue *
kin_demo_crd_get_version (KinDemoKind *kind)
{
  KinJsonIter iter;
  KinJsonValue *version;
  const char *name;

  g_return_val_if_fail (kind != NULL, NULL);

  name = kin_resource_get_version (kin_demo_kind_get_resource (kind));
  kin_json_iter_init (&iter, kin_json_get_path (kin_demo_kind_get_crd (kind), "spec", "versions", NULL));
  while (kin_json_iter_next (&iter, NULL, &version))
    {
      if (g_strcmp0 (kin_json_get_string (version, "name"), name) == 0)
        return version;
    }

  return NULL;
}
