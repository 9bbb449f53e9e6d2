"""A pressed thing that cannot be played says why, in the words of the rules, and changes nothing."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.table.browser.guests import PHONE, Guest, make_table
from tests.table.browser.server import Server

PRESSED = {
    "automation": (1, '#board [data-press="buy|Framework"]', "phase"),
    "modern-art": (2, None, "turn"),
    "power-grid": (2, '#board [data-press="build|Berlin"], #board .city[data-press]', "time to"),
    "diplomacy": (6, '#board [data-press*="MOS"]', "belongs to another power"),
    "spades": (3, "#hand [data-press]", "Bid"),
}


def first_turn(guest: Guest, game: str, bots: int) -> None:
    made = make_table(guest, game, 1, bots)
    guest.sit(made["seats"][0]["link"])
    guest.wait_turn()


@pytest.mark.parametrize("game", ["automation", "power-grid", "diplomacy", "spades"])
def test_a_press_says_why_not(browser: Browser, server: Server, game: str) -> None:
    bots, thing, said = PRESSED[game]
    with Guest(browser, server, reduced_motion="reduce") as ann:
        first_turn(ann, game, bots)
        idle = ann.page.locator(str(thing)).locator("visible=true").first
        expect(idle).to_have_attribute("aria-disabled", "true")
        idle.dispatch_event("click")
        expect(ann.page.locator("#refusal")).to_be_visible()
        expect(ann.page.locator("#refusal")).to_contain_text(said)
        expect(ann.page.locator("#refusal")).to_have_attribute("role", "alert")
        expect(ann.page.locator("#draft li:not(.missing)")).to_have_count(0)


def test_modern_art_says_why_not_during_an_auction(browser: Browser, server: Server) -> None:
    with Guest(browser, server, reduced_motion="reduce") as ann, Guest(browser, server) as bob:
        made = make_table(ann, "modern-art", 2, 1, settings={"starter": 0})
        ann.sit(made["seats"][0]["link"])
        bob.sit(made["seats"][1]["link"])
        ann.wait_turn()
        bob.page.locator("#hand [data-press]").first.click(force=True)
        expect(bob.page.locator("#refusal")).to_have_text("It is not your turn.")
        expect(bob.page.locator("#dock")).not_to_have_attribute("aria-busy", "true")


def test_a_unit_and_then_a_province_out_of_reach(browser: Browser, server: Server) -> None:
    with Guest(browser, server, reduced_motion="reduce") as ann:
        first_turn(ann, "diplomacy", 6)  # Austria
        ann.page.locator('#board .lit[data-press*="A VIE"]').first.dispatch_event("click")
        ann.wait_for("#actions .crumbs")
        ann.page.locator('#board [data-press*="MOS"][aria-disabled]').first.dispatch_event("click")
        expect(ann.page.locator("#refusal")).to_contain_text("A VIE cannot reach MOS")
        ann.wait_for("#actions .crumbs")  # what was chosen so far is still chosen


def test_following_suit_by_touch_and_by_keyboard(browser: Browser, server: Server) -> None:
    with Guest(browser, server, PHONE, reduced_motion="reduce", has_touch=True) as ann:
        while True:  # until a deal has a spade
            first_turn(ann, "spades", 3)
            ann.page.locator("#board .bid.lit").nth(2).click()
            ann.page.wait_for_selector("#hand .lit")
            spade = ann.page.locator('#hand [data-press$="S"]').first
            if spade.count():
                break
        expect(spade).to_have_attribute("aria-disabled", "true")
        spade.tap(force=True)
        expect(ann.page.locator("#refusal")).to_contain_text("You may not lead")
        spade.focus()
        spade.press("Enter")
        expect(ann.page.locator("#refusal")).to_contain_text("♠")
        ann.page.locator("#hand .lit").first.click()  # what is played takes the reason away
        expect(ann.page.locator("#refusal")).to_be_hidden()


def test_arrow_keys_lead_to_cards_that_must_wait(browser: Browser, server: Server) -> None:
    with Guest(browser, server, reduced_motion="reduce") as ann:
        first_turn(ann, "spades", 3)
        hand = ann.page.locator("#hand [data-press]")
        expect(hand.first).to_have_attribute("tabindex", "0")
        hand.first.focus()
        ann.page.keyboard.press("ArrowRight")
        expect(hand.nth(1)).to_be_focused()
        ann.page.keyboard.press("Enter")
        expect(ann.page.locator("#refusal")).to_contain_text("Not now.")
        expect(hand.nth(1)).to_be_focused()
