/* kin-selector.c: which labels an object must have: kubectl's -l, and the selectors inside objects.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "object/kin-selector.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/kin-error.h"
#include "object/kin-object.h"

typedef enum
{
  OPERATOR_EQUALS,
  OPERATOR_NOT_EQUALS,
  OPERATOR_IN,
  OPERATOR_NOT_IN,
  OPERATOR_EXISTS,
  OPERATOR_NOT_EXISTS,
  OPERATOR_GREATER,
  OPERATOR_LESS,
} Operator;

typedef struct
{
  char *key;
  Operator operator;
  GPtrArray *values;
} Requirement;

struct _KinSelector
{
  GPtrArray *requirements;    /* of Requirement, sorted by key; all must hold */
  gboolean nothing;           /* a selector that is absent selects nothing, an empty one everything */
};

typedef struct
{
  const char *text;
  const char *cursor;
} Parser;

static const struct
{
  const char *name;
  Operator operator;
} json_operators[] = {
  { "In", OPERATOR_IN },
  { "NotIn", OPERATOR_NOT_IN },
  { "Exists", OPERATOR_EXISTS },
  { "DoesNotExist", OPERATOR_NOT_EXISTS },
};

/* Longer ones first. */
static const struct
{
  const char *symbol;
  Operator operator;
} symbols[] = {
  { "==", OPERATOR_EQUALS },
  { "!=", OPERATOR_NOT_EQUALS },
  { "=", OPERATOR_EQUALS },
  { ">", OPERATOR_GREATER },
  { "<", OPERATOR_LESS },
};

static Requirement *
requirement_new (const char *key,
                 Operator    operator)
{
  Requirement *self = g_new0 (Requirement, 1);

  self->key = g_strdup (key);
  self->operator = operator;
  self->values = g_ptr_array_new_with_free_func (g_free);

  return self;
}

static void
requirement_free (gpointer data)
{
  Requirement *self = data;

  g_free (self->key);
  g_ptr_array_unref (self->values);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Requirement, requirement_free)

static int
compare_keys (gconstpointer a,
              gconstpointer b)
{
  return g_strcmp0 (((const Requirement *) a)->key, ((const Requirement *) b)->key);
}

static KinSelector *
selector_new (void)
{
  KinSelector *self = g_new0 (KinSelector, 1);

  self->requirements = g_ptr_array_new_with_free_func (requirement_free);

  return self;
}

static gboolean
fail (Parser      *parser,
      GError     **error)
{
  g_set_error (error, KIN_PARSE_ERROR, KIN_PARSE_ERROR_SYNTAX,
               _("“%s” is not a label selector: it goes wrong at character %d"), parser->text,
               (int) g_utf8_pointer_to_offset (parser->text, parser->cursor) + 1);

  return FALSE;
}

static void
skip_space (Parser *parser)
{
  while (g_ascii_isspace (*parser->cursor))
    parser->cursor++;
}

static gboolean
take (Parser     *parser,
      const char *symbol)
{
  skip_space (parser);
  if (!g_str_has_prefix (parser->cursor, symbol))
    return FALSE;

  parser->cursor += strlen (symbol);

  return TRUE;
}

static gboolean
is_word (char c)
{
  return g_ascii_isalnum (c) || (c != '\0' && strchr ("-_./", c) != NULL);
}

/* A key or a value; a value may be empty. */
static char *
take_word (Parser *parser)
{
  const char *start;

  skip_space (parser);
  start = parser->cursor;
  while (is_word (*parser->cursor))
    parser->cursor++;

  return g_strndup (start, (gsize) (parser->cursor - start));
}

/* Not the beginning of a longer word. */
static gboolean
take_keyword (Parser     *parser,
              const char *keyword)
{
  Parser before = *parser;

  if (take (parser, keyword) && !is_word (*parser->cursor))
    return TRUE;

  *parser = before;

  return FALSE;
}

