/* kin-demo-world.c: what the parts of the demo cluster share: its objects, its time and its chance.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-world.h"

#include "demo/kin-demo-registry.h"

/* Of a UUID made by chance: RFC 9562, version 4. */
#define UUID_VERSION_4 0x4000
#define UUID_VARIANT 0x8000

struct _KinDemoWorld
{
  GObject parent_instance;

  KinClock *clock;
  gint64 skew;
  GRand *random;
  KinDemoSchema *schema;
  KinDemoKinds *kinds;
  KinDemoStore *store;
  KinDemoRegistry *registry;
};

G_DEFINE_FINAL_TYPE (KinDemoWorld, kin_demo_world, G_TYPE_OBJECT)

enum
{
  CLOCK_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
kin_demo_world_finalize (GObject *object)
{
  KinDemoWorld *self = KIN_DEMO_WORLD (object);

  g_clear_object (&self->registry);
  g_clear_object (&self->store);
  g_clear_object (&self->kinds);
  g_clear_pointer (&self->schema, kin_demo_schema_unref);
  g_clear_pointer (&self->random, g_rand_free);
  g_clear_object (&self->clock);

  G_OBJECT_CLASS (kin_demo_world_parent_class)->finalize (object);
}

static void
kin_demo_world_class_init (KinDemoWorldClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = kin_demo_world_finalize;

  /**
   * KinDemoWorld::clock-changed:
   * @self: a world
   *
   * There is another clock, or it was set: timeouts have to be set anew.
   */
  signals[CLOCK_CHANGED] = g_signal_new ("clock-changed", KIN_TYPE_DEMO_WORLD, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                         G_TYPE_NONE, 0);
}

static void
kin_demo_world_init (KinDemoWorld *self)
{
  self->schema = kin_demo_schema_new ();
  self->kinds = kin_demo_kinds_new (self->schema);
  self->store = kin_demo_store_new ();
  self->registry = kin_demo_registry_new (self);
}

/**
 * kin_demo_world_new:
 * @clock: (nullable): the clock; %NULL for the system's
 * @seed: what chance begins with: a run can be repeated
 *
 * Makes an empty world.
 *
 * Returns: (transfer full): a world
 */
KinDemoWorld *
kin_demo_world_new (KinClock *clock,
                    guint32   seed)
{
  KinDemoWorld *self = g_object_new (KIN_TYPE_DEMO_WORLD, NULL);

  self->clock = g_object_ref (clock != NULL ? clock : kin_clock_get_default ());
  self->random = g_rand_new_with_seed (seed);

  return self;
}

/**
 * kin_demo_world_get_schema:
 * @self: a world
 *
 * Gets the fields that kinds have.
 *
 * Returns: (transfer none): the schema
 */
KinDemoSchema *
kin_demo_world_get_schema (KinDemoWorld *self)
{
  g_return_val_if_fail (KIN_IS_DEMO_WORLD (self), NULL);

  return self->schema;
}

/**
 * kin_demo_world_get_kinds:
 * @self: a world
 *
 * Gets what is served.
 *
 * Returns: (transfer none): the kinds
 */
KinDemoKinds *
kin_demo_world_get_kinds (KinDemoWorld *self)
{
  g_return_val_if_fail (KIN_IS_DEMO_WORLD (self), NULL);

  return self->kinds;
}

/**
 * kin_demo_world_get_store:
 * @self: a world
 *
 * Gets all objects.
 *
 * Returns: (transfer none): the store
 */
KinDemoStore *
kin_demo_world_get_store (KinDemoWorld *self)
{
  g_return_val_if_fail (KIN_IS_DEMO_WORLD (self), NULL);

  return self->store;
}

/**
 * kin_demo_world_get_registry:
 * @self: a world
 *
 * Gets what writes as the API does.
 *
 * Returns: (transfer none): the registry
 */
KinDemoRegistry *
kin_demo_world_get_registry (KinDemoWorld *self)
{
  g_return_val_if_fail (KIN_IS_DEMO_WORLD (self), NULL);

  return self->registry;
}

/**
 * kin_demo_world_get_clock:
 * @self: a world
 *
 * Gets the clock of all timeouts.
 *
 * Returns: (transfer none): the clock
 */
KinClock *
kin_demo_world_get_clock (KinDemoWorld *self)
{
  g_return_val_if_fail (KIN_IS_DEMO_WORLD (self), NULL);

  return self->clock;
}

/**
 * kin_demo_world_set_clock:
 * @self: a world
 * @clock: a clock
 *
 * Sets another clock: the past goes by on a stepped one.
 */
void
kin_demo_world_set_clock (KinDemoWorld *self,
                          KinClock     *clock)
{
  g_return_if_fail (KIN_IS_DEMO_WORLD (self));
  g_return_if_fail (KIN_IS_CLOCK (clock));

  if (g_set_object (&self->clock, clock))
    g_signal_emit (self, signals[CLOCK_CHANGED], 0);
}

/**
 * kin_demo_world_get_now:
 * @self: a world
 *
 * Gets the cluster's time.
 *
 * Returns: microseconds since 1970
 */
gint64
kin_demo_world_get_now (KinDemoWorld *self)
{
  g_return_val_if_fail (KIN_IS_DEMO_WORLD (self), 0);

  return kin_clock_get_real (self->clock) + self->skew;
}

/**
 * kin_demo_world_set_skew:
 * @self: a world
 * @skew_us: by how much the cluster's time is ahead of the clock's
 *
 * Lets the cluster's time be wrong.
 */
void
kin_demo_world_set_skew (KinDemoWorld *self,
                         gint64        skew_us)
{
  g_return_if_fail (KIN_IS_DEMO_WORLD (self));

  self->skew = skew_us;
}

/**
 * kin_demo_world_dup_time:
 * @self: a world
 *
 * Writes the cluster's time as objects do.
 *
 * Returns: (transfer full): such as “2026-12-01T12:00:00Z”
 */
char *
kin_demo_world_dup_time (KinDemoWorld *self)
{
  g_autoptr(GDateTime) time = NULL;

  g_return_val_if_fail (KIN_IS_DEMO_WORLD (self), NULL);

  time = g_date_time_new_from_unix_utc (kin_demo_world_get_now (self) / G_USEC_PER_SEC);

  return g_date_time_format (time, "%Y-%m-%dT%H:%M:%SZ");
}

/**
 * kin_demo_world_get_random:
 * @self: a world
 *
 * Gets the only source of chance.
 *
 * Returns: (transfer none): the random numbers
 */
GRand *
kin_demo_world_get_random (KinDemoWorld *self)
{
  g_return_val_if_fail (KIN_IS_DEMO_WORLD (self), NULL);

  return self->random;
}

/**
 * kin_demo_world_dup_uid:
 * @self: a world
 *
 * Makes a uid by chance.
 *
 * Returns: (transfer full): a UUID
 */
char *
kin_demo_world_dup_uid (KinDemoWorld *self)
{
  guint32 words[4];

  g_return_val_if_fail (KIN_IS_DEMO_WORLD (self), NULL);

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    words[i] = g_rand_int (self->random);

  return g_strdup_printf ("%08x-%04x-%04x-%04x-%04x%08x", words[0], words[1] >> 16,
                          (words[1] & 0x0fff) | UUID_VERSION_4, (words[2] >> 16 & 0x3fff) | UUID_VARIANT,
                          words[2] & 0xffff, words[3]);
}

/**
 * kin_demo_world_dup_suffix:
 * @self: a world
 * @length: how many letters
 *
 * Makes the end of a name by chance, of the letters that Kubernetes takes: they form no words.
 *
 * Returns: (transfer full): letters and digits
 */
char *
kin_demo_world_dup_suffix (KinDemoWorld *self,
                           guint         length)
{
  static const char letters[] = "bcdfghjklmnpqrstvwxz2456789";
  char *suffix;

  g_return_val_if_fail (KIN_IS_DEMO_WORLD (self), NULL);

  suffix = g_new0 (char, length + 1);
  for (guint i = 0; i < length; i++)
    suffix[i] = letters[g_rand_int_range (self->random, 0, (int) sizeof letters - 1)];

  return suffix;
}
