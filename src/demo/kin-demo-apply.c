/* kin-demo-apply.c: server-side apply: what someone wants of an object is merged into it, unless others want
 * something else, and what one no longer wants is taken out.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-apply.h"

#include <string.h>

#include "demo/kin-demo-conflicts.h"
#include "demo/kin-demo-error.h"
#include "demo/kin-demo-managed-fields.h"
#include "demo/kin-demo-merge.h"

#define LAST_APPLIED "kubectl.kubernetes.io/last-applied-configuration"
#define ANCESTOR "before-first-apply"

typedef struct
{
  KinDemoKind *kind;
  const KinDemoType *type;
  KinDemoDraft *draft;
  const char *manager;
  const char *subresource;
  gint64 now_s;
  yyjson_mut_val *old;            /* what was there; NULL for a create */
  yyjson_mut_val *applied;
  KinDemoFieldSet *fields;        /* of what is applied */
  KinDemoManagers *managers;
  yyjson_mut_val *own;            /* the manager's entry */
} Apply;

static gboolean
check_applied (KinDemoKind     *kind,
               yyjson_mut_val  *applied,
               GError         **error)
{
  KinResource *resource = kin_demo_kind_get_resource (kind);
  const char *api_version = kin_demo_get_string (applied, "apiVersion", NULL);
  const char *name = kin_demo_get_string (applied, "kind", NULL);
  yyjson_mut_val *entries = kin_demo_get (applied, "metadata", "managedFields", NULL);

  if (g_strcmp0 (api_version, kin_resource_get_api_version (resource)) != 0 ||
      g_strcmp0 (name, kin_resource_get_kind (resource)) != 0)
    {
      g_set_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_BAD_REQUEST, "invalid object type: %s, Kind=%s",
                   api_version != NULL ? api_version : "", name != NULL ? name : "");
      return FALSE;
    }

  if (entries != NULL && !yyjson_mut_is_null (entries))
    {
      g_set_error_literal (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_BAD_REQUEST, "metadata.managedFields must be nil");
      return FALSE;
    }

  return TRUE;
}

static gboolean
refuse_type (Apply       *apply,
             const char  *problem,
             GError     **error)
{
  KinResource *resource = kin_demo_kind_get_resource (apply->kind);
  const char *namespace_ = kin_demo_get_string (apply->applied, "metadata", "namespace", NULL);
  const char *name = kin_demo_get_string (apply->applied, "metadata", "name", NULL);

  g_set_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_PLAIN,
               "failed to create typed patch object (%s/%s; %s/%s, Kind=%s): %s", namespace_ != NULL ? namespace_ : "",
               name != NULL ? name : "", kin_resource_get_group (resource), kin_resource_get_version (resource),
               kin_resource_get_kind (resource), problem);

  return FALSE;
}

/* A status is applied through its subresource only, and nothing else through that. */
static void
drop_unreached (Apply *apply)
{
  if (g_strcmp0 (apply->subresource, "status") == 0)
    kin_demo_remove (apply->applied, "spec");
  else if (kin_demo_kind_get_flags (apply->kind) & KIN_DEMO_KIND_STATUS)
    kin_demo_remove (apply->applied, "status");
}

static void
init_writer (Apply          *apply,
             const char     *name,
             const char     *operation,
             KinDemoManager *writer)
{
  writer->name = name;
  writer->operation = operation;
  writer->api_version = kin_resource_get_api_version (kin_demo_kind_get_resource (apply->kind));
  writer->subresource = apply->subresource;
}

/* Of an object whose fields nobody owned so far, all of them belong to what was before. */
static void
add_ancestor (Apply *apply)
{
  KinDemoManager ancestor;
  KinDemoFieldChanges changes;

  if (apply->old == NULL || kin_demo_managers_get_n (apply->managers) > 0)
    return;

  changes = kin_demo_managed_fields_compare (apply->kind, apply->draft, NULL, apply->subresource);
  if (changes.changed == NULL)
    return;

  init_writer (apply, ANCESTOR, "Update", &ancestor);
  kin_demo_managers_set_time (apply->managers, kin_demo_managers_add (apply->managers, &ancestor, changes.changed),
                              apply->now_s);
}

static KinDemoFieldSet *
collect_with_parents (Apply          *apply,
                      yyjson_mut_val *object)
{
  KinDemoFieldSet *set = kin_demo_field_walk_collect (apply->type, apply->draft, object, NULL);

  kin_demo_field_walk_mark_parents (apply->type, apply->draft, set);

  return set;
}

/* What someone wants, the one who applies included. */
static KinDemoFieldSet *
unite_wanted (Apply *apply)
{
  KinDemoFieldSet *wanted = kin_demo_field_set_copy (apply->fields, apply->draft);

  for (guint i = 0; i < kin_demo_managers_get_n (apply->managers); i++)
    {
      yyjson_mut_val *entry = kin_demo_managers_get (apply->managers, i);

      if (entry != apply->own)
        wanted = kin_demo_field_set_unite (wanted, apply->draft, kin_demo_managers_get_fields (entry));
    }
  kin_demo_field_walk_mark_parents (apply->type, apply->draft, wanted);

  return wanted;
}