static gboolean
take_values (Parser       *parser,
             Requirement  *requirement,
             GError      **error)
{
  if (!take (parser, "("))
    return fail (parser, error);

  do
    g_ptr_array_add (requirement->values, take_word (parser));
  while (take (parser, ","));

  return take (parser, ")") || fail (parser, error);
}

static gboolean
take_operator (Parser       *parser,
               Requirement  *requirement,
               GError      **error)
{
  if (take_keyword (parser, "in"))
    {
      requirement->operator = OPERATOR_IN;
      return take_values (parser, requirement, error);
    }

  if (take_keyword (parser, "notin"))
    {
      requirement->operator = OPERATOR_NOT_IN;
      return take_values (parser, requirement, error);
    }

  for (guint i = 0; i < G_N_ELEMENTS (symbols); i++)
    {
      if (take (parser, symbols[i].symbol))
        {
          requirement->operator = symbols[i].operator;
          g_ptr_array_add (requirement->values, take_word (parser));
          return TRUE;
        }
    }

  return TRUE;
}

static gboolean
take_requirement (Parser       *parser,
                  KinSelector  *selector,
                  GError      **error)
{
  gboolean negated = !g_str_has_prefix (parser->cursor, "!=") && take (parser, "!");
  g_autofree char *key = take_word (parser);
  g_autoptr(Requirement) requirement = NULL;

  if (*key == '\0')
    return fail (parser, error);

  requirement = requirement_new (key, negated ? OPERATOR_NOT_EXISTS : OPERATOR_EXISTS);
  if (!negated && !take_operator (parser, requirement, error))
    return FALSE;

  skip_space (parser);
  g_ptr_array_add (selector->requirements, g_steal_pointer (&requirement));

  return TRUE;
}

static gboolean
has_value (const Requirement *self,
           const char        *value)
{
  return g_ptr_array_find_with_equal_func (self->values, value, g_str_equal, NULL);
}

static gboolean
is_ordered (const Requirement *self,
            const char        *value)
{
  gint64 number;
  gint64 limit;

  if (value == NULL || !g_ascii_string_to_signed (value, 10, G_MININT64, G_MAXINT64, &number, NULL) ||
      !g_ascii_string_to_signed (self->values->pdata[0], 10, G_MININT64, G_MAXINT64, &limit, NULL))
    return FALSE;

  return self->operator == OPERATOR_GREATER ? number > limit : number < limit;
}

static gboolean
requirement_holds (const Requirement *self,
                   const char        *value)
{
  switch (self->operator)
    {
    case OPERATOR_EQUALS:
    case OPERATOR_IN:
      return value != NULL && has_value (self, value);

    /* What has no such label does not have the value either. */
    case OPERATOR_NOT_EQUALS:
    case OPERATOR_NOT_IN:
      return value == NULL || !has_value (self, value);

    case OPERATOR_NOT_EXISTS:
      return value == NULL;

    case OPERATOR_GREATER:
    case OPERATOR_LESS:
      return is_ordered (self, value);

    case OPERATOR_EXISTS:
    default:
      return value != NULL;
    }
}

static const char *
find_label (const char * const *labels,
            const char         *key)
{
  for (; labels != NULL && labels[0] != NULL; labels += 2)
    {
      if (g_str_equal (labels[0], key))
        return labels[1];
    }

  return NULL;
}

static void
append_values (GString     *text,
               Requirement *self)
{
  for (guint i = 0; i < self->values->len; i++)
    {
      if (i > 0)
        g_string_append_c (text, ',');
      g_string_append (text, self->values->pdata[i]);
    }
}

