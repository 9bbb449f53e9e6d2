"""The check that the server can save data now."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time

from ludex.table.room.refused import Refused, refusal_of_store
from ludex.table.store import Store
from ludex.table.store.errors import StoreError

PATIENCE = 3.0
"""Seconds within which the store must have written."""
FRESH = 1.0
"""Seconds for which a result is reused: the store writes at most once per second, for any number of clients."""
FEW, MANY = 16, 1_000_000
"""Bytes of the document that is written: many after a failure, because a few still fit on a disk that is too full for
a move."""

_log = logging.getLogger("ludex.table")


class Health:
    """The health of a store: it must write a document in time, a large one after any failure to write."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._trial: asyncio.Task[None] | None = None
        self._begun = 0.0
        self._failures = 0.0
        """The number of failures before the last trial that succeeded."""

    async def check(self) -> None:
        """Refuse with 503 if the store cannot write, or not in time."""
        if self._trial is None or (self._trial.done() and time.monotonic() - self._begun > FRESH):
            self._begun = time.monotonic()
            self._trial = asyncio.create_task(self._try())
        done, _ = await asyncio.wait({self._trial}, timeout=PATIENCE)
        if not done:
            raise Refused(503, "no-store", f"The database has not answered within {PATIENCE:g} s.")
        error = self._trial.exception()
        if isinstance(error, StoreError):
            _log.error("not healthy: %s", error)
            raise refusal_of_store(error)
        if error is not None:
            raise error

    async def _try(self) -> None:
        """Write a document."""
        failures = self._store.figures()["failures"]
        size = FEW if failures == self._failures else MANY
        await self._store.put("health", "health", secrets.token_bytes(size))
        self._failures = failures
