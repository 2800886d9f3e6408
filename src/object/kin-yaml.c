/* kin-yaml.c: writes JSON as the YAML that kubectl prints, and reads YAML files such as kubeconfigs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "object/kin-yaml.h"

#include <glib/gi18n.h>
#include <string.h>
#include <yaml.h>

#include "base/kin-error.h"

/* A file that was made to be hard to read ends here. Aliases can make a large document of a small one. */
#define MAX_DEPTH 100
#define MAX_SIZE (16 * 1024 * 1024)
#define MAX_NODES 1000000

/* What YAML 1.1 reads as a number or a date if it stands there bare: it is quoted where it is text. */
#define NUMBER_PATTERN                                                                                                 \
  "^(?:[-+]?0b[01_]+|[-+]?0x[0-9a-fA-F_]+|[-+]?0o?[0-7_]+"                                                             \
  "|[-+]?(?:\\.[0-9][0-9_]*|[0-9][0-9_]*(?:\\.[0-9_]*)?)(?:[eE][-+]?[0-9]+)?"                                          \
  "|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\\.[0-9_]*)?"                                                                 \
  "|[-+]?\\.(?:inf|Inf|INF)|\\.(?:nan|NaN|NAN)"                                                                        \
  "|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:(?:[Tt]|[ \\t]+)[0-9]{1,2}:[0-9]{2}:[0-9]{2}(?:\\.[0-9]*)?"                       \
  "(?:[ \\t]*(?:Z|[-+][0-9]{1,2}(?::?[0-9]{2})?))?)?)$"

#define JSON_NUMBER_PATTERN "^-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][-+]?[0-9]+)?$"

static const char * const null_words[] = { "", "~", "null", "Null", "NULL", NULL };
static const char * const true_words[] = { "true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON", NULL };
static const char * const false_words[] = { "false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF", NULL };
static const char * const old_words[] = { "y", "Y", "n", "N", "<<", NULL };

/* A document on its way from YAML to JSON. */
typedef struct
{
  yaml_document_t *document;
  GString *out;
  guint n_nodes;          /* written, those of aliases again and again */
} Reader;

static gboolean
matches_pattern (GRegex     **regex,
                 const char  *pattern,
                 const char  *text)
{
  if (g_once_init_enter_pointer (regex))
    g_once_init_leave_pointer (regex, g_regex_new (pattern, G_REGEX_OPTIMIZE, 0, NULL));

  return g_regex_match (*regex, text, 0, NULL);
}

static gboolean
is_number (const char *text)
{
  static GRegex *regex;

  return (g_ascii_isdigit (*text) || (*text != '\0' && strchr ("+-.", *text) != NULL)) &&
         matches_pattern (&regex, NUMBER_PATTERN, text);
}

static gboolean
is_json_number (const char *text)
{
  static GRegex *regex;

  return (g_ascii_isdigit (*text) || *text == '-') && matches_pattern (&regex, JSON_NUMBER_PATTERN, text);
}

static gboolean
is_plain_text (const char *text)
{
  return !g_strv_contains (null_words, text) && !g_strv_contains (true_words, text) &&
         !g_strv_contains (false_words, text) && !g_strv_contains (old_words, text) && !is_number (text);
}

/* The emitter itself quotes what has signs that mean something in YAML. */
static yaml_scalar_style_t
choose_style (const char *text)
{
  if (strchr (text, '\n') != NULL)
    return YAML_LITERAL_SCALAR_STYLE;

  return is_plain_text (text) ? YAML_PLAIN_SCALAR_STYLE : YAML_DOUBLE_QUOTED_SCALAR_STYLE;
}

static int
append_output (void          *data,
               unsigned char *buffer,
               size_t         size)
{
  g_string_append_len (data, (const char *) buffer, (gssize) size);

  return 1;
}

static void
emit_scalar (yaml_emitter_t      *emitter,
             const char          *text,
             yaml_scalar_style_t  style)
{
  yaml_event_t event;

  yaml_scalar_event_initialize (&event, NULL, NULL, (yaml_char_t *) text, (int) strlen (text), TRUE, TRUE, style);
  yaml_emitter_emit (emitter, &event);
}

typedef struct
{
  const char *name;
  KinJsonValue *value;
} Member;

static gint64
take_digits (const char **cursor)
{
  gint64 number = 0;

  while (g_ascii_isdigit (**cursor))
    number = 10 * (number % (G_MAXINT64 / 100)) + (*(*cursor)++ - '0');

  return number;
}

