/* kin-demo-recorder.c: writes Events about objects, and counts one up that is told again.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-recorder.h"

#include "demo/kin-demo-json.h"
#include "demo/kin-demo-kind.h"
#include "demo/kin-demo-kinds.h"
#include "demo/kin-demo-object.h"
#include "demo/kin-demo-registry.h"
#include "demo/kin-demo-store.h"
#include "demo/kin-demo-time.h"
#include "demo/kin-demo-world.h"
#include "object/kin-resource.h"

typedef struct
{
  KinDemoWorld *world;
  KinDemoObject *object;
  const KinDemoEventSource *source;
  const char *type;
  const char *reason;
  const char *message;
} Record;

static KinDemoKind *
get_kind (const Record *record)
{
  return kin_demo_kinds_find (kin_demo_world_get_kinds (record->world), "", "v1", "events");
}

/* Events of objects without a namespace stand in “default”. */
static const char *
get_namespace (const Record *record)
{
  const char *namespace_ = kin_demo_object_get_namespace (record->object);

  return namespace_ != NULL ? namespace_ : "default";
}

static guint64
hash_text (guint64     hash,
           const char *text)
{
  /* FNV-1a; the NUL at the end keeps neighbours apart. */
  for (const char *c = text != NULL ? text : ""; ; c++)
    {
      hash = (hash ^ (guint8) *c) * G_GUINT64_CONSTANT (1099511628211);
      if (*c == '\0')
        return hash;
    }
}

/* One name for one statement: it is found again without an index of what was told before. */
static char *
dup_name (const Record *record)
{
  guint64 hash = G_GUINT64_CONSTANT (14695981039346656037);

  hash = hash_text (hash, kin_demo_object_get_uid (record->object));
  hash = hash_text (hash, record->source->component);
  hash = hash_text (hash, record->source->field_path);
  hash = hash_text (hash, record->type);
  hash = hash_text (hash, record->reason);
  hash = hash_text (hash, record->message);

  return g_strdup_printf ("%s.18%014" G_GINT64_MODIFIER "x", kin_demo_object_get_name (record->object),
                          hash & G_GUINT64_CONSTANT (0xffffffffffffff));
}

static const char *
get_manager (const Record *record)
{
  if (g_str_equal (record->source->component, "kubelet"))
    return "kubelet";

  if (g_str_equal (record->source->component, "default-scheduler"))
    return "kube-scheduler";

  return "kube-controller-manager";
}

static void
set_null (KinDemoDraft   *draft,
          yyjson_mut_val *object,
          const char     *name)
{
  kin_demo_set (draft, object, name, yyjson_mut_null (draft));
}

static void
add_involved_object (const Record   *record,
                     KinDemoDraft   *draft,
                     yyjson_mut_val *root)
{
  yyjson_mut_val *involved = kin_demo_ensure_object (draft, root, "involvedObject", NULL);
  KinResource *resource = kin_demo_kind_get_resource (kin_demo_object_get_kind (record->object));
  g_autofree char *version = g_strdup_printf ("%" G_GUINT64_FORMAT, kin_demo_object_get_version (record->object));

  kin_demo_set_string (draft, involved, "kind", kin_resource_get_kind (resource));
  kin_demo_set_string (draft, involved, "namespace", kin_demo_object_get_namespace (record->object));
  kin_demo_set_string (draft, involved, "name", kin_demo_object_get_name (record->object));
  kin_demo_set_string (draft, involved, "uid", kin_demo_object_get_uid (record->object));
  kin_demo_set_string (draft, involved, "apiVersion", kin_resource_get_api_version (resource));
  kin_demo_set_string (draft, involved, "resourceVersion", version);
  kin_demo_set_string (draft, involved, "fieldPath", record->source->field_path);
}

/* As client-go's events/ writes them: the scheduler does. */
static void
add_new_form (const Record   *record,
              KinDemoDraft   *draft,
              yyjson_mut_val *root)
{
  g_autofree char *now = kin_demo_time_dup_micro (kin_demo_world_get_now (record->world));
  g_autofree char *instance = g_strconcat (record->source->component, "-control-plane", NULL);

  kin_demo_ensure_object (draft, root, "source", NULL);
  set_null (draft, root, "firstTimestamp");
  set_null (draft, root, "lastTimestamp");
  kin_demo_set_string (draft, root, "type", record->type);
  kin_demo_set_string (draft, root, "eventTime", now);
  kin_demo_set_string (draft, root, "action", record->source->action);
  kin_demo_set_string (draft, root, "reportingComponent", record->source->component);
  kin_demo_set_string (draft, root, "reportingInstance", instance);
}

/* As client-go's record/ writes them: everybody else does. */
static void
add_old_form (const Record   *record,
              KinDemoDraft   *draft,
              yyjson_mut_val *root)
{
  g_autofree char *now = kin_demo_world_dup_time (record->world);
  yyjson_mut_val *source = kin_demo_ensure_object (draft, root, "source", NULL);
  const char *host = record->source->host;

  kin_demo_set_string (draft, source, "component", record->source->component);
  kin_demo_set_string (draft, source, "host", host);
  kin_demo_set_string (draft, root, "firstTimestamp", now);
  kin_demo_set_string (draft, root, "lastTimestamp", now);
  kin_demo_set_integer (draft, root, "count", 1);
  kin_demo_set_string (draft, root, "type", record->type);
  set_null (draft, root, "eventTime");
  kin_demo_set_string (draft, root, "reportingComponent", record->source->component);
  kin_demo_set_string (draft, root, "reportingInstance", host != NULL ? host : "");
}

