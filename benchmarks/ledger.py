"""Results of long work, saved on disk: a run that was stopped can be resumed, and its progress is shown."""

from __future__ import annotations

import functools
import hashlib
import resource
import shutil
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar, cast

import msgspec
from rich.console import Console
from rich.progress import Progress

from ludex.lab.run_folder import write_safely
from ludex.lab.workers import Workers

SOURCES = Path(__file__).parent.parent / "src" / "ludex"
FOLDER = Path(__file__).parent.parent / "build"

T = TypeVar("T")
R = TypeVar("R")


class Kept(msgspec.Struct, Generic[R]):
    """A result, and the CPU seconds that it took."""

    cpu: float
    result: R


def timed(work: Callable[[T], R], task: T) -> Kept[R]:
    """Do some work and measure its CPU time; run by workers."""
    started = time.process_time()
    result = work(task)
    return Kept(time.process_time() - started, result)


class Ledger:
    """The results of one kind of run. Those of other sources are discarded."""

    def __init__(self, name: str, workers: Workers, console: Console) -> None:
        self.workers, self.console = workers, console
        self.cpu = 0.0
        """CPU seconds of all results so far, including earlier runs."""
        home = FOLDER / name
        self.folder = home / _digest_of_sources()
        for other in home.glob("*"):
            if other != self.folder:
                shutil.rmtree(other)
        self.folder.mkdir(parents=True, exist_ok=True)

    def map(self, label: str, work: Callable[[T], R], tasks: Sequence[T], kind: type[R]) -> list[R]:
        """Do some work for every task, or use its saved result; `kind` is the type of a result."""
        paths = [self.folder / f"{_digest(label, task)}.json" for task in tasks]
        missing = [place for place, path in enumerate(paths) if not path.exists()]
        bar = Progress(console=self.console)
        with bar:
            line = bar.add_task(label, total=len(tasks), completed=len(tasks) - len(missing))
            for place, done in self.workers.each(functools.partial(timed, work), [tasks[n] for n in missing]):
                write_safely(paths[missing[place]], msgspec.json.encode(done))
                bar.advance(line)
                if not self.console.is_terminal:
                    count = len(tasks) - len(missing) + place + 1
                    self.console.print(f"{label}: {count} of {len(tasks)}, {done.cpu:.1f} CPU s")
        read = msgspec.json.Decoder(cast(Any, Kept)[kind])
        kept: list[Kept[R]] = [read.decode(path.read_bytes()) for path in paths]
        self.cpu += sum(one.cpu for one in kept)
        return [one.result for one in kept]

    def outside(self, label: str, work: Callable[[], R]) -> R:
        """Do work that saves its own results and starts its own processes, and count their CPU time."""
        path, before = self.folder / f"{label}.cpu", _cpu_of_children()
        result = work()
        spent = _cpu_of_children() - before + (float(path.read_text()) if path.exists() else 0.0)
        write_safely(path, str(spent))
        self.cpu += spent
        return result


def _digest(label: str, task: object) -> str:
    written = msgspec.json.encode(task, order="deterministic")
    return hashlib.blake2b(label.encode() + b"\n" + written, digest_size=12).hexdigest()


def _cpu_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _digest_of_sources() -> str:
    found = hashlib.blake2b(digest_size=8)
    for part in ("core", "games/cards", "players", "lab"):
        for path in sorted(SOURCES.glob(f"{part}/**/*.py")):
            found.update(path.read_bytes())
    return found.hexdigest()
