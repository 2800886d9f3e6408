/* kin-words.c: what the window says of columns, states, times and what is missing.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ui/kin-words.h"

#include <glib/gi18n.h>

#include "base/kin-clock.h"
#include "base/kin-error.h"
#include "client/kin-status.h"
#include "object/kin-time.h"

/* kubectl's headers are its own words; these are the ones that have a translation. */
static const struct
{
  const char *header;
  const char *words;
} columns[] = {
  { "AGE", N_("Age") },
  { "AVAILABLE", N_("Available") },
  { "CONTAINERS", N_("Containers") },
  { "CURRENT", N_("Current") },
  { "DESIRED", N_("Desired") },
  { "IMAGES", N_("Images") },
  { "LABELS", N_("Labels") },
  { "NAME", N_("Name") },
  { "NAMESPACE", N_("Namespace") },
  { "NODE", N_("Node") },
  { "READY", N_("Ready") },
  { "RESTARTS", N_("Restarts") },
  { "ROLLOUT", N_("Rollout") },
  { "SELECTOR", N_("Selector") },
  { "STATUS", N_("Status") },
  { "TYPE", N_("Type") },
  { "UP-TO-DATE", N_("Up-to-date") },
};

/* Words that stay in capitals within a header. */
static const char * const acronyms[] = { "API", "CA", "CIDR", "CPU", "ID", "IP", "IPS", "OS", "TLS", "UID", "URL", NULL };

static gboolean
is_acronym (const char *start,
            const char *end)
{
  g_autofree char *word = g_strndup (start, end - start);

  return g_strv_contains (acronyms, word);
}

/* “NOMINATED NODE” → “Nominated node”, “CLUSTER-IP” → “Cluster-IP”. */
static char *
to_sentence_case (const char *header)
{
  g_autofree char *text = g_strdup (header);
  char *start = text;

  while (*start != '\0')
    {
      char *end = start;

      while (g_ascii_isalpha (*end))
        end++;

      if (!is_acronym (start, end))
        {
          for (char *p = start == text ? start + 1 : start; p < end; p++)
            *p = g_ascii_tolower (*p);
        }

      start = *end != '\0' ? end + 1 : end;
    }

  return g_steal_pointer (&text);
}

static char *
dup_connection_reason (const GError *error)
{
  switch ((KinConnectionError) error->code)
    {
    case KIN_CONNECTION_ERROR_REFUSED:
      return g_strdup (_("connection refused"));

    case KIN_CONNECTION_ERROR_DNS:
      return g_strdup (_("host name not found"));

    case KIN_CONNECTION_ERROR_TLS:
      return g_strdup (_("the certificate is not trusted"));

    case KIN_CONNECTION_ERROR_CLOSED:
      return g_strdup (_("connection closed"));

    case KIN_CONNECTION_ERROR_TIMED_OUT:
      return g_strdup (_("no answer"));

    case KIN_CONNECTION_ERROR_PROXY:
      return g_strdup (_("the proxy can’t be used"));

    case KIN_CONNECTION_ERROR_NOT_KUBERNETES:
      return g_strdup (_("no Kubernetes API there"));

    case KIN_CONNECTION_ERROR_CREDENTIALS:
    case KIN_CONNECTION_ERROR_FAILED:
    default:
      return g_strdup (error->message);
    }
}

static guint
get_retry_seconds (KinReflector *reflector)
{
  gint64 left = kin_reflector_get_retry_time (reflector) - kin_clock_get_monotonic (kin_clock_get_default ());

  return left > 0 ? (left + G_USEC_PER_SEC - 1) / G_USEC_PER_SEC : 0;
}

static char *
dup_with_retry (const char   *words,
                KinReflector *reflector)
{
  guint seconds = get_retry_seconds (reflector);

  if (seconds == 0)
    return g_strdup (words);

  /* Translators: %s is what is wrong, as in “Backing off: connection refused”; “s” are seconds. */
  return g_strdup_printf (_("%s · retry in %u s"), words, seconds);
}

static char *
dup_backing_off (KinReflector *reflector)
{
  const GError *error = kin_reflector_get_last_error (reflector);
  g_autofree char *reason = error != NULL ? kin_words_dup_reason (error) : NULL;
  g_autofree char *words = NULL;

  if (reason != NULL)
    /* Translators: %s is the reason, as in “connection refused”. */
    words = g_strdup_printf (_("Backing off: %s"), reason);
  else
    words = g_strdup (_("Backing off"));

  return dup_with_retry (words, reflector);
}

static char *
dup_forbidden (KinSharedInformer *informer)
{
  KinResource *resource = kin_kind_get_resource (kin_shared_informer_get_kind (informer));
  g_autofree char *words = NULL;

  /* Translators: %s is the API's name of a kind, as in “pods”. */
  words = g_strdup_printf (_("Forbidden: may not list and watch %s"), kin_resource_get_id (resource));

  return dup_with_retry (words, kin_shared_informer_get_reflector (informer));
}

static char *
dup_watching (KinReflector *reflector)
{
  g_autofree char *time = kin_time_dup_clock (kin_reflector_get_state_since (reflector));

  /* Translators: %s is a time of day. */
  return g_strdup_printf (_("Watching since %s"), time);
}

/**
 * kin_words_dup_column:
 * @kubectl_header: a column's header as kubectl prints it
 *
 * Returns: (transfer full): the header for people, as “Up-to-date” for “UP-TO-DATE”
 */
