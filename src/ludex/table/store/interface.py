"""The interface of storage: its records, and the protocol that every store follows."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Literal, Protocol, TypeAlias

import msgspec

LEASE = 6.0
"""Seconds for which a process holds the lease of a table without renewing it."""
CLAIM = 60.0
"""Seconds for which a process has claimed notices exclusively."""

FIGURES = {
    "commits": "transactions",
    "rows": "rows appended",
    "lost_races": "appends that came too late",
    "repeats": "transactions repeated because two processes were in each other's way",
    "failures": "transactions that failed",
    "largest_batch": "most jobs in one transaction",
    "writing_seconds": "time spent in transactions",
}
"""Counters for `/metrics`, and their meanings."""

KEEPING = ("seat", "table", "passkey", "recovery", "rating")
"""Kinds of belongings that keep a person from being deleted with old tables."""

Status: TypeAlias = Literal["open", "playing", "over"]
"""The status of a table: it has free seats, it is being played, or it has ended."""

SPARED = 60.0
"""Seconds for which an expired lease still protects its table from being deleted. Another process that has the table
open takes over the lease in its next round, a few seconds after the keeper's death."""


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
    """The data that is fixed when a table is made. `seed` is secret until the end."""

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
    """All stored data of a table: the last snapshot, and the rows after it."""

    header: Header
    snapshot: tuple[int, bytes] | None
    """The number of the last row it contains, and its data."""
    rows: tuple[Row, ...]
    status: Status = "open"
    """The status with which the table is listed."""

    @property
    def last(self) -> int:
        """The number of the last row, 0 if there is none."""
        return self.rows[-1].number if self.rows else self.snapshot[0] if self.snapshot else 0


class Listing(msgspec.Struct, frozen=True):
    """A table's entry in the list of tables, and the time at which its keeper must look at it again."""

    status: Status
    summary: bytes = b"{}"
    """JSON: names, the score, anything that a card on the home page shows."""
    due: float | None = None
    """Time at which a clock runs out or a bot has to move. `None`: only a person can continue."""


class Listed(msgspec.Struct, frozen=True):
    """A public table in the list."""

    table: str
    game: str
    status: Status
    summary: bytes
    created: float
    due: float | None


class Notice(msgspec.Struct, frozen=True):
    """A message to a client outside (a webhook), to be delivered at least once.

    A second notice with the same `id` is ignored, even after the first was delivered: make the id from the subject of
    the notice (table, row, seat), and each is sent only once.
    """

    id: str
    data: bytes
    """JSON: address and contents."""
    due: float
    """Time before which it is not delivered."""
    tries: int = 0
    """Number of failed deliveries."""
    person: str = ""
    """The mark of the person that it is for, if any: it is deleted with them."""


class Belonging(msgspec.Struct, frozen=True):
    """Something of a person: a device, a passkey, a seat, a document with settings, or the person.

    `kind` and `name` identify it. Names are chosen so that no two persons have the same: the hash of a secret, the
    person's mark, or a table and a seat.
    """

    kind: str
    name: str
    person: str
    """The mark of the person. In a list of changes, an empty text removes the belonging."""
    data: bytes = b"{}"
    """JSON. It is part of the export of all data of the person."""
    table: str = ""
    """The table, or the other person, that it is about, if any: it is deleted with them."""
    at: float = 0.0
    """Time of its last change or use."""


RowsCallback: TypeAlias = Callable[[str, int], None]
"""Takes a table, and the number of the last row that another process has written there."""


