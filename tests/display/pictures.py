"""Takes pictures of the window: pictures.py FILE [ARGUMENT…], or pictures.py --all [FOLDER].

SPDX-License-Identifier: GPL-3.0-or-later

FILE is a picture of what the person's own kubeconfig (KIN_KUBECONFIG) shows, ARGUMENTs are
kinformer's. --all takes each of PAGES, light, dark and narrow.
"""

import os
import sys

from harness import App, write_kubeconfig

WIDE = (1180, 760)
NARROW = (400, 760)
STYLES = (("light", WIDE, False), ("dark", WIDE, True), ("narrow", NARROW, False))

# A server that nobody listens on: port 1 of this machine.
REFUSED = """
apiVersion: v1
kind: Config
current-context: staging
clusters: [{name: staging, cluster: {server: "https://127.0.0.1:1"}}]
users: [{name: me, user: {}}]
contexts: [{name: staging, context: {cluster: staging, user: me}}]
"""


def show_nothing(app):
    """The page is what the window opens with."""


# name: (kubeconfig's text or None, what leads to the page)
PAGES = {
    "no-kubeconfig": (None, show_nothing),
    "refused": (REFUSED, show_nothing),
}


def take(path, kubeconfig, lead, **options):
    with App(kubeconfig=kubeconfig, **options) as app:
        app.settle()
        lead(app)
        app.settle()
        app.screenshot(path)
    print(path)


def take_all(folder):
    os.makedirs(folder, exist_ok=True)
    for page, (text, lead) in PAGES.items():
        kubeconfig = write_kubeconfig(text) if text is not None else None
        for style, size, dark in STYLES:
            take(os.path.join(folder, f"{page}-{style}.png"), kubeconfig, lead, size=size, dark=dark)


def main():
    if sys.argv[1] == "--all":
        take_all(sys.argv[2] if len(sys.argv) > 2 else "screenshots")
    else:
        take(sys.argv[1], os.environ.get("KIN_KUBECONFIG"), show_nothing, args=sys.argv[2:], size=WIDE)


main()
