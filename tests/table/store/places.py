"""Where the tests store things, and what they store."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from ludex.table.store import Header, MemoryStore, Row, Store
from ludex.table.store.address import find_source
from ludex.table.store.sql import SqlStore


class Place(Protocol):
    """A database of a test's own; every call gives another store on it, as another process would have."""

    def __call__(self, *, lease: float = ..., claim: float = ...) -> Store: ...


class InMemory:
    """A place in memory."""

    def __init__(self) -> None:
        self._first: MemoryStore | None = None

    def __call__(self, *, lease: float = 6.0, claim: float = 60.0) -> Store:
        if self._first is None:
            self._first = MemoryStore(lease=lease, claim=claim)
            return self._first
        return self._first.another()


class InDatabase:
    """A place at an address."""

    def __init__(self, url: str) -> None:
        self.url = url

    def __call__(self, *, lease: float = 6.0, claim: float = 60.0) -> Store:
        return SqlStore(find_source(self.url), lease=lease, claim=claim)


MakeDatabase = Callable[[], str]
"""Makes an empty PostgreSQL database; returns its address."""


def header(table: str, **changes: object) -> Header:
    """A table's header."""
    fields: dict[str, object] = {
        "id": table,
        "game": "modern-art",
        "definition": None,
        "settings": b"{}",
        "seats": 4,
        "seed": b"\x00\xff" * 16,
        "clock": b"{}",
        "public": True,
        "created": 1000.5,
        "host": "Ann",
    }
    return Header(**{**fields, **changes})  # type: ignore[arg-type]  # fields by name


def row(table: str, number: int, data: bytes = b'{"move": "pass"}', at: float = 1.25) -> Row:
    """A row of a table."""
    return Row(table, number, "move", data, at)