class Store(Protocol):
    """Storage of tables.

    All methods are called from one event loop. Their writes are committed when they return, except for `set_listing`.
    """

    async def open(self) -> None:
        """Connect, and bring the schema up to date."""
        ...

    async def close(self) -> None:
        """Write all waiting jobs, give up all leases, disconnect."""
        ...

    async def create(
        self,
        header: Header,
        rows: Sequence[Row] = (),
        listing: Listing | None = None,
        belongings: Sequence[Belonging] = (),
    ) -> None:
        """Store a new table with its first rows. Without a listing, it is listed as open."""
        ...

    def append(
        self,
        rows: Sequence[Row],
        listing: Listing | None = None,
        notices: Sequence[Notice] = (),
        belongings: Sequence[Belonging] = (),
    ) -> Awaitable[bool]:
        """Add rows to one table, all or none, in one commit with all other waiting jobs.

        `False`: another process was first, or was before rows that this process sent shortly before, and nothing was
        written; read the stored rows, and decide again. The listing, the notices and the belongings are written in the
        same transaction, and only with the rows.
        """
        ...

    async def load(self, table: str) -> Saved | None:
        """Return the whole table, or `None` if there is none of that id."""
        ...

    async def rows(self, table: str, after: int = 0) -> tuple[Row, ...]:
        """Return the rows with a number larger than `after`, in order."""
        ...

    async def keep_snapshot(self, table: str, number: int, data: bytes) -> None:
        """Replace the table's snapshot, unless there is a later one. `number` is the last row it contains."""
        ...

    async def rewrite(
        self,
        changed: Mapping[int, bytes],
        last: Row,
        listing: Listing | None,
        snapshot: bytes | None,
        *,
        forget_host: bool = False,
    ) -> bool:
        """Replace the contents of rows by number, and add a last row, with a snapshot and a listing after it.

        All or nothing: `False` means that another process was first. Without a snapshot, the stored one is removed.
        `forget_host` also removes the address of the maker.
        """
        ...

    async def list(
        self, what: Status, game: str | None = None, limit: int = 50, before: float | None = None
    ) -> tuple[Listed, ...]:
        """Return public tables, the newest first. `before` is the `created` of the last one already seen."""
        ...

    async def listed(self, tables: Sequence[str]) -> tuple[Listed, ...]:
        """Return the entries of these tables, hidden ones included, the newest first. Others are left out."""
        ...

    async def count(self) -> Mapping[Status, int]:
        """Return the number of tables of each status, hidden ones included."""
        ...

    async def set_listing(self, table: str, status: Status, summary: bytes, due: float | None) -> None:
        """Change the listing with the next commit. Returns at once; a crash can lose it.

        Listings that must not be lost are passed to `append`.
        """
        ...

    async def keep(self, tables: Sequence[str]) -> frozenset[str]:
        """Take or renew the lease of these tables for six seconds; return those that are ours now."""
        ...

    async def due(self, now: float, limit: int) -> tuple[str, ...]:
        """Return tables that are due and have no keeper, the longest due first."""
        ...

    async def release(self, tables: Iterable[str]) -> None:
        """Give up the leases of these tables, as far as they are ours."""
        ...

    async def meet(self, here: Mapping[str, frozenset[int]]) -> Mapping[str, frozenset[int]]:
        """Publish the seats whose people are connected here, by table, and return those connected to other processes.

        The published seats are valid for six seconds. Pass all tables of interest, with an empty set if necessary.
        """
        ...

    async def prune(self, before: float, limit: int) -> tuple[str, ...]:
        """Delete tables at which nothing has happened since `before`, the oldest first; return them.

        Tables with a keeper, and those at which something is due, stay.
        """
        ...

    def on_rows(self, callback: RowsCallback) -> None:
        """Register a function to call for rows that other processes have committed, in the event loop.

        Several rows of a table may be reported as one, and a call may come late or twice: read the rows after yours.
        """
        ...

    async def put(self, kind: str, key: str, data: bytes) -> None:
        """Store a small document, replacing an earlier one."""
        ...

    async def get(self, kind: str, key: str) -> bytes | None:
        """Return a small document."""
        ...

    async def all(self, kind: str) -> dict[str, bytes]:
        """Return all documents of a kind by key, in the order of the keys."""
        ...

    async def remove(self, kind: str, key: str) -> None:
        """Remove a small document, if there is one."""
        ...

    async def add(self, kind: str, key: str, data: bytes) -> bytes:
        """Store a small document unless there is one. Return the one that is stored now, the same in all processes."""
        ...

    async def post(self, notices: Sequence[Notice], after: str = "") -> None:
        """Put notices into the outbox. Those whose id was ever posted before are ignored.

        `after` is the id of a notice that they replace: if that was delivered or deleted, nothing is posted.
        """
        ...

    async def claim(self, now: float, limit: int) -> tuple[Notice, ...]:
        """Return notices that are due, the oldest first. No process gets them again for a minute."""
        ...

    async def delivered(self, ids: Iterable[str]) -> None:
        """Mark notices that have arrived, or never will: only their ids stay, and they are not given out again."""
        ...

    async def postpone(self, notice: str, due: float, failed: bool = True) -> None:
        """Try this notice again when it is due. `failed`: this counts as a try."""
        ...

    async def own(
        self, belongings: Sequence[Belonging], *, fresh: bool = False, given: Sequence[tuple[str, str]] = ()
    ) -> bool:
        """Store belongings, replacing those of the same kind and name; those without a person are removed.

        `fresh`: nothing is written if any of them exists. `given`: nothing is written unless all of these exist, each
        a kind and a name. `False` is returned then. So nothing is added to a person who was deleted in the meantime.
        """
        ...

    async def belonging(self, kind: str, name: str) -> Belonging | None:
        """Return a belonging of any person."""
        ...

    async def belongings(self, person: str | None, kind: str | None = None) -> tuple[Belonging, ...]:
        """Return everything of a person, or of all, or everything of one kind, in the order of kinds and names."""
        ...

    async def disown(self, kind: str, name: str, person: str) -> bool:
        """Remove a belonging of a person. Of several calls at the same time, only one returns `True`."""
        ...

    async def forget_person(self, person: str) -> tuple[Belonging, ...]:
        """Remove everything of a person and about them, and all notices for them. Return the belongings removed."""
        ...

    def figures(self) -> dict[str, float]:
        """Return the counters of this process's writer, by the names in `FIGURES`."""
        ...


def check_rows(rows: Sequence[Row], table: str | None = None) -> str:
    """Return the table of these rows. They must be of one table and numbered consecutively.

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