static yyjson_mut_val *
dup_without (Apply           *apply,
             yyjson_mut_val  *object,
             KinDemoFieldSet *fields)
{
  yyjson_mut_val *copy = yyjson_mut_val_mut_copy (apply->draft, object);

  kin_demo_field_walk_remove (apply->type, copy, fields);

  return copy;
}

/* Takes out what the manager applied last time and nobody wants now. Removing a field removes all that is below it,
 * so everything that was applied is removed first, then what is still wanted is put back, and at last what nobody
 * ever applied. */
static void
prune (Apply           *apply,
       yyjson_mut_val  *merged,
       KinDemoFieldSet *last)
{
  KinDemoFieldSet *before = kin_demo_field_set_copy (last, apply->draft);
  KinDemoFieldSet *all;
  KinDemoFieldSet *kept;
  KinDemoFieldSet *unwanted;

  if (before == NULL)
    return;

  all = collect_with_parents (apply, merged);
  kin_demo_field_walk_mark_parents (apply->type, apply->draft, before);
  kept = kin_demo_field_set_unite (collect_with_parents (apply, dup_without (apply, merged, before)), apply->draft,
                                   unite_wanted (apply));
  unwanted = kin_demo_field_set_subtract (kin_demo_field_set_copy (all, apply->draft), kept);
  kept = collect_with_parents (apply, dup_without (apply, merged, unwanted));
  unwanted = kin_demo_field_set_intersect (kin_demo_field_set_subtract (all, kept), apply->draft, before);
  kin_demo_field_walk_remove (apply->type, merged, unwanted);
}

static const char *
get_last_applied (yyjson_mut_val *object)
{
  const char *text = kin_demo_get_string (object, "metadata", "annotations", LAST_APPLIED, NULL);

  return text != NULL && *text != '\0' ? text : NULL;
}

/* Fields that kubectl applied by itself before, and that still are as it applied them: who goes over from the one
 * apply to the other has no conflict with himself. */
static KinDemoFieldSet *
find_own_by_client (Apply *apply)
{
  const char *text = get_last_applied (apply->old);
  g_autoptr(KinDemoDraft) last = NULL;
  KinDemoFieldSet *fields;
  KinDemoFieldChanges changes;
  yyjson_mut_val *root;

  if (!g_str_equal (apply->manager, "kubectl") || text == NULL)
    return NULL;

  last = kin_demo_draft_parse (text, strlen (text), NULL);
  root = last != NULL ? yyjson_mut_doc_get_root (last) : NULL;
  if (g_strcmp0 (kin_demo_get_string (root, "apiVersion", NULL), kin_demo_get_string (apply->old, "apiVersion", NULL)) != 0)
    return NULL;

  root = yyjson_mut_val_mut_copy (apply->draft, root);
  changes = kin_demo_field_walk_compare (apply->type, apply->draft, root, apply->old, NULL, NULL);
  fields = kin_demo_field_walk_collect (apply->type, apply->draft, root, NULL);
  fields = kin_demo_field_set_subtract (fields, changes.changed);

  return kin_demo_field_set_subtract (fields, changes.removed);
}

static gboolean
check_conflicts (Apply                *apply,
                 KinDemoFieldChanges  *changes,
                 GError              **error)
{
  g_autoptr(KinDemoConflicts) conflicts = NULL;

  conflicts = kin_demo_conflicts_new (apply->draft, apply->managers, apply->own, changes->changed);
  if (kin_demo_conflicts_is_empty (conflicts))
    return TRUE;

  kin_demo_conflicts_allow (conflicts, find_own_by_client (apply));
  if (kin_demo_conflicts_is_empty (conflicts))
    return TRUE;

  g_propagate_error (error, kin_demo_conflicts_to_error (conflicts));

  return FALSE;
}

static void
settle (Apply               *apply,
        KinDemoFieldChanges *changes)
{
  KinDemoManager writer;

  for (guint i = 0; i < kin_demo_managers_get_n (apply->managers); i++)
    {
      yyjson_mut_val *entry = kin_demo_managers_get (apply->managers, i);

      if (entry == apply->own)
        continue;

      kin_demo_managers_subtract (entry, changes->changed);
      kin_demo_managers_subtract (entry, changes->removed);
    }

  apply->fields = kin_demo_managed_fields_strip (apply->fields, apply->draft);
  init_writer (apply, apply->manager, "Apply", &writer);
  if (apply->own != NULL)
    {
      kin_demo_set_string (apply->draft, apply->own, "apiVersion", writer.api_version);
      kin_demo_managers_set_fields (apply->managers, apply->own, apply->fields);
    }
  else if (apply->fields != NULL)
    apply->own = kin_demo_managers_add (apply->managers, &writer, apply->fields);

  /* As the API server has it, an entry that never changed the object has no time. */
  if (apply->own != NULL && (changes->changed != NULL || changes->removed != NULL))
    kin_demo_managers_set_time (apply->managers, apply->own, apply->now_s);
}

