"""The window on the real cluster: the tree follows what is done, in time, and keeps its selection and expansion.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import re
import time

import changes
import workloads
from harness import App, Role, wait_for
from live import KubectlWatch, main
from servers import Failure, check
from workloads import DEPLOYMENTS, Namespaces, deployment, deployments_path

NAMESPACE = "window"
LIMIT = 20  # seconds
OLD_IMAGE = "registry.example.com/web:1"
NEW_IMAGE = "registry.example.com/web:2"


class Window:
    """The tree of Deployments as a person reads it, beside what the API server says.

    It is read often, and each thing that is asked for is a call to the program: so the names of rows and cells, and
    no more.
    """

    def __init__(self, app, cluster, record=None):
        self.app = app
        self.cluster = cluster
        self.record = record
        self.list = None

    def find_list(self):
        """There is none as long as there is no Deployment."""
        table = self.app.find(Role.TREE_TABLE)
        if table is not None:
            head, self.list = table.children
            self.columns = [label.name for label in head.find_all(Role.LABEL)]

    def nodes(self):
        if self.list is None:
            self.find_list()
        return {node.name: node for node in self.list.children} if self.list is not None else {}

    def names(self):
        return list(self.nodes())

    def node(self, name):
        return self.nodes().get(name)

    def has(self, name, **cells):
        """Whether there is a row with this name and these cells: Ready="3/3"."""
        node = self.node(name)
        if node is None:
            return False
        shown = dict(zip(self.columns, (cell.name for cell in node.children)))
        return all(shown[column.replace("_", "-")] == text for column, text in cells.items())

    def is_expanded(self, name):
        return self.node(name).find(Role.BUTTON, "Collapse") is not None

    def reach(self, what, shown, told):
        """Waits until the window shows what kubectl was told, and prints how long it took from there."""
        wait_for(shown, timeout=LIMIT, what=what)
        now = time.time()
        when, _ = self.record.wait(told, what)
        print(f"# {what}: shown {max(0, now - when) * 1000:.0f} ms after kubectl was told")

    def check_kept(self, *expanded):
        """The Deployment is selected still, and open is what was open."""
        check(self.node("web").has("selected"), "“web” is not selected any more")
        for name in expanded:
            check(self.is_expanded(name), f"“{name}” is not open any more")

    def children(self, kind, owner):
        """The names of a namespace's objects that one object owns, as kubectl has them."""
        path = {"replicasets": "/apis/apps/v1", "pods": "/api/v1"}[kind]
        items = self.cluster.get(f"{path}/namespaces/{NAMESPACE}/{kind}")["items"]
        return {item["metadata"]["name"] for item in items
                if any(reference["name"] == owner for reference in item["metadata"].get("ownerReferences", []))}

    def wait_tree(self, owner, pods):
        """Waits until these are the rows: the Deployment, its ReplicaSet, the pods of that."""
        def shown():
            names = self.names()
            return names[:2] == ["web", owner] and set(names[2:]) == pods and len(names) == 2 + len(pods)

        wait_for(shown, timeout=LIMIT, what=f"the rows of {owner} and {pods}")


def is_rolled_out(replicas, image):
    def told(item):
        containers = item["spec"]["template"]["spec"]["containers"]
        return (workloads.is_settled(item) and item["spec"]["replicas"] == replicas and containers[0]["image"] == image)

    return told


def shows_rolled_out(window, replicas, image):
    return lambda: window.has("web", Ready=f"{replicas}/{replicas}", Up_to_date=str(replicas), Images=image)


def open_tree(window):
    """Opens the Deployment and its ReplicaSet; returns that one's name."""
    owner, = window.children("replicasets", "web")
    window.app.expand("web")
    window.app.expand(owner)
    window.wait_tree(owner, window.children("pods", owner))
    window.app.select("web")
    return owner


def change_image(window, old_owner):
    """The old ReplicaSet has no pods in the end, and goes from the tree."""
    body = {"spec": {"template": {"spec": {"containers": [{"name": "web", "image": NEW_IMAGE}]}}}}
    window.cluster.patch(deployments_path(NAMESPACE, "web"), body)
    window.reach("the new image is rolled out", shows_rolled_out(window, 3, NEW_IMAGE), is_rolled_out(3, NEW_IMAGE))
    owner, = window.children("replicasets", "web") - {old_owner}
    window.wait_tree(owner, set())
    window.check_kept("web")
    window.app.expand(owner)
    window.wait_tree(owner, window.children("pods", owner))
    return owner


def scale(window, owner):
    window.cluster.patch(deployments_path(NAMESPACE, "web"), {"spec": {"replicas": 5}})
    window.reach("five replicas", shows_rolled_out(window, 5, NEW_IMAGE), is_rolled_out(5, NEW_IMAGE))
    pods = window.children("pods", owner)
    check(len(pods) == 5, f"pods: {pods}")
    window.wait_tree(owner, pods)
    window.check_kept("web", owner)
    return pods


