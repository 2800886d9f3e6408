/* test-demo-strategic.c: strategic merge patches give what Kubernetes' own library gives.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "demo/kin-demo-error.h"
#include "demo/kin-demo-schema.h"
#include "demo/kin-demo-strategic.h"

typedef struct
{
  const char *name;
  const char *target;
  const char *patch;
  const char *result;       /* or, of a patch that is refused, its message */
  int code;
} Case;

/* Of a pod. */
static const Case cases[] = {
  { "object/add", "{\"metadata\":{\"name\":\"a\"}}", "{\"metadata\":{\"labels\":{\"x\":\"y\"}}}",
    "{\"metadata\":{\"name\":\"a\",\"labels\":{\"x\":\"y\"}}}", 0 },
  { "object/null-removes", "{\"metadata\":{\"labels\":{\"x\":\"y\",\"z\":\"1\"}}}",
    "{\"metadata\":{\"labels\":{\"x\":null,\"w\":null}}}", "{\"metadata\":{\"labels\":{\"z\":\"1\"}}}", 0 },
  { "object/null-in-new", "{}", "{\"metadata\":{\"labels\":{\"x\":null,\"y\":\"1\"}}}",
    "{\"metadata\":{\"labels\":{\"y\":\"1\"}}}", 0 },
  { "object/other-type", "{\"spec\":{\"nodeSelector\":\"odd\"}}", "{\"spec\":{\"nodeSelector\":{\"a\":\"b\"}}}",
    "{\"spec\":{\"nodeSelector\":{\"a\":\"b\"}}}", 0 },
  { "object/unknown-is-merged", "{\"odd\":{\"a\":1,\"list\":[1]}}", "{\"odd\":{\"b\":2,\"list\":[2]}}",
    "{\"odd\":{\"a\":1,\"list\":[2],\"b\":2}}", 0 },
  { "directive/replace", "{\"metadata\":{\"name\":\"a\",\"labels\":{\"x\":\"y\"}}}",
    "{\"metadata\":{\"$patch\":\"replace\",\"name\":\"b\"}}", "{\"metadata\":{\"name\":\"b\"}}", 0 },
  { "directive/delete", "{\"spec\":{\"securityContext\":{\"runAsUser\":1}}}",
    "{\"spec\":{\"securityContext\":{\"$patch\":\"delete\"}}}", "{\"spec\":{\"securityContext\":{}}}", 0 },
  { "directive/of-what-is-not-there", "{\"spec\":{}}", "{\"spec\":{\"securityContext\":{\"$patch\":\"delete\"}}}",
    "{\"spec\":{}}", 0 },
  { "directive/unknown", "{\"spec\":{}}", "{\"spec\":{\"$patch\":\"frob\"}}",
    "unknown patch type: frob in map: map[$patch:frob]", KIN_DEMO_ERROR_PLAIN },

  { "list/replaced", "{\"spec\":{\"tolerations\":[{\"key\":\"a\"},{\"key\":\"b\"}]}}",
    "{\"spec\":{\"tolerations\":[{\"key\":\"c\"}]}}", "{\"spec\":{\"tolerations\":[{\"key\":\"c\"}]}}", 0 },
  { "list/merged", "{\"spec\":{\"containers\":[{\"name\":\"a\",\"image\":\"1\",\"args\":[\"x\"]},{\"name\":\"b\"}]}}",
    "{\"spec\":{\"containers\":[{\"name\":\"a\",\"image\":\"2\"}]}}",
    "{\"spec\":{\"containers\":[{\"name\":\"a\",\"image\":\"2\",\"args\":[\"x\"]},{\"name\":\"b\"}]}}", 0 },
  { "list/added", "{\"spec\":{\"containers\":[{\"name\":\"a\"}]}}",
    "{\"spec\":{\"containers\":[{\"name\":\"b\",\"args\":null}]}}",
    "{\"spec\":{\"containers\":[{\"name\":\"b\"},{\"name\":\"a\"}]}}", 0 },
  { "list/of-two-keys-by-the-first",
    "{\"spec\":{\"containers\":[{\"name\":\"a\",\"ports\":[{\"containerPort\":1,\"protocol\":\"TCP\"}]}]}}",
    "{\"spec\":{\"containers\":[{\"name\":\"a\",\"ports\":[{\"containerPort\":1,\"name\":\"x\"}]}]}}",
    "{\"spec\":{\"containers\":[{\"name\":\"a\",\"ports\":[{\"containerPort\":1,\"protocol\":\"TCP\",\"name\":\"x\"}]}]}}", 0 },
  { "list/item-deleted", "{\"spec\":{\"containers\":[{\"name\":\"a\"},{\"name\":\"b\"}]}}",
    "{\"spec\":{\"containers\":[{\"$patch\":\"delete\",\"name\":\"a\"},{\"$patch\":\"delete\",\"name\":\"c\"}]}}",
    "{\"spec\":{\"containers\":[{\"name\":\"b\"}]}}", 0 },
  { "list/all-replaced", "{\"spec\":{\"containers\":[{\"name\":\"a\"},{\"name\":\"b\",\"image\":\"1\"}]}}",
    "{\"spec\":{\"containers\":[{\"name\":\"b\"},{\"$patch\":\"replace\"}]}}",
    "{\"spec\":{\"containers\":[{\"name\":\"b\"}]}}", 0 },
  { "list/item-replaced",
    "{\"spec\":{\"containers\":[{\"name\":\"a\",\"image\":\"1\",\"resources\":{\"limits\":{},\"requests\":{}}}]}}",
    "{\"spec\":{\"containers\":[{\"name\":\"a\",\"resources\":{\"$patch\":\"replace\",\"limits\":{}}}]}}",
    "{\"spec\":{\"containers\":[{\"name\":\"a\",\"image\":\"1\",\"resources\":{\"limits\":{}}}]}}", 0 },
  { "list/item-with-directive-in-new", "{\"spec\":{\"containers\":[{\"name\":\"a\"}]}}",
    "{\"spec\":{\"containers\":[{\"name\":\"a\",\"resources\":{\"$patch\":\"replace\",\"limits\":{}}}]}}",
    "{\"spec\":{\"containers\":[{\"name\":\"a\"}]}}", 0 },
  { "list/without-key", "{\"spec\":{\"containers\":[{\"name\":\"a\"}]}}",
    "{\"spec\":{\"containers\":[{\"image\":\"x\"}]}}",
    "map: map[image:x] does not contain declared merge key: name", KIN_DEMO_ERROR_PLAIN },
  { "list/of-other-things", "{\"spec\":{\"containers\":[{\"name\":\"a\"}]}}", "{\"spec\":{\"containers\":[\"x\"]}}",
    "list element types are not identical: [[map[name:a]] [x]]", KIN_DEMO_ERROR_PLAIN },
  { "list/item-directive-unknown", "{\"spec\":{\"containers\":[{\"name\":\"a\"}]}}",
    "{\"spec\":{\"containers\":[{\"name\":\"a\",\"$patch\":\"merge\"}]}}",
    "unknown patch type: merge in map: map[$patch:merge name:a]", KIN_DEMO_ERROR_PLAIN },

  { "values/merged", "{\"metadata\":{\"finalizers\":[\"a\",\"b\"]}}", "{\"metadata\":{\"finalizers\":[\"c\",\"a\"]}}",
    "{\"metadata\":{\"finalizers\":[\"c\",\"a\",\"b\"]}}", 0 },
  { "values/removed", "{\"metadata\":{\"finalizers\":[\"a\",\"b\",\"c\"]}}",
    "{\"metadata\":{\"$deleteFromPrimitiveList/finalizers\":[\"b\",\"x\"]}}", "{\"metadata\":{\"finalizers\":[\"a\",\"c\"]}}", 0 },
  { "values/removed-of-atomic", "{\"spec\":{\"containers\":[{\"name\":\"a\",\"args\":[\"1\",\"2\",\"3\"]}]}}",
    "{\"spec\":{\"containers\":[{\"name\":\"a\",\"$deleteFromPrimitiveList/args\":[\"2\"]}]}}",
    "{\"spec\":{\"containers\":[{\"name\":\"a\",\"args\":[\"1\",\"3\"]}]}}", 0 },
  { "values/removed-of-nothing", "{\"metadata\":{}}", "{\"metadata\":{\"$deleteFromPrimitiveList/finalizers\":[\"b\"]}}",
    "{\"metadata\":{}}", 0 },

  { "order/kept-between", "{\"spec\":{\"containers\":[{\"name\":\"1\"},{\"name\":\"2\"},{\"name\":\"3\"}]}}",
    "{\"spec\":{\"$setElementOrder/containers\":[{\"name\":\"3\"},{\"name\":\"1\"}],\"containers\":[{\"name\":\"1\",\"image\":\"x\"}]}}",
    "{\"spec\":{\"containers\":[{\"name\":\"2\"},{\"name\":\"3\"},{\"name\":\"1\",\"image\":\"x\"}]}}", 0 },
  { "order/of-the-patch", "{\"spec\":{\"containers\":[{\"name\":\"1\"},{\"name\":\"2\"},{\"name\":\"3\"}]}}",
    "{\"spec\":{\"containers\":[{\"name\":\"3\"},{\"name\":\"1\"},{\"name\":\"2\"}]}}",
    "{\"spec\":{\"containers\":[{\"name\":\"3\"},{\"name\":\"1\"},{\"name\":\"2\"}]}}", 0 },
  { "order/more-than-there-is", "{\"spec\":{\"containers\":[{\"name\":\"1\"},{\"name\":\"3\"}]}}",
    "{\"spec\":{\"$setElementOrder/containers\":[{\"name\":\"3\"},{\"name\":\"2\"},{\"name\":\"1\"}]}}",
    "{\"spec\":{\"containers\":[{\"name\":\"3\"},{\"name\":\"1\"}]}}", 0 },
  { "order/with-deleted", "{\"spec\":{\"containers\":[{\"name\":\"1\"},{\"name\":\"2\"}]}}",
    "{\"spec\":{\"$setElementOrder/containers\":[{\"name\":\"2\"}],\"containers\":[{\"$patch\":\"delete\",\"name\":\"1\"}]}}",
    "{\"spec\":{\"containers\":[{\"name\":\"2\"}]}}", 0 },
  { "order/new-in-place-of-deleted",
    "{\"spec\":{\"containers\":[{\"name\":\"e\"},{\"name\":\"b\"},{\"name\":\"a\"},{\"name\":\"d\"}]}}",
    "{\"spec\":{\"$setElementOrder/containers\":[{\"name\":\"f\"},{\"name\":\"a\"}],"
    "\"containers\":[{\"name\":\"f\"},{\"name\":\"d\",\"$patch\":\"delete\"}]}}",
    "{\"spec\":{\"containers\":[{\"name\":\"e\"},{\"name\":\"b\"},{\"name\":\"f\"},{\"name\":\"a\"}]}}", 0 },
  { "order/of-new-list", "{\"spec\":{}}",
    "{\"spec\":{\"$setElementOrder/containers\":[{\"name\":\"2\"}],\"containers\":[{\"name\":\"2\",\"image\":\"x\"}]}}",
    "{\"spec\":{\"containers\":[{\"name\":\"2\",\"image\":\"x\"}]}}", 0 },
  { "order/of-values", "{\"metadata\":{\"finalizers\":[\"a\",\"b\"]}}",
    "{\"metadata\":{\"$setElementOrder/finalizers\":[\"c\",\"b\",\"a\"],\"finalizers\":[\"c\"]}}",
    "{\"metadata\":{\"finalizers\":[\"c\",\"b\",\"a\"]}}", 0 },
  { "order/wrong", "{\"spec\":{\"containers\":[{\"name\":\"a\"}]}}",
    "{\"spec\":{\"$setElementOrder/containers\":[{\"name\":\"b\"}],\"containers\":[{\"name\":\"a\"}]}}",
    "The order in patch list:\n[map[name:a]]\n doesn't match $setElementOrder list:\n[map[name:b]]\n", KIN_DEMO_ERROR_PLAIN },
  { "order/no-list", "{\"spec\":{\"containers\":[{\"name\":\"a\"}]}}",
    "{\"spec\":{\"$setElementOrder/containers\":{\"name\":\"b\"},\"containers\":[{\"name\":\"a\"}]}}",
    "expected a []interface {}, but received a map[string]interface {}", KIN_DEMO_ERROR_PLAIN },

  { "retain/others-go", "{\"spec\":{\"volumes\":[{\"name\":\"v\",\"emptyDir\":{}}]}}",
    "{\"spec\":{\"volumes\":[{\"name\":\"v\",\"$retainKeys\":[\"name\",\"hostPath\"],\"hostPath\":{\"path\":\"/\"}}]}}",
    "{\"spec\":{\"volumes\":[{\"name\":\"v\",\"hostPath\":{\"path\":\"/\"}}]}}", 0 },
  { "retain/not-what-is-set", "{\"spec\":{\"securityContext\":{}}}",
    "{\"spec\":{\"securityContext\":{\"$retainKeys\":[\"runAsUser\"],\"runAsGroup\":1}}}",
    "invalid patch format of retainKeys", KIN_DEMO_ERROR_BAD_REQUEST },
};

static KinDemoDraft *
parse (const char *json)
{
  g_autoptr(GError) error = NULL;
  KinDemoDraft *draft = kin_demo_draft_parse (json, strlen (json), &error);

  g_assert_no_error (error);

  return draft;
}

static void
test_case (gconstpointer data)
{
  const Case *test = data;
  g_autoptr(KinDemoSchema) schema = kin_demo_schema_new ();
  g_autoptr(KinDemoDraft) draft = parse (test->target);
  g_autoptr(KinDemoDraft) patch = parse (test->patch);
  g_autoptr(GError) error = NULL;
  gboolean merged = kin_demo_strategic_merge (kin_demo_schema_find (schema, "", "v1", "Pod"), draft,
                                              yyjson_mut_doc_get_root (draft), yyjson_mut_doc_get_root (patch), &error);
  g_autoptr(GBytes) bytes = kin_demo_draft_write (draft);
  g_autofree char *result = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));

  g_assert_true (merged == (error == NULL));
  if (!merged)
    g_assert_error (error, KIN_DEMO_ERROR, test->code);
  g_assert_cmpstr (merged ? result : error->message, ==, test->result);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/demo-strategic/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }

  return g_test_run ();
}