static void
append_requirement (GString     *text,
                    Requirement *self)
{
  static const char * const between[] = {
    [OPERATOR_EQUALS] = "=",
    [OPERATOR_NOT_EQUALS] = "!=",
    [OPERATOR_IN] = " in (",
    [OPERATOR_NOT_IN] = " notin (",
    [OPERATOR_EXISTS] = "",
    [OPERATOR_NOT_EXISTS] = "",
    [OPERATOR_GREATER] = ">",
    [OPERATOR_LESS] = "<",
  };

  if (self->operator == OPERATOR_NOT_EXISTS)
    g_string_append_c (text, '!');
  g_string_append (text, self->key);
  g_string_append (text, between[self->operator]);
  append_values (text, self);
  if (self->operator == OPERATOR_IN || self->operator == OPERATOR_NOT_IN)
    g_string_append_c (text, ')');
}

static gboolean
set_json_error (GError     **error,
                const char  *key)
{
  g_set_error (error, KIN_PARSE_ERROR, KIN_PARSE_ERROR_WRONG_TYPE,
               _("The label selector’s requirement for “%s” is not valid"), key != NULL ? key : "");

  return FALSE;
}

static gboolean
add_match_labels (KinSelector   *self,
                  KinJsonValue  *labels,
                  GError       **error)
{
  KinJsonIter iter;
  KinJsonValue *value;
  const char *name;

  kin_json_iter_init (&iter, labels);
  while (kin_json_iter_next (&iter, &name, &value))
    {
      const char *text = kin_json_value_get_string (value);
      Requirement *requirement;

      if (name == NULL || text == NULL)
        return set_json_error (error, name);

      requirement = requirement_new (name, OPERATOR_EQUALS);
      g_ptr_array_add (requirement->values, g_strdup (text));
      g_ptr_array_add (self->requirements, requirement);
    }

  return TRUE;
}

static gboolean
find_json_operator (const char *name,
                    Operator   *operator)
{
  for (guint i = 0; i < G_N_ELEMENTS (json_operators); i++)
    {
      *operator = json_operators[i].operator;
      if (g_strcmp0 (json_operators[i].name, name) == 0)
        return TRUE;
    }

  return FALSE;
}

static gboolean
add_expression (KinSelector   *self,
                KinJsonValue  *expression,
                GError       **error)
{
  const char *key = kin_json_get_string (expression, "key");
  KinJsonValue *values = kin_json_get (expression, "values");
  Requirement *requirement;
  Operator operator;
  KinJsonIter iter;
  KinJsonValue *value;

  if (key == NULL || !find_json_operator (kin_json_get_string (expression, "operator"), &operator))
    return set_json_error (error, key);
  if ((kin_json_value_get_size (values) > 0) != (operator == OPERATOR_IN || operator == OPERATOR_NOT_IN))
    return set_json_error (error, key);

  requirement = requirement_new (key, operator);
  g_ptr_array_add (self->requirements, requirement);
  kin_json_iter_init (&iter, values);
  while (kin_json_iter_next (&iter, NULL, &value))
    {
      const char *text = kin_json_value_get_string (value);

      if (text == NULL)
        return set_json_error (error, key);

      g_ptr_array_add (requirement->values, g_strdup (text));
    }

  return TRUE;
}

static gboolean
add_match_expressions (KinSelector   *self,
                       KinJsonValue  *expressions,
                       GError       **error)
{
  KinJsonIter iter;
  KinJsonValue *expression;

  kin_json_iter_init (&iter, expressions);
  while (kin_json_iter_next (&iter, NULL, &expression))
    {
      if (!add_expression (self, expression, error))
        return FALSE;
    }

  return TRUE;
}

/* As the API server prints it, whatever the order was. */
static void
normalize (KinSelector *self)
{
  for (guint i = 0; i < self->requirements->len; i++)
    {
      Requirement *requirement = self->requirements->pdata[i];

      g_ptr_array_sort_values (requirement->values, (GCompareFunc) g_strcmp0);
    }

  g_ptr_array_sort_values (self->requirements, compare_keys);
}

/**
 * kin_selector_parse:
 * @text: such as “app=web,tier in (front,back),!canary”
 * @error: return location for a %KIN_PARSE_ERROR
 *
 * Reads what kubectl takes with -l. An empty text selects everything.
 *
 * Returns: (transfer full) (nullable): a selector
 */
