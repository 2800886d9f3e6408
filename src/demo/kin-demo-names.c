/* kin-demo-names.c: what names, labels, keys and addresses may look like, and what the API server says if they do not.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-names.h"

#include <gio/gio.h>
#include <string.h>

#define LOWER_ALNUM "abcdefghijklmnopqrstuvwxyz0123456789"
#define UPPER "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

#define LABEL_WORDS                                                                                                    \
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with " \
  "an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is "                            \
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?')"
#define SUBDOMAIN_WORDS                                                                                                \
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and " \
  "end with an alphanumeric character (e.g. 'example.com', regex used for validation is "                              \
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
#define WILDCARD_WORDS                                                                                                 \
  "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower " \
  "case alphanumeric characters, '-' or '.' and end with an alphanumeric character (e.g. '*.example.com', regex used " \
  "for validation is '\\*\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
#define DNS_1035_WORDS                                                                                                 \
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, "   \
  "and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is "               \
  "'[a-z]([-a-z0-9]*[a-z0-9])?')"
#define QUALIFIED_WORDS                                                                                                \
  " must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character "  \
  "(e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is "                                        \
  "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
#define LABEL_VALUE_WORDS                                                                                              \
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and "  \
  "end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is "     \
  "'(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"
#define CONFIG_KEY_WORDS                                                                                               \
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or " \
  "'key-name', regex used for validation is '[-._a-zA-Z0-9]+')"
#define PERCENT_WORDS                                                                                                  \
  "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for "   \
  "validation is '[0-9]+%')"

/* Only of these characters, and with a letter or a digit at both ends. */
static gboolean
is_word (const char *text,
         gsize       length,
         const char *allowed)
{
  if (length == 0 || !g_ascii_isalnum (text[0]) || !g_ascii_isalnum (text[length - 1]))
    return FALSE;

  return strspn (text, allowed) >= length;
}

static gboolean
is_label (const char *text,
          gsize       length)
{
  return is_word (text, length, LOWER_ALNUM "-");
}

static gboolean
is_subdomain (const char *text)
{
  for (;;)
    {
      gsize length = strcspn (text, ".");

      if (!is_label (text, length))
        return FALSE;
      if (text[length] == '\0')
        return TRUE;
      text += length + 1;
    }
}

static gboolean
is_qualified_part (const char *text)
{
  return is_word (text, strlen (text), LOWER_ALNUM UPPER "-_.");
}

static void
check_length (KinDemoComplaints *complaints,
              const char        *member,
              const char        *text,
              gsize              maximum,
              const char        *part,
              const char        *unit)
{
  if (strlen (text) > maximum)
    kin_demo_complain_invalid_text (complaints, member, text, "%smust be no more than %" G_GSIZE_FORMAT " %s", part,
                                    maximum, unit);
}

void
kin_demo_names_check_label (KinDemoComplaints *complaints,
                            const char        *member,
                            const char        *text)
{
  check_length (complaints, member, text, 63, "", "characters");
  if (is_label (text, strlen (text)))
    return;

  kin_demo_complain_invalid_text (complaints, member, text, "%s",
                                  is_subdomain (text) ? "must not contain dots" : LABEL_WORDS);
}

void
kin_demo_names_check_subdomain (KinDemoComplaints *complaints,
                                const char        *member,
                                const char        *text)
{
  check_length (complaints, member, text, 253, "", "characters");
  if (!is_subdomain (text))
    kin_demo_complain_invalid_text (complaints, member, text, "%s", SUBDOMAIN_WORDS);
}

/* What may stand between two slashes of a path. */
void
kin_demo_names_check_segment (KinDemoComplaints *complaints,
                              const char        *member,
                              const char        *text)
{
  if (g_str_equal (text, ".") || g_str_equal (text, ".."))
    kin_demo_complain_invalid_text (complaints, member, text, "may not be '%s'", text);
  if (strchr (text, '/') != NULL)
    kin_demo_complain_invalid_text (complaints, member, text, "may not contain '/'");
  if (strchr (text, '%') != NULL)
    kin_demo_complain_invalid_text (complaints, member, text, "may not contain '%%'");
}

static void
check_1035 (KinDemoComplaints *complaints,
            const char        *member,
            const char        *text)
{
  check_length (complaints, member, text, 63, "", "characters");
  if (!is_label (text, strlen (text)) || g_ascii_isdigit (*text))
    kin_demo_complain_invalid_text (complaints, member, text, "%s", DNS_1035_WORDS);
}

