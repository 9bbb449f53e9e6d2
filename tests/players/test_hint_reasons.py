"""Hints say why the best option is better: from what differs soon after it, beyond chance, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

import ludex
from ludex import Table
from ludex.author import Cost
from ludex.core.game.request import Request
from ludex.core.language.chance import new_dice, secret_seed
from ludex.games.cards import LIBRARY, library_game
from ludex.games.diplomacy import Diplomacy
from ludex.players.differences import Difference, compared, told
from ludex.players.hints import hint
from ludex.players.search import SearchSettings
from tests.games.automation import position as automation
from tests.games.cards.positions import lay_out
from tests.games.modern_art import position as modern_art
from tests.games.power_grid import position as power_grid
from tests.interpreting import interpreted as interpreted

SEEDED = SearchSettings(playouts=200)
COMPILED = ("automation", "cards", "modern-art")
"""Systems whose searches `tools/warm.py` compiles. To compile the others takes longer than to interpret these tests."""


def diplomacy(*centers: str) -> Table[Any]:
    """Return a fall in which an Austrian fleet is next to Liverpool, and Russia far away."""
    units = {"AUSTRIA": ["F NAO"], "RUSSIA": ["A STP"]}
    return Diplomacy().position(
        {"phase": "F1901M", "units": units, "centers": {"AUSTRIA": ["VIE", *centers], "RUSSIA": ["STP"]}}
    )


def fixed_price(worth: int) -> Table[Any]:
    """Return an offer of a painting at 10, in the last round, whose artist was worth so much before."""
    table = modern_art.position(
        "Manuel fixed price", "Ramon open", "Daniel open", round=4, tiles={"Manuel": [worth] * 3}
    )
    return modern_art.play(table, "0: play Manuel fixed price", "0: price 10")


CLEAR: dict[str, tuple[Callable[[], Table[Any]], str, str]] = {
    "automation": (
        lambda: automation.position(
            decks=["5 Bitcoin"] * 2, hands=["", ""], phase="BUY", money=8, turn=1, turn_limit=1
        ),
        "buy Framework",
        "After this turn, you have on average 6 points instead of 3.",
    ),
    "modern-art": (lambda: fixed_price(30), "buy", "After this round, you have on average 220 money instead of 112."),
    "power-grid": (
        lambda: power_grid.position(
            phase="powering", plants=[[4], [5]], fuel=[{"coal": 2}, {"coal": 2}], cities=[["Kiel"], ["Bremen"]]
        ),
        "run plant 4",
        "After this round, you have on average 72 money instead of 60, but 0 fuel instead of 2.",
    ),
    "diplomacy": (diplomacy, "F NAO - LVP", "After this year, you have on average 2 centres instead of 1."),
    "cards": (
        lambda: lay_out(
            "gin-rummy",
            "2C 3C 4C 7H 7S 7D 9S TS JS KD AH",
            "4D 9C QS KH 8H JD 3S 6D 5D TH",
            after="draw",
        ),
        "knock with KD",
        "After this hand, you have on average 56 points instead of 4",  # 47 or 49: the next best knock
    ),
}
"""A clear choice in every system: the position, the best move, and the beginning of the reason for it."""

EQUAL: dict[str, Callable[[], Table[Any]]] = {
    "automation": lambda: automation.position(hands=["Bitcoin"], decks=["5 Bitcoin"], phase="MONEY", turn_limit=1),
    "modern-art": lambda: modern_art.position(
        "Manuel open, Ramon open",
        "Daniel open",
        "Daniel open",
        round=4,
        unsold="2 Manuel hidden, 2 Manuel double, 2 Ramon hidden, 2 Ramon double",
    ),
    "power-grid": lambda: power_grid.position(
        phase="powering", plants=[[4], [5]], fuel=[{"coal": 2}, {"coal": 2}], cities=[[], ["Bremen"]], round_limit=2
    ),
    "diplomacy": lambda: diplomacy("LVP"),
    "cards": lambda: lay_out("spades", "3C 2C", "KS QS", "AS TS", "JS 9S", after="bid 1, bid 1, bid 1, bid 1", turn=0),
}
"""A position in every system in which all options lead to the same result."""


def systems() -> Iterator[Any]:
    """Yield the systems, those that are interpreted a second time for the deep tests, which compile all."""
    for name in CLEAR:
        if name in COMPILED:
            yield pytest.param(name, marks=pytest.mark.compiled)
        else:
            yield name
            yield pytest.param(name, marks=[pytest.mark.compiled, pytest.mark.deep], id=f"{name}-compiled")


@pytest.mark.parametrize("name", list(systems()))
def test_a_clear_choice_comes_with_the_reason_that_makes_it_clear(name: str) -> None:
    make, move, why = CLEAR[name]
    table = make()
    best, *others = hint(table.game, table.request(table.waiting[0]), SEEDED)
    assert best["move"] == move
    assert best["why"].startswith(why), best["why"]
    assert best["against"] in [other["move"] for other in others if other["sure"] != "close"]
    assert not any(other["why"] or other["against"] for other in others), "only the best one is explained"


@pytest.mark.parametrize("name", list(systems()))
def test_no_reason_is_invented_for_one_of_several_equal_moves(name: str) -> None:
    table = EQUAL[name]()
    found = hint(table.game, table.request(table.waiting[0]), SEEDED)
    assert len(found) > 1
    assert {(line["sure"], line["why"], line["against"]) for line in found} == {("close", "", "")}


@pytest.mark.parametrize(
    ("name", "seats", "moves", "settings"),
    [
        pytest.param("partnership-spades", 4, 9, SEEDED, marks=pytest.mark.compiled),
        pytest.param("modern-art", 3, 2, SEEDED, marks=pytest.mark.compiled),
        pytest.param("automation", 2, 12, SEEDED, marks=pytest.mark.compiled),
        pytest.param("gin-rummy", 2, 3, SEEDED, marks=pytest.mark.compiled),
        pytest.param("cheat", 3, 4, SEEDED, marks=pytest.mark.compiled),
    ],
)
def test_a_hint_depends_on_nothing_that_the_seat_does_not_know(
    name: str, seats: int, moves: int, settings: SearchSettings
) -> None:
    """Hidden cards are dealt again in the true state: the same seat with the same knowledge gets the same hint."""
    game = ludex.game(name)
    table = game.new(seats, seed=3)
    while len(table.played) < moves or len(table.options(table.waiting[0])) == 1:
        table.play(table.waiting[0], table.options(table.waiting[0])[0])
    seat, kernel = table.waiting[0], game.machine.kernel
    states = table.engine.record_in_full()
    kernel.hide(states, 0, seat)
    kernel.redeal(states, 0, seat, new_dice(secret_seed(5)))
    assert states.tobytes() != table.engine.record_in_full().tobytes(), "other cards are hidden"
    kernel.hide(states, 0, seat)
    states["rng"] = 0
    elsewhere = Request.from_parts(game, seat, states.tobytes(), table.engine.offered(seat))
    assert hint(game, elsewhere, settings) == hint(game, table.request(seat), settings)


def test_a_reason_needs_a_difference_beyond_chance_and_of_some_size() -> None:
    assert compared("points", [(5.0, 4.0), (5.0, 4.0), (3.0, 4.0)] * 4) is None, "too uncertain"
    assert compared("points", [(100.2, 100.0), (20.2, 20.0)] * 50) is None, "certain, but too small to matter"
    assert compared("points", [(5.0, 4.0)] * 11) is None, "too few worlds"
    found = compared("points", [(5.0, 4.0)] * 12)
    assert found is not None
    assert found.is_gain


def test_less_of_what_costs_is_a_gain() -> None:
    found = compared("bags", [(Cost(1), Cost(3)), (Cost(0), Cost(3))] * 10)
    assert found is not None
    assert found.is_gain
    assert str(found) == "0.5 bags instead of 3"


def test_reasons_speak_to_the_person_or_of_a_seat() -> None:
    found = [Difference("cities", 1.0, 0.2, True), Difference("money", 40.0, 55.0, False)]
    assert told(found, "soon after", "you have").startswith(
        "Soon after, you have on average 1 city instead of 0.2, but"
    )
    assert "seat 2 has on average" in told(found, "soon after", "seat 2 has")


@pytest.mark.parametrize("name", LIBRARY)
def test_every_game_of_the_card_library_has_terms_after_a_hand(name: str) -> None:
    """Terms are points or chips first, and then what leads to them by the rules of the game."""
    game = library_game(name)
    table = game.new(game.seats[-1], seed=2)
    while table.waiting and table.view(0).before is None:
        table.play(table.waiting[0], table.options(table.waiting[0])[0])
    terms = game.look.terms(table.view(0))
    assert next(iter(terms)) == ("chips" if game.genome.chips else "points")
    assert ("tricks" in terms) == (
        name in ("spades", "partnership-spades", "whist", "knockout-whist", "euchre", "bridge")
    )
    assert ("bags" in terms) == ("spades" in name)
    assert ("tricks off the bid" in terms) == (name == "oh-hell")
    shedding = ("crazy-eights", "uno-style", "president", "fan-tan", "cheat", "old-maid")
    assert ("cards left" in terms) == (name in shedding)
