"""Compiled copies of a game's rules.

A `Program` compiles the rules of a game, and stores them in a cache folder named after a digest of all that went into
them: the bytecode of every rule that can be reached, and every constant it reads.

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
import threading
import types
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from functools import cache
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from ludex.core.compile.cache import ENDING, RuleCache, cache_root
from ludex.core.language.errors import BrokenRule

_Path = tuple[Callable[..., Any], ...]

_compiling = threading.RLock()
_log = logging.getLogger("ludex.rules")
_DEFAULTS = "ludex.core.compile.default_rules"
_FLAGS = {"_nrt": False, "nogil": True, "error_model": "numpy"}
"""Rules allocate nothing, so Numba's counting of references is off: it made offering a move twenty times as expensive.
The interpreter's lock is released, so that other threads can run. A division by zero gives what NumPy gives."""


def reachable(rules: Mapping[str, Callable[..., Any]]) -> tuple[Any, ...]:
    """Return every value that some rule reads by a global name, in the order in which the rules mention them.

    A game therefore need not list its events, reasons, laws and endings.
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


def callers_of(name: str, rules: Mapping[str, Callable[..., Any]], *loops: Callable[..., Any]) -> list[Any]:
    """Return the rules of a game, and the functions that its rules or these loops reach, that call the rule `name`.

    >>> import ludex
    >>> [caller.__name__ for caller in callers_of("setup", ludex.game("automation").machine.rules)]
    []
    """
    called = rules[name]
    waiting = [*rules.values(), *loops]
    seen: dict[Any, bool] = {}
    while waiting:
        function = waiting.pop()
        if function not in seen:
            inner = [(known, value) for known, value in _globals_of(function, rules) if hasattr(value, "ludex_rule")]
            own = called.__module__ != _DEFAULTS  # defaults may stand for several rules: only the name tells which
            seen[function] = any(value is called and (own or known == name) for known, value in inner)
            waiting += [value for _, value in inner]
    return [function for function, calls in seen.items() if calls]


def interpreting() -> bool:
    """Return True if rules run as plain Python (environment variable `LUDEX_INTERPRET=1`).

    >>> isinstance(interpreting(), bool)
    True
    """
    return os.environ.get("LUDEX_INTERPRET", "0") not in ("", "0")


def waits_for_compiler() -> bool:
    """Return True if nothing runs before it is compiled (environment variable `LUDEX_COMPILE=1`).

    >>> isinstance(waits_for_compiler(), bool)
    True
    """
    return os.environ.get("LUDEX_COMPILE", "0") not in ("", "0")


def wait_for_compiler() -> None:
    """Let this process, and those it starts, run nothing before it is compiled."""
    os.environ["LUDEX_COMPILE"] = "1"


def stay_interpreted() -> None:
    """Let this process, and those it starts, run rules as plain Python."""
    os.environ["LUDEX_INTERPRET"] = "1"


def fill_in(function: Callable[..., Any], rules: Mapping[str, Callable[..., Any]]) -> Callable[..., Any]:
    """Return a loop with a game's rules in place of its free names, interpreted.

    A rule can call a loop that calls rules, as search bots do, so everything reachable from here is filled in.
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
        self.bounds = os.environ.get("LUDEX_BOUNDSCHECK", "1") not in ("", "0")
        self._copies: dict[tuple[Callable[..., Any], bool], Any] = {}
        self._folders: dict[Callable[..., Any], str] = {}

    def compile(self, function: Callable[..., Any]) -> Any:
        """Return the compiled form of a loop or rule, from the cache if any process has compiled the same sources."""
        with _compiling:
            return self._compile(function, entry=True)

    def folder(self, function: Callable[..., Any]) -> Path:
        """Return the folder of the compiled form of this function."""
        if function not in self._folders:
            digest = hashlib.blake2b(digest_size=12)
            for part in (sys.version, version("numba"), np.__version__, self.label, repr((self.bounds, _FLAGS))):
                digest.update(part.encode() + b"\0")
            _digest_into(digest, function, self.rules, set())
            self._folders[function] = f"{function.__name__}-{digest.hexdigest()}"
        return cache_root() / self.label / self._folders[function]

    def is_cached(self, function: Callable[..., Any]) -> bool:
        """Return True if some process has already compiled this function from these sources."""
        return any(self.folder(function).glob(f"*{ENDING}"))

    def size(self, function: Callable[..., Any]) -> int:
        """Return the number of rules in the compiled form of this function, itself included."""
        seen: set[Callable[..., Any]] = set()
        waiting = [function]
        while waiting:
            called = waiting.pop()
            if called not in seen:
                seen.add(called)
                waiting += [value for _, value in _globals_of(called, self.rules) if hasattr(value, "ludex_rule")]
        return len(seen)

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
        checked = self.bounds and "ludex_unchecked" not in function.__dict__
        flags = {"boundscheck": checked, **_FLAGS}
        numba, part_options = import_compiler()
        if entry:
            made = numba.njit(no_cfunc_wrapper=True, **flags)(copy)
            self._copies[key] = _with_cache(made, RuleCache(self.folder(function))) if can_be_cached() else made
        else:
            self._copies[key] = numba.njit(**part_options, **flags)(copy)
        return self._copies[key]


