"""Diplomacy, compared with the PyPI package `diplomacy`: adjudication alone, random self-play to 1910, legal orders.

Both sides are measured in CPU time on one core, on the same positions and orders.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from benchmarks.measure import Row, best_in_turn, compare
from ludex.arena import simulate
from ludex.author import rule
from ludex.core.game.template import template_of
from ludex.core.language.events import new_log
from ludex.core.language.interpreted_state import load_twin, store_twin
from ludex.core.language.record import States
from ludex.games.diplomacy import Diplomacy
from ludex.games.diplomacy.components import ARMY, MAPS, PROVINCE, PROVINCES, REACH
from ludex.games.diplomacy.moves import MoveTo
from ludex.games.diplomacy.notation.names import unit_name
from ludex.games.diplomacy.notation.orders import ORDERS
from ludex.games.diplomacy.order_table import enter_offers
from ludex.games.diplomacy.rules import advance
from ludex.games.diplomacy.rulings import adjudicate_all, write_order
from ludex.games.diplomacy.views import own_order

Orders = dict[str, list[str]]
OPTIONS: dict[str, Any] = {"last_year": 1910, "votes": False}
POSITIONS = 120
COPIES = 100
LEGAL_BAR = 100e-6
"""Target for the time to find all legal orders of a position, in seconds."""


def rows() -> Iterator[Row]:
    """Yield all measurements of Diplomacy."""
    game = Diplomacy()
    positions = ordered_positions(game, POSITIONS)
    yield from adjudication(game, positions)
    yield from self_play()
    yield from legal_orders(game, positions)
    yield compare(
        "diplomacy: bytes per state", "bytes", game.machine.layout.size, "a 4 KiB page", 4096, less_is_better=True
    )


def ordered_positions(game: Diplomacy, count: int) -> States:
    """Return positions of random games with all orders of a movement phase."""
    found: list[States] = []
    chance = np.random.default_rng(1)
    out, log = np.zeros((game.max_options, 2), np.int64), new_log(0)
    kernel = game.machine.compiled
    while len(found) < count:
        states = template_of(game, 7, game.read_settings(OPTIONS))
        kernel.setup(states, 0)
        while mask := kernel.waiting(states, 0):
            seat = (mask & -mask).bit_length() - 1
            move = int(out[chance.integers(kernel.legal(states, 0, seat, out)), 0])
            if states["left"][0].sum() == 1 and int(states["phase"][0]) in (0, 2):
                found.append(_with_last(states, move))
            kernel.play(states, 0, seat, move, log)
    return np.concatenate(found[:count])


def _with_last(states: States, move: int) -> States:
    complete = states.copy()
    s = load_twin(complete, 0)
    write_order(s, ORDERS.unpack(move))
    for seat in range(7):
        s.left[seat] = 0
    store_twin(s, complete, 0)
    return complete


@rule
def advance_all(states: States, log: Any) -> None:
    """Carry out the phase of every record."""
    for i in range(len(states)):
        advance(states[i], log)


def adjudication(game: Diplomacy, positions: States) -> Iterator[Row]:
    """Measure the whole phase: moves, dislodged units, standoffs, centres, and the next phase."""
    carry_out, log = game.machine.compiled.entry(advance_all), new_log(0)
    carry_out(positions.copy(), log)
    peers = [as_texts(positions, i) for i in range(len(positions))]

    def ours() -> float:
        states = np.concatenate([positions] * COPIES)
        started = time.process_time()
        carry_out(states, log)
        return len(states) / (time.process_time() - started)

    fast, slow = best_in_turn(3, ours, lambda: peer_adjudicates(peers))
    yield compare("diplomacy: adjudication of movement phases", "phases/s", fast, "diplomacy 1.1.2", slow)
    questions = [{"phase": "S1901M", "units": units, "orders": orders} for units, orders in peers]

    def from_text() -> float:
        started = time.process_time()
        for _ in adjudicate_all(questions, compiled=True):
            pass
        return len(questions) / (time.process_time() - started)

    from_text()
    fast, slow = best_in_turn(3, from_text, lambda: peer_adjudicates(peers))
    yield compare("diplomacy: adjudication from text to sentences", "phases/s", fast, "diplomacy 1.1.2", slow)


def as_texts(states: States, i: int) -> tuple[Orders, Orders]:
    """Return units and orders by power in the form of the peer: `VIA` for every army that is convoyed."""
    s = load_twin(states, i)
    units: Orders = {power: [] for power in MAPS["standard"].power_names}
    orders: Orders = {power: [] for power in units}
    for p in range(PROVINCES):
        if s.kind[p]:
            power = MAPS["standard"].power_names[s.power[p]]
            text = own_order(s, p)
            order = ORDERS.parse(text)
            by_sea = isinstance(order, MoveTo) and s.kind[p] == ARMY and not REACH[ARMY, p, PROVINCE[s.to[p]]]
            units[power].append(unit_name(s.kind[p], s.place[p]))
            orders[power].append(f"{text} VIA" if by_sea else text)
    return units, orders


def self_play() -> Iterator[Row]:
    """Measure random players on all seats."""

    def ours() -> float:
        started = time.process_time()
        simulate("diplomacy", ["random"] * 7, 512, cores=1, settings=OPTIONS)
        return 512 / (time.process_time() - started)

    ours()
    fast, slow = best_in_turn(3, ours, lambda: peer_plays(2, OPTIONS["last_year"])[1])
    yield compare("diplomacy: random self-play to 1910", "games/s", fast, "diplomacy 1.1.2", slow)


def legal_orders(game: Diplomacy, positions: States) -> Iterator[Row]:
    """Measure finding all legal orders of all units, position by position, called from Python."""
    offers = game.machine.compiled.entry(enter_offers)
    out, ends = np.zeros((16_384, 2), np.int64), np.zeros(PROVINCES + 1, np.int64)
    offers(positions, 0, out, ends)

    def ours() -> float:
        started = time.process_time()
        for i in range(len(positions)):
            offers(positions, i, out, ends)
        return len(positions) / (time.process_time() - started)

    (rate,) = best_in_turn(9, ours)
    name = "diplomacy: all legal orders of a position"
    yield compare(name, "s", 1 / rate, "the bar", LEGAL_BAR, less_is_better=True)


def peer_adjudicates(positions: Sequence[tuple[Orders, Orders]]) -> float:
    """Return movement phases per second of CPU time: units and orders by power in, `process` measured alone."""
    from diplomacy import Game

    spent = 0.0
    for units, orders in positions:
        game = Game()
        game.clear_units()
        for power, held in units.items():
            game.set_units(power, held)
        for power, given in orders.items():
            game.set_orders(power, given)
        started = time.process_time()
        game.process()
        spent += time.process_time() - started
    return len(positions) / spent


def peer_plays(games: int, last_year: int) -> tuple[float, float]:
    """Return phases and games per second of CPU time of random self-play up to a year."""
    from diplomacy import Game

    chance = random.Random(1)
    phases = 0
    started = time.process_time()
    for _ in range(games):
        game: Any = Game()
        while not game.is_game_done and int(game.get_current_phase()[1:5] or 9999) <= last_year:
            possible = game.get_all_possible_orders()
            for power in game.powers:
                places = game.get_orderable_locations(power)
                game.set_orders(power, [chance.choice(possible[place]) for place in places if possible[place]])
            game.process()
            phases += 1
    spent = time.process_time() - started
    return phases / spent, games / spent