/* Two names from where they begin to differ: numbers by value, and letters behind all other signs. Thus a1, a2,
 * a10, a-b, ab. */
static int
compare_difference (const char *a,
                    const char *b)
{
  gboolean letter_a = g_unichar_isalpha (g_utf8_get_char (a));
  gboolean letter_b = g_unichar_isalpha (g_utf8_get_char (b));
  const char *end_a = a;
  const char *end_b = b;
  gint64 number_a;
  gint64 number_b;

  if (letter_a && letter_b)
    return strcmp (a, b);
  if (letter_a || letter_b)
    return letter_a ? 1 : -1;

  number_a = take_digits (&end_a);
  number_b = take_digits (&end_b);
  if (number_a != number_b)
    return number_a < number_b ? -1 : 1;
  if (end_a - a != end_b - b)
    return end_a - a < end_b - b ? -1 : 1;

  return strcmp (a, b);
}

/* Back to where the number begins in which they differ. */
static gsize
find_number_start (const char *text,
                   gsize       at)
{
  while (at > 0 && g_ascii_isdigit (text[at - 1]))
    at--;

  return at;
}

static int
compare_members (gconstpointer a,
                 gconstpointer b)
{
  const char *one = ((const Member *) a)->name;
  const char *two = ((const Member *) b)->name;
  gsize at = 0;

  while (one[at] != '\0' && one[at] == two[at])
    at++;
  if (one[at] == '\0' || two[at] == '\0')
    return (int) (guchar) one[at] - (int) (guchar) two[at];

  /* Not within a character. */
  while (at > 0 && ((guchar) one[at] & 0xc0) == 0x80)
    at--;

  if (g_ascii_isdigit (one[at]) && g_ascii_isdigit (two[at]))
    at = find_number_start (one, at);

  return compare_difference (one + at, two + at);
}

static GArray *
sort_members (KinJsonValue *object)
{
  GArray *members = g_array_sized_new (FALSE, FALSE, sizeof (Member), (guint) kin_json_value_get_size (object));
  KinJsonIter iter;
  Member member;

  kin_json_iter_init (&iter, object);
  while (kin_json_iter_next (&iter, &member.name, &member.value))
    g_array_append_val (members, member);
  g_array_sort (members, compare_members);

  return members;
}

static void emit_value (yaml_emitter_t *emitter,
                        KinJsonValue   *value);

static void
emit_object (yaml_emitter_t *emitter,
             KinJsonValue   *object)
{
  g_autoptr(GArray) members = sort_members (object);
  yaml_event_t event;

  yaml_mapping_start_event_initialize (&event, NULL, NULL, TRUE, YAML_BLOCK_MAPPING_STYLE);
  yaml_emitter_emit (emitter, &event);

  for (guint i = 0; i < members->len; i++)
    {
      Member *member = &g_array_index (members, Member, i);

      emit_scalar (emitter, member->name, choose_style (member->name));
      emit_value (emitter, member->value);
    }

  yaml_mapping_end_event_initialize (&event);
  yaml_emitter_emit (emitter, &event);
}

static void
emit_array (yaml_emitter_t *emitter,
            KinJsonValue   *array)
{
  yaml_event_t event;
  KinJsonIter iter;
  KinJsonValue *element;

  yaml_sequence_start_event_initialize (&event, NULL, NULL, TRUE, YAML_BLOCK_SEQUENCE_STYLE);
  yaml_emitter_emit (emitter, &event);

  kin_json_iter_init (&iter, array);
  while (kin_json_iter_next (&iter, NULL, &element))
    emit_value (emitter, element);

  yaml_sequence_end_event_initialize (&event);
  yaml_emitter_emit (emitter, &event);
}

static void
emit_value (yaml_emitter_t *emitter,
            KinJsonValue   *value)
{
  switch (kin_json_value_get_type (value))
    {
    case KIN_JSON_OBJECT:
      emit_object (emitter, value);
      break;

    case KIN_JSON_ARRAY:
      emit_array (emitter, value);
      break;

    case KIN_JSON_STRING:
      emit_scalar (emitter, kin_json_value_get_string (value), choose_style (kin_json_value_get_string (value)));
      break;

    case KIN_JSON_NUMBER:
      emit_scalar (emitter, kin_json_value_get_number_text (value), YAML_PLAIN_SCALAR_STYLE);
      break;

    case KIN_JSON_BOOLEAN:
      emit_scalar (emitter, kin_json_value_get_boolean (value) ? "true" : "false", YAML_PLAIN_SCALAR_STYLE);
      break;

    case KIN_JSON_NULL:
    default:
      emit_scalar (emitter, "null", YAML_PLAIN_SCALAR_STYLE);
      break;
    }
}

