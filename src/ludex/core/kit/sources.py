"""Faults in a rule's source that are independent of the games played: floats, chance from elsewhere or given away."""

from __future__ import annotations

import builtins
import dis
import math
import random
import secrets
import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from ludex.core.compile.playout import see
from ludex.core.compile.program import callers_of, reachable

CHANCE_ADVICE = "All chance comes from s.rng: use below, pick_kind or pick_move."
FLOAT_ADVICE = "Rules count in whole numbers: use // and whole amounts (cents, halves)."
SEE_ADVICE = "hide leaves rng in place, and with it all chance to come: use see, which blanks it."
_WHOLE_MATHS = {"comb", "factorial", "gcd", "isqrt", "lcm", "perm"}
"""Functions of `math` that return whole numbers."""


def foreign_source(rules: Mapping[str, Callable[..., Any]]) -> str:
    """Describe the first float or foreign chance in a game's rules, with file and line; else return an empty text.

    >>> from ludex.core.language.rule import rule
    >>> @rule
    ... def half(s):
    ...     return s.money / 2
    >>> foreign_source({"half": half}).split(", ")[0], foreign_source({})
    ('rule half divides with /', '')
    """
    called = {id(value): value for value in (*rules.values(), *reachable(rules)) if hasattr(value, "ludex_rule")}
    sources = (source for function in called.values() for source in {function: 0, function.__dict__["ludex_rule"]: 0})
    return next((fault for source in sources for fault in _faults(source)), "")


def chance_shown(rules: Mapping[str, Callable[..., Any]], loops: Iterable[Callable[..., Any]] = ()) -> str:
    """Describe the first rule or loop that hides a record without blanking its chance; else return an empty text.

    >>> import ludex
    >>> chance_shown(ludex.game("automation").machine.rules)
    ''
    """
    for caller in callers_of("hide", rules, *loops):
        if caller is not see:
            code = caller.__dict__["ludex_rule"].__code__
            return f"{caller.__name__} calls hide, {code.co_filename}:{code.co_firstlineno}. {SEE_ADVICE}"
    return ""


def _faults(source: Any) -> Iterator[str]:
    for code in _codes(source.__code__):
        module: Any = None
        for step in dis.get_instructions(code):
            line = step.positions.lineno if step.positions else None
            found = ("", "")
            if step.opname == "LOAD_CONST":
                found = _of_value(step.argval, f"uses {step.argval!r}, which is not a whole number")
            elif step.opname == "BINARY_OP" and step.argrepr in ("/", "/="):
                found = f"divides with {step.argrepr}", FLOAT_ADVICE
            elif step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
                value = source.__globals__.get(step.argval, getattr(builtins, step.argval, None))
                found = _of_value(value, f"uses {step.argval}")
                module = value if value is np or value is math else None
            elif step.opname in ("LOAD_ATTR", "LOAD_METHOD") and module is not None:
                found = _of_attribute(module, step.argval)
                module = None
            if found[0]:
                what, advice = found
                yield f"rule {source.__name__} {what}, {code.co_filename}:{line}. {advice}"


def _codes(code: types.CodeType) -> Iterator[types.CodeType]:
    """Yield a function's code, and that of the comprehensions in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _codes(constant)


def _of_value(value: Any, what: str) -> tuple[str, str]:
    """Describe what is wrong with a value that a rule reads."""
    if value is random or value is secrets or value is np.random or _draws(value):
        return what, CHANCE_ADVICE
    if isinstance(value, np.ndarray):
        return (what, FLOAT_ADVICE) if value.dtype.kind in "fc" else ("", "")
    if isinstance(value, tuple):
        return next((fault for item in value if (fault := _of_value(item, what))[0]), ("", ""))
    return (what, FLOAT_ADVICE) if _is_float(value) else ("", "")


def _draws(value: Any) -> bool:
    """Return whether it is a function or generator of the modules for chance."""
    owner = getattr(value, "__self__", None)
    homes = (getattr(value, "__module__", None), type(owner).__module__ if owner is not None else None)
    return any(str(home).split(".")[0] in ("random", "secrets") or "numpy.random" in str(home) for home in homes)


def _is_float(value: Any) -> bool:
    if isinstance(value, type):
        return issubclass(value, float | complex | np.floating | np.complexfloating)
    if isinstance(value, np.ufunc):  # square roots, logarithms: no form of them gives whole numbers
        return not any(form.split("->")[1][0] in "?bhilqBHILQ" for form in value.types)
    return isinstance(value, float | complex | np.floating | np.complexfloating)


def _of_attribute(module: Any, name: str) -> tuple[str, str]:
    """Describe what is wrong with `np.…` or `math.…`."""
    if module is math:
        return ("", "") if name in _WHOLE_MATHS else (f"uses math.{name}", FLOAT_ADVICE)
    return _of_value(getattr(np, name, None), f"uses np.{name}")
