/* kin-kind-item.c: one kind of the sidebar.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "model/kin-kind-item.h"

#include "model/kin-kind-words.h"

struct _KinKindItem
{
  GObject      parent;

  KinResource *resource;
  char        *title;
  KinSection   section;
  guint        rank; /* within the section */
  gint64       count;
};

G_DEFINE_FINAL_TYPE (KinKindItem, kin_kind_item, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_TITLE,
  PROP_SECTION_TITLE,
  PROP_ICON_NAME,
  PROP_COUNT,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
kin_kind_item_finalize (GObject *object)
{
  KinKindItem *self = KIN_KIND_ITEM (object);

  g_clear_pointer (&self->resource, kin_resource_unref);
  g_clear_pointer (&self->title, g_free);

  G_OBJECT_CLASS (kin_kind_item_parent_class)->finalize (object);
}

static void
kin_kind_item_get_property (GObject    *object,
                            guint       property_id,
                            GValue     *value,
                            GParamSpec *pspec)
{
  KinKindItem *self = KIN_KIND_ITEM (object);

  switch (property_id)
    {
    case PROP_TITLE:
      g_value_set_string (value, self->title);
      break;
    case PROP_SECTION_TITLE:
      g_value_set_string (value, kin_kind_item_get_section_title (self));
      break;
    case PROP_ICON_NAME:
      g_value_set_string (value, kin_kind_item_get_icon_name (self));
      break;
    case PROP_COUNT:
      g_value_set_int64 (value, self->count);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
kin_kind_item_set_property (GObject      *object,
                            guint         property_id,
                            const GValue *value,
                            GParamSpec   *pspec)
{
  switch (property_id)
    {
    case PROP_COUNT:
      kin_kind_item_set_count (KIN_KIND_ITEM (object), g_value_get_int64 (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
kin_kind_item_class_init (KinKindItemClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = kin_kind_item_finalize;
  object_class->get_property = kin_kind_item_get_property;
  object_class->set_property = kin_kind_item_set_property;

  /**
   * KinKindItem:title:
   *
   * The kind in the plural, in words.
   */
  properties[PROP_TITLE] =
    g_param_spec_string ("title", NULL, NULL, NULL,
                         G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  /**
   * KinKindItem:section-title:
   *
   * The title of its section, translated; of a custom resource, its group.
   */
  properties[PROP_SECTION_TITLE] =
    g_param_spec_string ("section-title", NULL, NULL, NULL,
                         G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  /**
   * KinKindItem:icon-name:
   *
   * A symbolic icon.
   */
  properties[PROP_ICON_NAME] =
    g_param_spec_string ("icon-name", NULL, NULL, NULL,
                         G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  /**
   * KinKindItem:count:
   *
   * How many objects there are, or -1 where nobody knows.
   */
  properties[PROP_COUNT] =
    g_param_spec_int64 ("count", NULL, NULL, -1, G_MAXINT64, -1,
                        G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
kin_kind_item_init (KinKindItem *self)
{
  self->count = -1;
}

/**
 * kin_kind_item_new:
 * @resource: what discovery tells of the kind
 *
 * Makes the sidebar's item of a kind.
 *
 * Returns: (transfer full): an item
 */
KinKindItem *
kin_kind_item_new (KinResource *resource)
{
  KinKindItem *self;

  g_return_val_if_fail (resource != NULL, NULL);

  self = g_object_new (KIN_TYPE_KIND_ITEM, NULL);
  self->resource = kin_resource_ref (resource);
  self->title = kin_kind_words_dup_title (resource);
  self->section = kin_kind_words_get_section (resource, &self->rank);

  return self;
}

/**
 * kin_kind_item_get_resource:
 *
 * Returns: (transfer none): what discovery tells of the kind
 */
KinResource *
kin_kind_item_get_resource (KinKindItem *self)
{
  g_return_val_if_fail (KIN_IS_KIND_ITEM (self), NULL);

  return self->resource;
}

/**
 * kin_kind_item_get_title:
 *
 * Returns: (transfer none): "Stateful Sets"
 */
const char *
kin_kind_item_get_title (KinKindItem *self)
{
  g_return_val_if_fail (KIN_IS_KIND_ITEM (self), NULL);

  return self->title;
}

/**
 * kin_kind_item_get_section_title:
 *
 * Returns: (transfer none): what to write above it
 */
const char *
kin_kind_item_get_section_title (KinKindItem *self)
{
  g_return_val_if_fail (KIN_IS_KIND_ITEM (self), NULL);

  if (self->section == KIN_SECTION_CUSTOM)
    return kin_resource_get_group (self->resource);

  return kin_kind_words_get_section_title (self->section);
}

/**
 * kin_kind_item_get_icon_name:
 *
 * Returns: (transfer none): a symbolic icon
 */
const char *
kin_kind_item_get_icon_name (KinKindItem *self)
{
  g_return_val_if_fail (KIN_IS_KIND_ITEM (self), NULL);

  return kin_kind_words_get_icon_name (self->section);
}

/**
 * kin_kind_item_get_count:
 *
 * Returns: how many objects there are, or -1 where nobody knows
 */
gint64
kin_kind_item_get_count (KinKindItem *self)
{
  g_return_val_if_fail (KIN_IS_KIND_ITEM (self), -1);

  return self->count;
}

/**
 * kin_kind_item_set_count:
 * @count: how many objects there are, or -1
 *
 * Tells how many objects there are.
 */
void
kin_kind_item_set_count (KinKindItem *self,
                         gint64       count)
{
  g_return_if_fail (KIN_IS_KIND_ITEM (self));
  g_return_if_fail (count >= -1);

  if (self->count == count)
    return;

  self->count = count;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_COUNT]);
}

/**
 * kin_kind_item_compare:
 *
 * Compares two items by section, custom resources by group, then by the usual order and by title.
 *
 * Returns: less than, equal to or greater than zero
 */
int
kin_kind_item_compare (KinKindItem *a,
                       KinKindItem *b)
{
  int result;

  g_return_val_if_fail (KIN_IS_KIND_ITEM (a), 0);
  g_return_val_if_fail (KIN_IS_KIND_ITEM (b), 0);

  if (a->section != b->section)
    return a->section < b->section ? -1 : 1;
  if (a->rank != b->rank)
    return a->rank < b->rank ? -1 : 1;

  result = g_strcmp0 (kin_kind_item_get_section_title (a), kin_kind_item_get_section_title (b));
  if (result == 0)
    result = g_strcmp0 (a->title, b->title);
  if (result == 0)
    result = g_strcmp0 (kin_resource_get_id (a->resource), kin_resource_get_id (b->resource));

  return result;
}
