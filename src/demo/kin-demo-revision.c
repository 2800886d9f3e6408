/* kin-demo-revision.c: the ControllerRevisions in which StatefulSets and DaemonSets keep the templates they have had.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-revision.h"

#include <string.h>

#include "demo/kin-demo-pod.h"
#include "demo/kin-demo-store.h"
#include "demo/kin-demo-template-hash.h"
#include "demo/kin-demo-upkeep.h"
#include "demo/kin-demo-world.h"

static KinDemoKind *
get_kind (KinDemoWorld *world)
{
  return kin_demo_upkeep_find_kind (world, "apps", "v1", "controllerrevisions");
}

static GPtrArray *
list (KinDemoWorld  *world,
      KinDemoObject *set)
{
  return kin_demo_store_list_owned (kin_demo_world_get_store (world), get_kind (world),
                                    kin_demo_object_get_uid (set));
}

static gint64
get_number (KinDemoObject *revision)
{
  g_autoptr(KinJson) json = kin_demo_object_parse (revision);

  return kin_json_get_integer (kin_json_get_root (json), "revision", 0);
}

static gint64
get_newest (GPtrArray *revisions)
{
  gint64 newest = 0;

  for (guint i = 0; i < revisions->len; i++)
    newest = MAX (newest, get_number (g_ptr_array_index (revisions, i)));

  return newest;
}

static KinDemoObject *
find (GPtrArray  *revisions,
      const char *name)
{
  for (guint i = 0; i < revisions->len; i++)
    {
      if (g_str_equal (kin_demo_object_get_name (g_ptr_array_index (revisions, i)), name))
        return g_ptr_array_index (revisions, i);
    }

  return NULL;
}

/* The template as a patch that replaces the whole of it: what a rollback applies. */
static void
set_data (KinDemoDraft   *draft,
          yyjson_mut_val *template)
{
  yyjson_mut_val *spec = kin_demo_ensure_object (draft, yyjson_mut_doc_get_root (draft), "data", "spec", NULL);

  kin_demo_set (draft, spec, "template", yyjson_mut_val_mut_copy (draft, template));
  kin_demo_set_string (draft, kin_demo_get (spec, "template", NULL), "$patch", "replace");
}

static void
create (KinDemoWorld    *world,
        KinDemoObject   *set,
        KinDemoRevision *revision,
        const char      *hash_label)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_draft_new ();
  g_autoptr(KinDemoDraft) whole = kin_demo_object_edit (set);
  g_autoptr(KinDemoObject) created = NULL;
  yyjson_mut_val *source = yyjson_mut_doc_get_root (whole);
  yyjson_mut_val *template = kin_demo_get (source, "spec", "template", NULL);
  yyjson_mut_val *root = yyjson_mut_doc_get_root (draft);
  yyjson_mut_val *metadata = kin_demo_ensure_object (draft, root, "metadata", NULL);

  kin_demo_set_string (draft, metadata, "name", revision->name);
  kin_demo_copy_member (draft, metadata, kin_demo_get (source, "metadata", NULL), "annotations");
  kin_demo_copy_member (draft, metadata, kin_demo_get (template, "metadata", NULL), "labels");
  kin_demo_set_string (draft, kin_demo_ensure_object (draft, metadata, "labels", NULL), hash_label, revision->hash);
  yyjson_mut_arr_append (kin_demo_ensure_array (draft, metadata, "ownerReferences"),
                         kin_demo_owner_reference_new (draft, set));
  set_data (draft, template);
  kin_demo_set_integer (draft, root, "revision", revision->number);

  created = kin_demo_upkeep_create (world, get_kind (world), kin_demo_object_get_namespace (set), draft,
                                    KIN_DEMO_MANAGER, NULL);
}

/* A template that was had before becomes the newest again. */
static void
renumber (KinDemoWorld  *world,
          KinDemoObject *object,
          gint64         number)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_object_edit (object);

  kin_demo_set_integer (draft, yyjson_mut_doc_get_root (draft), "revision", number);
  kin_demo_upkeep_update (world, object, draft, KIN_DEMO_MANAGER, NULL);
}

static char *
dup_hash (KinDemoObject *set)
{
  g_autoptr(KinJson) json = kin_demo_object_parse (set);

  return kin_demo_template_hash_dup (kin_json_get_path (kin_json_get_root (json), "spec", "template", NULL));
}

