/* kin-line-diff.h: which lines of a text to replace so that it becomes another.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * KinLineHunk:
 * @old_start: first line that goes, counted from 0
 * @n_old: how many lines go
 * @new_start: first line that comes, counted from 0 in the new text
 * @n_new: how many lines come
 */
typedef struct
{
  guint old_start;
  guint n_old;
  guint new_start;
  guint n_new;
} KinLineHunk;

GArray *kin_line_diff (const char *old_text,
                       const char *new_text);

G_END_DECLS
