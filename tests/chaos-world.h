/* chaos-world.h: a few objects on an API server that fails at random, and the same way again for the same seed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "fake-source.h"

G_BEGIN_DECLS

typedef struct _ChaosWorld ChaosWorld;

ChaosWorld *chaos_world_new           (FakeSource *source,
                                       KinKind    *kind,
                                       GRand      *random);
void        chaos_world_free          (ChaosWorld *self);

/* The truth: key → KinObject. */
GHashTable *chaos_world_get_objects   (ChaosWorld *self);

void        chaos_world_change        (ChaosWorld *self);
void        chaos_world_send_bookmark (ChaosWorld *self);
void        chaos_world_misbehave     (ChaosWorld *self);
void        chaos_world_serve         (ChaosWorld *self);
void        chaos_world_calm_down     (ChaosWorld *self);

/* A few iterations of the main loop, which may end in the middle of anything. */
void        chaos_iterate             (GRand      *random);

G_END_DECLS
