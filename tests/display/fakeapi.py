"""A few lines of API server: lists and watches of objects that a test makes up, and refusals.

SPDX-License-Identifier: GPL-3.0-or-later

It has no discovery unless a group is to fail: the program then falls back on the kinds that it knows.
"""

import contextlib
import http.server
import json
import queue
import re
import socket
import ssl
import threading
from urllib.parse import parse_qs, urlsplit

PATH = re.compile(r"^/(?:api|apis/(?P<group>[^/]+))/(?P<version>[^/]+)"
                  r"(?:/namespaces/(?P<namespace>[^/]+))?/(?P<plural>[a-z]+)$")

# What discovery tells of, if it answers: root → (group, its kinds), all of them namespaced.
DISCOVERED = {
    "/api": ("", {"pods": "Pod"}),
    "/apis": ("apps", {"deployments": "Deployment", "replicasets": "ReplicaSet"}),
}

END = object()


def status(code, reason, message):
    return {"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure",
            "message": message, "reason": reason, "code": code}


def kubeconfig(url, context="test", **cluster):
    """The text of a kubeconfig with one server and no credentials."""
    return json.dumps({
        "apiVersion": "v1", "kind": "Config", "current-context": context,
        "clusters": [{"name": "test", "cluster": {"server": url, **cluster}}],
        "users": [{"name": "nobody", "user": {}}],
        "contexts": [{"name": context, "context": {"cluster": "test", "user": "nobody"}}],
    })


def discovered(group, version, freshness, kinds):
    """A group in the aggregated form of discovery."""
    resources = [{"resource": plural, "singularResource": kind.lower(), "scope": "Namespaced", "verbs": ["list", "watch"],
                  "responseKind": {"group": group, "version": version, "kind": kind}} for plural, kind in kinds.items()]
    return {"metadata": {"name": group}, "versions": [{"version": version, "freshness": freshness, "resources": resources}]}


