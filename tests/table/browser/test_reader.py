"""The page for a screen reader: one hand of Spades and one auction of Modern Art, by the accessibility tree.

The path is described in docs/accessibility.md.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.table.browser.guests import SIZES, Guest, make_table
from tests.table.browser.server import Server

LANDMARKS = """
- link "Skip to the content"
- banner:
  - list "Players":
    - listitem: /Ann/
  - navigation "Site"
- main:
  - heading [level=1]
  - region "Board":
    - heading "Board" [level=2]
  - group "Your hand":
    - button /of (spades|hearts|clubs|diamonds)$/ [disabled]
  - region "Your move"
"""
BIDDING = """
- paragraph: /Bid how many of the 13 tricks you will win/
- spinbutton "Bid": "1"
- button "Bid 1"
- button "Bid Nil"
"""
SHEET = """
- table "Hand 1, to 500 points":
  - rowgroup:
    - row /Bid Won Bags Score/
  - rowgroup:
    - row /^You 3 /
"""
EASEL = """
- region "On the easel":
  - figure
  - paragraph: /Auctioneer/
  - list:
    - listitem: /Ann/
"""
MY_TURN_OR_SOLD = """(before) => {
  const lines = [...document.querySelectorAll("#pane-log .line")];
  if (lines.filter((line) => line.textContent.includes(" gets ")).length > before) return { mine: false };
  return document.querySelector("#dock.mine:not([aria-busy=true])") && { mine: true };
}"""

HEARD = """(before) => document.body.dataset.ready !== before || document.querySelector("#refusal").textContent"""
"""A press was answered, or refused because the auction had changed in the meantime."""


def hand_of(guest: Guest) -> Locator:
    """The cards that can be played now, as a reader finds them."""
    return guest.page.get_by_role("group", name="Your hand").get_by_role("button", disabled=False)


@pytest.mark.parametrize("size", SIZES)
def test_one_hand_of_spades(browser: Browser, server: Server, size: str) -> None:
    with Guest(browser, server, SIZES[size], reduced_motion="reduce") as ann:
        ann.sit(make_table(ann, "spades", 1, 3)["seats"][0]["link"])
        ann.wait_turn()
        page = ann.page
        move, said = page.get_by_role("region", name="Your move"), page.locator("#speak")
        expect(page.locator("body")).to_match_aria_snapshot(LANDMARKS)
        expect(page.get_by_role("heading", level=1)).to_have_text("Bidding: you are next")
        if size == "phone":
            move.get_by_role("button", name="Show as list").press("Enter")
        expect(move).to_match_aria_snapshot(BIDDING)
        move.get_by_role("spinbutton", name="Bid").focus()
        page.keyboard.press("Control+a")
        page.keyboard.type("3")
        expect(move.get_by_role("button", name="Bid 3", exact=True)).to_be_visible()
        page.keyboard.press("Enter")
        for trick in range(1, 14):
            ann.wait_turn()
            expect(page.get_by_role("heading", level=1)).to_have_text(re.compile(rf"^Trick {trick}: .*you"))
            expect(said).to_contain_text(re.compile(r"\b(Play|Lead|lead|play)\b"))
            expect(said).not_to_contain_text(re.compile("[♠♥♦♣]"))
            if trick == 1:
                expect(page.get_by_role("region", name="Board", exact=True)).to_match_aria_snapshot(SHEET)
            before = page.get_attribute("body", "data-ready") or ""
            card = hand_of(ann).first
            expect(card).to_have_attribute("aria-label", re.compile(r"^(\d+|Jack|Queen|King|Ace) of \w+$"))
            card.focus()
            page.keyboard.press("Enter")
            expect(page.locator("body")).not_to_have_attribute("data-ready", before)
        ann.wait_turn()
        if size == "phone":
            page.get_by_role("button", name="Log").press("Enter")
        log = page.get_by_role("tabpanel", name="Log")
        expect(log.get_by_role("heading", level=2)).to_have_text(["Hand 1", "Hand 2"])
        log.locator("summary").first.press("Enter")
        expect(log.locator(".chapter").first.locator(".part > summary")).to_have_text(
            [re.compile("takes the trick")] * 13
        )


@pytest.mark.parametrize("size", SIZES)
def test_one_auction_of_modern_art(browser: Browser, server: Server, size: str) -> None:
    with Guest(browser, server, SIZES[size], reduced_motion="reduce") as ann:
        ann.sit(make_table(ann, "modern-art", 1, 3)["seats"][0]["link"])
        page = ann.page
        move, sold = page.get_by_role("region", name="Your move"), page.locator("#pane-log .line", has_text=" gets ")
        ann.wait_turn()
        before_me = sold.count()
        while sold.count() == before_me:
            if not page.wait_for_function(MY_TURN_OR_SOLD, arg=before_me).json_value()["mine"]:
                break
            expect(page.get_by_role("heading", level=1)).to_have_text(re.compile(r"^Round 1"))
            expect(move.locator("#prompt")).to_have_text(re.compile(r"^\w.+\.$"))
            expect(page.locator("#speak")).to_contain_text(re.compile(r"\w"))
            amount = move.get_by_role("spinbutton")
            before = page.get_attribute("body", "data-ready") or ""
            if amount.count():
                expect(page.get_by_role("region", name="Board", exact=True)).to_match_aria_snapshot(EASEL)
                if amount.get_attribute("aria-invalid") == "true":  # a bot has bid more since the page suggested it
                    move.get_by_role("button", name=re.compile("^least ")).press("Enter")
                amount.focus()
                page.keyboard.press("Enter")
            else:
                choice = hand_of(ann).or_(move.locator("#actions").get_by_role("button")).first
                choice.focus()
                page.keyboard.press("Enter")
            page.wait_for_function(HEARD, arg=before)
        if size == "phone":
            page.get_by_role("button", name="Log").press("Enter")
        expect(page.get_by_role("tabpanel", name="Log").get_by_role("heading", level=2).first).to_have_text("Round 1")
        expect(sold.first).to_have_text(re.compile(r"^\w+ gets .* for (\d+|nothing)\.$"))
