/* kin-demo-addresses.c: the addresses and node ports that services get.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-addresses.h"

/* As kubeadm has it: 10.96.0.0/12, and the API server's own range of node ports. */
#define FIRST_ADDRESS ((10u << 24) | (96u << 16))
#define N_ADDRESSES (1u << 20)
#define FIRST_PORT 30000
#define LAST_PORT 32767

/* What is taken: addresses as text, ports as text. */
static void
note_taken (GHashTable   *taken,
            KinJsonValue *service)
{
  KinJsonValue *spec = kin_json_get (service, "spec");
  const char *address = kin_json_get_string (spec, "clusterIP");
  KinJsonIter iter;
  KinJsonValue *port;

  if (address != NULL)
    g_hash_table_add (taken, g_strdup (address));

  kin_json_iter_init (&iter, kin_json_get (spec, "ports"));
  while (kin_json_iter_next (&iter, NULL, &port))
    {
      const char *number = kin_json_value_get_number_text (kin_json_get (port, "nodePort"));

      if (number != NULL)
        g_hash_table_add (taken, g_strdup (number));
    }
}

static GHashTable *
list_taken (KinDemoWorld *world,
            KinDemoKind  *services)
{
  g_autoptr(GPtrArray) list = kin_demo_store_list (kin_demo_world_get_store (world), services, NULL);
  GHashTable *taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < list->len; i++)
    {
      g_autoptr(KinJson) json = kin_demo_object_parse (g_ptr_array_index (list, i));

      note_taken (taken, kin_json_get_root (json));
    }

  return taken;
}

static char *
find_address (KinDemoWorld *world,
              GHashTable   *taken)
{
  for (;;)
    {
      guint32 address =
        FIRST_ADDRESS + (guint32) g_rand_int_range (kin_demo_world_get_random (world), 256, N_ADDRESSES - 1);
      g_autofree char *text = g_strdup_printf ("%u.%u.%u.%u", address >> 24, address >> 16 & 255, address >> 8 & 255,
                                               address & 255);

      if (!g_hash_table_contains (taken, text))
        return g_steal_pointer (&text);
    }
}

/* Two thousand services with node ports are more than a demo has. */
static int
find_port (KinDemoWorld *world,
           GHashTable   *taken)
{
  for (;;)
    {
      int port = g_rand_int_range (kin_demo_world_get_random (world), FIRST_PORT, LAST_PORT + 1);
      g_autofree char *text = g_strdup_printf ("%d", port);

      if (g_hash_table_add (taken, g_steal_pointer (&text)))
        return port;
    }
}

static yyjson_mut_val *
find_same_port (yyjson_mut_val *ports,
                yyjson_mut_val *port)
{
  yyjson_mut_arr_iter iter;
  yyjson_mut_val *other;

  yyjson_mut_arr_iter_init (ports, &iter);
  while ((other = yyjson_mut_arr_iter_next (&iter)) != NULL)
    {
      if (yyjson_mut_equals (kin_demo_get (other, "port", NULL), kin_demo_get (port, "port", NULL)) &&
          g_strcmp0 (kin_demo_get_string (other, "protocol", NULL), kin_demo_get_string (port, "protocol", NULL)) == 0)
        return other;
    }

  return NULL;
}

static void
set_address (KinDemoDraft   *draft,
             yyjson_mut_val *spec,
             const char     *address)
{
  yyjson_mut_val *addresses;

  kin_demo_set_string (draft, spec, "clusterIP", address);
  addresses = kin_demo_ensure_array (draft, spec, "clusterIPs");
  yyjson_mut_arr_clear (addresses);
  yyjson_mut_arr_add_strcpy (draft, addresses, address);

  if (kin_demo_get (spec, "ipFamilies", NULL) == NULL)
    yyjson_mut_arr_add_str (draft, kin_demo_ensure_array (draft, spec, "ipFamilies"), "IPv4");
  if (kin_demo_get (spec, "ipFamilyPolicy", NULL) == NULL)
    kin_demo_set_string (draft, spec, "ipFamilyPolicy", "SingleStack");
}

static void
allot_address (KinDemoWorld   *world,
               KinDemoDraft   *draft,
               yyjson_mut_val *spec,
               yyjson_mut_val *old,
               GHashTable     *taken)
{
  const char *address = kin_demo_get_string (spec, "clusterIP", NULL);
  g_autofree char *found = NULL;

  if (address == NULL || *address == '\0')
    address = kin_demo_get_string (old, "spec", "clusterIP", NULL);
  if (address == NULL)
    address = found = find_address (world, taken);

  set_address (draft, spec, address);
}

static void
allot_ports (KinDemoWorld   *world,
             KinDemoDraft   *draft,
             yyjson_mut_val *spec,
             yyjson_mut_val *old,
             GHashTable     *taken)
{
  yyjson_mut_arr_iter iter;
  yyjson_mut_val *port;

  yyjson_mut_arr_iter_init (kin_demo_get (spec, "ports", NULL), &iter);
  while ((port = yyjson_mut_arr_iter_next (&iter)) != NULL)
    {
      gint64 number = kin_demo_get_integer (port, 0, "nodePort", NULL);

      if (number == 0)
        number = kin_demo_get_integer (find_same_port (kin_demo_get (old, "spec", "ports", NULL), port), 0, "nodePort",
                                       NULL);
      kin_demo_set_integer (draft, port, "nodePort", number != 0 ? number : find_port (world, taken));
    }
}

static void
drop_ports (yyjson_mut_val *spec)
{
  yyjson_mut_arr_iter iter;
  yyjson_mut_val *port;

  yyjson_mut_arr_iter_init (kin_demo_get (spec, "ports", NULL), &iter);
  while ((port = yyjson_mut_arr_iter_next (&iter)) != NULL)
    kin_demo_remove (port, "nodePort");
}

/**
 * kin_demo_addresses_allot:
 * @world: a world
 * @services: the kind of services
 * @draft: a service
 * @old: (nullable): what it was before
 *
 * Gives a service the address and the node ports that its type asks for. It keeps those that it had.
 */
void
kin_demo_addresses_allot (KinDemoWorld   *world,
                          KinDemoKind    *services,
                          KinDemoDraft   *draft,
                          yyjson_mut_val *old)
{
  yyjson_mut_val *spec = kin_demo_ensure_object (draft, yyjson_mut_doc_get_root (draft), "spec", NULL);
  const char *type = kin_demo_get_string (spec, "type", NULL);
  g_autoptr(GHashTable) taken = NULL;

  if (g_strcmp0 (type, "ExternalName") == 0)
    {
      kin_demo_remove (spec, "clusterIP");
      kin_demo_remove (spec, "clusterIPs");
      return;
    }

  taken = list_taken (world, services);
  allot_address (world, draft, spec, old, taken);

  if (g_strcmp0 (type, "NodePort") == 0 || g_strcmp0 (type, "LoadBalancer") == 0)
    allot_ports (world, draft, spec, old, taken);
  else if (old != NULL && g_strcmp0 (kin_demo_get_string (old, "spec", "type", NULL), type) != 0)
    drop_ports (spec);
}
