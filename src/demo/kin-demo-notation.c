/* kin-demo-notation.c: reads one line of the schema's files: a field's type and what is to be known of it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "demo/kin-demo-type-private.h"

/* A line is: TYPE[, ATTRIBUTE]…[ -- DESCRIPTION]
 *
 * TYPE: one of the words below, or a definition's name; followed by “[]” it is a list of that, by “{}” a map.
 * ATTRIBUTE:
 *   required               it must be there, and not empty; “required or empty”: only the description says so
 *   needed                 it must be there, and not empty, though the description does not say so; “needed (WORDS)”:
 *                          what is said of one that is missing
 *   one of A|B             no other value is taken (in a list: of its items)
 *   at least 0, 1 to 99    neither is any other number
 *   as label               a form of text of kin-demo-names.c: of a string, of a list's strings, of a map's keys
 *   labels                 a map of labels
 *   unique NAME            no two items have the same member of that name
 *   set, by A B, own by A  how server-side apply takes a list apart (else it is atomic)
 *   by A B, merge by A, merge
 *                          how a strategic merge patch finds an item (else the list is replaced)
 *   retain keys            a strategic merge patch may say which members stay
 *   bare                   an object whose members are not filled in: it is a template
 *   atomic, granular       a map or object that is owned as a whole, or is not although its type is
 *   = VALUE                what it is when left out: bare text, or JSON without a space
 *   = .FIELD               …then it is what that field beside it is
 *   = VALUE if FIELD is A|B, if FIELD set, if FIELD unset
 */
#define DESCRIPTION_MARK " -- "

static const struct
{
  const char *name;
  KinDemoTypeKind kind;
  KinDemoFormat format;
} words[] = {
  { "any", KIN_DEMO_TYPE_ANY, KIN_DEMO_FORMAT_NONE },
  { "bool", KIN_DEMO_TYPE_BOOLEAN, KIN_DEMO_FORMAT_NONE },
  { "bytes", KIN_DEMO_TYPE_STRING, KIN_DEMO_FORMAT_BYTES },
  { "double", KIN_DEMO_TYPE_NUMBER, KIN_DEMO_FORMAT_NONE },
  { "int", KIN_DEMO_TYPE_INTEGER, KIN_DEMO_FORMAT_INT32 },
  { "int-or-string", KIN_DEMO_TYPE_INT_OR_STRING, KIN_DEMO_FORMAT_NONE },
  { "long", KIN_DEMO_TYPE_INTEGER, KIN_DEMO_FORMAT_INT64 },
  { "micro-time", KIN_DEMO_TYPE_STRING, KIN_DEMO_FORMAT_MICRO_TIME },
  { "quantity", KIN_DEMO_TYPE_QUANTITY, KIN_DEMO_FORMAT_NONE },
  { "string", KIN_DEMO_TYPE_STRING, KIN_DEMO_FORMAT_NONE },
  { "time", KIN_DEMO_TYPE_STRING, KIN_DEMO_FORMAT_TIME },
};

static KinDemoType *parse_type (const char *text,
                                gsize       length);

static KinDemoType *
parse_container (KinDemoTypeKind  kind,
                 const char      *text,
                 gsize            length)
{
  KinDemoType *self = kin_demo_type_new (kind);

  self->item = parse_type (text, length);

  return self;
}

static KinDemoType *
parse_word (const char *word)
{
  KinDemoType *self;

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      if (g_str_equal (words[i].name, word))
        {
          self = kin_demo_type_new (words[i].kind);
          self->format = words[i].format;
          return self;
        }
    }

  self = kin_demo_type_new (KIN_DEMO_TYPE_OBJECT);
  self->reference = g_strdup (word);

  return self;
}

static KinDemoType *
parse_type (const char *text,
            gsize       length)
{
  g_autofree char *word = g_strndup (text, length);

  if (g_str_has_suffix (word, "[]"))
    return parse_container (KIN_DEMO_TYPE_LIST, text, length - 2);
  if (g_str_has_suffix (word, "{}"))
    return parse_container (KIN_DEMO_TYPE_MAP, text, length - 2);

  return parse_word (word);
}

static void
read_required (KinDemoType *self,
               const char  *rest)
{
  self->required = TRUE;
  self->or_empty = g_str_equal (rest, " or empty");
}

static void
read_needed (KinDemoType *self,
             const char  *rest)
{
  gsize length = strlen (rest);

  self->needed = TRUE;
  if (g_str_has_prefix (rest, " ("))
    self->need = g_strndup (rest + 2, length - 3);
}

/* What is said of single values is said of a list's items. */
static KinDemoType *
get_value_type (KinDemoType *self)
{
  return self->kind == KIN_DEMO_TYPE_LIST ? self->item : self;
}

static void
read_choices (KinDemoType *self,
              const char  *rest)
{
  get_value_type (self)->choices = g_strsplit (rest, "|", -1);
}

static void
read_minimum (KinDemoType *self,
              const char  *rest)
{
  self->has_minimum = TRUE;
  self->minimum = g_ascii_strtoll (rest, NULL, 10);
}

static void
read_form (KinDemoType *self,
           const char  *rest)
{
  get_value_type (self)->check = kin_demo_names_find (rest);
}

static void
read_labels (KinDemoType *self,
             const char  *rest)
{
  self->is_labels = TRUE;
}

