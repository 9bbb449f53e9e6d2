"""The contents of one transaction: all waiting jobs, each with its own result."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

import msgspec

from ludex.table.store.database import INSERT_ROWS, ROW, Columns, Database
from ludex.table.store.errors import RowsMissing, StoreError, UnknownTable
from ludex.table.store.interface import Belonging, Listing, Notice, Row
from ludex.table.store.known import Knowledge, Known

LISTING: Columns = (("key", "bigint"), ("status", "text"), ("summary", "bytea"), ("due", "float8"))
SET_LISTINGS = (
    "UPDATE listings SET status = v.status, summary = v.summary, due = v.due FROM v WHERE listings.key = v.key"
)
NOTICE: Columns = (("id", "text"), ("data", "bytea"), ("due", "float8"), ("tries", "int"), ("person", "text"))
INSERT_NOTICES = (
    "INSERT INTO notices (id, data, due, tries, until, delivered, person)"
    " SELECT id, data, due, tries, 0, 1 = 0, person FROM v WHERE true ON CONFLICT DO NOTHING"
)
BELONGING: Columns = (
    ("kind", "text"),
    ("name", "text"),
    ("person", "text"),
    ("data", "bytea"),
    ("about", "text"),
    ("at", "float8"),
)

INSERT_BELONGINGS = (
    "INSERT INTO belongings (kind, name, person, data, about, at)"
    " SELECT kind, name, person, data, about, at FROM v WHERE true"
)

Future: TypeAlias = "asyncio.Future[Any]"


class Append(msgspec.Struct, eq=False):
    """Rows of one table, with the listing, notices and belongings that are written with them."""

    future: Future
    table: str
    rows: Sequence[Row]
    listing: Listing | None
    notices: Sequence[Notice]
    belongings: Sequence[Belonging]
    since: int
    """Number of batches that had been settled when it was sent."""


class Relist(msgspec.Struct, eq=False):
    """A listing, which no caller waits for."""

    table: str
    listing: Listing


class Work(msgspec.Struct, eq=False):
    """Any other job."""

    future: Future
    work: Callable[[Database, Knowledge, bool], Any]
    """Takes the connection, the knowledge of tables, and whether the work may have been done already."""
    first: bool = False
    """True if it runs before the rows: a new table may be followed by an append at once."""


Job: TypeAlias = Append | Relist | Work


class Hopeful(NamedTuple):
    """An append that follows the known last row: the key of its table, its first row, and its number in the batch."""

    key: int
    first: int
    number: int
    job: Append


class LostRace(Exception):
    """A conflict with rows that existed already: the batch has to find out which."""


class Batch:
    """One transaction. It may be run again after it was rolled back; `learn` applies its findings after the commit."""

    def __init__(self, jobs: Sequence[Job], knowledge: Knowledge, doubts: dict[str, int]) -> None:
        self.jobs = jobs
        self._appends = [(number, job) for number, job in enumerate(jobs) if type(job) is Append]
        self._rest = [(number, job) for number, job in enumerate(jobs) if type(job) is Work]
        self._knowledge = knowledge
        self._doubts = doubts
        self._begin()

    def _begin(self) -> None:
        self.known = self._knowledge.page()
        self.results: dict[int, Any] = {}
        self.lost: set[str] = set()
        self.rows = 0
        self._ends: dict[str, Known] = {}

    def run(self, database: Database, *, singly: bool = False, again: bool = False) -> None:
        """Write everything; the caller has begun a transaction, and commits it.

        `singly` finds out which rows are in the way after a lost race. `again` is for a batch whose first commit may
        have happened: rows that already exist exactly as requested are ours.
        """
        self._begin()
        for number, work in self._rest:
            if work.first:
                self._work(database, number, work, again)
        won = self._append(database, singly, again)
        self._relist(database)
        if notices := [notice for job in won for notice in job.notices]:
            insert_notices(database, notices)
        if belongings := [one for job in won for one in job.belongings]:
            own(database, belongings)
        for number, work in self._rest:
            if not work.first:
                self._work(database, number, work, again)
        if self._ends:
            database.tell([(table, end.last) for table, end in self._ends.items()])

    def learn(self) -> None:
        """Add the findings of the batch to the knowledge, after the commit."""
        self._knowledge.absorb(self.known)
        for table, end in self._ends.items():
            self._knowledge.learn(table, end)

    def fail(self, problem: Exception) -> dict[str, Listing]:
        """Give every job the error as its result. Returns the listings, which no caller waits for, to write later."""
        self._begin()
        waiting = (number for number, job in enumerate(self.jobs) if not isinstance(job, Relist))
        self.results = {number: type(problem)(*problem.args) for number in waiting}
        return {job.table: job.listing for job in self.jobs if isinstance(job, Relist)}

    def _work(self, database: Database, number: int, job: Work, again: bool) -> None:
        try:
            self.results[number] = job.work(database, self.known, again)
        except StoreError as error:  # the job's own fault, found before anything was written
            self.results[number] = error

    def _append(self, database: Database, singly: bool, again: bool) -> list[Append]:
        hopeful = self._hopeful(again)
        if hopeful is None:
            self._look_up(database)
            hopeful = self._hopeful(again, asked=True)
        assert hopeful is not None
        hopeful.sort()  # the same order in every process, or two would deadlock
        if singly or again:
            fallen: set[str] = set()
            hopeful = [one for one in hopeful if self._alone(database, one, fallen, again)]
        elif hopeful and not database.insert_rows(
            [row for key, _, _, job in hopeful for row in _values(key, job.rows)]
        ):
            raise LostRace
        for key, _, number, job in hopeful:
            self.results[number] = True
            self.rows += len(job.rows)
            self._ends[job.table] = Known(key, job.rows[-1].number)
        return [job for _, _, _, job in hopeful]

    def _hopeful(self, again: bool, asked: bool = False) -> list[Hopeful] | None:
        """Return the appends that follow the known rows. `None`: too little is known, and must be looked up first."""
        hopeful: list[Hopeful] = []
        ends: dict[str, Known] = {}
        for number, job in self._appends:
            table, first = job.table, job.rows[0].number
            known = ends.get(table) or self.known.get(table)
            if not asked and (known is None or first > known.last + 1):
                self.lost.clear()
                return None
            if known is None:
                self.results[number] = UnknownTable(f"there is no table {table}")
            elif table in self.lost or job.since < self._doubts.get(table, 0) or (first <= known.last and not again):
                self._lose(number, job)
            elif first > known.last + 1:
                message = f"table {table} ends with row {known.last}; row {first} cannot follow"
                self.results[number] = RowsMissing(message)
            else:
                hopeful.append(Hopeful(known.key, first, number, job))
                ends[table] = Known(known.key, max(known.last, job.rows[-1].number))
        return hopeful

    def _look_up(self, database: Database) -> None:
        """Look up all tables whose appends do not simply follow the known rows."""
        asked: set[str] = set()
        for _, job in self._appends:
            known = self.known.get(job.table)
            if known is None or job.rows[0].number > known.last + 1:
                asked.add(job.table)
        self.known.look_up(database, sorted(asked))

    def _alone(self, database: Database, one: Hopeful, fallen: set[str], again: bool) -> bool:
        (key, _, number, job), won = one, False
        if job.table not in fallen:
            database.run("SAVEPOINT one")
            won = database.many(INSERT_ROWS, ROW, _values(key, job.rows)) == len(job.rows)
            if not won:
                database.run("ROLLBACK TO SAVEPOINT one")
                won = again and self._there(database, key, job)
            database.run("RELEASE SAVEPOINT one")
        if not won:
            fallen.add(job.table)
            self._lose(number, job)
        return won

    def _lose(self, number: int, job: Append) -> None:
        """Mark an append as too late, and with it all that its sender wanted to add after it."""
        self.lost.add(job.table)
        self.results[number] = False

    def _there(self, database: Database, key: int, job: Append) -> bool:
        """Return whether exactly these rows are stored."""
        found = database.query(
            "SELECT key, number, kind, data, at FROM rows WHERE key = ? AND number BETWEEN ? AND ? ORDER BY number",
            (key, job.rows[0].number, job.rows[-1].number),
        )
        return [tuple(row) for row in found] == _values(key, job.rows)

    def _relist(self, database: Database) -> None:
        """Write the listings. Of several for one table, the last is used."""
        listings: dict[str, Listing] = {}
        for number, job in enumerate(self.jobs):
            if isinstance(job, Relist) or (isinstance(job, Append) and job.listing and self.results[number] is True):
                assert job.listing
                listings[job.table] = job.listing
        if listings:
            set_listings(database, self.known, listings)


def _values(key: int, rows: Sequence[Row]) -> list[tuple[int, int, str, bytes, float]]:
    return [(key, row.number, row.kind, row.data, row.at) for row in rows]


def set_listings(database: Database, knowledge: Knowledge, listings: dict[str, Listing]) -> None:
    """Change listings. Tables that do not exist are skipped."""
    if unknown := [table for table in listings if knowledge.get(table) is None]:
        knowledge.look_up(database, unknown)
    found = [(known.key, listing) for table, listing in listings.items() if (known := knowledge.get(table))]
    values = [(key, listing.status, listing.summary, listing.due) for key, listing in sorted(found, key=_by_key)]
    database.many(SET_LISTINGS, LISTING, values)


def _by_key(one: tuple[int, Listing]) -> int:
    return one[0]


def insert_notices(database: Database, notices: Sequence[Notice]) -> None:
    """Post notices whose id is new."""
    ordered = sorted(notices, key=lambda notice: notice.id)
    database.many(INSERT_NOTICES, NOTICE, [(one.id, one.data, one.due, one.tries, one.person) for one in ordered])


def own(database: Database, belongings: Sequence[Belonging]) -> None:
    """Replace belongings, and remove those without a person. Of several with the same name, the last is used."""
    last = {(one.kind, one.name): one for one in belongings}
    ordered = [last[key] for key in sorted(last)]
    gone = [(one.kind, one.name) for one in ordered if not one.person]
    database.many(
        "DELETE FROM belongings WHERE EXISTS"
        " (SELECT 1 FROM v WHERE v.kind = belongings.kind AND v.name = belongings.name)",
        BELONGING[:2],
        gone,
    )
    database.many(
        f"{INSERT_BELONGINGS} ON CONFLICT (kind, name) DO UPDATE"
        " SET person = excluded.person, data = excluded.data, about = excluded.about, at = excluded.at",
        BELONGING,
        [msgspec.structs.astuple(one) for one in ordered if one.person],
    )


def insert_fresh(database: Database, belongings: Sequence[Belonging]) -> bool:
    """Store belongings, all or none: return whether no other process has any of them."""
    values = [msgspec.structs.astuple(one) for one in sorted(belongings, key=lambda one: (one.kind, one.name))]
    database.run("SAVEPOINT fresh")
    won = database.many(f"{INSERT_BELONGINGS} ON CONFLICT DO NOTHING", BELONGING, values) == len(values)
    if not won:
        database.run("ROLLBACK TO SAVEPOINT fresh")
    database.run("RELEASE SAVEPOINT fresh")
    return won
