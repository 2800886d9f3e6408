/* kin-change-log.c: writes an informer's changes field by field, as a person reads them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "journal/kin-change-log.h"

#include "journal/kin-change-text.h"
#include "journal/kin-gap-clock.h"

struct _KinChangeLog
{
  KinSharedInformer *informer;
  FILE *stream;
  gboolean colour;
  KinHandlerRegistration *registration;
  KinGapClock *gap_clock;
};

static void
write_change (KinChangeLog *self,
              KinChange    *change)
{
  g_autofree char *text = kin_change_dup_text (change, self->colour);

  fputs (text, self->stream);
}

static void
write_event (KinChangeLog  *self,
             KinChangeType  type,
             KinObject     *old_object,
             KinObject     *new_object)
{
  g_autoptr(KinChange) change = kin_change_new (type, old_object, new_object,
                                                kin_gap_clock_tick (self->gap_clock));

  /* Only what is left out as noise has moved: a resourceVersion, a heartbeat. */
  if (type == KIN_CHANGE_MODIFIED && kin_change_get_fields (change)->len == 0)
    return;

  write_change (self, change);
}

static void
add_cb (KinObject *object,
        gboolean   is_in_initial_list,
        gpointer   user_data)
{
  /* What was there already is no change. */
  if (!is_in_initial_list)
    write_event (user_data, KIN_CHANGE_ADDED, NULL, object);
}

static void
update_cb (KinObject *old_object,
           KinObject *new_object,
           gpointer   user_data)
{
  write_event (user_data, KIN_CHANGE_MODIFIED, old_object, new_object);
}

static void
delete_cb (KinObject *object,
           gboolean   final_state_unknown,
           gpointer   user_data)
{
  write_event (user_data, KIN_CHANGE_DELETED, object, object);
}

static void
slice_ended_cb (gpointer user_data)
{
  KinChangeLog *self = user_data;

  fflush (self->stream);
}

static void
gap_cb (gpointer user_data)
{
  KinChangeLog *self = user_data;
  g_autoptr(KinChange) gap = kin_gap_clock_make_gap (self->gap_clock);

  write_change (self, gap);
}

static const KinEventHandler change_handler = {
  .on_add = add_cb,
  .on_update = update_cb,
  .on_delete = delete_cb,
  .end = slice_ended_cb,
  .gap = gap_cb,
};

/**
 * kin_change_log_new:
 * @informer: the informer to write about
 * @stream: (transfer none): where the lines go; stays the caller's
 * @colour: whether @stream is a terminal that shows colours
 *
 * Adds a lossless handler to @informer and writes every change after the first list.
 *
 * Returns: (transfer full): the log, which ends with kin_change_log_free()
 */
KinChangeLog *
kin_change_log_new (KinSharedInformer *informer,
                    FILE              *stream,
                    gboolean           colour)
{
  KinChangeLog *self;

  g_return_val_if_fail (KIN_IS_SHARED_INFORMER (informer), NULL);
  g_return_val_if_fail (stream != NULL, NULL);

  self = g_new0 (KinChangeLog, 1);
  self->informer = g_object_ref (informer);
  self->stream = stream;
  self->colour = colour;
  self->gap_clock = kin_gap_clock_new (informer);
  self->registration = kin_shared_informer_add_handler (informer, &change_handler,
                                                        KIN_HANDLER_DEFAULT, self);

  return self;
}

/**
 * kin_change_log_free:
 * @self: (transfer full): the log
 *
 * Removes the handler; nothing is written afterwards.
 */
void
kin_change_log_free (KinChangeLog *self)
{
  g_return_if_fail (self != NULL);

  kin_shared_informer_remove_handler (self->informer, self->registration);
  kin_gap_clock_free (self->gap_clock);
  g_object_unref (self->informer);
  g_free (self);
}
