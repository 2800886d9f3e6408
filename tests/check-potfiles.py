#!/usr/bin/env python3
# check-potfiles.py: po/POTFILES.in names each file with words to translate, no other, in order.
#
# SPDX-License-Identifier: GPL-3.0-or-later

import pathlib
import re
import sys

C_WORDS = re.compile(r'\b(?:_|N_|C_|NC_|Q_|ngettext|g_dngettext|g_dpgettext2?)\s*\(\s*"')
XML_WORDS = re.compile(r'translatable\s*=\s*"(?:yes|true)"')
SCHEMA_WORDS = re.compile(r"<summary>")

WORDS = {".c": C_WORDS, ".h": C_WORDS, ".ui": XML_WORDS}


def has_words(path):
    if path.name.endswith((".desktop.in", ".metainfo.xml.in")):
        return True
    if path.name.endswith(".gschema.xml"):
        return bool(SCHEMA_WORDS.search(path.read_text(encoding="utf-8")))
    pattern = WORDS.get(path.suffix)
    return pattern is not None and bool(pattern.search(path.read_text(encoding="utf-8")))


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    listed = [line for line in (root / "po/POTFILES.in").read_text(encoding="utf-8").splitlines()
              if line and not line.startswith("#")]
    files = [path for folder in ("data", "src") for path in (root / folder).rglob("*") if path.is_file()]
    wanted = sorted(str(path.relative_to(root)) for path in files if has_words(path))

    problems = [f"po/POTFILES.in lacks {name}" for name in wanted if name not in listed]
    problems += [f"po/POTFILES.in names {name}, which has no words to translate" for name in listed if name not in wanted]
    if listed != sorted(set(listed)):
        problems.append("po/POTFILES.in is not sorted, or names a file twice")
    print("\n".join(problems))
    sys.exit(1 if problems else 0)


main()
