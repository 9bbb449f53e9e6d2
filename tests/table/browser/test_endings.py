"""Endings: place, rounds, turning point, what is shared, and the way to the next game."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.table.browser.guests import SIZES, Guest, make_table, play_on
from tests.table.browser.server import Server


@pytest.fixture(scope="module")
def made(browser: Browser, server: Server) -> dict[str, Any]:
    """A table at which Ann has played a whole game with bots."""
    with Guest(browser, server) as ann:
        table = make_table(ann, "modern-art", 1, 3)
        ann.sit(table["seats"][0]["link"])
        play_on([ann])
    return table


@pytest.mark.parametrize("size", SIZES)
def test_an_ending_tells_place_rounds_and_turning_point_and_can_be_shared(
    browser: Browser, server: Server, made: dict[str, Any], size: str
) -> None:
    with Guest(browser, server, SIZES[size], permissions=["clipboard-read", "clipboard-write"]) as ann:
        ann.sit(made["seats"][0]["link"])
        outcome = ann.page.locator("#outcome")
        expect(outcome.locator("h2")).to_contain_text("win")
        expect(outcome.locator(".place")).to_have_text(re.compile(r"You (won|came \dn?\w* of 4|share).*\."))
        table = outcome.get_by_role("region", name="Table of rounds").get_by_role("table")
        expect(table.get_by_role("row")).to_have_count(5)
        expect(table.get_by_role("rowheader")).to_have_text([f"Round {n}" for n in range(1, 5)])
        story = ann.context.request.get(f"{server.address}/api/tables/{made['id']}/story").json()
        last = [
            int(text.replace(",", "")) for text in table.get_by_role("row").last.get_by_role("cell").all_inner_texts()
        ]
        assert sorted(last) == sorted(story["scores"]) == sorted(story["rounds"][-1]["standing"])
        expect(outcome).to_contain_text(story["turning"])
        outcome.get_by_role("button", name="Share the result").focus()
        ann.page.keyboard.press("Enter")
        expect(outcome.locator("[data-part=share]")).to_have_text("Copied")
        shared = ann.page.evaluate("navigator.clipboard.readText()")
        assert shared.startswith("Modern Art: ")
        assert "\n1. " in shared
        assert shared.endswith(f"/tables/{made['id']}/replay")
        outcome.get_by_role("button", name="Copy the link").click()
        expect(outcome.locator("[data-part=link]")).to_have_text("Copied")
        assert ann.page.evaluate("navigator.clipboard.readText()") == f"{server.address}/tables/{made['id']}/replay"
        table.get_by_role("link", name="Round 2").click()
        ann.page.wait_for_selector(f"body[data-ready='{story['rounds'][1]['at']}']")


@pytest.mark.parametrize("size", SIZES)
def test_a_rematch_takes_both_there_with_what_was_being_written(browser: Browser, server: Server, size: str) -> None:
    with Guest(browser, server, SIZES[size]) as ann, Guest(browser, server) as bob, Guest(browser, server) as eve:
        made = make_table(ann, "automation", 2, 0)
        for guest, seat in ((ann, 0), (bob, 1)):
            guest.sit(made["seats"][seat]["link"])
        eve.sit(made["watch"])
        bob.press("More")
        bob.press("Resign", "#more")
        bob.press("Really resign?", "#more")
        ann.wait_for("#outcome h2", "Ann wins")
        before = ann.page.url
        ann.press("Play again", "#outcome")
        if size == "phone":
            ann.page.get_by_role("button", name="Chat").click()
        else:
            ann.page.click("#tab-chat")
        ann.page.locator("#talk-text").click()
        ann.page.keyboard.type("Well played, and n")
        expect(ann.page.locator("#talk-text")).to_have_value("Well played, and n")
        bob.press("Agree")
        for guest in (ann, bob):
            guest.page.wait_for_url(lambda url: url != before)
            guest.wait_for("body[data-status=playing]")
        assert ann.page.url == bob.page.url
        expect(ann.page.locator("#talk-text")).to_have_value("Well played, and n")
        expect(ann.page.locator("#talk-text")).to_be_focused()
        ann.page.keyboard.type("ow again")
        expect(ann.page.locator("#talk-text")).to_have_value("Well played, and now again")
        expect(bob.page.locator("#talk-text")).to_have_value("")
        assert eve.page.url == before, "spectators stay until they press"
        expect(eve.page.get_by_role("link", name="Go to the new table")).to_be_visible()
