/* kin-verdict.c: what a reflector does about an error: a rule for each place where one can come.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "cache/kin-verdict.h"

#include "base/kin-error.h"
#include "client/kin-status.h"

/* Reset, end of file, GOAWAY, or silence: it says nothing about what we have. */
static gboolean
is_cut (const GError *error)
{
  return g_error_matches (error, KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_CLOSED) ||
         g_error_matches (error, KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_TIMED_OUT);
}

/* The server is there and has too much to do. */
static gboolean
is_busy (const GError *error)
{
  return g_error_matches (error, KIN_API_ERROR, KIN_API_ERROR_TOO_MANY_REQUESTS);
}

/* A server that is going down or coming up says when to ask again; what it said before still holds. */
static gboolean
is_asked_to_wait (const GError *error)
{
  return kin_error_get_retry_after (error) > 0 &&
         (g_error_matches (error, KIN_API_ERROR, KIN_API_ERROR_INTERNAL) ||
          g_error_matches (error, KIN_API_ERROR, KIN_API_ERROR_UNAVAILABLE) ||
          g_error_matches (error, KIN_API_ERROR, KIN_API_ERROR_TIMEOUT));
}

/* Nobody listens: the server is being started again. */
static gboolean
is_refused (const GError *error)
{
  return g_error_matches (error, KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_REFUSED);
}

/* The version that was asked for is too old for the server, or too new for this one of several. */
static gboolean
is_version_refused (const GError *error)
{
  return g_error_matches (error, KIN_API_ERROR, KIN_API_ERROR_EXPIRED) ||
         g_error_matches (error, KIN_API_ERROR, KIN_API_ERROR_VERSION_TOO_LARGE);
}

static KinVerdict
judge_by_reason (const GError *error)
{
  if (g_error_matches (error, KIN_API_ERROR, KIN_API_ERROR_FORBIDDEN))
    return KIN_VERDICT_FORBIDDEN;
  if (g_error_matches (error, KIN_API_ERROR, KIN_API_ERROR_NOT_FOUND))
    return KIN_VERDICT_GONE;

  return KIN_VERDICT_WAIT_AND_LIST;
}

/**
 * kin_verdict_on_list:
 * @error: why the list failed
 * @version: the version that was asked for; "" is the newest
 *
 * Judges a list that failed.
 *
 * Returns: what to do
 */
KinVerdict
kin_verdict_on_list (const GError *error,
                     const char   *version)
{
  if (is_version_refused (error) && *version != '\0')
    return KIN_VERDICT_LIST_NEWEST;

  return judge_by_reason (error);
}

/**
 * kin_verdict_on_opening:
 * @error: why the watch could not be opened
 *
 * Judges a watch that could not be opened. A version that is too old is no reason to drop it: the list that
 * follows decides about that.
 *
 * Returns: what to do
 */
KinVerdict
kin_verdict_on_opening (const GError *error)
{
  if (is_cut (error))
    return KIN_VERDICT_REOPEN;
  if (is_busy (error) || is_asked_to_wait (error) || is_refused (error))
    return KIN_VERDICT_WAIT_AND_WATCH;

  return judge_by_reason (error);
}

/**
 * kin_verdict_on_event:
 * @error: the error that came as an event
 *
 * Judges an ERROR event. What a server says so, it says about one watch: were the resource gone or forbidden,
 * the list will tell. After an internal error the server may have lost events of this watch, so that going on from
 * the last version would lose them too.
 *
 * Returns: what to do
 */
KinVerdict
kin_verdict_on_event (const GError *error)
{
  return is_busy (error) ? KIN_VERDICT_WAIT_AND_WATCH : KIN_VERDICT_WAIT_AND_LIST;
}

/**
 * kin_verdict_on_end:
 * @error: (nullable): why the watch ended; %NULL if the server ended it as servers do
 *
 * Judges the end of a watch.
 *
 * Returns: what to do
 */
KinVerdict
kin_verdict_on_end (const GError *error)
{
  if (error == NULL || is_cut (error))
    return KIN_VERDICT_REWATCH;

  return judge_by_reason (error);
}

/**
 * kin_verdict_on_stream:
 * @error: why the list did not come as a stream
 *
 * Judges a streamed list that failed. A server that does not know what is asked for answers 400 or 422; for anything
 * else the plain list that follows has the better words.
 *
 * Returns: what to do
 */
KinStreamVerdict
kin_verdict_on_stream (const GError *error)
{
  if (is_busy (error) || is_asked_to_wait (error) || is_refused (error))
    return KIN_STREAM_AGAIN;
  if (g_error_matches (error, KIN_API_ERROR, KIN_API_ERROR_BAD_REQUEST) ||
      g_error_matches (error, KIN_API_ERROR, KIN_API_ERROR_INVALID))
    return KIN_STREAM_NEVER;

  return KIN_STREAM_NOT_NOW;
}
