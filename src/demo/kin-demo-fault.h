/* kin-demo-fault.h: one thing that is to go wrong, and at which requests.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-types.h"
#include "object/kin-json.h"

G_BEGIN_DECLS

/**
 * KinDemoFaultAction:
 * @KIN_DEMO_FAULT_CUT: the connection is reset
 * @KIN_DEMO_FAULT_STALL: requests are taken, and no further byte is answered on this connection
 * @KIN_DEMO_FAULT_HALF_OPEN: as a peer whose machine is gone: nothing is read nor written, and no end is told
 * @KIN_DEMO_FAULT_SLOW: so many bytes a second
 * @KIN_DEMO_FAULT_BYTES: one byte at a time
 * @KIN_DEMO_FAULT_TRUNCATE: half a chunk of the body, then an orderly end of the connection
 * @KIN_DEMO_FAULT_DOUBLE: a chunk of the body twice
 * @KIN_DEMO_FAULT_GARBAGE: what a chunk holds is replaced by bytes that mean nothing
 * @KIN_DEMO_FAULT_STATUS: an error of the API server in place of the answer
 * @KIN_DEMO_FAULT_GONE_EVENT: a watch ends with an ERROR event that says 410
 * @KIN_DEMO_FAULT_HTML: a page, as of a proxy that wants a person to sign in
 * @KIN_DEMO_FAULT_NO_END_MARK: a streamed list whose initial-events-end never comes
 * @KIN_DEMO_FAULT_BOOKMARKS_ONLY: a watch that tells bookmarks and no change
 *
 * What goes wrong. Those before %KIN_DEMO_FAULT_STATUS happen to the bytes on the wire.
 */
typedef enum
{
  KIN_DEMO_FAULT_CUT,
  KIN_DEMO_FAULT_STALL,
  KIN_DEMO_FAULT_HALF_OPEN,
  KIN_DEMO_FAULT_SLOW,
  KIN_DEMO_FAULT_BYTES,
  KIN_DEMO_FAULT_TRUNCATE,
  KIN_DEMO_FAULT_DOUBLE,
  KIN_DEMO_FAULT_GARBAGE,
  KIN_DEMO_FAULT_STATUS,
  KIN_DEMO_FAULT_GONE_EVENT,
  KIN_DEMO_FAULT_HTML,
  KIN_DEMO_FAULT_NO_END_MARK,
  KIN_DEMO_FAULT_BOOKMARKS_ONLY,
} KinDemoFaultAction;

/**
 * KinDemoFaultScope:
 * @KIN_DEMO_FAULT_EITHER: all requests
 * @KIN_DEMO_FAULT_WATCHES: watches
 * @KIN_DEMO_FAULT_OTHERS: all but watches
 *
 * Whether it is about watches.
 */
typedef enum
{
  KIN_DEMO_FAULT_EITHER,
  KIN_DEMO_FAULT_WATCHES,
  KIN_DEMO_FAULT_OTHERS,
} KinDemoFaultScope;

/**
 * KinDemoFault:
 * @action: what goes wrong
 * @scope: whether it is about watches
 * @method: (nullable): the requests' HTTP method
 * @path: (nullable): the requests' path, or the folders that it begins with, without the server's prefix
 * @resource: (nullable): a plural, such as “pods” or “deployments.apps”
 * @nth: the first request to be hit, of those that match; 0 is as 1
 * @count: how many are hit from there on, 0 for all
 * @after_bytes: of the answer's body, as it is before it is framed in chunks: it goes wrong after them
 * @after_events: of a watch: it goes wrong after them
 * @bytes_per_second: for %KIN_DEMO_FAULT_SLOW
 * @status: for %KIN_DEMO_FAULT_STATUS: the HTTP status
 * @retry_after: for %KIN_DEMO_FAULT_STATUS: seconds, 0 for no such header
 *
 * A fault. One on the stack is for kin_demo_faults_add(), which copies it; the copies are counted and never change.
 */
typedef struct
{
  KinDemoFaultAction action;
  KinDemoFaultScope scope;
  const char *method;
  const char *path;
  const char *resource;
  guint nth;
  guint count;
  guint after_bytes;
  guint after_events;
  guint bytes_per_second;
  guint status;
  guint retry_after;
} KinDemoFault;

KinDemoFault *kin_demo_fault_copy          (const KinDemoFault  *fault);
KinDemoFault *kin_demo_fault_new_from_json (KinJsonValue        *value,
                                            GError             **error);
KinDemoFault *kin_demo_fault_ref           (KinDemoFault        *self);
void          kin_demo_fault_unref         (KinDemoFault        *self);
gboolean      kin_demo_fault_is_on_wire    (const KinDemoFault  *self);
gboolean      kin_demo_fault_matches       (const KinDemoFault  *self,
                                            const char          *method,
                                            const char          *path,
                                            gboolean             is_watch);
void          kin_demo_fault_append_json   (const KinDemoFault  *self,
                                            GString             *out);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinDemoFault, kin_demo_fault_unref)

G_END_DECLS
