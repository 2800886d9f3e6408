"""The objects of an invented shop: what the pictures and the tests of the lists show.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import datetime
import uuid

IMAGE = "registry.example.com"


def ago(**past):
    moment = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(**past)
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def uid_of(*parts):
    return str(uuid.uuid5(uuid.NAMESPACE_URL, "/".join(parts)))


def meta(kind, namespace, name, created, owner=None, labels=None, annotations=None):
    metadata = {"name": name, "uid": uid_of(kind, namespace, name), "creationTimestamp": created,
                "generation": 1, "labels": labels or {"app": name}}
    if namespace:
        metadata["namespace"] = namespace
    if annotations:
        metadata["annotations"] = annotations
    if owner is not None:
        metadata["ownerReferences"] = [{
            "apiVersion": "apps/v1", "kind": owner["kind"], "name": owner["metadata"]["name"],
            "uid": owner["metadata"]["uid"], "controller": True, "blockOwnerDeletion": True}]
    return metadata


def template(app, image):
    return {"metadata": {"labels": {"app": app}},
            "spec": {"containers": [{"name": "web", "image": f"{IMAGE}/{image}", "ports": [{"containerPort": 8080}],
                                     "resources": {"requests": {"cpu": "100m", "memory": "128Mi"}}}]}}


def condition(type_, value, reason, message="", since=None):
    since = since or ago(hours=3)
    return {"type": type_, "status": value, "reason": reason, "message": message,
            "lastTransitionTime": since, "lastUpdateTime": since}


def deployment(namespace, name, replicas, created, image, revision=1, ready=None, updated=None, unavailable=0, progress="NewReplicaSetAvailable"):
    ready = replicas if ready is None else ready
    updated = replicas if updated is None else updated
    status = {"observedGeneration": 1, "replicas": replicas + unavailable, "updatedReplicas": updated,
              "readyReplicas": ready, "availableReplicas": ready,
              "conditions": [condition("Available", "True", "MinimumReplicasAvailable", "Deployment has minimum availability."),
                             condition("Progressing", "False" if progress == "ProgressDeadlineExceeded" else "True", progress)]}
    if replicas > ready:
        status["unavailableReplicas"] = replicas - ready
    return {"apiVersion": "apps/v1", "kind": "Deployment",
            "metadata": meta("Deployment", namespace, name, created,
                             annotations={"deployment.kubernetes.io/revision": str(revision)}),
            "spec": {"replicas": replicas, "selector": {"matchLabels": {"app": name}}, "template": template(name, image),
                     "strategy": {"type": "RollingUpdate", "rollingUpdate": {"maxSurge": 1, "maxUnavailable": 0}}},
            "status": status}


def replica_set(owner, suffix, replicas, created, image, revision, ready=None):
    app = owner["metadata"]["name"]
    namespace = owner["metadata"]["namespace"]
    spec = template(app, image)
    spec["metadata"]["labels"]["pod-template-hash"] = suffix
    return {"apiVersion": "apps/v1", "kind": "ReplicaSet",
            "metadata": meta("ReplicaSet", namespace, f"{app}-{suffix}", created, owner,
                             {"app": app, "pod-template-hash": suffix}, {"deployment.kubernetes.io/revision": str(revision)}),
            "spec": {"replicas": replicas, "selector": {"matchLabels": spec["metadata"]["labels"]}, "template": spec},
            "status": {"replicas": replicas, "readyReplicas": replicas if ready is None else ready,
                       "availableReplicas": replicas if ready is None else ready, "observedGeneration": 1}}


def pod(owner, suffix, created, node, state="Running", restarts=0):
    running = state in ("Running", "Terminating")
    address = f"10.42.{int(node[-2:])}.{sum(suffix.encode()) % 250 + 2}"
    container = owner["spec"]["template"]["spec"]["containers"][0]
    waiting = {"waiting": {"reason": state}}
    metadata = meta("Pod", owner["metadata"]["namespace"], f"{owner['metadata']['name']}-{suffix}", created, owner,
                    owner["metadata"]["labels"])
    if state == "Terminating":
        metadata["deletionTimestamp"] = ago(seconds=5)
        metadata["deletionGracePeriodSeconds"] = 30
    return {"apiVersion": "v1", "kind": "Pod", "metadata": metadata,
            "spec": {"nodeName": node, "containers": [container]},
            "status": {"phase": "Running" if running or restarts else "Pending", "podIP": address, "podIPs": [{"ip": address}],
                       "conditions": [condition("Ready", "True" if running else "False", "")],
                       "containerStatuses": [{"name": "web", "image": container["image"], "ready": running, "restartCount": restarts,
                                              "state": {"running": {"startedAt": created}} if running else waiting}]}}


def rollout(api, namespace, name, replicas, created, image, revision, suffix):
    """A Deployment that is as it should be, with its ReplicaSet and pods."""
    whole = deployment(namespace, name, replicas, created, image, revision)
    replicas_of = replica_set(whole, suffix, replicas, created, image, revision)
    api.apply("deployments", whole)
    api.apply("replicasets", replicas_of)
    for i in range(replicas):
        api.apply("pods", pod(replicas_of, f"{'bcdfghjk'[i]}x{i}lq", created, f"node-{i * 4 % 11 + 1:02}"))


def fill(api):
    """A shop in the middle of a rollout."""
    for namespace in ("default", "kube-system", "ml", "monitoring", "shop"):
        api.apply("namespaces", {"apiVersion": "v1", "kind": "Namespace", "status": {"phase": "Active"},
                                 "metadata": meta("Namespace", "", namespace, ago(days=200))})

    rollout(api, "shop", "cart", 4, ago(days=12), "cart:2.4", 3, "6c4fd8b7b9")
    rollout(api, "shop", "frontend", 6, ago(days=41), "frontend:3.2", 11, "5d9c7b6f4d")
    rollout(api, "ml", "recommender", 2, ago(days=88), "recommender:0.9", 4, "7f8d5c9b6c")
    rollout(api, "shop", "search", 3, ago(days=19), "search:1.1", 2, "848f9dcb75")
    rollout(api, "monitoring", "grafana", 1, ago(days=120), "grafana:12.1", 1, "75d4c8f6b5")
    checkout(api)
    payments(api)


def checkout(api):
    whole = deployment("shop", "checkout", 4, ago(days=41), "web:1.26", 8, ready=3, unavailable=1, progress="ReplicaSetUpdated")
    new = replica_set(whole, "7d9f6c5b44", 4, ago(seconds=38), "web:1.26", 8, ready=3)
    old = replica_set(whole, "5bb8c9f7d6", 1, ago(days=9), "web:1.25", 7)
    api.apply("deployments", whole)
    api.apply("replicasets", new)
    api.apply("replicasets", old)
    api.apply("pods", pod(new, "8x2lq", ago(seconds=36), "node-07"))
    api.apply("pods", pod(new, "c5tnp", ago(seconds=29), "node-02"))
    api.apply("pods", pod(new, "kk9ws", ago(seconds=14), "node-11"))
    api.apply("pods", pod(new, "zv4hd", ago(seconds=3), "node-04", "ContainerCreating"))
    api.apply("pods", pod(old, "m2c7r", ago(days=9), "node-07", "Terminating"))


def payments(api):
    whole = deployment("shop", "payments", 2, ago(hours=3), "payments:5.0", 6, ready=1, progress="ProgressDeadlineExceeded")
    new = replica_set(whole, "6b5f7d8c94", 2, ago(hours=3), "payments:5.0", 6, ready=1)
    api.apply("deployments", whole)
    api.apply("replicasets", new)
    api.apply("pods", pod(new, "qd8rz", ago(hours=3), "node-02"))
    api.apply("pods", pod(new, "t7kvp", ago(hours=3), "node-04", "CrashLoopBackOff", restarts=12))