static gboolean
fail_at (const yaml_mark_t  *mark,
         int                 code,
         const char         *problem,
         GError            **error)
{
  /* Translators: %s says what is wrong, perhaps in English, from a library. */
  g_set_error (error, KIN_PARSE_ERROR, code, _("Not valid YAML in line %" G_GSIZE_FORMAT ", column %" G_GSIZE_FORMAT ": %s"),
               mark->line + 1, mark->column + 1, problem);

  return FALSE;
}

static gboolean
fail_node (const yaml_node_t  *node,
           int                 code,
           const char         *problem,
           GError            **error)
{
  return fail_at (&node->start_mark, code, problem, error);
}

static const char *
get_scalar (const yaml_node_t *node)
{
  return (const char *) node->data.scalar.value;
}

static gboolean
check_scalar (const yaml_node_t  *node,
              GError            **error)
{
  if (memchr (get_scalar (node), '\0', node->data.scalar.length) != NULL)
    return fail_node (node, KIN_PARSE_ERROR_SYNTAX, _("a text holds a NUL character"), error);

  return TRUE;
}

static gboolean
write_scalar (Reader             *reader,
              const yaml_node_t  *node,
              GError            **error)
{
  const char *text = get_scalar (node);
  gboolean bare = node->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;

  if (!check_scalar (node, error))
    return FALSE;

  if (bare && g_strv_contains (null_words, text))
    g_string_append (reader->out, "null");
  else if (bare && g_strv_contains (true_words, text))
    g_string_append (reader->out, "true");
  else if (bare && g_strv_contains (false_words, text))
    g_string_append (reader->out, "false");
  else if (bare && is_json_number (text))
    g_string_append (reader->out, text);
  else
    kin_json_append_quoted (reader->out, text);

  return TRUE;
}

static gboolean write_node (Reader   *reader,
                            int       index,
                            guint     depth,
                            GError  **error);

static gboolean
write_sequence (Reader             *reader,
                const yaml_node_t  *node,
                guint               depth,
                GError            **error)
{
  g_string_append_c (reader->out, '[');
  for (yaml_node_item_t *item = node->data.sequence.items.start; item < node->data.sequence.items.top; item++)
    {
      if (item > node->data.sequence.items.start)
        g_string_append_c (reader->out, ',');
      if (!write_node (reader, *item, depth + 1, error))
        return FALSE;
    }
  g_string_append_c (reader->out, ']');

  return TRUE;
}

static gboolean
is_merge (const yaml_node_t *key)
{
  return key->data.scalar.style == YAML_PLAIN_SCALAR_STYLE && g_str_equal (get_scalar (key), "<<");
}

static gboolean collect_members (Reader             *reader,
                                 const yaml_node_t  *mapping,
                                 guint               depth,
                                 GHashTable         *values,
                                 GPtrArray          *names,
                                 GError            **error);

/* "<<: *defaults" or "<<: [*one, *two]": members that are taken over where there is no own one. */
static gboolean
collect_merged (Reader             *reader,
                const yaml_node_t  *source,
                guint               depth,
                GHashTable         *values,
                GPtrArray          *names,
                GError            **error)
{
  if (depth > MAX_DEPTH)
    return fail_node (source, KIN_PARSE_ERROR_TOO_LARGE, _("nested too deep"), error);
  if (source->type == YAML_MAPPING_NODE)
    return collect_members (reader, source, depth + 1, values, names, error);
  if (source->type != YAML_SEQUENCE_NODE)
    return fail_node (source, KIN_PARSE_ERROR_WRONG_TYPE, _("only a mapping can be merged"), error);

  for (yaml_node_item_t *item = source->data.sequence.items.start; item < source->data.sequence.items.top; item++)
    {
      if (!collect_merged (reader, yaml_document_get_node (reader->document, *item), depth + 1, values, names, error))
        return FALSE;
    }

  return TRUE;
}

