"""Games that start and end, in a browser: the ready-check, replacements, strangers, ratings, and ways of Diplomacy."""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.table.browser.guests import PHONE, SIZES, Guest, make_table
from tests.table.browser.server import Server
from tests.table.browser.test_axe import expect_clean
from tests.table.browser.test_leavers import resign


@pytest.fixture
def old_server(tmp_path: Path) -> Iterator[Server]:
    """A server whose tables a test can make older."""
    made = Server(tmp_path / "tables.db", "--no-limits")
    made.start()
    yield made
    made.stop()


def let_hours_pass(server: Server, table: str, hours: float) -> None:
    """Make everything at a table older, while the server is stopped."""
    server.stop()
    with sqlite3.connect(server.file) as database:
        key = "SELECT key FROM tables WHERE id = ?"
        database.execute(f"UPDATE rows SET at = at - ? WHERE key IN ({key})", (hours * 3600, table))
        database.execute(f"DELETE FROM snapshots WHERE key IN ({key})", (table,))
    database.close()
    server.start()


def shot(guest: Guest, name: str) -> None:
    """Save pictures of a page, for people who want to look at it."""
    if folder := os.environ.get("LUDEX_SCREENS"):
        for theme in ("light", "dark"):
            guest.page.emulate_media(color_scheme=theme)
            guest.page.screenshot(path=f"{folder}/{name}-{theme}.png")


def test_a_game_with_deadlines_of_days_waits_for_its_players_and_gives_more_time(
    browser: Browser, old_server: Server
) -> None:
    with Guest(browser, old_server) as ann, Guest(browser, old_server, PHONE) as bob:
        ann.open("/new?game=automation")
        ann.page.select_option("#count", "2")
        ann.page.locator("#seat-rows > li").nth(0).locator("input").fill("Ann")
        ann.page.locator("#seat-rows > li").nth(1).locator("select").select_option("person")
        ann.page.select_option("#clock", "days")
        ann.page.fill("#grace", "2")
        ann.page.check("#weekend")
        expect_clean(ann, "a new table with deadlines of days")
        shot(ann, "new-days")
        ann.page.click("text=Make the table")
        rules = ann.page.locator("#lobby .rules-of-table")
        for said in ("2 days for every move.", "at most 2 hours late", "on Saturdays and Sundays (UTC)"):
            expect(rules).to_contain_text(said)
        link = ann.page.input_value("#lobby input[readonly]")
        table = ann.page.url.rpartition("/")[2]
        ann.expected = bob.expected = ("ERR_", "WebSocket")  # the server is away for a moment
        let_hours_pass(old_server, table, 3)
        bob.sit(link)
        bob.page.get_by_label("Your name").fill("Bob")
        bob.press("Take your seat", "#lobby")
        expect(bob.page.locator("#lobby")).to_contain_text("is asked whether they are ready")
        ann.wait_for("#lobby [data-part=ready]")
        expect_clean(ann, "the ready-check")
        shot(ann, "ready-desktop")
        shot(bob, "ready-phone")
        ann.press("I am ready", "#lobby")
        for guest in (ann, bob):
            guest.wait_for("body[data-status=playing]")
        ann.press("More")
        ann.press("Ask for more time", "#more")
        bob.wait_for("#offers", "Ann asks for more time. Most players must agree.")
        shot(bob, "more-time-phone")
        bob.press("Agree")
        for guest in (ann, bob):
            expect(guest.page.locator("#pane-log")).to_contain_text("Most players agree: everyone has more time.")


def test_strangers_see_how_reliable_the_others_are_and_replace_who_left(browser: Browser, server: Server) -> None:
    with ExitStack() as stack:
        ann, bob, cem = (stack.enter_context(Guest(browser, server)) for _ in range(3))
        eve = stack.enter_context(Guest(browser, server, reduced_motion="reduce"))
        made = make_table(ann, "modern-art", 3, 0, public=True, clock={"per_move": 86400})
        ann.sit(made["seats"][0]["link"])
        eve.open(f"/tables/{made['id']}")
        expect(eve.page.locator("#lobby li").first).to_contain_text("is seated · new here")
        expect_clean(eve, "the lobby of strangers")
        shot(eve, "lobby")
        for guest, seat in ((bob, 1), (cem, 2)):
            guest.sit(made["seats"][seat]["link"])
        ann.wait_for("body[data-status=playing]")
        resign(cem, [ann, bob])
        bob.wait_for("#pane-log .line", "resigns")
        eve.open("/")
        line = eve.page.locator("#open-list li", has=eve.page.locator(f"a[href$='{made['id']}']"))
        expect(line).to_contain_text("replacement wanted: 1 seat free")
        expect(line).to_contain_text("24 h for every move")
        shot(eve, "home")
        line.get_by_role("link").click()
        eve.page.wait_for_selector("body[data-ready]")
        eve.page.evaluate("document.querySelector('#tab-players').click()")
        expect(eve.page.locator("#pane-players")).to_contain_text("new here")
        eve.press("Take the seat")
        eve.wait_for("#ask-name, dialog.ask-name, #seats .me")
        if eve.page.locator("dialog.ask-name").count():
            eve.page.get_by_label("Your name").fill("Eve")
            eve.page.keyboard.press("Enter")
        eve.wait_for("#seats .me")
        private = make_table(ann, "automation", 2, 0)
        cem.sit(private["seats"][0]["link"])
        cem.wait_for("#lobby li", "is seated")
        cem.page.wait_for_load_state("networkidle")
        assert "new here" not in cem.text("#lobby"), "nothing of that at a private table"
        assert "left 1 of" not in cem.text("#lobby")