@cache
def import_compiler() -> tuple[Any, Mapping[str, Any]]:
    """Import Numba, and return it with its options for parts. The import is late, because it takes half a second.

    One thread at a time: Numba's modules import each other in circles, and two threads that begin at different places
    of the circle find modules that are only half there.

    Parts are compiled by `ludex.core.compile.inline_compiler`, which uses Numba's private classes. With a version of
    Numba that lacks them, every part is compiled like an entry and inlined, which takes more than twice as long.
    """
    with _compiling:
        numba = import_module("numba")
        try:
            if is_switched_off("parts"):
                raise ImportError("switched off")
            return numba, import_module("ludex.core.compile.inline_compiler").options()
        except (ImportError, AttributeError) as error:
            _log.warning("Rules compile slowly, because this version of Numba has different internals (%s).", error)
            return numba, {"forceinline": True}


@cache
def can_be_cached() -> bool:
    """Return True if this version of Numba lets compiled rules be stored. If not, every process compiles its own."""
    numba, _ = import_compiler()
    result: Any = getattr(import_module("numba.core.compiler"), "CompileResult", None)
    dispatcher = numba.njit(lambda: 0)
    needed = ((dispatcher, "_cache"), (dispatcher, "_compile_for_args"), (result, "_reduce"), (result, "_rebuild"))
    known = all(hasattr(thing, name) for thing, name in needed) and not is_switched_off("cache")
    if not known:
        _log.warning("Compiled rules cannot be stored, because this version of Numba has different internals.")
    return known


def is_switched_off(part: str) -> bool:
    """Return True if a use of Numba's private classes is switched off (`LUDEX_WITHOUT=parts,cache,events`), for tests.

    >>> is_switched_off("parts")
    False
    """
    return part in os.environ.get("LUDEX_WITHOUT", "").split(",")


def _with_cache(dispatcher: Any, kept: RuleCache) -> Any:
    """Let a compiled function use our cache, and take every kind of whole number for a number.

    Numba would compile a function again for `True` or `np.int8(1)` in place of `1`. All compiling, loading and saving
    is done by one thread at a time.
    """
    compile_types, compile_args = dispatcher.compile, dispatcher._compile_for_args

    def compile_once(signature: Any) -> Any:
        with _compiling:
            try:
                return compile_types(signature)
            finally:
                kept.unlock()

    dispatcher._cache = kept
    dispatcher.compile = compile_once
    dispatcher._compile_for_args = lambda *args: compile_args(*map(plain, args))
    return dispatcher


def plain(arg: Any) -> Any:
    """Return an argument as rules expect it: whole numbers of NumPy, and truth values, as plain numbers.

    >>> plain(True), plain(np.int8(3)), plain("as it is")
    (1, 3, 'as it is')
    """
    return int(arg) if isinstance(arg, bool | np.bool_ | np.integer) else arg


def _copy(function: Any, name: str, replaced: Mapping[str, Any]) -> Any:
    copy = types.FunctionType(
        function.__code__, {**function.__globals__, **replaced}, name, function.__defaults__, function.__closure__
    )
    copy.__qualname__ = name
    copy.__module__ = function.__module__
    return copy


@cache
def _names(code: types.CodeType) -> tuple[str, ...]:
    """Return the globals a function reads; not its attributes, which may have the same names."""
    names = [step.argval for step in dis.get_instructions(code) if step.opname == "LOAD_GLOBAL"]
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            names += _names(constant)
    return tuple(dict.fromkeys(names))


def _globals_of(function: Any, rules: Mapping[str, Callable[..., Any]]) -> Iterator[tuple[str, Any]]:
    """Yield every global a rule reads, with the game's rules in place of a loop's free names."""
    source = function.__dict__.get("ludex_rule", function)
    for name in _names(source.__code__):
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
    """Return the path of calls with one more, which must not be on it: compiled rules cannot call in circles."""
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
        raise BrokenRule(f"rule {source.__qualname__} is a closure: define it at the top level of its module")
    digest.update(_code_bytes(source.__code__) + repr(source.__defaults__).encode())
    if "ludex_unchecked" in function.__dict__:
        digest.update(b"unchecked")
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
