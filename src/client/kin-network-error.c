/* kin-network-error.c: what went wrong on the way to a server, in words that name the host and what to look at.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "client/kin-network-error.h"

#include <glib/gi18n.h>
#include <libsoup/soup.h>

#include "base/kin-error.h"

static char *
dup_certificate_reasons (const KinNetworkTrouble *trouble)
{
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new ();
  g_auto(GStrv) reasons = NULL;

  if (trouble->certificate_flags & G_TLS_CERTIFICATE_UNKNOWN_CA)
    {
      if (trouble->issuer != NULL)
        g_strv_builder_take (builder, g_strdup_printf (_("its issuer “%s” is unknown"), trouble->issuer));
      else
        g_strv_builder_add (builder, _("its issuer is unknown"));
    }
  if (trouble->certificate_flags & G_TLS_CERTIFICATE_BAD_IDENTITY)
    g_strv_builder_add (builder, _("it was made for another host"));
  if (trouble->certificate_flags & G_TLS_CERTIFICATE_EXPIRED)
    g_strv_builder_add (builder, _("it has expired"));
  if (trouble->certificate_flags & G_TLS_CERTIFICATE_NOT_ACTIVATED)
    g_strv_builder_add (builder, _("it is not valid yet"));
  if (trouble->certificate_flags & G_TLS_CERTIFICATE_REVOKED)
    g_strv_builder_add (builder, _("it was revoked"));
  if (trouble->certificate_flags & G_TLS_CERTIFICATE_INSECURE)
    g_strv_builder_add (builder, _("its algorithm is insecure"));

  reasons = g_strv_builder_end (builder);
  if (*reasons == NULL)
    return g_strdup (_("it can’t be verified"));

  return g_strjoinv (", ", reasons);
}

static GError *
new_tls_error (const GError            *cause,
               const KinNetworkTrouble *trouble)
{
  if (g_error_matches (cause, G_TLS_ERROR, G_TLS_ERROR_BAD_CERTIFICATE) || trouble->certificate_flags != 0)
    {
      g_autofree char *reasons = dup_certificate_reasons (trouble);

      /* Translators: what was asked for, the host, a list of reasons, and the kubeconfig entry to look at. */
      return g_error_new (KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_TLS,
                          _("%s: the certificate of %s is not trusted: %s. See %s"),
                          trouble->what, trouble->host, reasons, trouble->trust);
    }

  /* This is what GIO calls a connection that was cut during the handshake. */
  if (g_error_matches (cause, G_TLS_ERROR, G_TLS_ERROR_NOT_TLS))
    return g_error_new (KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_CLOSED,
                        _("%s: %s closed the connection instead of speaking TLS: is it just starting or stopping, or is its address “http://”?"),
                        trouble->what, trouble->host);

  if (g_error_matches (cause, G_TLS_ERROR, G_TLS_ERROR_EOF))
    return g_error_new (KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_CLOSED,
                        _("%s: the connection to %s was cut"), trouble->what, trouble->host);

  return g_error_new (KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_TLS,
                      _("%s: TLS with %s failed (see %s): %s"), trouble->what, trouble->host, trouble->trust, cause->message);
}

static gboolean
is_proxy_error (const GError *cause)
{
  return g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_PROXY_FAILED) ||
         g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_PROXY_AUTH_FAILED) ||
         g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_PROXY_NEED_AUTH) ||
         g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_PROXY_NOT_ALLOWED);
}

/* GIO says PARTIAL_INPUT where a body ended before its time; libsoup has no code for a stream that was reset. */
static gboolean
is_cut (const GError *cause)
{
  return g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_CONNECTION_CLOSED) ||
         g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_BROKEN_PIPE) ||
         g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT) ||
         g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_CLOSED) ||
         g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_NOT_CONNECTED) ||
         (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_FAILED) && g_str_has_prefix (cause->message, "HTTP/2 Error: "));
}

/**
 * kin_network_error_new:
 * @cause: what GIO or libsoup said
 * @trouble: what the message has to name
 *
 * Returns: (transfer full): a #KinConnectionError, or a copy of @cause where that says that it was cancelled
 */
GError *
kin_network_error_new (const GError            *cause,
                       const KinNetworkTrouble *trouble)
{
  g_return_val_if_fail (cause != NULL, NULL);
  g_return_val_if_fail (trouble != NULL, NULL);

  if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_CANCELLED) || cause->domain == KIN_CONNECTION_ERROR)
    return g_error_copy (cause);

  if (cause->domain == G_TLS_ERROR)
    return new_tls_error (cause, trouble);

  if (cause->domain == G_RESOLVER_ERROR)
    return g_error_new (KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_DNS,
                        _("%s: the name of %s can’t be resolved: %s"), trouble->what, trouble->host, cause->message);

  if (is_proxy_error (cause) || (trouble->proxy != NULL && g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_CONNECTION_REFUSED)))
    return g_error_new (KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_PROXY,
                        _("%s: no way to %s through the proxy %s: %s"), trouble->what, trouble->host,
                        trouble->proxy != NULL ? trouble->proxy : "", cause->message);

  /* A unix socket whose server has ended is not there any more. */
  if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_CONNECTION_REFUSED) || g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    return g_error_new (KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_REFUSED,
                        _("%s: %s refused the connection: is the API server running?"), trouble->what, trouble->host);

  if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_TIMED_OUT))
    return g_error_new (KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_TIMED_OUT,
                        _("%s: %s did not answer in time"), trouble->what, trouble->host);

  if (is_cut (cause))
    return g_error_new (KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_CLOSED,
                        _("%s: the connection to %s was cut"), trouble->what, trouble->host);

  if (g_error_matches (cause, SOUP_SESSION_ERROR, SOUP_SESSION_ERROR_PARSING) ||
      g_error_matches (cause, SOUP_SESSION_ERROR, SOUP_SESSION_ERROR_ENCODING))
    return g_error_new (KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_NOT_KUBERNETES,
                        _("%s: %s does not answer as a Kubernetes API server: %s"), trouble->what, trouble->host, cause->message);

  return g_error_new (KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_FAILED,
                      _("%s: the connection to %s failed: %s"), trouble->what, trouble->host, cause->message);
}
