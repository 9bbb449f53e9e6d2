"""The first minute: from home to a decision, back to a game of this device, and what a card does."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.table.browser.guests import SIZES, Guest, make_table
from tests.table.browser.server import Server


@pytest.mark.parametrize("size", SIZES)
def test_play_now_is_two_clicks_from_the_first_decision_and_the_game_is_found_again(
    browser: Browser, server: Server, size: str
) -> None:
    with Guest(browser, server, SIZES[size]) as ann:
        ann.open("/")
        expect(ann.page.locator("#mine")).to_be_hidden()
        ann.page.locator("[data-play=spades]").click()
        ann.wait_turn()
        before, hand = ann.page.get_attribute("body", "data-ready"), ann.text("#hand")
        table = ann.page.url
        ann.page.locator("#actions button:not(.step):not(.quiet)").first.click()
        expect(ann.page.locator("body")).not_to_have_attribute("data-ready", before or "")
        ann.open("/")
        ann.page.locator("#mine").get_by_role("link", name="Spades", exact=True).first.click()
        ann.page.wait_for_selector("body[data-ready]")
        assert ann.page.url == table
        assert sorted(ann.text("#hand").split()) == sorted(hand.split()), "my own seat, and my own cards"
        ann.open("/")
        ann.page.locator("#mine").get_by_role("button", name="Forget this game of Spades").click()
        ann.open("/")
        expect(ann.page.locator("#mine")).to_be_hidden()


def test_a_card_tells_what_it_does_when_it_is_hovered_focused_or_pressed_long(browser: Browser, server: Server) -> None:
    with Guest(browser, server, has_touch=True) as ann:
        ann.sit(make_table(ann, "automation", 1, 1)["seats"][0]["link"])
        ann.wait_turn()
        card = ann.page.locator("#board [data-tip]").first
        told, tip = card.get_attribute("data-tip") or "", ann.page.locator(".tip")
        card.hover()
        expect(tip).to_have_text(told)
        ann.page.mouse.move(2, 2)
        expect(tip).to_have_count(0)
        card.dispatch_event("pointerdown", {"pointerType": "touch", "bubbles": True})
        expect(tip).to_have_text(told)
        card.dispatch_event("pointercancel", {"pointerType": "touch", "bubbles": True})
        expect(tip).to_have_count(0)
        focusable = ann.page.locator("#hand button[data-tip]:not([disabled])").first
        ann.page.keyboard.press("Tab")  # from here on the focus is to be seen
        focusable.focus()
        expect(tip).to_have_text(focusable.get_attribute("data-tip") or "")
