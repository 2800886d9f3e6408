/* fake-object.h: objects that have just what a test needs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "object/kin-object.h"

G_BEGIN_DECLS

KinKind   *fake_kind_new         (void);
KinObject *fake_object_new       (KinKind    *kind,
                                  const char *key,
                                  const char *uid,
                                  const char *resource_version);
KinObject *fake_object_new_owned (KinKind    *kind,
                                  const char *key,
                                  const char *uid,
                                  const char *resource_version,
                                  const char *owner_uid);

G_END_DECLS
