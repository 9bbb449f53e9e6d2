"""Chance, which always comes from the record's `rng`: the 256 bits of state of the generator xoshiro256**.

In a simulation the generator continues from move to move. At a table `key_chance` sets it before every move from the
table's secret seed and the move's number, and it is blanked afterwards. No draw reveals anything about a later one, and
with the seed, which is published at the end, anyone can repeat all draws.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import numpy as np
import numpy.typing as npt

from ludex.core.language.errors import BadSetting, BrokenRule, quote
from ludex.core.language.record import State, States, record
from ludex.core.language.rule import rule

DICE = record()
"""A record with nothing but chance: the dice of bots, which never touch the chance of the game."""

_MASK = (1 << 64) - 1
_U5, _U7, _U9, _U17, _U19, _U32, _U45 = (np.uint64(n) for n in (5, 7, 9, 17, 19, 32, 45))
_LOW = np.uint64(0xFFFFFFFF)
_NOTED: ContextVar[list[tuple[int, int]] | None] = ContextVar("draws of interpreted rules", default=None)


@contextmanager
def noted_draws() -> Iterator[list[tuple[int, int]]]:
    """Collect the bound and the result of every draw that interpreted rules make meanwhile.

    >>> from ludex.core.language.interpreted_state import load_twin
    >>> dice = load_twin(new_dice(bytes(range(32))), 0)
    >>> with noted_draws() as draws:
    ...     rolled = below(dice, 6), below(dice, 20)
    >>> draws
    [(6, 4), (20, 2)]
    """
    draws: list[tuple[int, int]] = []
    token = _NOTED.set(draws)
    try:
        yield draws
    finally:
        _NOTED.reset(token)


class _Script(list[tuple[int, int]]):
    """Draws whose first results are decided beforehand."""

    decided: Sequence[int] = ()

    def draw(self, bound: int) -> int:
        result = self.decided[len(self)] if len(self) < len(self.decided) else 0
        self.append((bound, result))
        return result


@contextmanager
def scripted_draws(decided: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    """Decide the draws that interpreted rules make meanwhile: the first ones are given, all others are 0.

    Collects the bound and the result of every draw. `rng` stays unchanged.

    >>> from ludex.core.language.interpreted_state import load_twin
    >>> dice = load_twin(new_dice(bytes(range(32))), 0)
    >>> with scripted_draws([5]) as draws:
    ...     rolled = below(dice, 6), below(dice, 20)
    >>> draws
    [(6, 5), (20, 0)]
    """
    draws = _Script()
    draws.decided = decided
    token = _NOTED.set(draws)
    try:
        yield draws
    finally:
        _NOTED.reset(token)


def _next_compiled(s: State) -> Any:
    rng = s.rng
    one = rng[1]
    scrambled = one * _U5
    scrambled = ((scrambled << _U7) | (scrambled >> np.uint64(57))) * _U9
    rng[2] ^= rng[0]
    rng[3] ^= one
    rng[1] = one ^ rng[2]
    rng[0] ^= rng[3]
    rng[2] ^= one << _U17
    rng[3] = (rng[3] << _U45) | (rng[3] >> _U19)
    return scrambled


@rule(compiled=_next_compiled)
def next_bits(s: State) -> int:
    """Return the next 64 random bits."""
    zero, one, two, three = s.rng
    scrambled: int = one * 5 & _MASK
    scrambled = ((scrambled << 7 | scrambled >> 57) & _MASK) * 9 & _MASK
    two ^= zero
    three ^= one
    s.rng[1] = one ^ two
    s.rng[0] = zero ^ three
    s.rng[2] = two ^ (one << 17 & _MASK)
    s.rng[3] = (three << 45 | three >> 19) & _MASK
    return scrambled


def _below_compiled(s: State, bound: int) -> Any:
    wide = np.uint64(bound)
    product = (next_bits(s) >> _U32) * wide
    if (product & _LOW) < wide:
        threshold = (np.uint64(0x100000000) - wide) % wide
        while (product & _LOW) < threshold:
            product = (next_bits(s) >> _U32) * wide
    return np.int64(product >> _U32)


@rule(compiled=_below_compiled)
def below(s: State, bound: int) -> int:
    """Return a number from 0 to bound - 1, all equally likely (bound from 1 to 2**32).

    >>> from ludex.core.language.interpreted_state import load_twin
    >>> dice = load_twin(new_dice(bytes(range(32))), 0)
    >>> [below(dice, 6) + 1 for _ in range(5)]
    [5, 1, 1, 3, 3]
    """
    if not 1 <= bound <= 1 << 32:
        raise BrokenRule(f"below({bound}): expected a bound from 1 to 2**32")
    noted = _NOTED.get()
    if isinstance(noted, _Script):
        return noted.draw(bound)
    product = (next_bits(s) >> 32) * bound
    if product & 0xFFFFFFFF < bound:  # rare; only then is the division for the exact threshold needed
        threshold = (1 << 32) % bound
        while product & 0xFFFFFFFF < threshold:
            product = (next_bits(s) >> 32) * bound
    if noted is not None:
        noted.append((bound, product >> 32))
    return product >> 32


@rule
def pick_kind(s: State, pile: Any, total: int) -> int:
    """Draw from a pile stored as counts: kind k has the probability pile[k] / total. The pile stays unchanged."""
    at = below(s, total)
    kind = 0
    while at >= pile[kind]:
        at -= pile[kind]
        kind += 1
    return kind


@rule
def pick_move(dice: State, options: Any, count: int) -> int:
    """Return one of the moves that `legal` wrote, every single move of every range equally likely."""
    total = 0
    for row in range(count):
        total += options[row, 1] - options[row, 0] + 1
    at = below(dice, total)
    row = 0
    while at > options[row, 1] - options[row, 0]:
        at -= options[row, 1] - options[row, 0] + 1
        row += 1
    return int(options[row, 0] + at)


def secret_seed(seed: int | str | bytes | None = None) -> bytes:
    """Return the 32 secret bytes of a table: from the system's randomness, or derived from a given seed.

    A hexadecimal string of 64 digits is used unchanged; anything else is hashed, so that small numbers are allowed too.
    Those are for tests and simulations: a small number is quickly found from its commitment, by trial and error.

    >>> secret_seed(7) == secret_seed(7), secret_seed() == secret_seed(), len(secret_seed("my table"))
    (True, False, 32)
    >>> secret_seed(secret_seed(7).hex()) == secret_seed(7)
    True
    """
    if seed is None:
        return secrets.token_bytes(32)
    if isinstance(seed, bytes) and len(seed) == 32:
        return seed
    if isinstance(seed, str) and re.fullmatch("[0-9a-fA-F]{64}", seed):
        return bytes.fromhex(seed)
    if isinstance(seed, bool) or not isinstance(seed, int | str):
        raise BadSetting(f"seed {quote(seed)} is not a seed: give a whole number, a text, or 32 bytes")
    try:
        text = f"{seed}".encode()
    except ValueError:  # half a character, or a number with thousands of digits
        raise BadSetting("the seed cannot be written as text: give a shorter number, or a different text") from None
    return hashlib.blake2b(text, digest_size=32, person=b"ludex seed").digest()


def is_guessable(seed: object) -> bool:
    """Return whether a seed is a number or a text, which others can find by trying.

    >>> is_guessable(7), is_guessable("my table"), is_guessable(secret_seed()), is_guessable(None)
    (True, True, False, False)
    """
    whole = isinstance(seed, str) and re.fullmatch("[0-9a-fA-F]{64}", seed)
    return not (seed is None or isinstance(seed, bytes) or whole)


def key_chance(states: States, seed: bytes, number: int, take: int = 0) -> None:
    """Set the chance of one move: keyed by the secret seed, the move's number, and how often it was taken back."""
    states["rng"][0] = np.frombuffer(chance_of(seed, number, take), "<u8")