char *
kin_words_dup_column (const char *kubectl_header)
{
  g_return_val_if_fail (kubectl_header != NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      if (strcmp (columns[i].header, kubectl_header) == 0)
        return g_strdup (_(columns[i].words));
    }

  return to_sentence_case (kubectl_header);
}

/**
 * kin_words_dup_reason:
 * @error: what went wrong
 *
 * Returns: (transfer full): it in a few words, to stand within a sentence
 */
char *
kin_words_dup_reason (const GError *error)
{
  g_return_val_if_fail (error != NULL, NULL);

  if (error->domain == KIN_CONNECTION_ERROR)
    return dup_connection_reason (error);
  if (g_error_matches (error, KIN_API_ERROR, KIN_API_ERROR_UNAUTHORIZED))
    return g_strdup (_("the server does not know us"));
  if (g_error_matches (error, KIN_API_ERROR, KIN_API_ERROR_TOO_MANY_REQUESTS))
    return g_strdup (_("the server is busy"));

  return g_strdup (error->message);
}

/**
 * kin_words_dup_state:
 * @informer: an informer
 *
 * Returns: (transfer full): how its list is kept up to date now
 */
char *
kin_words_dup_state (KinSharedInformer *informer)
{
  KinReflector *reflector;

  g_return_val_if_fail (KIN_IS_SHARED_INFORMER (informer), NULL);

  reflector = kin_shared_informer_get_reflector (informer);
  switch (kin_shared_informer_get_state (informer))
    {
    case KIN_REFLECTOR_IDLE:
      return g_strdup (_("Not started"));

    case KIN_REFLECTOR_LISTING:
      return g_strdup (_("Listing…"));

    case KIN_REFLECTOR_STREAMING:
      return g_strdup (_("Getting the list…"));

    case KIN_REFLECTOR_WATCHING:
      return dup_watching (reflector);

    case KIN_REFLECTOR_BACKING_OFF:
      return dup_backing_off (reflector);

    case KIN_REFLECTOR_FORBIDDEN:
      return dup_forbidden (informer);

    case KIN_REFLECTOR_GONE:
      return dup_with_retry (_("The server no longer has this kind"), reflector);

    case KIN_REFLECTOR_STOPPED:
    default:
      return g_strdup (_("Stopped"));
    }
}

/**
 * kin_words_dup_banner:
 * @informer: an informer that is not live, but was
 *
 * Returns: (transfer full): that what one sees is old, and how old
 */
char *
kin_words_dup_banner (KinSharedInformer *informer)
{
  gint64 data_time;
  g_autofree char *time = NULL;

  g_return_val_if_fail (KIN_IS_SHARED_INFORMER (informer), NULL);

  data_time = kin_reflector_get_last_data_time (kin_shared_informer_get_reflector (informer));
  time = kin_time_dup_clock (data_time);

  /* Translators: %s is a time of day. */
  return g_strdup_printf (_("Disconnected — showing data from %s"), time);
}

/**
 * kin_words_dup_count:
 * @resource: a kind
 * @n: how many there are
 *
 * Returns: (transfer full): “31 deployments”, with the API's name of the kind
 */
char *
kin_words_dup_count (KinResource *resource,
                     guint        n)
{
  g_return_val_if_fail (resource != NULL, NULL);

  /* Translators: a number, and the API's name of a kind: “31 deployments”. */
  return g_strdup_printf (_("%u %s"), n,
                          n == 1 ? kin_resource_get_singular (resource) : kin_resource_get_plural (resource));
}

/**
 * kin_words_dup_failed_groups:
 * @groups: (element-type utf8): the API groups that did not answer, one at least
 *
 * Returns: (transfer full): which they are, and what follows from it
 */
char *
kin_words_dup_failed_groups (GPtrArray *groups)
{
  const char *first;
  guint n_others;

  g_return_val_if_fail (groups != NULL && groups->len > 0, NULL);

  first = g_ptr_array_index (groups, 0);
  n_others = groups->len - 1;

  /* Translators: %s is the name of an API group: “metrics.k8s.io/v1beta1”. */
  if (n_others == 0)
    return g_strdup_printf (_("The API group %s did not answer: its kinds may be missing"), first);

  /* Translators: %s is the name of an API group: “metrics.k8s.io/v1beta1”. */
  return g_strdup_printf (ngettext ("The API group %s and %u other did not answer: their kinds may be missing",
                                    "The API group %s and %u others did not answer: their kinds may be missing",
                                    n_others),
                          first, n_others);
}

/**
 * kin_words_dup_left_out:
 * @warnings: (element-type utf8): what is wrong with files of the kubeconfig, one at least
 *
 * Returns: (transfer full): that they were left out
 */
char *
kin_words_dup_left_out (GPtrArray *warnings)
{
  const char *first;
  guint n_others;

  g_return_val_if_fail (warnings != NULL && warnings->len > 0, NULL);

  first = g_ptr_array_index (warnings, 0);
  n_others = warnings->len - 1;

  if (n_others == 0)
    return g_strdup (first);

  /* Translators: %s is a sentence that says what is wrong with one file. */
  return g_strdup_printf (ngettext ("%s; %u other file was left out, too", "%s; %u other files were left out, too", n_others),
                          first, n_others);
}
