/* kin-context.c: one context of the kubeconfig: which server, how to trust it, and with what to sign in.
 *
 * A context that can't be used is a KinContext too, with an error that says why, so that the window can list it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "config/kin-context.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/kin-error.h"
#include "base/kin-worker-pool.h"
#include "config/kin-pem.h"

/* As client-go: service account tokens are rotated on disk well before they end. */
#define TOKEN_FILE_LIFETIME (60 * G_USEC_PER_SEC)

struct _KinContext
{
  GObject parent_instance;

  char *name;
  char *cluster_name;
  char *user_name;
  char *namespace_;
  char *file;
  char *cluster_file;
  char *user_file;
  GError *error;

  char *server;
  char *socket_path;
  char *tls_server_name;
  char *proxy_url;
  gboolean insecure;
  gboolean disable_compression;
  char *ca_file;
  GBytes *ca_data;

  char *certificate_file;
  GBytes *certificate_data;
  char *key_file;
  GBytes *key_data;
  char *token;
  char *token_file;
  char *basic_user;
  char *basic_password;
  char **headers;        /* name, value, name, value, … */

  /* The only state: what the token file said, and when. */
  KinClock *clock;       /* NULL = the system's: contexts are made by workers, clocks belong to the main loop */
  char *read_token;
  gint64 read_time;
};

G_DEFINE_FINAL_TYPE (KinContext, kin_context, G_TYPE_OBJECT)

static char *
dup_cluster_label (KinContext *self)
{
  if (self->cluster_file == NULL)
    return g_strdup (kin_context_get_server_label (self));

  /* Translators: an entry of a kubeconfig file: its name, and the file. */
  return g_strdup_printf (_("cluster “%s” in %s"), self->cluster_name, self->cluster_file);
}

static char *
dup_user_label (KinContext *self)
{
  /* Translators: an entry of a kubeconfig file: its name, and the file. */
  return g_strdup_printf (_("user “%s” in %s"), self->user_name, self->user_file);
}

/* The first reason is the one that is kept. */
static void G_GNUC_PRINTF (3, 4)
set_broken (KinContext     *self,
            KinConfigError  code,
            const char     *format,
            ...)
{
  g_autofree char *message = NULL;
  va_list args;

  if (self->error != NULL)
    return;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);

  self->error = g_error_new_literal (KIN_CONFIG_ERROR, code, message);
}

static GBytes *
dup_data (KinContext           *self,
          const KinConfigEntry *entry,
          const char           *name,
          const char           *label)
{
  GBytes *data;

  if (!kin_config_entry_get_data (entry, name, &data))
    set_broken (self, KIN_CONFIG_ERROR_BROKEN_CONTEXT, _("%s: %s is not base64"), label, name);

  return data;
}

/* kubectl takes "10.0.0.1:6443" too: https where the entry speaks of certificates, else http. */
static char *
complete_server (KinContext *self,
                 const char *text)
{
  gboolean tls = self->ca_file != NULL || self->ca_data != NULL || self->insecure || self->certificate_file != NULL || self->certificate_data != NULL;
  g_autofree char *server = NULL;
  gsize length;

  if (strstr (text, "://") != NULL)
    server = g_strdup (text);
  else
    server = g_strconcat (tls ? "https://" : "http://", text, NULL);

  length = strlen (server);
  while (length > 0 && server[length - 1] == '/')
    server[--length] = '\0';

  return g_steal_pointer (&server);
}

static gboolean
is_http_url (const char *text)
{
  g_autoptr(GUri) uri = g_uri_parse (text, G_URI_FLAGS_ENCODED, NULL);

  return uri != NULL &&
         (g_strcmp0 (g_uri_get_scheme (uri), "https") == 0 || g_strcmp0 (g_uri_get_scheme (uri), "http") == 0) &&
         g_uri_get_host (uri) != NULL && *g_uri_get_host (uri) != '\0' &&
         g_uri_get_query (uri) == NULL && g_uri_get_fragment (uri) == NULL;
}

