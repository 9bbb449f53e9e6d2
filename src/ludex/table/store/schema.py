"""The schema's version, and how a database gets to the newest one. The migrations are in the folder beside."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludex.table.store.database import Database
from ludex.table.store.errors import NewerSchema, NotLudex

if TYPE_CHECKING:
    from alembic.script import ScriptDirectory
    from sqlalchemy import Engine

VERSION_TABLE = "ludex_schema"
"""Where a database says which version it has."""
VERSIONS = ("0001", "0002")
"""All versions there have been, the oldest first."""
TABLES = ("tables", "rows", "snapshots", "listings", "leases", "documents", "notices", "processes", "presence")


def is_current(database: Database, shown: str) -> bool:
    """Whether the schema needs no migration, found out without Alembic. Raises if it is too new or somebody else's."""
    found: str | None = None
    if database.has_table(VERSION_TABLE):
        versions = database.query(f"SELECT version_num FROM {VERSION_TABLE}")
        found = versions[0][0] if versions else None
    if found is None and any(database.has_table(name) for name in TABLES):
        raise NotLudex(f"{shown} holds tables of another program; give Ludex a database of its own")
    if found is not None and found not in VERSIONS:
        raise NewerSchema(
            f"{shown} has schema {found}, and this Ludex knows no newer one than {VERSIONS[-1]}: a newer Ludex has"
            f" written it. Install that version, or name another database"
        )
    return found == VERSIONS[-1]


def upgrade(engine: Engine) -> None:
    """Run the migrations that are missing, in one transaction. Raises what the driver raises."""
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
    """The migrations, as Alembic sees them. They need no `env.py`: this module is one."""
    from alembic.script import ScriptDirectory

    folder = Path(__file__).parent / "migrations"
    return ScriptDirectory(folder, version_locations=[folder])