static void
read_unique (KinDemoType *self,
             const char  *rest)
{
  self->unique = g_strdup (rest);
}

static void
read_set (KinDemoType *self,
          const char  *rest)
{
  self->list_type = KIN_DEMO_LIST_SET;
}

static void
read_own_by (KinDemoType *self,
             const char  *rest)
{
  self->list_type = KIN_DEMO_LIST_MAP;
  self->list_keys = g_strsplit (rest, " ", -1);
}

static void
read_merge (KinDemoType *self,
            const char  *rest)
{
  self->merge_key = g_strdup (rest);
}

static void
read_by (KinDemoType *self,
         const char  *rest)
{
  read_own_by (self, rest);
  read_merge (self, self->list_keys[0]);
}

static void
read_retain_keys (KinDemoType *self,
                  const char  *rest)
{
  self->retain_keys = TRUE;
}

static void
read_atomic (KinDemoType *self,
             const char  *rest)
{
  self->atomic = TRUE;
}

static void
read_granular (KinDemoType *self,
               const char  *rest)
{
  self->granular = TRUE;
}

static void
read_bare (KinDemoType *self,
           const char  *rest)
{
  self->bare = TRUE;
}

static gboolean
is_text (const KinDemoType *self,
         const char        *value)
{
  if (*value == '{' || *value == '[' || *value == '"')
    return FALSE;

  return self->kind == KIN_DEMO_TYPE_STRING ||
         (self->kind == KIN_DEMO_TYPE_INT_OR_STRING && strspn (value, "0123456789") != strlen (value));
}

static yyjson_doc *
parse_value (const KinDemoType *self,
             const char        *value)
{
  g_autofree char *quoted = is_text (self, value) ? g_strdup_printf ("\"%s\"", value) : NULL;
  const char *text = quoted != NULL ? quoted : value;
  yyjson_doc *document = yyjson_read (text, strlen (text), 0);

  if (document == NULL)
    g_error ("The demo schema has a default that is no JSON: %s", value);

  return document;
}

static void
read_condition (KinDemoDefault *value,
                const char     *condition)
{
  g_auto(GStrv) parts = g_strsplit (condition, " ", 3);

  value->other = g_strdup (parts[0]);
  if (g_str_equal (parts[1], "is"))
    {
      value->when = KIN_DEMO_DEFAULT_IF_IS;
      value->values = g_strsplit (parts[2], "|", -1);
    }
  else
    {
      value->when = g_str_equal (parts[1], "set") ? KIN_DEMO_DEFAULT_IF_SET : KIN_DEMO_DEFAULT_IF_UNSET;
    }
}

static void
read_default (KinDemoType *self,
              const char  *rest)
{
  KinDemoDefault *value = g_new0 (KinDemoDefault, 1);
  const char *condition = strstr (rest, " if ");
  g_autofree char *text = g_strndup (rest, condition != NULL ? (gsize) (condition - rest) : strlen (rest));

  if (*text == '.')
    value->sibling = g_strdup (text + 1);
  else
    value->value = parse_value (self, text);
  if (condition != NULL)
    read_condition (value, condition + strlen (" if "));

  kin_demo_type_add_default (self, value);
}

/* “1 to 65535” */
static gboolean
read_range (KinDemoType *self,
            const char  *attribute)
{
  const char *to = strstr (attribute, " to ");

  if (!g_ascii_isdigit (*attribute) || to == NULL)
    return FALSE;

  read_minimum (self, attribute);
  self->has_maximum = TRUE;
  self->maximum = g_ascii_strtoll (to + strlen (" to "), NULL, 10);

  return TRUE;
}

/* Longer ones first: “merge by” before “merge”. */
static const struct
{
  const char *name;
  void (*read) (KinDemoType *self, const char *rest);
} attributes[] = {
  { "= ", read_default },
  { "as ", read_form },
  { "at least ", read_minimum },
  { "atomic", read_atomic },
  { "bare", read_bare },
  { "by ", read_by },
  { "granular", read_granular },
  { "labels", read_labels },
  { "merge by ", read_merge },
  { "merge", read_merge },
  { "needed", read_needed },
  { "one of ", read_choices },
  { "own by ", read_own_by },
  { "required", read_required },
  { "retain keys", read_retain_keys },
  { "set", read_set },
  { "unique ", read_unique },
};

static void
read_attribute (KinDemoType *self,
                const char  *attribute)
{
  if (read_range (self, attribute))
    return;

  for (guint i = 0; i < G_N_ELEMENTS (attributes); i++)
    {
      if (g_str_has_prefix (attribute, attributes[i].name))
        {
          attributes[i].read (self, attribute + strlen (attributes[i].name));
          return;
        }
    }

  g_error ("The demo schema has an unknown attribute: %s", attribute);
}

/* Returns a type whose references are not resolved yet. */
KinDemoType *
kin_demo_type_parse (const char *text)
{
  const char *mark = strstr (text, DESCRIPTION_MARK);
  g_autofree char *head = g_strndup (text, mark != NULL ? (gsize) (mark - text) : strlen (text));
  g_auto(GStrv) parts = g_strsplit (head, ", ", -1);
  KinDemoType *self = parse_type (parts[0], strlen (parts[0]));

  for (guint i = 1; parts[i] != NULL; i++)
    read_attribute (self, parts[i]);
  if (mark != NULL)
    self->about = g_strdup (mark + strlen (DESCRIPTION_MARK));

  return self;
}
