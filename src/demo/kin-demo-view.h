/* kin-demo-view.h: the form that a client wants objects in: as they are, as rows of a table, or their metadata only.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-request.h"
#include "demo/kin-demo-table.h"

G_BEGIN_DECLS

/**
 * KinDemoForm:
 * @KIN_DEMO_FORM_JSON: objects as they are
 * @KIN_DEMO_FORM_YAML: the same, in YAML
 * @KIN_DEMO_FORM_TABLE: a Table
 * @KIN_DEMO_FORM_PARTIAL: a PartialObjectMetadata
 * @KIN_DEMO_FORM_PARTIAL_LIST: a PartialObjectMetadataList
 *
 * What is in an Accept header.
 */
typedef enum
{
  KIN_DEMO_FORM_JSON,
  KIN_DEMO_FORM_YAML,
  KIN_DEMO_FORM_TABLE,
  KIN_DEMO_FORM_PARTIAL,
  KIN_DEMO_FORM_PARTIAL_LIST,
} KinDemoForm;

/**
 * KinDemoView:
 * @form: how objects are written
 * @include: what else a row of a table brings
 *
 * A form and its particulars.
 */
typedef struct
{
  KinDemoForm form;
  KinDemoInclude include;
} KinDemoView;

gboolean kin_demo_view_negotiate     (const KinDemoRequest  *request,
                                      KinDemoView           *view,
                                      GError               **error);
gboolean kin_demo_view_is_aggregated (const KinDemoRequest  *request);
void     kin_demo_view_append_item   (const KinDemoView     *self,
                                      KinDemoKind           *kind,
                                      KinDemoObject         *object,
                                      gint64                 now_s,
                                      GString               *out);
void     kin_demo_view_append_object (const KinDemoView     *self,
                                      KinDemoKind           *kind,
                                      KinDemoObject         *object,
                                      gboolean               with_columns,
                                      gint64                 now_s,
                                      GString               *out);

G_END_DECLS
