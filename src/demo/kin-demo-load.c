/* kin-demo-load.c: thousands of pods that change all the time: cheap ones, that no controller made and that go straight
 * into the store.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-load.h"

#include <string.h>

#include "base/kin-clock.h"
#include "demo/kin-demo-object.h"
#include "demo/kin-demo-store.h"
#include "demo/kin-demo-upkeep.h"
#include "demo/kin-demo-world.h"
#include "kin-demo-resources.h"
#include "object/kin-yaml.h"

#define TEMPLATE_PATH "/com/example/KInformer/demo/load.yaml"
#define STEP_ANNOTATION "load.shop.example.com/step"
/* As long as kube-apiserver's watch cache keeps its events, and as many: each holds on to an object. */
#define HISTORY_SECONDS 75
#define MAX_HISTORY 102400

#define TICK_US (10 * 1000)
#define MOST_AT_ONCE 1000               /* events: after a sleep it does not catch up */
#define NAMESPACE_SIZE 1000             /* pods */
#define N_NODES 4
#define SHARE_RECREATED 0.05

/* What is filled in for each pod. */
typedef enum
{
  BLANK_NAME,
  BLANK_NAMESPACE,
  BLANK_UID,
  BLANK_NODE,
  BLANK_IP,
  BLANK_STEP,
  BLANK_NOW,
  N_BLANKS,
} Blank;

static const char * const blank_words[N_BLANKS] = { "$NAME", "$NAMESPACE", "$UID", "$NODE", "$IP", "$STEP", "$NOW" };

struct _KinDemoLoad
{
  GObject parent_instance;

  KinDemoWorld *world;
  KinDemoKind *kind;
  KinClock *clock;
  guint timeout;

  KinDemoDraft *template;
  GPtrArray *blanks[N_BLANKS];          /* of yyjson_mut_val in the template */
  GPtrArray *names;                     /* of the pods that there are; a pod's number tells its namespace */
  guint n_made;

  double rate;                          /* events a second */
  double n_owed;                        /* events */
  gint64 last_tick_us;
  guint64 n_events;
};

G_DEFINE_FINAL_TYPE (KinDemoLoad, kin_demo_load, G_TYPE_OBJECT)

static void
collect_blanks (KinDemoLoad    *self,
                yyjson_mut_val *value)
{
  yyjson_mut_val *key;
  yyjson_mut_val *child;
  gsize i;
  gsize n;

  yyjson_mut_arr_foreach (value, i, n, child)
    collect_blanks (self, child);
  yyjson_mut_obj_foreach (value, i, n, key, child)
    collect_blanks (self, child);

  for (i = 0; i < N_BLANKS; i++)
    {
      if (yyjson_mut_equals_str (value, blank_words[i]))
        g_ptr_array_add (self->blanks[i], value);
    }
}

/* The file is a part of the program: what is wrong with it is a mistake of ours. */
static void
load_template (KinDemoLoad *self)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) bytes = g_resource_lookup_data (kin_demo_get_resource (), TEMPLATE_PATH,
                                                    G_RESOURCE_LOOKUP_FLAGS_NONE, &error);
  g_autoptr(KinJson) json = NULL;
  g_autofree char *text = NULL;

  g_assert_no_error (error);
  json = kin_yaml_parse (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), &error);
  g_assert_no_error (error);
  text = kin_json_value_dup_text (kin_json_get_root (json));
  self->template = kin_demo_draft_parse (text, strlen (text), &error);
  g_assert_no_error (error);

  collect_blanks (self, yyjson_mut_doc_get_root (self->template));
}

/* The text is not copied: it has to stay until the template was written. */
static void
fill (KinDemoLoad *self,
      Blank        blank,
      const char  *text)
{
  for (guint i = 0; i < self->blanks[blank]->len; i++)
    yyjson_mut_set_str (g_ptr_array_index (self->blanks[blank], i), text);
}

static char *
dup_namespace (guint pod)
{
  return g_strdup_printf ("load-%u", pod / NAMESPACE_SIZE);
}

