/* kin-change-row.c: one change of an object, field by field.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ui/kin-change-row.h"

#include <glib/gi18n.h>

#include "journal/kin-change.h"
#include "object/kin-time.h"

/* A row stays something that one can take in: the YAML page has the whole object. */
#define MAX_FIELDS 40
#define MAX_VALUE_LENGTH 400

struct _KinChangeRow
{
  GtkWidget parent_instance;

  GtkWidget *gap_icon;
  GtkLabel *time_label;
  GtkWidget *spec_label;
  GtkWidget *status_label;
  GtkWidget *metadata_label;
  GtkLabel *kind_label;
  GtkLabel *manager_label;
  GtkLabel *fields_label;

  KinChange *change;
};

G_DEFINE_FINAL_TYPE (KinChangeRow, kin_change_row, GTK_TYPE_WIDGET)

/* Long values are cut at a character, not inside one. */
static char *
dup_short (const char *text)
{
  if (g_utf8_strlen (text, -1) <= MAX_VALUE_LENGTH)
    return g_strdup (text);

  return g_strdup_printf ("%.*s…",
                          (int) (g_utf8_offset_to_pointer (text, MAX_VALUE_LENGTH) - text), text);
}

static gboolean
is_dark (void)
{
  return adw_style_manager_get_dark (adw_style_manager_get_default ());
}

static void
append_value (GString    *markup,
              const char *text,
              gboolean    gone)
{
  g_autofree char *short_text = dup_short (text);
  g_autofree char *escaped = g_markup_escape_text (short_text, -1);

  /* Not by colour alone: what is gone is struck out. The colours are libadwaita's for destructive
   * and success text, which markup cannot name. */
  if (gone)
    g_string_append_printf (markup, "<span color=\"%s\"><s>%s</s></span>", is_dark () ? "#ff938c" : "#c30000", escaped);
  else
    g_string_append_printf (markup, "<span color=\"%s\">%s</span>", is_dark () ? "#78e9ab" : "#007c3d", escaped);
}

static gboolean
fits_one_line (const KinFieldChange *field)
{
  return strlen (field->old_text) + strlen (field->new_text) < 36;
}

static void
append_field (GString              *markup,
              const KinFieldChange *field)
{
  g_autofree char *path = g_markup_escape_text (field->path, -1);

  if (markup->len > 0)
    g_string_append_c (markup, '\n');
  g_string_append_printf (markup, "<span alpha=\"70%%\">%s</span>\n", path);

  switch (field->type)
    {
    case KIN_FIELD_ADDED:
      g_string_append (markup, "+ ");
      append_value (markup, field->new_text, FALSE);
      break;

    case KIN_FIELD_REMOVED:
      g_string_append (markup, "− ");
      append_value (markup, field->old_text, TRUE);
      break;

    case KIN_FIELD_CHANGED:
    default:
      append_value (markup, field->old_text, TRUE);
      g_string_append (markup, fits_one_line (field) ? " → " : "\n");
      append_value (markup, field->new_text, FALSE);
      break;
    }
}

static char *
dup_fields_markup (GPtrArray *fields)
{
  g_autoptr(GString) markup = g_string_new (NULL);

  for (guint i = 0; i < MIN (fields->len, MAX_FIELDS); i++)
    append_field (markup, g_ptr_array_index (fields, i));

  if (fields->len > MAX_FIELDS)
    {
      g_autofree char *more = g_strdup_printf (ngettext ("… and %u more field",
                                                         "… and %u more fields",
                                                         fields->len - MAX_FIELDS),
                                               fields->len - MAX_FIELDS);

      g_string_append_printf (markup, "\n%s", more);
    }

  return g_string_free_and_steal (g_steal_pointer (&markup));
}

static void
show_fields (KinChangeRow *self)
{
  g_autofree char *markup = NULL;

  if (self->change == NULL)
    return;

  markup = dup_fields_markup (kin_change_get_fields (self->change));
  gtk_label_set_markup (self->fields_label, markup);
  gtk_widget_set_visible (GTK_WIDGET (self->fields_label), *markup != '\0');
}

static void
show_gap (KinChangeRow *self)
{
  g_autofree char *from = kin_time_dup_clock (kin_change_get_gap_start (self->change));
  g_autofree char *to = kin_time_dup_clock (kin_change_get_time (self->change));
  /* Translators: the two %s are times of day, such as 11:41:07. */
  g_autofree char *words = g_strdup_printf (_("%s–%s: not connected, changes may be missing"), from, to);

  gtk_label_set_label (self->time_label, words);
  gtk_label_set_label (self->manager_label, "");
}

static void
show_event (KinChangeRow *self)
{
  g_autofree char *time = kin_time_dup_clock (kin_change_get_time (self->change));
  g_autofree char *managers = kin_change_dup_managers (self->change);

  gtk_label_set_label (self->time_label, time);
  gtk_label_set_label (self->manager_label, managers != NULL ? managers : _("unknown manager"));
}

