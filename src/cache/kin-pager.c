/* kin-pager.c: gets a whole list, page by page where the server pages.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "cache/kin-pager.h"

#include "base/kin-error.h"
#include "cache/kin-known.h"

typedef struct
{
  char *resource_version;
  char *resource_version_match;
  char *continue_token;
  guint limit;
  GHashTable *known;

  KinListPage *merged;   /* what the pages before the one that is waited for have brought */
  gboolean paginated;
} PagerCall;

static void
pager_call_free (PagerCall *call)
{
  g_free (call->resource_version);
  g_free (call->resource_version_match);
  g_free (call->continue_token);
  g_clear_pointer (&call->known, g_hash_table_unref);
  g_clear_pointer (&call->merged, kin_list_page_free);
  g_free (call);
}

/* Nothing but the token says that there is more: a page may be empty, and what remains is a guess. */
static gboolean
has_more (KinListPage *page)
{
  return page->continue_token != NULL && *page->continue_token != '\0';
}

/* The list's resourceVersion is its first page's. */
static void
merge_page (PagerCall   *call,
            KinListPage *page)
{
  if (call->merged == NULL)
    {
      call->merged = page;
      return;
    }

  call->merged->n_bytes += page->n_bytes;
  call->merged->n_bad += page->n_bad;
  g_ptr_array_extend_and_steal (call->merged->objects, g_ptr_array_ref (page->objects));
  kin_list_page_free (page);
}

/* A token that expires on the way makes the pages that came before it worthless: they were of a state that the
 * server cannot go on with. */
static gboolean
should_list_whole (PagerCall    *call,
                   const GError *error)
{
  return call->continue_token != NULL && g_error_matches (error, KIN_API_ERROR, KIN_API_ERROR_EXPIRED);
}

static void
forget_pages (PagerCall *call)
{
  g_clear_pointer (&call->merged, kin_list_page_free);
  g_clear_pointer (&call->continue_token, g_free);
  call->limit = 0;
}

static void page_cb (GObject      *object,
                     GAsyncResult *result,
                     gpointer      user_data);

/* From the second page on the server refuses a resourceVersion beside the token. */
static void
ask_for_page (GTask *task)
{
  PagerCall *call = g_task_get_task_data (task);
  gboolean first = call->continue_token == NULL;
  KinListOptions options = {
    .resource_version = first ? call->resource_version : NULL,
    .resource_version_match = first ? call->resource_version_match : NULL,
    .continue_token = call->continue_token,
    .limit = call->limit,
    .known = call->known,
  };

  kin_lister_watcher_list_async (g_task_get_source_object (task), &options, g_task_get_cancellable (task),
                                 page_cb, g_object_ref (task));
}

static void
take_page (GTask       *task,
           KinListPage *page)
{
  PagerCall *call = g_task_get_task_data (task);
  gboolean more = has_more (page);

  if (more)
    {
      call->paginated = TRUE;
      g_set_str (&call->continue_token, page->continue_token);
    }

  merge_page (call, page);

  if (more)
    ask_for_page (task);
  else
    g_task_return_pointer (task, g_steal_pointer (&call->merged), (GDestroyNotify) kin_list_page_free);
}

static void
page_cb (GObject      *object,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  PagerCall *call = g_task_get_task_data (task);
  g_autoptr(GError) error = NULL;
  KinListPage *page = kin_lister_watcher_list_finish (KIN_LISTER_WATCHER (object), result, &error);

  if (g_task_return_error_if_cancelled (task))
    g_clear_pointer (&page, kin_list_page_free);
  else if (page != NULL)
    take_page (task, page);
  else if (should_list_whole (call, error))
    {
      forget_pages (call);
      ask_for_page (task);
    }
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

static void
known_cb (GObject      *object,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  PagerCall *call = g_task_get_task_data (task);
  g_autoptr(GError) error = NULL;

  call->known = kin_known_collect_finish (result, &error);
  if (call->known != NULL)
    ask_for_page (task);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

/**
 * kin_pager_list_async:
 * @source: whom to ask
 * @options: what to ask for; `limit` is the size of a page
 * @cache: (nullable): whose objects are taken over where nothing has changed
 * @clock: the time
 * @cancellable: (nullable): gives the list up
 * @callback: called with the result
 * @user_data: for @callback
 *
 * Gets a whole list. If the server forgets its pages on the way (410), the list is asked for anew, in one piece.
 */
void
kin_pager_list_async (KinListerWatcher     *source,
                      const KinListOptions *options,
                      KinIndexer           *cache,
                      KinClock             *clock,
                      GCancellable         *cancellable,
                      GAsyncReadyCallback   callback,
                      gpointer              user_data)
{
  g_autoptr(GTask) task = NULL;
  PagerCall *call;

  g_return_if_fail (KIN_IS_LISTER_WATCHER (source));
  g_return_if_fail (options != NULL);
  g_return_if_fail (options->continue_token == NULL && options->known == NULL);

  call = g_new0 (PagerCall, 1);
  call->resource_version = g_strdup (options->resource_version);
  call->resource_version_match = g_strdup (options->resource_version_match);
  call->limit = options->limit;

  task = g_task_new (source, cancellable, callback, user_data);
  g_task_set_source_tag (task, kin_pager_list_async);
  g_task_set_priority (task, G_PRIORITY_DEFAULT_IDLE);
  g_task_set_task_data (task, call, (GDestroyNotify) pager_call_free);

  if (cache != NULL)
    kin_known_collect_async (cache, clock, cancellable, known_cb, g_steal_pointer (&task));
  else
    ask_for_page (task);
}

/**
 * kin_pager_list_finish:
 * @result: what the callback was given
 * @paginated: (out) (optional): whether there was more than one page
 * @error: where to put why not
 *
 * Takes the list.
 *
 * Returns: (transfer full): the list as one page, or %NULL
 */
KinListPage *
kin_pager_list_finish (GAsyncResult  *result,
                       gboolean      *paginated,
                       GError       **error)
{
  PagerCall *call;

  g_return_val_if_fail (g_async_result_is_tagged (result, kin_pager_list_async), NULL);

  call = g_task_get_task_data (G_TASK (result));
  if (paginated != NULL)
    *paginated = call->paginated;

  return g_task_propagate_pointer (G_TASK (result), error);
}