static void
create_pod (KinDemoLoad *self,
            guint        pod,
            const char  *now)
{
  guint n = self->n_made++;
  g_autofree char *namespace_ = dup_namespace (pod);
  g_autofree char *uid = kin_demo_world_dup_uid (self->world);
  g_autofree char *node = g_strdup_printf ("node-%02u", n % N_NODES + 1);
  g_autofree char *ip = g_strdup_printf ("10.%u.%u.%u", 100 + n / 62500 % 100, n / 250 % 250, n % 250 + 2);
  char *name = g_strdup_printf ("load-%07u", n);

  g_free (g_ptr_array_index (self->names, pod));
  g_ptr_array_index (self->names, pod) = name;

  fill (self, BLANK_NAME, name);
  fill (self, BLANK_NAMESPACE, namespace_);
  fill (self, BLANK_UID, uid);
  fill (self, BLANK_NODE, node);
  fill (self, BLANK_IP, ip);
  fill (self, BLANK_STEP, "0");
  fill (self, BLANK_NOW, now);
  kin_demo_store_put (kin_demo_world_get_store (self->world), self->kind, self->template);
}

static void
create_namespace (KinDemoLoad *self,
                  const char  *name)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_draft_new ();
  g_autoptr(KinDemoObject) created = NULL;
  yyjson_mut_val *metadata = kin_demo_ensure_object (draft, yyjson_mut_doc_get_root (draft), "metadata", NULL);

  kin_demo_set_string (draft, metadata, "name", name);
  created = kin_demo_upkeep_create (self->world, kin_demo_upkeep_find_kind (self->world, "", "v1", "namespaces"), NULL,
                                    draft, "load", NULL);
}

static void
create_pods (KinDemoLoad *self,
             guint        n_pods)
{
  g_autofree char *now = kin_demo_world_dup_time (self->world);

  g_ptr_array_set_size (self->names, (int) n_pods);
  for (guint pod = 0; pod < n_pods; pod++)
    {
      if (pod % NAMESPACE_SIZE == 0)
        {
          g_autofree char *namespace_ = dup_namespace (pod);

          create_namespace (self, namespace_);
        }
      create_pod (self, pod, now);
    }
}

static KinDemoObject *
get_pod (KinDemoLoad *self,
         guint        pod)
{
  g_autofree char *namespace_ = dup_namespace (pod);

  return kin_demo_store_get (kin_demo_world_get_store (self->world), self->kind, namespace_,
                             g_ptr_array_index (self->names, pod));
}

/* As a status update is: a count goes up, and who wrote it is noted. */
static void
change_pod (KinDemoLoad   *self,
            KinDemoObject *object,
            const char    *now)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_object_edit (object);
  yyjson_mut_val *metadata = kin_demo_get (yyjson_mut_doc_get_root (draft), "metadata", NULL);
  yyjson_mut_val *annotations = kin_demo_get (metadata, "annotations", NULL);
  yyjson_mut_val *entry = yyjson_mut_arr_get_first (kin_demo_get (metadata, "managedFields", NULL));
  const char *step = kin_demo_get_string (annotations, STEP_ANNOTATION, NULL);
  g_autofree char *next = g_strdup_printf ("%" G_GUINT64_FORMAT,
                                           step != NULL ? g_ascii_strtoull (step, NULL, 10) + 1 : 1);

  if (annotations == NULL || entry == NULL)
    return;

  kin_demo_set_string (draft, annotations, STEP_ANNOTATION, next);
  kin_demo_set_string (draft, entry, "time", now);
  kin_demo_store_put (kin_demo_world_get_store (self->world), self->kind, draft);
}

/* Returns: how many events it made */
static guint
disturb (KinDemoLoad *self,
         const char  *now)
{
  GRand *random = kin_demo_world_get_random (self->world);
  guint pod = (guint) g_rand_int_range (random, 0, (gint32) self->names->len);
  KinDemoObject *object = get_pod (self, pod);

  /* Someone deleted it. */
  if (object == NULL)
    {
      create_pod (self, pod, now);
      return 1;
    }

  if (g_rand_double (random) >= SHARE_RECREATED)
    {
      change_pod (self, object, now);
      return 1;
    }

  kin_demo_store_remove (kin_demo_world_get_store (self->world), object);
  create_pod (self, pod, now);

  return 2;
}

static void arrange_tick (KinDemoLoad *self);

static void
tick_cb (gpointer user_data)
{
  KinDemoLoad *self = user_data;
  g_autofree char *now = kin_demo_world_dup_time (self->world);
  gint64 time_us = kin_clock_get_monotonic (self->clock);

  self->timeout = 0;
  self->n_owed += self->rate * (double) (time_us - self->last_tick_us) / G_USEC_PER_SEC;
  self->n_owed = MIN (self->n_owed, MOST_AT_ONCE);
  self->last_tick_us = time_us;

  while (self->n_owed >= 1)
    {
      guint n_events = disturb (self, now);

      self->n_owed -= n_events;
      self->n_events += n_events;
    }

  arrange_tick (self);
}