static void
set_server (KinContext *self,
            const char *text)
{
  g_autofree char *label = NULL;

  if (text != NULL)
    self->server = complete_server (self, text);

  if (self->server != NULL && is_http_url (self->server))
    return;

  label = dup_cluster_label (self);
  if (self->server == NULL)
    set_broken (self, KIN_CONFIG_ERROR_BROKEN_CONTEXT, _("%s has no server"), label);
  else
    set_broken (self, KIN_CONFIG_ERROR_BROKEN_CONTEXT, _("%s: server “%s” is not an http or https address"), label, self->server);
}

static void
read_cluster (KinContext           *self,
              const KinConfigEntry *entry)
{
  g_autofree char *label = dup_cluster_label (self);

  self->insecure = kin_json_get_boolean (entry->value, "insecure-skip-tls-verify", FALSE);
  self->disable_compression = kin_json_get_boolean (entry->value, "disable-compression", FALSE);
  self->tls_server_name = kin_config_entry_dup_text (entry, "tls-server-name");
  self->proxy_url = kin_config_entry_dup_text (entry, "proxy-url");
  self->ca_file = kin_config_entry_dup_path (entry, "certificate-authority");
  self->ca_data = dup_data (self, entry, "certificate-authority-data", label);

  if (self->insecure && (self->ca_file != NULL || self->ca_data != NULL))
    set_broken (self, KIN_CONFIG_ERROR_BROKEN_CONTEXT,
                _("%s sets both insecure-skip-tls-verify and certificate-authority: remove one of them"), label);
  if (self->proxy_url != NULL && !g_uri_is_valid (self->proxy_url, G_URI_FLAGS_NONE, NULL))
    set_broken (self, KIN_CONFIG_ERROR_BROKEN_CONTEXT, _("%s: proxy-url “%s” is not an address"), label, self->proxy_url);
}

static void
add_header (GStrvBuilder *headers,
            const char   *name,
            const char   *value)
{
  if (value != NULL && *value != '\0')
    g_strv_builder_add_many (headers, name, value, NULL);
}

static void
add_headers (GStrvBuilder *headers,
             const char   *name,
             KinJsonValue *values)
{
  for (gsize i = 0; i < kin_json_value_get_size (values); i++)
    add_header (headers, name, kin_json_value_get_string (kin_json_array_get (values, i)));
}

/* Someone who asked to act as another must not be seen as themself: they may have more rights. */
static void
read_impersonation (KinContext   *self,
                    KinJsonValue *user)
{
  g_autoptr(GStrvBuilder) headers = g_strv_builder_new ();
  KinJsonValue *extra = kin_json_get (user, "as-user-extra");
  KinJsonValue *values;
  KinJsonIter iter;
  const char *name;

  add_header (headers, "Impersonate-User", kin_json_get_string (user, "as"));
  add_header (headers, "Impersonate-Uid", kin_json_get_string (user, "as-uid"));
  add_headers (headers, "Impersonate-Group", kin_json_get (user, "as-groups"));

  if (extra != NULL)
    {
      kin_json_iter_init (&iter, extra);
      while (kin_json_iter_next (&iter, &name, &values))
        {
          g_autofree char *escaped = g_uri_escape_string (name, NULL, FALSE);
          g_autofree char *header = g_strconcat ("Impersonate-Extra-", escaped, NULL);

          add_headers (headers, header, values);
        }
    }

  g_strfreev (self->headers);
  self->headers = g_strv_builder_end (headers);
}

