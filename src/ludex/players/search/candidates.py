"""The moves that a search compares: those of the game's bots, numbers near their bids, and others within a limit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random

import numpy as np

from ludex.core.compile.compiled_rules import Kernel
from ludex.core.compile.default_rules import OPTIONAL
from ludex.core.game.game import Game
from ludex.core.language.chance import new_dice
from ludex.core.language.interpreted_state import load_twin
from ludex.core.language.options import is_among
from ludex.core.language.record import States

RANDOM, FIRST_OWN = 0, 2
"""Slots of bots: the random one, and the first of the game's own."""
ROLLS = 3
"""The number of times that every bot is asked, each time with different dice."""
NEAR = (0.7, 0.85, 1.15, 1.3)
"""Bids near those that bots propose, as shares of them."""


Row = tuple[int, int]
"""A range of packed moves: the first and the last."""


def find_candidates(
    game: Game, kernel: Kernel, states: States, seat: int, rows: Sequence[Row], bot: int, most: int, seed: bytes
) -> tuple[int, ...]:
    """Return at most `most` moves: the bots' proposals first, then numbers near them, then single options, then any.

    The first is the move of the playout bot. Moves that are not sensible by the game's rules are left out.
    """
    dice = new_dice(seed)
    is_sensible = sense_of(game, states, seat)
    asked = dict.fromkeys(_proposals(game, kernel, states, seat, bot, dice))
    legal = [move for move in asked if is_among(move, rows)]
    proposed = [move for move in legal if is_sensible(move)][:most] or legal[:1]
    found = dict.fromkeys(proposed)
    for move in (*_near(rows, proposed), *_others(rows, most, Random(seed))):
        if len(found) >= most:
            break
        if move not in found and is_sensible(move):
            found[move] = None
    return tuple(found)


def sense_of(game: Game, states: States, seat: int) -> Callable[[int], bool]:
    """Return a function that checks whether a packed move of a seat is sensible."""
    sensible = game.machine.rules["sensible"]
    if sensible is OPTIONAL["sensible"]:
        return lambda _: True
    twin = load_twin(states, 0)
    return lambda move: bool(sensible(twin, seat, move))


def _proposals(game: Game, kernel: Kernel, states: States, seat: int, bot: int, dice: States) -> Iterator[int]:
    """Return the moves of the bots: first of the one that plays on, then of the others, the strongest first."""
    out = np.zeros((game.max_options, 2), np.int64)
    slots = [slot for slot in reversed(game.machine.model_slots) if slot != bot]
    for slot in ([bot] if bot >= FIRST_OWN else []) + slots:
        for _ in range(ROLLS):
            yield int(kernel.choose(slot, states, 0, seat, out, dice))


def _near(rows: Sequence[Row], proposed: Iterable[int]) -> Iterator[int]:
    """Yield numbers near those proposed, and the ends of their ranges."""
    for move in proposed:
        for first, last in rows:
            if first <= move <= last and last > first:
                yield from (min(max(first + round((move - first) * share), first), last) for share in NEAR)
                yield from (move + step for step in (-1, 1) if first <= move + step <= last)
                yield first


def _others(rows: Sequence[Row], most: int, chance: Random) -> Iterator[int]:
    """Yield all other options if they are few; otherwise each row in turn, and any numbers from the ranges."""
    if sum(last - first + 1 for first, last in rows) <= most:
        for first, last in rows:
            yield from range(first, last + 1)
        return
    single = [first for first, last in rows if first == last]
    yield from chance.sample(single, len(single))
    wide = [row for row in rows if row[1] > row[0]]
    for first, last in wide:
        yield from (int(move) for move in np.linspace(first, last, most // len(wide) + 2).round())
