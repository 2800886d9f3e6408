/* kin-fact-group.c: a titled list of names and values that is updated in place.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ui/kin-fact-group.h"

/* Rows are kept and told their new words, so that a text that someone is selecting or hearing stays
 * the same widget while the object changes. */
struct _KinFactGroup
{
  AdwPreferencesGroup parent_instance;

  GPtrArray *rows;      /* of AdwActionRow, owned by the group */
  guint n_used;
};

G_DEFINE_FINAL_TYPE (KinFactGroup, kin_fact_group, ADW_TYPE_PREFERENCES_GROUP)

static AdwActionRow *
append_row (KinFactGroup *self)
{
  AdwActionRow *row = ADW_ACTION_ROW (adw_action_row_new ());

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_action_row_set_subtitle_selectable (row, TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (row), "property");
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self), GTK_WIDGET (row));
  g_ptr_array_add (self->rows, row);

  return row;
}

static void
set_row (AdwActionRow *row,
         const char   *name,
         const char   *value)
{
  if (g_strcmp0 (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)), name) != 0)
    adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), name);
  if (g_strcmp0 (adw_action_row_get_subtitle (row), value) != 0)
    adw_action_row_set_subtitle (row, value);
}

static void
kin_fact_group_dispose (GObject *object)
{
  KinFactGroup *self = KIN_FACT_GROUP (object);

  if (self->rows != NULL)
    g_ptr_array_set_size (self->rows, 0);

  G_OBJECT_CLASS (kin_fact_group_parent_class)->dispose (object);
}

static void
kin_fact_group_finalize (GObject *object)
{
  KinFactGroup *self = KIN_FACT_GROUP (object);

  g_clear_pointer (&self->rows, g_ptr_array_unref);

  G_OBJECT_CLASS (kin_fact_group_parent_class)->finalize (object);
}

static void
kin_fact_group_class_init (KinFactGroupClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = kin_fact_group_dispose;
  object_class->finalize = kin_fact_group_finalize;
}

static void
kin_fact_group_init (KinFactGroup *self)
{
  self->rows = g_ptr_array_new ();
}

/**
 * kin_fact_group_begin:
 * @self: the group
 *
 * Begins to tell all facts anew.
 */
void
kin_fact_group_begin (KinFactGroup *self)
{
  g_return_if_fail (KIN_IS_FACT_GROUP (self));

  self->n_used = 0;
}

/**
 * kin_fact_group_add:
 * @self: the group, between begin and end
 * @name: what it is
 * @value: (nullable): its value; %NULL leaves the fact out
 */
void
kin_fact_group_add (KinFactGroup *self,
                    const char   *name,
                    const char   *value)
{
  AdwActionRow *row;

  g_return_if_fail (KIN_IS_FACT_GROUP (self));
  g_return_if_fail (name != NULL);

  if (value == NULL || *value == '\0')
    return;

  if (self->n_used < self->rows->len)
    row = g_ptr_array_index (self->rows, self->n_used);
  else
    row = append_row (self);
  set_row (row, name, value);
  self->n_used++;
}

/**
 * kin_fact_group_end:
 * @self: the group
 *
 * Ends what kin_fact_group_begin() began: rows that were not told are gone; a group without facts
 * is hidden.
 */
void
kin_fact_group_end (KinFactGroup *self)
{
  g_return_if_fail (KIN_IS_FACT_GROUP (self));

  while (self->rows->len > self->n_used)
    {
      GtkWidget *row = g_ptr_array_steal_index (self->rows, self->rows->len - 1);

      adw_preferences_group_remove (ADW_PREFERENCES_GROUP (self), row);
    }

  gtk_widget_set_visible (GTK_WIDGET (self), self->n_used > 0);
}
