/* kin-demo-orders.c: the orders of the shop's customers: placed, paid, packed, shipped, delivered, forgotten.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-orders.h"

#include <string.h>

#include "demo/kin-demo-object.h"
#include "demo/kin-demo-store.h"
#include "demo/kin-demo-upkeep.h"
#include "demo/kin-demo-world.h"

#define NAMESPACE "shop"
#define PREFIX "order-"
#define FIRST_NUMBER 100486
#define MOST_ORDERS 12

static const char * const phases[] = { "Placed", "Paid", "Packed", "Shipped", "Delivered" };
static const char * const carriers[] = { "northpost", "parcelway" };

static const struct
{
  const char *sku;
  guint cents;
} wares[] = {
  { "tea-green-250", 940 },
  { "tea-oolong-100", 910 },
  { "tea-mint-50", 480 },
  { "teapot-iron-12", 4300 },
  { "cup-glass-02", 1150 },
  { "kettle-steel-17", 7300 },
};

static KinDemoKind *
get_kind (KinDemoWorld *world)
{
  return kin_demo_upkeep_find_kind (world, "shop.example.com", "v1", "orders");
}

static guint
choose (KinDemoWorld *world,
        guint         n)
{
  return (guint) g_rand_int_range (kin_demo_world_get_random (world), 0, (gint32) n);
}

/* The names sort as the numbers do. */
static guint
get_next_number (GPtrArray *orders)
{
  const char *last;

  if (orders->len == 0)
    return FIRST_NUMBER;

  last = kin_demo_object_get_name (g_ptr_array_index (orders, orders->len - 1));
  if (!g_str_has_prefix (last, PREFIX))
    return FIRST_NUMBER;

  return (guint) g_ascii_strtoull (last + strlen (PREFIX), NULL, 10) + 1;
}

/* Returns: what it costs, in cents */
static guint
add_ware (KinDemoWorld   *world,
          KinDemoDraft   *draft,
          yyjson_mut_val *items,
          guint           ware)
{
  yyjson_mut_val *item = yyjson_mut_arr_add_obj (draft, items);
  guint quantity = 1 + choose (world, 4);

  kin_demo_set_string (draft, item, "sku", wares[ware].sku);
  kin_demo_set_integer (draft, item, "quantity", quantity);

  return quantity * wares[ware].cents;
}

static void
fill (KinDemoWorld *world,
      KinDemoDraft *draft)
{
  yyjson_mut_val *spec = kin_demo_ensure_object (draft, yyjson_mut_doc_get_root (draft), "spec", NULL);
  yyjson_mut_val *items = kin_demo_ensure_array (draft, spec, "items");
  g_autofree char *customer = g_strdup_printf ("c-%u", 20000 + choose (world, 40000));
  g_autofree char *total = NULL;
  guint n_wares = 1 + choose (world, 3);
  guint first = choose (world, G_N_ELEMENTS (wares));
  guint cents = 0;

  for (guint i = 0; i < n_wares; i++)
    cents += add_ware (world, draft, items, (first + i) % G_N_ELEMENTS (wares));

  total = g_strdup_printf ("%u.%02u", cents / 100, cents % 100);
  kin_demo_set_string (draft, spec, "customer", customer);
  kin_demo_set_string (draft, spec, "currency", "EUR");
  kin_demo_set_string (draft, spec, "total", total);
}

static int
get_phase (yyjson_mut_val *order)
{
  const char *phase = kin_demo_get_string (order, "status", "phase", NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (phases); i++)
    {
      if (g_strcmp0 (phase, phases[i]) == 0)
        return (int) i;
    }

  return -1;
}

static void
set_phase (KinDemoWorld  *world,
           KinDemoObject *order,
           guint          phase)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_object_edit (order);
  g_autofree char *now = kin_demo_world_dup_time (world);
  yyjson_mut_val *status = kin_demo_ensure_object (draft, yyjson_mut_doc_get_root (draft), "status", NULL);

  kin_demo_set_string (draft, status, "phase", phases[phase]);
  kin_demo_set_string (draft, status, "updatedAt", now);
  if (g_str_equal (phases[phase], "Shipped"))
    kin_demo_set_string (draft, status, "carrier", carriers[choose (world, G_N_ELEMENTS (carriers))]);
  kin_demo_upkeep_update (world, order, draft, "order-operator", "status");
}

/**
 * kin_demo_orders_place:
 * @world: a world with the shop in it
 *
 * A customer orders something. The oldest orders are deleted when there are more than a dozen.
 */
void
kin_demo_orders_place (KinDemoWorld *world)
{
  KinDemoKind *kind;
  g_autoptr(GPtrArray) orders = NULL;
  g_autoptr(KinDemoDraft) draft = NULL;
  g_autoptr(KinDemoObject) created = NULL;
  g_autofree char *name = NULL;

  g_return_if_fail (KIN_IS_DEMO_WORLD (world));

  /* Somebody deleted the whole kind. */
  kind = get_kind (world);
  if (kind == NULL)
    return;

  orders = kin_demo_store_list (kin_demo_world_get_store (world), kind, NAMESPACE);
  for (guint i = 0; i + MOST_ORDERS <= orders->len; i++)
    kin_demo_upkeep_delete (world, g_ptr_array_index (orders, i));

  draft = kin_demo_draft_new ();
  name = g_strdup_printf (PREFIX "%u", get_next_number (orders));
  kin_demo_set_string (draft, kin_demo_ensure_object (draft, yyjson_mut_doc_get_root (draft), "metadata", NULL), "name",
                       name);
  fill (world, draft);
  created = kin_demo_upkeep_create (world, kind, NAMESPACE, draft, "storefront", NULL);
  if (created != NULL)
    set_phase (world, created, 0);
}

/**
 * kin_demo_orders_move:
 * @world: a world with the shop in it
 *
 * Takes the first order that can go on one step further.
 */
void
kin_demo_orders_move (KinDemoWorld *world)
{
  KinDemoKind *kind;
  g_autoptr(GPtrArray) orders = NULL;

  g_return_if_fail (KIN_IS_DEMO_WORLD (world));

  kind = get_kind (world);
  if (kind == NULL)
    return;

  orders = kin_demo_store_list (kin_demo_world_get_store (world), kind, NAMESPACE);
  for (guint i = 0; i < orders->len; i++)
    {
      g_autoptr(KinDemoDraft) draft = kin_demo_object_edit (g_ptr_array_index (orders, i));
      int phase = get_phase (yyjson_mut_doc_get_root (draft));

      if (phase + 1 < (int) G_N_ELEMENTS (phases) && choose (world, 2) == 0)
        {
          set_phase (world, g_ptr_array_index (orders, i), (guint) (phase + 1));
          return;
        }
    }
}
