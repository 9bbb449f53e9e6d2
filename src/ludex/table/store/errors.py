"""What can go wrong with storage, told apart by type. No message carries a password."""

from __future__ import annotations

from ludex.core.errors import LudexError


class StoreError(LudexError):
    """Base of everything that storage raises.

    A table whose `append` raised one must be loaded again before it is used: the rows may or may not be there.
    """


class BadUrl(StoreError):
    """An address that names no storage."""


class MissingDriver(StoreError):
    """A package that this kind of storage needs is not installed."""


class NotWritable(StoreError):
    """A database that cannot be opened for writing."""


class NotLudex(StoreError):
    """A database that holds something else."""


class NewerSchema(StoreError):
    """A database that a newer version of Ludex has written."""


class StoreFull(StoreError):
    """No room for another row. Nothing of what was to be written together has been written."""


class StoreBusy(StoreError):
    """Another process kept the database locked for too long. Nothing was written."""


class StoreLost(StoreError):
    """The connection to the database is gone and did not come back in time."""


class StoreClosed(StoreError):
    """The store is not open: not yet, or no longer."""


class TableExists(StoreError):
    """There is a table of that id already."""


class UnknownTable(StoreError):
    """There is no table of that id."""


class RowsMissing(StoreError):
    """Rows that do not follow on the last one: an error of the program, not a lost race."""
