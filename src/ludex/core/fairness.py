"""Fair chance: what a table promises about its chance before the game, and what everybody can check after it.

A table has a secret seed. Its hash, the *commitment*, is published first. Then every seat may add random bytes of its
own, the *entropy*, and chance is keyed from all of it: who made the seed cannot choose a deal, because the bytes of the
others were not known, and no seat can steer it, because the seed was not. At the end the seed is published.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

from ludex.core.errors import BadSetting, quote

FORMS = (1, 2)
"""The forms of histories. The first had commitments by BLAKE2b and no entropy, and its digests did not count takes."""
FORM = FORMS[-1]
"""What new tables promise."""
ENTROPY = range(16, 65)
"""How many bytes a seat may add."""


def commitment(seed: bytes, form: int = FORM) -> str:
    """The hash of a secret seed, published before the game. It binds the table to the seed without revealing it.

    It is the SHA-256 of the seed's 32 bytes, which every browser can compute.

    >>> from ludex import secret_seed
    >>> commitment(secret_seed(7)) == hashlib.sha256(secret_seed(7)).hexdigest()
    True
    """
    if form == 1:
        return hashlib.blake2b(seed, digest_size=32, person=b"ludex commit").hexdigest()
    return hashlib.sha256(seed).hexdigest()


def mixed(seed: bytes, entropy: Sequence[bytes | None]) -> bytes:
    """The key of a table's chance: its seed and what the seats added. Without additions it is the seed itself.

    >>> mixed(bytes(32), ()) == mixed(bytes(32), (None, None)) == bytes(32)
    True
    >>> mixed(bytes(32), (b"sixteen bytes ..", None)) == mixed(bytes(32), (None, b"sixteen bytes .."))
    False
    """
    if not any(entropy):
        return seed
    added = b"".join(bytes([len(part or b"")]) + (part or b"") for part in entropy)
    return hashlib.sha256(b"ludex entropy\n" + seed + added).digest()


def read_entropy(entropy: Sequence[bytes | None] | None, seats: int) -> tuple[bytes | None, ...]:
    """What the seats add to chance, checked: for every seat 16 to 64 bytes, or None."""
    given = tuple(entropy or ())
    if given and len(given) != seats:
        raise BadSetting(f"entropy for {len(given)} of {seats} seats: give bytes or None for each of them")
    for seat, part in enumerate(given):
        if part is not None and not (isinstance(part, bytes) and len(part) in ENTROPY):
            expected = f"expected {ENTROPY[0]} to {ENTROPY[-1]} random bytes, or None"
            raise BadSetting(f"the entropy of seat {seat} is {quote(part)}: {expected}")
    return given if any(given) else ()


class Secret(NamedTuple):
    """What chance is made from after a number of moves: a seed, the promise about it, and the key."""

    after: int
    seed: bytes
    commitment: str
    key: bytes

    @classmethod
    def of(cls, seed: bytes, entropy: Sequence[bytes | None] = (), form: int = FORM, after: int = 0) -> Secret:
        """A secret, from its seed."""
        return cls(after, seed, commitment(seed, form), mixed(seed, entropy))

    def __repr__(self) -> str:
        return f"<Secret with the commitment {self.commitment}>"


def secret_of(held: Sequence[Secret], number: int) -> Secret:
    """The secret that the chance of a move comes from, by the move's number. Number 0 is the setup."""
    return next((secret for secret in reversed(held) if secret.after < number), held[0])
