/* model-feed.h: an informer whose queue a test fills by hand, and a listener that checks every items-changed of a model.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "cache/kin-shared-informer.h"
#include "model/kin-row-list.h"
#include "model/kin-row.h"

G_BEGIN_DECLS

typedef struct _ModelFeed ModelFeed;

ModelFeed         *model_feed_new          (const char        *resource);
ModelFeed         *model_feed_new_for      (KinSharedInformer *informer);
KinListerWatcher  *model_feed_make_source  (KinKind           *kind,
                                            const char        *namespace_,
                                            const char        *label_selector,
                                            gpointer           user_data);
void               model_feed_free         (ModelFeed         *self);
KinSharedInformer *model_feed_get_informer (ModelFeed         *self);
KinObject         *model_feed_make         (ModelFeed         *self,
                                            const char        *format,
                                            ...) G_GNUC_PRINTF (2, 3);
void               model_feed_put          (ModelFeed         *self,
                                            KinObject         *object);
void               model_feed_put_json     (ModelFeed         *self,
                                            const char        *format,
                                            ...) G_GNUC_PRINTF (2, 3);
void               model_feed_delete       (ModelFeed         *self,
                                            const char        *key);
void               model_feed_replace      (ModelFeed         *self,
                                            GPtrArray         *objects);
void               model_settle            (void);
void               model_wait_for_size     (gpointer           model,
                                            guint              n_items);

/* Follows a model by its items-changed alone. */
typedef struct _Shadow Shadow;

Shadow *shadow_new          (gpointer    model,
                             gboolean    asks);
void    shadow_free         (Shadow     *self);
char   *shadow_dup_changes  (Shadow     *self);
guint   shadow_get_size     (Shadow     *self);
void    shadow_assert_equal (Shadow     *self);
char   *model_dup_titles    (gpointer    model);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ModelFeed, model_feed_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Shadow, shadow_free)

G_END_DECLS
