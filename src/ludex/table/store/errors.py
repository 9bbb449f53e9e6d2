"""Errors of storage, distinguished by type. No message contains a password."""

from __future__ import annotations

from ludex.core.language.errors import LudexError


class StoreError(LudexError):
    """Base of all errors that storage raises.

    A table whose `append` raised one must be loaded again before it is used: the rows may or may not be stored.
    """


class BadUrl(StoreError):
    """An address that names no storage."""


class MissingDriver(StoreError):
    """A package that is not installed, but needed for this kind of storage."""


class NotWritable(StoreError):
    """A database that cannot be opened for writing."""


class NotLudex(StoreError):
    """A database that holds something else."""


class NewerSchema(StoreError):
    """A database that a newer version of Ludex has written."""


class StoreFull(StoreError):
    """A lack of space for another row. Nothing of the transaction has been written."""


class StoreBusy(StoreError):
    """A database that another process has locked for too long. Nothing was written."""


class StoreLost(StoreError):
    """A connection to the database that was lost and did not come back in time."""


class StoreClosed(StoreError):
    """A store that is not open: not yet, or no longer."""


class TableExists(StoreError):
    """A new table with the id of an existing one."""


class UnknownTable(StoreError):
    """An id that no table has."""


class RowsMissing(StoreError):
    """Rows that do not follow the last one: an error of the program, not a lost race."""
