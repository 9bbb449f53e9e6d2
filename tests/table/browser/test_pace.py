"""Pace: the speed of bots, the jump to my turn, what happened while I was away, and the folded log."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Browser, expect

from tests.table.browser.guests import SIZES, Guest, make_table
from tests.table.browser.server import Server

LINES = "#pane-log .line"
SKIP = """() => {
  const skip = [...document.querySelectorAll("#tools button")].find((one) => one.textContent === "Skip to my turn");
  skip?.focus();
  skip?.click();
  return Boolean(skip);
}"""
"""Press the button as soon as it is there. It goes with the last bot that thinks, so this is done in one go."""


@pytest.mark.parametrize("size", SIZES)
def test_a_player_changes_the_speed_of_the_bots_for_all(browser: Browser, server: Server, size: str) -> None:
    with Guest(browser, server, SIZES[size]) as ann, Guest(browser, server) as eve:
        made = make_table(ann, "spades", 1, 3, pace="quick")
        ann.sit(made["seats"][0]["link"])
        eve.sit(made["watch"])
        ann.wait_turn()
        ann.press("More")
        expect(ann.page.get_by_role("radio", name="quick")).to_be_checked()
        ann.page.get_by_role("radio", name="at once").focus()
        ann.page.keyboard.press("Space")
        expect(eve.page.locator(LINES).last).to_have_text("Ann sets the speed of the bots to immediate.")
        expect(ann.page.get_by_role("radio", name="at once")).to_be_checked()
        ann.open(ann.page.url)
        ann.wait_turn()
        ann.press("More")
        expect(ann.page.get_by_role("radio", name="at once")).to_be_checked()


@pytest.mark.parametrize("size", SIZES)
def test_skipping_brings_my_next_turn_and_leaves_the_speed_alone(browser: Browser, server: Server, size: str) -> None:
    with Guest(browser, server, SIZES[size]) as ann:
        made = make_table(ann, "spades", 1, 3, pace="human")
        ann.sit(made["seats"][0]["link"])
        ann.wait_turn()
        expect(ann.page.locator("#tools").get_by_role("button", name="Skip to my turn")).to_have_count(0)
        ann.choose(Random(1))
        ann.page.wait_for_function(SKIP)
        ann.wait_turn()
        state = ann.context.request.get(f"{server.address}/api/tables/{made['id']}").json()
        assert state["pace"] == "human"


@pytest.mark.parametrize("size", SIZES)
def test_who_comes_back_sees_what_happened_meanwhile(browser: Browser, server: Server, size: str) -> None:
    with Guest(browser, server, SIZES[size]) as ann, Guest(browser, server) as bob:
        made = make_table(ann, "automation", 2, 0)
        for guest, seat in ((ann, 0), (bob, 1)):
            guest.sit(made["seats"][seat]["link"])
        ann.wait_turn()
        while ann.page.locator("#dock.mine").count():
            ann.page.locator("#actions [data-does='end phase']").click()
            ann.page.wait_for_selector('.dock:not([aria-busy="true"])')
        expect(ann.page.locator("#since")).to_be_hidden()
        table = ann.page.url
        ann.open("/")
        bob.wait_turn()
        bob.page.locator("#hand button:not([disabled])").first.click()
        expect(bob.page.locator(LINES).last).to_have_text("Bob plays Bitcoin.")
        done = bob.log()[-1]
        ann.open(table)
        away = ann.page.get_by_role("region", name="While you were away")
        expect(away).to_contain_text(done)
        assert len(ann.log()) > away.locator("li").count(), "only what is new"
        ann.page.keyboard.press("Escape")
        expect(away).to_have_count(0)
        ann.open(table)
        ann.page.wait_for_selector("body[data-ready]")
        expect(ann.page.locator("#since")).to_be_hidden()


@pytest.mark.parametrize("size", SIZES)
def test_the_log_folds_old_hands_and_tricks_and_shows_the_newest(browser: Browser, server: Server, size: str) -> None:
    with Guest(browser, server, SIZES[size]) as ann:
        ann.sit(make_table(ann, "spades", 1, 3)["seats"][0]["link"])
        dice, pressed = Random(3), 0
        while pressed < 18:
            ann.wait_turn()
            pressed += ann.choose(dice)
        ann.wait_turn()
        if size == "phone":
            ann.page.get_by_role("button", name="Log").click()
        log = ann.page.locator("#pane-log")
        chapters = log.locator(".chapter")
        expect(chapters).to_have_count(2)
        assert [chapters.nth(n).get_attribute("open") is None for n in range(2)] == [True, False]
        expect(log.get_by_role("heading", name="Hand 2")).to_be_visible()
        expect(log.locator(".line").last).to_be_in_viewport()
        trick = chapters.nth(1).locator(".part").first
        expect(trick.locator("summary")).to_contain_text("takes the trick")
        expect(trick.locator("li").first).to_be_hidden()
        trick.locator("summary").focus()
        ann.page.keyboard.press("Enter")
        expect(trick.locator("li").last).to_be_visible()
        chapters.nth(0).locator("summary").first.focus()
        ann.page.keyboard.press("Enter")
        expect(chapters.nth(0).locator(".part summary").first).to_be_visible()


def test_every_system_has_chapters(browser: Browser, server: Server) -> None:
    titles = {"modern-art": "Round 1", "power-grid": "Round 1", "automation": "Turn 1", "spades": "Hand 1"}
    people = {"modern-art": 3, "power-grid": 3, "automation": 1, "spades": 3}
    with Guest(browser, server) as ann:
        for game, title in titles.items():
            ann.sit(make_table(ann, game, 1, people[game])["seats"][0]["link"])
            expect(ann.page.locator("#pane-log h2").first).to_have_text(title)