/**
 * kin_demo_revision_ensure:
 * @world: the cluster
 * @set: a StatefulSet or DaemonSet
 * @hash_label: the label that is to hold the hash
 *
 * Makes sure that the set's template is kept, as the newest of its revisions.
 *
 * Returns: (transfer full): that revision
 */
KinDemoRevision *
kin_demo_revision_ensure (KinDemoWorld  *world,
                          KinDemoObject *set,
                          const char    *hash_label)
{
  g_autoptr(GPtrArray) revisions = NULL;
  KinDemoRevision *self;
  KinDemoObject *there;
  gint64 newest;

  g_return_val_if_fail (KIN_IS_DEMO_WORLD (world), NULL);
  g_return_val_if_fail (set != NULL && hash_label != NULL, NULL);

  revisions = list (world, set);
  newest = get_newest (revisions);

  self = g_new0 (KinDemoRevision, 1);
  self->hash = dup_hash (set);
  self->name = g_strconcat (kin_demo_object_get_name (set), "-", self->hash, NULL);
  there = find (revisions, self->name);
  self->number = there != NULL ? get_number (there) : newest + 1;

  if (there == NULL)
    {
      create (world, set, self, hash_label);
    }
  else if (self->number < newest)
    {
      self->number = newest + 1;
      renumber (world, there, self->number);
    }

  return self;
}

/**
 * kin_demo_revision_free:
 * @self: a revision
 *
 * Frees a revision.
 */
void
kin_demo_revision_free (KinDemoRevision *self)
{
  g_free (self->name);
  g_free (self->hash);
  g_free (self);
}

/**
 * kin_demo_revision_dup_template:
 * @world: the cluster
 * @set: a set
 * @name: the name of one of its revisions
 *
 * Gets a template that the set has had.
 *
 * Returns: (transfer full) (nullable): the template, or %NULL if it is not kept any more
 */
KinDemoDraft *
kin_demo_revision_dup_template (KinDemoWorld  *world,
                                KinDemoObject *set,
                                const char    *name)
{
  g_autoptr(GPtrArray) revisions = NULL;
  g_autoptr(KinDemoDraft) whole = NULL;
  KinDemoDraft *template;
  KinDemoObject *revision;
  yyjson_mut_val *kept;

  g_return_val_if_fail (KIN_IS_DEMO_WORLD (world), NULL);
  g_return_val_if_fail (set != NULL && name != NULL, NULL);

  revisions = list (world, set);
  revision = find (revisions, name);
  if (revision == NULL)
    return NULL;

  whole = kin_demo_object_edit (revision);
  kept = kin_demo_get (yyjson_mut_doc_get_root (whole), "data", "spec", "template", NULL);
  template = kin_demo_draft_new ();
  yyjson_mut_doc_set_root (template, yyjson_mut_val_mut_copy (template, kept));
  kin_demo_remove (yyjson_mut_doc_get_root (template), "$patch");

  return template;
}

static int
compare_numbers (gconstpointer a,
                 gconstpointer b)
{
  gint64 one = get_number (*(KinDemoObject * const *) a);
  gint64 two = get_number (*(KinDemoObject * const *) b);

  return one < two ? -1 : one > two;
}

static guint
get_limit (KinDemoObject *set)
{
  g_autoptr(KinJson) json = kin_demo_object_parse (set);

  return (guint) kin_json_get_integer (kin_json_get (kin_json_get_root (json), "spec"), "revisionHistoryLimit", 10);
}

/**
 * kin_demo_revision_trim:
 * @world: the cluster
 * @set: a set
 * @live: (element-type utf8 utf8): a set of the names of revisions that are in use
 *
 * Deletes the oldest revisions that nobody uses, down to as many as the set wants to keep.
 */
void
kin_demo_revision_trim (KinDemoWorld  *world,
                        KinDemoObject *set,
                        GHashTable    *live)
{
  g_autoptr(GPtrArray) revisions = NULL;
  guint n_unused = 0;
  guint limit;

  g_return_if_fail (KIN_IS_DEMO_WORLD (world));
  g_return_if_fail (set != NULL && live != NULL);

  revisions = list (world, set);
  limit = get_limit (set);
  if (revisions->len <= limit)
    return;

  g_ptr_array_sort (revisions, compare_numbers);
  for (guint i = revisions->len; i > 0; i--)
    {
      KinDemoObject *revision = g_ptr_array_index (revisions, i - 1);

      if (!g_hash_table_contains (live, kin_demo_object_get_name (revision)) && ++n_unused > limit)
        kin_demo_upkeep_delete (world, revision);
    }
}
