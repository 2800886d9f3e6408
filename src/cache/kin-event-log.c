/* kin-event-log.c: writes what an informer tells its handlers as lines of JSON.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "cache/kin-event-log.h"

#include <math.h>

#include "object/kin-json.h"

struct _KinEventLog
{
  KinSharedInformer *informer;
  KinClock *clock;
  FILE *stream;
  KinHandlerRegistration *registration;
  GString *line;
};

static void
append_string (GString    *line,
               const char *name,
               const char *value)
{
  g_string_append_printf (line, ",\"%s\":", name);
  kin_json_append_quoted (line, value != NULL ? value : "");
}

static void
append_boolean (GString    *line,
                const char *name,
                gboolean    value)
{
  g_string_append_printf (line, ",\"%s\":%s", name, value ? "true" : "false");
}

/* Microseconds are kept: two events of one second are still in order for whoever reads the file. */
static void
begin_line (KinEventLog *self,
            const char  *type)
{
  g_autoptr(GDateTime) now = g_date_time_new_from_unix_utc_usec (kin_clock_get_real (self->clock));
  g_autofree char *time = g_date_time_format (now, "%FT%T.%fZ");

  g_string_assign (self->line, "{\"time\":");
  kin_json_append_quoted (self->line, time);
  append_string (self->line, "type", type);
}

static void
end_line (KinEventLog *self)
{
  g_string_append (self->line, "}\n");
  fwrite (self->line->str, 1, self->line->len, self->stream);
}

static void
write_event (KinEventLog *self,
             const char  *type,
             KinObject   *object,
             gboolean     initial,
             gboolean     final_state_unknown)
{
  begin_line (self, type);
  append_string (self->line, "key", kin_object_get_key (object));
  append_string (self->line, "uid", kin_object_get_uid (object));
  append_string (self->line, "resourceVersion", kin_object_get_resource_version (object));
  append_boolean (self->line, "initial", initial);
  append_boolean (self->line, "finalStateUnknown", final_state_unknown);
  end_line (self);
}

static void
add_cb (KinObject *object,
        gboolean   is_in_initial_list,
        gpointer   user_data)
{
  write_event (user_data, "add", object, is_in_initial_list, FALSE);
}

static void
update_cb (KinObject *old_object,
           KinObject *new_object,
           gpointer   user_data)
{
  write_event (user_data, "update", new_object, FALSE, FALSE);
}

static void
delete_cb (KinObject *object,
           gboolean   final_state_unknown,
           gpointer   user_data)
{
  write_event (user_data, "delete", object, FALSE, final_state_unknown);
}

/* A reader of a pipe sees a whole slice at once, not half a line. */
static void
slice_ended_cb (gpointer user_data)
{
  KinEventLog *self = user_data;

  fflush (self->stream);
}

static const KinEventHandler event_handler = {
  .on_add = add_cb,
  .on_update = update_cb,
  .on_delete = delete_cb,
  .end = slice_ended_cb,
};

static void
append_retry (KinEventLog  *self,
              KinReflector *reflector)
{
  gint64 retry = kin_reflector_get_retry_time (reflector);
  double seconds;

  if (retry == 0)
    return;

  seconds = (retry - kin_clock_get_monotonic (self->clock)) / (double) G_USEC_PER_SEC;
  g_string_append_printf (self->line, ",\"retryInSeconds\":%.0f", ceil (MAX (seconds, 0)));
}

static void
state_changed_cb (KinEventLog *self)
{
  KinReflector *reflector = kin_shared_informer_get_reflector (self->informer);
  const GError *error = kin_reflector_get_last_error (reflector);

  begin_line (self, "state");
  append_string (self->line, "state",
                 kin_reflector_state_to_string (kin_reflector_get_state (reflector)));
  append_string (self->line, "reason", error != NULL ? error->message : "");
  append_retry (self, reflector);
  end_line (self);
  fflush (self->stream);
}

/**
 * kin_event_log_new:
 * @informer: the informer to write about
 * @stream: (transfer none): where the lines go; stays the caller's
 *
 * Adds a lossless handler to @informer and writes one JSON object a line for every call and for
 * every change of its reflector's state.
 *
 * Returns: (transfer full): the log, which ends with kin_event_log_free()
 */
KinEventLog *
kin_event_log_new (KinSharedInformer *informer,
                   FILE              *stream)
{
  KinEventLog *self;

  g_return_val_if_fail (KIN_IS_SHARED_INFORMER (informer), NULL);
  g_return_val_if_fail (stream != NULL, NULL);

  self = g_new0 (KinEventLog, 1);
  self->informer = g_object_ref (informer);
  self->clock = g_object_ref (kin_shared_informer_get_clock (informer));
  self->stream = stream;
  self->line = g_string_sized_new (256);
  self->registration = kin_shared_informer_add_handler (informer, &event_handler,
                                                        KIN_HANDLER_DEFAULT, self);
  g_signal_connect_swapped (informer, "notify::state", G_CALLBACK (state_changed_cb), self);

  return self;
}

/**
 * kin_event_log_free:
 * @self: (transfer full): the log
 *
 * Removes the handler; nothing is written afterwards.
 */
void
kin_event_log_free (KinEventLog *self)
{
  g_return_if_fail (self != NULL);

  g_signal_handlers_disconnect_by_func (self->informer, state_changed_cb, self);
  kin_shared_informer_remove_handler (self->informer, self->registration);
  g_string_free (self->line, TRUE);
  g_object_unref (self->clock);
  g_object_unref (self->informer);
  g_free (self);
}