/* Not yet known ways to sign in are told, not left out: the server would answer 401 and nobody knew why. */
static void
check_supported (KinContext   *self,
                 KinJsonValue *user,
                 const char   *label)
{
  KinJsonValue *exec = kin_json_get (user, "exec");
  KinJsonValue *provider = kin_json_get (user, "auth-provider");

  if (exec != NULL)
    {
      const char *command = kin_json_get_string (exec, "command");

      set_broken (self, KIN_CONFIG_ERROR_UNSUPPORTED,
                  _("%s uses the exec plugin “%s”: not supported by this version"), label, command != NULL ? command : "");
    }
  else if (provider != NULL)
    {
      const char *name = kin_json_get_string (provider, "name");

      set_broken (self, KIN_CONFIG_ERROR_UNSUPPORTED,
                  _("%s uses the auth provider “%s”: not supported by this version"), label, name != NULL ? name : "");
    }
}

static void
read_user (KinContext           *self,
           const KinConfigEntry *entry)
{
  g_autofree char *label = dup_user_label (self);

  self->certificate_file = kin_config_entry_dup_path (entry, "client-certificate");
  self->certificate_data = dup_data (self, entry, "client-certificate-data", label);
  self->key_file = kin_config_entry_dup_path (entry, "client-key");
  self->key_data = dup_data (self, entry, "client-key-data", label);
  self->token = kin_config_entry_dup_text (entry, "token");
  self->token_file = kin_config_entry_dup_path (entry, "tokenFile");
  self->basic_user = kin_config_entry_dup_text (entry, "username");
  self->basic_password = kin_config_entry_dup_text (entry, "password");
  read_impersonation (self, entry->value);
  check_supported (self, entry->value, label);

  if ((self->certificate_file != NULL || self->certificate_data != NULL) && self->key_file == NULL && self->key_data == NULL)
    set_broken (self, KIN_CONFIG_ERROR_BROKEN_CONTEXT,
                _("%s has %s but neither client-key nor client-key-data"), label,
                self->certificate_data != NULL ? "client-certificate-data" : "client-certificate");
}

static void
join_cluster (KinContext           *self,
              const KinConfigEntry *cluster)
{
  if (self->cluster_name == NULL)
    {
      set_broken (self, KIN_CONFIG_ERROR_BROKEN_CONTEXT, _("context “%s” in %s has no cluster"), self->name, self->file);
      return;
    }

  if (cluster == NULL || cluster->value == NULL)
    {
      set_broken (self, KIN_CONFIG_ERROR_BROKEN_CONTEXT,
                  _("context “%s” in %s: there is no cluster “%s” in any kubeconfig file"), self->name, self->file, self->cluster_name);
      return;
    }

  self->cluster_file = g_strdup (cluster->file);
  read_cluster (self, cluster);
}

/* A context without a user is anonymous; one whose user is missing is a mistake. */
static void
join_user (KinContext           *self,
           const KinConfigEntry *user)
{
  if (self->user_name == NULL)
    return;

  if (user == NULL)
    {
      set_broken (self, KIN_CONFIG_ERROR_BROKEN_CONTEXT,
                  _("context “%s” in %s: there is no user “%s” in any kubeconfig file"), self->name, self->file, self->user_name);
      return;
    }

  self->user_file = g_strdup (user->file);
  if (user->value != NULL)
    read_user (self, user);
}

static char *
read_token_file (const char  *path,
                 GError     **error)
{
  g_autofree char *text = NULL;

  if (!g_file_get_contents (path, &text, NULL, error))
    return NULL;

  if (*g_strstrip (text) == '\0')
    {
      g_set_error (error, KIN_CONFIG_ERROR, KIN_CONFIG_ERROR_UNREADABLE, _("the token file %s is empty"), path);
      return NULL;
    }

  return g_steal_pointer (&text);
}

static gpointer
read_token_work (gpointer   job,
                 GError   **error)
{
  return read_token_file (job, error);
}

static gint64
get_now (KinContext *self)
{
  return kin_clock_get_monotonic (self->clock != NULL ? self->clock : kin_clock_get_default ());
}

static gboolean
is_token_fresh (KinContext *self)
{
  return self->read_token != NULL && get_now (self) - self->read_time < TOKEN_FILE_LIFETIME;
}

