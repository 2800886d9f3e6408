/* kin-types.h: forward declarations, so that a header need not include another room's.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* base */
typedef struct _KinBackoff KinBackoff;
typedef struct _KinWorkerPool KinWorkerPool;
/* object: refcounted structs */
typedef struct _KinResource KinResource;   /* group/version/resource + kind, namespaced, verbs, short names */
typedef struct _KinKind KinKind;           /* what is known about objects of one resource: columns, dictionary */
typedef struct _KinObject KinObject;       /* one immutable object */
typedef struct _KinCell KinCell;
typedef struct _KinItemSplitter KinItemSplitter;
typedef struct _KinSelector KinSelector;

/* client */
typedef struct _KinStatus KinStatus;
typedef struct _KinListPage KinListPage;
typedef struct _KinWatchEvent KinWatchEvent;

/* cache */
typedef struct _KinDelta KinDelta;
typedef struct _KinEventHandler KinEventHandler;
typedef struct _KinHandlerRegistration KinHandlerRegistration;

/* journal */
typedef struct _KinFieldChange KinFieldChange;
typedef struct _KinChange KinChange;

G_END_DECLS
