/* test-change.c: a change tells its parts and its authors, and its text can't do anything to a terminal.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "journal/kin-change-item.h"
#include "journal/kin-change-text.h"
#include "test-objects.h"

/* 2026-01-01 12:04:31 UTC */
#define TIME (G_GINT64_CONSTANT (1767269071) * G_USEC_PER_SEC + 250000)

#define MANAGED(manager, fields) "{'manager':'" manager "','operation':'Update','time':'2026-01-01T00:00:01Z','fieldsV1':" fields "}"

#define BEFORE "{'metadata':{'name':'checkout','namespace':'shop','uid':'u-1','resourceVersion':'1'},'spec':{'replicas':3},'status':{'replicas':3}}"
#define AFTER "{'metadata':{'name':'checkout','namespace':'shop','uid':'u-1','resourceVersion':'2','labels':{'a':'b'},'managedFields':[" \
  MANAGED ("kubectl-scale", "{'f:spec':{'f:replicas':{}}}") "," MANAGED ("kubectl-label", "{'f:metadata':{'f:labels':{'f:a':{}}}}") "]}," \
  "'spec':{'replicas':5}}"

static KinChange *
make_change (KinChangeType  type,
             const char    *old_json,
             const char    *new_json)
{
  g_autoptr(KinKind) kind = test_kind_new ("apps/v1", "deployments", "Deployment");
  g_autoptr(KinObject) old_object = old_json != NULL ? test_object_new (kind, old_json) : NULL;
  g_autoptr(KinObject) new_object = test_object_new (kind, new_json);

  return kin_change_new (type, old_object, new_object, TIME);
}

static void
test_modified (void)
{
  g_autoptr(KinChange) change = make_change (KIN_CHANGE_MODIFIED, BEFORE, AFTER);
  g_autofree char *managers = kin_change_dup_managers (change);

  g_assert_cmpint (kin_change_get_change_type (change), ==, KIN_CHANGE_MODIFIED);
  g_assert_cmpint (kin_change_get_time (change), ==, TIME);
  g_assert_cmpint (kin_change_get_gap_start (change), ==, 0);
  g_assert_cmpstr (kin_object_get_resource_version (kin_change_get_object (change)), ==, "2");
  g_assert_cmpstr (kin_object_get_resource_version (kin_change_get_old_object (change)), ==, "1");
  g_assert_cmpuint (kin_change_get_fields (change)->len, ==, 3);
  g_assert_true (kin_change_get_fields (change) == kin_change_get_fields (change));
  g_assert_cmpint (kin_change_get_parts (change), ==, KIN_CHANGE_METADATA | KIN_CHANGE_SPEC | KIN_CHANGE_STATUS);
  g_assert_cmpstr (managers, ==, "kubectl-label, kubectl-scale");
}

static void
test_parts (void)
{
  const struct
  {
    const char *rest;
    KinChangeParts parts;
  } cases[] = {
    { "'spec':{'x':1}", KIN_CHANGE_SPEC },
    { "'status':{'x':1}", KIN_CHANGE_STATUS },
    { "'data':{'x':'1'}", KIN_CHANGE_SPEC },
    { "'statusText':'x'", KIN_CHANGE_SPEC },
    { "'metadata2':'x'", KIN_CHANGE_SPEC },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *after = g_strdup_printf ("{'metadata':{'name':'a'},%s}", cases[i].rest);
      g_autoptr(KinChange) change = make_change (KIN_CHANGE_MODIFIED, "{'metadata':{'name':'a'}}", after);

      g_assert_cmpint (kin_change_get_parts (change), ==, cases[i].parts);
    }
}

static void
test_added_and_deleted (void)
{
  g_autoptr(KinChange) added = make_change (KIN_CHANGE_ADDED, NULL,
                                            "{'metadata':{'name':'a','managedFields':[" MANAGED ("helm", "{}") "]}}");
  g_autoptr(KinChange) deleted = make_change (KIN_CHANGE_DELETED, NULL, AFTER);
  g_autofree char *creator = kin_change_dup_managers (added);

  g_assert_cmpuint (kin_change_get_fields (added)->len, ==, 0);
  g_assert_cmpint (kin_change_get_parts (added), ==, 0);
  g_assert_cmpstr (creator, ==, "helm");

  g_assert_cmpuint (kin_change_get_fields (deleted)->len, ==, 0);
  g_assert_null (kin_change_dup_managers (deleted));
  g_assert_null (kin_change_get_old_object (deleted));
}

