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
from ludex.core import Table
from ludex.core.events import new_log
from ludex.core.record import load_twin, store_twin
from ludex.games.power_grid import PowerGrid
from ludex.games.power_grid import state as st
from ludex.games.power_grid.components.maps import CITIES, DISTANCE
from ludex.games.power_grid.components.plants import FUELS, KIND, KINDS, NUMBER, PLANTS, STEP_3, TYPES
from ludex.games.power_grid.components.tables import TOKENS
from ludex.games.power_grid.rules import advance
from ludex.games.power_grid.views import PHASES

GAME = ludex.game("power-grid")
INTERPRETED = PowerGrid()
"""The same rules as plain Python: where an index out of bounds is an error, not a broken process."""
INTERPRETED.kernel = INTERPRETED.interpreted

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
    **options: Any,
) -> Table:
    """A table with these things. What is in nobody's hands, market, stack or under the stack has left the game."""
    if "regions" not in options:
        options["regions"] = REGIONS[options.get("map", "germany")][: REGION_COUNT[seats]]
    table = game.new(seats, seed=1, **options)
    s = load_twin(table.record_in_full(), 0)
    s.round, s.step = round_number, step
    s.shuffled = int(shuffled)
    s.step_3 = st.BEGUN if step == 3 else st.NOT_YET
    for at, seat in enumerate(order or range(seats)):
        s.order[at] = seat
    taken = {*(stack or ()), *under, *(number for owned in plants for number in owned)}
    first = [number for number in PLANTS if number not in taken][: 6 if step == 3 else 8]
    _place_cards(s, plants, first if market is None else market, stack, under)
    _hand_out_fuel(s, fuel, track or {})
    for seat, amount in enumerate(money):
        s.money[seat] = amount
    for seat, names in enumerate(cities):
        for name in names:
            _build(s, seat, table.view().printed.place(name))
    s.phase = PHASES.index(phase)
    s.place_in_order = 0 if phase == "powering" else seats - 1
    s.discount = s.market[0] if options.get("edition") == "recharged" and phase == "opening" and s.market_size else -1
    s.turn = -1
    s.rng[0] = 1
    advance(s, new_log(0))
    for word in range(4):
        s.rng[word] = 0
    return put(table, s)


def put(table: Table, s: Any) -> Table:
    """Put a table into a state that keeps the game's laws."""
    states = table.record_in_full()
    store_twin(s, states, 0)
    table._states = states
    assert table.broken_law() is None, table.broken_law()
    return table


def twin(table: Table) -> Any:
    """The whole state of a table, to read or to change and `put` back."""
    return load_twin(table.record_in_full(), 0)


def _place_cards(
    s: Any, plants: Sequence[Sequence[int]], market: Sequence[int], stack: Sequence[int] | None, under: Sequence[int]
) -> None:
    placed = {*market, *under, *(number for owned in plants for number in owned)}
    drawn = [number for number in PLANTS if number not in placed] if stack is None else stack
    for kind in range(KINDS):
        s.place[kind] = st.GONE
    s.place[STEP_3] = st.GONE if s.shuffled else st.STACK
    s.market_size = len(market)
    for at in range(st.MARKET):
        s.market[at] = int(KIND[market[at]]) if at < len(market) else -1
    for number in market:
        s.place[int(KIND[number])] = st.FOR_SALE
    for number in drawn:
        s.place[int(KIND[number])] = st.UNDER if s.shuffled else st.STACK
    for number in under:
        s.place[int(KIND[number])] = st.UNDER
    s.stack, s.under, s.top = len(drawn), len(under), -1
    s.back = 0 if s.edition == 0 else int(PLANTS[drawn[0]].back == "socket") + 1 if drawn else 3
    for seat, owned in enumerate(plants):
        for slot, number in enumerate(sorted(owned)):
            kind = int(KIND[number])
            s.place[kind] = seat
            s.plants[seat, slot] = kind
            s.storage[seat, TYPES.index(PLANTS[number].type)] += PLANTS[number].stores
        s.plant_count[seat] = len(owned)


def _hand_out_fuel(s: Any, fuel: Sequence[Mapping[str, int]], track: Mapping[str, int]) -> None:
    for seat, tokens in enumerate(fuel):
        for name, count in tokens.items():
            s.fuel[seat, FUELS.index(name)] = count
    for kind, name in enumerate(FUELS):
        owned = sum(s.fuel[seat, kind] for seat in range(s.seats))
        s.track[kind] = min(track.get(name, s.track[kind]), int(TOKENS[kind]) - owned)
        s.supply[kind] = int(TOKENS[kind]) - owned - s.track[kind]


def _build(s: Any, seat: int, city: int) -> None:
    s.houses[city] |= 1 << seat
    s.house_count[city] += 1
    s.cities[seat] += 1
    for other in range(CITIES):
        s.reach[seat, other] = min(s.reach[seat, other], int(DISTANCE[s.board, city, other]))


def play(table: Table, *moves: str) -> Table:
    """Play moves one after the other, each by the seat that is asked; `1: pass` also checks that it is seat 1."""
    for text in moves:
        seat, _, move = text.rpartition(": ")
        assert len(table.waiting) == 1, f"{text!r}: the game is over"
        assert not seat or int(seat) in table.waiting, f"{text!r}: waiting for seat {table.waiting[0]}"
        table.play(table.waiting[0], move)
        assert table.broken_law() is None, table.broken_law()
    return table


def rejected(table: Table, text: str) -> str:
    """The code with which a move is rejected; the sentence is one a person understands."""
    seat, _, move = text.rpartition(": ")
    rejection = table.check(int(seat) if seat else table.waiting[0], move)
    assert rejection is not None, f"{text!r} is allowed"
    assert "{" not in rejection.sentence
    assert "None" not in rejection.sentence
    return rejection.code


def offered(table: Table) -> list[str]:
    """The options of the seat that is asked, ranges as ranges."""
    return [" ".join(map(str, path)) for path in table.options(table.waiting[0]).paths]


def told(table: Table, since: int = 1) -> list[str]:
    """What everybody was told about the last moves."""
    return [str(event) for event in table.events(since=len(table.played) - since)]


def asked(table: Table) -> tuple[int, str]:
    """Who is asked, and in which phase."""
    return table.waiting[0], table.view().phase


def market(table: Table) -> list[int]:
    view = table.view()
    return [plant.number for plant in (*view.current, *view.future)]


def owns(table: Table, seat: int) -> list[int]:
    return [plant.number for plant in table.view().seats[seat].plants]


def money(table: Table) -> list[int]:
    return [int(amount) for amount in table.record_in_full()["money"][0, : table.seats]]


def fuel(table: Table, seat: int) -> dict[str, int]:
    """The fuel of a seat, without what it has none of."""
    return {name: count for name, count in table.view().seats[seat].fuel.items() if count}


def track(table: Table) -> dict[str, int]:
    return {fuel.name: fuel.count for fuel in table.view().fuels}


def supply(table: Table) -> dict[str, int]:
    return {fuel.name: fuel.supply for fuel in table.view().fuels}


def place(table: Table, number: int) -> int:
    """Where a plant is."""
    return int(table.record_in_full()["place"][0, KIND[number]])


def numbers(kinds: Any) -> list[int]:
    return [int(NUMBER[kind]) for kind in np.asarray(kinds).tolist() if kind >= 0]
