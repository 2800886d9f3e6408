"""Takes a picture of the window: picture.py FILE [ARGUMENT…]. Of the demo cluster without arguments, with a rollout
under way; else of what the arguments open, with the person's own kubeconfig (KIN_KUBECONFIG).

SPDX-License-Identifier: GPL-3.0-or-later
"""

import os
import re
import sys

from harness import App, Failure, Role, wait_for

SIZE = (1280, 800)

# The shop rolls one of its Deployments out every few seconds, and none in less.
PATIENCE = 30
TRIES = 3

STARTING = re.compile(r"^\d+ (ready|starting),.* old")


def find_rollout(app, known):
    """The name of a Deployment with new pods that start and old ones that go, if it is not one of those known."""
    rows = (row for row in app.row_nodes() if row.name not in known and row.find(name=STARTING) is not None)
    return next((row.name for row in rows), None)


def row_of(app, name):
    return next((row for row in app.row_nodes() if row.name == name), None)


def expand(app, name):
    wait_for(lambda: row_of(app, name).find(Role.BUTTON, "Expand"), what=f"{name} can be expanded").do_action()


def find_new_set(app, name):
    """The name of its ReplicaSet that has the new pods."""
    rows = (row for row in app.row_nodes() if row.name.startswith(f"{name}-") and ", new" in row.text)
    return next((row.name for row in rows), None)


def open_changes(app):
    """Opens the pane beside the list before there is something to see, since a rollout does not wait."""
    app.row_nodes()[0].find(Role.LABEL).click()
    app.press("Changes")


def open_rollout(app, known):
    """Opens the tree below a rollout, and beside it what changes in it; whether it is still under way then."""
    print("picture: waiting for a rollout to show", file=sys.stderr, flush=True)
    name = wait_for(lambda: find_rollout(app, known), PATIENCE, "a rollout under way")
    known.append(name)
    row_of(app, name).find(Role.LABEL, name).click()
    expand(app, name)
    expand(app, wait_for(lambda: find_new_set(app, name), what="its new ReplicaSet"))
    app.wait_label(re.compile("^(spec|status)[.]"), PATIENCE)
    if row_of(app, name).find(name=STARTING) is not None:
        return True
    row_of(app, name).find(Role.BUTTON, "Collapse").do_action()
    return False


def picture_demo(path):
    with App(args=["--demo"], size=SIZE) as app:
        known = []
        try:
            wait_for(lambda: len(app.row_nodes()) > 1, PATIENCE, "the shop")
            open_changes(app)
            while len(known) < TRIES and not open_rollout(app, known):
                pass
        except Failure as failure:
            print(f"picture: no rollout to show: {failure}", file=sys.stderr)
        app.screenshot(path)


def picture_own(path, arguments):
    with App(kubeconfig=os.environ["KIN_KUBECONFIG"], args=arguments, size=SIZE) as app:
        app.settle()
        app.screenshot(path)


def main():
    path, *arguments = sys.argv[1:]
    if not arguments or arguments == ["--demo"]:
        picture_demo(path)
    else:
        picture_own(path, arguments[1:] if arguments[0] == "--" else arguments)


main()
