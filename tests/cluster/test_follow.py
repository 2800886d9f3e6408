"""Informers keep in step with the server: what client-go's and ours hold is what it lists, object by object.

SPDX-License-Identifier: GPL-3.0-or-later

Where the server has a control path it goes wrong at random meanwhile. KIN_FOLLOW_MINUTES=10 goes on for so long,
KINFORMER_TEST_SEED is for other writes and other faults.
"""

import os
import subprocess
import time

from live import Watch, check_legal, listed, main
from servers import check
from workloads import DEPLOYMENTS

SECONDS = 20
BOUND = 90  # seconds after the last fault
PODS = "/api/v1/pods"


def follow(cluster):
    """Makes changes and faults; fails unless client-go's informers get over them."""
    seconds = int(60 * float(os.environ.get("KIN_FOLLOW_MINUTES", 0))) or SECONDS
    command = [os.environ["KIN_FOLLOW"], "--kubeconfig", cluster.kubeconfig, "--seconds", str(seconds),
               "--seed", os.environ.get("KINFORMER_TEST_SEED", "1"), f"--faults={str(cluster.can_fail).lower()}"]
    done = subprocess.run(command, check=False, stderr=subprocess.PIPE, text=True)
    check(done.returncode == 0, done.stderr)


def wait_equal(cluster, watch, path):
    end = time.monotonic() + BOUND
    while watch.content != listed(cluster.get(path)):
        check(time.monotonic() < end, f"kinformer-watch is not equal within {BOUND} s: {watch.content} {listed(cluster.get(path))}")
        watch.wait_line(seconds=0.2)


def test_in_step(cluster):
    with Watch(cluster, "-A", "deployments") as deployments, Watch(cluster, "-A", "pods") as pods:
        follow(cluster)
        for watch, path in ((deployments, DEPLOYMENTS), (pods, PODS)):
            wait_equal(cluster, watch, path)
            check_legal(watch.events)
            print(f"# kinformer-watch {watch.arguments[-1]}: {len(watch.content)} objects, {len(watch.events)} events told")


if "KIN_FOLLOW" in os.environ:
    main(globals(), demo=["--seed", "1"])
else:
    print("1..0 # SKIP client-go's informers need Go ≥ 1.26 to be built")