@pytest.mark.parametrize("size", SIZES)
def test_a_rated_game_is_a_choice_and_is_shown_on_the_page_of_its_players(
    browser: Browser, server: Server, size: str
) -> None:
    with Guest(browser, server, SIZES[size]) as ann, Guest(browser, server) as bob:
        ann.open("/new?game=gin-rummy")
        expect(ann.page.locator("#rated")).to_be_hidden()
        ann.page.check("#public")
        ann.page.check("#rated")
        ann.page.locator("#seat-rows > li").nth(0).locator("input").fill("Ann")
        ann.page.locator("#seat-rows > li").nth(1).locator("select").select_option("person")
        ann.page.click("text=Make the table")
        expect(ann.page.locator("#lobby")).to_contain_text("Rated: the result counts for the players' ratings.")
        table = ann.page.url.rpartition("/")[2]
        bob.open("/")
        line = bob.page.locator("#open-list li", has=bob.page.locator(f"a[href$='{table}']"))
        expect(line).to_contain_text("rated")
        line.get_by_role("link").click()
        bob.page.get_by_role("button", name="Sit here").click()
        bob.page.get_by_label("Your name").fill("Bob")
        bob.press("Sit at seat 2", "#lobby")
        for guest in (ann, bob):
            guest.wait_for("body[data-status=playing]")
        resign(bob, [ann])
        ann.wait_for("#outcome h2", "Ann wins")
        row = ann.page.locator("#ratings li")
        for _ in range(60):  # ratings are computed in the server's next round
            ann.open("/you")
            expect(ann.page.locator("#record")).to_contain_text("Left 0 of 1 game")
            if row.count():
                break
            ann.page.wait_for_timeout(200)
        expect(row).to_contain_text(re.compile(r"rating \d+(\.\d)?\?, 1 rated game"))
        expect(ann.page.locator("#problem")).to_be_hidden()
        expect_clean(ann, "You, with a rating")
        shot(ann, f"you-rated-{size}")
        ann.open("/games/gin-rummy")
        expect(ann.page.locator("section", has=ann.page.locator("#bots-title"))).to_contain_text("25.0")


def test_diplomacy_without_press_with_anonymous_powers_and_secret_votes(browser: Browser, server: Server) -> None:
    with ExitStack() as stack:
        guests = [stack.enter_context(Guest(browser, server, PHONE)) for _ in range(3)]
        more: dict[str, Any] = {"press": "none", "anonymous": True, "secret_draws": True}
        made = make_table(guests[0], "diplomacy-lagoon", 3, 0, **more)
        for guest, seat in zip(guests, made["seats"], strict=True):
            guest.sit(seat["link"])
        ann = guests[0]
        for guest in guests:
            guest.wait_turn()
            everything = guest.page.content()
            assert not [name for name in ("Ann", "Bob", "Cem") if name in everything]
            guest.page.evaluate("document.querySelector('#tab-chat').click()")
            expect(guest.page.locator("#no-talk")).to_have_text(
                "Players cannot write to one another before the game is over."
            )
            expect(guest.page.locator("#talk-text")).to_be_hidden()
        expect_clean(ann, "without press")
        shot(ann, "no-press")
        ann.page.keyboard.press("Escape")
        for number, guest in enumerate(guests):
            guest.page.evaluate("document.querySelector('#tab-log').click()")
            guest.open(f"/tables/{made['id']}")
            guest.wait_turn()
            guest.press("More")
            guest.press("Vote for a draw, in secret", "#more")
            expect(guest.page.locator("#prompt")).to_contain_text("You have voted for a draw.")
            for other in guests[number + 1 :]:
                expect(other.page.locator("#prompt")).not_to_contain_text("voted")
                expect(other.page.locator("#offers .offer")).to_have_count(0)
        shot(ann, "secret-vote")
        for guest in guests:
            guest.press("Ready")
            guest.press("Ready anyway")
        for guest in guests:
            guest.wait_for("body[data-status=over]")
            expect(guest.page.locator("#outcome")).to_contain_text("draw")
            expect(guest.page.locator("#pane-log")).to_contain_text("was Bob")
        ann.page.evaluate("document.querySelector('#tab-chat').click()")
        expect(ann.page.locator("#talk-text")).not_to_have_attribute("disabled", "")


def test_public_press_has_no_private_messages(browser: Browser, server: Server) -> None:
    with Guest(browser, server) as ann, Guest(browser, server, PHONE) as bob:
        made = make_table(ann, "diplomacy-lagoon", 2, 1, press="public")
        for guest, seat in zip((ann, bob), made["seats"], strict=False):
            guest.sit(seat["link"])
        ann.page.click("#tab-chat")
        expect(ann.page.locator("[name=to]")).to_be_hidden()
        ann.page.fill("#talk-text", "To all of you.")
        ann.page.keyboard.press("Enter")
        bob.page.get_by_role("button", name="Chat").click()
        expect(bob.page.locator(".talk")).to_contain_text("To all of you.")
