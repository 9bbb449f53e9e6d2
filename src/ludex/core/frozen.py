"""Tables frozen to bytes: to go on later without playing every move again.

A history is for people and for other programs, and proves every move. A frozen table is for the program that froze it:
it is trusted, and says nothing to anybody else.
"""

from __future__ import annotations

import zlib
from typing import Any

import msgspec

from ludex.core.errors import BadHistory
from ludex.core.journal import FAST, Journal
from ludex.core.table import Table


class Frozen(msgspec.Struct, frozen=True, array_like=True):
    """Everything about a table that its start does not say."""

    version: str
    start: str
    """The digest of the start: a frozen table belongs to one table alone."""
    memory: bytes
    steps: bytes
    made_takes: dict[int, int]
    rows: bytes
    states: dict[int, bytes]
    takes: dict[int, int]
    first_take: int
    forfeited: tuple[int, str] | None
    renewals: list[tuple[int, bytes]]
    """The seeds that followed the first one, each with the number of moves it came after."""
    closed: bool


def freeze(table: Table[Any]) -> bytes:
    """A table as bytes.

    >>> import ludex
    >>> table = ludex.game("automation").new(2, seed=7)
    >>> _ = table.play(0, "end phase")
    >>> again = thaw(ludex.game("automation").new(2, seed=7), freeze(table))
    >>> again.digest == table.digest
    True
    """
    journal = table.played
    at, last = journal.kept_before(len(journal))
    return msgspec.msgpack.encode(
        Frozen(
            version=table.game.version,
            start=table.start_digest,
            memory=table._memory,
            steps=bytes(journal._steps),
            made_takes=journal._takes,
            rows=bytes(journal._rows),
            states={0: journal._states[0], at: zlib.compress(last, FAST)},
            takes=table.takes,
            first_take=table.first_take,
            forfeited=table.forfeited,
            renewals=[(secret.after, secret.seed) for secret in table.secrets[1:]],
            closed=table.has_closed_past,
        )
    )


def thaw(table: Table[Any], data: bytes) -> Table[Any]:
    """Bring a table at its start to where it was when it was frozen."""
    try:
        frozen = msgspec.msgpack.decode(data, type=Frozen)
    except msgspec.MsgspecError as error:
        raise BadHistory(f"not a frozen table: {error}") from None
    if frozen.version != table.game.version or frozen.start != table.start_digest:
        raise BadHistory(f"this was frozen from another table than this one of {table.game.name}")
    journal = Journal(table.game.events, frozen.states[0], compressed=True)
    journal.load(frozen.steps, frozen.rows, frozen.made_takes, frozen.states)
    table.played = journal
    table.takes = dict(frozen.takes)
    table.first_take = frozen.first_take
    table.forfeited = frozen.forfeited
    table.closed = frozen.closed and not frozen.first_take
    table.take_over(frozen.renewals)
    table._set(frozen.memory)
    return table
