/* fake-source.h: an API server that answers as a test tells it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "fake-object.h"

#include "base/kin-clock.h"
#include "client/kin-lister-watcher.h"

G_BEGIN_DECLS

typedef struct _FakeCall FakeCall;

#define FAKE_TYPE_SOURCE (fake_source_get_type ())
G_DECLARE_FINAL_TYPE (FakeSource, fake_source, FAKE, SOURCE, GObject)

#define FAKE_TYPE_WATCH (fake_watch_get_type ())
G_DECLARE_FINAL_TYPE (FakeWatch, fake_watch, FAKE, WATCH, KinWatch)

/* Runs the main loop until nothing is left to do. */
void        fake_settle                 (void);

GError     *fake_status_error           (int           code,
                                         const char   *reason,
                                         int           retry_after);

FakeSource *fake_source_new             (KinKind      *kind,
                                         KinClock     *clock);

/* Each settles first. The call that they return is the oldest one, and must ask for exactly this; NULL = unset. */
FakeCall   *fake_source_expect_list     (FakeSource   *self,
                                         const char   *resource_version,
                                         const char   *continue_token,
                                         guint         limit);
FakeCall   *fake_source_expect_watch    (FakeSource   *self,
                                         const char   *resource_version);
FakeCall   *fake_source_expect_stream   (FakeSource   *self);
void        fake_source_expect_nothing  (FakeSource   *self);

/* Whether its server streams lists; at first it does not, and a reflector may find out that it does not. */
void        fake_source_set_streams     (FakeSource   *self,
                                         gboolean      streams);
gboolean    fake_source_get_streams     (FakeSource   *self);

/* For servers that answer whatever comes: the calls that wait, the oldest first. They do not settle. */
guint       fake_source_get_n_calls     (FakeSource   *self);
FakeCall   *fake_source_get_call        (FakeSource   *self,
                                         guint         position);

gboolean    fake_call_is_list           (FakeCall     *call);
const char *fake_call_get_version       (FakeCall     *call);
guint       fake_call_get_timeout       (FakeCall     *call);
guint       fake_call_get_n_known       (FakeCall     *call);

/* Each ends the call. Objects, pages and errors are taken; objects end with NULL. A watch is opened, and settles
 * unless it only begins: then events can be in it before anyone has heard that it is open. */
void        fake_call_list              (FakeCall     *call,
                                         const char   *resource_version,
                                         const char   *continue_token,
                                         ...) G_GNUC_NULL_TERMINATED;
void        fake_call_list_page         (FakeCall     *call,
                                         KinListPage  *page);
FakeWatch  *fake_call_watch             (FakeCall     *call);
FakeWatch  *fake_call_begin_watch       (FakeCall     *call);
void        fake_call_fail              (FakeCall     *call,
                                         GError       *error);

/* What they are given is taken. The watch belongs to who reads it, and lives until it has been closed. */
void        fake_watch_send             (FakeWatch         *self,
                                         KinWatchEventType  type,
                                         KinObject         *object);
void        fake_watch_send_bookmark    (FakeWatch         *self,
                                         const char        *resource_version);
void        fake_watch_send_initial_end (FakeWatch         *self,
                                         const char        *resource_version);
void        fake_watch_send_foreign     (FakeWatch         *self,
                                         KinWatchEventType  type,
                                         const char        *resource_version);
void        fake_watch_send_error       (FakeWatch         *self,
                                         GError            *error);
void        fake_watch_end              (FakeWatch         *self);
void        fake_watch_cut              (FakeWatch         *self,
                                         GError            *error);
gboolean    fake_watch_is_closed        (FakeWatch         *self);

G_END_DECLS
