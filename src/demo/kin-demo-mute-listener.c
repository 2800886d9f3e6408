/* kin-demo-mute-listener.c: what makes libsoup keep connections open that it was given.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-mute-listener.h"

#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

static G_DEFINE_QUARK (kin-demo-mute-listener, kin_demo_mute_listener)

/**
 * kin_demo_mute_listener_add:
 * @server: a server that will get its connections by soup_server_accept_iostream()
 * @error: return location
 *
 * libsoup (3.6) closes each connection after one answer unless its server listens by itself: so it is given a socket to
 * listen at, one end of a pair at whose other end nobody is.
 *
 * Returns: %TRUE, or %FALSE with @error set
 */
gboolean
kin_demo_mute_listener_add (SoupServer  *server,
                            GError     **error)
{
  g_autoptr(GSocket) near = NULL;
  g_autoptr(GSocket) far = NULL;
  int pair[2];

  g_return_val_if_fail (SOUP_IS_SERVER (server), FALSE);

  if (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
    {
      int code = errno;

      g_set_error (error, G_IO_ERROR, g_io_error_from_errno (code), "socketpair: %s", g_strerror (code));
      return FALSE;
    }

  near = g_socket_new_from_fd (pair[0], error);
  if (near == NULL)
    close (pair[0]);
  far = near != NULL ? g_socket_new_from_fd (pair[1], error) : NULL;
  if (far == NULL)
    {
      close (pair[1]);
      return FALSE;
    }

  g_object_set_qdata_full (G_OBJECT (server), kin_demo_mute_listener_quark (), g_steal_pointer (&far), g_object_unref);

  return soup_server_listen_socket (server, near, 0, error);
}
