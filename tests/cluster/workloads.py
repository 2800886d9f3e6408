"""Deployments for the tests on a cluster, and a writer who changes them at random.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import random
import time

from servers import TIMEOUT, check

DEPLOYMENTS = "/apis/apps/v1/deployments"


def deployments_path(namespace, name=None):
    path = f"/apis/apps/v1/namespaces/{namespace}/deployments"
    return path if name is None else f"{path}/{name}"


def deployment(name, image="registry.example.com/web:1", replicas=1):
    labels = {"app": name}
    return {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": name, "labels": labels},
        "spec": {
            "replicas": replicas,
            "selector": {"matchLabels": labels},
            "template": {
                "metadata": {"labels": labels},
                "spec": {"containers": [{"name": "web", "image": image}]},
            },
        },
    }


class Namespaces:
    """Namespaces in which pods can be made, as long as the block lasts."""

    def __init__(self, cluster, *names):
        self.cluster = cluster
        self.names = names

    def __enter__(self):
        for name in self.names:
            body = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}}
            self.cluster.create("/api/v1/namespaces", body)
        for name in self.names:
            self.cluster.kubectl("wait", "--for=create", "serviceaccount/default", "-n", name, f"--timeout={TIMEOUT}s")
        return self

    def __exit__(self, kind, error, trace):
        # After an outage the controllers, too, come back only by and by.
        self.cluster.kubectl("delete", "namespace", *self.names, "--timeout=110s")
        return False


def settled(answer):
    """Whether the controllers have done what each Deployment of a list asks for."""
    return all(is_settled(item) for item in answer["items"])


def is_settled(item):
    status = item["status"]
    counts = [status.get(name, 0) for name in ("replicas", "updatedReplicas", "availableReplicas")]
    return status.get("observedGeneration") == item["metadata"]["generation"] and counts == [item["spec"]["replicas"]] * 3


def wait_settled(cluster):
    end = time.monotonic() + 2 * TIMEOUT
    while not settled(cluster.get(DEPLOYMENTS)):
        check(time.monotonic() < end, f"the Deployments did not settle within {2 * TIMEOUT} s")
        time.sleep(0.1)


class RandomWriter:
    """Creates, updates and deletes Deployments; a seed gives the same changes again."""

    def __init__(self, cluster, namespaces, seed):
        self.cluster = cluster
        self.namespaces = namespaces
        self.random = random.Random(seed)
        self.present = set()
        self.counts = {"create": 0, "update": 0, "delete": 0}

    def act(self):
        verb = self.random.choice(["create", "create", "update", "update", "update", "delete"])
        if verb == "create" or not self.present:
            self.create()
        elif verb == "update":
            self.update()
        else:
            self.delete()

    # Few names, so that one which was deleted soon comes back as another object.
    def create(self):
        free = [(namespace, f"web-{i}") for namespace in self.namespaces for i in range(20)
                if (namespace, f"web-{i}") not in self.present]
        namespace, name = self.random.choice(free)
        self.cluster.create(deployments_path(namespace), deployment(name, replicas=self.random.randrange(3)))
        self.present.add((namespace, name))
        self.counts["create"] += 1

    def update(self):
        namespace, name = self.random.choice(sorted(self.present))
        image = f"registry.example.com/web:{self.random.randrange(100)}"
        body = self.random.choice([
            {"spec": {"replicas": self.random.randrange(4)}},
            {"spec": {"template": {"spec": {"containers": [{"name": "web", "image": image}]}}}},
            {"metadata": {"annotations": {"note": image}}},
        ])
        self.cluster.patch(deployments_path(namespace, name), body)
        self.counts["update"] += 1

    def delete(self):
        namespace, name = self.random.choice(sorted(self.present))
        self.cluster.delete(deployments_path(namespace, name))
        self.present.remove((namespace, name))
        self.counts["delete"] += 1
