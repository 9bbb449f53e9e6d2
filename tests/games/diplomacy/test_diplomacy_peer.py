"""The adjudicator, compared with the PyPI package `diplomacy` on positions where its known deviations do not apply.

Left out: what the package decides otherwise by design: an army goes by convoy only if ordered `VIA`, supports do not
look at coasts, and units dislodged by a convoyed army get other retreats. In a few other positions it differs too,
mostly because a power's support helps a convoyed army to dislodge the power's own unit; there the slow adjudicator
decides.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from tests.games.diplomacy.dense import as_reference, dense_position, settle
from tests.games.diplomacy.reference import Reference

from ludex import Move
from ludex.core.language.interpreted_state import load_twin
from ludex.games.diplomacy import Convoy, Diplomacy, MoveVia, Retreat, SupportMove
from ludex.games.diplomacy.components import CODES, MAPS, PLACE_NUMBER, PLACES, REACH
from ludex.games.diplomacy.notation.names import unit_name
from ludex.games.diplomacy.notation.saved_games import package_text
from ludex.games.diplomacy.state import CONVOY, MOVE, MOVE_VIA, SUPPORT_HOLD, SUPPORT_MOVE
from ludex.games.diplomacy.table import DiplomacyTable

pytest.importorskip("diplomacy", reason="the peer is installed with the extra `peers`")
pytestmark = pytest.mark.filterwarnings("ignore")

POWERS = MAPS["standard"].power_names


def order_text(s: Any, p: int) -> str:
    unit = unit_name(s.kind[p], s.place[p])
    if s.order[p] in (MOVE, MOVE_VIA):
        by_sea = s.order[p] == MOVE_VIA or not REACH[s.kind[p], s.place[p], CODES.index(PLACES[s.to[p]][:3])]
        return f"{unit} - {PLACES[s.to[p]]}{' VIA' if by_sea else ''}"
    if s.order[p] in (SUPPORT_HOLD, SUPPORT_MOVE, CONVOY):
        q = s.target[p]
        other = unit_name(s.kind[q], s.place[q])
        verb = "C" if s.order[p] == CONVOY else "S"
        return f"{unit} {verb} {other}" + ("" if s.order[p] == SUPPORT_HOLD else f" - {PLACES[s.to[p]]}")
    return f"{unit} H"


def deviates(s: Any) -> bool:
    """Return whether the package is known to decide otherwise."""
    for p in range(75):
        if s.kind[p] and s.order[p] == SUPPORT_MOVE and "/" in PLACES[s.to[s.target[p]]] + PLACES[s.to[p]]:
            return True
        if s.kind[p] and s.order[p] == CONVOY and REACH[1, s.target[p], s.to[p]]:
            return True
        if s.kind[p] and s.order[p] == MOVE_VIA:
            return True
    return False


def peer_after(s: Any) -> tuple[set[str], set[str]]:
    """Units on the board and dislodged units, as the package has them after the phase."""
    from diplomacy import Game

    game = Game()
    game.clear_units()
    game.clear_centers()
    for p in range(75):
        if s.kind[p]:
            game.set_units(POWERS[s.power[p]], [unit_name(s.kind[p], s.place[p])])
    for number, power in enumerate(POWERS):
        game.set_orders(power, [order_text(s, p) for p in range(75) if s.kind[p] and s.power[p] == number])
    game.process()
    state = game.get_state()
    units = {f"{power} {unit}" for power, units in state["units"].items() for unit in units}
    beaten = {f"{power} {unit}" for power, units in state["retreats"].items() for unit in units}
    return {unit for unit in units if "*" not in unit}, beaten


def compare(states: Any) -> str:
    """`left out`, `same`, or `differs`, where the slow adjudicator must side with ours."""
    s = load_twin(states, 0)
    if deviates(s):
        return "left out"
    moved, paradox, after = settle(states)
    ours = {f"{POWERS[after.power[p]]} {unit_name(after.kind[p], after.place[p])}" for p in range(75) if after.kind[p]}
    theirs, _ = peer_after(s)
    if ours == theirs or paradox:
        return "same"
    assert Reference(*as_reference(states)).outcome() == moved, f"{ours - theirs} here, {theirs - ours} there"
    return "differs"


def test_dense_positions_end_as_in_the_package() -> None:
    random = Random(11)
    found = Counter(compare(dense_position(random.randrange, most_moves=9)) for _ in range(80))
    assert found["same"] > 15
    assert found["differs"] <= 2


@pytest.mark.deep
def test_thousands_of_positions_end_as_in_the_package() -> None:
    random = Random(12)
    found = Counter(compare(dense_position(random.randrange, most_moves=9)) for _ in range(6_000))
    assert found["same"] > 1_500
    assert found["differs"] < found["same"] / 50


def usual(order: Move) -> bool:
    """Return whether the package judges an order as the rules do: no coasts in supports, no convoy that is not needed,
    and no help for an army that sails."""
    match order:
        case MoveVia():
            return False
        case SupportMove(_, other, to):
            return "/" not in other + to and bool(
                REACH[" AF".index(other[0]), PLACE_NUMBER[other[2:]], CODES.index(to)]
            )
        case Convoy(_, other, to):
            return not REACH[1, PLACE_NUMBER[other[2:]], PLACE_NUMBER[to]]
    return True


def play_beside_the_package(seed: int, years: int) -> int:
    """A game of chance on both boards: after every phase the same units, centres and retreats. How many phases."""
    from diplomacy import Game

    random, peer, phases = Random(seed), Game(), 0
    table = Diplomacy().new(seed=seed, last_year=1900 + years, votes=False)
    while table.outcome is None:
        phase = table.view().phase
        while peer.get_current_phase() != phase and peer.get_current_phase()[0] == "W":
            peer.process()  # the package stops in winter also where nothing can be built
        assert peer.get_current_phase() == phase
        orders: dict[str, list[str]] = {}
        while table.view().phase == phase and table.outcome is None:
            seat = table.waiting[0]
            options = [order for order in table.options(seat) if usual(order)]
            order = random.choice(options)
            orders.setdefault(POWERS[seat], []).append(package_text(order))
            table.play(seat, order)
        for power, given in orders.items():
            peer.set_orders(power, given)
        peer.process()
        phases += 1
        compare_boards(table, peer)
        after = load_twin(table.engine.record_in_full(), 0)
        if any(after.beaten_kind[p] and after.sails[after.beaten_by[p]] == 1 for p in range(75)):
            break  # its other retreats
    return phases


def compare_boards(table: DiplomacyTable, peer: Any) -> None:
    state, view = peer.get_state(), table.view()
    theirs = {f"{power} {unit}" for power, units in state["units"].items() for unit in units if unit[0] != "*"}
    assert {f"{unit.power} {unit.unit}" for unit in view.units} == theirs
    for power in view.powers:
        assert set(power.centers) == set(state["centers"][power.power])
    retreats = {unit: set(free) for units in state["retreats"].values() for unit, free in units.items()}
    ours = {
        gone.unit: {o.to for o in table.legal_orders(gone.unit) if isinstance(o, Retreat)} for gone in view.dislodged
    }
    assert ours == {unit: free for unit, free in retreats.items() if free}


def test_whole_games_go_as_in_the_package() -> None:
    assert sum(play_beside_the_package(seed, years=3) for seed in range(3)) > 20


@pytest.mark.deep
def test_many_whole_games_go_as_in_the_package() -> None:
    assert sum(play_beside_the_package(seed, years=8) for seed in range(100, 130)) > 300
