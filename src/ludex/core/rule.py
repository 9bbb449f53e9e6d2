"""`@rule`: one source, run as it stands or compiled.

A rule stays the plain function it is: call it with a twin, step through it, measure its coverage. A `Program` makes
compiled copies of the rules a game is made of and keeps them in a cache folder named after a digest of all that went
into them: the bytecode of every rule that can be reached, and every constant it reads.

A value with an attribute `ludex_constant` (a reason, a class of moves or events) is that constant in compiled rules.
"""

from __future__ import annotations

import builtins
import dis
import hashlib
import logging
import math
import os
import sys
import tempfile
import threading
import types
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, overload

import numpy as np

from ludex.core.errors import BrokenRule

F = TypeVar("F", bound=Callable[..., Any])
_Path = tuple[Callable[..., Any], ...]

_log = logging.getLogger("ludex.rules")
_compiling = threading.RLock()
_FLAGS = {"_nrt": False, "nogil": True, "error_model": "numpy"}
"""Rules allocate nothing, so Numba's counting of references is off: it made offering a move twenty times as expensive.
Without the interpreter's lock other threads run on. A division by zero gives what NumPy gives."""


@overload
def rule(function: F) -> F: ...
@overload
def rule(*, compiled: Callable[..., Any]) -> Callable[[F], F]: ...
def rule(function: F | None = None, *, compiled: Callable[..., Any] | None = None) -> F | Callable[[F], F]:
    """Mark a function as a rule: it may be compiled, and called by other rules.

    `compiled` names another source to compile in its place, for the few primitives whose arithmetic cannot be said the
    same way in both worlds (64-bit wrap-around).

    >>> @rule
    ... def double(x):
    ...     return 2 * x
    >>> double(4)
    8
    """

    def mark(marked: F) -> F:
        marked.__dict__["ludex_rule"] = compiled or marked
        return marked

    return mark(function) if function is not None else mark


def loop(function: F) -> F:
    """Mark a generic function whose globals `setup`, `legal`, `play`, … are to be filled in by each game's rules."""
    function.__dict__["ludex_rule"] = function
    function.__dict__["ludex_loop"] = True
    return function


def reachable(rules: Mapping[str, Callable[..., Any]]) -> tuple[Any, ...]:
    """Every value that some rule reads by a global name, in the order in which the rules mention them.

    So a game need not list its events, reasons, laws and endings: those that its rules use are its own.
    """
    found: dict[int, Any] = {}
    waiting = list(rules.values())[::-1]
    while waiting:
        function = waiting.pop()
        for _, value in _globals_of(function, rules):
            if id(value) not in found:
                found[id(value)] = value
                if hasattr(value, "ludex_rule"):
                    waiting.append(value)
    return tuple(found.values())


def interpreting() -> bool:
    """Whether rules run as plain Python (environment variable `LUDEX_INTERPRET=1`).

    >>> isinstance(interpreting(), bool)
    True
    """
    return os.environ.get("LUDEX_INTERPRET", "0") not in ("", "0")


def fill_in(function: Callable[..., Any], rules: Mapping[str, Callable[..., Any]]) -> Callable[..., Any]:
    """A loop with a game's rules in place of its free names, interpreted.

    A rule can call a loop that calls rules (a search bot, say), so everything reachable from here is filled in.
    """
    reaching: dict[Callable[..., Any], bool] = {}
    _find_loops(function, rules, reaching)
    copies: dict[Callable[..., Any], Callable[..., Any]] = {}

    def filled(called: Callable[..., Any]) -> Callable[..., Any]:
        if not reaching[called]:
            return called
        if called not in copies:
            inner = [(name, value) for name, value in _globals_of(called, rules) if hasattr(value, "ludex_rule")]
            copies[called] = _copy(called, called.__name__, {name: filled(value) for name, value in inner})
        return copies[called]

    return filled(function)


class Program:
    """The compiled rules of one game.

    `label` names the game in the cache, `rules` are the functions that fill in the loops' free names.
    """

    def __init__(self, label: str, rules: Mapping[str, Callable[..., Any]]) -> None:
        self.label = label
        self.rules = rules
        self.bounds = os.environ.get("LUDEX_BOUNDSCHECK", "0") not in ("", "0")
        self._copies: dict[tuple[Callable[..., Any], bool], Any] = {}

    def compile(self, function: Callable[..., Any]) -> Any:
        """The compiled form of a loop or rule, found in the cache if any process has compiled the same sources."""
        with _compiling:
            return self._compile(function, entry=True)

    def folder(self, function: Callable[..., Any]) -> Path:
        """Where the compiled form of this function is kept."""
        digest = hashlib.blake2b(digest_size=12)
        for part in (sys.version, _numba().__version__, np.__version__, self.label, repr((self.bounds, _FLAGS))):
            digest.update(part.encode() + b"\0")
        _digest_into(digest, function, self.rules, set())
        return cache_root() / self.label / f"{function.__name__}-{digest.hexdigest()}"

    def is_cached(self, function: Callable[..., Any]) -> bool:
        """Whether some process has already compiled this function from these sources."""
        return any(self.folder(function).rglob("*.nbi"))

    def _compile(self, function: Callable[..., Any], entry: bool = False, path: _Path = ()) -> Any:
        key = (function, entry)
        if key in self._copies:
            return self._copies[key]
        path = _further(path, function)
        replaced = {}
        for name, value in _globals_of(function, self.rules):
            if hasattr(value, "ludex_rule"):
                replaced[name] = self._compile(value, path=path)
            elif hasattr(value, "ludex_constant"):
                replaced[name] = value.ludex_constant
        source = function.__dict__.get("ludex_rule", function)
        copy = _copy(source, f"{self.label.replace('-', '_')}_{source.__name__}", replaced)
        flags = {"boundscheck": self.bounds, **_FLAGS}
        if entry:
            with _cache_folder(self.folder(function)):
                self._copies[key] = _numba().njit(cache=True, **flags)(copy)
        else:
            self._copies[key] = _numba().njit(forceinline=True, **flags)(copy)
        return self._copies[key]


