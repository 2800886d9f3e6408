/* kin-demo-deletion.c: the beginning of an object's end: who has to be waited for, and for how long.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-deletion.h"

#include "demo/kin-demo-error.h"
#include "demo/kin-demo-metadata.h"

#define DEFAULT_GRACE 30

/* They would be made again at once. */
static const char * const immortal[] = { "default", "kube-public", "kube-system", NULL };

static gboolean
is_kind (KinDemoKind *kind,
         const char  *id)
{
  return g_str_equal (kin_demo_kind_get_id (kind), id);
}

static void
set_conflict (KinDemoObject  *stored,
              const char     *what,
              const char     *wanted,
              const char     *have,
              const char     *guess,
              GError        **error)
{
  KinResource *resource = kin_demo_kind_get_resource (kin_demo_object_get_kind (stored));
  const char *group = kin_resource_get_group (resource);
  const char *kind = kin_resource_get_kind (resource);
  const char *name = kin_demo_object_get_name (stored);
  GError *refusal;

  refusal = g_error_new (KIN_DEMO_ERROR, KIN_DEMO_ERROR_CONFLICT,
                         "Operation cannot be fulfilled on %s%s%s \"%s\": the %s in the precondition (%s) does not "
                         "match the %s in record (%s). The object might have been %s", kind, *group != '\0' ? "." : "",
                         group, name, what, wanted, what, have, guess);
  kin_demo_error_set_object (refusal, group, kind, name);
  g_propagate_error (error, refusal);
}

static void
remove_finalizer (yyjson_mut_val *finalizers,
                  const char     *name)
{
  yyjson_mut_arr_iter iter;
  yyjson_mut_val *finalizer;

  yyjson_mut_arr_iter_init (finalizers, &iter);
  while ((finalizer = yyjson_mut_arr_iter_next (&iter)) != NULL)
    {
      if (yyjson_mut_equals_str (finalizer, name))
        yyjson_mut_arr_iter_remove (&iter);
    }
}

/* What the garbage collector is to do is told to it by finalizers. */
static void
settle_finalizers (KinDemoDraft       *draft,
                   KinDemoPropagation  propagation)
{
  yyjson_mut_val *metadata = kin_demo_ensure_object (draft, yyjson_mut_doc_get_root (draft), "metadata", NULL);
  yyjson_mut_val *finalizers = kin_demo_get (metadata, "finalizers", NULL);

  if (propagation == KIN_DEMO_PROPAGATION_DEFAULT)
    return;

  remove_finalizer (finalizers, "orphan");
  remove_finalizer (finalizers, "foregroundDeletion");
  if (propagation == KIN_DEMO_PROPAGATION_ORPHAN)
    yyjson_mut_arr_add_str (draft, kin_demo_ensure_array (draft, metadata, "finalizers"), "orphan");
  else if (propagation == KIN_DEMO_PROPAGATION_FOREGROUND)
    yyjson_mut_arr_add_str (draft, kin_demo_ensure_array (draft, metadata, "finalizers"), "foregroundDeletion");
  else if (yyjson_mut_arr_size (finalizers) == 0)
    kin_demo_remove (metadata, "finalizers");
}

/* Only pods end slowly, and only those that run. */
static gint64
get_grace (const KinDemoDeletion *deletion,
           KinDemoKind           *kind,
           yyjson_mut_val        *pod)
{
  const char *node = kin_demo_get_string (pod, "spec", "nodeName", NULL);
  const char *phase = kin_demo_get_string (pod, "status", "phase", NULL);

  if (!is_kind (kind, "pods") || node == NULL || *node == '\0' || g_strcmp0 (phase, "Succeeded") == 0 ||
      g_strcmp0 (phase, "Failed") == 0)
    return 0;

  if (deletion->grace_s >= 0)
    return deletion->grace_s;

  return kin_demo_get_integer (pod, DEFAULT_GRACE, "spec", "terminationGracePeriodSeconds", NULL);
}

static void
set_deadline (KinDemoDraft   *draft,
              yyjson_mut_val *metadata,
              gint64          unix_s,
              gint64          grace)
{
  g_autoptr(GDateTime) time = g_date_time_new_from_unix_utc (unix_s);
  g_autofree char *text = g_date_time_format (time, "%Y-%m-%dT%H:%M:%SZ");

  kin_demo_set_string (draft, metadata, "deletionTimestamp", text);
  kin_demo_set_integer (draft, metadata, "deletionGracePeriodSeconds", grace);
}

