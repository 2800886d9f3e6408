"""What a person types: kubectl's commands print the same on both servers, as the transcripts in kubectl/ say.

SPDX-License-Identifier: GPL-3.0-or-later

KIN_RECORD=1 writes what is printed into the transcripts, to be looked at: only ever on the real cluster. KIN_TRANSCRIPTS
names some of them, separated by blanks.
"""

import functools
import os
import pathlib
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor

from live import main
from servers import TIMEOUT, Failure
from transcript import replay

FOLDER = pathlib.Path(__file__).parent / "kubectl"
JOBS = 4


@functools.cache
def nodes_of(cluster):
    return cluster.kubectl("get", "nodes", "-o", "jsonpath={.items[*].metadata.name}").split()


def environment(cluster, namespace, home):
    """Of a shell in which kubectl leads to the namespace."""
    (home / "kubectl").symlink_to(os.environ["KIN_KUBECTL"])
    config = home / "config"
    config.write_bytes(pathlib.Path(cluster.kubeconfig).read_bytes())
    values = {**os.environ, "HOME": str(home), "KUBECONFIG": str(config), "PATH": f"{home}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8",
              "TZ": "UTC", "NS": namespace}
    subprocess.run(["kubectl", "config", "set-context", "--current", f"--namespace={namespace}"], check=True, stdout=subprocess.DEVNULL,
                   env=values)
    return values


def check_transcript(cluster, path):
    namespace = f"kubectl-{path.stem}"
    cluster.kubectl("delete", "namespace", namespace, "--ignore-not-found")
    cluster.kubectl("create", "namespace", namespace)
    cluster.kubectl("wait", "--for=create", "serviceaccount/default", "-n", namespace, f"--timeout={TIMEOUT}s")
    try:
        with tempfile.TemporaryDirectory(prefix="kubectl-") as home:
            differences, printed = replay(path, environment(cluster, namespace, pathlib.Path(home)), nodes_of(cluster))
    finally:
        cluster.kubectl("delete", "namespace", namespace, "--wait=false")
    if os.environ.get("KIN_RECORD"):
        path.write_text(printed, encoding="utf-8")
    elif differences:
        raise Failure("\n".join([f"{path.name}:", *differences]))


def transcripts():
    names = os.environ.get("KIN_TRANSCRIPTS", "").split()
    return [path for path in sorted(FOLDER.glob("*.txt")) if not names or path.stem in names]


@functools.cache
def results(cluster):
    """All of them run at once, as they mostly wait: {path: future}. Each has a namespace of its own."""
    pool = ThreadPoolExecutor(JOBS)
    return {path: pool.submit(check_transcript, cluster, path) for path in transcripts()}


def transcript_test(path):
    return lambda cluster: results(cluster)[path].result()


main({f"test_{path.stem}": transcript_test(path) for path in transcripts()})
