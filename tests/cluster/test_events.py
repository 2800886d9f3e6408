"""kinformer-watch tells every change that the API server sends, once and in order, and its cache ends up equal.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import os
import time
from collections import defaultdict
from datetime import datetime

from live import Watch, WatchRecord, check_legal, key_of, listed, main
from servers import check
from workloads import DEPLOYMENTS, Namespaces, RandomWriter, settled, wait_settled

CHANGES = 200
LIMIT = 30  # seconds after the writer has stopped
NAMESPACES = ("events-a", "events-b", "events-c")


def wait_equal(cluster, watch):
    """Waits until nothing moves and the lines say what the API server lists; returns that, and how long it took."""
    start = time.monotonic()
    while time.monotonic() - start < LIMIT:
        answer = cluster.get(DEPLOYMENTS)
        expected = listed(answer)
        if settled(answer) and watch.content == expected and listed(cluster.get(DEPLOYMENTS)) == expected:
            return expected, time.monotonic() - start
        watch.wait_line(seconds=0.2)
    raise AssertionError(f"not equal within {LIMIT} s: {difference(watch.content, listed(cluster.get(DEPLOYMENTS)))}")


def difference(ours, theirs):
    return {key: (ours.get(key), theirs.get(key)) for key in ours.keys() | theirs.keys() if ours.get(key) != theirs.get(key)}


def versions_by_key(pairs):
    versions = defaultdict(list)
    for key, version in pairs:
        versions[key].append(version)
    return versions


def check_nothing_lost(watch, record, first):
    """Every event of the API server's own watch was told, in the order of its key, and nothing else was."""
    told = versions_by_key((e["key"], (e["type"], e["resourceVersion"])) for e in watch.events if not e["initial"])
    names = {"ADDED": "add", "MODIFIED": "update", "DELETED": "delete"}
    sent = versions_by_key((key_of(event["object"]), (names[event["type"]], event["object"]["metadata"]["resourceVersion"]))
                           for _, event in record)
    check(told == sent, f"told and sent differ: { {k: (told[k], sent[k]) for k in told.keys() | sent.keys() if told[k] != sent[k]} }")
    initial = {e["key"]: (e["uid"], e["resourceVersion"]) for e in watch.events if e["initial"]}
    check(initial == first, f"the first list differs: {difference(initial, first)}")


def print_delays(watch, record):
    sent = {event["object"]["metadata"]["resourceVersion"]: when for when, event in record}
    told = {e["resourceVersion"]: time_of(e) for e in watch.events}
    delays = sorted(told[version] - sent[version] for version in sent)
    print(f"# {len(delays)} events; told after the API server's own watch: median {delays[len(delays) // 2] * 1000:.1f} ms, "
          f"at most {delays[-1] * 1000:.1f} ms")


def time_of(event):
    return datetime.fromisoformat(event["time"]).timestamp()


def check_random_changes(cluster, seed):
    writer = RandomWriter(cluster, NAMESPACES, seed)
    for _ in range(10):
        writer.create()
    wait_settled(cluster)

    first = cluster.get(DEPLOYMENTS)
    record = WatchRecord(cluster, DEPLOYMENTS, first["metadata"]["resourceVersion"])
    with Watch(cluster, "-A", "deployments") as watch:
        watch.wait_state("watching")
        for _ in range(CHANGES):
            writer.act()
        expected, seconds = wait_equal(cluster, watch)
        print(f"# {writer.counts}; equal {seconds:.1f} s after the writer had stopped")
        stored = watch.stop()
    sent = record.stop()

    check(stored == expected, f"the cache differs: {difference(stored, expected)}")
    check_legal(watch.events)
    check_nothing_lost(watch, sent, listed(first))
    print_delays(watch, sent)


def test_200_random_changes(cluster):
    seed = int(os.environ.get("KINFORMER_TEST_SEED", "1"))
    print(f"# seed {seed}")
    with Namespaces(cluster, *NAMESPACES):
        check_random_changes(cluster, seed)


main(globals())
