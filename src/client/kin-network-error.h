/* kin-network-error.h: what went wrong on the way to a server, in words.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "base/kin-types.h"

G_BEGIN_DECLS

/**
 * KinNetworkTrouble:
 * @what: what was asked for: "list pods in shop"
 * @host: who was asked: "10.0.0.1:6443"
 * @proxy: (nullable): the proxy in between
 * @trust: (nullable): the kubeconfig entry that says whom to trust
 * @issuer: (nullable): who signed the certificate that was refused
 * @certificate_flags: why it was refused
 *
 * What an error's message has to name.
 */
typedef struct
{
  const char *what;
  const char *host;
  const char *proxy;
  const char *trust;
  const char *issuer;
  GTlsCertificateFlags certificate_flags;
} KinNetworkTrouble;

GError *kin_network_error_new (const GError            *cause,
                               const KinNetworkTrouble *trouble);

G_END_DECLS
