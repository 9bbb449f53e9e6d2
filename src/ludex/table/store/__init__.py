"""Storage of tables: in memory, in a SQLite file, or in PostgreSQL, behind one protocol."""

from __future__ import annotations

from ludex.table.store.errors import (
    BadUrl,
    MissingDriver,
    NewerSchema,
    NotLudex,
    NotWritable,
    RowsMissing,
    StoreBusy,
    StoreClosed,
    StoreError,
    StoreFull,
    StoreLost,
    TableExists,
    UnknownTable,
)
from ludex.table.store.interface import FIGURES, Belonging, Header, Listed, Listing, Notice, Row, Saved, Status, Store
from ludex.table.store.memory import MemoryStore

__all__ = [
    "FIGURES",
    "BadUrl",
    "Belonging",
    "Header",
    "Listed",
    "Listing",
    "MemoryStore",
    "MissingDriver",
    "NewerSchema",
    "NotLudex",
    "NotWritable",
    "Notice",
    "Row",
    "RowsMissing",
    "Saved",
    "Status",
    "Store",
    "StoreBusy",
    "StoreClosed",
    "StoreError",
    "StoreFull",
    "StoreLost",
    "TableExists",
    "UnknownTable",
    "open_store",
]


def open_store(url: str) -> Store:
    """Return the store at an address; `await store.open()` connects it.

    `memory:` holds everything in this process and forgets it at the end. Other addresses are SQLAlchemy's:
    `sqlite:///ludex.db`, `postgresql://user:password@host/database`. A package can add its own kinds: an entry point in
    the group `ludex.stores`, named like the beginning of the address, is a function that takes the address and returns
    a `Store`.

    >>> open_store("memory:")
    <MemoryStore: 0 tables>
    """
    if url in ("memory:", "memory://"):
        return MemoryStore()
    # A store in memory needs none of the packages for databases.
    from ludex.table.store.address import brought_store, find_source
    from ludex.table.store.sql import SqlStore

    brought = brought_store(url)
    return brought if brought is not None else SqlStore(find_source(url))
