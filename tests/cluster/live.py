"""What the tests on a cluster share: other watchers of its API, and a running kinformer-watch.

SPDX-License-Identifier: GPL-3.0-or-later

A test is a file of functions test_…, which “./dev test cluster demo” runs on both servers:

    from live import Watch, main

    def test_lists(cluster):
        with Watch(cluster, "pods", "-A") as watch:
            watch.wait_state("watching")

    main(globals())
"""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import traceback

from servers import TIMEOUT, check, kubeconfig_file, open_server, skip_reason


class WatchRecord(threading.Thread):
    """An independent watch: what the API server itself sends, in order."""

    def __init__(self, cluster, path, resource_version):
        super().__init__(daemon=True)
        self.connection = cluster.connect()
        self.connection.request("GET", f"{cluster.prefix}{path}?watch=1&resourceVersion={resource_version}", headers=cluster.headers())
        self.response = self.connection.getresponse()
        self.socket = self.connection.sock or self.response.fp.raw._sock
        self.events = []
        self.start()

    def run(self):
        try:
            for line in self.response:
                self.events.append((time.time(), json.loads(line)))
        except (OSError, ValueError, http.client.HTTPException):
            pass  # stop() closed it

    def stop(self):
        """Ends the watch; returns [(time, event)]."""
        self.socket.shutdown(2)
        self.join(TIMEOUT)
        return self.events


class KubectlWatch:
    """“kubectl get … -w -o json --show-managed-fields” kept beside a test: [(time, object)] as they come."""

    def __init__(self, cluster, *arguments):
        self.command = cluster.command("get", *arguments, "-w", "-o", "json", "--show-managed-fields")
        self.objects = []
        self.came = threading.Condition()

    def __enter__(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, text=True)
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()
        return self

    def __exit__(self, kind, error, trace):
        self.process.terminate()
        self.process.wait(TIMEOUT)
        self.reader.join(TIMEOUT)
        return False

    def _read(self):
        decoder, text = json.JSONDecoder(), ""
        for line in self.process.stdout:
            text += line
            if line.rstrip() != "}":  # an object's last line is not indented
                continue
            item, _ = decoder.raw_decode(text)
            text = ""
            with self.came:
                self.objects.append((time.time(), item))
                self.came.notify_all()

    def wait(self, predicate, what, seconds=TIMEOUT):
        """Waits for an object for which predicate is true; returns when it came, and it."""
        def find():
            return next((entry for entry in self.objects if predicate(entry[1])), None)

        with self.came:
            found = self.came.wait_for(find, seconds)
        check(found, f"kubectl did not tell within {seconds} s: {what}")
        return found


class Forwarder:
    """Stands between a program and the API server, and can cut the line."""

    def __init__(self, cluster):
        host, port = cluster.address.split(":")
        self.target = (host, int(port))
        self.server = socket.create_server((host, 0))
        self.address = self.server.getsockname()
        self.ends = set()
        with open(cluster.kubeconfig, encoding="utf-8") as file:
            self.file = kubeconfig_file(file.read().replace(cluster.address, f"{host}:{self.address[1]}"))

    def __enter__(self):
        self.kubeconfig = self.file.__enter__()
        self._listen()
        return self

    def __exit__(self, kind, error, trace):
        self.cut()
        self.file.__exit__(kind, error, trace)

    def cut(self):
        """Ends all connections and refuses new ones."""
        self.server.shutdown(socket.SHUT_RDWR)
        self.acceptor.join(TIMEOUT)
        for end in list(self.ends):
            self._close(end)

    def restore(self):
        self.server = socket.create_server(self.address)
        self._listen()

    def _listen(self):
        self.acceptor = threading.Thread(target=self._accept, args=(self.server,), daemon=True)
        self.acceptor.start()

    def _accept(self, server):
        with server:
            while True:
                try:
                    near, _ = server.accept()
                except OSError:
                    return  # cut
                far = socket.create_connection(self.target)
                self.ends |= {near, far}
                for source, sink in ((near, far), (far, near)):
                    threading.Thread(target=self._copy, args=(source, sink), daemon=True).start()

    def _copy(self, source, sink):
        try:
            while data := source.recv(65536):
                sink.sendall(data)
        except OSError:
            pass  # cut
        self._close(source)
        self._close(sink)

    def _close(self, end):
        self.ends.discard(end)
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # the other thread was first
        end.close()