/* Whoever uses kubectl's other apply again finds what was applied last. */
static void
update_last_applied (Apply          *apply,
                     yyjson_mut_val *object,
                     yyjson_mut_val *applied)
{
  yyjson_mut_val *copy;
  yyjson_mut_val *annotations;
  g_autofree char *text = NULL;
  g_autofree char *line = NULL;

  if (!g_str_equal (apply->manager, "kubectl") || get_last_applied (object) == NULL)
    return;

  copy = yyjson_mut_val_mut_copy (apply->draft, applied);
  annotations = kin_demo_get (copy, "metadata", "annotations", NULL);
  if (annotations != NULL)
    kin_demo_remove (annotations, LAST_APPLIED);

  text = yyjson_mut_val_write (copy, YYJSON_WRITE_NOFLAG, NULL);
  line = g_strconcat (text, "\n", NULL);
  kin_demo_set_string (apply->draft, kin_demo_get (object, "metadata", "annotations", NULL), LAST_APPLIED, line);
}

static gboolean
merge_and_settle (Apply     *apply,
                  gboolean   force,
                  GError   **error)
{
  KinDemoManager writer;
  KinDemoFieldSet *last;
  yyjson_mut_val *live = yyjson_mut_doc_get_root (apply->draft);
  KinDemoFieldChanges changes;

  init_writer (apply, apply->manager, "Apply", &writer);
  apply->own = kin_demo_managers_find (apply->managers, &writer);
  last = apply->own != NULL ? kin_demo_managers_get_fields (apply->own) : NULL;

  live = kin_demo_merge (apply->type, apply->draft, live, apply->applied);
  yyjson_mut_doc_set_root (apply->draft, live);
  prune (apply, live, last);

  changes = kin_demo_managed_fields_compare (apply->kind, apply->draft, apply->old, apply->subresource);
  if (!force && !check_conflicts (apply, &changes, error))
    return FALSE;

  settle (apply, &changes);

  return TRUE;
}

/**
 * kin_demo_apply:
 * @kind: a kind
 * @live: the object as it is, or a draft without a root to create it; what comes of it stands in its place
 * @applied: what is applied, of this draft or another
 * @manager: who applies
 * @subresource: (nullable): what is applied through
 * @force: whether to take fields that belong to others
 * @now_s: unix seconds
 * @error: return location for a #GError
 *
 * Merges what is applied into an object, takes out what the manager applied before and now does not, and settles
 * whose the fields are. Defaults are filled in afterwards: they belong to nobody.
 *
 * Returns: %FALSE with %KIN_DEMO_ERROR_CONFLICT if fields belong to others, which is the reason for @force, or with
 *   another %KIN_DEMO_ERROR
 */
gboolean
kin_demo_apply (KinDemoKind     *kind,
                KinDemoDraft    *live,
                yyjson_mut_val  *applied,
                const char      *manager,
                const char      *subresource,
                gboolean         force,
                gint64           now_s,
                GError         **error)
{
  Apply apply = { .kind = kind, .draft = live, .manager = manager, .subresource = subresource, .now_s = now_s };
  g_autoptr(KinDemoManagers) managers = NULL;
  g_autofree char *problem = NULL;
  yyjson_mut_val *metadata;

  g_return_val_if_fail (kind != NULL, FALSE);
  g_return_val_if_fail (live != NULL, FALSE);
  g_return_val_if_fail (applied != NULL, FALSE);
  g_return_val_if_fail (manager != NULL, FALSE);

  if (!check_applied (kind, applied, error))
    return FALSE;

  apply.type = kin_demo_kind_get_type_ (kind);
  apply.applied = yyjson_mut_val_mut_copy (live, applied);
  apply.fields = kin_demo_field_walk_collect (apply.type, live, apply.applied, &problem);
  if (problem != NULL)
    return refuse_type (&apply, problem, error);
  drop_unreached (&apply);
  apply.fields = kin_demo_field_walk_collect (apply.type, live, apply.applied, NULL);

  apply.old = yyjson_mut_val_mut_copy (live, yyjson_mut_doc_get_root (live));
  managers = kin_demo_managers_new (live, kin_demo_get (apply.old, "metadata", "managedFields", NULL));
  apply.managers = managers;
  add_ancestor (&apply);
  if (apply.old == NULL)
    yyjson_mut_doc_set_root (live, yyjson_mut_obj (live));

  if (!merge_and_settle (&apply, force, error))
    {
      yyjson_mut_doc_set_root (live, apply.old);
      return FALSE;
    }

  metadata = kin_demo_ensure_object (live, yyjson_mut_doc_get_root (live), "metadata", NULL);
  kin_demo_managers_store (managers, metadata);
  update_last_applied (&apply, yyjson_mut_doc_get_root (live), applied);

  return TRUE;
}
