/* kin-watch-command.h: what kinformer-watch does: one informer, told in a terminal.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "base/kin-types.h"

G_BEGIN_DECLS

typedef enum
{
  KIN_WATCH_OUTPUT_DIFF,
  KIN_WATCH_OUTPUT_EVENTS,
} KinWatchOutput;

typedef struct
{
  char *kubeconfig;
  char *context;
  char *server;
  gboolean demo;
  char *namespace_;
  gboolean all_namespaces;
  char *selector;
  char *resource;
  KinWatchOutput output;
  char *store_on_exit;
  guint bench_updates;
} KinWatchArguments;

#define KIN_TYPE_WATCH_COMMAND (kin_watch_command_get_type ())
G_DECLARE_FINAL_TYPE (KinWatchCommand, kin_watch_command, KIN, WATCH_COMMAND, GObject)

KinWatchCommand *kin_watch_command_new (const KinWatchArguments *arguments);
int              kin_watch_command_run (KinWatchCommand         *self);

G_END_DECLS
