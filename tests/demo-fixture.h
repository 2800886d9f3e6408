/* demo-fixture.h: a demo cluster for tests of its controllers, on a clock that is stepped by hand.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-controllers.h"
#include "demo/kin-demo-world.h"

G_BEGIN_DECLS

/* 2026-12-01T12:00:00Z */
#define DEMO_NOON (G_GINT64_CONSTANT (1796126400) * G_USEC_PER_SEC)

/* All objects are in the namespace “shop”; JSON is written with ' for ". */
typedef struct
{
  KinClock *clock;
  KinDemoWorld *world;
  KinDemoControllers *controllers;
} DemoFixture;

void           demo_fixture_set_up         (DemoFixture                     *fixture,
                                            const KinDemoController * const *table,
                                            guint                            n_nodes);
void           demo_fixture_tear_down      (DemoFixture                     *fixture);

KinDemoKind   *demo_fixture_find_kind      (DemoFixture                     *fixture,
                                            const char                      *plural);
KinDemoObject *demo_fixture_get            (DemoFixture                     *fixture,
                                            const char                      *plural,
                                            const char                      *name);
GPtrArray     *demo_fixture_list           (DemoFixture                     *fixture,
                                            const char                      *plural);
KinDemoObject *demo_fixture_create         (DemoFixture                     *fixture,
                                            const char                      *plural,
                                            const char                      *json);
void           demo_fixture_add_deployment (DemoFixture                     *fixture,
                                            const char                      *name,
                                            const char                      *more_spec);
void           demo_fixture_change         (DemoFixture                     *fixture,
                                            const char                      *plural,
                                            const char                      *name,
                                            const char                      *subresource,
                                            const char                      *patch);
void           demo_fixture_delete         (DemoFixture                     *fixture,
                                            const char                      *plural,
                                            const char                      *name);

void           demo_fixture_step           (DemoFixture                     *fixture,
                                            double                           seconds);
char          *demo_fixture_dup_at         (KinDemoObject                   *object,
                                            const char                      *path);
void           demo_fixture_assert_at      (DemoFixture                     *fixture,
                                            const char                      *plural,
                                            const char                      *name,
                                            const char                      *path,
                                            const char                      *expected);
char          *demo_fixture_dup_conditions (DemoFixture                     *fixture,
                                            const char                      *plural,
                                            const char                      *name);
char          *demo_fixture_dup_events     (DemoFixture                     *fixture,
                                            const char                      *kind,
                                            const char                      *name);

G_END_DECLS
