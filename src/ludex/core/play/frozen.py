"""Tables frozen to bytes, to continue later without playing every move again.

A history is for people and for other programs, and proves every move. A frozen table is for the program that froze it:
it is trusted, and means nothing to other programs.
"""

from __future__ import annotations

from typing import Any

import msgspec

from ludex.core.game.request import Attempt
from ludex.core.language.errors import BadHistory
from ludex.core.play.leaving import Leaving
from ludex.core.play.move_log import Journal
from ludex.core.play.table import Table


class Frozen(msgspec.Struct, frozen=True, array_like=True):
    """Everything about a table that does not follow from its start."""

    version: str
    start: str
    """The digest of the start. A frozen table belongs to exactly one table."""
    memory: bytes
    steps: bytes
    made_takes: dict[int, int]
    rows: bytes
    states: dict[int, bytes]
    takes: dict[int, int]
    forfeited: tuple[int, str] | None
    leavings: list[Leaving]
    renewals: list[tuple[int, bytes]]
    """The seeds that followed the first one, each with the number of moves it came after."""
    closed: bool
    retries: list[tuple[int, int, Attempt]] = []


def freeze(table: Table[Any]) -> bytes:
    """Return a table as bytes.

    >>> import ludex
    >>> table = ludex.game("automation").new(2, seed=7)
    >>> _ = table.play(0, "end phase")
    >>> again = thaw(ludex.game("automation").new(2, seed=7), freeze(table))
    >>> again.digest == table.digest
    True
    """
    journal = table.played
    journal.sign()
    return msgspec.msgpack.encode(
        Frozen(
            version=table.game.version,
            start=table.engine.start_digest,
            memory=table.engine._memory,
            steps=bytes(journal._steps),
            made_takes=journal._takes,
            rows=bytes(journal._rows),
            states=journal._states,
            takes=table.engine.takes,
            forfeited=table.engine.forfeited,
            leavings=table.engine.leavings,
            renewals=[(secret.after, secret.seed) for secret in table.engine.secrets[1:]],
            closed=table.engine.has_closed_past,
            retries=table.engine.retries,
        )
    )


def thaw(table: Table[Any], data: bytes) -> Table[Any]:
    """Bring a table from its start to the state in which it was frozen."""
    try:
        frozen = msgspec.msgpack.decode(data, type=Frozen)
    except msgspec.MsgspecError as error:
        raise BadHistory(f"not a frozen table: {error}") from None
    if frozen.version != table.game.version or frozen.start != table.engine.start_digest:
        raise BadHistory(f"this was frozen from another table than this one of {table.game.name}")
    journal = Journal(table.game.events, frozen.states[0], compressed=True)
    journal.load(frozen.steps, frozen.rows, frozen.made_takes, frozen.states)
    table.engine.played = journal
    table.engine.takes = dict(frozen.takes)
    table.engine.retries = list(frozen.retries)
    table.engine.forfeited = frozen.forfeited
    table.engine.leavings = list(frozen.leavings)
    table.engine.closed = frozen.closed
    table.engine._set(frozen.memory)
    table.engine.take_over(frozen.renewals)
    return table
