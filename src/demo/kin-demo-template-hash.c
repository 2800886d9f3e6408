/* kin-demo-template-hash.c: a short name for a pod template: what stands in the label pod-template-hash.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-template-hash.h"

#include <string.h>

#define FNV_OFFSET 2166136261u
#define FNV_PRIME 16777619u

/* Of this label two templates may differ and be the same: the replica set's has it, the deployment's has not. */
#define HASH_LABEL "pod-template-hash"

static guint32 hash_value (guint32       hash,
                           KinJsonValue *value);

static guint32
hash_byte (guint32 hash,
           guint8  byte)
{
  return (hash ^ byte) * FNV_PRIME;
}

static guint32
hash_text (guint32     hash,
           const char *text)
{
  for (; *text != '\0'; text++)
    hash = hash_byte (hash, (guint8) *text);

  return hash_byte (hash, 0);
}

/* The API server leaves out what is null or empty, a client may send it. */
static gboolean
is_blank (KinJsonValue *value)
{
  KinJsonIter iter;
  KinJsonValue *child;

  switch (kin_json_value_get_type (value))
    {
    case KIN_JSON_NULL:
      return TRUE;

    case KIN_JSON_ARRAY:
      return kin_json_value_get_size (value) == 0;

    case KIN_JSON_OBJECT:
      kin_json_iter_init (&iter, value);
      while (kin_json_iter_next (&iter, NULL, &child))
        {
          if (!is_blank (child))
            return FALSE;
        }
      return TRUE;

    case KIN_JSON_BOOLEAN:
    case KIN_JSON_NUMBER:
    case KIN_JSON_STRING:
    default:
      return FALSE;
    }
}

/* The sum of the members' hashes: their order does not count. */
static guint32
hash_object (guint32       hash,
             KinJsonValue *object)
{
  KinJsonIter iter;
  KinJsonValue *value;
  const char *name;
  guint32 sum = 0;

  kin_json_iter_init (&iter, object);
  while (kin_json_iter_next (&iter, &name, &value))
    {
      if (!g_str_equal (name, HASH_LABEL) && !is_blank (value))
        sum += hash_value (hash_text (FNV_OFFSET, name), value);
    }

  for (int shift = 0; shift < 32; shift += 8)
    hash = hash_byte (hash, (sum >> shift) & 0xff);

  return hash;
}

static guint32
hash_array (guint32       hash,
            KinJsonValue *array)
{
  KinJsonIter iter;
  KinJsonValue *value;

  kin_json_iter_init (&iter, array);
  while (kin_json_iter_next (&iter, NULL, &value))
    hash = hash_value (hash, value);

  return hash_byte (hash, ']');
}

static guint32
hash_value (guint32       hash,
            KinJsonValue *value)
{
  switch (kin_json_value_get_type (value))
    {
    case KIN_JSON_OBJECT:
      return hash_object (hash, value);

    case KIN_JSON_ARRAY:
      return hash_array (hash, value);

    case KIN_JSON_STRING:
      return hash_text (hash, kin_json_value_get_string (value));

    case KIN_JSON_NUMBER:
      return hash_text (hash, kin_json_value_get_number_text (value));

    case KIN_JSON_BOOLEAN:
      return hash_byte (hash, kin_json_value_get_boolean (value) ? 't' : 'f');

    case KIN_JSON_NULL:
    default:
      return hash_byte (hash, 'n');
    }
}

/**
 * kin_demo_template_hash_dup:
 * @template: (nullable): a PodTemplateSpec
 *
 * Names a template by what is in it. The label pod-template-hash, members that are empty, and the order of
 * members make no difference.
 *
 * Returns: (transfer full): about ten letters and digits of the alphabet of Kubernetes' made names
 */
char *
kin_demo_template_hash_dup (KinJsonValue *template)
{
  static const char alphabet[] = "bcdfghjklmnpqrstvwxz2456789";
  char *text = g_strdup_printf ("%u", hash_object (FNV_OFFSET, template));

  for (char *c = text; *c != '\0'; c++)
    *c = alphabet[(guint8) *c % strlen (alphabet)];

  return text;
}
