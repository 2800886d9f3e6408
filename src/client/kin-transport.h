/* kin-transport.h: the way to one cluster.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "client/kin-response.h"
#include "config/kin-context.h"

G_BEGIN_DECLS

typedef enum
{
  KIN_REQUEST_DEFAULT = 0,
  KIN_REQUEST_WATCH   = 1 << 0,    /* a stream without an end: over the watches' sessions */
  KIN_REQUEST_LIST    = 1 << 1,    /* a long body, that its reader must be able to hold up */
  KIN_REQUEST_GZIP    = 1 << 2,    /* the reader inflates */
} KinRequestFlags;

/**
 * KinRequest:
 * @path: path and query, escaped: "/api/v1/pods?limit=500"
 * @what: what is asked for, as messages name it: "list pods in shop"
 * @accept: (nullable): the Accept header; %NULL = JSON
 * @flags: how to send it
 *
 * What to GET.
 */
typedef struct
{
  const char *path;
  const char *what;
  const char *accept;
  KinRequestFlags flags;
} KinRequest;

#define KIN_TYPE_TRANSPORT (kin_transport_get_type ())
G_DECLARE_FINAL_TYPE (KinTransport, kin_transport, KIN, TRANSPORT, GObject)

KinTransport   *kin_transport_new                   (KinContext           *context);
void            kin_transport_send_async            (KinTransport         *self,
                                                     const KinRequest     *request,
                                                     GCancellable         *cancellable,
                                                     GAsyncReadyCallback   callback,
                                                     gpointer              user_data);
KinResponse    *kin_transport_send_finish           (KinTransport         *self,
                                                     GAsyncResult         *result,
                                                     GError              **error);
KinSessionPool *kin_transport_get_watches           (KinTransport         *self);
guint64         kin_transport_get_n_bytes           (KinTransport         *self);
gboolean        kin_transport_get_streams_lists     (KinTransport         *self);
void            kin_transport_refuse_streamed_lists (KinTransport         *self);
void            kin_transport_close                 (KinTransport         *self);

G_END_DECLS
