/* kin-kubeconfig.c: finds, reads and merges the kubeconfig files, as kubectl does.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "config/kin-kubeconfig.h"

#include <glib/gi18n.h>

#include "base/kin-error.h"
#include "base/kin-worker-pool.h"
#include "object/kin-yaml.h"

struct _KinKubeconfig
{
  GObject parent_instance;

  char **paths;
  GListStore *contexts;
  char *current_context;
  GPtrArray *warnings;
};

G_DEFINE_FINAL_TYPE (KinKubeconfig, kin_kubeconfig, G_TYPE_OBJECT)

/* The kinds of entries that a file names. */
typedef enum
{
  CONTEXTS,
  CLUSTERS,
  USERS,
  N_SECTIONS,
} Section;

static const struct
{
  const char *list;
  const char *member;
} section_names[N_SECTIONS] = {
  [CONTEXTS] = { "contexts", "context" },
  [CLUSTERS] = { "clusters", "cluster" },
  [USERS] = { "users", "user" },
};

/* What the worker makes of the files. */
typedef struct
{
  GPtrArray *documents;              /* of KinJson: the entries' values live in them */
  GHashTable *entries[N_SECTIONS];   /* name → KinConfigEntry */
  GPtrArray *context_order;          /* of KinConfigEntry, lent */
  char *current_context;
  GPtrArray *warnings;
  GPtrArray *contexts;               /* of KinContext */
  guint n_found;
  GError *first_error;
} Merge;

static Merge *
merge_new (void)
{
  Merge *merge = g_new0 (Merge, 1);

  merge->documents = g_ptr_array_new_with_free_func ((GDestroyNotify) kin_json_free);
  for (Section i = 0; i < N_SECTIONS; i++)
    merge->entries[i] = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  merge->context_order = g_ptr_array_new ();
  merge->warnings = g_ptr_array_new_with_free_func (g_free);
  merge->contexts = g_ptr_array_new_with_free_func (g_object_unref);

  return merge;
}

static void
merge_free (Merge *merge)
{
  for (Section i = 0; i < N_SECTIONS; i++)
    g_hash_table_unref (merge->entries[i]);
  g_ptr_array_unref (merge->context_order);
  g_ptr_array_unref (merge->documents);
  g_free (merge->current_context);
  g_ptr_array_unref (merge->warnings);
  g_ptr_array_unref (merge->contexts);
  g_clear_error (&merge->first_error);
  g_free (merge);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Merge, merge_free)

static void
warn_about (Merge  *merge,
            GError *error)
{
  g_ptr_array_add (merge->warnings, g_strdup (error->message));

  if (merge->first_error == NULL)
    merge->first_error = error;
  else
    g_error_free (error);
}

/* The first entry of a name is the one that counts, whole: kubectl does not mix the fields of two. */
static void
add_entry (Merge        *merge,
           Section       section,
           const char   *file,
           KinJsonValue *item)
{
  const char *name = kin_json_get_string (item, "name");
  KinConfigEntry *entry;

  if (name == NULL || g_hash_table_contains (merge->entries[section], name))
    return;

  entry = g_new (KinConfigEntry, 1);
  entry->name = name;
  entry->file = file;
  entry->value = kin_json_get (item, section_names[section].member);
  g_hash_table_insert (merge->entries[section], (gpointer) name, entry);

  if (section == CONTEXTS)
    g_ptr_array_add (merge->context_order, entry);
}

static void
merge_document (Merge      *merge,
                const char *file,
                KinJson    *document)
{
  KinJsonValue *root = kin_json_get_root (document);
  const char *current = kin_json_get_string (root, "current-context");

  for (Section i = 0; i < N_SECTIONS; i++)
    {
      KinJsonValue *list = kin_json_get (root, section_names[i].list);

      for (gsize j = 0; j < kin_json_value_get_size (list); j++)
        add_entry (merge, i, file, kin_json_array_get (list, j));
    }

  if (merge->current_context == NULL && current != NULL && *current != '\0')
    merge->current_context = g_strdup (current);
}

/* Whether the text holds anything but white space, which kubectl takes for an empty configuration. */
static gboolean
is_blank (const char *text)
{
  while (g_ascii_isspace (*text))
    text++;

  return *text == '\0';
}