static void
create_event (const Record *record,
              const char   *name)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_draft_new ();
  yyjson_mut_val *root = yyjson_mut_doc_get_root (draft);
  const KinDemoWrite write = { .manager = get_manager (record) };
  g_autoptr(KinDemoObject) event = NULL;
  g_autoptr(GError) error = NULL;

  kin_demo_set_string (draft, kin_demo_ensure_object (draft, root, "metadata", NULL), "name", name);
  add_involved_object (record, draft, root);
  kin_demo_set_string (draft, root, "reason", record->reason);
  kin_demo_set_string (draft, root, "message", record->message);

  if (record->source->action != NULL)
    add_new_form (record, draft, root);
  else
    add_old_form (record, draft, root);

  /* Refused while the namespace is being emptied: then nobody needs it. */
  event = kin_demo_registry_create (kin_demo_world_get_registry (record->world), get_kind (record),
                                    get_namespace (record), draft, &write, &error);
  if (event == NULL)
    g_debug ("Event %s: %s", name, error->message);
}

static void
count_old_form (const Record   *record,
                KinDemoDraft   *draft,
                yyjson_mut_val *root)
{
  g_autofree char *now = kin_demo_world_dup_time (record->world);

  kin_demo_set_integer (draft, root, "count", kin_demo_get_integer (root, 1, "count", NULL) + 1);
  kin_demo_set_string (draft, root, "lastTimestamp", now);
}

static void
count_new_form (const Record   *record,
                KinDemoDraft   *draft,
                yyjson_mut_val *root)
{
  g_autofree char *now = kin_demo_time_dup_micro (kin_demo_world_get_now (record->world));
  gint64 count = kin_demo_get_integer (root, 1, "series", "count", NULL) + 1;
  yyjson_mut_val *series = kin_demo_ensure_object (draft, root, "series", NULL);

  kin_demo_set_integer (draft, series, "count", count);
  kin_demo_set_string (draft, series, "lastObservedTime", now);
}

static void
count_event (const Record  *record,
             KinDemoObject *event)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_object_edit (event);
  yyjson_mut_val *root = yyjson_mut_doc_get_root (draft);
  const KinDemoWrite write = { .manager = get_manager (record) };
  g_autoptr(KinDemoObject) counted = NULL;
  g_autoptr(GError) error = NULL;

  if (record->source->action != NULL)
    count_new_form (record, draft, root);
  else
    count_old_form (record, draft, root);

  counted = kin_demo_registry_update (kin_demo_world_get_registry (record->world), get_kind (record),
                                      get_namespace (record), kin_demo_object_get_name (event), draft, &write, &error);
  if (counted == NULL)
    g_debug ("Event %s: %s", kin_demo_object_get_name (event), error->message);
}

static KinDemoObject *
find_event (const Record *record,
            const char   *name)
{
  return kin_demo_store_get (kin_demo_world_get_store (record->world), get_kind (record), get_namespace (record),
                             name);
}

/**
 * kin_demo_recorder_event:
 * @world: the cluster
 * @object: what the event is about
 * @type: "Normal" or "Warning"
 * @reason: one word in camel case
 * @action: (nullable): what was tried, for the newer form of events
 * @message: a sentence
 * @component: who tells
 *
 * Writes an Event. Told again within its life, the same one is counted up.
 */
void
kin_demo_recorder_event (KinDemoWorld  *world,
                         KinDemoObject *object,
                         const char    *type,
                         const char    *reason,
                         const char    *action,
                         const char    *message,
                         const char    *component)
{
  const KinDemoEventSource source = { .component = component, .action = action };

  kin_demo_recorder_event_from (world, object, &source, type, reason, message);
}

/**
 * kin_demo_recorder_event_from:
 * @world: the cluster
 * @object: what the event is about
 * @source: where it comes from
 * @type: "Normal" or "Warning"
 * @reason: one word in camel case
 * @message: a sentence
 *
 * Writes an Event of somebody on a node, or about a part of the object.
 */
void
kin_demo_recorder_event_from (KinDemoWorld             *world,
                              KinDemoObject            *object,
                              const KinDemoEventSource *source,
                              const char               *type,
                              const char               *reason,
                              const char               *message)
{
  const Record record = { world, object, source, type, reason, message };
  g_autofree char *name = NULL;
  KinDemoObject *event;

  g_return_if_fail (KIN_IS_DEMO_WORLD (world));
  g_return_if_fail (object != NULL && source != NULL && source->component != NULL);
  g_return_if_fail (type != NULL && reason != NULL && message != NULL);

  name = dup_name (&record);
  event = find_event (&record, name);
  if (event != NULL)
    count_event (&record, event);
  else
    create_event (&record, name);
}

/**
 * kin_demo_recorder_has_event:
 * @world: the cluster
 * @object: what the event is about
 * @source: where it comes from
 * @type: "Normal" or "Warning"
 * @reason: one word in camel case
 * @message: a sentence
 *
 * Returns: whether that Event was told and is still there
 */
gboolean
kin_demo_recorder_has_event (KinDemoWorld             *world,
                             KinDemoObject            *object,
                             const KinDemoEventSource *source,
                             const char               *type,
                             const char               *reason,
                             const char               *message)
{
  const Record record = { world, object, source, type, reason, message };
  g_autofree char *name = NULL;

  g_return_val_if_fail (KIN_IS_DEMO_WORLD (world), FALSE);
  g_return_val_if_fail (object != NULL && source != NULL, FALSE);

  name = dup_name (&record);

  return find_event (&record, name) != NULL;
}