/* Of a name that appears twice the last counts, as it does for kubectl. */
static gboolean
collect_own (Reader             *reader,
             const yaml_node_t  *mapping,
             GHashTable         *values,
             GPtrArray          *names,
             GError            **error)
{
  g_autoptr(GHashTable) inherited = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < names->len; i++)
    g_hash_table_add (inherited, names->pdata[i]);

  for (yaml_node_pair_t *pair = mapping->data.mapping.pairs.start; pair < mapping->data.mapping.pairs.top; pair++)
    {
      yaml_node_t *key = yaml_document_get_node (reader->document, pair->key);

      if (key->type != YAML_SCALAR_NODE)
        return fail_node (key, KIN_PARSE_ERROR_WRONG_TYPE, _("a key must be a text"), error);
      if (!check_scalar (key, error))
        return FALSE;
      if (is_merge (key) || g_hash_table_contains (inherited, get_scalar (key)))
        continue;

      if (!g_hash_table_contains (values, get_scalar (key)))
        g_ptr_array_add (names, (gpointer) get_scalar (key));
      g_hash_table_insert (values, (gpointer) get_scalar (key), GINT_TO_POINTER (pair->value));
    }

  return TRUE;
}

static gboolean
collect_members (Reader             *reader,
                 const yaml_node_t  *mapping,
                 guint               depth,
                 GHashTable         *values,
                 GPtrArray          *names,
                 GError            **error)
{
  if (!collect_own (reader, mapping, values, names, error))
    return FALSE;

  for (yaml_node_pair_t *pair = mapping->data.mapping.pairs.start; pair < mapping->data.mapping.pairs.top; pair++)
    {
      if (is_merge (yaml_document_get_node (reader->document, pair->key)) &&
          !collect_merged (reader, yaml_document_get_node (reader->document, pair->value), depth, values, names, error))
        return FALSE;
    }

  return TRUE;
}

static gboolean
write_mapping (Reader             *reader,
               const yaml_node_t  *node,
               guint               depth,
               GError            **error)
{
  g_autoptr(GHashTable) values = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr(GPtrArray) names = g_ptr_array_new ();

  if (!collect_members (reader, node, depth, values, names, error))
    return FALSE;

  g_string_append_c (reader->out, '{');
  for (guint i = 0; i < names->len; i++)
    {
      if (i > 0)
        g_string_append_c (reader->out, ',');
      kin_json_append_quoted (reader->out, names->pdata[i]);
      g_string_append_c (reader->out, ':');
      if (!write_node (reader, GPOINTER_TO_INT (g_hash_table_lookup (values, names->pdata[i])), depth + 1, error))
        return FALSE;
    }
  g_string_append_c (reader->out, '}');

  return TRUE;
}

static gboolean
write_node (Reader  *reader,
            int      index,
            guint    depth,
            GError **error)
{
  yaml_node_t *node = yaml_document_get_node (reader->document, index);

  if (depth > MAX_DEPTH)
    return fail_node (node, KIN_PARSE_ERROR_TOO_LARGE, _("nested too deep"), error);
  if (reader->out->len > MAX_SIZE || ++reader->n_nodes > MAX_NODES)
    return fail_node (node, KIN_PARSE_ERROR_TOO_LARGE, _("the document is too large"), error);

  switch (node->type)
    {
    case YAML_SEQUENCE_NODE:
      return write_sequence (reader, node, depth, error);

    case YAML_MAPPING_NODE:
      return write_mapping (reader, node, depth, error);

    case YAML_SCALAR_NODE:
      return write_scalar (reader, node, error);

    case YAML_NO_NODE:
    default:
      g_assert_not_reached ();
    }
}

static gboolean
write_document (yaml_document_t  *document,
                GString          *out,
                GError          **error)
{
  Reader reader = { .document = document, .out = out };

  /* A file with nothing in it, or with comments only. */
  if (yaml_document_get_root_node (document) == NULL)
    {
      g_string_append (out, "null");
      return TRUE;
    }

  return write_node (&reader, 1, 0, error);
}

static void
set_parser_error (yaml_parser_t  *parser,
                  GError        **error)
{
  const char *problem = parser->problem != NULL ? parser->problem : "";

  if (parser->error == YAML_READER_ERROR)
    g_set_error (error, KIN_PARSE_ERROR, KIN_PARSE_ERROR_SYNTAX, _("Not valid YAML at byte %" G_GSIZE_FORMAT ": %s"),
                 parser->problem_offset, problem);
  else
    fail_at (&parser->problem_mark, KIN_PARSE_ERROR_SYNTAX, problem, error);
}