def delete_pod(window, owner, pods):
    gone = min(pods)
    start = time.time()
    window.cluster.delete(f"/api/v1/namespaces/{NAMESPACE}/pods/{gone}")
    wait_for(lambda: gone not in window.names() and window.has("web", Ready="5/5"), timeout=LIMIT, what=f"{gone} is gone")
    print(f"# a pod is deleted and replaced: shown {(time.time() - start) * 1000:.0f} ms after it was asked for")
    window.wait_tree(owner, window.children("pods", owner))
    window.check_kept("web", owner)


def join(above, below):
    """Two readings of a list of which the second begins further down, within the first or right behind it."""
    n = next(n for n in range(len(below), -1, -1) if above[len(above) - n:] == below[:n])
    return above + below[n:]


def read_changes(app, is_last):
    """All rows of the Changes page: a list holds only what is near the part that is seen."""
    page = app.wait(Role.LIST, "Changes, newest first")

    def names():
        return [node.name for node in page.children]

    def places():
        return [node.extents[1] for node in page.children]

    page.click(button=4, count=100)
    rows = wait_for(names)
    for _ in range(200):
        if is_last(rows[-1]):
            return rows
        before = places()
        page.click(button=5)
        wait_for(lambda: places() != before, what="the page scrolls")
        rows = join(rows, names())
    raise Failure(f"the last change does not come: {rows}")


def check_changes(window):
    """The Changes page tells the differences of the states that kubectl was told, newest first."""
    states = [item for _, item in window.record.objects if item["metadata"]["name"] == "web"]
    pairs = [pair for pair in zip(states, states[1:]) if changes.differences(*pair)]
    window.app.press("Changes")
    rows = read_changes(window.app, re.compile(r"\S+ created, test-writer").match)
    check(len(rows) == len(pairs) + 1, f"{len(pairs)} changes were told, {len(rows) - 1} are shown: {rows}")
    for row, (old, new) in zip(rows, reversed(pairs)):
        check(changes.row_fits(row, old, new), f"“{row}” is not {changes.differences(old, new)}")
    print(f"# {len(pairs)} changes of the Deployment are shown as kubectl was told them")


def test_tree_follows(cluster):
    with (Namespaces(cluster, NAMESPACE), KubectlWatch(cluster, "deployments", "-n", NAMESPACE) as record,
          App(kubeconfig=cluster.kubeconfig, size=(1600, 900)) as app):
        app.wait(Role.LABEL, re.compile("^Watching since"), timeout=LIMIT)
        window = Window(app, cluster, record)
        cluster.create(deployments_path(NAMESPACE), deployment("web", OLD_IMAGE, 3))
        window.reach("a new Deployment", shows_rolled_out(window, 3, OLD_IMAGE), is_rolled_out(3, OLD_IMAGE))
        owner = change_image(window, open_tree(window))
        delete_pod(window, owner, scale(window, owner))
        check_changes(window)

        start = time.time()
        cluster.delete(deployments_path(NAMESPACE, "web"))
        wait_for(lambda: window.node("web") is None, timeout=LIMIT, what="“web” is gone")
        print(f"# the Deployment is deleted: shown {(time.time() - start) * 1000:.0f} ms after it was asked for")


def test_apiserver_killed(cluster):
    """The rows stay, the words say so, and the window is live again by itself."""
    with Namespaces(cluster, NAMESPACE):
        cluster.create(deployments_path(NAMESPACE), deployment("web", OLD_IMAGE, 2))
        workloads.wait_settled(cluster)
        with App(kubeconfig=cluster.kubeconfig, size=(1600, 900)) as app:
            app.wait(Role.LABEL, re.compile("^Watching since"), timeout=LIMIT)
            window = Window(app, cluster)
            wait_for(lambda: window.has("web", Ready="2/2"), what="the row")
            with cluster.without_apiserver():
                words = app.wait(Role.LABEL, re.compile("^Backing off: .*retry in"), timeout=LIMIT).name
                data = app.wait(name=re.compile(r"showing data from \d\d:\d\d:\d\d"), timeout=LIMIT).name
                print(f"# {words}; {data}")
                check(window.has("web", Ready="2/2"), "the row did not stay")
            app.wait(Role.LABEL, re.compile("^Watching since"), timeout=60)
            cluster.patch(deployments_path(NAMESPACE, "web"), {"spec": {"replicas": 3}})
            wait_for(lambda: window.has("web", Ready="3/3"), timeout=60, what="three replicas after the restart")


# What the window says of each context that is not let in, or not everywhere.
PAGES = {
    "bad-token": "Not Signed In",
    "wrong-ca": "Certificate Not Trusted",
    "refused": "Connection Refused",
    "admin-cert": "New ones show up here by themselves",
    "viewer": "The namespace “default” has none",
}


def test_contexts(cluster):
    for context, words in PAGES.items():
        with cluster.context(context) as path, App(kubeconfig=path, size=(1300, 800)) as app:
            app.wait_label(words)
            print(f"# {context}: {words}")


main(globals())
