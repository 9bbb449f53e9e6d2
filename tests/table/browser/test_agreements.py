"""Arrangements with others, made on the page: draws, a second player, and calls to another program."""

from __future__ import annotations

import json
import sqlite3

from playwright.sync_api import Browser, expect

from tests.table.browser.guests import DESKTOP, PHONE, Guest, make_table
from tests.table.browser.server import Server


def test_a_draw_is_offered_declined_and_agreed_to(browser: Browser, server: Server) -> None:
    with (
        Guest(browser, server, DESKTOP) as ann,
        Guest(browser, server, PHONE) as bob,
        Guest(browser, server, DESKTOP) as cem,
    ):
        made = make_table(ann, "diplomacy-lagoon", 3, 0)
        guests = ann, bob, cem
        for guest, seat in zip(guests, made["seats"], strict=True):
            guest.sit(seat["link"])
        for guest in guests:
            guest.wait_turn()
        ann.page.get_by_label("Orders as text").fill("A ASK - HUB")
        ann.press("Write")
        ann.wait_for("#draft li", "A ASK - HUB")
        ann.press("More")
        ann.press("Offer a draw", "#more")
        bob.wait_for("#offers", "offers a draw.")
        expect(ann.page.locator("#draft")).to_contain_text("A ASK - HUB")
        bob.press("Decline")
        for guest in guests:
            expect(guest.page.locator("#offers .offer")).to_have_count(0)
            guest.wait_for("#pane-log .line", "Bob does not agree.") if guest is ann else None
            guest.press("Ready")
            guest.press("Ready anyway")
        for guest in guests:
            guest.wait_for("#headline", "Fall")
            guest.wait_turn()
        bob.press("More")
        bob.press("Offer a draw", "#more")
        for guest in (ann, cem):
            guest.wait_for("#offers", "offers a draw.")
            guest.press("Agree")
        for guest in guests:
            expect(guest.page.locator("#offers .offer")).to_have_count(0)
            guest.press("Ready")
            guest.press("Ready anyway")
        for guest in guests:
            guest.wait_for("body[data-status=over]")
            expect(guest.page.locator("#outcome")).to_contain_text("draw")


def test_two_people_who_ask_for_the_same_game_are_seated_together(browser: Browser, server: Server) -> None:
    with Guest(browser, server, DESKTOP) as ann, Guest(browser, server, PHONE) as bob:
        for guest, game in ((ann, "go-fish"), (bob, "go-fish")):
            guest.open(f"/games/{game}")
            guest.page.get_by_role("button", name="Find another player").click()
            guest.page.wait_for_selector("body[data-ready]")
        assert ann.page.url.partition("/tables/")[2] == bob.page.url.partition("/tables/")[2]
        for guest in (ann, bob):
            guest.wait_for("body[data-status=playing]")
            assert guest.page.locator("#seats li").count() == 4, "bots fill the rest"
        with Guest(browser, server) as cem:
            cem.open("/games/go-fish")
            cem.page.get_by_role("button", name="Find another player").click()
            cem.page.wait_for_selector("body[data-ready]")
            assert cem.page.url.partition("/tables/")[2] != ann.page.url.partition("/tables/")[2]


def test_every_seat_says_for_itself_what_is_called_at_its_turns(browser: Browser, server: Server) -> None:
    with Guest(browser, server, DESKTOP) as ann, Guest(browser, server, PHONE) as bob:
        made = make_table(ann, "automation", 2, 0)
        for guest, seat in zip((ann, bob), made["seats"], strict=True):
            guest.sit(seat["link"])
        for guest, url in ((ann, "https://chat.example/ann"), (bob, "https://chat.example/bob")):
            guest.press("More")
            guest.page.fill("#webhook-url", url)
            guest.press("Save", "#more")
            guest.wait_for("#webhook [role=status]", "Saved")
            guest.press("Close", "#more")
        ann.expected = ("409",)
        ann.press("More")
        assert ann.page.input_value("#webhook-url") == "https://chat.example/ann"
        ann.page.fill("#webhook-url", "ftp://chat.example")
        ann.press("Save", "#more")
        ann.wait_for("#webhook [role=status]", "begins with https:// or http://")
        ann.page.fill("#webhook-url", "")
        ann.press("Save", "#more")
        ann.wait_for("#webhook [role=status]", "Notices are turned off.")
        with sqlite3.connect(server.file) as database:
            query = "SELECT r.data FROM rows r JOIN tables t ON t.key = r.key WHERE t.id = ? AND r.kind = 'webhook'"
            kept = [json.loads(data) for (data,) in database.execute(query, [made["id"]])]
        ours, theirs = "https://chat.example/ann", "https://chat.example/bob"
        assert kept == [{"seat": 0, "url": ours}, {"seat": 1, "url": theirs}, {"seat": 0}]
