/* kin-demo-managed-fields.c: who owns which field of an object, kept up with what is written to it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-managed-fields.h"

#include "demo/kin-demo-blank.h"
#include "demo/kin-demo-field-walk.h"
#include "demo/kin-demo-managers.h"

/* What the API server sets itself belongs to nobody. */
static const char * const skipped_metadata[] = {
  "name", "namespace", "creationTimestamp", "selfLink", "uid", "generation", "managedFields", "resourceVersion", NULL,
};

/* A write to an object does not reach its status, and the other way round. */
static const char * const *
get_skipped (KinDemoKind *kind,
             const char  *subresource)
{
  static const char * const always[] = { "apiVersion", "kind", "metadata", NULL };
  static const char * const status[] = { "apiVersion", "kind", "metadata", "status", NULL };
  static const char * const spec[] = { "apiVersion", "kind", "metadata", "spec", NULL };

  if (g_strcmp0 (subresource, "status") == 0)
    return spec;

  return kin_demo_kind_get_flags (kind) & KIN_DEMO_KIND_STATUS ? status : always;
}

/* A client asks to forget who owns what with an empty list, or a list of one empty entry. */
static gboolean
is_reset (yyjson_mut_val *entries)
{
  return yyjson_mut_is_arr (entries) &&
         (yyjson_mut_arr_size (entries) == 0 ||
          (yyjson_mut_arr_size (entries) == 1 && yyjson_mut_obj_size (yyjson_mut_arr_get_first (entries)) == 0));
}

/* Entries that a client wrote count, those that it left out or that make no sense do not; and a subresource is no
 * way to write any. */
static KinDemoManagers *
read_managers (KinDemoDraft   *draft,
               yyjson_mut_val *old,
               const char     *subresource)
{
  yyjson_mut_val *written = kin_demo_get (yyjson_mut_doc_get_root (draft), "metadata", "managedFields", NULL);
  yyjson_mut_val *known = kin_demo_get (old, "metadata", "managedFields", NULL);
  KinDemoManagers *managers;

  if (subresource == NULL && is_reset (written))
    return kin_demo_managers_new (draft, NULL);

  if (subresource == NULL || yyjson_mut_equals (written, known))
    {
      managers = kin_demo_managers_new (draft, written);
      if (kin_demo_managers_get_n (managers) > 0)
        return managers;

      kin_demo_managers_free (managers);
    }

  return kin_demo_managers_new (draft, yyjson_mut_val_mut_copy (draft, known));
}

/* What changed is now the writer's alone; what is gone is nobody's. The writer keeps what it owned before. */
static void
release (KinDemoManagers     *managers,
         yyjson_mut_val      *own,
         KinDemoFieldChanges *changes)
{
  for (guint i = 0; i < kin_demo_managers_get_n (managers); i++)
    {
      yyjson_mut_val *entry = kin_demo_managers_get (managers, i);

      kin_demo_managers_subtract (entry, changes->removed);
      if (entry != own)
        kin_demo_managers_subtract (entry, changes->changed);
    }
}

static void
claim (KinDemoManagers      *managers,
       KinDemoDraft         *draft,
       const KinDemoManager *manager,
       KinDemoFieldChanges  *changes,
       gint64                now_s)
{
  yyjson_mut_val *own = kin_demo_managers_find (managers, manager);

  release (managers, own, changes);
  if (changes->changed == NULL)
    return;

  if (own == NULL)
    own = kin_demo_managers_add (managers, manager, changes->changed);
  else
    kin_demo_managers_set_fields (managers, own,
                                  kin_demo_field_set_unite (kin_demo_managers_get_fields (own), draft,
                                                            changes->changed));

  /* The API server forgets the time of what was scaled. */
  if (g_strcmp0 (manager->subresource, "scale") != 0)
    kin_demo_managers_set_time (managers, own, now_s);
}

/**
 * kin_demo_managed_fields_compare:
 * @kind: a kind
 * @draft: the object as it is
 * @old: (nullable): the object as it was
 * @subresource: (nullable): what was written through
 *
 * Finds what a write changed, leaving out what nobody owns.
 *
 * Returns: the differences, which live in the draft
 */
