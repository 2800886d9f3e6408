/* kin-problem.h: an error as a page tells it: what is wrong and what to do.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "config/kin-context.h"
#include "config/kin-kubeconfig.h"
#include "object/kin-resource.h"

G_BEGIN_DECLS

typedef struct _KinProblem KinProblem;

KinProblem *kin_problem_new_for_connection (const GError  *error,
                                            KinContext    *context);
KinProblem *kin_problem_new_for_list       (const GError  *error,
                                            KinResource   *resource,
                                            const char    *namespace_);
KinProblem *kin_problem_new_for_kubeconfig (const GError  *error,
                                            KinKubeconfig *kubeconfig);
KinProblem *kin_problem_new_for_choice     (const char    *context);
void        kin_problem_free               (KinProblem    *self);
const char *kin_problem_get_icon_name      (KinProblem    *self);
const char *kin_problem_get_title          (KinProblem    *self);
const char *kin_problem_get_description    (KinProblem    *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinProblem, kin_problem_free)

G_END_DECLS
