"""Pictures of the window's pages: light, dark and narrow. What ./dev screenshot --all runs.

SPDX-License-Identifier: GPL-3.0-or-later

The folder to put them in is KIN_PICTURES.
"""

import copy
import os
import re

import shop
from fakeapi import FakeApi, kubeconfig
from harness import App, Role, main, wait_for, write_kubeconfig

FOLDER = os.environ.get("KIN_PICTURES", ".")
WIDE = (1440, 860)
NARROW = (400, 760)


def take(app, name):
    app.screenshot(os.path.join(FOLDER, f"{name}.png"))


def row_of(app, name):
    return next((row for row in app.row_nodes() if row.name == name), None)


def expand(app, name):
    wait_for(lambda: row_of(app, name), what=name)
    row_of(app, name).find(Role.BUTTON, "Expand").do_action()
    wait_for(lambda: row_of(app, name).find(Role.BUTTON, "Collapse"), what=f"{name} is expanded")


def open_checkout(app):
    expand(app, "checkout")
    expand(app, "checkout-7d9f6c5b44")
    expand(app, "checkout-5bb8c9f7d6")
    wait_for(lambda: row_of(app, "checkout-5bb8c9f7d6-m2c7r"), what="the last pod")


def show_checkout(app):
    row_of(app, "checkout").find(Role.LABEL, "checkout").click()
    app.wait_label("Deployment in shop")


def edit(api, manager, fields, change):
    """A change of checkout by a field manager, who then owns the fields."""
    new = copy.deepcopy(api.objects["deployments"][("shop", "checkout")])
    change(new)
    entry = {"manager": manager, "operation": "Update", "apiVersion": "apps/v1", "time": shop.ago(),
             "fieldsType": "FieldsV1", "fieldsV1": fields}
    if "f:status" in fields:
        entry["subresource"] = "status"
    new["metadata"].setdefault("managedFields", []).append(entry)
    api.apply("deployments", new)


def picture_cluster(style, **options):
    with FakeApi() as api:
        shop.fill(api)
        with App(kubeconfig=write_kubeconfig(api.kubeconfig("prod-eu")), **options) as app:
            open_checkout(app)
            if options["size"] == NARROW:
                take(app, f"deployments-{style}")
            show_checkout(app)
            app.wait_label(re.compile("Rolling out revision 8"))
            if options["size"] != NARROW:
                take(app, f"deployments-{style}")
            else:
                take(app, f"overview-{style}")

            edit(api, "argocd-controller", {"f:metadata": {"f:annotations": {"f:deploy/ticket": {}}}},
                 lambda o: o["metadata"]["annotations"].update({"deploy/ticket": "OPS-1190"}))
            edit(api, "kubectl-edit", {"f:spec": {"f:strategy": {"f:rollingUpdate": {"f:maxSurge": {}}}}},
                 lambda o: o["spec"]["strategy"]["rollingUpdate"].update(maxSurge="25%"))
            edit(api, "kube-controller-manager", {"f:status": {"f:readyReplicas": {}, "f:availableReplicas": {}}},
                 lambda o: o["status"].update(readyReplicas=4, availableReplicas=4))
            app.press("Changes")
            app.wait_label(re.compile("status.readyReplicas"))
            take(app, f"changes-{style}")

            app.press("YAML")
            app.wait(Role.TEXT)
            take(app, f"yaml-{style}")


def picture_pods(style, **options):
    with FakeApi() as api:
        shop.fill(api)
        with App(kubeconfig=write_kubeconfig(api.kubeconfig("prod-eu")), **options) as app:
            wait_for(lambda: row_of(app, "checkout"), what="checkout")
            app.find(Role.LIST, "Kinds").find(Role.LABEL, "Pods").click()
            wait_for(lambda: row_of(app, "cart-6c4fd8b7b9-bx0lq"), what="the pods")
            take(app, f"pods-{style}")


def picture_states(style, **options):
    with App(**options) as app:
        app.wait_label("No Kubeconfig")
        take(app, f"no-kubeconfig-{style}")
    with App(kubeconfig=write_kubeconfig(kubeconfig("https://127.0.0.1:1", "prod-eu")), **options) as app:
        app.wait_label("Connection Refused")
        take(app, f"refused-{style}")


def test_light():
    picture_cluster("light", size=WIDE)
    picture_pods("light", size=WIDE)
    picture_states("light", size=WIDE)


def test_dark():
    picture_cluster("dark", size=WIDE, dark=True)
    picture_pods("dark", size=WIDE, dark=True)
    picture_states("dark", size=WIDE, dark=True)


def test_narrow():
    picture_cluster("narrow", size=NARROW)
    picture_states("narrow", size=NARROW)


main(globals())