/* A file that can't be read just now (it is being replaced) leaves the token that was valid a moment ago. */
static void
token_file_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  KinContext *self = KIN_CONTEXT (source);
  g_autoptr(GError) error = NULL;
  g_autofree char *token = kin_worker_pool_push_finish (result, &error);

  if (token != NULL)
    {
      g_set_str (&self->read_token, token);
      self->read_time = get_now (self);
      g_task_return_pointer (task, g_steal_pointer (&token), g_free);
    }
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_task_return_error (task, g_steal_pointer (&error));
    }
  else if (self->read_token != NULL || self->token != NULL)
    {
      g_task_return_pointer (task, g_strdup (self->read_token != NULL ? self->read_token : self->token), g_free);
    }
  else
    {
      g_autofree char *label = dup_user_label (self);

      g_task_return_new_error (task, KIN_CONFIG_ERROR, KIN_CONFIG_ERROR_UNREADABLE,
                               _("%s: the token can't be read: %s"), label, error->message);
    }
}

static void
kin_context_finalize (GObject *object)
{
  KinContext *self = KIN_CONTEXT (object);

  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->cluster_name, g_free);
  g_clear_pointer (&self->user_name, g_free);
  g_clear_pointer (&self->namespace_, g_free);
  g_clear_pointer (&self->file, g_free);
  g_clear_pointer (&self->cluster_file, g_free);
  g_clear_pointer (&self->user_file, g_free);
  g_clear_error (&self->error);
  g_clear_pointer (&self->server, g_free);
  g_clear_pointer (&self->socket_path, g_free);
  g_clear_pointer (&self->tls_server_name, g_free);
  g_clear_pointer (&self->proxy_url, g_free);
  g_clear_pointer (&self->ca_file, g_free);
  g_clear_pointer (&self->ca_data, g_bytes_unref);
  g_clear_pointer (&self->certificate_file, g_free);
  g_clear_pointer (&self->certificate_data, g_bytes_unref);
  g_clear_pointer (&self->key_file, g_free);
  g_clear_pointer (&self->key_data, g_bytes_unref);
  g_clear_pointer (&self->token, g_free);
  g_clear_pointer (&self->token_file, g_free);
  g_clear_pointer (&self->basic_user, g_free);
  g_clear_pointer (&self->basic_password, g_free);
  g_clear_pointer (&self->headers, g_strfreev);
  g_clear_pointer (&self->read_token, g_free);
  g_clear_object (&self->clock);

  G_OBJECT_CLASS (kin_context_parent_class)->finalize (object);
}

static void
kin_context_class_init (KinContextClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = kin_context_finalize;
}

static void
kin_context_init (KinContext *self)
{
  self->headers = g_new0 (char *, 1);
}

/**
 * kin_context_new_for_server:
 * @server_url: "http://127.0.0.1:8001/prefix"
 *
 * Makes a context that no file has: a server without credentials.
 *
 * Returns: (transfer full): the context, broken where @server_url is not an address
 */
KinContext *
kin_context_new_for_server (const char *server_url)
{
  KinContext *self;

  g_return_val_if_fail (server_url != NULL, NULL);

  self = g_object_new (KIN_TYPE_CONTEXT, NULL);
  self->name = g_strdup (server_url);
  self->namespace_ = g_strdup ("default");
  set_server (self, server_url);

  return self;
}

/**
 * kin_context_new_for_socket:
 * @path: a unix socket that an API server listens at
 * @name: what the context is called, in lower case letters: requests carry it as their host
 * @label: what people call its server
 *
 * Makes a context that no file has: a server on this machine that the socket's permissions guard, without credentials.
 *
 * Returns: (transfer full): the context
 */
