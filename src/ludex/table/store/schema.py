"""The schema's version, and the upgrade of a database to the newest one. The folder `migrations` has the steps."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludex.table.store.database import Database
from ludex.table.store.errors import NewerSchema, NotLudex

if TYPE_CHECKING:
    from alembic.script import ScriptDirectory
    from sqlalchemy import Engine

VERSION_TABLE = "ludex_schema"
"""The table in which a database stores its version."""
VERSIONS = ("0001", "0002", "0003")
"""All versions so far, the oldest first."""
TABLES = (
    "tables",
    "rows",
    "snapshots",
    "listings",
    "leases",
    "documents",
    "notices",
    "processes",
    "presence",
    "belongings",
)


def is_current(database: Database, shown: str) -> bool:
    """Return whether the schema needs no migration, without Alembic. Raises if it is too new or not Ludex's.

    Another process may make the schema at this moment, all of it at once. So look for the tables first: if one of
    Ludex's is there, its version is there, too.
    """
    has_tables = any(database.has_table(name) for name in TABLES)
    found: str | None = None
    if database.has_table(VERSION_TABLE):
        versions = database.query(f"SELECT version_num FROM {VERSION_TABLE}")
        found = versions[0][0] if versions else None
    if found is None and has_tables:
        raise NotLudex(f"{shown} holds tables of another program; give Ludex a separate database")
    if found is not None and found not in VERSIONS:
        raise NewerSchema(
            f"{shown} has schema {found}, but this version of Ludex supports schemas up to {VERSIONS[-1]}. "
            "Install the version that wrote it, or name another database"
        )
    return found == VERSIONS[-1]


def upgrade(engine: Engine) -> None:
    """Run the missing migrations, in one transaction. Exceptions of the driver are passed on."""
    from alembic.config import Config
    from alembic.runtime.environment import EnvironmentContext
    from alembic.runtime.migration import MigrationContext, RevisionStep
    from sqlalchemy.exc import DBAPIError

    scripts = migrations()

    def to_newest(found: Any, _: MigrationContext) -> list[RevisionStep]:
        return scripts._upgrade_revs("head", found)

    try:
        with engine.begin() as connection, EnvironmentContext(Config(), scripts, fn=to_newest) as environment:
            environment.configure(connection=connection, version_table=VERSION_TABLE, transactional_ddl=True)
            environment.run_migrations()
    except DBAPIError as error:
        raise error.orig or error from None


def migrations() -> ScriptDirectory:
    """Return the migrations for Alembic. They need no `env.py`: this module replaces it."""
    from alembic.script import ScriptDirectory

    folder = Path(__file__).parent / "migrations"
    return ScriptDirectory(folder, version_locations=[folder])
