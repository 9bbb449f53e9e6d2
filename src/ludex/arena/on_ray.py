"""Tasks on a Ray cluster: small ones are sent together, and those of a worker that was lost are repeated.

Ray is optional (`pip install 'ludex[ray]'`). With `RAY_ADDRESS` set the work is sent to that cluster. Otherwise Ray is
started on this machine, and ended when the work is done.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from itertools import islice
from typing import Any, TypeVar

from ludex.arena.processes import PROCESS_ENDED, available_cores, start_process
from ludex.core.language.errors import LudexError

R = TypeVar("R")

GOAL = 0.4
"""Seconds that a package of tasks should take: long compared with the millisecond that Ray needs to send it, and
short enough to be repeated."""
MOST_TOGETHER = 4_096
RETRIES = 5
"""Most times that a package is sent again after its worker was lost."""


def map_on_ray(function: Callable[..., R], tasks: Iterable[tuple[Any, ...]], cores: int | None = None) -> Iterator[R]:
    """Call a function with the arguments of every task on a Ray cluster; the results come in order."""
    ray = _import_ray()
    with _connected(ray, cores) as width:
        remote = ray.remote(max_retries=RETRIES, num_cpus=1)(_do_together)
        rest = iter(tasks)
        waiting: deque[Any] = deque()
        together = 1
        while True:
            while len(waiting) <= 2 * width and (package := list(islice(rest, together))):
                waiting.append(remote.remote(function, package))
            if not waiting:
                return
            results, seconds = _get(ray, waiting.popleft())
            fitting = GOAL * len(results) / max(seconds, 1e-6)
            together = max(1, min(MOST_TOGETHER, 2 * together, int(fitting)))
            yield from results


def _do_together(function: Callable[..., R], tasks: list[tuple[Any, ...]]) -> tuple[list[R], float]:
    """Do a package of tasks, somewhere on the cluster. Returns the results, and the seconds that it took."""
    start_process()
    started = time.perf_counter()
    return [function(*task) for task in tasks], time.perf_counter() - started


def _get(ray: Any, package: Any) -> tuple[list[Any], float]:
    try:
        found: tuple[list[Any], float] = ray.get(package)
    except ray.exceptions.RayTaskError as error:
        raise (
            error.cause if isinstance(error.cause, LudexError) else LudexError(f"on the Ray cluster: {error}")
        ) from None
    except ray.exceptions.WorkerCrashedError:
        raise LudexError(PROCESS_ENDED) from None
    except ray.exceptions.RayError as error:
        raise LudexError(f"the Ray cluster could not do the work: {error}") from None
    return found


def _import_ray() -> Any:
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # or Ray warns about a future change
    try:
        import ray
    except ImportError:
        raise LudexError("--on ray needs Ray, which is not installed: pip install 'ludex[ray]'") from None
    return ray


def cluster(cores: int | None = None) -> AbstractContextManager[int]:
    """Stay connected to a cluster during many calls of `map_tasks`, because starting one takes seconds."""
    return _connected(_import_ray(), cores)


@contextmanager
def _connected(ray: Any, cores: int | None) -> Iterator[int]:
    """Yield the number of cores of a connected cluster. One that was started for this is ended afterwards."""
    there = ray.is_initialized()
    if not there:
        own = {} if os.environ.get("RAY_ADDRESS") else {"num_cpus": cores or available_cores()}
        passed_on = {name: value for name, value in os.environ.items() if name.startswith("LUDEX_")}
        try:
            ray.init(
                **own,
                include_dashboard=False,
                log_to_driver=False,
                logging_level="ERROR",
                runtime_env={"env_vars": passed_on},
            )
        except (ConnectionError, RuntimeError, ValueError) as error:
            raise LudexError(f"cannot reach a Ray cluster: {error}") from None
    try:
        yield max(1, int(ray.cluster_resources().get("CPU", 1)))
    finally:
        if not there:
            ray.shutdown()
