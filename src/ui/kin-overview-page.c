/* kin-overview-page.c: what matters of one object at a glance.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ui/kin-overview-page.h"

#include <glib/gi18n.h>

#include "object/kin-json.h"
#include "object/kin-object.h"
#include "ui/kin-fact-group.h"
#include "ui/kin-words.h"

struct _KinOverviewPage
{
  AdwBin parent_instance;

  KinFactGroup *state_group;
  KinFactGroup *containers_group;
  KinFactGroup *conditions_group;
  KinFactGroup *metadata_group;
  KinFactGroup *labels_group;
  KinFactGroup *annotations_group;

  KinObject *object;
};

G_DEFINE_FINAL_TYPE (KinOverviewPage, kin_overview_page, ADW_TYPE_BIN)

static char *
dup_date (gint64 unix_seconds)
{
  g_autoptr(GDateTime) date = NULL;

  if (unix_seconds == 0)
    return NULL;

  date = g_date_time_new_from_unix_local (unix_seconds);

  return g_date_time_format (date, "%F %T");
}

/* Containers have a group of their own, with their images. */
static gboolean
is_told_elsewhere (const KinColumn *column)
{
  return g_str_equal (column->name, "CONTAINERS") || g_str_equal (column->name, "IMAGES");
}

static void
show_state (KinOverviewPage *self)
{
  KinKind *kind = kin_object_get_kind (self->object);
  gint64 now = g_get_real_time () / G_USEC_PER_SEC;

  kin_fact_group_begin (self->state_group);
  for (guint i = 0; i < kin_kind_get_n_columns (kind); i++)
    {
      const KinColumn *column = kin_kind_get_column (kind, i);
      g_autofree char *name = kin_words_dup_column (column->name);
      g_autofree char *text = kin_cell_dup_text (kin_object_get_cell (self->object, i), now);

      if (!is_told_elsewhere (column))
        kin_fact_group_add (self->state_group, name, text);
    }
  kin_fact_group_end (self->state_group);
}

static char *
dup_owner (KinObject *object)
{
  if (kin_object_get_owner_uid (object) == NULL)
    return NULL;

  return g_strdup_printf ("%s %s", kin_object_get_owner_kind (object),
                          kin_object_get_owner_name (object));
}

static void
show_metadata (KinOverviewPage *self)
{
  g_autofree char *created = dup_date (kin_object_get_creation_time (self->object));
  g_autofree char *deleted = dup_date (kin_object_get_deletion_time (self->object));
  g_autofree char *owner = dup_owner (self->object);

  kin_fact_group_begin (self->metadata_group);
  kin_fact_group_add (self->metadata_group, _("Namespace"), kin_object_get_namespace (self->object));
  kin_fact_group_add (self->metadata_group, _("Created"), created);
  kin_fact_group_add (self->metadata_group, _("Deletion asked for"), deleted);
  kin_fact_group_add (self->metadata_group, _("Owner"), owner);
  kin_fact_group_add (self->metadata_group, _("UID"), kin_object_get_uid (self->object));
  kin_fact_group_end (self->metadata_group);
}

static void
show_labels (KinOverviewPage *self)
{
  kin_fact_group_begin (self->labels_group);
  for (guint i = 0; i < kin_object_get_n_labels (self->object); i++)
    {
      const char *name;
      const char *value;

      kin_object_get_nth_label (self->object, i, &name, &value);
      kin_fact_group_add (self->labels_group, name, *value != '\0' ? value : "“”");
    }
  kin_fact_group_end (self->labels_group);
}

static void
show_annotations (KinOverviewPage *self,
                  KinJsonValue    *root)
{
  KinJsonIter iter;
  const char *name;
  KinJsonValue *value;

  kin_fact_group_begin (self->annotations_group);
  kin_json_iter_init (&iter, kin_json_get_path (root, "metadata", "annotations", NULL));
  while (kin_json_iter_next (&iter, &name, &value))
    {
      /* kubectl's copy of the whole object says nothing that the YAML page does not say better. */
      if (!g_str_equal (name, "kubectl.kubernetes.io/last-applied-configuration"))
        kin_fact_group_add (self->annotations_group, name, kin_json_value_get_string (value));
    }
  kin_fact_group_end (self->annotations_group);
}

static void
add_containers (KinOverviewPage *self,
                KinJsonValue    *containers)
{
  KinJsonIter iter;
  KinJsonValue *container;

  kin_json_iter_init (&iter, containers);
  while (kin_json_iter_next (&iter, NULL, &container))
    {
      const char *name = kin_json_get_string (container, "name");

      if (name != NULL)
        kin_fact_group_add (self->containers_group, name, kin_json_get_string (container, "image"));
    }
}