static int
get_step (yaml_event_type_t type)
{
  switch (type)
    {
    case YAML_SEQUENCE_START_EVENT:
    case YAML_MAPPING_START_EVENT:
      return 1;

    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
      return -1;

    case YAML_NO_EVENT:
    case YAML_STREAM_START_EVENT:
    case YAML_STREAM_END_EVENT:
    case YAML_DOCUMENT_START_EVENT:
    case YAML_DOCUMENT_END_EVENT:
    case YAML_ALIAS_EVENT:
    case YAML_SCALAR_EVENT:
    default:
      return 0;
    }
}

static gboolean
check_levels (yaml_parser_t  *parser,
              GError        **error)
{
  yaml_event_type_t type = YAML_NO_EVENT;
  int n_levels = 0;

  while (type != YAML_DOCUMENT_END_EVENT && type != YAML_STREAM_END_EVENT)
    {
      yaml_event_t event;

      if (!yaml_parser_parse (parser, &event))
        {
          set_parser_error (parser, error);
          return FALSE;
        }

      type = event.type;
      n_levels += get_step (type);
      yaml_event_delete (&event);
      if (n_levels > MAX_DEPTH + 1)
        return fail_at (&parser->mark, KIN_PARSE_ERROR_TOO_LARGE, _("nested too deep"), error);
    }

  return TRUE;
}

/* For each token libyaml looks at every level that is open: a long row of brackets would keep it for minutes. So the
 * levels are counted first, as far as they are allowed. */
static gboolean
check_depth (const char  *text,
             gsize        length,
             GError     **error)
{
  yaml_parser_t parser;
  gboolean good;

  yaml_parser_initialize (&parser);
  yaml_parser_set_input_string (&parser, (const unsigned char *) text, length);
  good = check_levels (&parser, error);
  yaml_parser_delete (&parser);

  return good;
}

/**
 * kin_yaml_from_json:
 * @value: a value
 *
 * Writes a value as kubectl prints it with -o yaml: names in order, texts of several lines as blocks, texts in
 * quotes only where YAML would take them for something else, numbers as they came.
 *
 * Returns: (transfer full): YAML
 */
char *
kin_yaml_from_json (KinJsonValue *value)
{
  GString *out = g_string_new (NULL);
  yaml_emitter_t emitter;
  yaml_event_t event;

  yaml_emitter_initialize (&emitter);
  yaml_emitter_set_output (&emitter, append_output, out);
  yaml_emitter_set_unicode (&emitter, TRUE);

  yaml_stream_start_event_initialize (&event, YAML_UTF8_ENCODING);
  yaml_emitter_emit (&emitter, &event);
  yaml_document_start_event_initialize (&event, NULL, NULL, NULL, TRUE);
  yaml_emitter_emit (&emitter, &event);
  emit_value (&emitter, value);
  yaml_document_end_event_initialize (&event, TRUE);
  yaml_emitter_emit (&emitter, &event);

  /* The stream is not ended: behind a text that ends in empty lines that would add a line of dots. */
  yaml_emitter_delete (&emitter);

  return g_string_free (out, FALSE);
}

/**
 * kin_yaml_parse:
 * @text: YAML, or JSON, which is YAML too; it need not end in a NUL
 * @length: its length
 * @error: return location for a %KIN_PARSE_ERROR that names the line and the column
 *
 * Reads the first document of a YAML file. Anchors, aliases and merges are resolved; what would become deeper than
 * 100 levels, or larger than 16 MiB or a million values, is refused.
 *
 * Returns: (transfer full) (nullable): the document
 */
KinJson *
kin_yaml_parse (const char  *text,
                gsize        length,
                GError     **error)
{
  g_autoptr(GString) out = g_string_new (NULL);
  yaml_parser_t parser;
  yaml_document_t document;
  gboolean written = FALSE;

  g_return_val_if_fail (text != NULL, NULL);

  if (length > MAX_SIZE)
    {
      g_set_error_literal (error, KIN_PARSE_ERROR, KIN_PARSE_ERROR_TOO_LARGE, _("The YAML is larger than 16 MiB"));
      return NULL;
    }
  if (!check_depth (text, length, error))
    return NULL;

  yaml_parser_initialize (&parser);
  yaml_parser_set_input_string (&parser, (const unsigned char *) text, length);
  if (yaml_parser_load (&parser, &document))
    {
      written = write_document (&document, out, error);
      yaml_document_delete (&document);
    }
  else
    {
      set_parser_error (&parser, error);
    }
  yaml_parser_delete (&parser);

  return written ? kin_json_parse (out->str, out->len, error) : NULL;
}
