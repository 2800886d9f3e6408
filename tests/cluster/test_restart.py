"""The API server is killed and comes back: kinformer-watch says so in words, keeps what it has, and is live again.

SPDX-License-Identifier: GPL-3.0-or-later
"""

from live import Forwarder, Watch, check_legal, listed, main
from servers import check
from workloads import DEPLOYMENTS, Namespaces, deployment, deployments_path, wait_settled

NAMESPACE = "restart"


def create_some(cluster):
    for i in range(5):
        cluster.create(deployments_path(NAMESPACE), deployment(f"web-{i}", replicas=2))
    wait_settled(cluster)


def wait_live(cluster, watch):
    """Waits until the watch has told a change: one that ends at once, with nothing told, is another case."""
    watch.wait_state("watching")
    cluster.patch(deployments_path(NAMESPACE, "web-4"), {"metadata": {"annotations": {"note": "watched"}}})
    watch.wait(lambda lines: any(line["type"] == "update" for line in lines), "the first change")


def check_killed_and_restarted(cluster):
    create_some(cluster)
    with Watch(cluster, "-A", "deployments") as watch:
        wait_live(cluster, watch)

        position = watch.position
        with cluster.without_apiserver():
            line = watch.wait_state("backing-off", position)
            print(f"# {line['reason']}; again in {line.get('retryInSeconds')} s")
            check(line["reason"] != "", f"no reason: {line}")
            check(line.get("retryInSeconds", -1) >= 0, f"no time of the next try: {line}")
            position = watch.position

        watch.wait_state("watching", position, seconds=60)
        cluster.create(deployments_path(NAMESPACE), deployment("after", replicas=1))
        watch.wait(lambda lines: f"{NAMESPACE}/after" in watch.content, "the Deployment made after the restart")
        wait_settled(cluster)
        expected = listed(cluster.get(DEPLOYMENTS))
        watch.wait(lambda lines: watch.content == expected, "the content is the API server's again")
        stored = watch.stop()

    check(stored == expected, "the cache differs from the API server's list")
    check_legal(watch.events)
    lost = [event for event in watch.events if event["type"] == "delete"]
    check(lost == [], f"rows were lost: {lost}")


def test_killed_and_restarted(cluster):
    with Namespaces(cluster, NAMESPACE):
        check_killed_and_restarted(cluster)


def change(cluster):
    cluster.delete(deployments_path(NAMESPACE, "web-0"))
    cluster.delete(deployments_path(NAMESPACE, "web-1"))
    cluster.create(deployments_path(NAMESPACE), deployment("web-1"))
    cluster.create(deployments_path(NAMESPACE), deployment("new"))
    wait_settled(cluster)


def check_told_after_gap(cluster, history_lost):
    """What happened while the connection was cut is told once, and objects of one name are told apart."""
    create_some(cluster)
    with Forwarder(cluster) as forwarder, Watch(cluster, "-A", "deployments", kubeconfig=forwarder.kubeconfig) as watch:
        wait_live(cluster, watch)
        forwarder.cut()
        watch.wait_state("backing-off")
        change(cluster)
        if history_lost:
            with cluster.without_apiserver():
                pass  # it has no history but what is in its memory
        forwarder.restore()

        expected = listed(cluster.get(DEPLOYMENTS))
        watch.wait(lambda lines: watch.content == expected, "the content is the API server's again", 60)
        check(watch.stop() == expected, "the cache differs from the API server's list")
    check_legal(watch.events)
    deleted = [(event["key"], event["finalStateUnknown"]) for event in watch.events if event["type"] == "delete"]
    check(sorted(deleted) == [(f"{NAMESPACE}/web-0", history_lost), (f"{NAMESPACE}/web-1", history_lost)], f"deleted: {deleted}")


def test_changed_while_cut_off(cluster):
    with Namespaces(cluster, NAMESPACE):
        check_told_after_gap(cluster, history_lost=False)


def test_changed_while_cut_off_and_history_lost(cluster):
    with Namespaces(cluster, NAMESPACE):
        check_told_after_gap(cluster, history_lost=True)


main(globals())
