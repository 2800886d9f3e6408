/* kin-demo-object.c: one stored version of an object: its text, and what lists and controllers look up.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-object.h"

#include <string.h>

#include "object/kin-json.h"

struct _KinDemoObject
{
  int ref_count;
  gboolean deleting;
  guint64 version;
  KinDemoKind *kind;
  char *key;
  const char *name;         /* the end of key */
  char *namespace_;         /* (nullable) */
  char *uid;                /* (nullable) */
  char *owner_uid;          /* (nullable) */
  char **labels;            /* key, value, …: sorted by key */
  GBytes *text;
};

typedef struct
{
  const char *key;
  const char *value;
} Label;

static int
compare_labels (gconstpointer a,
                gconstpointer b)
{
  return strcmp (((const Label *) a)->key, ((const Label *) b)->key);
}

static char **
dup_sorted (GArray *labels)
{
  char **sorted = g_new0 (char *, 2 * labels->len + 1);

  g_array_sort (labels, compare_labels);
  for (guint i = 0; i < labels->len; i++)
    {
      sorted[2 * i] = g_strdup (g_array_index (labels, Label, i).key);
      sorted[2 * i + 1] = g_strdup (g_array_index (labels, Label, i).value);
    }

  return sorted;
}

static char **
dup_labels (yyjson_mut_val *object)
{
  g_autoptr(GArray) labels = g_array_new (FALSE, FALSE, sizeof (Label));
  yyjson_mut_obj_iter iter;
  yyjson_mut_val *key;

  yyjson_mut_obj_iter_init (object, &iter);
  while ((key = yyjson_mut_obj_iter_next (&iter)) != NULL)
    {
      Label label = { yyjson_mut_get_str (key), yyjson_mut_get_str (yyjson_mut_obj_iter_get_val (key)) };

      if (label.value != NULL)
        g_array_append_val (labels, label);
    }

  return dup_sorted (labels);
}

static const char *
find_owner_uid (yyjson_mut_val *owners)
{
  yyjson_mut_arr_iter iter;
  yyjson_mut_val *owner;

  yyjson_mut_arr_iter_init (owners, &iter);
  while ((owner = yyjson_mut_arr_iter_next (&iter)) != NULL)
    {
      if (kin_demo_get_boolean (owner, FALSE, "controller", NULL))
        return kin_demo_get_string (owner, "uid", NULL);
    }

  return NULL;
}

static void
take_names (KinDemoObject  *self,
            yyjson_mut_val *metadata)
{
  const char *namespace_ = kin_demo_get_string (metadata, "namespace", NULL);
  const char *name = kin_demo_get_string (metadata, "name", NULL);

  g_assert (name != NULL);

  if (namespace_ != NULL && *namespace_ != '\0')
    {
      self->namespace_ = g_strdup (namespace_);
      self->key = g_strconcat (namespace_, "/", name, NULL);
      self->name = self->key + strlen (namespace_) + 1;
    }
  else
    {
      self->key = g_strdup (name);
      self->name = self->key;
    }
}

/**
 * kin_demo_object_new:
 * @kind: its kind
 * @draft: what it is; it has a name
 *
 * Makes an object of a draft as it is now.
 *
 * Returns: (transfer full): an object
 */
KinDemoObject *
kin_demo_object_new (KinDemoKind  *kind,
                     KinDemoDraft *draft)
{
  KinDemoObject *self;
  yyjson_mut_val *metadata;
  const char *version;

  g_return_val_if_fail (kind != NULL && draft != NULL, NULL);

  metadata = kin_demo_get (yyjson_mut_doc_get_root (draft), "metadata", NULL);
  version = kin_demo_get_string (metadata, "resourceVersion", NULL);

  self = g_new0 (KinDemoObject, 1);
  self->ref_count = 1;
  self->kind = kin_demo_kind_ref (kind);
  take_names (self, metadata);
  self->uid = g_strdup (kin_demo_get_string (metadata, "uid", NULL));
  self->owner_uid = g_strdup (find_owner_uid (kin_demo_get (metadata, "ownerReferences", NULL)));
  self->version = version != NULL ? g_ascii_strtoull (version, NULL, 10) : 0;
  self->deleting = kin_demo_get_string (metadata, "deletionTimestamp", NULL) != NULL;
  self->labels = dup_labels (kin_demo_get (metadata, "labels", NULL));
  self->text = kin_demo_draft_write (draft);

  return self;
}

