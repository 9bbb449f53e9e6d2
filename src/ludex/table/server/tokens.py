"""Seat tokens: the holder of a token has the seat.

A token is the table's id and 192 random bits. The table stores only the SHA-256 of the random part, so that neither a
database nor a log gives a seat away.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable

ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
"""Letters and digits that cannot be mistaken for each other: 5 bits each."""
ID_LENGTH = 12
SECRET_BYTES = 24


def new_id() -> str:
    """Return a new table's id, which cannot be guessed.

    >>> len(new_id()), new_id() == new_id()
    (12, False)
    """
    return "".join(secrets.choice(ALPHABET) for _ in range(ID_LENGTH))


def new_secret() -> str:
    """Return the secret part of a new token.

    >>> len(new_secret())
    32
    """
    return secrets.token_urlsafe(SECRET_BYTES)


def hashed(secret: str) -> str:
    """Return the hash of a secret, which is stored in its place."""
    return hashlib.sha256(secret.encode()).hexdigest()


def table_of(token: str) -> str:
    """Return the id of the table that a token is for, or an empty text if it is not a token.

    >>> table_of("abcdefghijkm.s3cret"), table_of("junk")
    ('abcdefghijkm', '')
    """
    table, dot, secret = token.partition(".")
    return table if dot and secret and len(token) <= 200 and is_id(table) else ""


def is_id(text: str) -> bool:
    """Return whether a text could be a table's id."""
    return len(text) == ID_LENGTH and all(letter in ALPHABET for letter in text)


def seats_of_token(token: str, hashes: Iterable[str]) -> tuple[int, ...]:
    """Return the seats whose hash fits a token. All are compared, and each comparison takes the same time.

    >>> seats_of_token("abcdefghijkm.s3cret", [hashed("other"), hashed("s3cret"), ""])
    (1,)
    """
    ours = hashed(token.partition(".")[2])
    fits = [hmac.compare_digest(ours, known) if known else False for known in hashes]
    return tuple(seat for seat, fit in enumerate(fits) if fit)
