/* kin-demo-release.c: another version of what a Deployment runs: a tag of its image, in a row that a person believes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-release.h"

#include <stdio.h>
#include <string.h>

#define VERSION_LABEL "app.kubernetes.io/version"
#define CAUSE_ANNOTATION "kubernetes.io/change-cause"

typedef struct
{
  const char *prefix;
  int major;
  int minor;
  int patch;
} Tag;

static Tag
parse_tag (const char *text)
{
  Tag tag = { *text == 'v' ? "v" : "", 0, 1, 0 };
  g_auto(GStrv) parts = g_strsplit (text + strlen (tag.prefix), ".", 3);
  int * const numbers[] = { &tag.major, &tag.minor, &tag.patch };

  for (guint i = 0; parts[i] != NULL; i++)
    *numbers[i] = (int) g_ascii_strtoll (parts[i], NULL, 10);

  return tag;
}

static char *
dup_tag (const Tag *tag)
{
  return g_strdup_printf ("%s%d.%d.%d", tag->prefix, tag->major, tag->minor, tag->patch);
}

/**
 * kin_demo_release_dup_earlier_tag:
 * @tag: a tag, such as “2.4.1”
 * @random: chance
 *
 * Invents the tag that was before.
 *
 * Returns: (transfer full): a tag
 */
char *
kin_demo_release_dup_earlier_tag (const char *tag,
                                  GRand      *random)
{
  Tag parsed = parse_tag (tag);

  if (parsed.patch > 0)
    {
      parsed.patch--;
    }
  else if (parsed.minor > 0)
    {
      parsed.minor--;
      parsed.patch = g_rand_int_range (random, 0, 6);
    }
  else
    {
      parsed.major = MAX (parsed.major - 1, 0);
      parsed.minor = g_rand_int_range (random, 3, 20);
      parsed.patch = g_rand_int_range (random, 0, 6);
    }

  return dup_tag (&parsed);
}

/**
 * kin_demo_release_dup_later_tag:
 * @tag: a tag, such as “2.4.1”
 * @random: chance
 *
 * Invents the tag that comes next: mostly a fix, now and then something new.
 *
 * Returns: (transfer full): a tag
 */
char *
kin_demo_release_dup_later_tag (const char *tag,
                                GRand      *random)
{
  Tag parsed = parse_tag (tag);

  if (g_rand_double (random) < 0.7)
    {
      parsed.patch++;
    }
  else
    {
      parsed.minor++;
      parsed.patch = 0;
    }

  return dup_tag (&parsed);
}

static yyjson_mut_val *
get_container (yyjson_mut_val *deployment)
{
  return yyjson_mut_arr_get_first (kin_demo_get (deployment, "spec", "template", "spec", "containers", NULL));
}

/**
 * kin_demo_release_dup_tag:
 * @deployment: a Deployment
 *
 * Reads the tag of its first container's image.
 *
 * Returns: (transfer full) (nullable): the tag, or %NULL if it has none
 */
char *
kin_demo_release_dup_tag (yyjson_mut_val *deployment)
{
  const char *image = kin_demo_get_string (get_container (deployment), "image", NULL);
  const char *colon = image != NULL ? strrchr (image, ':') : NULL;

  return colon != NULL ? g_strdup (colon + 1) : NULL;
}

/**
 * kin_demo_release_set_tag:
 * @draft: a Deployment
 * @tag: a tag
 *
 * Sets the tag of its first container's image, and the label that tells its version, if it has that.
 */
void
kin_demo_release_set_tag (KinDemoDraft *draft,
                          const char   *tag)
{
  yyjson_mut_val *root = yyjson_mut_doc_get_root (draft);
  yyjson_mut_val *container = get_container (root);
  yyjson_mut_val *labels = kin_demo_get (root, "metadata", "labels", NULL);
  const char *image = kin_demo_get_string (container, "image", NULL);
  const char *colon;
  g_autofree char *tagged = NULL;

  g_return_if_fail (image != NULL && tag != NULL);

  colon = strrchr (image, ':');
  tagged = g_strdup_printf ("%.*s:%s", (int) (colon != NULL ? colon - image : (gssize) strlen (image)), image, tag);
  kin_demo_set_string (draft, container, "image", tagged);
  if (kin_demo_get (labels, VERSION_LABEL, NULL) != NULL)
    kin_demo_set_string (draft, labels, VERSION_LABEL, tag);
}

/**
 * kin_demo_release_set_cause:
 * @draft: a Deployment, or a patch of one
 * @cause: why it is changed
 *
 * Sets what rollout history tells.
 */
void
kin_demo_release_set_cause (KinDemoDraft *draft,
                            const char   *cause)
{
  kin_demo_set_string (draft,
                       kin_demo_ensure_object (draft, yyjson_mut_doc_get_root (draft), "metadata", "annotations", NULL),
                       CAUSE_ANNOTATION, cause);
}

/**
 * kin_demo_release_dup_cause:
 * @manager: who changes it
 * @name: of the Deployment
 * @tag: the new tag
 *
 * Says what rollout history is to tell, as people write it who work with that manager.
 *
 * Returns: (transfer full): a cause
 */
char *
kin_demo_release_dup_cause (const char *manager,
                            const char *name,
                            const char *tag)
{
  if (g_str_equal (manager, "helm"))
    return g_strdup_printf ("upgrade %s to %s", name, tag);
  if (g_str_has_prefix (manager, "kubectl"))
    return g_strdup_printf ("kubectl apply --filename=%s.yaml --record=true", name);

  return g_strdup_printf ("sync %s %s", name, tag);
}
