/* kin-list-reader.c: reads a list's answer to its end, while workers cut and decode what has come before.
 *
 * One piece is being read, one is being cut, a few batches of items are being decoded; where the workers do not keep
 * up, nothing more is read, and over HTTP/1.1 the server feels it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "client/kin-list-reader.h"

#include "base/kin-worker-pool.h"
#include "client/kin-list-decoder.h"

#define DELIVERY_PRIORITY G_PRIORITY_DEFAULT_IDLE
#define MAX_DECODING 4

/* One answer. The task's data. */
typedef struct
{
  KinResponse *response;     /* lent by the task */
  KinKind *kind;
  GHashTable *known;
  KinListDecoder *decoder;

  gboolean reading;
  gboolean ended;            /* everything was read */
  GBytes *piece;             /* read, and not being cut yet */
  gboolean cutting;
  guint n_decoding;
  gboolean finishing;

  GPtrArray *batches;        /* of GPtrArray of KinObject, in order; NULL = being decoded */
  gsize n_items;
  GError *error;             /* the first one; told once nothing is under way any more */
} Read;

typedef struct
{
  KinListDecoder *decoder;   /* lent by the read, which has one job for it at a time */
  GBytes *piece;
} CutJob;

typedef struct
{
  KinItemBatch *batch;
  KinKind *kind;
  GHashTable *known;
} DecodeJob;

typedef struct
{
  GTask *task;
  guint index;               /* of the batch */
} DecodeCall;

static void pump (GTask *task);

static void
free_batch (gpointer data)
{
  if (data != NULL)
    g_ptr_array_unref (data);
}

static void
read_free (gpointer data)
{
  Read *read = data;

  kin_kind_unref (read->kind);
  g_clear_pointer (&read->known, g_hash_table_unref);
  g_clear_pointer (&read->decoder, kin_list_decoder_free);
  g_clear_pointer (&read->piece, g_bytes_unref);
  g_ptr_array_unref (read->batches);
  g_clear_error (&read->error);
  g_free (read);
}

static void
take_error (Read   *read,
            GError *error)
{
  if (read->error == NULL)
    read->error = error;
  else
    g_error_free (error);
}

static void
cut_job_free (gpointer data)
{
  CutJob *job = data;

  g_bytes_unref (job->piece);
  g_free (job);
}

static void
decode_job_free (gpointer data)
{
  DecodeJob *job = data;

  kin_item_batch_free (job->batch);
  kin_kind_unref (job->kind);
  g_clear_pointer (&job->known, g_hash_table_unref);
  g_free (job);
}

static gpointer
cut_work (gpointer   data,
          GError   **error)
{
  CutJob *job = data;

  return kin_list_decoder_split (job->decoder, job->piece, error);
}

static gpointer
decode_work (gpointer   data,
             GError   **error)
{
  DecodeJob *job = data;

  return kin_item_batch_decode (job->batch, job->kind, job->known, error);
}

static gpointer
finish_work (gpointer   data,
             GError   **error)
{
  return kin_list_decoder_finish (data, error);
}

static void
decoded_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autofree DecodeCall *call = user_data;
  g_autoptr(GTask) task = call->task;
  Read *read = g_task_get_task_data (task);
  GError *error = NULL;

  read->n_decoding--;
  read->batches->pdata[call->index] = kin_worker_pool_push_finish (result, &error);
  if (error != NULL)
    {
      g_prefix_error (&error, "%s: ", kin_response_get_what (read->response));
      take_error (read, error);
    }

  pump (task);
}

static void
decode_batch (GTask        *task,
              KinItemBatch *batch)
{
  Read *read = g_task_get_task_data (task);
  DecodeJob *job;
  DecodeCall *call;

  if (kin_item_batch_get_size (batch) == 0)
    {
      kin_item_batch_free (batch);
      return;
    }

  read->n_items += kin_item_batch_get_size (batch);

  job = g_new (DecodeJob, 1);
  job->batch = batch;
  job->kind = kin_kind_ref (read->kind);
  job->known = read->known != NULL ? g_hash_table_ref (read->known) : NULL;

  call = g_new (DecodeCall, 1);
  call->task = g_object_ref (task);
  call->index = read->batches->len;

  g_ptr_array_add (read->batches, NULL);
  read->n_decoding++;
  kin_worker_pool_push_async (read->response, decode_work, job, decode_job_free, free_batch,
                              DELIVERY_PRIORITY, NULL, decoded_cb, call);
}

static void
cut_cb (GObject      *source,
        GAsyncResult *result,
        gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  Read *read = g_task_get_task_data (task);
  GError *error = NULL;
  KinItemBatch *batch = kin_worker_pool_push_finish (result, &error);

  read->cutting = FALSE;
  if (error != NULL)
    take_error (read, error);
  else
    decode_batch (task, batch);

  pump (task);
}

