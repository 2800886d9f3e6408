/* kin-work-queue.c: the keys that a controller has still to look at, each once however often it was added.
 *
 * client-go's rate-limiting work queue in one main context: nothing blocks, kin_work_queue_set_notify() tells
 * when there is something to get.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "controller/kin-work-queue.h"

#include "controller/kin-rate-limiter.h"

struct _KinWorkQueue
{
  GObject parent_instance;

  KinClock *clock;
  KinRateLimiter *limiter;

  GQueue queue;              /* keys that may be got, in order */
  GHashTable *dirty;         /* keys that need to be looked at, queued or not */
  GHashTable *processing;    /* keys that were got and are not done */

  GSequence *delays;         /* of Delay, the earliest first */
  GHashTable *delays_by_key; /* key of the Delay → its GSequenceIter */
  guint timeout;

  GSourceOnceFunc notify;
  gpointer notify_data;
  gboolean shutting_down;
};

G_DEFINE_FINAL_TYPE (KinWorkQueue, kin_work_queue, G_TYPE_OBJECT)

typedef struct
{
  char *key;
  gint64 due;   /* monotonic */
} Delay;

static void
free_delay (gpointer data)
{
  Delay *delay = data;

  g_free (delay->key);
  g_free (delay);
}

static int
compare_delays (gconstpointer a,
                gconstpointer b,
                gpointer      user_data)
{
  const Delay *one = a;
  const Delay *two = b;

  return one->due < two->due ? -1 : one->due > two->due;
}

static Delay *
get_earliest_delay (KinWorkQueue *self)
{
  GSequenceIter *iter = g_sequence_get_begin_iter (self->delays);

  return g_sequence_iter_is_end (iter) ? NULL : g_sequence_get (iter);
}

static void
remove_delay (KinWorkQueue *self,
              const char   *key)
{
  GSequenceIter *iter = g_hash_table_lookup (self->delays_by_key, key);

  if (iter == NULL)
    return;

  /* The table borrows the Delay's key. */
  g_hash_table_remove (self->delays_by_key, key);
  g_sequence_remove (iter);
}

static void
insert_delay (KinWorkQueue *self,
              const char   *key,
              gint64        due)
{
  Delay *delay = g_new (Delay, 1);

  delay->key = g_strdup (key);
  delay->due = due;
  g_hash_table_insert (self->delays_by_key, delay->key,
                       g_sequence_insert_sorted (self->delays, delay, compare_delays, NULL));
}

static void
push (KinWorkQueue *self,
      const char   *key)
{
  gboolean was_empty = g_queue_is_empty (&self->queue);

  g_queue_push_tail (&self->queue, g_strdup (key));

  if (was_empty && self->notify != NULL)
    self->notify (self->notify_data);
}

static void
clear_timeout (KinWorkQueue *self)
{
  if (self->timeout != 0)
    kin_clock_remove (self->clock, self->timeout);
  self->timeout = 0;
}

static void delay_passed_cb (gpointer user_data);

static void
arm_timeout (KinWorkQueue *self)
{
  Delay *earliest = get_earliest_delay (self);

  clear_timeout (self);
  if (earliest != NULL)
    self->timeout = kin_clock_add_timeout (self->clock, earliest->due - kin_clock_get_monotonic (self->clock),
                                           delay_passed_cb, self);
}

static void
delay_passed_cb (gpointer user_data)
{
  g_autoptr(KinWorkQueue) self = g_object_ref (user_data);
  gint64 now = kin_clock_get_monotonic (self->clock);

  self->timeout = 0;

  for (Delay *delay = get_earliest_delay (self); delay != NULL && delay->due <= now; delay = get_earliest_delay (self))
    {
      g_autofree char *key = g_strdup (delay->key);

      remove_delay (self, key);
      kin_work_queue_add (self, key);
    }

  arm_timeout (self);
}

