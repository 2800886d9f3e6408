"""Takes a picture of what the person's own kubeconfig (KIN_KUBECONFIG) shows: picture.py FILE [ARGUMENT…].

SPDX-License-Identifier: GPL-3.0-or-later
"""

import os
import sys

from harness import App


def main():
    path, *arguments = sys.argv[1:]
    with App(kubeconfig=os.environ["KIN_KUBECONFIG"], args=arguments, size=(1280, 800)) as app:
        app.settle()
        app.screenshot(path)


main()
