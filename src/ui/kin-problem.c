/* kin-problem.c: an error as a page tells it: what is wrong and what to do.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ui/kin-problem.h"

#include <glib/gi18n.h>

#include "base/kin-error.h"
#include "client/kin-status.h"

struct _KinProblem
{
  const char *icon_name;
  const char *title;
  char *description;
};

static KinProblem *
problem_new (const char *icon_name,
             const char *title)
{
  KinProblem *self = g_new0 (KinProblem, 1);

  self->icon_name = icon_name;
  self->title = title;

  return self;
}

/* The parts are sentences of their own, one below the other. */
static void
say (KinProblem *self,
     const char *sentence)
{
  g_autofree char *before = g_steal_pointer (&self->description);

  if (sentence == NULL || *sentence == '\0')
    self->description = g_steal_pointer (&before);
  else if (before == NULL)
    self->description = g_strdup (sentence);
  else
    self->description = g_strconcat (before, "\n\n", sentence, NULL);
}

static void
say_entry (KinProblem *self,
           KinContext *context)
{
  g_autofree char *sentence = NULL;

  if (kin_context_get_file (context) == NULL)
    sentence = g_strdup_printf (_("The server is %s."), kin_context_get_server_label (context));
  else
    sentence = g_strdup_printf (_("The server is %s: the cluster “%s” of %s."),
                                kin_context_get_server_label (context),
                                kin_context_get_cluster_name (context),
                                kin_context_get_file (context));

  say (self, sentence);
}

static void
say_user (KinProblem *self,
          KinContext *context)
{
  g_autofree char *sentence = NULL;

  if (kin_context_get_user_name (context) == NULL || kin_context_get_file (context) == NULL)
    sentence = g_strdup (_("No credentials were given for it."));
  else
    sentence = g_strdup_printf (_("The credentials are those of the user “%s” of %s."),
                                kin_context_get_user_name (context),
                                kin_context_get_file (context));

  say (self, sentence);
}

static KinProblem *
describe_connection (const GError *error,
                     KinContext   *context)
{
  KinProblem *self;

  switch ((KinConnectionError) error->code)
    {
    case KIN_CONNECTION_ERROR_REFUSED:
      self = problem_new ("network-offline-symbolic", _("Connection Refused"));
      say_entry (self, context);
      say (self, _("Is the cluster running, and is a tunnel or VPN needed to reach it?"));
      return self;

    case KIN_CONNECTION_ERROR_DNS:
      self = problem_new ("network-offline-symbolic", _("Server Not Found"));
      say (self, error->message);
      say_entry (self, context);
      say (self, _("Is the name right, and is a VPN needed to look it up?"));
      return self;

    case KIN_CONNECTION_ERROR_TLS:
      self = problem_new ("channel-insecure-symbolic", _("Certificate Not Trusted"));
      say (self, error->message);
      say_entry (self, context);
      say (self, _("Its “certificate-authority” has to be the one that issued the server’s certificate."));
      return self;

    case KIN_CONNECTION_ERROR_CLOSED:
    case KIN_CONNECTION_ERROR_TIMED_OUT:
      self = problem_new ("network-offline-symbolic", _("No Answer"));
      say (self, error->message);
      say_entry (self, context);
      return self;

    case KIN_CONNECTION_ERROR_PROXY:
      self = problem_new ("network-offline-symbolic", _("Proxy Not Usable"));
      say (self, error->message);
      say (self, _("The proxy comes from the cluster’s “proxy-url”, or from the system’s settings."));
      return self;

    case KIN_CONNECTION_ERROR_NOT_KUBERNETES:
      self = problem_new ("dialog-question-symbolic", _("Not a Kubernetes API"));
      say (self, error->message);
      say_entry (self, context);
      say (self, _("A sign-in page or another service may stand in between."));
      return self;

    case KIN_CONNECTION_ERROR_CREDENTIALS:
      self = problem_new ("dialog-password-symbolic", _("No Usable Credentials"));
      say (self, error->message);
      say_user (self, context);
      return self;

    case KIN_CONNECTION_ERROR_FAILED:
    default:
      self = problem_new ("network-offline-symbolic", _("Can’t Connect"));
      say (self, error->message);
      say_entry (self, context);
      return self;
    }
}

static KinProblem *
describe_refusal (const GError *error,
                  KinContext   *context)
{
  KinProblem *self;

  if (error->code == KIN_API_ERROR_UNAUTHORIZED)
    {
      self = problem_new ("dialog-password-symbolic", _("Not Signed In"));
      say (self, _("The server does not accept our credentials: they may have expired."));
      say_user (self, context);
      say (self, _("Sign in as you do for kubectl, then try again."));
    }
  else if (error->code == KIN_API_ERROR_FORBIDDEN)
    {
      self = problem_new ("action-unavailable-symbolic", _("Access Denied"));
      say (self, error->message);
      say_user (self, context);
    }
  else
    {
      self = problem_new ("dialog-warning-symbolic", _("The Server Can’t Serve Us"));
      say (self, error->message);
      say_entry (self, context);
    }

  return self;
}

static KinProblem *
describe_forbidden_list (const GError *error,
                         KinResource  *resource,
                         const char   *namespace_)
{
  KinProblem *self = problem_new ("action-unavailable-symbolic", _("Access Denied"));
  g_autofree char *sentence = NULL;

  if (!kin_resource_get_namespaced (resource))
    sentence = g_strdup_printf (_("You may not list and watch %s."), kin_resource_get_id (resource));
  else if (namespace_ == NULL)
    sentence = g_strdup_printf (_("You may not list and watch %s in all namespaces."), kin_resource_get_id (resource));
  else
    sentence = g_strdup_printf (_("You may not list and watch %s in the namespace “%s”."), kin_resource_get_id (resource), namespace_);

  say (self, sentence);
  say (self, error->message);
  if (kin_resource_get_namespaced (resource))
    say (self, _("Choose a namespace that you have access to, or ask whoever runs the cluster for a role that allows it."));

  return self;
}

