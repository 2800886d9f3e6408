/* kin-clock.c: the time, and timeouts: the system's, or a test's own that stands still until it is stepped.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "base/kin-clock.h"

/* A stepped clock begins here and not at 0, so that code which takes 0 for "never" is not fooled. */
#define STEPPED_START G_USEC_PER_SEC

struct _KinClock
{
  GObject parent_instance;

  gboolean stepped;

  /* Of a stepped clock. Atomic: workers may ask what time it is while the test's thread steps on. */
  _Atomic gint64 monotonic;
  _Atomic gint64 real;
  GSequence *timeouts;            /* of Timeout, by due time, then handle */
  guint last_handle;
  gboolean advancing;
};

G_DEFINE_FINAL_TYPE (KinClock, kin_clock, G_TYPE_OBJECT)

typedef struct
{
  gint64 due;
  guint handle;
  GSourceOnceFunc func;
  gpointer user_data;
} Timeout;

static int
compare_timeouts (gconstpointer a,
                  gconstpointer b,
                  gpointer      user_data)
{
  const Timeout *one = a;
  const Timeout *two = b;

  if (one->due != two->due)
    return one->due < two->due ? -1 : 1;

  return one->handle < two->handle ? -1 : one->handle > two->handle;
}

static gint64
add_saturated (gint64 a,
               gint64 b)
{
  gint64 sum;

  return __builtin_add_overflow (a, b, &sum) ? G_MAXINT64 : sum;
}

static gboolean
dispatch_once (GSource     *source,
               GSourceFunc  callback,
               gpointer     user_data)
{
  GSourceOnceFunc func = (GSourceOnceFunc) G_CALLBACK (callback);

  func (user_data);

  return G_SOURCE_REMOVE;
}

static GSourceFuncs once_funcs = {
  .dispatch = dispatch_once,
};

/* A ready time rather than g_timeout_source_new(): that one counts in milliseconds. */
static guint
attach_source (gint64          due,
               GSourceOnceFunc func,
               gpointer        user_data)
{
  g_autoptr(GMainContext) context = g_main_context_ref_thread_default ();
  g_autoptr(GSource) source = g_source_new (&once_funcs, sizeof (GSource));

  g_source_set_static_name (source, "[kinformer] clock");
  g_source_set_callback (source, (GSourceFunc) G_CALLBACK (func), user_data, NULL);
  g_source_set_ready_time (source, due);

  return g_source_attach (source, context);
}

static void
remove_source (guint handle)
{
  g_autoptr(GMainContext) context = g_main_context_ref_thread_default ();
  GSource *source = g_main_context_find_source_by_id (context, handle);

  g_return_if_fail (source != NULL);

  g_source_destroy (source);
}

static guint
insert_timeout (KinClock        *self,
                gint64           due,
                GSourceOnceFunc  func,
                gpointer         user_data)
{
  Timeout *timeout = g_new (Timeout, 1);

  timeout->due = due;
  timeout->handle = ++self->last_handle;
  timeout->func = func;
  timeout->user_data = user_data;

  g_sequence_insert_sorted (self->timeouts, timeout, compare_timeouts, NULL);

  return timeout->handle;
}

static void
remove_timeout (KinClock *self,
                guint     handle)
{
  GSequenceIter *iter = g_sequence_get_begin_iter (self->timeouts);

  while (!g_sequence_iter_is_end (iter))
    {
      Timeout *timeout = g_sequence_get (iter);

      if (timeout->handle == handle)
        {
          g_sequence_remove (iter);
          return;
        }

      iter = g_sequence_iter_next (iter);
    }

  g_return_if_reached ();
}

/* Both clocks go on together: only kin_clock_step_real() parts them. */
static void
move_to (KinClock *self,
         gint64    monotonic)
{
  self->real += monotonic - self->monotonic;
  self->monotonic = monotonic;
}

static void
fire (KinClock      *self,
      GSequenceIter *iter)
{
  Timeout timeout = *(Timeout *) g_sequence_get (iter);

  /* Gone before it is called: the callback may add, remove, or look what is next. */
  g_sequence_remove (iter);
  move_to (self, MAX (timeout.due, self->monotonic));
  timeout.func (timeout.user_data);
}

static void
kin_clock_finalize (GObject *object)
{
  KinClock *self = KIN_CLOCK (object);

  g_sequence_free (self->timeouts);

  G_OBJECT_CLASS (kin_clock_parent_class)->finalize (object);
}

static void
kin_clock_class_init (KinClockClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = kin_clock_finalize;
}

static void
kin_clock_init (KinClock *self)
{
  self->timeouts = g_sequence_new (g_free);
}

/**
 * kin_clock_get_default:
 *
 * Gets the system's clock. Its timeouts run in the main context that is thread-default where they are added.
 *
 * Returns: (transfer none): the clock, which lives as long as the process
 */
KinClock *
kin_clock_get_default (void)
{
  static KinClock *clock;

  if (g_once_init_enter_pointer (&clock))
    g_once_init_leave_pointer (&clock, g_object_new (KIN_TYPE_CLOCK, NULL));

  return clock;
}

