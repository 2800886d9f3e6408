/* kin-field-path.c: where in an object a walk is, as a person writes it and as field ownership knows it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "journal/kin-field-path.h"

#include <string.h>

struct _KinFieldPath
{
  GArray *steps;     /* of Step */
  GString *text;
};

typedef struct
{
  KinPathStep step;
  gsize text_before;   /* how long the text was without it */
} Step;

static gboolean
is_identifier (const char *name)
{
  if (!g_ascii_isalpha (*name) && *name != '_')
    return FALSE;

  while (g_ascii_isalnum (*name) || *name == '_')
    name++;

  return *name == '\0';
}

/* What could be taken for the end of the key is quoted, and so is what a terminal would not print. */
static gboolean
is_plain_key (const char *key)
{
  if (*key == '\0')
    return FALSE;

  for (const guchar *c = (const guchar *) key; *c != '\0'; c++)
    if (*c < ' ' || *c == 0x7f || *c == ']' || *c == '"')
      return FALSE;

  return TRUE;
}

static void
push (KinFieldPath *self,
      KinPathStep   step)
{
  Step with_length = { step, self->text->len };

  g_array_append_val (self->steps, with_length);
}

/**
 * kin_field_path_new:
 *
 * Makes a path that is at the root.
 *
 * Returns: (transfer full): a path
 */
KinFieldPath *
kin_field_path_new (void)
{
  KinFieldPath *self = g_new (KinFieldPath, 1);

  self->steps = g_array_new (FALSE, FALSE, sizeof (Step));
  self->text = g_string_new (NULL);

  return self;
}

/**
 * kin_field_path_free:
 * @self: (transfer full): a path
 *
 * Frees the path.
 */
void
kin_field_path_free (KinFieldPath *self)
{
  g_return_if_fail (self != NULL);

  g_array_unref (self->steps);
  g_string_free (self->text, TRUE);
  g_free (self);
}

/**
 * kin_field_path_push_member:
 * @self: a path
 * @name: (transfer none): a member's name, which is needed until it is popped
 *
 * Goes down into a member: `.image`, or `["deploy/ticket"]` when the name is not an identifier.
 */
void
kin_field_path_push_member (KinFieldPath *self,
                            const char   *name)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (name != NULL);

  push (self, (KinPathStep) { .name = name });

  if (!is_identifier (name))
    {
      g_string_append_c (self->text, '[');
      kin_json_append_quoted (self->text, name);
      g_string_append_c (self->text, ']');
      return;
    }

  if (self->text->len > 0)
    g_string_append_c (self->text, '.');
  g_string_append (self->text, name);
}

/**
 * kin_field_path_push_element:
 * @self: a path
 * @key: what tells the element from the others of its list
 * @element: the element
 *
 * Goes down into an element: `[web]`.
 */
void
kin_field_path_push_element (KinFieldPath *self,
                             const char   *key,
                             KinJsonValue *element)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (key != NULL);
  g_return_if_fail (element != NULL);

  push (self, (KinPathStep) { .element = element });

  g_string_append_c (self->text, '[');
  if (is_plain_key (key))
    g_string_append (self->text, key);
  else
    kin_json_append_quoted (self->text, key);
  g_string_append_c (self->text, ']');
}

/**
 * kin_field_path_push_index:
 * @self: a path
 * @index: the element's place in its list
 * @element: the element
 *
 * Goes down into an element that only its place tells from the others: `[2]`.
 */
void
kin_field_path_push_index (KinFieldPath *self,
                           gsize         index,
                           KinJsonValue *element)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (element != NULL);

  push (self, (KinPathStep) { .element = element, .index = index });
  g_string_append_printf (self->text, "[%" G_GSIZE_FORMAT "]", index);
}

/**
 * kin_field_path_pop:
 * @self: a path that is not at the root
 *
 * Goes up again.
 */
void
kin_field_path_pop (KinFieldPath *self)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (self->steps->len > 0);

  g_string_truncate (self->text, g_array_index (self->steps, Step, self->steps->len - 1).text_before);
  g_array_set_size (self->steps, self->steps->len - 1);
}

/**
 * kin_field_path_get_text:
 * @self: a path
 *
 * Returns: `spec.template.spec.containers[web].image`; valid until the next step
 */
const char *
kin_field_path_get_text (KinFieldPath *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->text->str;
}

/**
 * kin_field_path_get_n_steps:
 * @self: a path
 *
 * Returns: how deep it is
 */
guint
kin_field_path_get_n_steps (KinFieldPath *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->steps->len;
}

/**
 * kin_field_path_get_step:
 * @self: a path
 * @i: which step, from the root
 *
 * Returns: (transfer none): the step; valid until the next one
 */
const KinPathStep *
kin_field_path_get_step (KinFieldPath *self,
                         guint         i)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (i < self->steps->len, NULL);

  return &g_array_index (self->steps, Step, i).step;
}

/**
 * kin_field_path_is_member:
 * @self: a path
 * @i: which step, from the root; may be beyond the end
 * @name: a member's name
 *
 * Returns: whether that step goes into the member of that name
 */
gboolean
kin_field_path_is_member (KinFieldPath *self,
                          guint         i,
                          const char   *name)
{
  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (name != NULL, FALSE);

  return i < self->steps->len && g_strcmp0 (g_array_index (self->steps, Step, i).step.name, name) == 0;
}