static void
merge_file (Merge      *merge,
            const char *file)
{
  g_autofree char *text = NULL;
  g_autoptr(KinJson) document = NULL;
  g_autoptr(GError) error = NULL;
  gsize length;

  if (!g_file_get_contents (file, &text, &length, &error))
    {
      if (g_error_matches (error, G_FILE_ERROR, G_FILE_ERROR_NOENT))
        return;

      merge->n_found++;
      warn_about (merge, g_error_new (KIN_CONFIG_ERROR, KIN_CONFIG_ERROR_UNREADABLE,
                                      _("A kubeconfig can't be read: %s"), error->message));
      return;
    }

  merge->n_found++;
  if (is_blank (text))
    return;

  document = kin_yaml_parse (text, length, &error);
  if (document == NULL)
    {
      warn_about (merge, g_error_new (KIN_CONFIG_ERROR, KIN_CONFIG_ERROR_SYNTAX, _("%s is no kubeconfig: %s"), file, error->message));
      return;
    }

  if (kin_json_value_get_type (kin_json_get_root (document)) != KIN_JSON_OBJECT)
    {
      warn_about (merge, g_error_new (KIN_CONFIG_ERROR, KIN_CONFIG_ERROR_SYNTAX, _("%s is no kubeconfig: it has no fields"), file));
      return;
    }

  merge_document (merge, file, document);
  g_ptr_array_add (merge->documents, g_steal_pointer (&document));
}

static void
make_contexts (Merge *merge)
{
  for (guint i = 0; i < merge->context_order->len; i++)
    {
      const KinConfigEntry *context = g_ptr_array_index (merge->context_order, i);
      const char *cluster = kin_json_get_string (context->value, "cluster");
      const char *user = kin_json_get_string (context->value, "user");

      g_ptr_array_add (merge->contexts,
                       kin_context_new_from_entries (context,
                                                     cluster != NULL ? g_hash_table_lookup (merge->entries[CLUSTERS], cluster) : NULL,
                                                     user != NULL ? g_hash_table_lookup (merge->entries[USERS], user) : NULL));
    }
}

static gpointer
load_work (gpointer   job,
           GError   **error)
{
  char **paths = job;
  g_autoptr(Merge) merge = merge_new ();

  for (char **path = paths; *path != NULL; path++)
    merge_file (merge, *path);

  if (merge->n_found == 0)
    {
      g_autofree char *list = g_strjoinv (", ", paths);

      if (*list != '\0')
        g_set_error (error, KIN_CONFIG_ERROR, KIN_CONFIG_ERROR_NO_FILE, _("There is no kubeconfig file: %s"), list);
      else
        g_set_error_literal (error, KIN_CONFIG_ERROR, KIN_CONFIG_ERROR_NO_FILE, _("KUBECONFIG names no file"));
      return NULL;
    }

  if (merge->first_error != NULL && merge->warnings->len == merge->n_found)
    {
      g_propagate_error (error, g_steal_pointer (&merge->first_error));
      return NULL;
    }

  make_contexts (merge);

  return g_steal_pointer (&merge);
}

static void
take_merge (KinKubeconfig *self,
            Merge         *merge)
{
  g_set_str (&self->current_context, merge->current_context);
  g_list_store_splice (self->contexts, 0, g_list_model_get_n_items (G_LIST_MODEL (self->contexts)),
                       merge->contexts->pdata, merge->contexts->len);
  g_ptr_array_unref (self->warnings);
  self->warnings = g_ptr_array_ref (merge->warnings);
}

static void
load_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  g_autoptr(GError) error = NULL;
  g_autoptr(Merge) merge = kin_worker_pool_push_finish (result, &error);

  if (merge == NULL)
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }

  take_merge (KIN_KUBECONFIG (source), merge);
  g_task_return_boolean (task, TRUE);
}

