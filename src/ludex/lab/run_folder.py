"""The folder of a run: its checkpoint, its progress, its games. Files are replaced atomically."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import TypeVar

import msgspec

from ludex.core.compile.shared_files import write_whole
from ludex.core.language.errors import LudexError, quote
from ludex.lab.archive import Creature

VERSION = 3
"""The version of checkpoints."""
CHECKPOINT, PROGRESS = "checkpoint.json", "progress.json"

T = TypeVar("T")


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """The parameters of a run. Two runs of the same plan find the same games."""

    style: str = "balanced"
    population: int = 100
    """Number of new games in a generation."""
    generations: int = 50
    seed: str = "0"
    ancestors: tuple[str, ...] = ()
    """Library games to begin with; empty for all of them."""
    mode: str = "map"
    """`map`: a map of elites; `pool`: a plain population."""
    descriptors: tuple[str, ...] = ("length", "skill")
    islands: int = 1
    shortlist: int = 8
    """Number of the best games to confirm."""
    effort: float = 1.0
    """Factor for the amount of play per measurement."""


class Generation(msgspec.Struct, frozen=True, kw_only=True):
    """The results of a generation."""

    number: int
    best: float
    mean: float
    """Mean fitness of all stored games."""
    kept: int
    """Number of filled cells of the map, or of members of the population."""
    viable: float
    """Share of new games that passed the gates."""
    entered: int
    games: int
    """Number of games played to the end to measure this generation, from the deal or from a position."""
    dealt: int
    """Number of these games that began with a deal."""
    seconds: float

    @property
    def games_per_s(self) -> float:
        """Games per second, including all measurements."""
        return self.games / max(self.seconds, 1e-9)


class Checkpoint(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is needed to resume a run."""

    version: int = VERSION
    plan: Plan
    generation: int
    """Number of finished generations."""
    next_id: int
    kept: tuple[tuple[Creature, ...], ...]
    """The stored games of every island."""
    family: tuple[Creature, ...]
    """Every game that was ever stored, in chronological order."""
    seen: tuple[str, ...]
    """Digests of all games that were measured."""
    history: tuple[Generation, ...]
    confirmed: tuple[Creature, ...] = ()
    vetoed: tuple[Creature, ...] = ()
    """Games of the shortlist that failed a gate when they were measured more closely."""


class Progress(msgspec.Struct, frozen=True, kw_only=True):
    """The progress of a run, for monitoring."""

    plan: Plan
    generation: int
    history: tuple[Generation, ...]
    finished: bool = False
    process: int = 0

    @property
    def goes_on(self) -> bool:
        """True if the run is not finished and its process is still running, as far as this machine can tell."""
        return not self.finished and _runs(self.process)


def _runs(process: int) -> bool:
    """Return whether a process is running on this machine; true where that cannot be checked safely."""
    if os.name != "posix":
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return process > 0


def write_safely(path: Path, content: bytes | str) -> None:
    """Replace a file atomically: after an interruption, either the old or the new content is there."""
    try:
        write_whole(path, content, private=False, sync=True)
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        told = "the disk is full. Free some space, and run the same command again to resume" if full else error.strerror
        raise LudexError(f"cannot write {quote(str(path))}: {told}. The previous content is unharmed.") from None


def save(folder: Path, checkpoint: Checkpoint, finished: bool = False) -> None:
    """Write a checkpoint and the progress."""
    write_safely(folder / CHECKPOINT, msgspec.json.encode(checkpoint))
    save_progress(folder, checkpoint.plan, checkpoint.generation, checkpoint.history, finished)


def save_progress(
    folder: Path, plan: Plan, generation: int = 0, history: tuple[Generation, ...] = (), finished: bool = False
) -> None:
    """Write the progress of a run, starting before its first measurements."""
    progress = Progress(plan=plan, generation=generation, history=history, finished=finished, process=os.getpid())
    write_safely(folder / PROGRESS, msgspec.json.encode(progress))


def load(folder: Path) -> Checkpoint | None:
    """Read the checkpoint of a folder; None if there is none."""
    path = folder / CHECKPOINT
    if not path.exists():
        return None
    version = _decode(path, _Versioned).version
    if version != VERSION:
        raise LudexError(
            f"{quote(str(path))} is a checkpoint of version {quote(version)}; this Ludex reads version {VERSION}. "
            "Use the version of Ludex that wrote it, or a different folder."
        )
    return _decode(path, Checkpoint)


class _Versioned(msgspec.Struct):
    """The only field common to checkpoints of all versions."""

    version: object = None


def load_progress(folder: Path) -> Progress:
    """Read the progress of the run in a folder."""
    return _decode(folder / PROGRESS, Progress)


def _decode(path: Path, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except OSError as error:
        raise LudexError(f"cannot read {quote(str(path))}: {error.strerror}") from None
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise LudexError(f"{quote(str(path))} is damaged, or not a run ({error}). Use a different folder.") from None


def prepare(folder: Path, plan: Plan) -> Checkpoint | None:
    """Create the folder of a run, or find the run that was begun there; a run of a different plan is refused."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LudexError(f"cannot create the folder {quote(str(folder))}: {error.strerror}") from None
    begun = load(folder)
    if begun is None:
        return None
    later = msgspec.structs.replace(begun.plan, generations=plan.generations)
    if later != plan or plan.generations < begun.generation:
        differing = [
            f"{name} {quote(getattr(begun.plan, name))}, not {quote(getattr(plan, name))}"
            for name in plan.__struct_fields__
            if getattr(begun.plan, name) != getattr(plan, name)
        ]
        raise LudexError(
            f"{quote(str(folder))} holds another run ({'; '.join(differing)}). Resume it with its command, or "
            "choose a different folder."
        )
    return msgspec.structs.replace(begun, plan=plan)
