"""A table in any position, in one line.

    table = position(plants=[[4, 5, 6], [10]], money=[60, 40], market=[11, 12, 13, 14, 15, 16, 17, 18], stack=[30, 31])
    play(table, "0: open plant 13 discard 4 bid 13", "1: pass")
    assert owns(table, 0) == [5, 6, 13]

A stack of one plant makes the next draw certain. What is not named is as at the start of a game, with the seats in
order and the first regions of the map in play.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

import ludex
from ludex import Table
from ludex.core.game.position import write_position
from ludex.core.language.events import new_log
from ludex.core.language.interpreted_state import load_twin, store_twin
from ludex.games.power_grid import PowerGrid
from ludex.games.power_grid.components.plants import FUELS, KIND, NUMBER, PLANTS
from ludex.games.power_grid.components.tables import TOKENS
from ludex.games.power_grid.rules import advance

GAME = ludex.game("power-grid")
INTERPRETED = PowerGrid()
"""The same rules as plain Python: where an index out of bounds is an error, not a broken process."""
INTERPRETED.machine.kernel = INTERPRETED.machine.interpreted

REGIONS = {
    "germany": ["north-west", "north-east", "east", "west", "south-east"],
    "usa": ["north-west", "south-west", "south-central", "midwest", "north-east"],
}
REGION_COUNT = {2: 3, 3: 3, 4: 4, 5: 5, 6: 5}


def position(
    *,
    seats: int = 2,
    phase: str = "opening",
    round_number: int = 2,
    step: int = 1,
    money: Sequence[int] = (),
    plants: Sequence[Sequence[int]] = (),
    fuel: Sequence[Mapping[str, int]] = (),
    cities: Sequence[Sequence[str]] = (),
    order: Sequence[int] = (),
    market: Sequence[int] | None = None,
    stack: Sequence[int] | None = None,
    under: Sequence[int] = (),
    track: Mapping[str, int] | None = None,
    shuffled: bool = False,
    game: PowerGrid | Any = GAME,
    **settings: Any,
) -> Table:
    """Make a table from these things. Plants in no hand, market, stack or under the stack have left the game."""
    settings.setdefault("regions", REGIONS[settings.get("map", "germany")][: REGION_COUNT[seats]])
    start = game.new(seats, seed=1, **settings).position()
    places = _places(plants, market, stack, under, 6 if step == 3 else 8)
    recharged = settings.get("edition") == "recharged"
    in_order = list(order or range(seats))
    asked_first = 0 if phase in ("opening", "powering") else seats - 1
    table = game.position(
        start.but(
            round=round_number,
            step=step,
            phase=phase,
            order=in_order,
            turn=in_order[asked_first],
            place_in_order=0 if phase == "powering" else seats - 1,
            place=_by_place(places, shuffled),
            shuffled=int(shuffled),
            step_3="begun" if step == 3 else "in the stack",
            top="none",
            back=_back(places["stack"]) if recharged else "none",
            discount=min(places["market"], default="none") if recharged and phase == "opening" else "none",
            fuel=_fuel(fuel, seats),
            track=_track({**start.state["track"], **(track or {})}, fuel),
            money=[*money, *[50] * (seats - len(money))],
            houses={name: [s for s in range(len(cities)) if name in cities[s]] for built in cities for name in built},
        )
    )
    return settle(table)


def _places(
    plants: Sequence[Sequence[int]],
    market: Sequence[int] | None,
    stack: Sequence[int] | None,
    under: Sequence[int],
    size: int,
) -> dict[str, list[int]]:
    """Set the places of the plants. By default the lowest are for sale, and all others are in the stack."""
    owned = [number for numbers in plants for number in numbers]
    free = [number for number in PLANTS if number not in {*owned, *under, *(stack or ())}]
    on_sale = free[:size] if market is None else list(market)
    drawn = [number for number in free if number not in on_sale] if stack is None else list(stack)
    seats = {f"seat {seat}": sorted(numbers) for seat, numbers in enumerate(plants)}
    return {**seats, "market": on_sale, "stack": drawn, "under the stack": list(under)}


def _by_place(places: Mapping[str, list[int]], shuffled: bool) -> dict[str, Any]:
    """Return the places of a position: once the Step 3 card has come up, what was under the stack is the stack."""
    if shuffled:
        return {**places, "stack": [], "under the stack": [*places["stack"], *places["under the stack"]]}
    return {**places, "stack": [*places["stack"], "Step 3"]}


def _back(stack: Sequence[int]) -> str:
    return PLANTS[stack[0]].back if stack else "Step 3"


def _fuel(fuel: Sequence[Mapping[str, int]], seats: int) -> list[dict[str, int]]:
    return [dict(fuel[seat]) if seat < len(fuel) else {} for seat in range(seats)]


def _track(track: Mapping[str, int], fuel: Sequence[Mapping[str, int]]) -> dict[str, int]:
    """Set the track, limited to what the seats have left."""
    owned = {name: sum(tokens.get(name, 0) for tokens in fuel) for name in FUELS}
    return {name: min(track.get(name, 0), int(TOKENS[kind]) - owned[name]) for kind, name in enumerate(FUELS)}


def settle(table: Table) -> Table:
    """Continue, as the game would, until a seat has something to decide."""
    states = table.engine.record_in_full()
    s = load_twin(states, 0)
    s.turn = -1
    s.rng[0] = 1
    advance(s, new_log(0))
    store_twin(s, states, 0)
    return table.game.position(write_position(table.game, states, table.settings), seed=1)


def twin(table: Table) -> Any:
    """Return the whole state of a table, to read, or to try a single rule on."""
    return load_twin(table.engine.record_in_full(), 0)


def play(table: Table, *moves: str) -> Table:
    """Play moves one after the other, each by the seat that is asked; `1: pass` also checks that it is seat 1."""
    for text in moves:
        seat, _, move = text.rpartition(": ")
        assert len(table.waiting) == 1, f"{text!r}: the game is over"
        assert not seat or int(seat) in table.waiting, f"{text!r}: waiting for seat {table.waiting[0]}"
        table.play(table.waiting[0], move)
        assert table.engine.broken_law() is None, table.engine.broken_law()
    return table


def rejected(table: Table, text: str) -> str:
    """Return the code with which a move is rejected; the sentence is one a person understands."""
    seat, _, move = text.rpartition(": ")
    rejection = table.check(int(seat) if seat else table.waiting[0], move)
    assert rejection is not None, f"{text!r} is allowed"
    assert "{" not in rejection.sentence
    assert "None" not in rejection.sentence
    return rejection.code


def offered(table: Table) -> list[str]:
    """Return the options of the seat that is asked, ranges as ranges."""
    return [" ".join(map(str, path)) for path in table.options(table.waiting[0]).paths]


def told(table: Table, since: int = 1) -> list[str]:
    """Return the public events of the last moves."""
    return [str(event) for event in table.events(since=len(table.played) - since)]


def asked(table: Table) -> tuple[int, str]:
    """Return the seat that is asked, and its phase."""
    return table.waiting[0], table.view().phase


def market(table: Table) -> list[int]:
    view = table.view()
    return [plant.number for plant in (*view.current, *view.future)]


def owns(table: Table, seat: int) -> list[int]:
    return [plant.number for plant in table.view().seats[seat].plants]


def money(table: Table) -> list[int]:
    return [int(amount) for amount in table.engine.record_in_full()["money"][0, : table.seats]]


def fuel(table: Table, seat: int) -> dict[str, int]:
    """Return the fuel of a seat, without what it has none of."""
    return {name: count for name, count in table.view().seats[seat].fuel.items() if count}


def track(table: Table) -> dict[str, int]:
    return {fuel.name: fuel.count for fuel in table.view().fuels}


def supply(table: Table) -> dict[str, int]:
    return {fuel.name: fuel.supply for fuel in table.view().fuels}


def place(table: Table, number: int) -> int:
    """Return the place of a plant."""
    return int(table.engine.record_in_full()["place"][0, KIND[number]])


def numbers(kinds: Any) -> list[int]:
    return [int(NUMBER[kind]) for kind in np.asarray(kinds).tolist() if kind >= 0]
