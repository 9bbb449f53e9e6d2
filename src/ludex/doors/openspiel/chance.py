"""Chance as outcomes with numbers: seeds, or everything that the rules can draw, each with its exact probability."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import prod
from typing import NamedTuple

from ludex.core.language.chance import scripted_draws
from ludex.core.language.errors import BadSetting

MOST_OUTCOMES = 10_000
"""The most sequences of draws of one move whose outcomes are listed."""


class Outcome(NamedTuple):
    """A state after chance, as bytes, and its probability."""

    memory: bytes
    probability: float


def every_outcome(run: Callable[[], bytes]) -> tuple[Outcome, ...]:
    """Return all states that interpreted rules can come to, in the order in which their draws lead to them.

    `run` applies the rules to a copy of a state without chance, and returns the bytes of the result. It is called once
    for every sequence of draws. Sequences that lead to the same state are one outcome.

    >>> from ludex.core.language.chance import DICE, below
    >>> from ludex.core.language.interpreted_state import load_twin
    >>> def two_coins() -> bytes:
    ...     coins = load_twin(DICE.new(), 0)
    ...     return b"%d heads" % (below(coins, 2) + below(coins, 2))
    >>> [(outcome.memory, outcome.probability) for outcome in every_outcome(two_coins)]
    [(b'0 heads', 0.25), (b'1 heads', 0.5), (b'2 heads', 0.25)]
    """
    chances: dict[bytes, Fraction] = {}
    waiting: list[tuple[int, ...]] = [()]
    runs = 0
    while waiting:
        decided = waiting.pop()
        with scripted_draws(decided) as draws:
            memory = run()
        runs += 1
        chances[memory] = chances.get(memory, Fraction(0)) + Fraction(1, prod(bound for bound, _ in draws))
        results = [result for _, result in draws]
        for at in range(len(draws) - 1, len(decided) - 1, -1):
            waiting += [(*results[:at], other) for other in range(draws[at][0] - 1, 0, -1)]
        if runs + len(waiting) > MOST_OUTCOMES:
            raise BadSetting(
                f"exact chance: one move has more than {MOST_OUTCOMES:,} sequences of draws. It is for small games; "
                'use seeds (chance=64) or chance="sampled" here'
            )
    return tuple(Outcome(memory, float(chance)) for memory, chance in chances.items())