static void
check_prefix (KinDemoComplaints *complaints,
              const char        *member,
              const char        *text,
              const char        *prefix)
{
  if (*prefix == '\0')
    kin_demo_complain_invalid_text (complaints, member, text, "prefix part must be non-empty");
  else if (!is_subdomain (prefix))
    kin_demo_complain_invalid_text (complaints, member, text, "prefix part %s", SUBDOMAIN_WORDS);
}

/* A label's key, or what looks like one: “app.kubernetes.io/name”. */
void
kin_demo_names_check_qualified (KinDemoComplaints *complaints,
                                const char        *member,
                                const char        *text)
{
  const char *slash = strchr (text, '/');
  const char *name = slash != NULL ? slash + 1 : text;
  g_autofree char *prefix = slash != NULL ? g_strndup (text, (gsize) (slash - text)) : NULL;

  if (strchr (name, '/') != NULL)
    {
      kin_demo_complain_invalid_text (complaints, member, text,
                                      "a valid label key%s with an optional DNS subdomain prefix and '/' (e.g. "
                                      "'example.com/MyName')", QUALIFIED_WORDS);
      return;
    }

  if (prefix != NULL)
    check_prefix (complaints, member, text, prefix);
  if (*name == '\0')
    kin_demo_complain_invalid_text (complaints, member, text, "name part must be non-empty");
  else if (strlen (name) > 63)
    kin_demo_complain_invalid_text (complaints, member, text, "name part must be no more than 63 bytes");
  if (!is_qualified_part (name))
    kin_demo_complain_invalid_text (complaints, member, text, "name part%s", QUALIFIED_WORDS);
}

void
kin_demo_names_check_label_value (KinDemoComplaints *complaints,
                                  const char        *member,
                                  const char        *text)
{
  check_length (complaints, member, text, 63, "", "bytes");
  if (*text != '\0' && !is_qualified_part (text))
    kin_demo_complain_invalid_text (complaints, member, text, "%s", LABEL_VALUE_WORDS);
}

static void
check_port_name (KinDemoComplaints *complaints,
                 const char        *member,
                 const char        *text)
{
  gsize length = strlen (text);

  check_length (complaints, member, text, 15, "", "characters");
  if (strspn (text, LOWER_ALNUM "-") != length)
    kin_demo_complain_invalid_text (complaints, member, text,
                                    "must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)");
  if (strcspn (text, LOWER_ALNUM) == length || strspn (text, "0123456789-") == length)
    kin_demo_complain_invalid_text (complaints, member, text, "must contain at least one letter (a-z)");
  if (strstr (text, "--") != NULL)
    kin_demo_complain_invalid_text (complaints, member, text, "must not contain consecutive hyphens");
  if (*text == '-' || g_str_has_suffix (text, "-"))
    kin_demo_complain_invalid_text (complaints, member, text, "must not begin or end with a hyphen");
}

static void
check_environment_name (KinDemoComplaints *complaints,
                        const char        *member,
                        const char        *text)
{
  for (const char *cursor = text; *cursor != '\0'; cursor++)
    {
      if (g_ascii_isprint (*cursor) && *cursor != '=')
        continue;

      kin_demo_complain_invalid_text (complaints, member, text,
                                      "a valid environment variable name must consist only of printable ASCII characters "
                                      "other than '='");
      return;
    }
}

static void
check_config_key (KinDemoComplaints *complaints,
                  const char        *member,
                  const char        *text)
{
  check_length (complaints, member, text, 253, "", "characters");
  if (*text == '\0' || strspn (text, LOWER_ALNUM UPPER "-._") != strlen (text))
    kin_demo_complain_invalid_text (complaints, member, text, "%s", CONFIG_KEY_WORDS);
  else if (g_str_equal (text, ".") || g_str_equal (text, ".."))
    kin_demo_complain_invalid_text (complaints, member, text, "must not be '%s'", text);
  else if (g_str_has_prefix (text, ".."))
    kin_demo_complain_invalid_text (complaints, member, text, "must not start with '..'");
}

static void
check_address (KinDemoComplaints *complaints,
               const char        *member,
               const char        *text)
{
  if (!g_hostname_is_ip_address (text))
    kin_demo_complain_invalid_text (complaints, member, text,
                                    "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)");
}

