/* registry-fixture.h: a demo cluster to write to, on a clock that stands still, with the namespace “shop”.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-error.h"
#include "demo/kin-demo-registry.h"
#include "demo/kin-demo-world.h"

G_BEGIN_DECLS

/* 2026-12-01T12:00:00Z */
#define REGISTRY_NOON (G_GINT64_CONSTANT (1796126400) * G_USEC_PER_SEC)

#define REGISTRY_WEB                                                                                                   \
  "{'apiVersion': 'apps/v1', 'kind': 'Deployment', 'metadata': {'name': 'web'}, 'spec': {'replicas': 2, "              \
  "'selector': {'matchLabels': {'app': 'web'}}, 'template': {'metadata': {'labels': {'app': 'web'}}, 'spec': {"        \
  "'containers': [{'name': 'c', 'image': 'nginx:1'}]}}}}"

/* JSON is written with ' for ". The error is that of the last call, and has to be looked at before the next one. */
typedef struct
{
  KinClock *clock;
  KinDemoWorld *world;
  KinDemoRegistry *registry;
  KinDemoStore *store;
  KinDemoKind *deployments;
  KinDemoKind *pods;
  KinDemoKind *services;
  KinDemoKind *secrets;
  KinDemoKind *config_maps;
  KinDemoKind *namespaces;
  KinDemoWrite write;
  gboolean created;
  GError *error;
} RegistryFixture;

KinDemoObject *registry_create         (RegistryFixture       *fixture,
                                        KinDemoKind           *kind,
                                        const char            *text);
void           registry_must_create    (RegistryFixture       *fixture,
                                        KinDemoKind           *kind,
                                        const char            *text);
KinDemoObject *registry_update         (RegistryFixture       *fixture,
                                        KinDemoKind           *kind,
                                        const char            *name,
                                        const char            *text);
KinDemoObject *registry_patch          (RegistryFixture       *fixture,
                                        KinDemoKind           *kind,
                                        const char            *name,
                                        KinDemoPatchType       type,
                                        const char            *text);
KinDemoObject *registry_delete         (RegistryFixture       *fixture,
                                        KinDemoKind           *kind,
                                        const char            *name,
                                        const KinDemoDeletion *deletion,
                                        gboolean              *gone);
KinDemoObject *registry_get            (RegistryFixture       *fixture,
                                        KinDemoKind           *kind,
                                        const char            *name);
void           registry_set_up         (RegistryFixture       *fixture,
                                        gconstpointer          data);
void           registry_tear_down      (RegistryFixture       *fixture,
                                        gconstpointer          data);
void           registry_assert_at      (KinDemoObject         *object,
                                        const char            *path,
                                        const char            *expected);
void           registry_assert_refused (RegistryFixture       *fixture,
                                        KinDemoObject         *object,
                                        KinDemoError           code,
                                        const char            *message);
void           registry_assert_status  (RegistryFixture       *fixture,
                                        const char            *expected);

G_END_DECLS