static void
arrange_tick (KinDemoLoad *self)
{
  if (self->timeout == 0 && self->rate > 0 && self->names->len > 0)
    self->timeout = kin_clock_add_timeout (self->clock, TICK_US, tick_cb, self);
}

/* A client lists many pods for many seconds, and watches from where its list began. */
static void
keep_history (KinDemoLoad *self)
{
  guint n_events = (guint) MIN (self->rate * HISTORY_SECONDS, MAX_HISTORY);

  if (n_events > KIN_DEMO_STORE_HISTORY)
    kin_demo_store_set_history (kin_demo_world_get_store (self->world), n_events);
}

static void
drop_tick (KinDemoLoad *self)
{
  if (self->timeout != 0)
    kin_clock_remove (self->clock, self->timeout);
  self->timeout = 0;
}

static void
clock_changed_cb (KinDemoLoad *self)
{
  drop_tick (self);
  g_set_object (&self->clock, kin_demo_world_get_clock (self->world));
  self->last_tick_us = kin_clock_get_monotonic (self->clock);
  arrange_tick (self);
}

static void
kin_demo_load_dispose (GObject *object)
{
  KinDemoLoad *self = KIN_DEMO_LOAD (object);

  drop_tick (self);
  g_clear_object (&self->clock);
  g_clear_object (&self->world);

  G_OBJECT_CLASS (kin_demo_load_parent_class)->dispose (object);
}

static void
kin_demo_load_finalize (GObject *object)
{
  KinDemoLoad *self = KIN_DEMO_LOAD (object);

  for (guint i = 0; i < N_BLANKS; i++)
    g_ptr_array_unref (self->blanks[i]);
  g_ptr_array_unref (self->names);
  yyjson_mut_doc_free (self->template);

  G_OBJECT_CLASS (kin_demo_load_parent_class)->finalize (object);
}

static void
kin_demo_load_class_init (KinDemoLoadClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = kin_demo_load_dispose;
  object_class->finalize = kin_demo_load_finalize;
}

static void
kin_demo_load_init (KinDemoLoad *self)
{
  self->names = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < N_BLANKS; i++)
    self->blanks[i] = g_ptr_array_new ();
  load_template (self);
}

/**
 * kin_demo_load_new:
 * @world: the cluster
 * @n_pods: how many pods
 *
 * Creates the pods, which run at once, in namespaces load-0, load-1, …
 *
 * Returns: (transfer full): the load, which does nothing yet
 */
KinDemoLoad *
kin_demo_load_new (KinDemoWorld *world,
                   guint         n_pods)
{
  KinDemoLoad *self;

  g_return_val_if_fail (KIN_IS_DEMO_WORLD (world), NULL);

  self = g_object_new (KIN_TYPE_DEMO_LOAD, NULL);
  self->world = g_object_ref (world);
  self->kind = kin_demo_upkeep_find_kind (world, "", "v1", "pods");
  self->clock = g_object_ref (kin_demo_world_get_clock (world));
  g_signal_connect_object (world, "clock-changed", G_CALLBACK (clock_changed_cb), self, G_CONNECT_SWAPPED);
  create_pods (self, n_pods);

  return self;
}

/**
 * kin_demo_load_set_rate:
 * @self: a load
 * @rate: events a second, on all the pods together
 *
 * Changes pods at that rate from now on, and deletes and makes some anew.
 */
void
kin_demo_load_set_rate (KinDemoLoad *self,
                        double       rate)
{
  g_return_if_fail (KIN_IS_DEMO_LOAD (self));
  g_return_if_fail (rate >= 0);

  self->rate = rate;
  keep_history (self);
  self->n_owed = 0;
  self->last_tick_us = kin_clock_get_monotonic (self->clock);
  drop_tick (self);
  arrange_tick (self);
}

/**
 * kin_demo_load_get_n_events:
 * @self: a load
 *
 * Returns: how many events it has made since its pods were created
 */
guint64
kin_demo_load_get_n_events (KinDemoLoad *self)
{
  g_return_val_if_fail (KIN_IS_DEMO_LOAD (self), 0);

  return self->n_events;
}
