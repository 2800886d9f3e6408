"""The two servers that the same tests run on: a real control plane, and the demo cluster. Nothing here is KInformer's code.

SPDX-License-Identifier: GPL-3.0-or-later

KIN_SERVER says which: “real” is the cluster that ./dev brought up, “demo” a kinformer-demo-server of the test's own.
"""

import base64
import contextlib
import http.client
import http.server
import json
import os
import re
import signal
import ssl
import subprocess
import tempfile
import threading
import time
from urllib.parse import urlsplit

HERE = os.path.dirname(os.path.abspath(__file__))
SCRIPT = os.path.join(HERE, "cluster")
TIMEOUT = 30  # seconds: only a bound
OUTAGE = 5  # seconds that the demo server stays away: time enough to see what is said meanwhile

# What a user who may read but one namespace is refused.
CLUSTER_WIDE = ["/api/v1/pods", "/apis/apps/v1/deployments", "/apis/apps/v1/replicasets"]


class Failure(AssertionError):
    """What was awaited did not come, or what came was wrong."""


def check(condition, words):
    if not condition:
        raise Failure(words)


def named(entries, name):
    return next(entry for entry in entries if entry["name"] == name)


class ApiError(Exception):
    """A Status that the API server answered."""

    def __init__(self, status):
        super().__init__(status.get("message"))
        self.code = status.get("code")
        self.reason = status.get("reason")


class Cluster:
    """An API server as the tests use it, beside KInformer.

    kubeconfig: the file that leads there
    address:    host:port
    prefix:     what all paths begin with, or ""
    tls:        a context, or None for plain HTTP
    token:      of the user, or None
    can_fail:   whether it goes wrong when it is asked to
    """

    can_fail = False

    def __init__(self, kubeconfig, url, tls=None, token=None):
        self.kubeconfig = kubeconfig
        self.address = urlsplit(url).netloc
        self.prefix = urlsplit(url).path.rstrip("/")
        self.tls = tls
        self.token = token
        self.connection = None

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        self.disconnect()
        return False

    def command(self, *arguments):
        """The command line of a kubectl."""
        return [os.environ["KIN_KUBECTL"], "--kubeconfig", self.kubeconfig, *arguments]

    def kubectl(self, *arguments):
        """Runs kubectl; returns what it prints."""
        done = subprocess.run(self.command(*arguments), check=False, capture_output=True, text=True, timeout=120)
        check(done.returncode == 0, f"kubectl {' '.join(arguments)}: {done.stderr}")
        return done.stdout

    def connect(self):
        if self.tls is None:
            return http.client.HTTPConnection(self.address, timeout=TIMEOUT)
        return http.client.HTTPSConnection(self.address, context=self.tls, timeout=TIMEOUT)

    def headers(self, content_type="application/json"):
        headers = {"Content-Type": content_type, "User-Agent": "test-writer"}
        return headers if self.token is None else {**headers, "Authorization": "Bearer " + self.token}

    def request(self, method, path, body=None, content_type="application/json"):
        """One request on a connection that is kept; returns the answer's object."""
        if self.connection is None:
            self.connection = self.connect()
        text = json.dumps(body) if body is not None else None
        try:
            self.connection.request(method, self.prefix + path, text, self.headers(content_type))
            response = self.connection.getresponse()
            answer = json.loads(response.read() or "null")
        except (OSError, http.client.HTTPException):
            self.disconnect()
            raise
        if response.status >= 400:
            raise ApiError(answer)
        return answer

    def get(self, path):
        return self.request("GET", path)

    def create(self, path, body):
        return self.request("POST", path, body)

    def patch(self, path, body):
        return self.request("PATCH", path, body, "application/merge-patch+json")

    def delete(self, path):
        return self.request("DELETE", path)

    def disconnect(self):
        if self.connection is not None:
            self.connection.close()
        self.connection = None


class RealCluster(Cluster):
    """The control plane that ./dev brought up, as the user “admin”."""

    def __init__(self):
        path = os.environ["KIN_CLUSTER_KUBECONFIG"]
        shown = subprocess.run([os.environ["KIN_KUBECTL"], "--kubeconfig", path, "config", "view", "--raw", "-o", "json"],
                               check=True, capture_output=True, text=True)
        config = json.loads(shown.stdout)
        context = named(config["contexts"], "admin")["context"]
        cluster = named(config["clusters"], context["cluster"])["cluster"]
        authority = base64.b64decode(cluster["certificate-authority-data"]).decode()
        super().__init__(path, cluster["server"], ssl.create_default_context(cadata=authority),
                         named(config["users"], context["user"])["user"]["token"])

    @staticmethod
    def script(*arguments):
        """The cluster script: its folders are not the test's."""
        environment = {**os.environ, "XDG_CACHE_HOME": os.environ["KIN_CLUSTER_CACHE"]}
        done = subprocess.run([SCRIPT, *arguments], check=False, capture_output=True, text=True, env=environment, timeout=120)
        check(done.returncode == 0, f"cluster {' '.join(arguments)}: {done.stderr}")

    @contextlib.contextmanager
    def without_apiserver(self):
        """The API server is killed, and started again when the block is left."""
        self.disconnect()
        self.script("stop-apiserver")
        try:
            yield
        finally:
            self.script("start-apiserver")

    @contextlib.contextmanager
    def context(self, name):
        """A kubeconfig for one of the contexts of the cluster script."""
        with open(self.kubeconfig, encoding="utf-8") as file:
            text = file.read()
        with kubeconfig_file(re.sub("^current-context: .*", f"current-context: {name}", text, flags=re.MULTILINE)) as path:
            yield path


