"""Two people and bots play a whole game of each system in the browser, from the link to the outcome."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
import pytest
from playwright.sync_api import Browser, expect

import ludex
from tests.table.browser.guests import DESKTOP, PHONE, Guest, make_table, play_on
from tests.table.browser.server import Server


class Whole(NamedTuple):
    """A game that ends in reasonable time."""

    game: str
    bots: int
    settings: dict[str, Any]


GAMES = (
    Whole("automation", 1, {"turn_limit": 4}),
    Whole("modern-art", 1, {}),
    Whole("power-grid", 1, {"round_limit": 2}),
    Whole("diplomacy-lagoon", 1, {"last_year": 1}),
    Whole("one-hand-of-spades", 2, {}),
)


def one_hand(guest: Guest, name: str) -> str:
    """The name of a card game of which only one hand is played: its genome is pasted."""
    genome = msgspec.json.decode(msgspec.json.encode(ludex.game(name).definition))
    genome["match"] = {**genome["match"], "hands": 1, "target": 0, "floor": 0}
    answer = guest.context.request.post(f"{guest.server.address}/api/genomes", data={"genome": genome})
    assert answer.ok, answer.text()
    found: str = answer.json()["name"]
    return found


@pytest.mark.parametrize("whole", GAMES, ids=lambda whole: whole.game)
def test_two_people_and_bots_play_to_the_outcome(browser: Browser, server: Server, whole: Whole) -> None:
    ann = Guest(browser, server, DESKTOP, reduced_motion="reduce")
    bob = Guest(browser, server, PHONE, reduced_motion="reduce")
    name = one_hand(ann, "spades") if whole.game == "one-hand-of-spades" else whole.game
    made = make_table(ann, name, 2, whole.bots, settings=whole.settings)
    ann.sit(made["seats"][0]["link"])
    bob.sit(made["seats"][1]["link"])
    play_on([ann, bob])
    for guest in (ann, bob):
        assert guest.text("#outcome h2")
        assert guest.text("#prompt") == "The game is over."
    ann.open(f"/tables/{made['id']}/replay")
    ann.page.wait_for_selector("body[data-ready]")
    ann.page.click("#tab-fair")
    ann.page.wait_for_selector("[data-part=verdict].good")
    ann.page.click("#last")
    last = ann.page.get_attribute("#slider", "max")
    expect(ann.page.locator("#count")).to_have_text(f"{last} of {last}")
    ann.close()
    bob.close()
