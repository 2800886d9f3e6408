/* kin-demo-image.h: container images: how they are named, and which of them work.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "base/kin-types.h"

G_BEGIN_DECLS

gboolean kin_demo_image_is_missing       (const char *image);
gboolean kin_demo_image_crashes          (const char *image);
char    *kin_demo_image_dup_full_name    (const char *image);
char    *kin_demo_image_dup_id           (const char *image);
char    *kin_demo_image_dup_container_id (const char *pod_uid,
                                          const char *container,
                                          gint64      restart);
guint64  kin_demo_image_get_size         (const char *image);
guint32  kin_demo_image_hash             (const char *a,
                                          const char *b,
                                          gint64      n);

G_END_DECLS