KinContext *
kin_context_new_for_socket (const char *path,
                            const char *name,
                            const char *label)
{
  g_autofree char *server = NULL;
  KinContext *self;

  g_return_val_if_fail (path != NULL, NULL);
  g_return_val_if_fail (name != NULL, NULL);
  g_return_val_if_fail (label != NULL, NULL);

  server = g_strconcat ("http://", name, NULL);
  self = kin_context_new_for_server (server);
  g_set_str (&self->name, name);
  self->cluster_name = g_strdup (label);
  self->socket_path = g_strdup (path);

  return self;
}

/**
 * kin_context_new_from_entries:
 * @context: an entry of "contexts"
 * @cluster: (nullable): the entry of "clusters" that it names; %NULL where there is none
 * @user: (nullable): the entry of "users" that it names; %NULL where there is none
 *
 * Joins what a kubeconfig says in three places. The entries' values are not kept.
 *
 * Returns: (transfer full): the context; kin_context_get_error() tells whether it can be used
 */
KinContext *
kin_context_new_from_entries (const KinConfigEntry *context,
                              const KinConfigEntry *cluster,
                              const KinConfigEntry *user)
{
  KinContext *self;

  g_return_val_if_fail (context != NULL, NULL);

  self = g_object_new (KIN_TYPE_CONTEXT, NULL);
  self->name = g_strdup (context->name);
  self->file = g_strdup (context->file);
  self->cluster_name = kin_config_entry_dup_text (context, "cluster");
  self->user_name = kin_config_entry_dup_text (context, "user");
  self->namespace_ = kin_config_entry_dup_text (context, "namespace");
  if (self->namespace_ == NULL)
    self->namespace_ = g_strdup ("default");

  join_cluster (self, cluster);
  join_user (self, user);

  if (self->cluster_file != NULL)
    {
      g_autofree char *server = kin_config_entry_dup_text (cluster, "server");

      set_server (self, server);
    }

  return self;
}

/**
 * kin_context_get_name:
 * @self: a context
 *
 * The name is what a person chose: it may hold any character and is never a path.
 *
 * Returns: the context's name
 */
const char *
kin_context_get_name (KinContext *self)
{
  g_return_val_if_fail (KIN_IS_CONTEXT (self), NULL);

  return self->name;
}

/**
 * kin_context_get_cluster_name:
 * @self: a context
 *
 * Returns: (nullable): the name of the entry that holds the server
 */
const char *
kin_context_get_cluster_name (KinContext *self)
{
  g_return_val_if_fail (KIN_IS_CONTEXT (self), NULL);

  return self->cluster_name;
}

/**
 * kin_context_get_user_name:
 * @self: a context
 *
 * Returns: (nullable): the name of the entry that holds the credentials; %NULL = anonymous
 */
const char *
kin_context_get_user_name (KinContext *self)
{
  g_return_val_if_fail (KIN_IS_CONTEXT (self), NULL);

  return self->user_name;
}

/**
 * kin_context_get_namespace:
 * @self: a context
 *
 * Returns: the namespace to begin with, "default" where the context has none
 */
const char *
kin_context_get_namespace (KinContext *self)
{
  g_return_val_if_fail (KIN_IS_CONTEXT (self), NULL);

  return self->namespace_;
}

/**
 * kin_context_get_file:
 * @self: a context
 *
 * Returns: (nullable): the kubeconfig file that it stands in
 */
const char *
kin_context_get_file (KinContext *self)
{
  g_return_val_if_fail (KIN_IS_CONTEXT (self), NULL);

  return self->file;
}

/**
 * kin_context_get_error:
 * @self: a context
 *
 * Returns: (nullable): why the context can't be used, a #KinConfigError
 */
const GError *
kin_context_get_error (KinContext *self)
{
  g_return_val_if_fail (KIN_IS_CONTEXT (self), NULL);

  return self->error;
}

/**
 * kin_context_get_server:
 * @self: a context
 *
 * Returns: (nullable): the server's address with its path prefix and without a slash at the end
 */
const char *
kin_context_get_server (KinContext *self)
{
  g_return_val_if_fail (KIN_IS_CONTEXT (self), NULL);

  return self->server;
}

