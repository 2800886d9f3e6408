#!/usr/bin/env python3
# check-layers.py: a room of src/ includes itself and the rooms before it, and GTK is for ui/ alone.
#
# SPDX-License-Identifier: GPL-3.0-or-later

import pathlib
import re
import sys

ORDER = ["base", "object", "config", "client", "cache", "journal", "controller", "model", "ui"]

ALLOWED = {room: set(ORDER[: i + 1]) for i, room in enumerate(ORDER)}
# The simulated server shares no code with what it tests.
ALLOWED["demo"] = {"base", "object", "demo"}
# The programs may use all, and nobody uses the programs.
ALLOWED["programs"] = {*ORDER, "demo", "programs"}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
TOOLKIT = re.compile(r"^(gtk|gdk|gsk|adwaita|gtksourceview|libadwaita|vte)\b")


def check_include(room, bracket, name):
    """What is wrong with including name in room, or None."""
    if TOOLKIT.match(name):
        return None if room in ("ui", "programs") else f"{name} is a toolkit's, and {room}/ draws nothing"
    if bracket == "<" or name == "config.h" or name.endswith("-resources.h"):
        return None
    target = name.partition("/")[0] if "/" in name else None
    if target is None:
        return f"“{name}” names no room: write “{room}/{name}”"
    if target not in ALLOWED[room]:
        return f"{room}/ may not include {target}/"
    return None


def check_file(path, source):
    room = path.relative_to(source).parts[0]
    if room not in ALLOWED:
        return [f"{path}: {room}/ is no room of this house"]
    problems = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        match = INCLUDE.match(line)
        problem = check_include(room, *match.groups()) if match else None
        if problem:
            problems.append(f"{path}:{number}: {problem}")
    return problems


def main():
    source = pathlib.Path(sys.argv[1], "src").resolve()
    files = sorted(path for path in source.rglob("*.[ch]"))
    problems = [problem for path in files for problem in check_file(path, source)]
    print("\n".join(problems))
    if not files:
        problems = [f"no source under {source}"]
    sys.exit(1 if problems else 0)


main()