static void
test_unknown_manager (void)
{
  g_autoptr(KinChange) change = make_change (KIN_CHANGE_MODIFIED, BEFORE, BEFORE);
  g_autoptr(KinChange) added = make_change (KIN_CHANGE_ADDED, NULL, AFTER);

  g_assert_cmpuint (kin_change_get_fields (change)->len, ==, 0);
  g_assert_null (kin_change_dup_managers (change));
  g_assert_null (kin_change_dup_managers (added));
}

static void
test_gap (void)
{
  g_autoptr(KinChange) gap = kin_change_new_gap (TIME - 90 * G_USEC_PER_SEC, TIME);
  g_autofree char *text = kin_change_dup_text (gap, FALSE);

  g_assert_cmpint (kin_change_get_change_type (gap), ==, KIN_CHANGE_GAP);
  g_assert_cmpint (kin_change_get_gap_start (gap), ==, TIME - 90 * G_USEC_PER_SEC);
  g_assert_cmpint (kin_change_get_time (gap), ==, TIME);
  g_assert_null (kin_change_get_object (gap));
  g_assert_cmpuint (kin_change_get_fields (gap)->len, ==, 0);
  g_assert_null (kin_change_dup_managers (gap));
  g_assert_cmpstr (text, ==, "12:03:01–12:04:31: not connected, changes may be missing\n");
}

static void
test_item (void)
{
  g_autoptr(KinChange) gap = kin_change_new_gap (0, TIME);
  KinChangeItem *item = kin_change_item_new (gap);

  g_assert_true (kin_change_item_get_change (item) == gap);
  g_assert_finalize_object (item);
}

static void
test_text (void)
{
  g_autoptr(KinChange) change = make_change (KIN_CHANGE_MODIFIED, BEFORE, AFTER);
  g_autofree char *text = kin_change_dup_text (change, FALSE);

  g_assert_cmpstr (text, ==,
                   "12:04:31  deployments.apps shop/checkout  spec, status, metadata  by kubectl-label, kubectl-scale\n"
                   "  + metadata.labels.a  b\n"
                   "  spec.replicas  3 → 5\n"
                   "  - status  {\"replicas\":3}\n");
}

static void
test_text_of_deeds (void)
{
  g_autoptr(KinChange) added = make_change (KIN_CHANGE_ADDED, NULL, "{'metadata':{'name':'a','managedFields':[" MANAGED ("helm", "{}") "]}}");
  g_autoptr(KinChange) deleted = make_change (KIN_CHANGE_DELETED, NULL, AFTER);
  g_autoptr(KinChange) modified = make_change (KIN_CHANGE_MODIFIED, "{'metadata':{'name':'a'}}", "{'metadata':{'name':'a'},'spec':{'x':1}}");
  g_autofree char *added_text = kin_change_dup_text (added, FALSE);
  g_autofree char *deleted_text = kin_change_dup_text (deleted, FALSE);
  g_autofree char *modified_text = kin_change_dup_text (modified, FALSE);

  g_assert_cmpstr (added_text, ==, "12:04:31  deployments.apps a  created  by helm\n");
  g_assert_cmpstr (deleted_text, ==, "12:04:31  deployments.apps shop/checkout  deleted\n");
  g_assert_cmpstr (modified_text, ==,
                   "12:04:31  deployments.apps a  spec  by an unknown manager\n"
                   "  + spec  {\"x\":1}\n");
}

