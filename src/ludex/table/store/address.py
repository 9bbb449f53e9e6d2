"""Addresses of databases."""

from __future__ import annotations

from ludex.core.language.errors import quote
from ludex.table.store.database import Source
from ludex.table.store.errors import BadUrl, MissingDriver

FORMS = "memory:, sqlite:///ludex.db or postgresql://user:password@host/database"


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
                raise BadUrl(f"{shown} names no file; write sqlite:///ludex.db, or memory: to save nothing")
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