KinSelector *
kin_selector_parse (const char  *text,
                    GError     **error)
{
  g_autoptr(KinSelector) self = selector_new ();
  Parser parser = { text, text };

  g_return_val_if_fail (text != NULL, NULL);

  skip_space (&parser);
  if (*parser.cursor == '\0')
    return g_steal_pointer (&self);

  do
    {
      skip_space (&parser);
      if (!take_requirement (&parser, self, error))
        return NULL;
    }
  while (take (&parser, ","));

  if (*parser.cursor != '\0')
    {
      fail (&parser, error);
      return NULL;
    }

  normalize (self);

  return g_steal_pointer (&self);
}

/**
 * kin_selector_new_from_json:
 * @value: (nullable): a LabelSelector: matchLabels and matchExpressions
 * @error: return location for a %KIN_PARSE_ERROR
 *
 * Reads a selector inside an object. One that is absent selects nothing, an empty one everything.
 *
 * Returns: (transfer full) (nullable): a selector
 */
KinSelector *
kin_selector_new_from_json (KinJsonValue  *value,
                            GError       **error)
{
  g_autoptr(KinSelector) self = selector_new ();

  self->nothing = value == NULL;
  if (!add_match_labels (self, kin_json_get (value, "matchLabels"), error) ||
      !add_match_expressions (self, kin_json_get (value, "matchExpressions"), error))
    return NULL;

  normalize (self);

  return g_steal_pointer (&self);
}

/**
 * kin_selector_free:
 * @self: (transfer full): a selector
 *
 * Frees the selector.
 */
void
kin_selector_free (KinSelector *self)
{
  g_return_if_fail (self != NULL);

  g_ptr_array_unref (self->requirements);
  g_free (self);
}

/**
 * kin_selector_matches:
 * @self: a selector
 * @object: an object
 *
 * Tells whether an object is selected.
 *
 * Returns: whether all requirements hold
 */
gboolean
kin_selector_matches (KinSelector *self,
                      KinObject   *object)
{
  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (object != NULL, FALSE);

  for (guint i = 0; i < self->requirements->len; i++)
    {
      Requirement *requirement = self->requirements->pdata[i];

      if (!requirement_holds (requirement, kin_object_get_label (object, requirement->key)))
        return FALSE;
    }

  return !self->nothing;
}

/**
 * kin_selector_matches_labels:
 * @self: a selector
 * @labels: (nullable): keys, each with its value behind it, %NULL-terminated
 *
 * Tells whether an object with these labels is selected.
 *
 * Returns: whether all requirements hold
 */
gboolean
kin_selector_matches_labels (KinSelector        *self,
                             const char * const *labels)
{
  g_return_val_if_fail (self != NULL, FALSE);

  for (guint i = 0; i < self->requirements->len; i++)
    {
      Requirement *requirement = self->requirements->pdata[i];

      if (!requirement_holds (requirement, find_label (labels, requirement->key)))
        return FALSE;
    }

  return !self->nothing;
}

/**
 * kin_selector_is_empty:
 * @self: a selector
 *
 * Tells whether the selector selects everything.
 *
 * Returns: whether it has no requirement
 */
gboolean
kin_selector_is_empty (KinSelector *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->requirements->len == 0 && !self->nothing;
}

/**
 * kin_selector_dup_text:
 * @self: a selector
 *
 * Writes the selector as kubectl takes and prints it.
 *
 * Returns: (transfer full): the text; empty for everything and for nothing
 */
char *
kin_selector_dup_text (KinSelector *self)
{
  GString *text;

  g_return_val_if_fail (self != NULL, NULL);

  text = g_string_new (NULL);
  for (guint i = 0; i < self->requirements->len; i++)
    {
      if (i > 0)
        g_string_append_c (text, ',');
      append_requirement (text, self->requirements->pdata[i]);
    }

  return g_string_free (text, FALSE);
}
