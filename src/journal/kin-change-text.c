/* kin-change-text.c: a change as lines of text for a terminal.
 *
 * Whatever comes from a cluster may have been written to it by anybody: nothing of it reaches the terminal that
 * the terminal would obey.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "journal/kin-change-text.h"

#include <glib/gi18n.h>
#include <string.h>

#include "object/kin-time.h"

/* A line beyond this is of no use on a screen: a ConfigMap may hold 1 MB. */
#define MAX_VALUE 2000

#define BOLD "1"
#define DIM "2"
#define RED "31"
#define GREEN "32"

typedef struct
{
  GString *out;
  gboolean colour;
} Writer;

/* Control characters, and those that turn the direction of what follows. */
static gboolean
is_unsafe (gunichar c)
{
  return c < 0x20 || (c >= 0x7f && c < 0xa0) ||
         c == 0x061c || (c >= 0x200e && c <= 0x200f) ||
         (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

static void
append_safe (GString    *out,
             const char *text,
             gsize       max)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);

  for (const char *c = valid; *c != '\0'; c = g_utf8_next_char (c))
    {
      gunichar character = g_utf8_get_char (c);

      if ((gsize) (c - valid) >= max)
        {
          g_string_append (out, "…");
          return;
        }

      if (is_unsafe (character))
        g_string_append_printf (out, "\\u%04x", character);
      else
        g_string_append_unichar (out, character);
    }
}

static void
write_styled (Writer     *writer,
              const char *style,
              const char *text)
{
  if (writer->colour)
    g_string_append_printf (writer->out, "\033[%sm", style);
  append_safe (writer->out, text, MAX_VALUE);
  if (writer->colour)
    g_string_append (writer->out, "\033[0m");
}

static void
write_field (Writer               *writer,
             const KinFieldChange *field)
{
  g_string_append (writer->out, "  ");
  if (field->type == KIN_FIELD_ADDED)
    write_styled (writer, GREEN, "+ ");
  if (field->type == KIN_FIELD_REMOVED)
    write_styled (writer, RED, "- ");

  append_safe (writer->out, field->path, MAX_VALUE);
  g_string_append (writer->out, "  ");

  if (field->old_text != NULL)
    write_styled (writer, RED, field->old_text);
  if (field->type == KIN_FIELD_CHANGED)
    g_string_append (writer->out, " → ");
  if (field->new_text != NULL)
    write_styled (writer, GREEN, field->new_text);

  g_string_append_c (writer->out, '\n');
}

static char *
dup_parts (KinChange *change)
{
  KinChangeParts parts = kin_change_get_parts (change);
  const char *names[4] = { NULL };
  guint n = 0;

  if (parts & KIN_CHANGE_SPEC)
    names[n++] = "spec";
  if (parts & KIN_CHANGE_STATUS)
    names[n++] = "status";
  if (parts & KIN_CHANGE_METADATA)
    names[n++] = "metadata";

  return g_strjoinv (", ", (char **) names);
}

static char *
dup_deed (KinChange *change)
{
  switch (kin_change_get_change_type (change))
    {
    case KIN_CHANGE_ADDED:
      return g_strdup (_("created"));

    case KIN_CHANGE_DELETED:
      return g_strdup (_("deleted"));

    case KIN_CHANGE_MODIFIED:
    case KIN_CHANGE_GAP:
    default:
      return dup_parts (change);
    }
}

static char *
dup_doer (KinChange *change)
{
  g_autofree char *managers = kin_change_dup_managers (change);

  if (managers == NULL)
    return g_strdup (_("by an unknown manager"));

  /* Translators: %s is the name of a program that changed an object, such as kubectl-set. */
  return g_strdup_printf (_("by %s"), managers);
}

static void
write_heading (Writer    *writer,
               KinChange *change)
{
  KinObject *object = kin_change_get_object (change);
  g_autofree char *time = kin_time_dup_clock (kin_change_get_time (change));
  g_autofree char *deed = dup_deed (change);
  g_autofree char *doer = dup_doer (change);

  write_styled (writer, DIM, time);
  g_string_append (writer->out, "  ");
  append_safe (writer->out, kin_resource_get_id (kin_kind_get_resource (kin_object_get_kind (object))), MAX_VALUE);
  g_string_append_c (writer->out, ' ');
  write_styled (writer, BOLD, kin_object_get_key (object));
  g_string_append_printf (writer->out, "  %s", deed);

  /* The server does not keep who deleted an object. */
  if (kin_change_get_change_type (change) != KIN_CHANGE_DELETED)
    {
      g_string_append (writer->out, "  ");
      write_styled (writer, DIM, doer);
    }
  g_string_append_c (writer->out, '\n');
}

static void
write_gap (Writer    *writer,
           KinChange *change)
{
  g_autofree char *from = kin_time_dup_clock (kin_change_get_gap_start (change));
  g_autofree char *to = kin_time_dup_clock (kin_change_get_time (change));
  /* Translators: the two %s are times of day, such as 11:41:07. */
  g_autofree char *words = g_strdup_printf (_("%s–%s: not connected, changes may be missing"), from, to);

  write_styled (writer, BOLD, words);
  g_string_append_c (writer->out, '\n');
}

/**
 * kin_change_dup_text:
 * @self: a change
 * @colour: whether the terminal shows colours
 *
 * Writes a change as a line that says what, when and who, and an indented line for each field.
 *
 * Returns: (transfer full): lines that end in a newline, safe to be written to a terminal
 */
char *
kin_change_dup_text (KinChange *self,
                     gboolean   colour)
{
  g_autoptr(GString) out = NULL;
  Writer writer;
  GPtrArray *fields;

  g_return_val_if_fail (self != NULL, NULL);

  out = g_string_new (NULL);
  writer = (Writer) { out, colour };

  if (kin_change_get_change_type (self) == KIN_CHANGE_GAP)
    write_gap (&writer, self);
  else
    write_heading (&writer, self);

  fields = kin_change_get_fields (self);
  for (guint i = 0; i < fields->len; i++)
    write_field (&writer, g_ptr_array_index (fields, i));

  return g_string_free_and_steal (g_steal_pointer (&out));
}