KinDemoFieldChanges
kin_demo_managed_fields_compare (KinDemoKind    *kind,
                                 KinDemoDraft   *draft,
                                 yyjson_mut_val *old,
                                 const char     *subresource)
{
  const KinDemoType *type = kin_demo_kind_get_type_ (kind);
  yyjson_mut_val *new = yyjson_mut_doc_get_root (draft);
  yyjson_mut_val *blank = kin_demo_blank_new (kind, draft);
  KinDemoFieldChanges changes;
  KinDemoFieldChanges metadata;

  changes = kin_demo_field_walk_compare (type, draft, old, new, blank, get_skipped (kind, subresource));
  metadata = kin_demo_field_walk_compare (kin_demo_type_get_member (type, "metadata"), draft,
                                          yyjson_mut_obj_get (old, "metadata"), yyjson_mut_obj_get (new, "metadata"),
                                          NULL, skipped_metadata);
  if (metadata.changed != NULL)
    kin_demo_field_set_add_child (&changes.changed, draft, "f:metadata", metadata.changed);
  if (metadata.removed != NULL)
    kin_demo_field_set_add_child (&changes.removed, draft, "f:metadata", metadata.removed);

  return changes;
}

/**
 * kin_demo_managed_fields_strip:
 * @fields: (nullable): a set, which is altered
 * @draft: where it lives
 *
 * Takes out what nobody owns.
 *
 * Returns: (transfer none) (nullable): the set
 */
KinDemoFieldSet *
kin_demo_managed_fields_strip (KinDemoFieldSet *fields,
                               KinDemoDraft    *draft)
{
  KinDemoFieldSet *nobody;
  KinDemoFieldSet *metadata;

  g_return_val_if_fail (draft != NULL, NULL);

  nobody = yyjson_mut_obj (draft);
  metadata = yyjson_mut_obj_add_obj (draft, nobody, "f:metadata");
  yyjson_mut_obj_add_obj (draft, nobody, "f:apiVersion");
  yyjson_mut_obj_add_obj (draft, nobody, "f:kind");
  yyjson_mut_obj_add_obj (draft, metadata, ".");
  for (guint i = 0; skipped_metadata[i] != NULL; i++)
    {
      g_autofree char *element = g_strconcat ("f:", skipped_metadata[i], NULL);

      yyjson_mut_obj_add (metadata, yyjson_mut_strcpy (draft, element), yyjson_mut_obj (draft));
    }

  return kin_demo_field_set_subtract (fields, nobody);
}

/**
 * kin_demo_managed_fields_update:
 * @kind: a kind
 * @draft: the object as it is to be, with the managedFields that it had or that a client wrote
 * @old: (nullable): the object as it was; %NULL for one that is created
 * @manager: who writes
 * @subresource: (nullable): what is written through
 * @now_s: unix seconds
 *
 * Gives the fields that a create, an update or a patch changes to the one who changes them. To be called when
 * defaults are filled in and before the server adds what belongs to nobody: a service's address, a pod's token.
 */
void
kin_demo_managed_fields_update (KinDemoKind    *kind,
                                KinDemoDraft   *draft,
                                yyjson_mut_val *old,
                                const char     *manager,
                                const char     *subresource,
                                gint64          now_s)
{
  yyjson_mut_val *metadata;
  g_autoptr(KinDemoManagers) managers = NULL;
  KinDemoFieldChanges changes;
  KinDemoManager writer;

  g_return_if_fail (kind != NULL);
  g_return_if_fail (draft != NULL);
  g_return_if_fail (manager != NULL);

  metadata = kin_demo_ensure_object (draft, yyjson_mut_doc_get_root (draft), "metadata", NULL);
  managers = read_managers (draft, old, subresource);

  /* Who was forgotten stays forgotten, until the first apply. */
  if (old != NULL && kin_demo_managers_get_n (managers) == 0)
    {
      kin_demo_remove (metadata, "managedFields");
      return;
    }

  writer.name = *manager != '\0' ? manager : "unknown";
  writer.operation = "Update";
  writer.api_version = kin_resource_get_api_version (kin_demo_kind_get_resource (kind));
  writer.subresource = subresource;
  changes = kin_demo_managed_fields_compare (kind, draft, old, subresource);
  claim (managers, draft, &writer, &changes, now_s);
  kin_demo_managers_cap (managers);
  kin_demo_managers_store (managers, metadata);
}
