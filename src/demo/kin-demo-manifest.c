/* kin-demo-manifest.c: reads shop.yaml: each object is what stands there, merged into what its kind has by default.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-manifest.h"

#include <string.h>

#include "kin-demo-resources.h"
#include "object/kin-yaml.h"

#define SHOP_PATH "/com/example/KInformer/demo/shop.yaml"
#define HOUR_US (60 * 60 * (double) G_USEC_PER_SEC)

/* The file is a part of the program: what is wrong with it is a mistake of ours. */
static KinDemoDraft *
read_file (void)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) bytes = g_resource_lookup_data (kin_demo_get_resource (), SHOP_PATH, G_RESOURCE_LOOKUP_FLAGS_NONE,
                                                    &error);
  g_autoptr(KinJson) json = NULL;
  g_autofree char *text = NULL;
  KinDemoDraft *draft;

  g_assert_no_error (error);
  json = kin_yaml_parse (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), &error);
  g_assert_no_error (error);

  text = kin_json_value_dup_text (kin_json_get_root (json));
  draft = kin_demo_draft_parse (text, strlen (text), &error);
  g_assert_no_error (error);

  return draft;
}

/* A member that is null is not there, be it in an element of an array, which a merge patch takes as it is. */
static void
remove_nulls (yyjson_mut_val *value)
{
  yyjson_mut_val *child;
  gsize i;
  gsize n;

  if (yyjson_mut_is_arr (value))
    {
      yyjson_mut_arr_foreach (value, i, n, child)
        remove_nulls (child);
    }
  else if (yyjson_mut_is_obj (value))
    {
      yyjson_mut_obj_iter iter = yyjson_mut_obj_iter_with (value);

      for (yyjson_mut_val *key = yyjson_mut_obj_iter_next (&iter); key != NULL;
           key = yyjson_mut_obj_iter_next (&iter))
        {
          child = yyjson_mut_obj_iter_get_val (key);
          if (yyjson_mut_is_null (child))
            yyjson_mut_obj_iter_remove (&iter);
          else
            remove_nulls (child);
        }
    }
}

/* What stands for the object's own: the longer word first. */
static char *
dup_substituted (GBytes     *text,
                 const char *namespace_,
                 const char *name,
                 const char *tag)
{
  g_autoptr(GString) filled = g_string_new_len (g_bytes_get_data (text, NULL), (gssize) g_bytes_get_size (text));

  g_string_replace (filled, "$NAMESPACE", namespace_ != NULL ? namespace_ : "", 0);
  g_string_replace (filled, "$NAME", name, 0);
  g_string_replace (filled, "$TAG", tag != NULL ? tag : "", 0);

  return g_string_free_and_steal (g_steal_pointer (&filled));
}

static void
set_identity (KinDemoDraft *draft,
              const char   *kind,
              const char   *namespace_,
              const char   *name)
{
  yyjson_mut_val *metadata = kin_demo_ensure_object (draft, yyjson_mut_doc_get_root (draft), "metadata", NULL);

  kin_demo_set_string (draft, yyjson_mut_doc_get_root (draft), "kind", kind);
  kin_demo_set_string (draft, metadata, "name", name);
  if (namespace_ != NULL)
    kin_demo_set_string (draft, metadata, "namespace", namespace_);
}

/* The default with the object's own merged into it. */
static KinDemoDraft *
merge (yyjson_mut_val *defaults,
       yyjson_mut_val *own,
       const char     *kind,
       const char     *namespace_,
       const char     *name)
{
  g_autoptr(KinDemoDraft) merged = kin_demo_draft_new ();
  g_autoptr(GBytes) text = NULL;
  g_autoptr(GError) error = NULL;
  g_autofree char *filled = NULL;
  KinDemoDraft *draft;

  yyjson_mut_doc_set_root (merged, yyjson_mut_merge_patch (merged, defaults, own));
  set_identity (merged, kind, namespace_, name);
  remove_nulls (yyjson_mut_doc_get_root (merged));

  text = kin_demo_draft_write (merged);
  filled = dup_substituted (text, namespace_, name, kin_demo_get_string (own, "tag", NULL));
  draft = kin_demo_draft_parse (filled, strlen (filled), &error);
  g_assert_no_error (error);

  return draft;
}

static gint64
get_time (yyjson_mut_val *past,
          const char     *name,
          double          unit_us)
{
  return (gint64) (yyjson_mut_get_num (yyjson_mut_obj_get (past, name)) * unit_us);
}

