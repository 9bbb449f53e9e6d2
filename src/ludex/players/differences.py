"""Reasons from what differs: what a seat has some time after each of two moves, in the same worlds.

Hints and reviews name the terms of a game (`Look.terms`) that differ by more than chance would easily do, and no
others. The playouts know only what the seat knows.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from ludex.core.compile.compiled_rules import Kernel
from ludex.core.compile.default_rules import OPTIONAL
from ludex.core.game.game import Game
from ludex.core.language.record import States
from ludex.core.show.look import Cost
from ludex.players.search.judging import Floats
from ludex.players.search.look import Part
from ludex.players.search.memory import Memory
from ludex.players.search.playouts import NO_TREE, RANK, Orders

WORLDS, FEW_WORLDS = 40, 12
"""The number of worlds in which what a seat has is compared, and the least number from which anything is concluded."""
BEYOND_CHANCE = 3.0
"""The standard errors by which something must differ to be named."""
NOTABLE = 0.2
"""The least difference that is named, as a share of the spread of the term from world to world."""
GAINS, LOSSES = 2, 1
"""The most terms that are named: of those that are better, and of those that are worse."""
MOVES_A_SEAT = 8
"""The number of moves for every seat after which terms are compared in games without milestones."""


class Difference(NamedTuple):
    """A term that differs: its mean after the better move and after the other one."""

    term: str
    better: float
    other: float
    is_gain: bool

    def __str__(self) -> str:
        return f"{counted(written(self.better), self.term)} instead of {written(self.other)}"


def differences(
    game: Game,
    kernel: Kernel,
    states: States,
    moves: tuple[int, int],
    orders: Orders,
    seeds: Any,
    seconds: float = float("inf"),
) -> list[Difference]:
    """Return the terms that differ beyond chance after two moves, of which the first is the better one.

    They have the order in which the game lists them. `states` is what the seat knows. There is a world for every seed,
    unless the time is up before.
    """
    worlds = terms_after(game, kernel, states, moves, orders, seeds, seconds)
    terms = dict.fromkeys(term for world in worlds for term in world[0])
    rows = {term: [(one[term], two[term]) for one, two in worlds if term in one and term in two] for term in terms}
    return [found for term in terms if (found := compared(term, rows[term]))]


def compared(term: str, rows: Sequence[tuple[float, float]]) -> Difference | None:
    """Return the difference of a term, after the better move and after the other one in every world, if it is notable.

    >>> str(compared("tricks", [(5.0, 4.0), (6.0, 5.0), (5.0, 5.0)] * 10))
    '5.3 tricks instead of 4.7'
    >>> compared("tricks", [(5.0, 4.0), (4.0, 5.0)] * 10), compared("tricks", [(5.0, 4.0)] * 3)
    (None, None)
    """
    if len(rows) < FEW_WORLDS:
        return None
    values = np.array(rows)
    apart, (better, other) = values[:, 0] - values[:, 1], map(float, values.mean(0))
    beyond = certainty(apart) > BEYOND_CHANCE and abs(better - other) >= NOTABLE * float(values.std(0).max())
    if not beyond or written(better) == written(other):
        return None
    return Difference(term, better, other, (better < other) == isinstance(rows[0][0], Cost))


def terms_after(
    game: Game,
    kernel: Kernel,
    states: States,
    moves: Sequence[int],
    orders: Orders,
    seeds: Any,
    seconds: float = float("inf"),
) -> list[list[Mapping[str, float]]]:
    """Return what the seat has after each move by the next milestone, world by world, as the seat sees it then.

    In games without milestones that is after some moves.
    """
    has_milestones = game.all_rules()["milestone"] is not OPTIONAL["milestone"]
    horizon = orders.horizon if has_milestones else MOVES_A_SEAT * int(states["seats"][0])
    orders = orders._replace(first=0, last=1, horizon=horizon, milestones=1, tree=NO_TREE, width=1)
    part, no_notes, end = Part(game), Memory(game.machine.layout, 0).room(0, 0), time.perf_counter() + seconds
    outcomes = np.zeros((1, len(moves), RANK + 1))
    found: list[list[Mapping[str, float]]] = []
    for number in range(len(seeds)):
        if time.perf_counter() > end:
            break
        found.append([])
        for place, move in enumerate(moves):
            part.begin(len(moves), 1, orders)
            rows = np.array([[place, move]])
            part.play(kernel, states, orders, rows, outcomes, seeds[number:], states[:0], no_notes)
            world = part.world.copy()
            kernel.hide(world, 0, orders.seat)
            found[-1].append(game.look.terms(game.machine.view_of(world.tobytes(), orders.seat)))
    return found


def certainty(apart: Floats) -> float:
    """Return by how many standard errors paired differences are not 0.

    >>> certainty(np.array([1.0, 3.0, 1.0, 3.0])) > 3, certainty(np.zeros(9))
    (True, 0.0)
    """
    if len(apart) < 2:
        return 0.0
    doubt = float(apart.std(ddof=1)) / len(apart) ** 0.5
    return float(abs(apart.mean()) / max(doubt, 1e-6))


def told(found: Sequence[Difference], when: str, who: str) -> str:
    """Return differences as a sentence, or an empty text if there are none.

    >>> found = [Difference("cities", 5.0, 3.4, True), Difference("money", 12.0, 40.2, False)]
    >>> told(found, "soon after", "you have")
    'Soon after, you have on average 5 cities instead of 3.4, but 12 money instead of 40.'
    >>> told(found[1:], "after this round", "seat 1 has")
    'At first it costs something: after this round, seat 1 has on average 12 money instead of 40.'
    >>> told([], "soon after", "you have")
    ''
    """
    gains = [str(one) for one in found if one.is_gain][:GAINS]
    losses = [str(one) for one in found if not one.is_gain][:LOSSES]
    if not gains and not losses:
        return ""
    what = f"{when}, {who} on average {', but '.join(filter(None, (' and '.join(gains), *losses)))}."
    return what[:1].upper() + what[1:] if gains else f"At first it costs something: {what}"


def counted(number: str, term: str) -> str:
    """Return a number of things.

    >>> counted("1", "cities of plant capacity"), counted("1", "money"), counted("2.5", "tricks")
    ('1 city of plant capacity', '1 money', '2.5 tricks')
    """
    if number != "1":
        return f"{number} {term}"
    noun, _, rest = term.partition(" ")
    one = noun.removesuffix("ies") + "y" if noun.endswith("ies") else noun.removesuffix("s")
    return f"1 {one} {rest}".rstrip()


def written(value: float) -> str:
    """Return a mean as people read it.

    >>> written(61.7), written(3.14159), written(4.0), written(-0.04), written(-12.0)
    ('62', '3.1', '4', '0', '−12')
    """
    text = f"{value:.0f}" if abs(value) >= 20 else f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text.replace("-", "−")
