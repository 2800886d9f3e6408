/* kin-demo-life.c: what people and programs do with the demo cluster's shop: every few seconds something, by chance.
 *
 * Nothing drifts away: what is broken is put right, what is scaled comes back, what is made is bounded.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-life.h"

#include "base/kin-clock.h"
#include "demo/kin-demo-deeds.h"
#include "demo/kin-demo-world.h"

#define SECOND_US ((gint64) G_USEC_PER_SEC)
#define FIRST_US (1 * SECOND_US)
#define SHORTEST_US (2 * SECOND_US)
#define LONGEST_US (5 * SECOND_US)

struct _KinDemoLife
{
  GObject parent_instance;

  KinDemoWorld *world;
  KinClock *clock;
  KinDemoDeeds *deeds;
  gboolean begun;
  gint64 due_us;                /* the next deed, by the clock's monotonic time */
  guint timeout;
};

G_DEFINE_FINAL_TYPE (KinDemoLife, kin_demo_life, G_TYPE_OBJECT)

/* How often each is done, of all their weights together. */
static const struct
{
  guint weight;
  void (*func) (KinDemoDeeds *deeds);
} choices[] = {
  { 26, kin_demo_deeds_release },
  { 14, kin_demo_deeds_move_order },
  { 12, kin_demo_deeds_place_order },
  { 12, kin_demo_deeds_scale },
  { 10, kin_demo_deeds_annotate },
  { 8, kin_demo_deeds_crash },
  { 7, kin_demo_deeds_run_job },
  { 6, kin_demo_deeds_edit_config },
  { 5, kin_demo_deeds_break_image },
  { 3, kin_demo_deeds_cordon },
};

static void
do_something (KinDemoLife *self)
{
  guint total = 0;
  guint chosen;

  for (gsize i = 0; i < G_N_ELEMENTS (choices); i++)
    total += choices[i].weight;

  chosen = (guint) g_rand_int_range (kin_demo_world_get_random (self->world), 0, (gint32) total);
  for (gsize i = 0; i < G_N_ELEMENTS (choices); i++)
    {
      if (chosen < choices[i].weight)
        {
          choices[i].func (self->deeds);
          return;
        }
      chosen -= choices[i].weight;
    }
}

static void arrange (KinDemoLife *self);

/* Who looks for the first time shall see a rollout. */
static void
live_cb (gpointer user_data)
{
  g_autoptr(KinDemoLife) self = g_object_ref (user_data);
  gint64 now_us = kin_clock_get_monotonic (self->clock);

  self->timeout = 0;
  kin_demo_deeds_finish (self->deeds);

  if (now_us >= self->due_us)
    {
      if (self->begun)
        do_something (self);
      else
        kin_demo_deeds_release_first (self->deeds);
      self->begun = TRUE;
      self->due_us = now_us + (gint64) g_rand_double_range (kin_demo_world_get_random (self->world), SHORTEST_US,
                                                            LONGEST_US);
    }

  arrange (self);
}

static void
arrange (KinDemoLife *self)
{
  gint64 now_us = kin_clock_get_monotonic (self->clock);
  gint64 wait_us = kin_demo_deeds_get_wait (self->deeds);

  if (self->timeout != 0)
    kin_clock_remove (self->clock, self->timeout);

  wait_us = wait_us >= 0 ? MIN (wait_us, self->due_us - now_us) : self->due_us - now_us;
  self->timeout = kin_clock_add_timeout (self->clock, MAX (wait_us, 0), live_cb, self);
}

static void
kin_demo_life_dispose (GObject *object)
{
  KinDemoLife *self = KIN_DEMO_LIFE (object);

  if (self->timeout != 0)
    kin_clock_remove (self->clock, self->timeout);
  self->timeout = 0;
  g_clear_pointer (&self->deeds, kin_demo_deeds_free);
  g_clear_object (&self->clock);
  g_clear_object (&self->world);

  G_OBJECT_CLASS (kin_demo_life_parent_class)->dispose (object);
}

static void
kin_demo_life_class_init (KinDemoLifeClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = kin_demo_life_dispose;
}

static void
kin_demo_life_init (KinDemoLife *self)
{
}

/**
 * kin_demo_life_new:
 * @world: a world with the shop in it
 *
 * Begins to live, in the thread-default main context and by the clock that the world has now.
 *
 * Returns: (transfer full): life, which goes on until it is disposed of
 */
KinDemoLife *
kin_demo_life_new (KinDemoWorld *world)
{
  KinDemoLife *self;

  g_return_val_if_fail (KIN_IS_DEMO_WORLD (world), NULL);

  self = g_object_new (KIN_TYPE_DEMO_LIFE, NULL);
  self->world = g_object_ref (world);
  self->clock = g_object_ref (kin_demo_world_get_clock (world));
  self->deeds = kin_demo_deeds_new (world);
  self->due_us = kin_clock_get_monotonic (self->clock) + FIRST_US;
  arrange (self);

  return self;
}
