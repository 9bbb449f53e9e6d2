"""Tables in memory: for tests, and for servers that may forget everything (`--db memory:`)."""

from __future__ import annotations

import asyncio
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

from ludex.table.store.errors import RowsMissing, StoreClosed, TableExists, UnknownTable
from ludex.table.store.interface import (
    CLAIM,
    FIGURES,
    KEEPING,
    LEASE,
    SPARED,
    Belonging,
    Header,
    Listed,
    Listing,
    Notice,
    Row,
    RowsCallback,
    Saved,
    Status,
    check_rows,
)


class _Kept(msgspec.Struct):
    """One table."""

    header: Header
    rows: list[Row]
    listing: Listing
    snapshot: tuple[int, bytes] | None = None
    keeper: str | None = None
    until: float = 0.0


class _Posted(msgspec.Struct):
    """One notice, and the end of its claim; delivered ones stay, so that their id is known."""

    notice: Notice
    until: float = 0.0
    delivered: bool = False


class _World:
    """The data that several stores share, as several processes share a database."""

    def __init__(self) -> None:
        self.tables: dict[str, _Kept] = {}
        self.documents: dict[tuple[str, str], bytes] = {}
        self.notices: dict[str, _Posted] = {}
        self.belongings: dict[tuple[str, str], Belonging] = {}
        self.stores: list[MemoryStore] = []
        self.present: dict[str, tuple[float, Mapping[str, frozenset[int]]]] = {}
        """By process: the time until which its entry is valid, and the seats connected there by table."""