static void
check_network (KinDemoComplaints *complaints,
               const char        *member,
               const char        *text)
{
  g_autoptr(GInetAddressMask) mask = strchr (text, '/') != NULL ? g_inet_address_mask_new_from_string (text, NULL) : NULL;

  if (mask == NULL)
    kin_demo_complain_invalid_text (complaints, member, text,
                                    "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)");
}

static void
check_host (KinDemoComplaints *complaints,
            const char        *member,
            const char        *text)
{
  if (g_hostname_is_ip_address (text))
    kin_demo_complain_invalid_text (complaints, member, text, "must be a DNS name, not an IP address");
  else if (strchr (text, '*') == NULL)
    kin_demo_names_check_subdomain (complaints, member, text);
  else if (!g_str_has_prefix (text, "*.") || !is_subdomain (text + 2))
    kin_demo_complain_invalid_text (complaints, member, text, "%s", WILDCARD_WORDS);
}

static void
check_tls_host (KinDemoComplaints *complaints,
                const char        *member,
                const char        *text)
{
  if (strchr (text, '*') == NULL)
    kin_demo_names_check_subdomain (complaints, member, text);
  else
    check_host (complaints, member, text);
}

static void
check_percent (KinDemoComplaints *complaints,
               const char        *member,
               const char        *text)
{
  gsize n_digits = strspn (text, "0123456789");

  if (n_digits == 0 || !g_str_equal (text + n_digits, "%"))
    kin_demo_complain_invalid_text (complaints, member, text, "%s", PERCENT_WORDS);
  else if (g_ascii_strtoull (text, NULL, 10) > 100)
    kin_demo_complain_invalid_text (complaints, member, text, "must not be greater than 100%%");
}

/* How many more than there are may be any number of them. */
static void
check_any_percent (KinDemoComplaints *complaints,
                   const char        *member,
                   const char        *text)
{
  gsize n_digits = strspn (text, "0123456789");

  if (n_digits == 0 || !g_str_equal (text + n_digits, "%"))
    kin_demo_complain_invalid_text (complaints, member, text, "%s", PERCENT_WORDS);
}

static void
check_absolute_path (KinDemoComplaints *complaints,
                     const char        *member,
                     const char        *text)
{
  if (*text != '/')
    kin_demo_complain_invalid_text (complaints, member, text, "must be an absolute path");
}

/* Below the place where a volume appears. */
static void
check_relative_path (KinDemoComplaints *complaints,
                     const char        *member,
                     const char        *text)
{
  g_auto(GStrv) parts = g_strsplit (text, "/", -1);

  if (*text == '/')
    kin_demo_complain_invalid_text (complaints, member, text, "must be a relative path");
  if (g_strv_contains ((const char * const *) parts, ".."))
    kin_demo_complain_invalid_text (complaints, member, text, "must not contain '..'");
}

static void
check_trimmed (KinDemoComplaints *complaints,
               const char        *member,
               const char        *text)
{
  g_autofree char *trimmed = g_strstrip (g_strdup (text));

  if (!g_str_equal (trimmed, text))
    kin_demo_complain_invalid_text (complaints, member, text, "must not have leading or trailing whitespace");
}

/* What the schema's files name after “as”. */
static const struct
{
  const char *form;
  KinDemoNameCheck check;
} checks[] = {
  { "absolute path", check_absolute_path },
  { "any percent", check_any_percent },
  { "config key", check_config_key },
  { "dns-1035", check_1035 },
  { "environment name", check_environment_name },
  { "host", check_host },
  { "ip", check_address },
  { "label", kin_demo_names_check_label },
  { "label value", kin_demo_names_check_label_value },
  { "network", check_network },
  { "percent", check_percent },
  { "port name", check_port_name },
  { "qualified", kin_demo_names_check_qualified },
  { "relative path", check_relative_path },
  { "segment", kin_demo_names_check_segment },
  { "subdomain", kin_demo_names_check_subdomain },
  { "tls host", check_tls_host },
  { "trimmed", check_trimmed },
};

/* Returns the check of a form that the schema names. */
KinDemoNameCheck
kin_demo_names_find (const char *form)
{
  for (guint i = 0; i < G_N_ELEMENTS (checks); i++)
    {
      if (g_str_equal (checks[i].form, form))
        return checks[i].check;
    }

  g_error ("The demo schema names an unknown form: %s", form);
}