/**
 * kin_clock_new_stepped:
 * @real_us: the wall clock's time, in microseconds since the epoch
 *
 * Makes a clock that stands still until kin_clock_advance(). Its monotonic time starts at one second.
 *
 * Returns: (transfer full): a clock for tests
 */
KinClock *
kin_clock_new_stepped (gint64 real_us)
{
  KinClock *self = g_object_new (KIN_TYPE_CLOCK, NULL);

  self->stepped = TRUE;
  self->monotonic = STEPPED_START;
  self->real = real_us;

  return self;
}

/**
 * kin_clock_get_monotonic:
 * @self: a clock
 *
 * Gets the time that never jumps: what delays and deadlines are measured with. May be called from any thread.
 *
 * Returns: microseconds
 */
gint64
kin_clock_get_monotonic (KinClock *self)
{
  g_return_val_if_fail (KIN_IS_CLOCK (self), 0);

  return self->stepped ? self->monotonic : g_get_monotonic_time ();
}

/**
 * kin_clock_get_real:
 * @self: a clock
 *
 * Gets the wall clock's time: what ages and the expiry of tokens are measured with. May be called from any thread.
 *
 * Returns: microseconds since the epoch
 */
gint64
kin_clock_get_real (KinClock *self)
{
  g_return_val_if_fail (KIN_IS_CLOCK (self), 0);

  return self->stepped ? self->real : g_get_real_time ();
}

/**
 * kin_clock_add_timeout:
 * @self: a clock
 * @delay_us: how long to wait, in microseconds
 * @func: called once
 * @user_data: for @func
 *
 * Has @func called when @delay_us have passed, at %G_PRIORITY_DEFAULT in the thread-default main context, or
 * from within kin_clock_advance() if @self is a stepped clock.
 *
 * Returns: a handle above 0, which is gone once @func was called
 */
guint
kin_clock_add_timeout (KinClock        *self,
                       gint64           delay_us,
                       GSourceOnceFunc  func,
                       gpointer         user_data)
{
  gint64 due;

  g_return_val_if_fail (KIN_IS_CLOCK (self), 0);
  g_return_val_if_fail (func != NULL, 0);

  due = add_saturated (kin_clock_get_monotonic (self), MAX (delay_us, 0));

  return self->stepped ? insert_timeout (self, due, func, user_data) : attach_source (due, func, user_data);
}

/**
 * kin_clock_remove:
 * @self: a clock
 * @handle: what kin_clock_add_timeout() returned, in the same main context
 *
 * Takes back a timeout that has not been called yet.
 */
void
kin_clock_remove (KinClock *self,
                  guint     handle)
{
  g_return_if_fail (KIN_IS_CLOCK (self));
  g_return_if_fail (handle > 0);

  if (self->stepped)
    remove_timeout (self, handle);
  else
    remove_source (handle);
}

/**
 * kin_clock_advance:
 * @self: a stepped clock
 * @delta_us: microseconds to go on
 *
 * Lets time pass and calls what falls due, in order of due time, then of handle; during a call it is exactly
 * the time that the timeout was due. What a callback adds is called too if it falls due on the way.
 */
void
kin_clock_advance (KinClock *self,
                   gint64    delta_us)
{
  g_autoptr(KinClock) alive = NULL;
  gint64 target;

  g_return_if_fail (KIN_IS_CLOCK (self));
  g_return_if_fail (self->stepped && !self->advancing);
  g_return_if_fail (delta_us >= 0);

  alive = g_object_ref (self);
  target = add_saturated (self->monotonic, delta_us);
  self->advancing = TRUE;

  for (gint64 due = kin_clock_get_next_due (self); due >= 0 && due <= target; due = kin_clock_get_next_due (self))
    fire (self, g_sequence_get_begin_iter (self->timeouts));

  move_to (self, target);
  self->advancing = FALSE;
}

/**
 * kin_clock_step_real:
 * @self: a stepped clock
 * @delta_us: microseconds, forwards or backwards
 *
 * Makes the wall clock jump, as it does when someone sets it. Timeouts take no notice.
 */
void
kin_clock_step_real (KinClock *self,
                     gint64    delta_us)
{
  g_return_if_fail (KIN_IS_CLOCK (self));
  g_return_if_fail (self->stepped);

  self->real += delta_us;
}

/**
 * kin_clock_get_next_due:
 * @self: a stepped clock
 *
 * Gets the monotonic time at which the next timeout falls due.
 *
 * Returns: microseconds, or -1 if nobody waits
 */
gint64
kin_clock_get_next_due (KinClock *self)
{
  GSequenceIter *iter;

  g_return_val_if_fail (KIN_IS_CLOCK (self), -1);
  g_return_val_if_fail (self->stepped, -1);

  iter = g_sequence_get_begin_iter (self->timeouts);
  if (g_sequence_iter_is_end (iter))
    return -1;

  return ((Timeout *) g_sequence_get (iter))->due;
}
