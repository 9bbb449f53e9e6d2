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
from ludex.table.store.interface import FIGURES, Header, Listed, Listing, Notice, Row, Saved, Status, Store
from ludex.table.store.memory import MemoryStore

__all__ = [
    "FIGURES",
    "BadUrl",
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
    `sqlite:///ludex.db`, `postgresql://user:password@host/database`.

    >>> open_store("memory:")
    <MemoryStore: 0 tables>
    """
    if url in ("memory:", "memory://"):
        return MemoryStore()
    # A store in memory needs none of the packages for databases.
    from ludex.table.store.address import find_source
    from ludex.table.store.sql import SqlStore

    return SqlStore(find_source(url))
