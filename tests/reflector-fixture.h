/* reflector-fixture.h: a reflector between a server that answers as told and a queue that is looked into.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "fake-source.h"

#include "base/kin-error.h"
#include "cache/kin-reflector.h"

G_BEGIN_DECLS

#define SECOND G_TIME_SPAN_SECOND

typedef struct
{
  KinKind *kind;
  KinClock *clock;
  FakeSource *source;
  KinDeltaFifo *fifo;
  KinReflector *reflector;
} Fixture;

void       fixture_set_up           (Fixture            *fixture,
                                     gconstpointer       data);
void       fixture_tear_down        (Fixture            *fixture,
                                     gconstpointer       data);
KinObject *fixture_make             (Fixture            *fixture,
                                     const char         *key,
                                     const char         *version);
void       fixture_assert_state     (Fixture            *fixture,
                                     KinReflectorState   state);
void       fixture_assert_version   (Fixture            *fixture,
                                     const char         *version);
void       fixture_assert_queue     (Fixture            *fixture,
                                     const char         *expected);
void       fixture_wait_between     (Fixture            *fixture,
                                     double              min_seconds,
                                     double              max_seconds);
void       fixture_pass             (Fixture            *fixture,
                                     gint64              time);
FakeWatch *fixture_start_watching   (Fixture            *fixture);
FakeWatch *fixture_list_and_watch   (Fixture            *fixture,
                                     const char         *asked,
                                     guint               limit,
                                     const char         *answered);
GError    *fixture_connection_error (KinConnectionError  code);
void       fixture_fail_list        (Fixture            *fixture,
                                     const char         *version,
                                     guint               limit,
                                     GError             *error);
void       fixture_fail_watch       (Fixture            *fixture,
                                     const char         *version,
                                     GError             *error);

G_END_DECLS
