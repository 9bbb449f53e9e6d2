"""The installed app: it opens offline and says so, stores nothing of a game, shows turn notices and a badge."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession, expect

from tests.table.browser.guests import DESKTOP, PHONE, Guest, make_table
from tests.table.browser.server import Server
from tests.table.browser.test_axe import expect_clean

READY = "navigator.serviceWorker.ready.then((one) => one.active.scriptURL)"
CONTROLLED = "() => navigator.serviceWorker.controller !== null"
STORED = """async () => {
  const found = [];
  for (const name of await caches.keys())
    for (const request of await (await caches.open(name)).keys()) found.push(request.url);
  return found;
}"""
BADGES = """
  window.badges = [];
  navigator.setAppBadge = async (number) => void window.badges.push(number);
  navigator.clearAppBadge = async () => void window.badges.push(0);
"""
NOTICES = """async () => {
  const found = await (await navigator.serviceWorker.ready).getNotifications();
  return found.map((one) => ({ title: one.title, body: one.body, tag: one.tag, path: one.data.path }));
}"""


def app(browser: Browser, server: Server, **more: Any) -> Guest:
    """A guest whose browser has the service worker."""
    guest = Guest(browser, server, service_workers="allow", **more)
    guest.open("/")
    guest.page.evaluate(READY)
    guest.page.wait_for_function(CONTROLLED)
    return guest


def push(guest: Guest, data: str) -> None:
    """Deliver a message of a push service to the service worker."""
    devtools: CDPSession = guest.context.new_cdp_session(guest.page)
    found: list[str] = []
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda said: found.extend(one["registrationId"] for one in said["registrations"]),
    )
    devtools.send("ServiceWorker.enable")
    while not found:
        guest.page.wait_for_timeout(10)
    told = {"origin": guest.server.address, "registrationId": found[-1], "data": data}
    devtools.send("ServiceWorker.deliverPushMessage", told)
    devtools.detach()


def wait_for_notices(guest: Guest, count: int) -> list[dict[str, str]]:
    """Wait until that many notices are shown, and return them. (A page's promise would count as true at once.)"""
    while len(found := guest.page.evaluate(NOTICES)) != count:
        guest.page.wait_for_timeout(20)
    notices: list[dict[str, str]] = found
    return notices


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_app_opens_offline_says_so_and_continues(
    browser: Browser, tmp_path: Path, size: Any, request: pytest.FixtureRequest
) -> None:
    server = Server(tmp_path / "tables.db")
    server.start()
    request.addfinalizer(server.stop)
    with app(browser, server, size=size) as ann:
        ann.expected = ("net::ERR", "WebSocket")
        table = make_table(ann, "spades", 1, 3)
        ann.sit(table["seats"][0]["link"])
        ann.context.set_offline(True)
        server.kill()
        for path in ("/", f"/tables/{table['id']}", "/games"):
            ann.open(path)
            expect(ann.page.locator("h1")).to_have_text("You are offline")
        assert ann.page.evaluate("getComputedStyle(document.body).fontFamily").startswith("system-ui")
        expect_clean(ann, "offline")
        ann.open(f"/tables/{table['id']}")
        ann.page.click("#again")
        expect(ann.page.locator("h1")).to_have_text("You are offline")
        ann.context.set_offline(False)  # there is a network, and no server yet
        server.start()
        ann.page.wait_for_selector("body[data-ready]")
        assert ann.page.url.endswith(f"/tables/{table['id']}")


def test_nothing_of_a_game_is_stored(browser: Browser, server: Server) -> None:
    with app(browser, server) as ann:
        table = make_table(ann, "spades", 1, 3)
        ann.sit(table["seats"][0]["link"])
        ann.wait_turn()
        ann.open("/games")
        stored = ann.page.evaluate(STORED)
        assert stored
        assert {re.sub(r"static/[\w-]+\.(css|js|svg)$", "static", url) for url in stored} == {
            f"{server.address}/static",
            f"{server.address}/offline",
        }


def test_a_new_version_replaces_the_old_one_and_what_it_stored(browser: Browser, server: Server) -> None:
    with app(browser, server) as ann:
        (before,) = ann.page.evaluate("caches.keys()")
        ann.page.evaluate("navigator.serviceWorker.register('/service-worker.js?v=next', { scope: '/' })")
        assert not before.endswith(" next")
        while len(names := ann.page.evaluate("caches.keys()")) != 1 or not names[0].endswith(" next"):
            ann.page.wait_for_timeout(20)
        ann.open("/games")  # which brings this version back
        while ann.page.evaluate("caches.keys()") != [before]:
            ann.page.wait_for_timeout(20)


def test_a_message_is_shown_and_goes_away_at_the_table(whole_browser: Browser, server: Server) -> None:
    with app(whole_browser, server, permissions=["notifications"]) as ann:
        ann.page.add_init_script(BADGES)
        table = make_table(ann, "automation", 2, 0)
        path = f"tables/{table['id']}"
        told = {"title": "Your turn", "body": "Ann, it is your turn.", "path": path}
        push(ann, json.dumps(told))
        assert wait_for_notices(ann, 1) == [{**told, "tag": f"/{path}"}]
        push(ann, "not JSON")
        wait_for_notices(ann, 2)
        ann.sit(table["seats"][0]["link"])
        assert wait_for_notices(ann, 1)[0]["title"] == "Ludex"
        ann.page.wait_for_function("() => window.badges.at(-1) === 1")


def test_the_badge_counts_the_table_at_which_it_is_my_turn(browser: Browser, server: Server) -> None:
    with Guest(browser, server) as ann:  # without a service worker
        ann.page.add_init_script(BADGES)
        table = make_table(ann, "spades", 1, 3)
        ann.sit(table["seats"][0]["link"])
        ann.wait_turn()
        ann.page.wait_for_function("() => window.badges.at(-1) === 1")
        ann.open("/games")
        assert ann.page.evaluate("window.badges") == []
