/* kin-list-decoder.h: a list's bytes, made into objects by the workers.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "client/kin-list-page.h"

G_BEGIN_DECLS

typedef struct _KinListDecoder KinListDecoder;
typedef struct _KinItemBatch KinItemBatch;

KinListDecoder *kin_list_decoder_new    (KinKind         *kind,
                                         gboolean         compressed,
                                         const char      *what,
                                         const char      *host);
KinItemBatch   *kin_list_decoder_split  (KinListDecoder  *self,
                                         GBytes          *bytes,
                                         GError         **error);
KinListPage    *kin_list_decoder_finish (KinListDecoder  *self,
                                         GError         **error);
void            kin_list_decoder_free   (KinListDecoder  *self);

gsize           kin_item_batch_get_size (KinItemBatch    *self);
GPtrArray      *kin_item_batch_decode   (KinItemBatch    *self,
                                         KinKind         *kind,
                                         GHashTable      *known,
                                         GError         **error);
void            kin_item_batch_free     (KinItemBatch    *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinListDecoder, kin_list_decoder_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinItemBatch, kin_item_batch_free)

G_END_DECLS
