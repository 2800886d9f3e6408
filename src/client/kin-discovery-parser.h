/* kin-discovery-parser.h: reads the documents in which a server lists its resources.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "client/kin-discovery.h"

G_BEGIN_DECLS

typedef struct _KinDiscoveryParser KinDiscoveryParser;

KinDiscoveryParser *kin_discovery_parser_new            (void);
gboolean            kin_discovery_parser_add_root       (KinDiscoveryParser  *self,
                                                         GBytes              *document,
                                                         GError             **error);
guint               kin_discovery_parser_get_n_versions (KinDiscoveryParser  *self);
const char         *kin_discovery_parser_get_version    (KinDiscoveryParser  *self,
                                                         guint                i);
char               *kin_discovery_parser_dup_path       (KinDiscoveryParser  *self,
                                                         guint                i);
void                kin_discovery_parser_add_version    (KinDiscoveryParser  *self,
                                                         guint                i,
                                                         GBytes              *document);
void                kin_discovery_parser_add_failure    (KinDiscoveryParser  *self,
                                                         const char          *group);
KinDiscovery       *kin_discovery_parser_finish         (KinDiscoveryParser  *self);
void                kin_discovery_parser_free           (KinDiscoveryParser  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinDiscoveryParser, kin_discovery_parser_free)

G_END_DECLS
