"""One connection to a database, bare: what the few statements of the store need, and nothing more.

Statements are written once, with `?` for a value. Many rows go in as one relation `v`, so that a database runs a whole
batch in one call and Python's lock is free meanwhile.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, TypeAlias

from ludex.table.store.errors import StoreError

Values: TypeAlias = Sequence[Any]
Columns: TypeAlias = tuple[tuple[str, str], ...]
"""Names and types, as PostgreSQL calls them."""
Told: TypeAlias = Callable[[Sequence[tuple[str, int]]], None]
"""Takes tables and the number of their last row, as other processes have written them."""

ROW: Columns = (("key", "bigint"), ("number", "int"), ("kind", "text"), ("data", "bytea"), ("at", "float8"))
INSERT_ROWS = (
    "INSERT INTO rows (key, number, kind, data, at) SELECT key, number, kind, data, at FROM v WHERE true"
    " ON CONFLICT DO NOTHING"
)


class Database(ABC):
    """A connection. Transactions are begun and ended explicitly; outside of one, every statement stands alone."""

    skip_locked: ClassVar[str] = ""
    """Added to a query for rows to change: rows that another process is changing are passed over."""

    not_deleted: ClassVar[str] = "true"
    """Which tables `t` may be deleted. SQLite numbers rows from the last one on: that one must stay, or others' numbers
    would be given out again, and the rows be taken for old ones."""

    @abstractmethod
    def query(self, sql: str, values: Values = ()) -> list[tuple[Any, ...]]:
        """The rows of a statement that returns some."""

    @abstractmethod
    def run(self, sql: str, values: Values = ()) -> int:
        """How many rows a statement changed."""

    @abstractmethod
    def many(self, sql: str, columns: Columns, rows: Sequence[Values], values: Values = ()) -> int:
        """Run `sql` on a relation `v` of these columns; how many rows it changed.

        A database may do it in several steps: order and grouping must not matter to the statement.
        """

    @abstractmethod
    def query_many(
        self, sql: str, columns: Columns, rows: Sequence[Values], values: Values = ()
    ) -> list[tuple[Any, ...]]:
        """Like `many`, for a statement that returns rows."""

    def insert_rows(self, rows: Sequence[Values]) -> bool:
        """Insert into `rows`, as fast as can be. `False`: one was there already, and the transaction must be undone."""
        return self.many(INSERT_ROWS, ROW, rows) == len(rows)

    @abstractmethod
    def has_table(self, name: str) -> bool:
        """Whether the database has a table of that name."""

    @abstractmethod
    def begin(self) -> None:
        """Begin a transaction that writes."""

    @abstractmethod
    def now(self) -> float:
        """The time by the clock that all processes share."""

    def commit(self) -> None:
        """End the transaction; what it wrote survives any crash from now on."""
        self.run("COMMIT")

    @abstractmethod
    def rollback(self) -> None:
        """End the transaction, if there is one still, as if it had never been."""

    @abstractmethod
    def tell(self, ends: Sequence[tuple[str, int]]) -> None:
        """Within the transaction that writes rows, and after them: tell other processes."""

    def heard(self) -> Sequence[tuple[str, int]]:
        """Rows of other processes since the last call, if this connection finds out by looking."""
        return ()

    def fence(self, *, deleting: bool) -> None:
        """Within a transaction: nobody takes leases while tables are being deleted, and the other way round.

        Where only one process writes at a time there is nothing to do.
        """
        return

    def number_from(self, key: int) -> None:
        """After tables were copied with their keys: the key of the next new table."""
        return

    @abstractmethod
    def close(self) -> None:
        """Disconnect."""


class Source(ABC):
    """Where connections come from."""

    shown: str
    """The address without its password."""
    polls: ClassVar[bool] = False
    """Whether other processes' rows are found by looking (`Database.heard`)."""
    patience: ClassVar[float] = 0.0
    """For how many seconds to try to connect again after a connection was lost."""

    @abstractmethod
    def connect(self) -> Database:
        """A new connection. Raises a `StoreError` that says what to do."""

    @abstractmethod
    def upgrade(self) -> None:
        """Bring the schema up to date, one process at a time."""

    @abstractmethod
    def problem(self, error: Exception) -> StoreError | None:
        """What an error of the driver means. `None`: the statement itself was at fault, not the database."""

    def worth_repeating(self, error: Exception) -> bool:
        """Whether the same transaction may succeed at once: two processes were in each other's way."""
        return False

    def listen(self, told: Told, lost: Callable[[], None]) -> Callable[[], None] | None:
        """Begin to hear of other processes' rows; returns what ends it.

        `lost` is called when something may have been missed.
        """
        return None