static void
drop_delays (KinWorkQueue *self)
{
  clear_timeout (self);
  g_hash_table_remove_all (self->delays_by_key);
  g_sequence_remove_range (g_sequence_get_begin_iter (self->delays), g_sequence_get_end_iter (self->delays));
}

static void
kin_work_queue_dispose (GObject *object)
{
  KinWorkQueue *self = KIN_WORK_QUEUE (object);

  self->notify = NULL;
  kin_work_queue_shut_down (self);

  G_OBJECT_CLASS (kin_work_queue_parent_class)->dispose (object);
}

static void
kin_work_queue_finalize (GObject *object)
{
  KinWorkQueue *self = KIN_WORK_QUEUE (object);

  g_queue_clear_full (&self->queue, g_free);
  g_hash_table_unref (self->dirty);
  g_hash_table_unref (self->processing);
  g_hash_table_unref (self->delays_by_key);
  g_sequence_free (self->delays);
  kin_rate_limiter_free (self->limiter);
  g_object_unref (self->clock);

  G_OBJECT_CLASS (kin_work_queue_parent_class)->finalize (object);
}

static void
kin_work_queue_class_init (KinWorkQueueClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = kin_work_queue_dispose;
  object_class->finalize = kin_work_queue_finalize;
}

static void
kin_work_queue_init (KinWorkQueue *self)
{
  g_queue_init (&self->queue);
  self->dirty = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->processing = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->delays = g_sequence_new (free_delay);
  self->delays_by_key = g_hash_table_new (g_str_hash, g_str_equal);
}

/**
 * kin_work_queue_new:
 * @clock: where the time is taken from
 *
 * Makes an empty queue.
 *
 * Returns: (transfer full): a queue
 */
KinWorkQueue *
kin_work_queue_new (KinClock *clock)
{
  KinWorkQueue *self;

  g_return_val_if_fail (KIN_IS_CLOCK (clock), NULL);

  self = g_object_new (KIN_TYPE_WORK_QUEUE, NULL);
  self->clock = g_object_ref (clock);
  self->limiter = kin_rate_limiter_new (clock);

  return self;
}

/**
 * kin_work_queue_add:
 * @self: a queue
 * @key: what to look at
 *
 * Queues @key, unless it waits already. A key that is being processed is queued when it is done.
 */
void
kin_work_queue_add (KinWorkQueue *self,
                    const char   *key)
{
  g_return_if_fail (KIN_IS_WORK_QUEUE (self));
  g_return_if_fail (key != NULL);

  if (self->shutting_down || g_hash_table_contains (self->dirty, key))
    return;

  g_hash_table_add (self->dirty, g_strdup (key));
  if (!g_hash_table_contains (self->processing, key))
    push (self, key);
}

/**
 * kin_work_queue_add_after:
 * @self: a queue
 * @key: what to look at
 * @delay_us: microseconds from now; at once when it is not above 0
 *
 * Adds @key later. Of several delays of one key the earliest counts; kin_work_queue_add() in between does not
 * take it back.
 */
void
kin_work_queue_add_after (KinWorkQueue *self,
                          const char   *key,
                          gint64        delay_us)
{
  GSequenceIter *iter;
  gint64 due;

  g_return_if_fail (KIN_IS_WORK_QUEUE (self));
  g_return_if_fail (key != NULL);

  if (self->shutting_down)
    return;

  if (delay_us <= 0)
    {
      kin_work_queue_add (self, key);
      return;
    }

  due = kin_clock_get_monotonic (self->clock) + delay_us;
  iter = g_hash_table_lookup (self->delays_by_key, key);
  if (iter != NULL && ((Delay *) g_sequence_get (iter))->due <= due)
    return;

  remove_delay (self, key);
  insert_delay (self, key, due);
  arm_timeout (self);
}

/**
 * kin_work_queue_add_rate_limited:
 * @self: a queue
 * @key: what failed
 *
 * Adds @key again when the rate limiter lets it.
 */