/**
 * kin_demo_object_ref:
 * @self: an object
 *
 * Takes a reference.
 *
 * Returns: (transfer full): @self
 */
KinDemoObject *
kin_demo_object_ref (KinDemoObject *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  self->ref_count++;

  return self;
}

/**
 * kin_demo_object_unref:
 * @self: (transfer full): an object
 *
 * Gives a reference back.
 */
void
kin_demo_object_unref (KinDemoObject *self)
{
  g_return_if_fail (self != NULL);

  if (--self->ref_count > 0)
    return;

  kin_demo_kind_unref (self->kind);
  g_free (self->key);
  g_free (self->namespace_);
  g_free (self->uid);
  g_free (self->owner_uid);
  g_strfreev (self->labels);
  g_bytes_unref (self->text);
  g_free (self);
}

/**
 * kin_demo_object_get_kind:
 * @self: an object
 *
 * Gets its kind.
 *
 * Returns: (transfer none): the kind
 */
KinDemoKind *
kin_demo_object_get_kind (KinDemoObject *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->kind;
}

/**
 * kin_demo_object_get_key:
 * @self: an object
 *
 * Gets what lists are sorted by.
 *
 * Returns: (transfer none): “namespace/name”, or the name of what is in no namespace
 */
const char *
kin_demo_object_get_key (KinDemoObject *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->key;
}

/**
 * kin_demo_object_get_namespace:
 * @self: an object
 *
 * Gets its namespace.
 *
 * Returns: (transfer none) (nullable): the namespace, or %NULL if it is in none
 */
const char *
kin_demo_object_get_namespace (KinDemoObject *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->namespace_;
}

/**
 * kin_demo_object_get_name:
 * @self: an object
 *
 * Gets its name.
 *
 * Returns: (transfer none): the name
 */
const char *
kin_demo_object_get_name (KinDemoObject *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->name;
}

/**
 * kin_demo_object_get_uid:
 * @self: an object
 *
 * Gets its uid.
 *
 * Returns: (transfer none) (nullable): the uid
 */
const char *
kin_demo_object_get_uid (KinDemoObject *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->uid;
}

/**
 * kin_demo_object_get_owner_uid:
 * @self: an object
 *
 * Gets the uid of the owner that controls it.
 *
 * Returns: (transfer none) (nullable): the uid, or %NULL if nothing does
 */
const char *
kin_demo_object_get_owner_uid (KinDemoObject *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->owner_uid;
}

/**
 * kin_demo_object_get_version:
 * @self: an object
 *
 * Gets its resourceVersion.
 *
 * Returns: the version
 */
guint64
kin_demo_object_get_version (KinDemoObject *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->version;
}

/**
 * kin_demo_object_is_deleting:
 * @self: an object
 *
 * Tells whether its deletion has begun.
 *
 * Returns: whether it has a deletionTimestamp
 */
gboolean
kin_demo_object_is_deleting (KinDemoObject *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->deleting;
}

/**
 * kin_demo_object_get_labels:
 * @self: an object
 *
 * Gets its labels.
 *
 * Returns: (transfer none) (array zero-terminated=1): key, value, key, value …, sorted by key
 */
const char * const *
kin_demo_object_get_labels (KinDemoObject *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return (const char * const *) self->labels;
}

/**
 * kin_demo_object_get_text:
 * @self: an object
 *
 * Gets what the API answers with.
 *
 * Returns: (transfer none): JSON
 */
GBytes *
kin_demo_object_get_text (KinDemoObject *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->text;
}

/**
 * kin_demo_object_parse:
 * @self: an object
 *
 * Reads the text. That takes microseconds: what was read is not kept.
 *
 * Returns: (transfer full): a document
 */
KinJson *
kin_demo_object_parse (KinDemoObject *self)
{
  gsize length;
  const char *text;

  g_return_val_if_fail (self != NULL, NULL);

  text = g_bytes_get_data (self->text, &length);

  return kin_json_parse_trusted (text, length);
}

/**
 * kin_demo_object_edit:
 * @self: an object
 *
 * Makes a draft of the next version.
 *
 * Returns: (transfer full): a draft
 */
KinDemoDraft *
kin_demo_object_edit (KinDemoObject *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return kin_demo_draft_read (self->text);
}
