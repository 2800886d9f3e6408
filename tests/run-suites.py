#!/usr/bin/env python3
# run-suites.py BUILD-FOLDER SUITE…: runs meson's suites and sums up what their tests say.
#
# SPDX-License-Identifier: GPL-3.0-or-later

import json
import os
import pathlib
import re
import subprocess
import sys

TAP_LINE = re.compile(r"^(not )?ok\b(?!.*#\s*(?:SKIP|TODO))", re.IGNORECASE)
TAP_SKIP = re.compile(r"^(?:not )?ok\b.*#\s*SKIP|^1\.\.0\s*#\s*SKIP", re.IGNORECASE)


class Sum:
    def __init__(self):
        self.passed = self.failed = self.skipped = 0

    def add(self, test):
        """A program's cases, if it speaks TAP, else the program."""
        lines = (test.get("stdout") or "").splitlines()
        cases = [match for match in map(TAP_LINE.match, lines) if match]
        failed = sum(1 for case in cases if case.group(1))
        skipped = sum(1 for line in lines if TAP_SKIP.match(line))
        good = test["result"] in ("OK", "SKIP")

        self.passed += len(cases) - failed
        self.failed += failed
        self.skipped += skipped
        if not cases and not skipped:
            self.passed += test["result"] == "OK"
            self.skipped += test["result"] == "SKIP"
        # A leak, a crash or a time-out after cases that passed.
        if not good and failed == 0:
            self.failed += 1

    def __str__(self):
        return f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped"


def count_tests(folder, suite):
    answer = subprocess.run(["meson", "introspect", "--tests", folder], check=True, capture_output=True, text=True)
    return sum(1 for test in json.loads(answer.stdout) if any(name.endswith(":" + suite) for name in test["suite"]))


def run(folder, suites):
    """meson's exit code and what its log says of each program."""
    log = pathlib.Path(folder, "meson-logs", "testlog.json")
    log.unlink(missing_ok=True)
    command = ["meson", "test", "-C", folder, "--no-rebuild", "--print-errorlogs"]
    for suite in suites:
        command += ["--suite", suite]
    code = subprocess.run(command).returncode
    tests = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()] if log.exists() else []
    return code, tests


def main():
    folder, *suites = sys.argv[1:]
    total = Sum()
    reasons = []

    missing = os.environ.get("KIN_CLUSTER_MISSING")
    if missing and "cluster" in suites:
        suites.remove("cluster")
        total.skipped += max(count_tests(folder, "cluster"), 1)
        reasons.append(f"skipped: the suite “cluster”: {missing}")

    code, tests = run(folder, suites) if suites else (0, [])
    for test in tests:
        total.add(test)
        if test["result"] == "SKIP":
            words = (test.get("stdout") or "it gave no reason").splitlines()
            reasons.append(f"skipped: {test['name']}: {words[0]}")
    if code != 0 and total.failed == 0:
        total.failed += 1
        reasons.append(f"meson test ended with {code}")

    print("\n".join(["", *reasons, str(total)]))
    sys.exit(1 if total.failed else 0)


main()