void
kin_work_queue_add_rate_limited (KinWorkQueue *self,
                                 const char   *key)
{
  g_return_if_fail (KIN_IS_WORK_QUEUE (self));
  g_return_if_fail (key != NULL);

  kin_work_queue_add_after (self, key, kin_rate_limiter_next (self->limiter, key));
}

/**
 * kin_work_queue_forget:
 * @self: a queue
 * @key: what succeeded, or what is given up
 *
 * Clears the count of failures of @key. kin_work_queue_done() is still to be called.
 */
void
kin_work_queue_forget (KinWorkQueue *self,
                       const char   *key)
{
  g_return_if_fail (KIN_IS_WORK_QUEUE (self));
  g_return_if_fail (key != NULL);

  kin_rate_limiter_forget (self->limiter, key);
}

/**
 * kin_work_queue_get_num_requeues:
 * @self: a queue
 * @key: a key
 *
 * Returns: how often @key was added with a rate limit since it was last forgotten
 */
guint
kin_work_queue_get_num_requeues (KinWorkQueue *self,
                                 const char   *key)
{
  g_return_val_if_fail (KIN_IS_WORK_QUEUE (self), 0);
  g_return_val_if_fail (key != NULL, 0);

  return kin_rate_limiter_get_num_requeues (self->limiter, key);
}

/**
 * kin_work_queue_get:
 * @self: a queue
 *
 * Takes the key that has waited longest. Call kin_work_queue_done() when it has been processed.
 *
 * Returns: (transfer full) (nullable): the key, or %NULL if none waits
 */
char *
kin_work_queue_get (KinWorkQueue *self)
{
  char *key;

  g_return_val_if_fail (KIN_IS_WORK_QUEUE (self), NULL);

  key = g_queue_pop_head (&self->queue);
  if (key == NULL)
    return NULL;

  g_hash_table_remove (self->dirty, key);
  g_hash_table_add (self->processing, g_strdup (key));

  return key;
}

/**
 * kin_work_queue_done:
 * @self: a queue
 * @key: what kin_work_queue_get() returned
 *
 * Ends the processing of @key. If it was added meanwhile, it is queued again.
 */
void
kin_work_queue_done (KinWorkQueue *self,
                     const char   *key)
{
  g_return_if_fail (KIN_IS_WORK_QUEUE (self));
  g_return_if_fail (key != NULL);

  if (g_hash_table_remove (self->processing, key) && g_hash_table_contains (self->dirty, key))
    push (self, key);
}

/**
 * kin_work_queue_get_length:
 * @self: a queue
 *
 * Returns: how many keys can be got now
 */
guint
kin_work_queue_get_length (KinWorkQueue *self)
{
  g_return_val_if_fail (KIN_IS_WORK_QUEUE (self), 0);

  return g_queue_get_length (&self->queue);
}

/**
 * kin_work_queue_set_notify:
 * @self: a queue
 * @func: (nullable): called when the queue was empty and has a key to get
 * @user_data: for @func
 *
 * Sets who is told that there is work. @func is called from within the functions that add: it is to arrange for
 * the work, not to do it.
 */
void
kin_work_queue_set_notify (KinWorkQueue    *self,
                           GSourceOnceFunc  func,
                           gpointer         user_data)
{
  g_return_if_fail (KIN_IS_WORK_QUEUE (self));

  self->notify = func;
  self->notify_data = user_data;
}

/**
 * kin_work_queue_shut_down:
 * @self: a queue
 *
 * Takes no more keys and drops those that are delayed. What is queued can still be got.
 */
void
kin_work_queue_shut_down (KinWorkQueue *self)
{
  g_return_if_fail (KIN_IS_WORK_QUEUE (self));

  self->shutting_down = TRUE;
  drop_delays (self);
}

/**
 * kin_work_queue_is_shutting_down:
 * @self: a queue
 *
 * Returns: whether kin_work_queue_shut_down() was called
 */
gboolean
kin_work_queue_is_shutting_down (KinWorkQueue *self)
{
  g_return_val_if_fail (KIN_IS_WORK_QUEUE (self), FALSE);

  return self->shutting_down;
}
