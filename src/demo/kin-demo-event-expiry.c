/* kin-demo-event-expiry.c: Events are kept for an hour after they were last written, as on a real cluster.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-event-expiry.h"

#include "demo/kin-demo-store.h"
#include "demo/kin-demo-upkeep.h"
#include "demo/kin-demo-world.h"
#include "object/kin-json.h"
#include "object/kin-time.h"

#define LIFETIME_US (60 * 60 * (gint64) G_USEC_PER_SEC)

/* When it was written last: later ones of the same kind are counted in a series, or in the Event itself. */
static gint64
get_last_time (KinDemoObject *event)
{
  g_autoptr(KinJson) json = kin_demo_object_parse (event);
  KinJsonValue *root = kin_json_get_root (json);
  const char *created = kin_json_get_string (kin_json_get (root, "metadata"), "creationTimestamp");
  const char *counted = kin_json_get_string (root, "lastTimestamp");
  const char *observed = kin_json_get_string (kin_json_get (root, "series"), "lastObservedTime");
  gint64 last = created != NULL ? kin_time_parse_micro (created) : 0;

  if (counted != NULL)
    last = MAX (last, kin_time_parse_micro (counted));
  if (observed != NULL)
    last = MAX (last, kin_time_parse_micro (observed));

  return last;
}

/* Their lease ends in the store itself: nobody deletes them by the API. */
static gint64
reconcile (KinDemoWorld *world,
           const char   *namespace_,
           const char   *name)
{
  g_autoptr(KinDemoObject) event = kin_demo_upkeep_get (world, "", "v1", "events", namespace_, name);
  gint64 left;

  if (event == NULL)
    return -1;

  left = get_last_time (event) + LIFETIME_US - kin_demo_world_get_now (world);
  if (left > 0)
    return left;

  kin_demo_store_remove (kin_demo_world_get_store (world), event);

  return -1;
}

const KinDemoController kin_demo_event_expiry_controller = {
  .name = "event-expiry",
  .group = "",
  .version = "v1",
  .plural = "events",
  .reconcile = reconcile,
};
