"""Choosing notices in a browser: a device, an address that is confirmed by a link, quiet hours, and a single table."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.table.browser.guests import SIZES, Guest, make_table
from tests.table.browser.server import Server
from tests.table.browser.test_axe import expect_clean
from tests.table.mail_sink import MailSink, mail_sink
from tests.table.push_service import Browser as Keys

SUBSCRIBE = """
  let mine = null;
  window.Notification = class { static permission = "granted"; static requestPermission = async () => "granted"; };
  PushManager.prototype.getSubscription = async () => mine;
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => (mine = {
    endpoint: "https://push.example.org/x", options: {}, unsubscribe: async () => (mine = null),
    toJSON: () => ({ endpoint: "https://push.example.org/x", keys: { p256dh: "P256DH", auth: "AUTH" } }),
    key: (window.key = applicationServerKey),
  });
"""
"""A browser with a push service: a headless one has none."""


@contextmanager
def mail_server() -> Iterator[MailSink]:
    """Run a mail server in a separate thread, because the browser's functions block this one."""
    loop, begun = asyncio.new_event_loop(), threading.Event()
    found: list[MailSink] = []
    stop = asyncio.Event()

    async def serve() -> None:
        async with mail_sink() as sink:
            found.append(sink)
            begun.set()
            await stop.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),))
    thread.start()
    begun.wait()
    try:
        yield found[0]
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join()
        loop.close()


@pytest.mark.parametrize("size", SIZES)
def test_a_person_chooses_how_they_are_called(browser: Browser, tmp_path: Path, size: str) -> None:
    with mail_server() as sink:
        server = Server(tmp_path / "tables.db", "--no-limits", "--smtp", f"smtp://127.0.0.1:{sink.port}")
        server.start()
        more: dict[str, Any] = {"service_workers": "allow", "timezone_id": "Europe/Vienna"}
        with Guest(browser, server, SIZES[size], reduced_motion="reduce", **more) as ann:
            keys = Keys()
            ann.context.add_init_script(SUBSCRIBE.replace("P256DH", keys.p256dh).replace("AUTH", keys.auth))
            table = make_table(ann, "spades", 1, 3)
            ann.sit(table["seats"][0]["link"])
            ann.wait_turn()
            ann.open("/you")
            ann.page.get_by_role("button", name="Notify this device").click()
            expect(ann.page.locator("[data-part=devices] .what")).to_contain_text("this device")
            assert len(ann.page.evaluate("window.key")) == 87
            ann.page.fill("#notice-address", "ann@example.org")
            ann.page.locator("[data-way=mail]").get_by_role("button", name="Save").click()
            expect(ann.page.locator("[data-part=mail-state]")).to_contain_text("Not confirmed yet")
            ann.page.check("[name=quiet]")
            expect(ann.page.locator("[data-part=said]")).to_have_text("Saved.")
            expect_clean(ann, "you")
            while not sink.raw:
                ann.page.wait_for_timeout(20)
            (link,) = re.findall(r"http\S+/mail/confirm/\S+", sink.messages[0].get_content())
            assert link.startswith(server.address)
            ann.open(link)
            expect_clean(ann, "confirm")
            ann.page.get_by_role("button", name="Yes, send them here").click()
            expect(ann.page.locator("h1")).to_have_text("Confirmed")
            ann.open("/you")
            expect(ann.page.locator("[data-part=mail-state]")).to_have_text("Confirmed.")
            expect(ann.page.locator("#notice-zone")).to_have_value("Europe/Vienna")
            expect(ann.page.locator("#notice-start")).to_have_value("22:00")
            ann.page.get_by_role("button", name="Send no more notices to").click()
            expect(ann.page.locator("[data-part=devices] li")).to_have_count(0)
            choose_at_table(ann, table["id"])
        server.stop()


def choose_at_table(ann: Guest, table: str) -> None:
    """Choose other ways for one table, and find them again."""
    for own in (False, True):
        ann.open(f"/tables/{table}")
        ann.wait_turn()
        ann.page.get_by_role("button", name="More", exact=True).click()
        form = ann.page.locator("#table-notices")
        expect(form.locator("[name=own]")).to_be_checked(checked=own)
        expect(form.locator("[data-way=mail]")).to_be_checked(checked=not own)
        if not own:
            form.locator("[name=own]").check()
            form.locator("[data-way=mail]").uncheck()
            expect(form.locator("[role=status]")).to_have_text("Saved.")
            expect_clean(ann, "more")


def test_without_a_person_nothing_is_offered_at_a_table(browser: Browser, tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.db", "--no-limits", "--no-people")
    server.start()
    with Guest(browser, server) as ann:
        ann.sit(make_table(ann, "spades", 1, 3)["seats"][0]["link"])
        ann.wait_turn()
        ann.page.get_by_role("button", name="More", exact=True).click()
        expect(ann.page.locator("#webhook")).to_be_visible()
        expect(ann.page.locator("#table-notices")).to_be_hidden()
    server.stop()
