/* kin-demo-exchange.h: an answer over HTTP that is longer than one piece.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <libsoup/soup.h>

#include "demo/kin-demo-response.h"

G_BEGIN_DECLS

typedef struct _KinDemoExchange KinDemoExchange;

KinDemoExchange *kin_demo_exchange_new  (SoupServerMessage *message,
                                         KinDemoResponse   *response,
                                         GSocket           *socket);
void             kin_demo_exchange_free (KinDemoExchange   *self);
void             kin_demo_exchange_end  (KinDemoExchange   *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinDemoExchange, kin_demo_exchange_free)

G_END_DECLS