class Watch:
    """A running “kinformer-watch … -o events”, in a home of its own, and the lines that it has printed.

    Leaving the block ends it by SIGTERM and fails if it left anything behind.
    """

    def __init__(self, cluster, *arguments, kubeconfig=None):
        self.arguments = arguments
        self.kubeconfig = kubeconfig or cluster.kubeconfig
        self.home = tempfile.mkdtemp(prefix="kinformer-watch-")
        self.store_path = os.path.join(self.home, "store")
        self.lines = []
        self.came = threading.Condition()
        self.ended = False

    def __enter__(self):
        command = [os.environ.get("KINFORMER_WATCH", "kinformer-watch"), "--kubeconfig", self.kubeconfig, *self.arguments,
                   "-o", "events", "--store-on-exit", self.store_path]
        folders = {f"XDG_{name}_HOME": os.path.join(self.home, name.lower()) for name in ("CONFIG", "CACHE", "DATA", "STATE")}
        environment = {**os.environ, **folders, "HOME": self.home, "KUBECONFIG": "/nonexistent", "G_DEBUG": "fatal-warnings"}
        self.errors = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.errors, env=environment, text=True)
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()
        return self

    def __exit__(self, kind, error, trace):
        if kind is not None:
            self.process.kill()
            self.process.wait(TIMEOUT)
            self.reader.join(TIMEOUT)
            lines = [json.dumps(line) for line in self.lines[-20:]]
            sys.stderr.write("\n".join(["the last lines of kinformer-watch:", *lines, self._words()]))
            return False
        if self.process.poll() is None:
            self.stop()
        return False

    def _read(self):
        for line in self.process.stdout:
            with self.came:
                self.lines.append(json.loads(line))
                self.came.notify_all()
        with self.came:
            self.ended = True
            self.came.notify_all()

    def _words(self):
        self.errors.seek(0)
        return self.errors.read()

    def wait(self, predicate, what, seconds=TIMEOUT):
        """Waits until predicate(lines) is true, looking again with each line; returns its value."""
        with self.came:
            self.came.wait_for(lambda: self.ended or predicate(self.lines), seconds)
            value = predicate(self.lines)
        check(value, f"not within {seconds} s: {what}" + (f"; kinformer-watch ended: {self._words()}" if self.ended else ""))
        return value

    def wait_state(self, state, after=0, seconds=TIMEOUT):
        """Waits for a line of this state, behind the first `after` lines; returns it."""
        def find(lines):
            return next((line for line in lines[after:] if line.get("state") == state), None)

        return self.wait(find, f"the state “{state}”", seconds)

    def wait_line(self, seconds):
        """Waits for one more line, at most so long."""
        with self.came:
            self.came.wait(seconds)

    @property
    def position(self):
        """How many lines have come: where what happens next begins."""
        return len(self.lines)

    @property
    def events(self):
        return [line for line in self.lines if line["type"] != "state"]

    @property
    def content(self):
        """What the lines so far say is there: {key: (uid, resourceVersion)}."""
        return content_of(self.events)

    def stop(self):
        """Ends it as a person does; returns the content of its cache: {key: (uid, resourceVersion)}."""
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(TIMEOUT)
        self.reader.join(TIMEOUT)
        words = self._words()
        check(status == 0 and "Sanitizer" not in words and "runtime error:" not in words,
              f"kinformer-watch ended with {status}: {words}")
        with open(self.store_path, encoding="utf-8") as file:
            rows = [line.split() for line in file]
        check(rows == sorted(rows), "the stored lines are not sorted")
        return {key: (uid, resource_version) for key, uid, resource_version in rows}


def content_of(events):
    content = {}
    for event in events:
        if event["type"] == "delete":
            content.pop(event["key"], None)
        else:
            content[event["key"]] = (event["uid"], event["resourceVersion"])
    return content


def check_legal(events):
    """Fails unless the lines are a legal sequence: what a handler may be told, and in which order."""
    known, added, deleted = {}, set(), set()
    for event in events:
        key, uid = event["key"], event["uid"]
        words = json.dumps(event)
        if event["type"] == "add":
            check(key not in known, f"an add of a known key: {words}")
            check(uid not in added, f"a second add of one object: {words}")
            added.add(uid)
            known[key] = uid
        else:
            check(key in known, f"an {event['type']} of an unknown key: {words}")
            check(known[key] == uid, f"an {event['type']} of another object with this key: {words}")
        if event["type"] == "delete":
            check(uid not in deleted, f"a second delete of one object: {words}")
            deleted.add(uid)
            del known[key]


def listed(answer):
    """The objects of a list as Watch.content tells them."""
    return {key_of(item): (item["metadata"]["uid"], item["metadata"]["resourceVersion"]) for item in answer["items"]}


def key_of(item):
    metadata = item["metadata"]
    return f"{metadata['namespace']}/{metadata['name']}" if "namespace" in metadata else metadata["name"]


def main(names, demo=("--quiet", "--seed", "1")):
    """Runs a file's test_… functions, each with the cluster, and prints TAP. demo: the arguments of a demo server."""
    if (reason := skip_reason()) is not None:
        print(f"1..0 # SKIP {reason}")
        return
    tests = [(name, test) for name, test in names.items() if name.startswith("test_")]
    failed = 0
    print(f"1..{len(tests)}", flush=True)
    with open_server(demo) as cluster:
        for number, (name, test) in enumerate(tests, 1):
            title = name.removeprefix("test_").replace("_", "-")
            try:
                test(cluster)
            except Exception:  # whatever it is, the others still run
                traceback.print_exc()
                failed += 1
                print(f"not ok {number} - {title}", flush=True)
            else:
                print(f"ok {number} - {title}", flush=True)
    sys.exit(1 if failed else 0)