class FakeApi:
    """with FakeApi() as api: api.url is where it is.

    forbidden:    plurals that nobody may list or watch in all namespaces
    unauthorized: nobody is let in
    html:         answers with a web page, as a sign-in portal does
    stale:        groups with their versions whose own servers do not answer, as "metrics.k8s.io/v1beta1"
    certificate:  (certificate file, key file) to serve TLS with
    port:         the port to serve on, or any
    version:      the resourceVersion to begin with: of what was before it nothing is known
    """

    def __init__(self, forbidden=(), unauthorized=False, html=False, stale=(), certificate=None, port=0, version=1000):
        self.forbidden = set(forbidden)
        self.unauthorized = unauthorized
        self.html = html
        self.stale = stale
        self.version = self.oldest = version
        self.lock = threading.Lock()
        self.objects = {}  # plural → {(namespace, name): object}
        self.watches = []  # (plural, namespace, queue)
        self.connections = set()

        api = self

        class Handler(_Handler):
            pass

        Handler.api = api
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self.server.daemon_threads = True
        scheme = "http"
        if certificate is not None:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(*certificate)
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
            scheme = "https"
        self.port = self.server.server_address[1]
        self.url = f"{scheme}://127.0.0.1:{self.port}"

    def __enter__(self):
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self):
        """Ends as a killed server does: nobody listens, and all connections are cut."""
        self.server.shutdown()
        self.server.server_close()
        with self.lock:
            for _, _, events in self.watches:
                events.put(END)
            self.watches.clear()
            for connection in self.connections:
                with contextlib.suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)

    def kubeconfig(self, context="test", **cluster):
        """A kubeconfig's text with this server in it."""
        return kubeconfig(self.url, context, **cluster)

    def discovery(self, root):
        """What /api or /apis answers."""
        group, kinds = DISCOVERED[root]
        groups = [discovered(group, "v1", "Current", kinds)]
        if root == "/apis":
            groups += [discovered(*name.split("/"), "Stale", {}) for name in self.stale]
        return {"kind": "APIGroupDiscoveryList", "apiVersion": "apidiscovery.k8s.io/v2", "metadata": {}, "items": groups}

    # Objects

    def apply(self, plural, new):
        """Adds an object or puts another in its place, and tells the watches."""
        with self.lock:
            self.version += 1
            metadata = new["metadata"]
            metadata["resourceVersion"] = str(self.version)
            key = (metadata.get("namespace", ""), metadata["name"])
            known = key in self.objects.setdefault(plural, {})
            self.objects[plural][key] = new
            self._tell(plural, "MODIFIED" if known else "ADDED", new)

    def delete(self, plural, namespace, name):
        with self.lock:
            self.version += 1
            gone = self.objects[plural].pop((namespace, name))
            gone["metadata"]["resourceVersion"] = str(self.version)
            self._tell(plural, "DELETED", gone)

    def _tell(self, plural, type_, new):
        line = json.dumps({"type": type_, "object": new}) + "\n"
        for of, namespace, events in self.watches:
            if of == plural and namespace in (None, new["metadata"].get("namespace", "")):
                events.put(line)

    def list(self, plural, namespace):
        with self.lock:
            items = [o for (of, _), o in self.objects.get(plural, {}).items() if namespace in (None, of)]
            return {"kind": "List", "apiVersion": "v1", "metadata": {"resourceVersion": str(self.version)}, "items": items}

    def watch(self, plural, namespace, since):
        """The queue of a watch's lines, from that resourceVersion on."""
        events = queue.Queue()
        with self.lock:
            if 0 < since < self.oldest:
                gone = status(410, "Expired", f"too old resource version: {since} ({self.oldest})")
                events.put(json.dumps({"type": "ERROR", "object": gone}) + "\n")
                events.put(END)
                return events
            for (of, _), new in self.objects.get(plural, {}).items():
                if namespace in (None, of) and int(new["metadata"]["resourceVersion"]) > since:
                    events.put(json.dumps({"type": "MODIFIED", "object": new}) + "\n")
            self.watches.append((plural, namespace, events))
        return events

    def refusal(self, plural, namespace):
        """The Status that this request gets instead of an answer, or None."""
        if self.unauthorized:
            return status(401, "Unauthorized", "Unauthorized")
        if plural in self.forbidden and namespace is None:
            return status(403, "Forbidden", f'{plural} is forbidden: User "nobody" cannot list resource "{plural}" '
                                            'in API group "" at the cluster scope')
        return None


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def setup(self):
        super().setup()
        with self.api.lock:
            self.api.connections.add(self.connection)

    def finish(self):
        with self.api.lock:
            self.api.connections.discard(self.connection)
        with contextlib.suppress(OSError):
            super().finish()

    def log_message(self, *_):
        pass

    def do_GET(self):
        url = urlsplit(self.path)
        query = parse_qs(url.query)
        match = PATH.match(url.path)

        if self.api.html:
            self._answer(200, b"<html><title>Sign in</title></html>", "text/html")
        elif match is None:
            self._answer_other(url.path)
        else:
            self._answer_kind(match["plural"], match["namespace"], query)

    def _answer_other(self, path):
        refusal = self.api.refusal(None, "")
        if refusal is not None:
            self._answer_status(refusal)
        elif path == "/version":
            self._answer_json({"major": "1", "minor": "36", "gitVersion": "v1.36.3"})
        elif self.api.stale and path in DISCOVERED:
            self._answer_json(self.api.discovery(path))
        else:
            self._answer_status(status(404, "NotFound", "the server could not find the requested resource"))

    def _answer_kind(self, plural, namespace, query):
        refusal = self.api.refusal(plural, namespace)
        if refusal is not None:
            self._answer_status(refusal)
        elif "sendInitialEvents" in query:
            self._answer_status(status(422, "Invalid", "sendInitialEvents is forbidden for watch: this server does not stream lists"))
        elif "watch" in query:
            self._answer_watch(plural, namespace, int(query.get("resourceVersion", ["0"])[0] or 0))
        else:
            self._answer_json(self.api.list(plural, namespace))

    def _answer_watch(self, plural, namespace, since):
        events = self.api.watch(plural, namespace, since)
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        self.close_connection = True
        try:
            while True:
                self.wfile.flush()
                line = events.get()
                if line is END:
                    return
                data = line.encode()
                self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
        except OSError:
            pass  # whoever watched has gone

    def _answer_status(self, refusal):
        self._answer(refusal["code"], json.dumps(refusal).encode(), "application/json")

    def _answer_json(self, value):
        self._answer(200, json.dumps(value).encode(), "application/json")

    def _answer(self, code, body, content_type):
        self.send_response(code)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
