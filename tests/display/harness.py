"""Drives the window as a person does: finds what assistive technology finds, presses it, reads it.

SPDX-License-Identifier: GPL-3.0-or-later

A test is a file of functions test_…, run by tests/display/run:

    from harness import App, main

    def test_says_that_there_is_no_kubeconfig():
        with App() as app:
            app.wait_label("No Kubernetes Configuration")

    main(globals())

App starts the program and waits for its window. Leaving the block ends it by its quit action and
fails if it left anything behind: a code other than 0, a warning, a report of a sanitizer.
"""

import inspect
import os
import re
import subprocess
import sys
import tempfile
import time
import traceback

try:
    import gi

    gi.require_version("Atspi", "2.0")
    from gi.repository import Atspi, Gio, GLib
except (ImportError, ValueError):
    print("1..0 # SKIP display tests need python3-gi and gir1.2-atspi-2.0")
    sys.exit(0)

APPLICATION_ID = "com.example.KInformer"
SETTINGS_PATH = "com/example/KInformer"
TIMEOUT = 20  # seconds: generous, since it is only a bound

Role = Atspi.Role

# What GTK tells when the window changes; each makes wait_for() look again.
EVENTS = (
    "object:children-changed",
    "object:property-change",
    "object:selection-changed",
    "object:state-changed",
    "object:text-changed",
    "window",
)

# GTK tells nothing of a row that is reused for another object: look again after that long at the latest.
LOOK_AGAIN_MS = 200


class Failure(AssertionError):
    """What was awaited did not come."""


class Waiter:
    """Lets the main loop run until a predicate holds; one for the whole process."""

    def __init__(self):
        self.context = GLib.MainContext.default()
        # libatspi asks a program for its cache while that is still being made, and warns.
        GLib.log_set_handler("dbind", GLib.LogLevelFlags.LEVEL_WARNING, lambda *words: None, None)
        self.stirred = True
        self.last_event = 0.0
        self.listener = Atspi.EventListener.new(self._event_cb)
        for event in EVENTS:
            self.listener.register(event)

    def _event_cb(self, event):
        self.stirred = True
        self.last_event = time.monotonic()

    def _stir_cb(self):
        self.stirred = True
        return GLib.SOURCE_CONTINUE

    def wait(self, predicate, timeout):
        """The predicate's first true value, or its last false one when the time is over."""
        end = time.monotonic() + timeout
        source = GLib.timeout_add(LOOK_AGAIN_MS, self._stir_cb)
        try:
            while True:
                self.stirred = False
                value = self._ask(predicate)
                if value or time.monotonic() >= end:
                    return value
                while not self.stirred:
                    self.context.iteration(True)
                while self.context.pending():
                    self.context.iteration(False)
        finally:
            GLib.source_remove(source)

    @staticmethod
    def _ask(predicate):
        """An accessible that died while it was read is an answer for the next look."""
        try:
            return predicate()
        except GLib.Error:
            return None


_waiter = None


def wait_for(predicate, timeout=TIMEOUT, what=None):
    """Waits until predicate() is true, looking again whenever the window changes; returns its value."""
    global _waiter
    if _waiter is None:
        _waiter = Waiter()
    value = _waiter.wait(predicate, timeout)
    if not value:
        raise Failure(f"not within {timeout} s: {what or inspect.getsource(predicate).strip()}")
    return value