static void
read_change (KinDemoManifestEntry *entry,
             yyjson_mut_val       *lately)
{
  g_autoptr(GBytes) patch = NULL;

  if (lately == NULL)
    return;

  patch = kin_demo_value_write (kin_demo_get (lately, "patch", NULL));
  entry->change = g_strndup (g_bytes_get_data (patch, NULL), g_bytes_get_size (patch));
  entry->change_manager = g_strdup (kin_demo_get_string (lately, "manager", NULL));
  entry->change_cause = g_strdup (kin_demo_get_string (lately, "cause", NULL));
  entry->changed_us = get_time (lately, "hours", HOUR_US);
}

static void
read_past (KinDemoManifestEntry *entry,
           yyjson_mut_val       *past)
{
  g_assert (past != NULL);

  entry->manager = g_strdup (kin_demo_get_string (past, "manager", NULL));
  entry->age_us = get_time (past, "days", 24 * HOUR_US);
  entry->n_revisions = (guint) kin_demo_get_integer (past, 1, "revisions", NULL);
  entry->rolled_us = get_time (past, "hours", HOUR_US);
  read_change (entry, kin_demo_get (past, "lately", NULL));
}

static void
free_entry (gpointer data)
{
  KinDemoManifestEntry *entry = data;

  g_free (entry->api_version);
  g_free (entry->kind);
  g_free (entry->namespace_);
  g_free (entry->name);
  yyjson_mut_doc_free (entry->object);
  g_free (entry->manager);
  g_free (entry->tag);
  g_free (entry->change);
  g_free (entry->change_manager);
  g_free (entry->change_cause);
  g_free (entry);
}

static KinDemoManifestEntry *
read_entry (yyjson_mut_val *defaults,
            yyjson_mut_val *own,
            const char     *kind,
            const char     *namespace_,
            const char     *name)
{
  KinDemoManifestEntry *entry = g_new0 (KinDemoManifestEntry, 1);
  yyjson_mut_val *root;

  entry->object = merge (defaults, own, kind, namespace_, name);
  root = yyjson_mut_doc_get_root (entry->object);

  entry->api_version = g_strdup (kin_demo_get_string (root, "apiVersion", NULL));
  entry->kind = g_strdup (kind);
  entry->namespace_ = g_strdup (namespace_);
  entry->name = g_strdup (name);
  entry->tag = g_strdup (kin_demo_get_string (root, "tag", NULL));
  read_past (entry, kin_demo_get (root, "past", NULL));

  kin_demo_remove (root, "past");
  kin_demo_remove (root, "tag");

  return entry;
}

static void
read_kind (GPtrArray      *entries,
           yyjson_mut_val *defaults,
           yyjson_mut_val *objects,
           const char     *kind,
           const char     *namespace_)
{
  yyjson_mut_val *name;
  yyjson_mut_val *own;
  gsize i;
  gsize n;

  g_assert (defaults != NULL);

  yyjson_mut_obj_foreach (objects, i, n, name, own)
    g_ptr_array_add (entries, read_entry (defaults, own, kind, namespace_, yyjson_mut_get_str (name)));
}

static void
read_namespace (GPtrArray      *entries,
                yyjson_mut_val *defaults,
                yyjson_mut_val *kinds,
                const char     *namespace_)
{
  yyjson_mut_val *kind;
  yyjson_mut_val *objects;
  gsize i;
  gsize n;

  yyjson_mut_obj_foreach (kinds, i, n, kind, objects)
    {
      const char *name = yyjson_mut_get_str (kind);

      read_kind (entries, yyjson_mut_obj_get (defaults, name), objects, name, namespace_);
    }
}

/**
 * kin_demo_manifest_load:
 *
 * Reads the shop's file, which is a part of the program.
 *
 * Returns: (transfer full) (element-type KinDemoManifestEntry): the objects, in the file's order
 */
GPtrArray *
kin_demo_manifest_load (void)
{
  g_autoptr(KinDemoDraft) file = read_file ();
  yyjson_mut_val *root = yyjson_mut_doc_get_root (file);
  GPtrArray *entries = g_ptr_array_new_with_free_func (free_entry);
  yyjson_mut_val *namespace_;
  yyjson_mut_val *kinds;
  gsize i;
  gsize n;

  yyjson_mut_obj_foreach (kin_demo_get (root, "objects", NULL), i, n, namespace_, kinds)
    {
      const char *name = yyjson_mut_get_str (namespace_);

      read_namespace (entries, kin_demo_get (root, "defaults", NULL), kinds, g_str_equal (name, "cluster") ? NULL : name);
    }

  return entries;
}
