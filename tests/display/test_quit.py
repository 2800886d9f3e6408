"""The window comes, and goes without leaving anything behind.

SPDX-License-Identifier: GPL-3.0-or-later
"""

from harness import App, Role, main


def test_quit_action():
    with App() as app:
        app.wait(Role.FRAME, "KInformer")


def test_quit_by_keyboard():
    with App() as app:
        app.key("ctrl+q")
        app.wait_end()


def test_close_by_button():
    with App() as app:
        app.press("Close")
        app.wait_end()


main(globals())