class Node:
    """One accessible. Everything is read anew from the program, nothing is remembered."""

    def __init__(self, accessible):
        self.accessible = accessible

    @property
    def name(self):
        return self.accessible.get_name() or ""

    @property
    def description(self):
        return self.accessible.get_description() or ""

    @property
    def role(self):
        return self.accessible.get_role()

    def has(self, *states):
        """Whether it is in all of these states, such as "expanded" or "selected"."""
        found = self.accessible.get_state_set()
        return all(found.contains(getattr(Atspi.StateType, state.upper())) for state in states)

    @property
    def children(self):
        found = []
        for i in range(self.accessible.get_child_count()):
            child = self.accessible.get_child_at_index(i)
            if child is not None:
                found.append(Node(child))
        return found

    def walk(self, hidden=False):
        """This and all below it, parents first; only what is shown unless hidden is set."""
        yield self
        for child in self.children:
            if hidden or child.has("visible"):
                yield from child.walk(hidden)

    def find_all(self, role=None, name=None, states=()):
        """All below it that fit. name is the whole name, or a compiled pattern to search for."""
        return [node for node in self.walk() if node.fits(role, name, states)]

    def find(self, role=None, name=None, states=()):
        """The first below it that fits, or None."""
        return next((node for node in self.walk() if node.fits(role, name, states)), None)

    def fits(self, role, name, states):
        if role is not None and self.role != role:
            return False
        if isinstance(name, re.Pattern) and not name.search(self.name):
            return False
        if isinstance(name, str) and self.name != name:
            return False
        return self.has(*states)

    @property
    def text(self):
        """The words that a person reads in it, joined by blanks."""
        return " ".join(node.own_text for node in self.walk() if node.own_text)

    @property
    def own_text(self):
        if self.role in (Role.TEXT, Role.ENTRY, Role.TERMINAL):
            return Atspi.Text.get_text(self.accessible, 0, -1)
        return self.name if self.role in (Role.LABEL, Role.STATIC) else ""

    def do_action(self, index=0):
        """What a press does, without a pointer."""
        assert self.accessible.get_n_actions() > index, f"{self!r} has no action"
        assert self.accessible.do_action(index), f"{self!r} did not act"

    @property
    def extents(self):
        """x, y, width, height on the screen: with no window manager, the window stands at 0, 0."""
        box = self.accessible.get_extents(Atspi.CoordType.WINDOW)
        return box.x, box.y, box.width, box.height

    def click(self, button=1, count=1):
        """A click of the pointer in its middle."""
        x, y, width, height = self.extents
        assert width > 0 and height > 0, f"{self!r} is not on the screen"
        _xdotool("mousemove", str(x + width // 2), str(y + height // 2), "click", "--repeat", str(count), str(button))

    def dump(self, depth=0):
        """The tree below it, a line each: what a failing test prints."""
        states = " ".join(state for state in ("focused", "selected", "expanded", "checked") if self.has(state))
        lines = [f"{'  ' * depth}{self!r} {states}".rstrip()]
        for child in self.children:
            if child.has("visible"):
                lines += child.dump(depth + 1)
        return lines

    def __repr__(self):
        return f"{self.accessible.get_role_name()} “{self.name}”"


def _xdotool(*arguments):
    subprocess.run(["xdotool", *arguments], check=True, timeout=TIMEOUT)


def write_kubeconfig(text):
    """A kubeconfig file with this text, in the test's own home; returns its path."""
    fd, path = tempfile.mkstemp(prefix="kubeconfig-", dir=os.environ["HOME"])
    with os.fdopen(fd, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def _write_settings(values):
    """What the program finds in its GSettings: a keyfile, as inside a Flatpak."""
    folder = os.path.join(os.environ["XDG_CONFIG_HOME"], "glib-2.0", "settings")
    os.makedirs(folder, mode=0o700, exist_ok=True)
    with open(os.path.join(folder, "keyfile"), "w", encoding="utf-8") as file:
        file.write(f"[{SETTINGS_PATH}]\n")
        file.writelines(f"{key}={value}\n" for key, value in values.items())


class App:
    """The running program.

    kubeconfig: path for KUBECONFIG, or None for none at all
    args:       more arguments
    size:       (width, height) of its window; None leaves what the program remembers
    dark:       the dark style
    env:        more environment variables
    sandboxed:  KINFORMER starts it in a sandbox
    """

    def __init__(self, kubeconfig=None, args=(), size=None, dark=False, env=None, sandboxed=False):
        self.kubeconfig = kubeconfig
        self.args = list(args)
        self.size = size
        self.dark = dark
        self.env = env or {}
        self.sandboxed = sandboxed
        self.exit_status = None
        self.root = None

    # Start and end

    def __enter__(self):
        if self.size is not None:
            width, height = self.size
            _write_settings({"window-width": width, "window-height": height, "window-maximized": "false"})

        launcher = Gio.SubprocessLauncher.new(Gio.SubprocessFlags.NONE)
        if self.kubeconfig is not None:
            launcher.setenv("KUBECONFIG", self.kubeconfig, True)
        launcher.setenv("ADW_DEBUG_COLOR_SCHEME", "prefer-dark" if self.dark else "prefer-light", True)
        launcher.setenv("G_DEBUG", "fatal-warnings", True)
        for name, value in self.env.items():
            launcher.setenv(name, value, True)

        fd, self.stderr_path = tempfile.mkstemp(prefix="stderr-")
        os.close(fd)
        launcher.set_stderr_file_path(self.stderr_path)
        self.process = launcher.spawnv([os.environ.get("KINFORMER", "kinformer"), *self.args])
        self.pid = int(self.process.get_identifier())
        self.process.wait_async(None, self._exited_cb)

        try:
            self.root = wait_for(self._find_root, what="the program shows its window")
            self.window = wait_for(lambda: self.root.find(Role.FRAME), what="the window")
        except Failure:
            self._abort()
            raise
        return self

    def __exit__(self, kind, error, trace):
        if kind is not None:
            self._report()
            self._abort()
            return False
        try:
            if self.exit_status is None:
                self.quit()
        except Failure:
            self._report()
            self._abort()
            raise
        return False

    def _exited_cb(self, process, result):
        process.wait_finish(result)
        self.exit_status = process.get_exit_status() if process.get_if_exited() else -process.get_term_sig()
        _waiter.stirred = True

    def _find_root(self):
        if self.exit_status is not None:
            raise Failure(f"the program ended with {self.exit_status} before it had a window")
        desktop = Atspi.get_desktop(0)
        for i in range(desktop.get_child_count()):
            application = desktop.get_child_at_index(i)
            if application is not None and self._is_ours(application):
                # libatspi's cache misses what GTK does not announce.
                application.set_cache_mask(Atspi.Cache.NONE)
                root = Node(application)
                return root if root.find(Role.FRAME) is not None else None
        return None

    def _is_ours(self, application):
        """By its process, or in a sandbox, whose proxy hides that, by its name: nobody else is on this bus."""
        if self.sandboxed:
            return application.get_name() == "kinformer"
        return application.get_process_id() == self.pid

    def activate(self, action, parameter=None):
        """One of the program's actions, such as "quit" or "about"."""
        arguments = GLib.Variant("(sava{sv})", (action, [parameter] if parameter is not None else [], {}))
        bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        bus.call_sync(APPLICATION_ID, "/" + SETTINGS_PATH, "org.gtk.Actions", "Activate", arguments,
                      None, Gio.DBusCallFlags.NO_AUTO_START, TIMEOUT * 1000)

    def quit(self):
        """Ends the program by its quit action and looks at what it left behind."""
        try:
            self.activate("quit")
        except GLib.Error:
            # A program that crashes does not answer: how it ended, and with which words, says more.
            pass
        self.wait_end()

    def wait_end(self):
        """Waits until the program has ended, which must be without an error or a leak."""
        wait_for(lambda: self.exit_status is not None, what="the program ends")
        words = self._read_stderr()
        if self.exit_status != 0 or re.search(r"Sanitizer|runtime error:|-(WARNING|CRITICAL) \*\*", words):
            sys.stderr.write(words)
            raise Failure(f"the program ended with {self.exit_status} and the words above")

    def _read_stderr(self):
        with open(self.stderr_path, encoding="utf-8", errors="replace") as file:
            return file.read()

    def _abort(self):
        if self.exit_status is None:
            self.process.force_exit()
            wait_for(lambda: self.exit_status is not None, what="the program is killed")
        sys.stderr.write(self._read_stderr())

    def _report(self):
        """What is on the screen, for whoever reads the log."""
        if self.exit_status is not None or self.root is None:
            return
        try:
            sys.stderr.write("\n".join(self.root.dump()) + "\n")
        except GLib.Error as error:
            sys.stderr.write(f"the window could not be read: {error.message}\n")
        folder = os.environ.get("KIN_PICTURES")
        if folder is not None:
            self.screenshot(os.path.join(folder, f"failed-{self.pid}.png"))

    # Find

    def find(self, role=None, name=None, states=()):
        return self.root.find(role, name, states)

    def find_all(self, role=None, name=None, states=()):
        return self.root.find_all(role, name, states)

    def wait(self, role=None, name=None, states=(), timeout=TIMEOUT):
        """Waits until something that fits is shown; returns it."""
        wanted = [role.value_nick if role is not None else "anything", repr(name) if name is not None else "", *states]
        return wait_for(lambda: self.find(role, name, states), timeout, " ".join(wanted))

    def wait_gone(self, role=None, name=None, states=(), timeout=TIMEOUT):
        """Waits until nothing that fits is shown any more."""
        wait_for(lambda: self.find(role, name, states) is None, timeout, f"no {name!r} any more")

    def wait_label(self, text, timeout=TIMEOUT):
        """Waits for a label or title with this text (a pattern: that holds it)."""
        return wait_for(lambda: self._find_words(text), timeout, f"the words {text!r}")

    def _find_words(self, text):
        roles = (Role.LABEL, Role.STATIC, Role.HEADING)
        return next((node for node in self.root.walk() if node.role in roles and node.fits(None, text, ())), None)

    # Do

    def press(self, name, role=None):
        """Presses the button (or what else acts) with this name, without a pointer."""
        def find():
            nodes = self.find_all(role, name, ("sensitive",))
            return next((node for node in nodes if node.accessible.get_n_actions() > 0), None)

        wait_for(find, what=f"something to press named {name!r}").do_action()

    def key(self, *keys):
        """Types keys as xdotool names them, such as "ctrl+q" or "Down"."""
        _xdotool("windowfocus", "--sync", self._x_window(), "key", "--clearmodifiers", *keys)

    def type(self, text):
        """Types a text."""
        _xdotool("windowfocus", "--sync", self._x_window(), "type", "--clearmodifiers", text)

    def _x_window(self):
        # The program's first window; its popovers have none that has a name.
        found = subprocess.run(["xdotool", "search", "--onlyvisible", "--pid", str(self.pid), "--name", "."],
                               check=True, capture_output=True, text=True, timeout=TIMEOUT)
        return found.stdout.split()[0]

    def settle(self, quiet=1.0, timeout=TIMEOUT):
        """Waits until nothing has changed for so many seconds; what never rests is left at it after timeout."""
        start = time.monotonic()

        def is_quiet():
            now = time.monotonic()
            return now - max(_waiter.last_event, start) >= quiet or now - start >= timeout

        wait_for(is_quiet, timeout + quiet, "the window comes to rest")

    def screenshot(self, path):
        """A picture of the window, without the frame that it draws where there is no window manager."""
        subprocess.run(["import", "-window", self._x_window(), path], check=True, timeout=TIMEOUT)
        subprocess.run(["mogrify", "-shave", "5x5", "+repage", path], check=True, timeout=TIMEOUT)

    # Rows

    def table(self, name=None):
        """The shown list or tree with this name (or the only one)."""
        return wait_for(lambda: self.find(Role.TREE_TABLE, name) or self.find(Role.TABLE, name), what=f"the table {name!r}")

    def row_nodes(self, name=None):
        return [node for node in self.table(name).find_all(Role.TABLE_ROW) if node.find(Role.TABLE_CELL) is not None]

    def rows(self, name=None):
        """The rows on screen as lists of the cells' texts."""
        rows = [self.cells(row) for row in self.row_nodes(name)]
        # A row that was taken away while it was read has no cells any more.
        return [cells for cells in rows if cells]

    @staticmethod
    def cells(row):
        return [cell.text for cell in row.children if cell.role == Role.TABLE_CELL]

    def row(self, title, name=None):
        """Waits for the row with this text in one of its cells; returns it."""
        def find():
            return next((row for row in self.row_nodes(name) if title in self.cells(row)), None)

        return wait_for(find, what=f"a row with {title!r}")

    def select(self, title, name=None):
        """Clicks a row and waits until it is selected."""
        self.row(title, name).click()
        return wait_for(lambda: self._selected(title, name), what=f"{title!r} is selected")

    def _selected(self, title, name):
        row = self.row(title, name)
        return row if row.has("selected") else None

    def expand(self, title, name=None):
        self._turn(title, name, "Expand", "Collapse")

    def collapse(self, title, name=None):
        self._turn(title, name, "Collapse", "Expand")

    def _turn(self, title, name, before, after):
        wait_for(lambda: self.row(title, name).find(Role.BUTTON, before), what=f"{title!r} can {before}").do_action()
        wait_for(lambda: self.row(title, name).find(Role.BUTTON, after), what=f"{title!r} can {after}")


def main(names):
    """Runs a file's test_… functions and prints TAP."""
    tests = [(name, test) for name, test in names.items() if name.startswith("test_")]
    failed = 0
    print(f"1..{len(tests)}")
    for number, (name, test) in enumerate(tests, 1):
        title = name.removeprefix("test_").replace("_", "-")
        try:
            test()
        except Exception:  # whatever it is, the others still run
            traceback.print_exc()
            failed += 1
            print(f"not ok {number} - {title}")
        else:
            print(f"ok {number} - {title}")
    sys.exit(1 if failed else 0)