/**
 * kin_context_get_server_label:
 * @self: a context
 *
 * Returns: (nullable): what to call the server on screen: its address, or the label of one behind a socket
 */
const char *
kin_context_get_server_label (KinContext *self)
{
  g_return_val_if_fail (KIN_IS_CONTEXT (self), NULL);

  return self->socket_path != NULL ? self->cluster_name : self->server;
}

/**
 * kin_context_get_socket_path:
 * @self: a context
 *
 * Returns: (nullable): the unix socket that requests go to, whatever the server's address
 */
const char *
kin_context_get_socket_path (KinContext *self)
{
  g_return_val_if_fail (KIN_IS_CONTEXT (self), NULL);

  return self->socket_path;
}

/**
 * kin_context_get_insecure:
 * @self: a context
 *
 * Returns: whether a person asked that the server's certificate not be looked at
 */
gboolean
kin_context_get_insecure (KinContext *self)
{
  g_return_val_if_fail (KIN_IS_CONTEXT (self), FALSE);

  return self->insecure;
}

/**
 * kin_context_get_disable_compression:
 * @self: a context
 *
 * Returns: whether answers are to come uncompressed, as for a fast network
 */
gboolean
kin_context_get_disable_compression (KinContext *self)
{
  g_return_val_if_fail (KIN_IS_CONTEXT (self), FALSE);

  return self->disable_compression;
}

/**
 * kin_context_get_tls_server_name:
 * @self: a context
 *
 * Returns: (nullable): the name to ask for and to verify in place of the server's host
 */
const char *
kin_context_get_tls_server_name (KinContext *self)
{
  g_return_val_if_fail (KIN_IS_CONTEXT (self), NULL);

  return self->tls_server_name;
}

/**
 * kin_context_get_proxy_url:
 * @self: a context
 *
 * Returns: (nullable): the proxy to go through, whatever the server's address
 */
const char *
kin_context_get_proxy_url (KinContext *self)
{
  g_return_val_if_fail (KIN_IS_CONTEXT (self), NULL);

  return self->proxy_url;
}

/**
 * kin_context_get_headers:
 * @self: a context
 *
 * The headers that each request carries: those of impersonation.
 *
 * Returns: (array zero-terminated=1): name, value, name, value, …
 */
const char * const *
kin_context_get_headers (KinContext *self)
{
  g_return_val_if_fail (KIN_IS_CONTEXT (self), NULL);

  return (const char * const *) self->headers;
}

/**
 * kin_context_has_credentials:
 * @self: a context
 *
 * Returns: whether there is a token, a client certificate or a password
 */
gboolean
kin_context_has_credentials (KinContext *self)
{
  g_return_val_if_fail (KIN_IS_CONTEXT (self), FALSE);

  return self->token != NULL || self->token_file != NULL || self->basic_user != NULL ||
         self->certificate_file != NULL || self->certificate_data != NULL;
}

/**
 * kin_context_dup_cluster_label:
 * @self: a context
 *
 * Names the entry that says how to trust the server, for an error that a person reads.
 *
 * Returns: (transfer full): “cluster “prod” in /home/x/.kube/config”, or what the server is called
 */
char *
kin_context_dup_cluster_label (KinContext *self)
{
  g_return_val_if_fail (KIN_IS_CONTEXT (self), NULL);

  return dup_cluster_label (self);
}

/**
 * kin_context_dup_basic_authorization:
 * @self: a context
 *
 * Returns: (transfer full) (nullable): the Authorization header that the user's name and password make
 */
char *
kin_context_dup_basic_authorization (KinContext *self)
{
  g_autofree char *plain = NULL;
  g_autofree char *encoded = NULL;

  g_return_val_if_fail (KIN_IS_CONTEXT (self), NULL);

  if (self->basic_user == NULL)
    return NULL;

  plain = g_strconcat (self->basic_user, ":", self->basic_password != NULL ? self->basic_password : "", NULL);
  encoded = g_base64_encode ((const guchar *) plain, strlen (plain));

  return g_strconcat ("Basic ", encoded, NULL);
}

