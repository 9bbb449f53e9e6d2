"""Fair chance: the promise that a table makes before the game, and that anyone can check after it.

A table has a secret seed. Its hash, the *commitment*, is published first. Then every seat may add random bytes, its
*entropy*, and chance is keyed from all of it. The maker of the seed cannot choose a deal, because the bytes of the
seats were unknown, and no seat can steer it, because the seed was unknown. At the end the seed is published.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

from ludex.core.language.errors import BadSetting, quote

FORM = 2
"""The form of histories. A history of any other form is refused."""
ENTROPY = range(16, 65)
"""The number of bytes that a seat may add."""


def commitment(seed: bytes) -> str:
    """Return the hash of a secret seed, published before the game. It binds the table to the seed without revealing it.

    It is the SHA-256 of the seed's 32 bytes, which every browser can compute.

    >>> from ludex import secret_seed
    >>> commitment(secret_seed(7)) == hashlib.sha256(secret_seed(7)).hexdigest()
    True
    """
    return hashlib.sha256(seed).hexdigest()


def seed_in_digest(seed: bytes) -> str:
    """Return the hash of a secret seed that enters a table's first digest. It differs from the public commitment."""
    return hashlib.blake2b(seed, digest_size=32, person=b"ludex commit").hexdigest()


def mixed(seed: bytes, entropy: Sequence[bytes | None]) -> bytes:
    """Return the key of a table's chance, from its seed and the entropy of the seats. Without entropy it is the seed.

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
    """Check the entropy of the seats: for every seat 16 to 64 bytes, or None."""
    given = tuple(entropy or ())
    if given and len(given) != seats:
        raise BadSetting(f"entropy for {len(given)} of {seats} seats: give bytes or None for each of them")
    for seat, part in enumerate(given):
        if part is not None and not (isinstance(part, bytes) and len(part) in ENTROPY):
            expected = f"expected {ENTROPY[0]} to {ENTROPY[-1]} random bytes, or None"
            raise BadSetting(f"the entropy of seat {seat} is {quote(part)}: {expected}")
    return given if any(given) else ()


class Secret(NamedTuple):
    """The source of chance from a certain move on: a seed, its commitment, and the key."""

    after: int
    seed: bytes
    commitment: str
    key: bytes

    @classmethod
    def of(cls, seed: bytes, entropy: Sequence[bytes | None] = (), after: int = 0) -> Secret:
        """Return a secret, from its seed."""
        return cls(after, seed, commitment(seed), mixed(seed, entropy))

    def __repr__(self) -> str:
        return f"<Secret with the commitment {self.commitment}>"


def secret_of(held: Sequence[Secret], number: int) -> Secret:
    """Return the secret behind the chance of a move, by the move's number. Number 0 is the setup."""
    return next((secret for secret in reversed(held) if secret.after < number), held[0])
