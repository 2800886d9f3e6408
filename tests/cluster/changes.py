"""What changed between two states of a Deployment, worked out without KInformer, in the words that its rows are read by.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import json
import re

# What changes with every write and says nothing.
NOISE = {"metadata.resourceVersion", "metadata.generation", "metadata.managedFields"}

# What tells the elements of a list apart.
LIST_KEYS = {"containers": "name", "conditions": "type", "ports": "containerPort", "env": "name"}

IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*$")


def words_of(value):
    """A value as it is shown, or None where that is a text of its own: of an object or a list."""
    if isinstance(value, (dict, list)):
        return None
    if not isinstance(value, str):
        return json.dumps(value)
    try:
        float(value)
    except ValueError:
        return value or '""'
    return json.dumps(value)


def step(path, key):
    if IDENTIFIER.match(key):
        return f"{path}.{key}" if path else key
    return f"{path}[{json.dumps(key)}]"


def by_key(items, name):
    key = LIST_KEYS[name]
    return {str(item[key]): item for item in items}


def differences(old, new, path="", name=""):
    """[(path, old, new)]: None where there is none."""
    if path in NOISE or old == new:
        return []
    if name in ("annotations", "labels"):  # told one by one also when the first comes
        old, new = old or {}, new or {}
    if isinstance(old, dict) and isinstance(new, dict):
        pairs = [(step(path, key), old.get(key), new.get(key), key) for key in {**old, **new}]
    elif isinstance(old, list) and isinstance(new, list):
        old, new = by_key(old, name), by_key(new, name)
        pairs = [(f"{path}[{key}]", old.get(key), new.get(key), "") for key in {**old, **new}]
    else:
        return [(path, old, new)]
    return [found for pair in pairs for found in differences(pair[1], pair[2], pair[0], pair[3])]


def owned(fields, path=""):
    """The paths of a fieldsV1."""
    found = set()
    for name, below in fields.items():
        if name.startswith("f:"):
            place = step(path, name[2:])
        elif name.startswith("k:"):
            place = f"{path}[{next(iter(json.loads(name[2:]).values()))}]"
        else:
            continue  # ".": the thing itself
        found |= {place} | owned(below, place)
    return found


def managers(new, found):
    """Who may have written these differences: who owns now all that is there. What left has no owner."""
    written = {path for path, _, value in found if value is not None}
    return {entry["manager"] for entry in new["metadata"]["managedFields"] if written <= owned(entry["fieldsV1"])}


def row_fits(row, old, new):
    """Whether a row of the Changes page, as it is read out, tells just what changed between two states."""
    head, *told = row.split("; ")
    found = differences(old, new)
    return (len(told) == len(found) and head.split(", ", 1)[1] in managers(new, found) and
            all(any(tells(words, *difference) for words in told) for difference in found))


def tells(words, path, old, new):
    if old is None:
        text = words_of(new)
        return words.startswith(f"{path} added: ") if text is None else words == f"{path} added: {text}"
    if new is None:
        text = words_of(old)
        return words.startswith(f"{path} removed, was ") if text is None else words == f"{path} removed, was {text}"
    return words == f"{path} from {words_of(old)} to {words_of(new)}"
