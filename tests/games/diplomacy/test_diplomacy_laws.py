"""Positions that no game can reach are refused, before a rule stumbles over them."""

from __future__ import annotations

from typing import Any

import pytest

from ludex.games.diplomacy import BadPosition, Diplomacy, lagoon
from ludex.games.diplomacy.laws import ORDER_WRONG, SEAS_WRONG, SEQUENCE_WRONG

GAME = Diplomacy()
LAGOON = lagoon()


def refused(game: Diplomacy, position: Any, law: int, **changed: Any) -> None:
    """Expect a position to be accepted, and the changed one to be refused for a law."""
    game.position(position)
    with pytest.raises(BadPosition, match=str(law)):
        game.position(position.but(**changed))


@pytest.mark.parametrize("to", ["ADR", "BLA", "SPA/NC"])
def test_an_army_is_not_ordered_to_where_no_army_stands(to: str) -> None:
    table = GAME.new(seed=1)
    table.play(0, "A BUD - SER")
    refused(GAME, table.position(), ORDER_WRONG, to={"BUD": to})


def test_an_order_does_not_lead_to_another_map() -> None:
    table = LAGOON.new(seed=1)
    seat, fleet = next((seat, str(unit)) for seat in range(3) for unit in table.options(seat) if str(unit)[0] == "F")
    table.play(seat, fleet)
    refused(LAGOON, table.position(), ORDER_WRONG, order={fleet[2:5]: "move"}, to={fleet[2:5]: 0})


def test_a_unit_is_built_where_it_can_stand() -> None:
    start = {"phase": "W1901A", "units": {"AUSTRIA": ["A VIE"]}, "centers": {"AUSTRIA": ["VIE", "BUD", "TRI"]}}
    table = GAME.position(start)
    table.play(0, "A BUD B")
    refused(GAME, table.position(), ORDER_WRONG, to={"BUD": "SER"})
    refused(GAME, table.position(), ORDER_WRONG, target={"BUD": 2})


def test_fleets_touch_the_shores_of_their_seas() -> None:
    table = GAME.position({"phase": "F1902M", "units": {"ENGLAND": ["F NTH", "A YOR"]}})
    refused(GAME, table.position(), SEAS_WRONG, sea_shores=[])


def test_nothing_is_aimed_at_where_there_is_no_order() -> None:
    position = GAME.new(seed=1).position()
    refused(GAME, position, SEQUENCE_WRONG, to={"BUD": "SER"})
    refused(GAME, position, SEQUENCE_WRONG, target={"BUD": 2})


def test_no_unit_waits_for_its_order_before_one_that_has_it() -> None:
    table = GAME.new(seed=1)
    table.play(0, "A BUD H")
    refused(GAME, table.position(), SEQUENCE_WRONG, order={"TRI": "hold"})
