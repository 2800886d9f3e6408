"""The window says why it has nothing to show, and what to do.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import os
import re
import socket
import subprocess
import tempfile

from fakeapi import FakeApi, kubeconfig
from harness import App, Role, main, write_kubeconfig


def make_certificate():
    """A certificate that nobody trusts."""
    folder = tempfile.mkdtemp(dir=os.environ["HOME"])
    certificate, key = os.path.join(folder, "tls.crt"), os.path.join(folder, "tls.key")
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                    "-keyout", key, "-out", certificate, "-days", "1", "-subj", "/CN=unknown-issuer",
                    "-addext", "subjectAltName=IP:127.0.0.1"], check=True, capture_output=True)
    return certificate, key


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def test_no_kubeconfig():
    with App() as app:
        app.wait_label("No Kubeconfig")
        app.wait_label(re.compile(re.escape(os.environ["KUBECONFIG"])))
        app.wait(Role.BUTTON, "Try Again")


def test_kubeconfig_that_appears():
    path = os.path.join(os.environ["HOME"], "later")
    with FakeApi() as api, App(kubeconfig=path) as app:
        app.wait_label("No Kubeconfig")
        with open(path, "w", encoding="utf-8") as file:
            file.write(api.kubeconfig("late"))
        app.press("Try Again")
        app.wait_label("Deployments")


def test_refused_then_there():
    port = free_port()
    path = write_kubeconfig(kubeconfig(f"http://127.0.0.1:{port}"))
    with App(kubeconfig=path) as app:
        app.wait_label("Connection Refused")
        app.wait_label(re.compile(f"127.0.0.1:{port}"))
        with FakeApi(port=port):
            app.press("Try Again")
            app.wait_label("Deployments")


def test_tls_failure():
    with FakeApi(certificate=make_certificate()) as api:
        with App(kubeconfig=write_kubeconfig(api.kubeconfig())) as app:
            app.wait_label("Certificate Not Trusted")
            app.wait_label(re.compile("unknown-issuer"))
            app.wait_label(re.compile("certificate-authority"))


def test_insecure_is_told():
    with FakeApi(certificate=make_certificate()) as api:
        text = api.kubeconfig("careless", **{"insecure-skip-tls-verify": True})
        with App(kubeconfig=write_kubeconfig(text)) as app:
            app.wait_label("Deployments")
            app.wait(name=re.compile("careless.*not verified"))


def test_unauthorized():
    with FakeApi(unauthorized=True) as api:
        with App(kubeconfig=write_kubeconfig(api.kubeconfig())) as app:
            app.wait_label("Not Signed In")
            app.wait_label(re.compile("nobody"))


def test_forbidden_list():
    with FakeApi(forbidden=["deployments"]) as api:
        with App(kubeconfig=write_kubeconfig(api.kubeconfig())) as app:
            app.wait_label("Access Denied")
            app.wait_label(re.compile("list and watch deployments.apps in all namespaces"))


def test_not_kubernetes():
    with FakeApi(html=True) as api:
        with App(kubeconfig=write_kubeconfig(api.kubeconfig())) as app:
            app.wait_label("Not a Kubernetes API")


def test_broken_context():
    text = kubeconfig("", "broken")
    with App(kubeconfig=write_kubeconfig(text)) as app:
        app.wait_label("Context Not Usable")
        app.wait(Role.BUTTON, "Choose Another Context")


def test_no_current_context():
    with FakeApi() as api:
        path = write_kubeconfig(api.kubeconfig("first").replace('"current-context": "first"', '"current-context": "gone"'))
        with App(kubeconfig=path) as app:
            app.wait_label("No Context Chosen")
            app.wait_label(re.compile("“gone”"))


def test_kubeconfig_file_left_out():
    with FakeApi() as api:
        broken, good = write_kubeconfig("["), write_kubeconfig(api.kubeconfig())
        with App(kubeconfig=f"{broken}:{good}") as app:
            app.wait_label(re.compile(f"^{re.escape(broken)} is no kubeconfig: "))
            app.wait_label("Deployments")


def test_kubeconfig_files_left_out():
    with FakeApi() as api:
        broken = [write_kubeconfig("["), write_kubeconfig("- no fields"), write_kubeconfig("[")]
        with App(kubeconfig=":".join([*broken, write_kubeconfig(api.kubeconfig())])) as app:
            app.wait_label(re.compile(f"^{re.escape(broken[0])} is no kubeconfig: .*; 2 other files were left out, too$"))


def test_failed_group():
    with FakeApi(stale=["metrics.k8s.io/v1beta1"]) as api:
        with App(kubeconfig=write_kubeconfig(api.kubeconfig())) as app:
            app.wait_label("The API group metrics.k8s.io/v1beta1 did not answer: its kinds may be missing")
            app.wait_label("Deployments")


def test_failed_groups():
    with FakeApi(stale=["metrics.k8s.io/v1beta1", "custom.metrics.k8s.io/v1beta2"]) as api:
        with App(kubeconfig=write_kubeconfig(api.kubeconfig())) as app:
            app.wait_label("The API group metrics.k8s.io/v1beta1 and 1 other did not answer: their kinds may be missing")


main(globals())