class DemoCluster(Cluster):
    """A kinformer-demo-server with these arguments. Leaving the block ends it and fails if it left anything behind."""

    can_fail = True

    def __init__(self, arguments):
        self.errors = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")
        environment = {**os.environ, "G_DEBUG": "fatal-warnings"}
        self.process = subprocess.Popen([os.environ["KINFORMER_DEMO_SERVER"], *arguments], stdout=subprocess.PIPE,
                                        stderr=self.errors, text=True, env=environment)
        url = self.process.stdout.readline().strip()
        check(url.startswith("http://127.0.0.1:"), f"the demo server did not say where it is: {url!r} {self._words()}")
        self.url = url
        self.file = kubeconfig_file(json.dumps(kubeconfig_of(url)))
        super().__init__(self.file.__enter__(), url)

    def __exit__(self, kind, error, trace):
        super().__exit__(kind, error, trace)
        self.file.__exit__(kind, error, trace)
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(TIMEOUT)
        words = self._words()
        check(status == 0 and words == "", f"kinformer-demo-server ended with {status}: {words}")
        return False

    def _words(self):
        self.errors.seek(0)
        return self.errors.read()

    def control(self, what, body):
        return self.request("POST", f"/demo/{what}", body)

    @contextlib.contextmanager
    def fault(self, **rule):
        """What goes wrong as long as the block lasts."""
        added = self.control("faults", rule)
        try:
            yield
        finally:
            self.delete(f"/demo/faults/{added['id']}")

    @contextlib.contextmanager
    def context(self, name):
        """A kubeconfig that leads to what a context of the cluster script leads to."""
        with contextlib.ExitStack() as stack:
            url, cluster = self.url, {}
            if name == "refused":
                url = self.url.replace(self.address, "127.0.0.1:1")
            elif name == "wrong-ca":
                front = stack.enter_context(TlsFront())
                url, cluster = self.url.replace(f"http://{self.address}", f"https://{front.address}"), {"certificate-authority-data": front.other}
            elif name == "bad-token":
                stack.enter_context(self.fault(action="status", status=401))
            elif name == "viewer":
                for path in CLUSTER_WIDE:
                    stack.enter_context(self.fault(action="status", status=403, match={"path": path}))
            yield stack.enter_context(kubeconfig_file(json.dumps(kubeconfig_of(url, cluster))))

    @contextlib.contextmanager
    def without_apiserver(self):
        """The server goes away, and is back when the block is left: with its objects, without its history."""
        self.control("restart", {"down": OUTAGE})
        self.disconnect()
        try:
            yield
        finally:
            self._wait_answer()

    def _wait_answer(self):
        end = time.monotonic() + OUTAGE + TIMEOUT
        while True:
            try:
                self.get("/version")
                return
            except OSError:
                check(time.monotonic() < end, "the demo server does not come back")
                time.sleep(0.1)


def kubeconfig_of(url, cluster=None):
    return {
        "apiVersion": "v1", "kind": "Config", "current-context": "admin",
        "clusters": [{"name": "demo", "cluster": {"server": url, **(cluster or {})}}],
        "users": [{"name": "admin", "user": {}}],
        "contexts": [{"name": "admin", "context": {"cluster": "demo", "user": "admin", "namespace": "default"}}],
    }


class TlsFront:
    """A certificate before a server that has none: for what is said of one that is not trusted, no byte goes further."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="tls-")
        self.certificate, self.key = self._make("server")
        other, _ = self._make("other")
        with open(other, "rb") as file:
            self.other = base64.b64encode(file.read()).decode()

    def _make(self, name):
        paths = [os.path.join(self.folder.name, f"{name}.{end}") for end in ("crt", "key")]
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1",
                        "-subj", f"/CN={name}", "-addext", "subjectAltName=IP:127.0.0.1", "-out", paths[0], "-keyout", paths[1]],
                       check=True, capture_output=True)
        return paths

    def __enter__(self):
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(self.certificate, self.key)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Refusal)
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.address = f"127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, kind, error, trace):
        self.server.shutdown()
        self.server.server_close()
        self.folder.cleanup()
        return False


class Refusal(http.server.BaseHTTPRequestHandler):
    """Whoever gets that far has trusted a certificate that is not to be trusted."""

    def do_GET(self):
        self.send_error(500)


@contextlib.contextmanager
def kubeconfig_file(text):
    """A kubeconfig with this text, as long as the block lasts."""
    descriptor, path = tempfile.mkstemp(prefix="kubeconfig-")
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
    try:
        yield path
    finally:
        os.unlink(path)


def skip_reason():
    """Why there is no server for the tests, or None."""
    if "KIN_KUBECTL" not in os.environ:
        return "no kubectl is there for the tests: ./dev test cluster builds one"
    if os.environ["KIN_SERVER"] == "real" and "KIN_CLUSTER_KUBECONFIG" not in os.environ:
        return "no cluster is up for the tests: ./dev test cluster brings one up"
    return None


def open_server(demo):
    """The server that KIN_SERVER names; demo: the arguments of the demo server, if it is that."""
    return RealCluster() if os.environ["KIN_SERVER"] == "real" else DemoCluster(demo)