/**
 * kin_context_load_ca:
 * @self: a context
 * @error: return location
 *
 * Reads the certificates to trust, data before a file. Blocks: for a worker.
 *
 * Returns: (transfer full) (nullable): the database; %NULL without @error set: the system's is meant
 */
GTlsDatabase *
kin_context_load_ca (KinContext  *self,
                     GError     **error)
{
  g_autofree char *label = NULL;
  GTlsDatabase *database;

  g_return_val_if_fail (KIN_IS_CONTEXT (self), NULL);

  if (self->ca_file == NULL && self->ca_data == NULL)
    return NULL;

  database = kin_pem_load_database (self->ca_file, self->ca_data, error);
  if (database == NULL)
    {
      label = dup_cluster_label (self);
      if (self->ca_data != NULL)
        g_prefix_error (error, "%s: certificate-authority-data: ", label);
      else
        g_prefix_error (error, "%s: certificate-authority %s: ", label, self->ca_file);
    }

  return database;
}

/**
 * kin_context_load_client_certificate:
 * @self: a context
 * @error: return location
 *
 * Reads the client's certificate and key, data before files. Blocks: for a worker.
 *
 * Returns: (transfer full) (nullable): the certificate; %NULL without @error set: there is none
 */
GTlsCertificate *
kin_context_load_client_certificate (KinContext  *self,
                                     GError     **error)
{
  g_autofree char *label = NULL;
  GTlsCertificate *certificate;

  g_return_val_if_fail (KIN_IS_CONTEXT (self), NULL);

  if (self->certificate_file == NULL && self->certificate_data == NULL)
    return NULL;

  certificate = kin_pem_load_certificate (self->certificate_file, self->certificate_data, self->key_file, self->key_data, error);
  if (certificate == NULL)
    {
      label = dup_user_label (self);
      g_prefix_error (error, _("%s: client certificate: "), label);
    }

  return certificate;
}

/**
 * kin_context_get_token_async:
 * @self: a context
 * @refresh: whether the server just refused the token that was got before
 * @cancellable: (nullable): a cancellable
 * @callback: called when done
 * @user_data: for @callback
 *
 * Gets the token to send now. A token file goes before a token and is read again after a minute, or on @refresh.
 */
void
kin_context_get_token_async (KinContext          *self,
                             gboolean             refresh,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  g_autoptr(GTask) task = NULL;

  g_return_if_fail (KIN_IS_CONTEXT (self));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, kin_context_get_token_async);

  if (self->token_file == NULL)
    g_task_return_pointer (task, g_strdup (self->token), g_free);
  else if (!refresh && is_token_fresh (self))
    g_task_return_pointer (task, g_strdup (self->read_token), g_free);
  else
    kin_worker_pool_push_async (self, read_token_work, g_strdup (self->token_file), g_free, g_free,
                                G_PRIORITY_DEFAULT, cancellable, token_file_cb, g_steal_pointer (&task));
}

/**
 * kin_context_get_token_finish:
 * @self: a context
 * @result: what the callback was given
 * @error: return location
 *
 * Returns: (transfer full) (nullable): the bearer token; %NULL without @error set: there is none
 */
char *
kin_context_get_token_finish (KinContext    *self,
                              GAsyncResult  *result,
                              GError       **error)
{
  g_return_val_if_fail (KIN_IS_CONTEXT (self), NULL);
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * kin_context_set_clock:
 * @self: a context
 * @clock: tells how old a token is
 *
 * For tests: another clock than the system's.
 */
void
kin_context_set_clock (KinContext *self,
                       KinClock   *clock)
{
  g_return_if_fail (KIN_IS_CONTEXT (self));
  g_return_if_fail (KIN_IS_CLOCK (clock));

  g_set_object (&self->clock, clock);
}
