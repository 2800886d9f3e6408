/* kin-demo-types.h: forward declarations of the simulated cluster's types.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "base/kin-types.h"

G_BEGIN_DECLS

/* counted structs */
typedef struct _KinDemoKind KinDemoKind;         /* one resource that is served */
typedef struct _KinDemoObject KinDemoObject;     /* one stored version of an object */
typedef struct _KinDemoSchema KinDemoSchema;     /* the fields that kinds have */
typedef struct _KinDemoType KinDemoType;         /* one node of the schema, which owns it */
typedef struct _KinDemoFilter KinDemoFilter;     /* the selectors of a list or watch */

/* GObjects */
typedef struct _KinDemoKinds KinDemoKinds;
typedef struct _KinDemoStore KinDemoStore;
typedef struct _KinDemoRegistry KinDemoRegistry;
typedef struct _KinDemoWorld KinDemoWorld;
typedef struct _KinDemoControllers KinDemoControllers;
typedef struct _KinDemoWatch KinDemoWatch;
typedef struct _KinDemoFaults KinDemoFaults;

G_END_DECLS
