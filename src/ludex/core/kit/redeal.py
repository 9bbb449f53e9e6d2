"""A check that `redeal` is fair.

Right after `setup` all secrets are random, so redealing them must give everything as often as `setup` does. Let A be
the deal of `setup` and B the result of `redeal`: the pair (B, A) must be equally likely. A number that occurs in A and
not in B must therefore occur in B and not in A about as often, which is a toss of a coin for each pair.

Later a secret may be the choice of a player, with an unknown probability. But the truth must be possible: where
`redeal` has only a few answers in a small game, the truth must be among them.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from ludex.core.game.game import Game
from ludex.core.language.chance import new_dice
from ludex.core.language.record import States

PAIRS = 1_024
"""Number of deals that are compared."""
FIRST = 32
"""Number of deals after which it is clear whether anything is redealt at all."""
DISTINCT = 48
"""Largest number of values of a field for comparing them as a whole; others are compared bit by bit."""
SIGMAS = 6.0
"""Distance from an even toss that is a fault: no fair redeal gets there in a lifetime of tests."""
SMALL = 1_024
"""Largest record of a small game, in bytes. In larger games guesses of the others' choices may be simpler."""
FEW, TRIES = 24, 240
"""Largest number of answers that are few, and the number of tries: about ten for each."""


def unfair_deal(game: Game, template: States, seat: int, random: Random) -> str:
    """Describe what `redeal` gives more often or less often than `setup`; return an empty text if nothing."""
    kernel = game.machine.compiled
    dealt = np.repeat(template, PAIRS)
    dealt["rng"] = np.frombuffer(random.randbytes(32 * PAIRS), "<u8").reshape(PAIRS, 4)
    again = dealt.copy()
    dice = new_dice(random.randbytes(32))
    for at in range(PAIRS):
        kernel.setup(dealt, at)
        again[at] = dealt[at]
        kernel.redeal(again, at, seat, dice)
        if at == FIRST and np.array_equal(_raw(again[:at])[:, 32:], _raw(dealt[:at])[:, 32:]):
            return ""  # nothing is secret yet
    dealt["rng"] = again["rng"] = 0
    for name in game.machine.layout.names[1:]:
        if not np.array_equal(dealt[name], again[name]) and _uneven(_raw(dealt[name]), _raw(again[name])):
            return f"redeal for seat {seat} is biased: {name!r} is not distributed as setup deals it"
    if _uneven_values(_raw(dealt), _raw(again)):
        return f"redeal for seat {seat} is biased: whole deals are not distributed as setup deals them"
    return ""


def _raw(values: Any) -> npt.NDArray[np.uint8]:
    """Return every value as a row of bytes."""
    return np.ascontiguousarray(values).view(np.uint8).reshape(len(values), -1)


def _uneven(ours: npt.NDArray[np.uint8], theirs: npt.NDArray[np.uint8]) -> bool:
    bits = np.unpackbits(ours, axis=1).astype(np.int8), np.unpackbits(theirs, axis=1).astype(np.int8)
    gone, come = (bits[0] > bits[1]).sum(axis=0), (bits[0] < bits[1]).sum(axis=0)
    return _is_uneven(gone, come) or _uneven_values(ours, theirs)


def _uneven_values(ours: npt.NDArray[np.uint8], theirs: npt.NDArray[np.uint8]) -> bool:
    """Compare whole values, if there are few of them."""
    _, found = np.unique(np.concatenate([ours, theirs]), axis=0, return_inverse=True)
    numbers = found.reshape(2, len(ours))
    distinct = np.arange(numbers.max() + 1)
    if len(distinct) > DISTINCT:
        return False
    differing = numbers[:, numbers[0] != numbers[1]]
    gone, come = (np.bincount(side, minlength=len(distinct)) for side in differing)
    return _is_uneven(gone, come)


def _is_uneven(gone: npt.NDArray[Any], come: npt.NDArray[Any]) -> bool:
    """Return whether tosses of a coin came out as no fair coin does."""
    return bool((np.abs(gone - come) > SIGMAS * np.sqrt(gone + come)).any())


def impossible_truth(game: Game, states: States, seat: int, random: Random) -> str:
    """Report if `redeal` has only a few answers and the truth is not one of them; otherwise return an empty text."""
    if states.itemsize > SMALL:
        return ""
    truth = states.tobytes()[32:]
    dice = new_dice(random.randbytes(32))
    answers: Counter[bytes] = Counter()
    for _ in range(TRIES):
        other = states.copy()
        game.machine.compiled.redeal(other, 0, seat, dice)
        answers[other.tobytes()[32:]] += 1
        if truth in answers or len(answers) > FEW:
            return ""
    if min(answers.values()) < 3:  # there may be more answers than came up
        return ""
    return f"redeal for seat {seat} is biased: it made {len(answers)} states in {TRIES} tries, and never the true one"
