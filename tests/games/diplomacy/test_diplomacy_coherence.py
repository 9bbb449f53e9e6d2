"""The orders that bots and searches give to one power fit together: convoys, supports, and where units go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from ludex.core.compile.table_buffers import packed_rows
from ludex.core.game.game import Game
from ludex.core.game.template import template_of
from ludex.core.language.chance import new_dice
from ludex.core.language.events import new_log
from ludex.core.language.interpreted_state import load_twin
from ludex.games.diplomacy import Diplomacy, lagoon
from ludex.games.diplomacy.coherence import sensible
from ludex.games.diplomacy.components import ARMY, MAPS, PROVINCE, REACH
from ludex.games.diplomacy.notation.orders import ORDERS
from ludex.games.diplomacy.rules.reach import has_route, sea_bit
from ludex.games.diplomacy.state import CONVOY, MOVE, MOVE_VIA, RETREAT, SUPPORT_HOLD, SUPPORT_MOVE
from ludex.players.search.candidates import find_candidates

Choose = Callable[[Game, Any, int], int]


def phases(game: Diplomacy, choose: Choose, years: int, seed: int) -> Iterator[Any]:
    """Play a game by the compiled rules, and yield the record after each movement or retreat phase."""
    settings = game.read_settings({"last_year": MAPS[game.map].first_year - 1 + years, "votes": False})
    states, log = template_of(game, game.seats[0], settings), new_log(game.max_events)
    states["rng"] = np.random.SeedSequence(seed).generate_state(4, np.uint64)
    kernel = game.machine.compiled
    kernel.setup(states, 0)
    while waiting := kernel.waiting(states, 0):
        seat = (waiting & -waiting).bit_length() - 1
        before = int(states["phase"][0]), int(states["year"][0])
        kernel.play(states, 0, seat, choose(game, states, seat), log)
        if before != (int(states["phase"][0]), int(states["year"][0])):
            yield load_twin(states, 0)


def find_faults(s: Any) -> Iterator[str]:
    """Find what does not fit together in the orders of the phase before."""
    orders = {p: s.old_order[p] for p in range(len(s.old_order)) if s.old_order[p]}
    going = {p for p, order in orders.items() if order in (MOVE, MOVE_VIA)}
    bound: Counter[tuple[int, int]] = Counter()
    for p, order in orders.items():
        q, to, power = s.old_target[p], s.old_to[p], s.old_power[p]
        own = q in orders and s.old_power[q] == power
        if p in going or order == RETREAT:
            bound[power, int(PROVINCE[to])] += 1
        if p in going and s.old_kind[p] == ARMY and (order == MOVE_VIA or not REACH[ARMY, p, to]):
            fleets = [f for f in orders if orders[f] == CONVOY and (s.old_target[f], s.old_to[f]) == (p, to)]
            seas = sum(sea_bit(f) for f in fleets if s.old_power[f] == power)
            yield "ferry" if has_route(p, to, seas) else "void convoy"
        if order == CONVOY and not (own and q in going and s.old_to[q] == to):
            yield "convoy of nothing"
        if order == SUPPORT_MOVE and own and not (q in going and PROVINCE[s.old_to[q]] == PROVINCE[to]):
            yield "support of nothing"
        if order == SUPPORT_HOLD and own and q in going:
            yield "support of nothing"
    yield from ("two to one province" for count in bound.values() if count > 1)


def faults_of(bot: str, game: Diplomacy, games: int) -> Counter[str]:
    out, dice = np.zeros((game.max_options, 2), np.int64), new_dice(bytes(range(32)))

    def choose(game: Game, states: Any, seat: int) -> int:
        return int(game.machine.compiled.choose(game.machine.bot_slots[bot], states, 0, seat, out, dice))

    return Counter(fault for n in range(games) for s in phases(game, choose, 10, n) for fault in find_faults(s))


@pytest.mark.parametrize("bot", ["general", "random"])
def test_the_orders_of_a_bot_fit_together_and_its_armies_are_carried(bot: str) -> None:
    assert set(faults_of(bot, Diplomacy(), 25)) == {"ferry"}


def test_no_bot_orders_armies_over_sea_without_a_convoy() -> None:
    assert set(Diplomacy().machine.bot_slots) == {"random", "first", "hold", "dumbbot", "general"}
    assert not set(faults_of("first", Diplomacy(), 3)) | set(faults_of("hold", Diplomacy(), 3))
    assert not set(faults_of("dumbbot", Diplomacy(), 3))


@pytest.mark.parametrize("bot", lagoon().machine.bot_slots)
def test_the_orders_of_every_bot_fit_together_on_the_small_map(bot: str) -> None:
    assert set(faults_of(bot, lagoon(), 40)) <= {"ferry"}


def general_orders(phase: str, orders: str, **units: list[str]) -> str:
    """Return the order that the general gives next for England, by interpreted rules, after some were given."""
    table = Diplomacy().position({"phase": phase, "units": units, "centers": CENTERS})
    seat = table.seat_of("ENGLAND")
    for order in orders.split("; "):
        table.play(seat, order)
    record = table.request(seat).record
    assert record is not None
    out = np.zeros((table.game.max_options, 2), np.int64)
    slot = table.game.machine.bot_slots["general"]
    return str(
        ORDERS.unpack(table.game.machine.interpreted.choose(slot, record.copy(), 0, seat, out, new_dice(bytes(32))))
    )


CENTERS = {"ENGLAND": ["LON", "EDI", "LVP", "BRE", "NWY"], "FRANCE": ["PAR", "MAR"]}


def test_the_general_disbands_rather_than_retreat_to_where_another_unit_retreats() -> None:
    units = {"ENGLAND": ["*F NAP", "*F ROM"], "FRANCE": ["A NAP", "A ROM", "F ION", "F APU", "A VEN", "A TUS"]}
    assert general_orders("F1902R", "F NAP R TYS", **units) == "DESTROY F ROM"


def test_a_fleet_whose_hold_is_supported_still_carries_its_army() -> None:
    units = {"ENGLAND": ["A CLY", "F EDI", "F NWG"]}
    assert general_orders("F1902M", "A CLY - NWY; F EDI S F NWG", **units) == "F NWG C A CLY - NWY"


def test_every_fleet_of_a_route_carries_an_army_that_was_promised_a_convoy() -> None:
    units = {"ENGLAND": ["A LON", "F ENG", "F MAO", "A KIE"]}
    given = "F ENG C A LON - POR; A KIE H; A LON - POR"
    assert general_orders("F1902M", given, **units) == "F MAO C A LON - POR"


@pytest.mark.parametrize(("game", "games"), [(Diplomacy(), 2), (lagoon(), 12)], ids=["standard", "lagoon"])
def test_any_orders_that_are_each_sensible_fit_together(game: Diplomacy, games: int) -> None:
    """There is always one, and none of its promises is left open, whatever was chosen before."""
    random = Random(1)

    def any_sensible(game: Game, states: Any, seat: int) -> int:
        rows, s = packed_rows(game.machine.compiled, states, seat, game.max_options), load_twin(states, 0)
        options = [first for first, _ in rows]
        random.shuffle(options)
        ferries = [move for move in options if " C A" in str(ORDERS.unpack(move))] if random.random() < 0.5 else []
        return next(move for move in (*ferries, *options) if sensible(s, seat, move))

    found = Counter(fault for n in range(games) for s in phases(game, any_sensible, 4, n) for fault in find_faults(s))
    assert set(found) == {"ferry"}


def sensible_orders(orders: str, unit: str, **units: list[str]) -> set[str]:
    """Return the sensible orders of England's unit after other orders were given, with the search's own candidates."""
    centers = {power: [unit[2:5] for unit in MAPS["standard"].powers[power].units] for power in units}
    table = Diplomacy().position({"phase": "S1901M", "units": units, "centers": centers})
    for order in orders.split("; ") if orders else ():
        table.play(table.seat_of("ENGLAND"), order)
    seat = table.seat_of("ENGLAND")
    record = table.request(seat).record
    assert record is not None
    s = load_twin(record, 0)
    rows = packed_rows(table.game.machine.interpreted, record.copy(), seat, table.game.max_options)
    found = {str(ORDERS.unpack(move)) for move, _ in rows if sensible(s, seat, move)}
    machine = table.game.machine
    general = machine.bot_slots["general"]
    compared = find_candidates(table.game, machine.interpreted, record.copy(), seat, rows, general, 16, bytes(32))
    assert {str(ORDERS.unpack(move)) for move in compared} <= found
    return {order for order in found if order.startswith(unit) or not unit}


def test_an_army_goes_over_sea_only_with_fleets_of_its_own_power() -> None:
    assert "A LON - BEL" in sensible_orders("", "A LON", ENGLAND=["A LON", "F NTH"])
    assert "A LON - BEL" not in sensible_orders("", "A LON", ENGLAND=["A LON"], FRANCE=["F NTH"])
    assert "A YOR - BEL" not in sensible_orders("F NTH - HOL", "A YOR", ENGLAND=["A YOR", "F NTH"])


def test_a_fleet_that_an_army_needs_must_carry_it() -> None:
    units = ["A LON", "F ENG", "F NTH"]
    assert sensible_orders("F ENG H; A LON - NWY", "", ENGLAND=units) == {"F NTH C A LON - NWY"}
    assert len(sensible_orders("F ENG H; A LON H", "", ENGLAND=units)) > 5


def test_a_fleet_carries_an_army_that_comes_later_and_that_must_then_go() -> None:
    units = ["A LON", "F ENG"]
    assert "F ENG C A LON - BRE" in sensible_orders("", "F ENG", ENGLAND=units)
    assert sensible_orders("F ENG C A LON - BRE", "", ENGLAND=units) == {"A LON - BRE"}
    assert "F ENG C A PIC - LON" not in sensible_orders("", "F ENG", ENGLAND=["F ENG"], FRANCE=["A PIC"])


def test_a_fleet_sends_no_other_away_that_alone_could_carry_the_army_in_its_place() -> None:
    units = ["A DEN", "F HEL", "F NTH"]
    orders = sensible_orders("A DEN - HOL", "F HEL", ENGLAND=units)
    assert {"F HEL H", "F HEL C A DEN - HOL"} <= orders
    assert "F HEL S F NTH - DEN" not in orders


def test_one_fleet_carries_one_army() -> None:
    units = ["A EDI", "A LON", "F NTH"]
    assert "A LON - HOL" not in sensible_orders("A EDI - BEL", "A LON", ENGLAND=units)


def test_supports_match_orders_that_are_given_or_can_still_be() -> None:
    units = ["A HOL", "A KIE", "A RUH"]
    later = sensible_orders("A HOL - BEL; A KIE H", "A RUH", ENGLAND=units)
    assert "A RUH S A HOL - BEL" in later
    assert later.isdisjoint({"A RUH S A HOL", "A RUH S A KIE - HOL", "A RUH - BEL", "A RUH - KIE"})
    assert sensible_orders("A HOL S A RUH - BEL; A KIE H", "", ENGLAND=units) == {"A RUH - BEL"}


def test_no_two_units_of_a_power_retreat_to_one_province() -> None:
    units = {"ENGLAND": ["*A BUR", "*A GAS"], "FRANCE": ["A BUR", "A GAS"]}
    table = Diplomacy().position({"phase": "F1901R", "units": units})
    seat = table.seat_of("ENGLAND")
    table.play(seat, "A BUR R PAR")
    record = table.request(seat).record
    assert record is not None
    s = load_twin(record, 0)
    offered = {str(order): sensible(s, seat, ORDERS.pack(order)) for order in table.options(seat)}
    assert not offered["A GAS R PAR"]
    assert offered["A GAS R BRE"]
