/* test-demo-protobuf.c: objects as Kubernetes' Go library writes them, and bytes that are none.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-error.h"
#include "demo/kin-demo-protobuf.h"

/* Written by k8s.io/apimachinery/pkg/runtime/serializer/protobuf 0.36.3. */
#define DEPLOYMENT \
  "azhzAAoVCgdhcHBzL3YxEgpEZXBsb3ltZW50Ep0CCh8KA3dlYhIAGgAiACoAMgA4AEIAWgoKA2FwcBIDd2ViEusBCAASDAoKCgNh" \
  "cHASA3dlYhq7AQoQCgASABoAIgAqADIAOABCABKmAQoLCgN0bXASBBICCgASeAoDd2ViEgV3ZWI6MRoDcnVuGgAqADIKCgAQABhQ" \
  "IgAqAEIPEg0KA2NwdRIGCgQxMDBtWiEKFRITCgEvEgoIARAAGgRodHRwGgAiABAAGAAgBSgAMABqAHIAgAEAiAEAkAEAmgEQCgAS" \
  "DAoKCghzZXR0aW5nc6IBABoAMgBCAEoAUgBYAGAAaACCAQCKAQCaAQCoAQDCAQAiFwoAEhMKBggAEAEaABIJCAEQABoDNTAlKAA4" \
  "ABoMCAAQABgAIAAoADgAGgAiAA=="

#define SECRET \
  "azhzAAoMCgJ2MRIGU2VjcmV0EloKOwoEa2V5cxIAGgAiACoAMgA4AEIICNCJu9gGEACKARwKAW0SABoAMgA6DwoNeyJmOmRhdGEi" \
  "Ont9fUIAEgsKBHBhc3MSAwD/ARoAIgwKBHVzZXISBGFubmUaACIA"

#define LEASE \
  "azhzAAofChZjb29yZGluYXRpb24uazhzLmlvL3YxEgVMZWFzZRIrChAKABIAGgAiACoAMgA4AEIAEhciCgjQibvYBhDgxlso////" \
  "////////ARoAIgA="

#define DELETE_OPTIONS \
  "azhzAAoYCgdhcHBzL3YxEg1EZWxldGVPcHRpb25zEg4IACIKQmFja2dyb3VuZBoAIgA="

static void
assert_read (const char *base64,
             const char *expected)
{
  g_autoptr(GError) error = NULL;
  g_autofree guchar *data = NULL;
  g_autoptr(KinDemoDraft) draft = NULL;
  g_autoptr(GBytes) text = NULL;
  gsize length;

  data = g_base64_decode (base64, &length);
  draft = kin_demo_protobuf_parse ((const char *) data, length, &error);
  g_assert_no_error (error);
  text = kin_demo_draft_write (draft);
  g_assert_cmpmem (g_bytes_get_data (text, NULL), g_bytes_get_size (text), expected, strlen (expected));
}

static void
assert_refused (const char *data,
                gsize       length,
                const char *message)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(KinDemoDraft) draft = kin_demo_protobuf_parse (data, length, &error);

  g_assert_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_BAD_REQUEST);
  g_assert_cmpstr (error->message, ==, message);
  g_assert_null (draft);
}

/* What is not set is sent all the same; a pointer to 0, to false or to an empty message is set. */
static void
test_deployment (void)
{
  assert_read (DEPLOYMENT,
               "{\"kind\":\"Deployment\",\"apiVersion\":\"apps/v1\","
               "\"metadata\":{\"name\":\"web\",\"labels\":{\"app\":\"web\"}},"
               "\"spec\":{\"replicas\":0,\"selector\":{\"matchLabels\":{\"app\":\"web\"}},"
               "\"template\":{\"spec\":{\"volumes\":[{\"name\":\"tmp\",\"emptyDir\":{}}],"
               "\"containers\":[{\"name\":\"web\",\"image\":\"web:1\",\"command\":[\"run\",\"\"],"
               "\"ports\":[{\"containerPort\":80}],\"resources\":{\"requests\":{\"cpu\":\"100m\"}},"
               "\"readinessProbe\":{\"httpGet\":{\"path\":\"/\",\"port\":\"http\"},\"periodSeconds\":5},"
               "\"envFrom\":[{\"configMapRef\":{\"name\":\"settings\"}}]}],"
               "\"automountServiceAccountToken\":false}},"
               "\"strategy\":{\"rollingUpdate\":{\"maxUnavailable\":1,\"maxSurge\":\"50%\"}}}}");
}

static void
test_secret (void)
{
  assert_read (SECRET,
               "{\"kind\":\"Secret\",\"apiVersion\":\"v1\","
               "\"metadata\":{\"name\":\"keys\",\"creationTimestamp\":\"2026-12-01T13:00:00Z\","
               "\"managedFields\":[{\"manager\":\"m\",\"fieldsV1\":{\"f:data\":{}}}]},"
               "\"data\":{\"pass\":\"AP8B\"},\"stringData\":{\"user\":\"anne\"}}");
}

static void
test_microseconds_and_negative_numbers (void)
{
  assert_read (LEASE,
               "{\"kind\":\"Lease\",\"apiVersion\":\"coordination.k8s.io/v1\","
               "\"spec\":{\"renewTime\":\"2026-12-01T13:00:00.001500Z\",\"leaseTransitions\":-1}}");
}