static void
cut_piece (GTask *task)
{
  Read *read = g_task_get_task_data (task);
  CutJob *job = g_new (CutJob, 1);

  job->decoder = read->decoder;
  job->piece = g_steal_pointer (&read->piece);

  read->cutting = TRUE;
  kin_worker_pool_push_async (read->response, cut_work, job, cut_job_free, (GDestroyNotify) kin_item_batch_free,
                              DELIVERY_PRIORITY, NULL, cut_cb, g_object_ref (task));
}

static void
piece_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  Read *read = g_task_get_task_data (task);
  GError *error = NULL;
  g_autoptr(GBytes) piece = kin_response_read_finish (KIN_RESPONSE (source), result, &error);

  read->reading = FALSE;
  if (error != NULL)
    take_error (read, error);
  else if (g_bytes_get_size (piece) == 0)
    read->ended = TRUE;
  else
    read->piece = g_steal_pointer (&piece);

  pump (task);
}

static void
read_piece (GTask *task)
{
  Read *read = g_task_get_task_data (task);

  read->reading = TRUE;
  kin_response_read_async (read->response, g_task_get_cancellable (task), piece_cb, g_object_ref (task));
}

static void
collect_objects (Read        *read,
                 KinListPage *page)
{
  for (guint i = 0; i < read->batches->len; i++)
    {
      GPtrArray *batch = g_steal_pointer (&read->batches->pdata[i]);

      g_ptr_array_extend_and_steal (page->objects, batch);
    }

  page->n_bad = read->n_items - page->objects->len;
}

static void
finished_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  Read *read = g_task_get_task_data (task);
  GError *error = NULL;
  KinListPage *page = kin_worker_pool_push_finish (result, &error);

  if (page == NULL)
    {
      g_task_return_error (task, error);
      return;
    }

  collect_objects (read, page);
  g_task_return_pointer (task, page, (GDestroyNotify) kin_list_page_free);
}

static void
finish (GTask *task)
{
  Read *read = g_task_get_task_data (task);

  read->finishing = TRUE;
  kin_response_close (read->response);

  if (read->error != NULL)
    g_task_return_error (task, g_steal_pointer (&read->error));
  else
    kin_worker_pool_push_async (read->response, finish_work, read->decoder, NULL, (GDestroyNotify) kin_list_page_free,
                                DELIVERY_PRIORITY, NULL, finished_cb, g_object_ref (task));
}

/* Starts whatever can be started now. */
static void
pump (GTask *task)
{
  Read *read = g_task_get_task_data (task);
  gboolean going = read->error == NULL;

  if (going && read->piece != NULL && !read->cutting)
    cut_piece (task);

  if (going && !read->ended && !read->reading && read->piece == NULL && read->n_decoding < MAX_DECODING)
    read_piece (task);

  if (!read->reading && !read->cutting && read->n_decoding == 0 && !read->finishing &&
      (read->error != NULL || (read->ended && read->piece == NULL)))
    finish (task);
}

/**
 * kin_list_reader_read_async:
 * @response: the answer to a list request
 * @kind: the kind of its items
 * @known: (nullable) (element-type utf8 KinObject): stored objects by uid, to be taken over where nothing changed
 * @cancellable: (nullable): a cancellable
 * @callback: called when done
 * @user_data: for @callback
 *
 * Reads and decodes a list.
 */
void
kin_list_reader_read_async (KinResponse         *response,
                            KinKind             *kind,
                            GHashTable          *known,
                            GCancellable        *cancellable,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  g_autoptr(GTask) task = NULL;
  Read *read;

  g_return_if_fail (KIN_IS_RESPONSE (response));
  g_return_if_fail (kind != NULL);

  read = g_new0 (Read, 1);
  read->response = response;
  read->kind = kin_kind_ref (kind);
  read->known = known != NULL ? g_hash_table_ref (known) : NULL;
  read->batches = g_ptr_array_new_with_free_func (free_batch);
  read->decoder = kin_list_decoder_new (kind, kin_response_get_compressed (response),
                                        kin_response_get_what (response), kin_response_get_host (response));

  task = g_task_new (response, cancellable, callback, user_data);
  g_task_set_source_tag (task, kin_list_reader_read_async);
  g_task_set_priority (task, DELIVERY_PRIORITY);
  g_task_set_task_data (task, read, read_free);

  pump (task);
}

/**
 * kin_list_reader_read_finish:
 * @response: the answer
 * @result: what the callback was given
 * @error: return location
 *
 * Returns: (transfer full): the page, or %NULL with @error set
 */
KinListPage *
kin_list_reader_read_finish (KinResponse   *response,
                             GAsyncResult  *result,
                             GError       **error)
{
  g_return_val_if_fail (KIN_IS_RESPONSE (response), NULL);
  g_return_val_if_fail (g_task_is_valid (result, response), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