/* Pods have them in their spec, what makes pods has them in its template. */
static void
show_containers (KinOverviewPage *self,
                 KinJsonValue    *root)
{
  KinJsonValue *spec = kin_json_get (root, "spec");
  KinJsonValue *template_spec = kin_json_get_path (spec, "template", "spec", NULL);

  if (template_spec != NULL)
    spec = template_spec;

  kin_fact_group_begin (self->containers_group);
  add_containers (self, kin_json_get (spec, "initContainers"));
  add_containers (self, kin_json_get (spec, "containers"));
  kin_fact_group_end (self->containers_group);
}

static char *
dup_condition (KinJsonValue *condition)
{
  const char *status = kin_json_get_string (condition, "status");
  const char *reason = kin_json_get_string (condition, "reason");
  const char *message = kin_json_get_string (condition, "message");
  g_autoptr(GString) text = g_string_new (status != NULL ? status : "Unknown");

  if (reason != NULL && *reason != '\0')
    g_string_append_printf (text, " · %s", reason);
  if (message != NULL && *message != '\0')
    g_string_append_printf (text, "\n%s", message);

  return g_string_free_and_steal (g_steal_pointer (&text));
}

static void
show_conditions (KinOverviewPage *self,
                 KinJsonValue    *root)
{
  KinJsonIter iter;
  KinJsonValue *condition;

  kin_fact_group_begin (self->conditions_group);
  kin_json_iter_init (&iter, kin_json_get_path (root, "status", "conditions", NULL));
  while (kin_json_iter_next (&iter, NULL, &condition))
    {
      const char *type = kin_json_get_string (condition, "type");
      g_autofree char *text = dup_condition (condition);

      if (type != NULL)
        kin_fact_group_add (self->conditions_group, type, text);
    }
  kin_fact_group_end (self->conditions_group);
}

static void
show_object (KinOverviewPage *self)
{
  g_autoptr(GBytes) body = kin_object_dup_body (self->object);
  g_autoptr(KinJson) json = NULL;
  KinJsonValue *root = NULL;

  if (body != NULL)
    json = kin_json_parse (g_bytes_get_data (body, NULL), g_bytes_get_size (body), NULL);
  if (json != NULL)
    root = kin_json_get_root (json);

  show_state (self);
  show_containers (self, root);
  show_conditions (self, root);
  show_metadata (self);
  show_labels (self);
  show_annotations (self, root);
}

static void
kin_overview_page_dispose (GObject *object)
{
  KinOverviewPage *self = KIN_OVERVIEW_PAGE (object);

  g_clear_pointer (&self->object, kin_object_unref);
  gtk_widget_dispose_template (GTK_WIDGET (self), KIN_TYPE_OVERVIEW_PAGE);

  G_OBJECT_CLASS (kin_overview_page_parent_class)->dispose (object);
}

static void
kin_overview_page_class_init (KinOverviewPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = kin_overview_page_dispose;

  g_type_ensure (KIN_TYPE_FACT_GROUP);
  gtk_widget_class_set_template_from_resource (widget_class, "/com/example/KInformer/ui/kin-overview-page.ui");
  gtk_widget_class_bind_template_child (widget_class, KinOverviewPage, state_group);
  gtk_widget_class_bind_template_child (widget_class, KinOverviewPage, containers_group);
  gtk_widget_class_bind_template_child (widget_class, KinOverviewPage, conditions_group);
  gtk_widget_class_bind_template_child (widget_class, KinOverviewPage, metadata_group);
  gtk_widget_class_bind_template_child (widget_class, KinOverviewPage, labels_group);
  gtk_widget_class_bind_template_child (widget_class, KinOverviewPage, annotations_group);
}

static void
kin_overview_page_init (KinOverviewPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * kin_overview_page_set_object:
 * @self: the page
 * @object: (nullable) (transfer none): what to show; %NULL leaves the page as it is, unseen
 *
 * A newer state of the same object changes only the words that differ.
 */
void
kin_overview_page_set_object (KinOverviewPage *self,
                              KinObject       *object)
{
  g_return_if_fail (KIN_IS_OVERVIEW_PAGE (self));

  if (self->object == object)
    return;

  g_clear_pointer (&self->object, kin_object_unref);
  if (object == NULL)
    return;

  self->object = kin_object_ref (object);
  show_object (self);
}
