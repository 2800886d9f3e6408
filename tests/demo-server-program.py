#!/usr/bin/env python3
# demo-server-program.py PROGRAM: kinformer-demo-server prints its URL, writes a kubeconfig for it, and ends without a trace.
#
# SPDX-License-Identifier: GPL-3.0-or-later

import os
import signal
import stat
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

PROGRAM = sys.argv[1]
TIMEOUT = 60  # seconds: only a bound


def run(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=TIMEOUT, check=False)


def get(url):
    try:
        with urllib.request.urlopen(url, timeout=TIMEOUT) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


class Server:
    """The running program; leaving the block ends it by SIGTERM."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen([PROGRAM, "--quiet", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def __enter__(self):
        self.url = self.process.stdout.readline().strip()
        return self

    def __exit__(self, kind, error, trace):
        self.process.send_signal(signal.SIGTERM)
        words = self.process.communicate(timeout=TIMEOUT)[1]
        assert (self.process.returncode, words) == (0, ""), (self.process.returncode, words)


def test_url(folder):
    with Server() as server:
        assert server.url.startswith("http://127.0.0.1:"), server.url
        assert len(server.url.rpartition("/")[2]) == 32, server.url
        assert get(f"{server.url}/livez") == (200, "ok")
        # Nobody gets in without the whole of it.
        assert get(f"{server.url[:-1]}/livez")[0] == 404
        assert get(server.url.rpartition("/")[0] + "/livez")[0] == 404


def test_port(folder):
    with Server() as first:
        port = first.url.split(":")[2].partition("/")[0]
        taken = run("--quiet", "--port", port)
        assert taken.returncode == 1, taken
        assert "kinformer-demo-server: " in taken.stderr, taken.stderr
    with Server("--port", port) as second:
        assert second.url.startswith(f"http://127.0.0.1:{port}/"), second.url


def test_kubeconfig(folder):
    path = os.path.join(folder, "kubeconfig")
    with Server("--kubeconfig", path) as server:
        with open(path, encoding="utf-8") as file:
            assert f"    server: {server.url}\n" in file.read()
        assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
    assert not os.path.exists(path)


def test_kubeconfig_of_someone_else(folder):
    path = os.path.join(folder, "kubeconfig")
    with open(path, "w", encoding="utf-8") as file:
        file.write("apiVersion: v1\n")
    refused = run("--quiet", "--kubeconfig", path)
    assert refused.returncode == 1, refused
    assert path in refused.stderr, refused.stderr
    with open(path, encoding="utf-8") as file:
        assert file.read() == "apiVersion: v1\n"


def test_kubeconfig_left_behind(folder):
    path = os.path.join(folder, "kubeconfig")
    with Server("--kubeconfig", path) as server:
        left = open(path, encoding="utf-8").read()
    with open(path, "w", encoding="utf-8") as file:
        file.write(left)
    with Server("--kubeconfig", path) as server:
        with open(path, encoding="utf-8") as file:
            assert server.url in file.read()


def test_bad_arguments(folder):
    for arguments, words in (
        (["--port", "65536"], "--port 65536: choose a number from 0 to 65535"),
        (["--objects", "-1"], "--objects -1: choose a number from 0 to 1000000"),
        (["--rate", "x"], "x"),
        (["pods"], "unknown argument “pods”; see --help"),
    ):
        refused = run(*arguments)
        assert refused.returncode == 2, (arguments, refused)
        assert words in refused.stderr, (words, refused.stderr)


def main():
    tests = [(name, test) for name, test in globals().items() if name.startswith("test_")]
    print(f"1..{len(tests)}")
    for number, (name, test) in enumerate(tests, 1):
        with tempfile.TemporaryDirectory() as folder:
            test(folder)
        print(f"ok {number} - {name.removeprefix('test_').replace('_', '-')}", flush=True)


main()
