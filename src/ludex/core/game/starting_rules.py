"""An instant start: rules run interpreted at once, while a background process compiles them.

`game.machine.kernel` is a `StartingKernel` unless an environment variable is set. An entry that some process compiled
before is loaded from the cache. Any other runs interpreted, and a background process
(`ludex.core.game.background_compiler`) compiles what tables use. As soon as an entry is compiled, a thread loads it
and replaces the interpreted one, so the next move that asks the kernel for it runs compiled. Both give the same
bytes, so no digest changes.

There is never more than one such process for a game: it holds a lock in the cache folder. It runs with low priority
and continues when the process that started it ends, so that the next one finds its work.
"""

from __future__ import annotations

import atexit
import inspect
import logging
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import msgspec

from ludex.core.compile.cache import cache_root
from ludex.core.compile.compiled_rules import ENTRIES, Kernel
from ludex.core.compile.shared_files import is_locked
from ludex.core.game.registry import defined_game, find_named_game
from ludex.core.game.warm import TABLE, use_once
from ludex.core.language.rule import OWN_LOOPS

if TYPE_CHECKING:
    from ludex.core.game.game import Game

POLL = 0.25
"""Seconds between two looks at the cache."""
BUSY = 75
"""The exit status of a background process that found another one at work."""
NO_CACHE = 76
"""The exit status of a background process that cannot store what it compiles (`program.can_be_cached`)."""

_log = logging.getLogger("ludex.rules")
_KERNELS: dict[type, StartingKernel] = {}


def starting_kernel(game: Game) -> StartingKernel:
    """Return the kernel of a game that starts at once: one for all games of a class."""
    kind = type(game)
    if kind not in _KERNELS:
        _KERNELS[kind] = StartingKernel(game)
    return _KERNELS[kind]


def lock_of(label: str) -> Path:
    """Return the lock that a background process holds while it compiles the rules of a game."""
    return cache_root() / label / "background.lock"


