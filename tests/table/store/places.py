"""The stores that the tests use, and the data that they store."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

from ludex.table.store import Header, MemoryStore, Row, Store
from ludex.table.store.address import find_source
from ludex.table.store.sql import SqlStore

LONG = 600.0
"""Seconds that a lease or a claim holds: longer than any test takes, on any machine. Below 0 it is over at once."""


class Place(Protocol):
    """A database of a test's own; every call gives another store on it, as another process would have."""

    def __call__(self, *, lease: float = ..., claim: float = ...) -> Store: ...


class InMemory:
    """A place in memory."""

    def __init__(self) -> None:
        self._world = MemoryStore()._world

    def __call__(self, *, lease: float = LONG, claim: float = LONG) -> Store:
        return MemoryStore(lease=lease, claim=claim, world=self._world)


class InDatabase:
    """A place at an address."""

    def __init__(self, url: str) -> None:
        self.url = url

    def __call__(self, *, lease: float = LONG, claim: float = LONG) -> Store:
        return SqlStore(find_source(self.url), lease=lease, claim=claim)


MakeDatabase = Callable[[], str]
"""Makes an empty PostgreSQL database; returns its address."""


async def until(true: Callable[[], bool]) -> None:
    """Wait until something holds, however long that takes on this machine."""
    while not true():
        await asyncio.sleep(0.01)


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
