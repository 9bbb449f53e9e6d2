"""A pressed thing that cannot be played says why, in the words of the rules, and changes nothing."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.table.browser.guests import PHONE, SIZES, Guest, make_table
from tests.table.browser.server import Server

PRESSED = {
    "automation": (1, '#board [data-press="buy|Framework"]', "phase"),
    "power-grid": (2, '#board [data-press="build|Berlin"], #board .city[data-press]', "time to"),
    "diplomacy": (6, '#board [data-press*="MOS"]', "belongs to another power"),
    "spades": (3, "#hand [data-press]", "Bid"),
}
MEANT = {
    "modern-art": {"#hand [data-press]": ["play {0} {1}", "add {0} {1}"]},
    "power-grid": {
        "#board [data-press^='plant ']": ["open {0} bid 99", "run {0}"],
        "#board [data-press^='buy|']": ["buy {1} 1"],
        "#board .city[data-press]": ["build {1}"],
    },
}
"""Things on the board, and the moves that they can stand for."""
DECISIONS = 10


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


MIDDLE = """thing => {
  if (thing.ariaDisabled !== "true") return null;
  thing.scrollIntoView({ block: "nearest", inline: "nearest" });
  const middle = (node) => {
    const box = (node.querySelector(".reach") ?? node).getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2, press: node.dataset.press };
  };
  const found = middle(thing);
  const near = (other) => Math.hypot(other.x - found.x, other.y - found.y) < 24;
  const lit = [...document.querySelectorAll(".map .lit")].map(middle);
  return thing.contains(document.elementFromPoint(found.x, found.y)) && !lit.some(near) ? found : null;
}"""
"""The middle of something that cannot be played, if it is in sight. A finger next to what can be played means that."""


class Judge:
    """The judge's refusals, as programs get them."""

    def __init__(self, guest: Guest, table: str) -> None:
        self._request = guest.context.request
        self._address = f"{guest.server.address}/api/tables/{table}"

    @property
    def state(self) -> dict[str, Any]:
        """The table as the guest may know it."""
        found: dict[str, Any] = self._request.get(self._address).json()
        return found

    @property
    def number(self) -> int:
        """The number of the guest's decision, once all others wait for it."""
        while (state := self.state)["waiting"] != [0]:
            pass
        return int(state["number"])

    def refusal(self, move: str) -> str:
        """Return why a move is refused."""
        answer = self._request.post(f"{self._address}/moves", data={"move": move, "number": self.number})
        assert answer.status == 409, f"{move} was played"
        reason: str = answer.json()["sentence"].removeprefix(f"{move} rejected: ")
        seats = self.state["seats"]
        named = re.sub(r"seat (\d)", lambda found: str(seats[int(found[1])]["name"]), reason)
        return named[0].upper() + named[1:]


def press(guest: Guest, things: str, dice: Random) -> str:
    """Press one of the things that cannot be played, in its middle. Returns what it stands for, or an empty text.

    The last reason is put away before.
    """
    for place in sorted(range(guest.page.locator(things).count()), key=lambda _: dice.random()):
        found = guest.page.locator(things).nth(place).evaluate(MIDDLE)
        if found:
            guest.page.evaluate("document.getElementById('refusal').replaceChildren()")
            if guest.page.evaluate("navigator.maxTouchPoints"):
                guest.page.touchscreen.tap(found["x"], found["y"])
            else:
                guest.page.mouse.click(found["x"], found["y"])
            return str(found["press"])
    return ""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", MEANT)
def test_what_cannot_be_played_now_says_why_in_the_words_of_the_judge(
    browser: Browser, server: Server, game: str, size: str
) -> None:
    """In any deal, at each of a player's first decisions: every kind of thing on the board that cannot be played."""
    dice = Random(5)
    pressed = set()
    with Guest(browser, server, SIZES[size], reduced_motion="reduce", has_touch=size == "phone") as ann:
        made = make_table(ann, game, 1, 2)
        judge = Judge(ann, made["id"])
        ann.sit(made["seats"][0]["link"])
        for _ in range(DECISIONS):
            number = judge.number
            ann.page.wait_for_selector(f"body[data-ready='{number}'] #dock.mine:not([aria-busy=true])")
            for things, moves in MEANT[game].items():
                if tokens := press(ann, things, dice):
                    reasons = [judge.refusal(move.format(*tokens.split(";")[0].split("|"))) for move in moves]
                    said = re.compile("|".join(map(re.escape, reasons)))
                    expect(ann.page.locator("#refusal").locator("visible=true")).to_have_text(said)
                    pressed.add(things)
            assert judge.number == number, "nothing was played"
            while judge.number == number:
                ann.choose(dice)
    assert pressed == set(MEANT[game])


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