@cache
def cache_root() -> Path:
    """The folder compiled rules are kept in: `LUDEX_CACHE`, else the user's cache folder, else a temporary one.

    >>> cache_root().is_dir()
    True
    """
    user = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    wanted = Path(os.environ.get("LUDEX_CACHE") or Path(user, "ludex")).expanduser()
    try:
        wanted.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=wanted):
            return wanted
    except OSError as error:
        temporary = Path(tempfile.mkdtemp(prefix="ludex-"))
        _log.warning(
            "Compiled rules cannot be kept in %s (%s); using %s, which the next process will not find. "
            "Set LUDEX_CACHE to a folder you can write to.",
            wanted,
            error.strerror,
            temporary,
        )
        return temporary


@cache
def _numba() -> Any:
    """Imported late: it takes half a second, and `ludex games` needs none of it."""
    import numba

    return numba


@contextmanager
def _cache_folder(folder: Path) -> Iterator[None]:
    """Numba asks for its cache folder when a function is marked, and never again."""
    config = _numba().config
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        config.CACHE_DIR = before


def _copy(function: Any, name: str, replaced: Mapping[str, Any]) -> Any:
    copy = types.FunctionType(
        function.__code__, {**function.__globals__, **replaced}, name, function.__defaults__, function.__closure__
    )
    copy.__qualname__ = name
    copy.__module__ = function.__module__
    return copy


def _names(code: types.CodeType) -> Iterator[str]:
    """The globals that a function reads, but not its attributes, which may have the same names."""
    yield from (step.argval for step in dis.get_instructions(code) if step.opname == "LOAD_GLOBAL")
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _names(constant)


def _globals_of(function: Any, rules: Mapping[str, Callable[..., Any]]) -> Iterator[tuple[str, Any]]:
    """Every global a rule reads, with the game's rules in place of a loop's free names."""
    source = function.__dict__.get("ludex_rule", function)
    for name in dict.fromkeys(_names(source.__code__)):
        if "ludex_loop" in function.__dict__ and name in rules:
            yield name, rules[name]
        elif name in source.__globals__:
            yield name, source.__globals__[name]


def _find_loops(
    function: Any, rules: Mapping[str, Callable[..., Any]], reaching: dict[Callable[..., Any], bool], path: _Path = ()
) -> None:
    """Find out for every rule that can be reached whether it is a loop or calls one."""
    path = _further(path, function)
    if function in reaching:
        return
    called = [value for _, value in _globals_of(function, rules) if hasattr(value, "ludex_rule")]
    for value in called:
        _find_loops(value, rules, reaching, path)
    reaching[function] = "ludex_loop" in function.__dict__ or any(reaching[value] for value in called)


def _further(path: _Path, function: Callable[..., Any]) -> _Path:
    """The path of calls with one more on it, which must not be there yet: compiled rules cannot call in circles."""
    if function in path:
        names = " -> ".join(called.__name__ for called in (*path, function))
        raise BrokenRule(f"rules call each other in a circle: {names}")
    return (*path, function)


def _digest_into(digest: Any, function: Any, rules: Mapping[str, Any], seen: set[int]) -> None:
    if id(function) in seen:
        return
    seen.add(id(function))
    source = function.__dict__.get("ludex_rule", function)
    if source.__closure__:
        raise BrokenRule(f"rule {source.__qualname__} is a closure: a rule must stand at the top of its module")
    digest.update(_code_bytes(source.__code__) + repr(source.__defaults__).encode())
    for name, value in _globals_of(function, rules):
        digest.update(name.encode() + b"\0")
        if hasattr(value, "ludex_rule"):
            _digest_into(digest, value, rules, seen)
        else:
            digest.update(_value_bytes(source, name, value))


def _code_bytes(code: types.CodeType) -> bytes:
    constants = [_code_bytes(c) if isinstance(c, types.CodeType) else repr(c).encode() for c in code.co_consts]
    names = repr((code.co_name, code.co_names, code.co_varnames)).encode()
    return b"\0".join([names, code.co_code, *constants])


def _value_bytes(function: Any, name: str, value: Any) -> bytes:
    value = getattr(value, "ludex_constant", value)
    if isinstance(value, np.ndarray):
        return repr((value.dtype, value.shape)).encode() + value.tobytes()
    if isinstance(value, tuple):
        return b"(" + b",".join(_value_bytes(function, name, item) for item in value) + b")"
    if value is None or isinstance(value, int | float | str | bytes | np.generic | np.dtype):
        return repr(value).encode()
    if isinstance(value, type) and issubclass(value, Enum):
        return repr([(member.name, member.value) for member in value]).encode()
    if value in (np, math) or value is getattr(builtins, name, None) or getattr(value, "__module__", "") == "numpy":
        return name.encode()
    raise BrokenRule(
        f"rule {function.__qualname__} uses {name!r}, a {type(value).__name__}. "
        "A rule may use numbers, strings, tuples, arrays, reasons, classes of moves and events, and functions marked "
        "@rule, each imported by its name."
    )