def chance_of(seed: bytes, number: int, take: int = 0) -> bytes:
    """Return the chance of one move, as the bytes of `rng`."""
    return hashlib.blake2b(b"%d %d" % (number, take), key=seed, digest_size=32, person=b"ludex chance").digest()


def new_dice(seed: bytes) -> States:
    """Return dice for a bot or a sampler, independent of any game.

    >>> new_dice(bytes(31) + b"\\x01").shape
    (1,)
    """
    dice = DICE.new()
    dice["rng"][0] = np.frombuffer(seed, "<u8")
    return dice


def game_seeds(seed: bytes, first: int, count: int) -> npt.NDArray[np.uint64]:
    """Return seeds for the games first … first + count - 1 of a simulation: four words for the game, four for its bots.

    Game number g gets the same words regardless of its players and of how the work is divided.

    >>> all_at_once = game_seeds(secret_seed(1), 0, 10)
    >>> bool((game_seeds(secret_seed(1), 4, 3) == all_at_once[4:7]).all())
    True
    """
    key = np.frombuffer(hashlib.blake2b(seed, digest_size=16, person=b"ludex games").digest(), "<u8")
    philox = np.random.Philox(key=key)
    philox.advance(2 * first)
    return np.asarray(philox.random_raw(8 * count)).reshape(count, 8)