static void
show_kind (KinChangeRow *self)
{
  KinChangeType type = kin_change_get_change_type (self->change);
  KinChangeParts parts = type == KIN_CHANGE_MODIFIED ? kin_change_get_parts (self->change) : 0;

  gtk_widget_set_visible (self->gap_icon, type == KIN_CHANGE_GAP);
  gtk_widget_set_visible (self->spec_label, (parts & KIN_CHANGE_SPEC) != 0);
  gtk_widget_set_visible (self->status_label, (parts & KIN_CHANGE_STATUS) != 0);
  gtk_widget_set_visible (self->metadata_label, (parts & KIN_CHANGE_METADATA) != 0);
  gtk_widget_set_visible (GTK_WIDGET (self->kind_label), type == KIN_CHANGE_ADDED || type == KIN_CHANGE_DELETED);
  gtk_label_set_label (self->kind_label, type == KIN_CHANGE_DELETED ? _("deleted") : _("created"));
}

static void
append_field_words (GString              *words,
                    const KinFieldChange *field)
{
  switch (field->type)
    {
    case KIN_FIELD_ADDED:
      /* Translators: a field's path and its value. */
      g_string_append_printf (words, _("; %s added: %s"), field->path, field->new_text);
      break;

    case KIN_FIELD_REMOVED:
      /* Translators: a field's path and the value it had. */
      g_string_append_printf (words, _("; %s removed, was %s"), field->path, field->old_text);
      break;

    case KIN_FIELD_CHANGED:
    default:
      /* Translators: a field's path, its old and its new value. */
      g_string_append_printf (words, _("; %s from %s to %s"), field->path, field->old_text, field->new_text);
      break;
    }
}

static void
kin_change_row_dispose (GObject *object)
{
  KinChangeRow *self = KIN_CHANGE_ROW (object);
  GtkWidget *child;

  g_clear_pointer (&self->change, kin_change_unref);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  gtk_widget_dispose_template (GTK_WIDGET (self), KIN_TYPE_CHANGE_ROW);

  /* The template lets go only of those of its children that have a name. */
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (kin_change_row_parent_class)->dispose (object);
}

static void
kin_change_row_class_init (KinChangeRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = kin_change_row_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, "/com/example/KInformer/ui/kin-change-row.ui");
  gtk_widget_class_bind_template_child (widget_class, KinChangeRow, gap_icon);
  gtk_widget_class_bind_template_child (widget_class, KinChangeRow, time_label);
  gtk_widget_class_bind_template_child (widget_class, KinChangeRow, spec_label);
  gtk_widget_class_bind_template_child (widget_class, KinChangeRow, status_label);
  gtk_widget_class_bind_template_child (widget_class, KinChangeRow, metadata_label);
  gtk_widget_class_bind_template_child (widget_class, KinChangeRow, kind_label);
  gtk_widget_class_bind_template_child (widget_class, KinChangeRow, manager_label);
  gtk_widget_class_bind_template_child (widget_class, KinChangeRow, fields_label);
}

static void
kin_change_row_init (KinChangeRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark",
                           G_CALLBACK (show_fields), self, G_CONNECT_SWAPPED);
}

/**
 * kin_change_row_new:
 *
 * Returns: (transfer floating): a row without a change
 */
GtkWidget *
kin_change_row_new (void)
{
  return g_object_new (KIN_TYPE_CHANGE_ROW, NULL);
}

/**
 * kin_change_row_set_change:
 * @self: the row
 * @change: (nullable) (transfer none): the change to show; %NULL when the row is given back
 */
void
kin_change_row_set_change (KinChangeRow *self,
                           KinChange    *change)
{
  g_return_if_fail (KIN_IS_CHANGE_ROW (self));

  if (self->change == change)
    return;

  g_clear_pointer (&self->change, kin_change_unref);
  if (change == NULL)
    return;

  self->change = kin_change_ref (change);
  show_kind (self);
  if (kin_change_get_change_type (change) == KIN_CHANGE_GAP)
    show_gap (self);
  else
    show_event (self);
  show_fields (self);
}

/**
 * kin_change_row_dup_words:
 * @self: a row with a change
 *
 * What a screen reader says of the row: colour and strike-out put into words.
 *
 * Returns: (transfer full): the words, translated
 */
char *
kin_change_row_dup_words (KinChangeRow *self)
{
  g_autoptr(GString) words = NULL;
  GPtrArray *fields;

  g_return_val_if_fail (KIN_IS_CHANGE_ROW (self), NULL);
  g_return_val_if_fail (self->change != NULL, NULL);

  words = g_string_new (gtk_label_get_label (self->time_label));
  if (kin_change_get_change_type (self->change) == KIN_CHANGE_GAP)
    return g_string_free_and_steal (g_steal_pointer (&words));

  if (gtk_widget_get_visible (GTK_WIDGET (self->kind_label)))
    g_string_append_printf (words, " %s", gtk_label_get_label (self->kind_label));
  g_string_append_printf (words, ", %s", gtk_label_get_label (self->manager_label));

  fields = kin_change_get_fields (self->change);
  for (guint i = 0; i < MIN (fields->len, MAX_FIELDS); i++)
    append_field_words (words, g_ptr_array_index (fields, i));

  return g_string_free_and_steal (g_steal_pointer (&words));
}
