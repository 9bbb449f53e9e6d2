"""What storage offers to the table: the records it keeps, and the protocol every store follows."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Literal, Protocol, TypeAlias

import msgspec

LEASE = 6.0
"""For how many seconds a process keeps a table without renewing its lease."""
CLAIM = 60.0
"""For how many seconds a process has the notices it claimed to itself."""

FIGURES = {
    "commits": "transactions",
    "rows": "rows appended",
    "lost_races": "appends that came too late",
    "repeats": "transactions repeated because two processes were in each other's way",
    "failures": "transactions that failed",
    "largest_batch": "most jobs in one transaction",
    "writing_seconds": "time spent in transactions",
}
"""Counters for `/metrics`, and what they count."""

Status: TypeAlias = Literal["open", "playing", "over"]
"""How far a table is: it has free seats, it is being played, or it has ended."""

SPARED = 60.0
"""Seconds for which an expired lease still protects its table from being deleted. Whoever has it open at another
process takes the lease over at its next round, a few seconds after the keeper's death."""


class Row(msgspec.Struct, frozen=True):
    """One thing that happened at a table. The numbers of a table's rows are 1, 2, 3 …, without a gap."""

    table: str
    number: int
    kind: str
    data: bytes
    """JSON."""
    at: float
    """Seconds since 1970."""


class Header(msgspec.Struct, frozen=True):
    """What is fixed when a table is made. `seed` is secret until the end."""

    id: str
    game: str
    definition: bytes | None
    settings: bytes
    seats: int
    seed: bytes
    clock: bytes
    public: bool
    created: float
    host: str


class Saved(msgspec.Struct, frozen=True):
    """All that is stored of a table: the last snapshot, and the rows after it."""

    header: Header
    snapshot: tuple[int, bytes] | None
    """The number of the last row it contains, and its data."""
    rows: tuple[Row, ...]

    @property
    def last(self) -> int:
        """The number of the last row, 0 if there is none."""
        return self.rows[-1].number if self.rows else self.snapshot[0] if self.snapshot else 0


class Listing(msgspec.Struct, frozen=True):
    """What the list of tables shows of a table, and when its keeper must look at it again."""

    status: Status
    summary: bytes = b"{}"
    """JSON: names, the score, whatever a card on the home page shows."""
    due: float | None = None
    """When a clock runs out or a bot has to move. `None`: only a person can go on."""


class Listed(msgspec.Struct, frozen=True):
    """A public table in the list."""

    table: str
    game: str
    status: Status
    summary: bytes
    created: float
    due: float | None


class Notice(msgspec.Struct, frozen=True):
    """A message to the world outside (a webhook), to be delivered at least once.

    A second notice with the same `id` is ignored, even after the first was delivered: make the id from what the notice
    is about (table, row, seat), and nobody is told twice.
    """

    id: str
    data: bytes
    """JSON: where to, and what."""
    due: float
    """Not to be delivered before."""
    tries: int = 0
    """How often delivery was postponed."""


RowsCallback: TypeAlias = Callable[[str, int], None]
"""Takes a table, and the number of the last row that another process has written there."""


