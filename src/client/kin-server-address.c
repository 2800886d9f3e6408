/* kin-server-address.c: where to connect to, and the name that the certificate there must have.
 *
 * libsoup takes the name to ask for (SNI) and to verify from the hostname of a session's remote-connectable, and the
 * socket from its enumerators: giving the two different answers is what kubeconfig's tls-server-name wants.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "client/kin-server-address.h"

struct _KinServerAddress
{
  GNetworkAddress parent_instance;

  GSocketConnectable *target;
};

static void kin_server_address_connectable_init (GSocketConnectableIface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (KinServerAddress, kin_server_address, G_TYPE_NETWORK_ADDRESS,
                               G_IMPLEMENT_INTERFACE (G_TYPE_SOCKET_CONNECTABLE, kin_server_address_connectable_init))

static GSocketAddressEnumerator *
kin_server_address_enumerate (GSocketConnectable *connectable)
{
  KinServerAddress *self = KIN_SERVER_ADDRESS (connectable);

  return g_socket_connectable_enumerate (self->target);
}

static GSocketAddressEnumerator *
kin_server_address_proxy_enumerate (GSocketConnectable *connectable)
{
  KinServerAddress *self = KIN_SERVER_ADDRESS (connectable);

  return g_socket_connectable_proxy_enumerate (self->target);
}

static char *
kin_server_address_to_string (GSocketConnectable *connectable)
{
  KinServerAddress *self = KIN_SERVER_ADDRESS (connectable);

  return g_socket_connectable_to_string (self->target);
}

static void
kin_server_address_connectable_init (GSocketConnectableIface *iface)
{
  iface->enumerate = kin_server_address_enumerate;
  iface->proxy_enumerate = kin_server_address_proxy_enumerate;
  iface->to_string = kin_server_address_to_string;
}

static void
kin_server_address_dispose (GObject *object)
{
  KinServerAddress *self = KIN_SERVER_ADDRESS (object);

  g_clear_object (&self->target);

  G_OBJECT_CLASS (kin_server_address_parent_class)->dispose (object);
}

static void
kin_server_address_class_init (KinServerAddressClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = kin_server_address_dispose;
}

static void
kin_server_address_init (KinServerAddress *self)
{
}

/**
 * kin_server_address_new:
 * @server_name: the name to ask for and to verify
 * @host: where to connect to
 * @port: where to connect to
 *
 * Returns: (transfer full): what a session takes as its remote-connectable
 */
GSocketConnectable *
kin_server_address_new (const char *server_name,
                        const char *host,
                        guint16     port)
{
  KinServerAddress *self;

  g_return_val_if_fail (server_name != NULL, NULL);
  g_return_val_if_fail (host != NULL, NULL);

  self = g_object_new (KIN_TYPE_SERVER_ADDRESS,
                       "hostname", server_name,
                       "port", (guint) port,
                       "scheme", "https",
                       NULL);
  self->target = g_network_address_new (host, port);

  return G_SOCKET_CONNECTABLE (self);
}
