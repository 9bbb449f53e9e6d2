"""Addresses of databases."""

from __future__ import annotations

from importlib.metadata import entry_points

from ludex.core.language.errors import LudexError, kind_of, quote
from ludex.table.store.database import Source
from ludex.table.store.errors import BadUrl, MissingDriver
from ludex.table.store.interface import Store

FORMS = "memory:, sqlite:///ludex.db or postgresql://user:password@host/database"


OWN = ("memory", "sqlite", "postgresql", "postgres")
"""Kinds of stores that no package can replace."""


def brought_store(text: str) -> Store | None:
    """Return the store of a package for an address, or None if no package has a store of that kind."""
    kind = text.partition(":")[0]
    if kind.partition("+")[0] in OWN or ":" not in text:
        return None
    for entry in entry_points(group="ludex.stores", name=kind):
        try:
            made: Store = entry.load()(text)
        except LudexError:
            raise
        except Exception as error:  # code of the package
            told = f"the store {quote(kind)} of {quote(entry.value, str)} cannot be opened"
            raise BadUrl(f"{told}: {kind_of(error)}: {quote(error, str)}") from error
        return made
    return None


def find_source(text: str) -> Source:
    """Return the source of connections that an address names. Nothing is opened yet."""
    try:
        from sqlalchemy import make_url
        from sqlalchemy.exc import ArgumentError
    except ImportError:
        raise MissingDriver("databases need the table's packages: pip install 'ludex[table]'") from None
    try:
        url = make_url(text.replace("postgres://", "postgresql://", 1) if text.startswith("postgres://") else text)
        shown = url.render_as_string(hide_password=True)
    except (ArgumentError, ValueError):
        given = "that" if "@" in text else quote(text)  # there may be a password in it
        raise BadUrl(f"{given} is not the address of a database; expected {FORMS}") from None
    match url.drivername:
        case "sqlite" | "sqlite+pysqlite":
            if url.database in (None, "", ":memory:"):
                raise BadUrl(f"{shown} does not name a file; write sqlite:///ludex.db, or memory: to save nothing")
            if url.query:
                raise BadUrl(f"{shown} has options after the file's name, which Ludex does not support; remove them")
            from ludex.table.store.sqlite import SqliteSource  # some builds of Python lack sqlite3

            return SqliteSource(str(url.database))
        case "postgresql" | "postgresql+psycopg":
            try:
                from ludex.table.store.postgres import PostgresSource
            except ImportError:
                raise MissingDriver("PostgreSQL needs psycopg: pip install 'ludex[table,postgres]'") from None
            return PostgresSource(url)
    raise BadUrl(f"{shown}: Ludex cannot store tables in {url.drivername}; expected {FORMS}")
