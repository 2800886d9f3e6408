"""The lists move by themselves, and go by keyboard, search and namespace.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import copy
import re

import shop
from fakeapi import FakeApi
from harness import App, Role, main, wait_for, write_kubeconfig


def open_shop(api, **options):
    return App(kubeconfig=write_kubeconfig(api.kubeconfig("shop")), size=(1300, 800), **options)


def names(app):
    return [cells[0] for cells in app.rows()]


def row_of(app, name):
    return next((row for row in app.row_nodes() if row.name == name), None)


def wait_names(app, expected):
    wait_for(lambda: names(app) == expected, what=f"the rows {expected}")


def change(api, plural, namespace, name, edit):
    new = copy.deepcopy(api.objects[plural][(namespace, name)])
    edit(new)
    api.apply(plural, new)


ROOTS = ["cart", "checkout", "frontend", "grafana", "payments", "recommender", "search"]


def test_tree_moves():
    with FakeApi() as api:
        shop.fill(api)
        with open_shop(api) as app:
            wait_names(app, ROOTS)
            row_of(app, "checkout").find(Role.BUTTON, "Expand").do_action()
            wait_names(app, ["cart", "checkout", "checkout-7d9f6c5b44", "checkout-5bb8c9f7d6", *ROOTS[2:]])
            assert row_of(app, "checkout").find(Role.BUTTON, "Collapse", ("expanded",)) is not None

            change(api, "deployments", "shop", "checkout", lambda o: o["status"].update(readyReplicas=4, availableReplicas=4))
            wait_for(lambda: row_of(app, "checkout").text.startswith("checkout shop 4/4"), what="four are ready")

            api.delete("replicasets", "shop", "checkout-5bb8c9f7d6")
            wait_names(app, ["cart", "checkout", "checkout-7d9f6c5b44", *ROOTS[2:]])


def test_dots_in_words():
    with FakeApi() as api:
        shop.fill(api)
        with open_shop(api) as app:
            wait_names(app, ROOTS)
            wait_for(lambda: row_of(app, "checkout").find(name="3 ready, 1 starting, 1 old"), what="checkout's dots")
            wait_for(lambda: row_of(app, "payments").find(name="1 ready, 1 failed"), what="payments' dots")
            app.wait_label("2 rolling")


def test_keyboard():
    with FakeApi() as api:
        shop.fill(api)
        with open_shop(api) as app:
            wait_names(app, ROOTS)
            row_of(app, "cart").find(Role.LABEL, "cart").click()
            app.wait_label("Deployment in shop")
            app.key("Escape")
            app.wait_gone(name="Deployment in shop")

            app.key("Right")
            app.wait_label("cart-6c4fd8b7b9")
            app.key("Left")
            wait_names(app, ROOTS)

            app.key("Down", "Return")
            wait_for(lambda: app.find(Role.LABEL, "Deployment in shop") and row_of(app, "checkout").has("selected"),
                     what="checkout is open")


def test_search():
    with FakeApi() as api:
        shop.fill(api)
        with open_shop(api) as app:
            wait_names(app, ROOTS)
            app.key("ctrl+f")
            app.type("PAY")
            wait_names(app, ["payments"])
            app.type("nothing")
            app.wait_label("No Results Found")
            app.key("Escape")
            wait_names(app, ROOTS)


def test_sort():
    with FakeApi() as api:
        shop.fill(api)
        with open_shop(api) as app:
            wait_names(app, ROOTS)
            app.table().find(Role.LABEL, "Up-to-date").click()
            wait_for(lambda: names(app)[0] == "grafana", what="the fewest first")
            app.table().find(Role.LABEL, "Up-to-date").click()
            wait_for(lambda: names(app)[0] == "frontend", what="the most first")


def test_namespace():
    with FakeApi() as api:
        shop.fill(api)
        with open_shop(api) as app:
            wait_names(app, ROOTS)
            app.find(name="Namespace: All Namespaces").click()
            app.wait(Role.LABEL, "monitoring")
            app.type("ml")
            app.key("Return")
            wait_names(app, ["recommender"])
            app.wait(name="Namespace: ml")


def test_namespace_of_who_may_see_no_other():
    with FakeApi(forbidden=["deployments", "replicasets", "pods", "namespaces"]) as api:
        shop.fill(api)
        with open_shop(api) as app:
            app.wait_label("The namespace “default” has none")
            app.wait(name="Namespace: default").click()
            app.wait_label(re.compile("Type the name of yours"))
            app.type("ml")
            app.key("Return")
            wait_names(app, ["recommender"])

            app.wait(name="Namespace: ml").click()
            app.wait_label(re.compile("Type the name of yours"))
            app.key("Return")
            app.wait_label(re.compile("list and watch deployments.apps in all namespaces"))
            app.wait(name="Namespace: All Namespaces")


def test_other_kind():
    with FakeApi() as api:
        shop.fill(api)
        with open_shop(api) as app:
            wait_names(app, ROOTS)
            app.find(Role.LIST, "Kinds").find(Role.LABEL, "Pods").click()
            wait_for(lambda: app.table("Pods") and "payments-6b5f7d8c94-t7kvp" in names(app), what="the pods")
            wait_for(lambda: "CrashLoopBackOff" in row_of(app, "payments-6b5f7d8c94-t7kvp").text, what="its status")
            api.delete("pods", "shop", "payments-6b5f7d8c94-t7kvp")
            wait_for(lambda: "payments-6b5f7d8c94-t7kvp" not in names(app), what="the pod goes")


def test_server_goes_and_comes_back():
    with FakeApi() as api:
        shop.fill(api)
        with open_shop(api) as app:
            wait_names(app, ROOTS)
            api.stop()
            app.wait_label(re.compile(r"Disconnected — showing data from \d\d:\d\d:\d\d"))
            app.wait(name=re.compile("^Backing off: connection refused"))
            assert names(app) == ROOTS

            with FakeApi(port=api.port, version=5000) as again:
                shop.fill(again)
                again.delete("deployments", "shop", "cart")
                app.press("Retry")
                wait_names(app, ROOTS[1:])
                app.wait(name=re.compile("^Watching since"))
                app.wait_gone(name=re.compile("^Disconnected"))


main(globals())