class Store(Protocol):
    """Where tables live.

    All methods are called from one event loop. What they write is committed when they return, except for `set_listing`.
    """

    async def open(self) -> None:
        """Connect, and bring the schema up to date."""
        ...

    async def close(self) -> None:
        """Write what waits, give up all leases, disconnect."""
        ...

    async def create(self, header: Header, rows: Sequence[Row] = (), listing: Listing | None = None) -> None:
        """Store a new table with its first rows. Without a listing, it is listed as open."""
        ...

    def append(
        self, rows: Sequence[Row], listing: Listing | None = None, notices: Sequence[Notice] = ()
    ) -> Awaitable[bool]:
        """Add rows to one table, all or none, in one commit with whatever else waits.

        `False`: somebody else was first, or was before rows that this process sent shortly before, and nothing was
        written; read what is there, and decide again. The listing and the notices are written in the same transaction,
        and only with the rows.
        """
        ...

    async def load(self, table: str) -> Saved | None:
        """The whole table, or `None` if there is none of that id."""
        ...

    async def rows(self, table: str, after: int = 0) -> tuple[Row, ...]:
        """The rows with a number larger than `after`, in order."""
        ...

    async def keep_snapshot(self, table: str, number: int, data: bytes) -> None:
        """Replace the table's snapshot, unless there is a later one. `number` is the last row it contains."""
        ...

    async def list(
        self, what: Status, game: str | None = None, limit: int = 50, before: float | None = None
    ) -> tuple[Listed, ...]:
        """Public tables, the newest first. `before` is the `created` of the last one already seen."""
        ...

    async def count(self) -> Mapping[Status, int]:
        """How many tables there are of each status, hidden ones included."""
        ...

    async def set_listing(self, table: str, status: Status, summary: bytes, due: float | None) -> None:
        """Change the listing with the next commit. Returns at once; a crash can lose it.

        What must not be lost goes with `append`.
        """
        ...

    async def keep(self, tables: Sequence[str]) -> frozenset[str]:
        """Take or renew the lease of these tables for six seconds; says which are ours now."""
        ...

    async def due(self, now: float, limit: int) -> tuple[str, ...]:
        """Tables that are due and that nobody keeps, the longest due first."""
        ...

    async def release(self, tables: Iterable[str]) -> None:
        """Give up the leases of these tables, where they are ours."""
        ...

    async def meet(self, here: Mapping[str, frozenset[int]]) -> Mapping[str, frozenset[int]]:
        """Say whose people look on here, table by table, and learn whose look on at other processes.

        What a process says holds for six seconds. Name all tables that you want to know of, with nobody if need be.
        """
        ...

    async def prune(self, before: float, limit: int) -> tuple[str, ...]:
        """Delete tables at which nothing has happened since `before`, the oldest first; says which.

        Those that somebody keeps, and those at which something is due, stay.
        """
        ...

    def on_rows(self, callback: RowsCallback) -> None:
        """Call this for rows that other processes have committed, in the event loop.

        Several rows of a table may be told as one, and a call may come late or twice: read the rows after yours.
        """
        ...

    async def put(self, kind: str, key: str, data: bytes) -> None:
        """Store a small document, in place of the one that was there."""
        ...

    async def get(self, kind: str, key: str) -> bytes | None:
        """A small document."""
        ...

    async def all(self, kind: str) -> dict[str, bytes]:
        """All documents of a kind by key, in the order of the keys."""
        ...

    async def remove(self, kind: str, key: str) -> None:
        """Remove a small document, if there is one."""
        ...

    async def post(self, notices: Sequence[Notice]) -> None:
        """Put notices into the outbox. Those whose id was ever posted before are ignored."""
        ...

    async def claim(self, now: float, limit: int) -> tuple[Notice, ...]:
        """Notices that are due, the oldest first; no other process gets them for a minute, nor does this one again."""
        ...

    async def delivered(self, ids: Iterable[str]) -> None:
        """These notices have arrived, or never will: nobody gets them again."""
        ...

    async def postpone(self, notice: str, due: float) -> None:
        """Try this notice again when it is due."""
        ...

    def figures(self) -> dict[str, float]:
        """What the writer of this process has done so far, by the names in `FIGURES`."""
        ...


def check_rows(rows: Sequence[Row], table: str | None = None) -> str:
    """The table these rows belong to. They must be of one table and numbered one after the other.

    >>> check_rows([Row("t", 4, "move", b"{}", 0.0), Row("t", 5, "chat", b"{}", 0.0)])
    't'
    """
    if not rows:
        raise ValueError("no rows to append: give at least one")
    table = rows[0].table if table is None else table
    for number, row in enumerate(rows, rows[0].number):
        if row.table != table or row.number != number or number < 1:
            raise ValueError(
                f"rows of one append belong to one table and are numbered one after the other from 1 on: expected row"
                f" {number} of table {table}, found row {row.number} of table {row.table}"
            )
    return table