/* The list of KUBECONFIG, else ~/.kube/config. Empty names are skipped, and a file named twice is read once. */
static char **
find_paths (void)
{
  const char *variable = g_getenv ("KUBECONFIG");
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new ();
  g_autoptr(GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_auto(GStrv) names = NULL;

  if (variable == NULL || *variable == '\0')
    {
      g_strv_builder_take (builder, g_build_filename (g_get_home_dir (), ".kube", "config", NULL));
      return g_strv_builder_end (builder);
    }

  names = g_strsplit (variable, G_SEARCHPATH_SEPARATOR_S, -1);
  for (char **name = names; *name != NULL; name++)
    if (**name != '\0' && g_hash_table_add (seen, *name))
      g_strv_builder_take (builder, g_canonicalize_filename (*name, NULL));

  return g_strv_builder_end (builder);
}

static char **
dup_absolute (const char * const *paths)
{
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new ();

  for (; *paths != NULL; paths++)
    g_strv_builder_take (builder, g_canonicalize_filename (*paths, NULL));

  return g_strv_builder_end (builder);
}

static void
kin_kubeconfig_finalize (GObject *object)
{
  KinKubeconfig *self = KIN_KUBECONFIG (object);

  g_clear_pointer (&self->paths, g_strfreev);
  g_clear_object (&self->contexts);
  g_clear_pointer (&self->current_context, g_free);
  g_clear_pointer (&self->warnings, g_ptr_array_unref);

  G_OBJECT_CLASS (kin_kubeconfig_parent_class)->finalize (object);
}

static void
kin_kubeconfig_class_init (KinKubeconfigClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = kin_kubeconfig_finalize;
}

static void
kin_kubeconfig_init (KinKubeconfig *self)
{
  self->contexts = g_list_store_new (KIN_TYPE_CONTEXT);
  self->warnings = g_ptr_array_new_with_free_func (g_free);
}

/**
 * kin_kubeconfig_new:
 * @paths: (nullable) (array zero-terminated=1): the files to read, the first of which wins; %NULL: as kubectl finds them
 *
 * Returns: (transfer full): a kubeconfig with nothing loaded yet
 */
KinKubeconfig *
kin_kubeconfig_new (const char * const *paths)
{
  KinKubeconfig *self = g_object_new (KIN_TYPE_KUBECONFIG, NULL);

  self->paths = paths != NULL ? dup_absolute (paths) : find_paths ();

  return self;
}

/**
 * kin_kubeconfig_get_paths:
 * @self: a kubeconfig
 *
 * Returns: (array zero-terminated=1): the absolute names of the files that are looked for
 */
const char * const *
kin_kubeconfig_get_paths (KinKubeconfig *self)
{
  g_return_val_if_fail (KIN_IS_KUBECONFIG (self), NULL);

  return (const char * const *) self->paths;
}

/**
 * kin_kubeconfig_load_async:
 * @self: a kubeconfig
 * @cancellable: (nullable): a cancellable
 * @callback: called when done
 * @user_data: for @callback
 *
 * Reads the files in a worker. May be called again: the contexts are exchanged in one step.
 */
void
kin_kubeconfig_load_async (KinKubeconfig       *self,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  g_autoptr(GTask) task = NULL;

  g_return_if_fail (KIN_IS_KUBECONFIG (self));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, kin_kubeconfig_load_async);

  kin_worker_pool_push_async (self, load_work, g_strdupv (self->paths), (GDestroyNotify) g_strfreev, (GDestroyNotify) merge_free,
                              G_PRIORITY_DEFAULT, cancellable, load_cb, g_steal_pointer (&task));
}

/**
 * kin_kubeconfig_load_finish:
 * @self: a kubeconfig
 * @result: what the callback was given
 * @error: return location
 *
 * Returns: whether a file was read. A file that could not be read beside others that could is a warning.
 */
gboolean
kin_kubeconfig_load_finish (KinKubeconfig  *self,
                            GAsyncResult   *result,
                            GError        **error)
{
  g_return_val_if_fail (KIN_IS_KUBECONFIG (self), FALSE);
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * kin_kubeconfig_get_contexts:
 * @self: a kubeconfig
 *
 * Returns: (transfer none): the #KinContext s, broken ones too, in the order of the files
 */
GListModel *
kin_kubeconfig_get_contexts (KinKubeconfig *self)
{
  g_return_val_if_fail (KIN_IS_KUBECONFIG (self), NULL);

  return G_LIST_MODEL (self->contexts);
}

/**
 * kin_kubeconfig_get_current_context:
 * @self: a kubeconfig
 *
 * Returns: (nullable): the current context's name, which may be no context's
 */
const char *
kin_kubeconfig_get_current_context (KinKubeconfig *self)
{
  g_return_val_if_fail (KIN_IS_KUBECONFIG (self), NULL);

  return self->current_context;
}

/**
 * kin_kubeconfig_find_context:
 * @self: a kubeconfig
 * @name: a context's name
 *
 * Returns: (transfer none) (nullable): the context of that name
 */
KinContext *
kin_kubeconfig_find_context (KinKubeconfig *self,
                             const char    *name)
{
  g_return_val_if_fail (KIN_IS_KUBECONFIG (self), NULL);
  g_return_val_if_fail (name != NULL, NULL);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->contexts)); i++)
    {
      g_autoptr(KinContext) context = g_list_model_get_item (G_LIST_MODEL (self->contexts), i);

      if (g_str_equal (kin_context_get_name (context), name))
        return context;      /* the list keeps it */
    }

  return NULL;
}

/**
 * kin_kubeconfig_get_warnings:
 * @self: a kubeconfig
 *
 * Returns: (transfer none) (element-type utf8): what is wrong with files that were left out
 */
GPtrArray *
kin_kubeconfig_get_warnings (KinKubeconfig *self)
{
  g_return_val_if_fail (KIN_IS_KUBECONFIG (self), NULL);

  return self->warnings;
}
