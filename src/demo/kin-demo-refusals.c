/* kin-demo-refusals.c: what is wrong with the options of a request, said in one error with kube-apiserver's words.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-refusals.h"

#include "demo/kin-demo-error.h"

#define GROUP "meta.k8s.io"

typedef struct
{
  const char *reason;
  char *field;
  char *message;
} Refusal;

struct _KinDemoRefusals
{
  char *options_kind;
  GPtrArray *refusals;   /* of Refusal */
};

static void
refusal_free (gpointer data)
{
  Refusal *refusal = data;

  g_free (refusal->field);
  g_free (refusal->message);
  g_free (refusal);
}

static void
add (KinDemoRefusals *self,
     const char      *reason,
     const char      *field,
     char            *message)
{
  Refusal *refusal = g_new (Refusal, 1);

  refusal->reason = reason;
  refusal->field = g_strdup (field);
  refusal->message = message;
  g_ptr_array_add (self->refusals, refusal);
}

/* One stands by itself, several in brackets. */
static char *
dup_message (KinDemoRefusals *self)
{
  gboolean many = self->refusals->len > 1;
  g_autoptr(GString) message = g_string_new (NULL);

  g_string_append_printf (message, "%s.%s \"\" is invalid: %s", self->options_kind, GROUP, many ? "[" : "");
  for (guint i = 0; i < self->refusals->len; i++)
    {
      const Refusal *refusal = g_ptr_array_index (self->refusals, i);

      g_string_append_printf (message, "%s%s: %s", i > 0 ? ", " : "", refusal->field, refusal->message);
    }
  if (many)
    g_string_append_c (message, ']');

  return g_string_free (g_steal_pointer (&message), FALSE);
}

static GError *
new_error (KinDemoRefusals *self)
{
  g_autofree char *message = dup_message (self);
  GError *error = g_error_new_literal (KIN_DEMO_ERROR, KIN_DEMO_ERROR_INVALID, message);

  kin_demo_error_set_object (error, GROUP, self->options_kind, NULL);
  for (guint i = 0; i < self->refusals->len; i++)
    {
      const Refusal *refusal = g_ptr_array_index (self->refusals, i);

      kin_demo_error_add_cause (error, refusal->reason, refusal->field, refusal->message);
    }

  return error;
}

/**
 * kin_demo_refusals_new:
 * @options_kind: such as “ListOptions”
 *
 * Returns: (transfer full): nothing to object to yet
 */
KinDemoRefusals *
kin_demo_refusals_new (const char *options_kind)
{
  KinDemoRefusals *self;

  g_return_val_if_fail (options_kind != NULL, NULL);

  self = g_new (KinDemoRefusals, 1);
  self->options_kind = g_strdup (options_kind);
  self->refusals = g_ptr_array_new_with_free_func (refusal_free);

  return self;
}

/**
 * kin_demo_refusals_free:
 * @self: (transfer full): refusals
 */
void
kin_demo_refusals_free (KinDemoRefusals *self)
{
  g_return_if_fail (self != NULL);

  g_free (self->options_kind);
  g_ptr_array_unref (self->refusals);
  g_free (self);
}

/**
 * kin_demo_refusals_add_forbidden:
 * @self: refusals
 * @field: an option
 * @message: why it may not be there
 */
void
kin_demo_refusals_add_forbidden (KinDemoRefusals *self,
                                 const char      *field,
                                 const char      *message)
{
  g_return_if_fail (self != NULL);

  add (self, "FieldValueForbidden", field, g_strconcat ("Forbidden: ", message, NULL));
}

/**
 * kin_demo_refusals_add_required:
 * @self: refusals
 * @field: an option
 * @message: why it must be there
 */
void
kin_demo_refusals_add_required (KinDemoRefusals *self,
                                const char      *field,
                                const char      *message)
{
  g_return_if_fail (self != NULL);

  add (self, "FieldValueRequired", field, g_strconcat ("Required value: ", message, NULL));
}

/**
 * kin_demo_refusals_add_unsupported:
 * @self: refusals
 * @field: an option
 * @value: what it is, as JSON
 * @supported: what it may be, as JSON values with commas
 */
void
kin_demo_refusals_add_unsupported (KinDemoRefusals *self,
                                   const char      *field,
                                   const char      *value,
                                   const char      *supported)
{
  g_return_if_fail (self != NULL);

  add (self, "FieldValueNotSupported", field,
       g_strdup_printf ("Unsupported value: %s: supported values: %s", value, supported));
}

/**
 * kin_demo_refusals_end:
 * @self: refusals
 * @error: return location
 *
 * Returns: %TRUE if nothing was objected to, else %FALSE with @error set
 */
gboolean
kin_demo_refusals_end (KinDemoRefusals  *self,
                       GError          **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  if (self->refusals->len == 0)
    return TRUE;

  g_propagate_error (error, new_error (self));

  return FALSE;
}
