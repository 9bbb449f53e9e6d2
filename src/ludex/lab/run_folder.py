"""The folder of a run: its checkpoint, its progress, its games. Files are replaced as a whole, or not at all."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import TypeVar

import msgspec

from ludex.core.errors import LudexError, quote
from ludex.lab.archive import Creature

VERSION = 2
"""The version of checkpoints."""
CHECKPOINT, PROGRESS = "checkpoint.json", "progress.json"

T = TypeVar("T")


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What a run was asked to do. Two runs of the same plan find the same games."""

    style: str = "balanced"
    population: int = 100
    """New games in a generation."""
    generations: int = 50
    seed: str = "0"
    ancestors: tuple[str, ...] = ()
    """Games of the library to begin with; none: all of them."""
    mode: str = "map"
    """`map`: a map of elites; `pool`: a plain population."""
    descriptors: tuple[str, ...] = ("length", "skill")
    islands: int = 1
    shortlist: int = 8
    """How many of the best are confirmed."""
    effort: float = 1.0
    """How much is played to measure a game, compared with the usual."""


class Generation(msgspec.Struct, frozen=True, kw_only=True):
    """What a generation brought."""

    number: int
    best: float
    mean: float
    """Of all games that are kept."""
    kept: int
    """Filled cells of the map, or members of the population."""
    viable: float
    """The share of new games that passed the gates."""
    entered: int
    games: int
    """Games that were played to their end to measure this generation, from the deal or from a position on."""
    dealt: int
    """How many of these began with a deal."""
    seconds: float

    @property
    def games_per_s(self) -> float:
        """Speed, with everything that was measured."""
        return self.games / max(self.seconds, 1e-9)


class Checkpoint(msgspec.Struct, frozen=True, kw_only=True):
    """All that a run needs to go on."""

    version: int = VERSION
    plan: Plan
    generation: int
    """The generations that are finished."""
    next_id: int
    kept: tuple[tuple[Creature, ...], ...]
    """The games that are kept, for every island."""
    family: tuple[Creature, ...]
    """Every game that was ever kept, in the order in which they came."""
    seen: tuple[str, ...]
    """Digests of all games that were measured."""
    history: tuple[Generation, ...]
    confirmed: tuple[Creature, ...] = ()


class Progress(msgspec.Struct, frozen=True, kw_only=True):
    """How far a run is, for those who watch it."""

    plan: Plan
    generation: int
    history: tuple[Generation, ...]
    finished: bool = False
    process: int = 0

    @property
    def goes_on(self) -> bool:
        """Whether the run is not finished and its process still works at it, as far as this machine can tell."""
        return not self.finished and _runs(self.process)


def _runs(process: int) -> bool:
    """Whether a process of this machine runs. Where that cannot be asked without harm, it is believed to."""
    if os.name != "posix":
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return process > 0


def write_whole(path: Path, content: bytes | str) -> None:
    """Replace a file as a whole: whatever happens meanwhile, the old or the new content is there."""
    data = content.encode() if isinstance(content, str) else content
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with beside.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        told = "the disk is full. Make room, and give the same command again to go on" if full else error.strerror
        raise LudexError(f"cannot write {quote(str(path))}: {told}. What was there before is unharmed.") from None


def save(folder: Path, checkpoint: Checkpoint, finished: bool = False) -> None:
    """Write a checkpoint and the progress."""
    write_whole(folder / CHECKPOINT, msgspec.json.encode(checkpoint))
    save_progress(folder, checkpoint.plan, checkpoint.generation, checkpoint.history, finished)


def save_progress(
    folder: Path, plan: Plan, generation: int = 0, history: tuple[Generation, ...] = (), finished: bool = False
) -> None:
    """Write how far a run is. One that has just begun is to be seen too, before its first games are measured."""
    progress = Progress(plan=plan, generation=generation, history=history, finished=finished, process=os.getpid())
    write_whole(folder / PROGRESS, msgspec.json.encode(progress))


def load(folder: Path) -> Checkpoint | None:
    """The checkpoint of a folder; None if there is none."""
    path = folder / CHECKPOINT
    if not path.exists():
        return None
    version = _decode(path, _Versioned).version
    if version != VERSION:
        raise LudexError(
            f"{quote(str(path))} is a checkpoint of version {quote(version)}; this Ludex reads version {VERSION}. "
            "Use the Ludex that wrote it, or another folder."
        )
    return _decode(path, Checkpoint)


class _Versioned(msgspec.Struct):
    """The only field that checkpoints of all versions have."""

    version: object = None


def load_progress(folder: Path) -> Progress:
    """How far the run of a folder is."""
    return _decode(folder / PROGRESS, Progress)


def _decode(path: Path, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except OSError as error:
        raise LudexError(f"cannot read {quote(str(path))}: {error.strerror}") from None
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise LudexError(f"{quote(str(path))} is damaged or no file of a run ({error}). Use another folder.") from None


def prepare(folder: Path, plan: Plan) -> Checkpoint | None:
    """Make the folder of a run, or find the run that was begun there; a run of another plan is refused."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LudexError(f"cannot make the folder {quote(str(folder))}: {error.strerror}") from None
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
            f"{quote(str(folder))} holds another run ({'; '.join(differing)}). Go on with it by its own command, or "
            "choose another folder."
        )
    return msgspec.structs.replace(begun, plan=plan)