static void
test_colour (void)
{
  g_autoptr(KinChange) change = make_change (KIN_CHANGE_MODIFIED, "{'metadata':{'name':'a'},'spec':{'x':1,'y':1}}",
                                             "{'metadata':{'name':'a'},'spec':{'x':2,'z':1}}");
  g_autofree char *text = kin_change_dup_text (change, TRUE);

  g_assert_cmpstr (text, ==,
                   "\033[2m12:04:31\033[0m  deployments.apps \033[1ma\033[0m  spec  \033[2mby an unknown manager\033[0m\n"
                   "  spec.x  \033[31m1\033[0m → \033[32m2\033[0m\n"
                   "  \033[31m- \033[0mspec.y  \033[31m1\033[0m\n"
                   "  \033[32m+ \033[0mspec.z  \033[32m1\033[0m\n");
}

/* An annotation that clears the screen, renames the window, writes over the line before or turns it around. */
static void
test_terminal_is_safe (void)
{
  g_autoptr(KinChange) change =
    make_change (KIN_CHANGE_MODIFIED, "{'metadata':{'name':'a'},'spec':{}}",
                 "{'metadata':{'name':'a','managedFields':[" MANAGED ("ev\\u001b[2Jil", "{'f:spec':{'f:x':{},'f:k\\u001b[1m':{}}}") "]},"
                 "'spec':{'x':'a\\u001b]0;b\\u0007c\\r\\n\\u009b1m\\u202ed\\u007f','k\\u001b[1m':'v'}}");
  g_autofree char *text = kin_change_dup_text (change, FALSE);

  g_assert_cmpstr (text, ==,
                   "12:04:31  deployments.apps a  spec  by ev\\u001b[2Jil\n"
                   "  + spec.x  \"a\\u001b]0;b\\u0007c\\r\\n\\u009b1m\\u202ed\\u007f\"\n"
                   "  + spec[\"k\\u001b[1m\"]  v\n");

  for (const char *c = text; *c != '\0'; c = g_utf8_next_char (c))
    g_assert_true (*c == '\n' || g_unichar_isprint (g_utf8_get_char (c)));
}

static void
test_long_values_are_cut (void)
{
  g_autofree char *filler = g_strnfill (3000, 'x');
  g_autofree char *after = g_strdup_printf ("{'metadata':{'name':'a'},'spec':{'x':'%s'}}", filler);
  g_autoptr(KinChange) change = make_change (KIN_CHANGE_MODIFIED, "{'metadata':{'name':'a'},'spec':{'x':'y'}}", after);
  g_autofree char *text = kin_change_dup_text (change, FALSE);
  g_autofree char *shown = g_strnfill (2000, 'x');
  g_autofree char *expected = g_strdup_printf ("12:04:31  deployments.apps a  spec  by an unknown manager\n"
                                               "  spec.x  y → %s…\n", shown);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_secret_text (void)
{
  g_autoptr(KinKind) kind = test_kind_new ("v1", "secrets", "Secret");
  g_autoptr(KinObject) old_object = test_object_new (kind, "{'metadata':{'name':'db','namespace':'shop'},'data':{'password':'aHVudGVyMg=='}}");
  g_autoptr(KinObject) new_object = test_object_new (kind, "{'metadata':{'name':'db','namespace':'shop'},'data':{'password':'aHVudGVyMjI='}}");
  g_autoptr(KinChange) change = kin_change_new (KIN_CHANGE_MODIFIED, old_object, new_object, TIME);
  g_autofree char *text = kin_change_dup_text (change, FALSE);

  g_assert_cmpstr (text, ==,
                   "12:04:31  secrets shop/db  spec  by an unknown manager\n"
                   "  data.password  •••• (7 bytes) → •••• (8 bytes)\n");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/change/modified", test_modified);
  g_test_add_func ("/change/parts", test_parts);
  g_test_add_func ("/change/added-and-deleted", test_added_and_deleted);
  g_test_add_func ("/change/unknown-manager", test_unknown_manager);
  g_test_add_func ("/change/gap", test_gap);
  g_test_add_func ("/change/item", test_item);
  g_test_add_func ("/change/text", test_text);
  g_test_add_func ("/change/text-of-deeds", test_text_of_deeds);
  g_test_add_func ("/change/colour", test_colour);
  g_test_add_func ("/change/terminal-is-safe", test_terminal_is_safe);
  g_test_add_func ("/change/long-values-are-cut", test_long_values_are_cut);
  g_test_add_func ("/change/secret-text", test_secret_text);

  return g_test_run ();
}
