"""Transcripts: commands and what they print, replayed in a shell with kubectl on PATH.

SPDX-License-Identifier: GPL-3.0-or-later

    # What begins so is a comment.
    $ kubectl create configmap colours --from-literal=sky=blue
    configmap/colours created

    $ kubectl get configmap nowhere
    Error from server (NotFound): configmaps "nowhere" not found
    [exit 1]

A command goes on where a line begins with “> ”. All of a file's commands run in one shell, in an empty folder. What differs
from run to run stands as <age>, <hash>, <ip>, <node>, <time>, <uid>, <version>, and blanks between columns as two.
"""

import difflib
import os
import re
import secrets
import select
import subprocess
import tempfile
import time

LIMIT = 120  # seconds for a command
SUFFIX = "[bcdfghjklmnpqrstvwxz2456789]"  # what Kubernetes makes names of

PATTERNS = [(re.compile(pattern, re.MULTILINE), replacement) for pattern, replacement in [
    (r"^[IWE]\d{4} \d\d:\d\d:\d\d\.\d+ .*\n?", ""),  # what a library logs, when it happens to
    (r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b", "<uid>"),
    (r"\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z", "<time>"),
    (r"\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d \w{3} \d{4} \d\d:\d\d:\d\d [+-]\d{4}", "<time>"),
    (r"(resourceVersion\"?: ?)\"\d+\"", r"\1<version>"),
    (r"\b10\.\d+\.\d+\.\d+\b", "<ip>"),
    (rf"-{SUFFIX}{{8,10}}-{SUFFIX}{{5}}\b", "-<hash>-<id>"),
    (rf"-{SUFFIX}{{8,10}}\b", "-<hash>"),
    (rf"(pod-template-hash[=:]\"? ?){SUFFIX}{{8,10}}\b", r"\1<hash>"),
    (rf"-{SUFFIX}{{5}}\b(?!-)", "-<id>"),
    (r"(?<=\s)(?:\d+[smhd]){1,2}(?= |$)", "<age>"),
    (r"(?<=\S) {2,}(?=\S)", "  "),
    (r"[ \t]+$", ""),
]]


def normalise(text, nodes):
    for node in nodes:
        text = re.sub(rf"\b{re.escape(node)}\b", "<node>", text)
    for pattern, replacement in PATTERNS:
        text = pattern.sub(replacement, text)
    return text.rstrip("\n")


class Step:
    def __init__(self, command):
        self.command = command
        self.expected = ""
        self.comments = []

    def text(self):
        lines = [f"# {comment}".rstrip() for comment in self.comments]
        first, *rest = self.command.split("\n")
        return "\n".join([*lines, f"$ {first}", *(f"> {line}".rstrip() for line in rest), *([self.expected] if self.expected else [])])


def parse(text):
    """The steps of a transcript."""
    steps, comments, lines = [], [], []

    def finish():
        if steps:
            steps[-1].expected = "\n".join(lines).rstrip("\n")
        lines.clear()

    for line in text.split("\n"):
        if line == "#" or line.startswith("# "):
            if not comments:
                finish()
            comments.append(line[2:])
        elif line.startswith("$ "):
            if not comments:
                finish()
            steps.append(Step(line[2:]))
            steps[-1].comments, comments = comments, []
        elif re.match(r">( |$)", line) and not lines:
            steps[-1].command += "\n" + line[2:]
        else:
            lines.append(line)
    finish()
    return steps


class Shell:
    """A bash that commands are given to one by one."""

    def __init__(self, environment):
        self.folder = tempfile.TemporaryDirectory(prefix="transcript-")
        self.mark = secrets.token_hex(8)
        self.process = subprocess.Popen(["bash"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                        cwd=self.folder.name, env=environment)

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait(LIMIT)
        self.folder.cleanup()
        return False

    def run(self, command):
        """What a command prints, and its exit code where that is not 0."""
        self.process.stdin.write(f"{command}\nprintf '\\n{self.mark} %d\\n' $?\n".encode())
        self.process.stdin.flush()
        text, code = self._read(command)
        return text if code == 0 else f"{text}\n[exit {code}]".lstrip("\n")

    def _read(self, command):
        data, end = b"", time.monotonic() + LIMIT
        pattern = re.compile(rf"\n?\n{self.mark} (\d+)\n$".encode())
        while (match := pattern.search(b"\n" + data)) is None:
            ready, _, _ = select.select([self.process.stdout], [], [], max(0, end - time.monotonic()))
            part = os.read(self.process.stdout.fileno(), 65536) if ready else b""
            if part == b"":
                self.process.kill()
                raise AssertionError(f"this did not end within {LIMIT} s, or ended the shell: {command}\n{data.decode()}")
            data += part
        return (b"\n" + data)[1:match.start()].decode(errors="replace"), int(match.group(1))


def replay(path, environment, nodes):
    """Runs a transcript on a cluster with these nodes; returns where it differs, as a diff, and how it would read with what was printed."""
    with open(path, encoding="utf-8") as file:
        steps = parse(file.read())
    differences = []
    with Shell(environment) as shell:
        for step in steps:
            printed = normalise(shell.run(step.command), nodes)
            if printed != step.expected:
                lines = difflib.unified_diff(step.expected.split("\n"), printed.split("\n"), "expected", "printed", lineterm="", n=100)
                differences += [f"$ {step.command}", *lines, ""]
            step.expected = printed
    return differences, "\n\n".join(step.text() for step in steps) + "\n"
