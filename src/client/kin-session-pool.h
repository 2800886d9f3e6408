/* kin-session-pool.h: HTTP sessions that are never given more streams than a server allows.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <libsoup/soup.h>

G_BEGIN_DECLS

typedef struct _KinSessionLease KinSessionLease;

/**
 * KinSessionFunc:
 * @user_data: what the pool was made with
 *
 * Returns: (transfer full): a new session
 */
typedef SoupSession *(*KinSessionFunc) (gpointer user_data);

#define KIN_TYPE_SESSION_POOL (kin_session_pool_get_type ())
G_DECLARE_FINAL_TYPE (KinSessionPool, kin_session_pool, KIN, SESSION_POOL, GObject)

KinSessionPool  *kin_session_pool_new            (guint                 max_streams,
                                                  guint                 max_sessions,
                                                  KinSessionFunc        make_session,
                                                  gpointer              user_data);
void             kin_session_pool_set_limits     (KinSessionPool       *self,
                                                  guint                 max_streams,
                                                  guint                 max_sessions);
void             kin_session_pool_acquire_async  (KinSessionPool       *self,
                                                  GCancellable         *cancellable,
                                                  GAsyncReadyCallback   callback,
                                                  gpointer              user_data);
KinSessionLease *kin_session_pool_acquire_finish (KinSessionPool       *self,
                                                  GAsyncResult         *result,
                                                  GError              **error);
guint            kin_session_pool_get_n_waiting  (KinSessionPool       *self);
guint            kin_session_pool_get_n_sessions (KinSessionPool       *self);
guint64          kin_session_pool_get_n_bytes    (KinSessionPool       *self);
void             kin_session_pool_close          (KinSessionPool       *self);

SoupSession     *kin_session_lease_get_session   (KinSessionLease      *self);
void             kin_session_lease_count_bytes   (KinSessionLease      *self,
                                                  gsize                 n_bytes);
void             kin_session_lease_free          (KinSessionLease      *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinSessionLease, kin_session_lease_free)

G_END_DECLS
