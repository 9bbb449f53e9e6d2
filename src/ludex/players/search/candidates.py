"""The moves that a search compares: what the game's bots would do, numbers near their bids, and as many others as the
search can afford."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random

import numpy as np

from ludex.core.chance import new_dice
from ludex.core.game import Game
from ludex.core.kernel import Kernel
from ludex.core.record import States

RANDOM, FIRST_OWN = 0, 2
"""Slots of bots: any move, and the first of the game's own."""
ROLLS = 3
"""How often every bot is asked, each time with other dice."""
NEAR = (0.7, 0.85, 1.15, 1.3)
"""Bids near those that bots propose, as shares of them."""


Row = tuple[int, int]
"""A range of packed moves, from and to."""


def find_candidates(
    game: Game, kernel: Kernel, states: States, seat: int, rows: Sequence[Row], bot: int, most: int, seed: bytes
) -> tuple[int, ...]:
    """At most `most` moves: the bots' proposals first, then numbers near them, then single options, then any.

    The first is what the bot that plays on would do.
    """
    dice = new_dice(seed)
    asked = dict.fromkeys(_proposals(game, kernel, states, seat, bot, dice))
    proposed = [move for move in asked if any(first <= move <= last for first, last in rows)][:most]
    found = dict.fromkeys(proposed)
    for move in (*_near(rows, proposed), *_others(rows, most, Random(seed))):
        if len(found) >= most:
            break
        found.setdefault(move)
    return tuple(found)


def _proposals(game: Game, kernel: Kernel, states: States, seat: int, bot: int, dice: States) -> Iterator[int]:
    """What the bots would do: the one that plays on first, then the others, the strongest first."""
    out = np.zeros((game.max_options, 2), np.int64)
    slots = [slot for slot in reversed(range(FIRST_OWN, len(game.bot_slots))) if slot != bot]
    for slot in ([bot] if bot >= FIRST_OWN else []) + slots:
        for _ in range(ROLLS):
            yield int(kernel.choose(slot, states, 0, seat, out, dice))


def _near(rows: Sequence[Row], proposed: Iterable[int]) -> Iterator[int]:
    """Numbers near those proposed, and the ends of their ranges."""
    for move in proposed:
        for first, last in rows:
            if first <= move <= last and last > first:
                yield from (min(max(first + round((move - first) * share), first), last) for share in NEAR)
                yield from (move + step for step in (-1, 1) if first <= move + step <= last)
                yield first


def _others(rows: Sequence[Row], most: int, chance: Random) -> Iterator[int]:
    """All other options if they are few; otherwise each row in turn, and any numbers from the ranges."""
    if sum(last - first + 1 for first, last in rows) <= most:
        for first, last in rows:
            yield from range(first, last + 1)
        return
    single = [first for first, last in rows if first == last]
    yield from chance.sample(single, len(single))
    wide = [row for row in rows if row[1] > row[0]]
    for first, last in wide:
        yield from (int(move) for move in np.linspace(first, last, most // len(wide) + 2).round())