static KinProblem *
describe_missing_kubeconfig (KinKubeconfig *kubeconfig)
{
  KinProblem *self = problem_new ("kin-cluster-symbolic", _("No Kubeconfig"));
  g_autofree char *paths = g_strjoinv ("\n", (char **) kin_kubeconfig_get_paths (kubeconfig));
  g_autofree char *sentence = NULL;

  /* Translators: %s are the paths of files, one a line. */
  sentence = g_strdup_printf (_("KInformer finds your clusters as kubectl does. It looked at:\n%s"), paths);
  say (self, sentence);
  say (self, _("Copy the kubeconfig file of your cluster there, or set KUBECONFIG to where it is, then try again."));
  say (self, _("Or look around in a demo cluster, which runs inside KInformer."));

  return self;
}

/**
 * kin_problem_new_for_connection:
 * @error: why a cluster could not be connected to
 * @context: the context that was tried
 *
 * Returns: (transfer full): what to tell of it
 */
KinProblem *
kin_problem_new_for_connection (const GError *error,
                                KinContext   *context)
{
  KinProblem *self;

  g_return_val_if_fail (error != NULL, NULL);
  g_return_val_if_fail (KIN_IS_CONTEXT (context), NULL);

  if (error->domain == KIN_CONNECTION_ERROR)
    return describe_connection (error, context);
  if (error->domain == KIN_API_ERROR)
    return describe_refusal (error, context);

  if (error->domain == KIN_CONFIG_ERROR)
    self = problem_new ("dialog-warning-symbolic", _("Context Not Usable"));
  else
    self = problem_new ("dialog-warning-symbolic", _("Can’t Connect"));
  say (self, error->message);

  return self;
}

/**
 * kin_problem_new_for_list:
 * @error: why a kind can't be listed
 * @resource: the kind
 * @namespace_: (nullable): the namespace it was asked for, %NULL for all
 *
 * Returns: (transfer full): what to tell of it
 */
KinProblem *
kin_problem_new_for_list (const GError *error,
                          KinResource  *resource,
                          const char   *namespace_)
{
  KinProblem *self;

  g_return_val_if_fail (error != NULL, NULL);
  g_return_val_if_fail (resource != NULL, NULL);

  if (g_error_matches (error, KIN_API_ERROR, KIN_API_ERROR_FORBIDDEN))
    return describe_forbidden_list (error, resource, namespace_);

  if (g_error_matches (error, KIN_API_ERROR, KIN_API_ERROR_UNAUTHORIZED))
    self = problem_new ("dialog-password-symbolic", _("Not Signed In"));
  else if (g_error_matches (error, KIN_API_ERROR, KIN_API_ERROR_NOT_FOUND))
    self = problem_new ("dialog-question-symbolic", _("No Longer Served"));
  else
    self = problem_new ("network-offline-symbolic", _("No List Yet"));
  say (self, error->message);

  return self;
}

/**
 * kin_problem_new_for_kubeconfig:
 * @error: why no context could be read
 * @kubeconfig: (transfer none): where they were looked for
 *
 * Returns: (transfer full): what to tell of it
 */
KinProblem *
kin_problem_new_for_kubeconfig (const GError  *error,
                                KinKubeconfig *kubeconfig)
{
  KinProblem *self;

  g_return_val_if_fail (error != NULL, NULL);
  g_return_val_if_fail (KIN_IS_KUBECONFIG (kubeconfig), NULL);

  if (g_error_matches (error, KIN_CONFIG_ERROR, KIN_CONFIG_ERROR_NO_FILE))
    return describe_missing_kubeconfig (kubeconfig);

  self = problem_new ("dialog-warning-symbolic", _("Kubeconfig Not Usable"));
  say (self, error->message);

  return self;
}

/**
 * kin_problem_new_for_choice:
 * @context: (nullable): the context that was asked for and does not exist, %NULL if none was
 *
 * Returns: (transfer full): that a context has to be chosen
 */
KinProblem *
kin_problem_new_for_choice (const char *context)
{
  KinProblem *self = problem_new ("kin-cluster-symbolic", _("No Context Chosen"));
  g_autofree char *sentence = NULL;

  if (context != NULL)
    sentence = g_strdup_printf (_("The kubeconfig has no context “%s”."), context);
  else
    sentence = g_strdup (_("The kubeconfig names no current context."));

  say (self, sentence);
  say (self, _("Choose one of those that it has."));

  return self;
}

/**
 * kin_problem_free:
 * @self: (transfer full): a problem
 */
void
kin_problem_free (KinProblem *self)
{
  g_return_if_fail (self != NULL);

  g_free (self->description);
  g_free (self);
}

/**
 * kin_problem_get_icon_name:
 * @self: a problem
 *
 * Returns: (transfer none): an icon that fits it
 */
const char *
kin_problem_get_icon_name (KinProblem *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->icon_name;
}

/**
 * kin_problem_get_title:
 * @self: a problem
 *
 * Returns: (transfer none): what is wrong, in two or three words
 */
const char *
kin_problem_get_title (KinProblem *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->title;
}

/**
 * kin_problem_get_description:
 * @self: a problem
 *
 * Returns: (transfer none): what is wrong, where, and what to do
 */
const char *
kin_problem_get_description (KinProblem *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->description;
}
