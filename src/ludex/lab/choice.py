"""Real choice and interaction: the effect of a decision on the seat that makes it and on the others."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec
import numpy as np

from ludex.core.language.record import States
from ludex.lab.luck import explained
from ludex.lab.watching import AS_MOVER_KNOWS, ROWS, Array, Watched, Watcher, seeds_of

MOST_TRIED = 4
"""Number of options tried per decision."""


class Choice(msgspec.Struct, frozen=True):
    """The importance of decisions with more than one option."""

    positions: int
    weight: float
    """Square root of the share of results that the option explains: 0 if it does not matter, 1 if it decides."""
    mattering: float
    """The share of decisions in which some option is clearly better than another."""


class Decision(msgspec.Struct, frozen=True):
    """A position in which a seat has several options."""

    states: States
    seat: int
    options: Array
    """Packed moves."""


def decisions(watcher: Watcher, seed: str, count: int, bot: str = "greedy") -> Iterator[Decision]:
    """Yield positions with a real decision, one from each of several games between bots, from early to late."""
    seeds = seeds_of(f"{seed} decisions", count)
    bots = watcher.slots([bot] * watcher.seats)
    lengths = watcher.play(bots, seeds).moves
    limits = (lengths * Random(seed).random()).astype(np.int64) if count == 1 else _spread(lengths)
    at = watcher.play(bots, seeds, limits, keep=True)
    outside = watcher.slots([None] * watcher.seats)
    for number in range(count):
        found = watcher.go_on(at.states[number : number + 1], outside, seeds[number : number + 1])
        if rows := int(found.notes[0, ROWS]):
            yield Decision(found.states, int(found.states["turn"][0]), moves_in(found, rows))


def _spread(lengths: Array) -> Array:
    """Return a number of moves for each game, from early in the first to late in the last."""
    count = len(lengths)
    return np.asarray(lengths * np.arange(count) // count)


def moves_in(found: Watched, rows: int) -> Array:
    """Return the single moves among the options that an outside player has."""
    return np.concatenate([np.arange(first, last + 1) for first, last in found.options[:rows].tolist()])


def weigh_choices(watcher: Watcher, seed: str, positions: int, playouts: int, bot: str = "greedy") -> Choice:
    """Try several options of decisions, each in many worlds, and measure how much the result depends on the option.

    All options of a decision are tried in the same worlds, which agree with the knowledge of the seat to move.

    >>> from ludex.games.cards import library_game
    >>> game = library_game("old-maid")
    >>> weigh_choices(Watcher(game, kernel=game.machine.interpreted), "1", 5, 4).positions
    0
    """
    random = Random(f"{seed} options")
    weights, clear = [], []
    bots = watcher.slots([bot] * watcher.seats)
    for number, decision in enumerate(decisions(watcher, seed, positions, bot)):
        options = decision.options.tolist()
        tried = np.array(random.sample(options, min(len(options), MOST_TRIED)))
        worlds = np.tile(seeds_of(f"{seed} worlds {number}", playouts), (len(tried), 1))
        moves = np.repeat(tried, playouts)
        on = watcher.go_on(decision.states, bots, worlds, repeat=len(worlds), known=AS_MOVER_KNOWS, moves=moves)
        won = watcher.shares(on.scores)[:, watcher.sides[decision.seat]].reshape(len(tried), playouts)
        paired = won - won.mean(axis=0)
        weights.append(explained(paired))
        clear.append(_clearly_better(won))
    if not weights:
        return Choice(0, 0.0, 0.0)
    return Choice(len(weights), weight=float(np.mean(weights)) ** 0.5, mattering=float(np.mean(clear)))


def _clearly_better(won: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> bool:
    """Return whether the best and the worst option differ by more than two standard errors."""
    means = won.mean(axis=1)
    best, worst = won[means.argmax()], won[means.argmin()]
    gaps = best - worst
    error = float(gaps.std(ddof=1)) / len(gaps) ** 0.5
    return bool(gaps.mean() > 2 * error and gaps.mean() > 0)
