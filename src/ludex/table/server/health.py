"""The check that the server can save data now."""

from __future__ import annotations

import asyncio
import logging
import time

from ludex.table.room.refused import Refused, refusal_of_store
from ludex.table.store import Store
from ludex.table.store.errors import StoreError

PATIENCE = 3.0
"""Seconds within which the store must have written."""
FRESH = 1.0
"""Seconds for which a result is reused: the store writes at most once per second, for any number of clients."""

_log = logging.getLogger("ludex.table")


class Health:
    """The health of a store: it must write a small document in time."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._trial: asyncio.Task[None] | None = None
        self._begun = 0.0

    async def check(self) -> None:
        """Refuse with 503 if the store cannot write, or not in time."""
        if self._trial is None or (self._trial.done() and time.monotonic() - self._begun > FRESH):
            self._begun = time.monotonic()
            self._trial = asyncio.create_task(self._store.put("health", "health", b"%d" % time.time_ns()))
        done, _ = await asyncio.wait({self._trial}, timeout=PATIENCE)
        if not done:
            raise Refused(503, "no-store", f"The database has not answered within {PATIENCE:g} s.")
        error = self._trial.exception()
        if isinstance(error, StoreError):
            _log.error("not healthy: %s", error)
            raise refusal_of_store(error)
        if error is not None:
            raise error
