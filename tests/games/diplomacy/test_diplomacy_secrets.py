"""Redeals of secrets: every set of orders that the others may have given comes out of some redeal."""

from __future__ import annotations

from typing import Any

import pytest

from ludex.core.language.chance import new_dice, secret_seed
from ludex.core.language.interpreted_state import load_twin
from ludex.games.diplomacy import Diplomacy
from ludex.games.diplomacy.components import CODES
from ludex.games.diplomacy.secrets import owed
from ludex.games.diplomacy.state import BUILD, DISBAND, NO_ORDER, RETREAT, VOTE_DRAW
from ludex.games.diplomacy.table import DiplomacyTable

ENGLAND, FRANCE = 1, 2


def worlds(table: DiplomacyTable, seat: int, count: int = 60) -> list[Any]:
    """Deals of what the seat cannot know. Each keeps every law and what the seat sees."""
    found = []
    seen, kernel, dice = table.record(seat), table.game.machine.interpreted, new_dice(secret_seed(1))
    for _ in range(count):
        states = table.engine.record_in_full()
        kernel.redeal(states, 0, seat, dice)
        assert kernel.audit(states, 0) == 0
        found.append(load_twin(states, 0))
        kernel.hide(states, 0, seat)
        assert states.tobytes() == seen.tobytes()
    return found


def given(s: Any, seat: int) -> int:
    return sum(1 for p in range(len(s.order)) if s.order[p] != NO_ORDER and s.kind[p] and s.power[p] == seat)


def test_a_redeal_covers_the_half_entered_orders_of_others() -> None:
    """France has ordered two of three units: to England it may have ordered none, one or two, but not all."""
    table = Diplomacy().new(seed=1)
    table.play(FRANCE, "F BRE - MAO")
    table.play(FRANCE, "A MAR H")
    table.play(ENGLAND, "F EDI H")
    counts = {given(s, FRANCE) for s in worlds(table, ENGLAND)}
    assert counts == {0, 1, 2}
    for s in worlds(table, ENGLAND, 20):
        assert s.left[FRANCE] == owed(s, FRANCE) - given(s, FRANCE) > 0


def test_as_long_as_the_game_looks_as_it_was_set_up_nobody_has_begun() -> None:
    """A redeal right after the setup deals what the setup deals, and a power that has done nothing can see no more."""
    table = Diplomacy().new(seed=1)
    assert {given(s, FRANCE) for s in worlds(table, ENGLAND, 20)} == {0}
    table.give("ITALY", "")
    assert {given(s, FRANCE) for s in worlds(table, ENGLAND)} == {0, 1, 2}


def test_the_orders_of_a_redeal_are_the_first_in_the_sequence_in_which_they_are_asked_for() -> None:
    table = Diplomacy().new(seed=1)
    table.play(ENGLAND, "F EDI H")
    for s in worlds(table, ENGLAND):
        units = [p for p in range(len(s.order)) if s.kind[p] and s.power[p] == FRANCE]
        ordered = [s.order[p] != NO_ORDER for p in units]
        assert ordered == sorted(ordered, reverse=True)


def test_a_power_that_is_done_has_ordered_everything_in_every_world() -> None:
    table = Diplomacy().new(seed=1)
    table.give("FRANCE", "A PAR - BUR")
    assert {given(s, FRANCE) for s in worlds(table, ENGLAND, 20)} == {3}


def test_the_own_orders_and_votes_stay_as_they_are() -> None:
    table = Diplomacy().new(seed=1)
    table.play(ENGLAND, "VOTE DRAW")
    table.play(ENGLAND, "F EDI - NWG")
    for s in worlds(table, ENGLAND, 20):
        assert given(s, ENGLAND) == 1
        assert s.vote[ENGLAND] == VOTE_DRAW


def test_what_is_true_of_votes_can_come_out() -> None:
    table = Diplomacy().new(seed=1)
    table.play(ENGLAND, "F EDI H")
    votes = {int(s.vote[FRANCE]) for s in worlds(table, ENGLAND, 200)}
    assert {0, VOTE_DRAW} < votes


def winter(**centers: list[str]) -> DiplomacyTable:
    units = {"FRANCE": ["A SPA", "A POR"], "RUSSIA": ["A WAR"], "ENGLAND": ["F NTH", "A WAL"]}
    return Diplomacy().position({"phase": "W1901A", "units": units, "centers": centers})


@pytest.mark.parametrize("done", [False, True])
def test_builds_and_removals_are_given_again_too(done: bool) -> None:
    table = winter(
        FRANCE=["SPA", "POR", "PAR", "BRE", "MAR"], RUSSIA=["WAR", "STP", "MOS"], ENGLAND=["LON"], GERMANY=["BER"]
    )
    if done:
        table.give("RUSSIA", "BUILD F STP/NC")
    russian: set[str] = set()
    for s in worlds(table, FRANCE, 120):
        russian |= {CODES[p] for p in range(len(s.order)) if s.order[p] == BUILD and s.owner[p] == 5}
        assert not any(s.order[p] == DISBAND and s.power[p] == 5 for p in range(len(s.order)))
    assert russian == {"STP", "MOS"}


def test_dislodged_units_of_others_retreat_or_disband() -> None:
    units = {"FRANCE": ["*A BUR", "*A BRE"], "GERMANY": ["A BUR", "A MUN", "A PIC"], "ENGLAND": ["F BRE", "*F ENG"]}
    centers = {"FRANCE": ["PAR", "MAR"], "GERMANY": ["MUN", "BER"], "ENGLAND": ["LON", "EDI"]}
    came = {"A BUR": "MUN", "A BRE": "ENG", "F ENG": "MAO"}
    table = Diplomacy().position({"phase": "S1902R", "units": units, "centers": centers, "dislodged_from": came})
    kinds = [[int(s.order[p]) for p in range(len(s.order)) if s.beaten_kind[p] and s.beaten_power[p] == FRANCE]
             for s in worlds(table, ENGLAND)]  # fmt: skip
    assert {tuple(orders) for orders in kinds} == {(NO_ORDER, NO_ORDER), (RETREAT, NO_ORDER), (DISBAND, NO_ORDER)}