class MemoryStore:
    """A store in memory. `another()` returns a second one on the same tables, as a second process would have."""

    def __init__(
        self,
        *,
        lease: float = LEASE,
        claim: float = CLAIM,
        clock: Callable[[], float] = time.time,
        world: _World | None = None,
    ) -> None:
        self._world = world or _World()
        self._lease, self._claim, self._clock = lease, claim, clock
        self._name = uuid.uuid4().hex
        self._callbacks: list[RowsCallback] = []
        self._open = False
        self._figures = dict.fromkeys(FIGURES, 0.0)

    def __repr__(self) -> str:
        return f"<MemoryStore: {len(self._world.tables)} tables>"

    def another(self) -> MemoryStore:
        """Return a second store on the same tables."""
        return MemoryStore(lease=self._lease, claim=self._claim, clock=self._clock, world=self._world)

    async def open(self) -> None:
        self._open = True
        self._world.stores.append(self)

    async def close(self) -> None:
        if self._open:
            await self.release([table for table, kept in self._world.tables.items() if kept.keeper == self._name])
            self._world.stores.remove(self)
            self._world.present.pop(self._name, None)
            self._open = False

    async def create(
        self,
        header: Header,
        rows: Sequence[Row] = (),
        listing: Listing | None = None,
        belongings: Sequence[Belonging] = (),
    ) -> None:
        if rows:
            check_rows(rows, header.id)
        await self._begin()
        if header.id in self._world.tables:
            raise TableExists(f"there is a table {header.id} already")
        if rows and rows[0].number != 1:
            raise RowsMissing(f"the first row of table {header.id} has number {rows[0].number}; it must be 1")
        self._world.tables[header.id] = _Kept(header, list(rows), listing or Listing("open"))
        self._own(belongings)
        if rows:
            self._tell(rows)

    async def append(
        self,
        rows: Sequence[Row],
        listing: Listing | None = None,
        notices: Sequence[Notice] = (),
        belongings: Sequence[Belonging] = (),
    ) -> bool:
        table = check_rows(rows)
        await self._begin()
        kept = self._kept(table)
        last = len(kept.rows)
        if rows[0].number > last + 1:
            raise RowsMissing(f"table {table} ends with row {last}; row {rows[0].number} cannot follow")
        if rows[0].number <= last:
            self._figures["lost_races"] += 1
            return False
        kept.rows += rows
        if listing:
            kept.listing = listing
        self._post(notices)
        self._own(belongings)
        self._tell(rows)
        return True

    async def load(self, table: str) -> Saved | None:
        await self._begin()
        kept = self._world.tables.get(table)
        if kept is None:
            return None
        after = kept.snapshot[0] if kept.snapshot else 0
        return Saved(kept.header, kept.snapshot, tuple(kept.rows[after:]), kept.listing.status)

    async def rows(self, table: str, after: int = 0) -> tuple[Row, ...]:
        await self._begin()
        kept = self._world.tables.get(table)
        return tuple(kept.rows[max(after, 0) :]) if kept else ()

    async def keep_snapshot(self, table: str, number: int, data: bytes) -> None:
        await self._begin()
        kept = self._kept(table)
        if kept.snapshot is None or number > kept.snapshot[0]:
            kept.snapshot = number, data

    async def rewrite(
        self,
        changed: Mapping[int, bytes],
        last: Row,
        listing: Listing | None,
        snapshot: bytes | None,
        *,
        forget_host: bool = False,
    ) -> bool:
        await self._begin()
        kept = self._kept(last.table)
        if last.number != len(kept.rows) + 1:
            return False
        kept.rows = [
            msgspec.structs.replace(row, data=changed[row.number]) if row.number in changed else row
            for row in kept.rows
        ]
        kept.rows.append(last)
        kept.listing = listing or kept.listing
        kept.snapshot = None if snapshot is None else (last.number, snapshot)
        if forget_host:
            kept.header = msgspec.structs.replace(kept.header, host="")
        self._tell([last])
        return True

    async def list(
        self, what: Status, game: str | None = None, limit: int = 50, before: float | None = None
    ) -> tuple[Listed, ...]:
        await self._begin()
        found = [
            _entry(kept)
            for kept in self._world.tables.values()
            if kept.header.public
            and kept.listing.status == what
            and (game is None or kept.header.game == game)
            and (before is None or kept.header.created < before)
        ]
        return tuple(sorted(found, key=lambda listed: (-listed.created, listed.table))[:limit])

    async def listed(self, tables: Sequence[str]) -> tuple[Listed, ...]:
        await self._begin()
        found = [_entry(kept) for table in dict.fromkeys(tables) if (kept := self._world.tables.get(table))]
        return tuple(sorted(found, key=lambda listed: (-listed.created, listed.table)))

    async def count(self) -> Mapping[Status, int]:
        await self._begin()
        return Counter(kept.listing.status for kept in self._world.tables.values())

    async def set_listing(self, table: str, status: Status, summary: bytes, due: float | None) -> None:
        await self._begin()
        if kept := self._world.tables.get(table):
            kept.listing = Listing(status, summary, due)

    async def keep(self, tables: Sequence[str]) -> frozenset[str]:
        await self._begin()
        now, ours = self._clock(), set[str]()
        for table in tables:
            kept = self._world.tables.get(table)
            if kept and (kept.keeper in (None, self._name) or kept.until < now):
                kept.keeper, kept.until = self._name, now + self._lease
                ours.add(table)
        return frozenset(ours)

    async def due(self, now: float, limit: int) -> tuple[str, ...]:
        await self._begin()
        today = self._clock()
        found = [
            (kept.listing.due, table)
            for table, kept in self._world.tables.items()
            if kept.listing.due is not None and kept.listing.due <= now and (kept.keeper is None or kept.until < today)
        ]
        return tuple(table for _, table in sorted(found)[:limit])

    async def release(self, tables: Iterable[str]) -> None:
        await self._begin()
        for table in tables:
            kept = self._world.tables.get(table)
            if kept and kept.keeper == self._name:
                kept.keeper = None

    async def meet(self, here: Mapping[str, frozenset[int]]) -> Mapping[str, frozenset[int]]:
        await self._begin()
        now, present = self._clock(), self._world.present
        present[self._name] = now + self._lease, dict(here)
        others = [said for name, (until, said) in present.items() if name != self._name and until >= now]
        return {table: frozenset[int]().union(*(said.get(table, ()) for said in others)) for table in here}

    async def prune(self, before: float, limit: int) -> tuple[str, ...]:
        await self._begin()
        today, tables = self._clock(), self._world.tables
        idle = [
            (kept.header.created, table)
            for table, kept in tables.items()
            if kept.header.created < before
            and kept.listing.due is None
            and (not kept.rows or kept.rows[-1].at < before)
            and (kept.keeper is None or kept.until < today - SPARED)
        ]
        gone = tuple(table for _, table in sorted(idle)[:limit])
        for table in gone:
            del tables[table]
        owned = self._world.belongings
        for key in [key for key, one in owned.items() if one.table and one.table in gone]:
            del owned[key]
        kept_by = {one.person for one in owned.values() if one.kind in KEEPING}
        old = {one.person for one in owned.values() if one.kind == "person" and one.at < before} - kept_by
        for key in [key for key, one in owned.items() if one.person in old]:
            del owned[key]
        return gone

    def on_rows(self, callback: RowsCallback) -> None:
        self._callbacks.append(callback)

    async def put(self, kind: str, key: str, data: bytes) -> None:
        await self._begin()
        self._world.documents[kind, key] = data

    async def get(self, kind: str, key: str) -> bytes | None:
        await self._begin()
        return self._world.documents.get((kind, key))

    async def all(self, kind: str) -> dict[str, bytes]:
        await self._begin()
        return {key: data for (its_kind, key), data in sorted(self._world.documents.items()) if its_kind == kind}

    async def remove(self, kind: str, key: str) -> None:
        await self._begin()
        self._world.documents.pop((kind, key), None)

    async def add(self, kind: str, key: str, data: bytes) -> bytes:
        await self._begin()
        return self._world.documents.setdefault((kind, key), data)

    async def post(self, notices: Sequence[Notice], after: str = "") -> None:
        await self._begin()
        before = self._world.notices.get(after)
        if not after or (before is not None and not before.delivered):
            self._post(notices)

    async def claim(self, now: float, limit: int) -> tuple[Notice, ...]:
        await self._begin()
        today = self._clock()
        found = [
            posted
            for posted in self._world.notices.values()
            if not posted.delivered and posted.notice.due <= now and posted.until < today
        ]
        found.sort(key=lambda posted: (posted.notice.due, posted.notice.id))
        for posted in found[:limit]:
            posted.until = today + self._claim
        return tuple(posted.notice for posted in found[:limit])

    async def delivered(self, ids: Iterable[str]) -> None:
        await self._begin()
        for notice in ids:
            if posted := self._world.notices.get(notice):
                posted.notice = msgspec.structs.replace(posted.notice, data=b"", person="")
                posted.delivered = True

    async def postpone(self, notice: str, due: float, failed: bool = True) -> None:
        await self._begin()
        if posted := self._world.notices.get(notice):
            again = msgspec.structs.replace(posted.notice, due=due, tries=posted.notice.tries + failed)
            posted.notice, posted.until = again, 0.0

    async def own(
        self, belongings: Sequence[Belonging], *, fresh: bool = False, given: Sequence[tuple[str, str]] = ()
    ) -> bool:
        await self._begin()
        known = self._world.belongings
        if fresh and any((one.kind, one.name) in known for one in belongings):
            return False
        if any(key not in known for key in given):
            return False
        self._own(belongings)
        return True

    async def belonging(self, kind: str, name: str) -> Belonging | None:
        await self._begin()
        return self._world.belongings.get((kind, name))

    async def belongings(self, person: str | None, kind: str | None = None) -> tuple[Belonging, ...]:
        await self._begin()
        owned = sorted(self._world.belongings.items())
        return tuple(one for _, one in owned if person in (None, one.person) and kind in (None, one.kind))

    async def disown(self, kind: str, name: str, person: str) -> bool:
        await self._begin()
        found = self._world.belongings.get((kind, name))
        if found is None or found.person != person:
            return False
        del self._world.belongings[kind, name]
        return True

    async def forget_person(self, person: str) -> tuple[Belonging, ...]:
        await self._begin()
        gone = [key for key, one in sorted(self._world.belongings.items()) if person in (one.person, one.table)]
        removed = tuple(self._world.belongings.pop(key) for key in gone)
        for name in [name for name, posted in self._world.notices.items() if posted.notice.person == person]:
            del self._world.notices[name]
        return removed

    def figures(self) -> dict[str, float]:
        return dict(self._figures)

    async def _begin(self) -> None:
        """Let other tasks run, as a database would."""
        if not self._open:
            raise StoreClosed("the store is not open: await store.open() first, and use nothing after close()")
        await asyncio.sleep(0)

    def _kept(self, table: str) -> _Kept:
        if kept := self._world.tables.get(table):
            return kept
        raise UnknownTable(f"there is no table {table}")

    def _post(self, notices: Sequence[Notice]) -> None:
        for notice in notices:
            self._world.notices.setdefault(notice.id, _Posted(notice))

    def _own(self, belongings: Sequence[Belonging]) -> None:
        for one in belongings:
            if one.person:
                self._world.belongings[one.kind, one.name] = one
            else:
                self._world.belongings.pop((one.kind, one.name), None)

    def _tell(self, rows: Sequence[Row]) -> None:
        self._figures["rows"] += len(rows)
        self._figures["commits"] += 1
        loop = asyncio.get_running_loop()
        for store in self._world.stores:
            if store is not self:
                for callback in store._callbacks:
                    loop.call_soon(callback, rows[-1].table, rows[-1].number)


def _entry(kept: _Kept) -> Listed:
    header, listing = kept.header, kept.listing
    return Listed(header.id, header.game, listing.status, listing.summary, header.created, listing.due)
