"""One bare connection to a database: the operations that the statements of the store need, and nothing more.

Statements are written once, with `?` for a value. Many rows are passed as one relation `v`, so that a database runs a
whole batch in one call and Python's lock is free in the meantime.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, TypeAlias

from ludex.table.store.errors import StoreError

Values: TypeAlias = Sequence[Any]
Columns: TypeAlias = tuple[tuple[str, str], ...]
"""Names and types of columns, in PostgreSQL's terms."""
Told: TypeAlias = Callable[[Sequence[tuple[str, int]]], None]
"""Takes tables and the number of their last row, as written by other processes."""

ROW: Columns = (("key", "bigint"), ("number", "int"), ("kind", "text"), ("data", "bytea"), ("at", "float8"))
INSERT_ROWS = (
    "INSERT INTO rows (key, number, kind, data, at) SELECT key, number, kind, data, at FROM v WHERE true"
    " ON CONFLICT DO NOTHING"
)


def start_thread(name: str, work: Callable[[threading.Event], None]) -> Callable[[], None]:
    """Start a thread, and return a function that ends it: it sets the event that the work is given, and waits."""
    stop = threading.Event()
    thread = threading.Thread(target=work, args=(stop,), name=name, daemon=True)
    thread.start()

    def end() -> None:
        stop.set()
        thread.join()

    return end


class Database(ABC):
    """A connection. Transactions are begun and ended explicitly; outside of one, every statement is a transaction."""

    skip_locked: ClassVar[str] = ""
    """Added to a query for rows to change: rows that another process is changing are skipped."""

    not_deleted: ClassVar[str] = "true"
    """A condition for tables `t` that may be deleted. SQLite numbers new rows after the last one: that one must stay,
    or numbers would be used again, and the new rows be taken for old ones."""

    @abstractmethod
    def query(self, sql: str, values: Values = ()) -> list[tuple[Any, ...]]:
        """Return the rows of a statement."""

    @abstractmethod
    def run(self, sql: str, values: Values = ()) -> int:
        """Run a statement, and return the number of rows that it changed."""

    @abstractmethod
    def many(self, sql: str, columns: Columns, rows: Sequence[Values], values: Values = ()) -> int:
        """Run `sql` on a relation `v` of these columns, and return the number of rows that it changed.

        A database may do it in several steps: order and grouping must not matter to the statement.
        """

    @abstractmethod
    def query_many(
        self, sql: str, columns: Columns, rows: Sequence[Values], values: Values = ()
    ) -> list[tuple[Any, ...]]:
        """Do the same as `many` for a statement that returns rows."""

    def insert_rows(self, rows: Sequence[Values]) -> bool:
        """Insert into `rows` as fast as possible. Returns False if one existed already: the caller must roll back."""
        return self.many(INSERT_ROWS, ROW, rows) == len(rows)

    @abstractmethod
    def has_table(self, name: str) -> bool:
        """Return whether the database has a table of that name."""

    @abstractmethod
    def begin(self) -> None:
        """Begin a transaction that writes."""

    @abstractmethod
    def now(self) -> float:
        """Return the time by the clock that all processes share."""

    def commit(self) -> None:
        """End the transaction; from now on its rows survive any crash."""
        self.run("COMMIT")

    @abstractmethod
    def rollback(self) -> None:
        """Roll back the transaction, if there still is one."""

    @abstractmethod
    def tell(self, ends: Sequence[tuple[str, int]]) -> None:
        """Notify other processes of rows. Called within the transaction that writes them, and after them."""

    def heard(self) -> Sequence[tuple[str, int]]:
        """Return rows of other processes since the last call, if this connection has to poll for them."""
        return ()

    def fence(self, *, deleting: bool) -> None:
        """Prevent leases from being taken while tables are being deleted, and vice versa, within a transaction.

        If only one process writes at a time there is nothing to do.
        """
        return

    def number_from(self, key: int) -> None:
        """Set the key of the next new table, after tables were copied with their keys."""
        return

    @abstractmethod
    def close(self) -> None:
        """Disconnect."""


class Source(ABC):
    """A source of connections."""

    shown: str
    """The address without its password."""
    polls: ClassVar[bool] = False
    """True if other processes' rows are found by polling (`Database.heard`)."""
    patience: ClassVar[float] = 0.0
    """Seconds for which to try to connect again after a connection was lost."""

    refusals: ClassVar[tuple[type[Exception], ...]] = (UnicodeError, OverflowError)
    """Exceptions of the driver for values that the database cannot hold."""

    @abstractmethod
    def connect(self) -> Database:
        """Return a new connection. Raises a `StoreError` with advice."""

    @abstractmethod
    def upgrade(self) -> None:
        """Bring the schema up to date, one process at a time."""

    @abstractmethod
    def problem(self, error: Exception) -> StoreError | None:
        """Return the error that a driver's exception means, or None if the statement was at fault."""

    def worth_repeating(self, error: Exception) -> bool:
        """Return whether the same transaction may succeed at once, because two processes were in each other's way."""
        return False

    def listen(self, told: Told, lost: Callable[[], None]) -> Callable[[], None] | None:
        """Begin to listen for other processes' rows; return a function that ends it.

        `lost` is called when something may have been missed.
        """
        return None