static void
begin (KinDemoWorld   *world,
       KinDemoDraft   *draft,
       yyjson_mut_val *metadata,
       gint64          grace)
{
  gint64 generation = kin_demo_get_integer (metadata, 0, "generation", NULL);

  set_deadline (draft, metadata, kin_demo_world_get_now (world) / G_USEC_PER_SEC + grace, grace);
  if (generation > 0)
    kin_demo_set_integer (draft, metadata, "generation", generation + 1);
}

/* A deletion under way can only be made shorter. */
static void
shorten (const KinDemoDeletion *deletion,
         KinDemoWorld          *world,
         KinDemoDraft          *draft,
         yyjson_mut_val        *metadata)
{
  gint64 grace = kin_demo_get_integer (metadata, 0, "deletionGracePeriodSeconds", NULL);
  gint64 now = kin_demo_world_get_now (world) / G_USEC_PER_SEC;
  g_autoptr(GDateTime) deadline = NULL;
  gint64 due;

  if (deletion->grace_s < 0 || deletion->grace_s >= grace)
    return;

  deadline = g_date_time_new_from_iso8601 (kin_demo_get_string (metadata, "deletionTimestamp", NULL), NULL);
  due = (deadline != NULL ? g_date_time_to_unix (deadline) : now) - grace + deletion->grace_s;
  if (due < now)
    set_deadline (draft, metadata, now, deletion->grace_s > 0 ? 1 : 0);
  else
    set_deadline (draft, metadata, due, deletion->grace_s);
}

static void
begin_namespace (KinDemoWorld   *world,
                 KinDemoDraft   *draft,
                 yyjson_mut_val *root,
                 yyjson_mut_val *metadata)
{
  g_autofree char *time = kin_demo_world_dup_time (world);

  kin_demo_set_string (draft, metadata, "deletionTimestamp", time);
  kin_demo_set_string (draft, kin_demo_ensure_object (draft, root, "status", NULL), "phase", "Terminating");
}

/**
 * kin_demo_deletion_check:
 * @deletion: how one deletes
 * @stored: an object
 * @error: return location for a #GError
 *
 * Tells whether one may delete an object, and means this one.
 *
 * Returns: whether it is so; if not, %KIN_DEMO_ERROR_CONFLICT or %KIN_DEMO_ERROR_FORBIDDEN is set
 */
gboolean
kin_demo_deletion_check (const KinDemoDeletion  *deletion,
                         KinDemoObject          *stored,
                         GError                **error)
{
  KinDemoKind *kind = kin_demo_object_get_kind (stored);
  const char *name = kin_demo_object_get_name (stored);
  g_autofree char *version = g_strdup_printf ("%" G_GUINT64_FORMAT, kin_demo_object_get_version (stored));

  if (is_kind (kind, "namespaces") && g_strv_contains (immortal, name))
    {
      g_propagate_error (error,
                         kin_demo_error_new_object (KIN_DEMO_ERROR_FORBIDDEN, kin_demo_kind_get_resource (kind), name,
                                                    "namespaces \"%s\" is forbidden: this namespace may not be "
                                                    "deleted", name));
      return FALSE;
    }
  if (deletion->uid != NULL && g_strcmp0 (deletion->uid, kin_demo_object_get_uid (stored)) != 0)
    {
      set_conflict (stored, "UID", deletion->uid, kin_demo_object_get_uid (stored), "deleted and then recreated",
                    error);
      return FALSE;
    }
  if (deletion->resource_version != NULL && !g_str_equal (deletion->resource_version, version))
    {
      set_conflict (stored, "ResourceVersion", deletion->resource_version, version, "modified", error);
      return FALSE;
    }

  return TRUE;
}

/**
 * kin_demo_deletion_begin:
 * @deletion: how one deletes
 * @world: a world
 * @kind: a kind
 * @draft: an object, which is changed
 *
 * Begins to delete an object, or hurries a deletion that has begun.
 *
 * Returns: whether somebody has to be waited for; if not, it can go at once
 */
gboolean
kin_demo_deletion_begin (const KinDemoDeletion *deletion,
                         KinDemoWorld          *world,
                         KinDemoKind           *kind,
                         KinDemoDraft          *draft)
{
  yyjson_mut_val *root = yyjson_mut_doc_get_root (draft);
  yyjson_mut_val *metadata = kin_demo_ensure_object (draft, root, "metadata", NULL);
  gboolean begun = kin_demo_get_string (metadata, "deletionTimestamp", NULL) != NULL;

  settle_finalizers (draft, deletion->propagation);

  if (begun)
    shorten (deletion, world, draft, metadata);
  else if (is_kind (kind, "namespaces"))
    begin_namespace (world, draft, root, metadata);
  else
    begin (world, draft, metadata, get_grace (deletion, kind, root));

  return !kin_demo_metadata_is_finished (root);
}
