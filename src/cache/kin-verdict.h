/* kin-verdict.h: what a reflector does about an error.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * KinVerdict:
 * @KIN_VERDICT_REWATCH: go on from the last version: nothing has failed
 * @KIN_VERDICT_REOPEN: the connection was cut: go on from the last version in a moment, but not for ever
 * @KIN_VERDICT_WAIT_AND_WATCH: what we have is good: back off, then go on from the last version
 * @KIN_VERDICT_WAIT_AND_LIST: back off, then list
 * @KIN_VERDICT_LIST_NEWEST: the version is of no use: list the newest state at once
 * @KIN_VERDICT_FORBIDDEN: we may not: ask again now and then
 * @KIN_VERDICT_GONE: the resource is not there: ask again now and then
 *
 * What a reflector does about an error.
 */
typedef enum
{
  KIN_VERDICT_REWATCH,
  KIN_VERDICT_REOPEN,
  KIN_VERDICT_WAIT_AND_WATCH,
  KIN_VERDICT_WAIT_AND_LIST,
  KIN_VERDICT_LIST_NEWEST,
  KIN_VERDICT_FORBIDDEN,
  KIN_VERDICT_GONE,
} KinVerdict;

/**
 * KinStreamVerdict:
 * @KIN_STREAM_AGAIN: back off, then ask for the stream again
 * @KIN_STREAM_NOT_NOW: list instead
 * @KIN_STREAM_NEVER: list instead, and do not ask this server for a streamed list again
 *
 * What a reflector does about a streamed list that failed.
 */
typedef enum
{
  KIN_STREAM_AGAIN,
  KIN_STREAM_NOT_NOW,
  KIN_STREAM_NEVER,
} KinStreamVerdict;

KinVerdict       kin_verdict_on_list    (const GError *error,
                                         const char   *version);
KinVerdict       kin_verdict_on_opening (const GError *error);
KinVerdict       kin_verdict_on_event   (const GError *error);
KinVerdict       kin_verdict_on_end     (const GError *error);
KinStreamVerdict kin_verdict_on_stream  (const GError *error);

G_END_DECLS
