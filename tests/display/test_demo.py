"""The demo cluster is one press or one option away, and lives.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import os
import re
import subprocess

from harness import App, Role, main, wait_for

# A few rows are enough, and read sooner.
SIZE = (1000, 480)

# What happens there happens every few seconds; with sanitizers its past of nine days takes half a minute to make up.
PATIENCE = 60


def wait_shop(app):
    """Waits for the shop's Deployments; returns their rows."""
    app.wait(name=re.compile("^Context demo: connected, Kubernetes v1"), timeout=PATIENCE)
    wait_for(lambda: len(app.rows()) >= 5, PATIENCE, "the shop's Deployments")
    return app.rows()


def wait_change(app):
    """Waits until a row on the screen tells something else than it did."""
    before = app.rows()
    wait_for(lambda: app.rows() != before, PATIENCE, "something happens in the shop")


def sockets():
    return [name for name in os.listdir(os.environ["XDG_RUNTIME_DIR"]) if name.startswith("kinformer-demo-")]


def count_windows(app):
    return len(app.find_all(Role.FRAME))


def test_offered_without_kubeconfig():
    with App(size=SIZE) as app:
        app.wait_label("No Kubeconfig")
        app.press("Try the Demo Cluster")
        wait_shop(app)
        wait_change(app)
        assert count_windows(app) == 1


def test_option():
    with App(args=["--demo"], size=SIZE) as app:
        wait_shop(app)
        app.wait_label("demo · all namespaces")


def test_once_a_process():
    with App(args=["--demo"], size=SIZE) as app:
        wait_shop(app)
        assert len(sockets()) == 1, sockets()
        again = subprocess.run([os.environ.get("KINFORMER", "kinformer"), "--demo"], timeout=PATIENCE, check=False)
        assert again.returncode == 0
        assert count_windows(app) == 1
        assert len(sockets()) == 1, sockets()
    assert sockets() == []


def test_quit_at_once():
    """Before its cluster is there."""
    with App(args=["--demo"], size=SIZE):
        pass


main(globals())
