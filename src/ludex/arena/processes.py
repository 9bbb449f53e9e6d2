"""The processes in which tasks are done, on this machine and on a cluster."""

from __future__ import annotations

import logging
import os

from ludex.core.compile.program import stay_interpreted, wait_for_compiler

PROCESS_ENDED = (
    "a process that played games has ended: a player's code ended it (`os._exit`, a crash, all memory used), "
    "or held it up without returning to Python. Its error output is above. With --isolate such a player forfeits."
)


def start_process(interpreted: bool = False) -> None:
    """Set up a process. Faults are reported once, with the result, and not whenever they happen."""
    logging.getLogger("ludex.referee").setLevel(logging.ERROR)
    if interpreted:
        stay_interpreted()
    else:
        wait_for_compiler()


def available_cores() -> int:
    """Return the number of cores that this process may use.

    >>> available_cores() >= 1
    True
    """
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