class StartingKernel(Kernel):
    """A kernel whose entries are interpreted until a background process has compiled them."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.program = game.machine.compiled.program
        self.process: subprocess.Popen[bytes] | None = None
        self._change = threading.RLock()
        self._wanted: list[Callable[..., Any]] = []
        self._asked: set[Callable[..., Any]] = set()
        self._thread: threading.Thread | None = None
        self._stopped = threading.Event()
        self._errors: IO[bytes] | None = None

    def __getattr__(self, name: str) -> Any:
        if name not in ENTRIES:
            raise AttributeError(name)
        with self._change:
            return super().__getattr__(name)

    def entry(self, loop: Callable[..., Any]) -> Callable[..., Any]:
        """Return a loop or rule as an entry: compiled if it is in the cache, or interpreted for now."""
        with self._change:
            return super().entry(loop)

    def make(self, entry: Callable[..., Any]) -> Callable[..., Any]:
        """Return the form of an entry to start with."""
        if self.program.is_cached(entry) or not self._can_start(entry) or self.address is None:
            return self.game.machine.compiled.entry(entry)
        self._wanted.append(entry)
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name=f"ludex {self.program.label}", daemon=True)
            self._thread.start()
            atexit.register(self.stop)
        return self.game.machine.interpreted.entry(entry)

    def _can_start(self, entry: Callable[..., Any]) -> bool:
        """Return True if an entry can run interpreted, and a background process can compile it."""
        if entry in OWN_LOOPS:
            return not OWN_LOOPS[entry].bulk
        return any(entry is ENTRIES[name] for name in TABLE)

    @cached_property
    def address(self) -> str | None:
        """The text by which another process finds the game; None if it cannot."""
        return address_of(self.game) if sys.executable else None

    def compiles(self) -> bool:
        """Return True if entries run interpreted that are to be compiled yet."""
        return bool(self._wanted)

    def stop(self) -> None:
        """Stop waiting for compiled entries. A background process continues."""
        self._stopped.set()
        if self._thread is not None:
            self._thread.join(10)
        if self.process is not None and self.process.returncode is None:
            self.process.returncode = 0  # it runs independently now, and needs no warning that it still runs
        if self._errors is not None:
            self._errors.close()

    def _work(self) -> None:
        """Load entries when they are compiled, start the process that compiles them, and end when all are loaded."""
        while not self._stopped.wait(POLL):
            for entry in [entry for entry in self._wanted if self.program.is_cached(entry)]:
                if not self._stopped.is_set():
                    self._switch_to_compiled(entry)
            with self._change:
                if self.process is None and not self._wanted:
                    self._thread = None
                    return
            self._check_process()

    def _switch_to_compiled(self, entry: Callable[..., Any]) -> None:
        """Load a compiled entry and replace the interpreted one with it."""
        try:
            use_once(self.game, self.game.machine.compiled, entry)
            compiled = self.game.machine.compiled.entry(entry)
        except Exception as error:
            self._give_up(f"{type(error).__name__}: {error}")
            return
        with self._change:
            self.__dict__["_entries"][entry] = compiled
            for name, known in ENTRIES.items():
                if known is entry and name in self.__dict__:
                    setattr(self, name, compiled)
            self._wanted.remove(entry)

    def _check_process(self) -> None:
        """Start a background process if there is none, and check the one that there is."""
        if self.process is None:
            if not is_locked(lock_of(self.program.label)):
                self._start_process()
            return
        code = self.process.poll()
        if code is None:
            return
        self.process = None
        if code == NO_CACHE:
            for entry in list(self._wanted):
                self._switch_to_compiled(entry)
            return
        missing = [entry for entry in self._asked & set(self._wanted) if not self.program.is_cached(entry)]
        if code not in (0, BUSY) or (code == 0 and missing):
            assert self._errors is not None
            self._errors.seek(0)
            lines = self._errors.read().decode(errors="replace").strip().splitlines()
            self._give_up(lines[-1] if lines else f"its process ended with status {code}")
        if self._errors is not None:
            self._errors.close()

    def _start_process(self) -> None:
        assert self.address is not None
        path = [os.path.abspath(entry) for entry in sys.path]  # noqa: PTH100  (an empty entry is the working folder)
        environment = {**os.environ, "LUDEX_CACHE": str(cache_root()), "PYTHONPATH": os.pathsep.join(path)}
        self._asked = set(self._wanted)
        own = [f"{entry.__module__}:{entry.__qualname__}" for entry in self._wanted if entry in OWN_LOOPS]
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115  (read when the process has ended)
        try:
            self.process = subprocess.Popen(
                [sys.executable, "-P", "-m", "ludex.core.game.background_compiler", self.address, *own],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self._errors,
                env=environment,
                start_new_session=True,
            )
        except OSError as error:
            self._give_up(str(error))

    def _give_up(self, why: str) -> None:
        """Continue with interpreted rules, and log a warning."""
        with self._change:
            self._wanted.clear()
        _log.warning(
            "The rules of %s stay interpreted, which is slow: they could not be compiled (%s). "
            "`ludex warm %s` shows more.",
            self.game.title,
            why,
            self.game.name,
        )


def address_of(game: Game) -> str | None:
    """Return a text by which another process finds a game of the same class; None if there is none.

    >>> import ludex
    >>> address_of(ludex.game("automation"))
    'game automation'
    """
    kind = type(game)
    if type(find_named_game(game.name)) is kind:
        return f"game {game.name}"
    if game.definition is not None and type(defined_game(game.definition)) is kind:
        return f"definition {msgspec.json.encode(game.definition).decode()}"
    home = sys.modules.get(kind.__module__)
    required = [p for p in inspect.signature(kind).parameters.values() if p.default is p.empty]
    in_script = kind.__module__.partition(".")[0] == "__main__"  # a reprint made by a script is below it
    if not in_script and getattr(home, kind.__qualname__, None) is kind and not required:
        return f"class {kind.__module__}:{kind.__qualname__}"
    return None