/* They are sent as of the group of what is deleted. */
static void
test_delete_options (void)
{
  assert_read (DELETE_OPTIONS,
               "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"apps/v1\","
               "\"gracePeriodSeconds\":0,\"propagationPolicy\":\"Background\"}");
}

static void
test_refusals (void)
{
  assert_refused ("{}", 2, "the object provided is unrecognized: it does not begin as protobuf");
  assert_refused ("k8s\0", 4, "no kind \"\" is registered for version \"\" in protobuf");
  assert_refused ("k8s\0\x0a\x0d\x0a\x02v9\x12\x07Teapots", 19, "no kind \"Teapots\" is registered for version \"v9\" in protobuf");
  assert_refused ("k8s\0\x0a\x7f", 6, "the object provided is unrecognized: it ends within a field");
  assert_refused ("k8s\0\x0a\x80", 6, "the object provided is unrecognized: a number in it has no end");
  assert_refused ("k8s\0\x09\x01", 6, "the object provided is unrecognized: it has a value of a sort that Kubernetes does not use");
}

/* Makes a field of all that is there. */
static void
wrap (GByteArray *bytes,
      guint       number)
{
  GByteArray *head = g_byte_array_new ();
  guint values[] = { number << 3 | 2, bytes->len };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      guint8 byte;

      do
        {
          byte = (values[i] & 0x7f) | (values[i] > 0x7f ? 0x80 : 0);
          g_byte_array_append (head, &byte, 1);
          values[i] >>= 7;
        }
      while (byte >= 0x80);
    }

  g_byte_array_prepend (bytes, head->data, head->len);
  g_byte_array_unref (head);
}

/* What is nested within the JSON that an object in protobuf holds is copied and written out by recursion, too. */
static void
test_deep_json (void)
{
  static const guint path[] = { 1, 7, 17, 1, 2 };   /* Raw of FieldsV1 of ManagedFields of Metadata of the object */
  static const char head[] = "k8s\0\x0a\x0f\x0a\x02v1\x12\x09" "ConfigMap";
  g_autoptr(GByteArray) bytes = g_byte_array_new ();

  g_byte_array_set_size (bytes, 200000);
  memset (bytes->data, '[', bytes->len / 2);
  memset (bytes->data + bytes->len / 2, ']', bytes->len / 2);
  for (guint i = 0; i < G_N_ELEMENTS (path); i++)
    wrap (bytes, path[i]);
  g_byte_array_prepend (bytes, (const guint8 *) head, sizeof head - 1);

  assert_refused ((const char *) bytes->data, bytes->len,
                  "the object provided is unrecognized: what is to be JSON in it is none");
}

/* As many fields as a body has room for, of which the table knows none. */
static void
test_unknown_fields (void)
{
  static const char head[] = "k8s\0\x0a\x0f\x0a\x02v1\x12\x09" "ConfigMap";
  static const guint8 field[] = { 0xf8, 0x7f, 1 };
  g_autoptr(GByteArray) bytes = g_byte_array_new ();
  g_autoptr(KinDemoDraft) draft = NULL;
  g_autoptr(GError) error = NULL;

  for (guint i = 0; i < 200000; i++)
    g_byte_array_append (bytes, field, sizeof field);
  wrap (bytes, 2);
  g_byte_array_prepend (bytes, (const guint8 *) head, sizeof head - 1);

  draft = kin_demo_protobuf_parse ((const char *) bytes->data, bytes->len, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (yyjson_mut_obj_size (yyjson_mut_doc_get_root (draft)), ==, 2);
}

/* Wherever it ends, and whichever byte is another: read or refused, and nothing else. */
static void
test_damaged (void)
{
  gsize length;
  g_autofree guchar *data = g_base64_decode (DEPLOYMENT, &length);

  for (gsize i = 0; i < length; i++)
    {
      g_autoptr(GError) cut_error = NULL;
      g_autoptr(GError) changed_error = NULL;
      g_autoptr(KinDemoDraft) cut = NULL;
      g_autoptr(KinDemoDraft) changed = NULL;
      g_autofree char *part = g_memdup2 (data, i);

      cut = kin_demo_protobuf_parse (part != NULL ? part : "", i, &cut_error);
      g_assert_true ((cut == NULL) == (cut_error != NULL));

      data[i] ^= 0x55;
      changed = kin_demo_protobuf_parse ((const char *) data, length, &changed_error);
      g_assert_true ((changed == NULL) == (changed_error != NULL));
      data[i] ^= 0x55;
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/demo-protobuf/deployment", test_deployment);
  g_test_add_func ("/demo-protobuf/secret", test_secret);
  g_test_add_func ("/demo-protobuf/microseconds-and-negative-numbers", test_microseconds_and_negative_numbers);
  g_test_add_func ("/demo-protobuf/delete-options", test_delete_options);
  g_test_add_func ("/demo-protobuf/refusals", test_refusals);
  g_test_add_func ("/demo-protobuf/deep-json", test_deep_json);
  g_test_add_func ("/demo-protobuf/unknown-fields", test_unknown_fields);
  g_test_add_func ("/demo-protobuf/damaged", test_damaged);

  return g_test_run ();
}
