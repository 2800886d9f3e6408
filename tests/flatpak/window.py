"""The installed Flatpak's window on the demo cluster: it lives in the sandbox, and a picture of it.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "display"))

from harness import App, Role  # noqa: E402


def main():
    with App(args=["--demo"], sandboxed=True) as app:
        app.wait(Role.TABLE_ROW)
        app.settle(timeout=5)
        app.screenshot("/w/home/window.png")


main()
