"""Faults of a player's code, reported without running any more of it: the reason, the file and line, the traceback."""

from __future__ import annotations

import inspect
import sysconfig
import traceback
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

import msgspec

from ludex.core.game.request import Rejection, RemotePlayer
from ludex.core.language.errors import MOST_TOLD, BadAnswer, OutOfReach, kind_of, quote

LUDEX = f"{Path(__file__).resolve().parents[2]}/"
INSTALLED = tuple({f"{sysconfig.get_path(name)}/" for name in ("stdlib", "platstdlib", "purelib", "platlib")})
"""The folders of Python's own modules and of installed packages. A player's code is elsewhere, or installed itself."""
MOST_TRACED = 8_000
"""The most characters of a traceback that are stored."""


class Fault(msgspec.Struct, frozen=True):
    """An answer that cannot be a move: its text, the rejection, and the traceback if code failed."""

    answer: str
    rejection: Rejection
    traceback: str = ""
    error: BaseException | None = None
    """The exception. It is an object of the player's code: raise it again, or do not touch it."""
    final: bool = False
    """True if it is useless to ask the player again."""

    def __repr__(self) -> str:
        return f"<Fault {self.rejection.code}: {self.rejection.sentence}>"


def fault_of(error: BaseException) -> Fault:
    """Return the fault of code that raised an exception of any kind.

    >>> try:
    ...     1 / 0
    ... except ZeroDivisionError as error:
    ...     fault_of(error).rejection.code
    'exception'
    """
    if type(error) is BadAnswer:
        rejection = Rejection(quote(error.code, str), quote(error, str, MOST_TOLD))
        return Fault(quote(error.answer, str), rejection, error.traceback[:MOST_TRACED])
    if type(error) is OutOfReach:
        return Fault("no answer", Rejection("transport", quote(error, str, MOST_TOLD)), final=True)
    place = place_of(error)
    at = f" ({place})" if place else ""
    said = quote(error, str)
    told = f"the player's code raised {kind_of(error)}{f': {said}' if said else ''}{at}"
    return Fault(quote(error), Rejection("exception", told), _traceback(error), error)


def place_of(error: BaseException) -> str:
    """Return the file, line and function in which the player's code failed: the innermost outside Ludex.

    For a group of errors it is the place of the first one. Code of Python itself and of installed packages is named
    only if nothing else is found.
    """
    chains = [list(_steps(error)) for error in (_first_leaf(error), error)]
    for fits in (_is_players, _is_foreign, _is_any):
        for steps in chains:
            if found := [step for step in steps if fits(_file(step))]:
                name = quote(found[-1].tb_frame.f_code.co_name, str)
                return f"{_short(_file(found[-1]))}, line {found[-1].tb_lineno}, in {name}"
    return ""


def place_of_code(player: object) -> str:
    """Return the file, line and function of the code that decides for a player. Empty for players of Ludex itself.

    >>> place_of_code(object())
    ''
    """
    if issubclass(type(player), RemotePlayer):
        return str(getattr(player, "code_place", ""))
    try:
        method = getattr(player, "function", None) or getattr(player, "decide", None)
        code = inspect.unwrap(getattr(method, "__func__", method)).__code__  # type: ignore[arg-type]  # or it fails
        file, line, name = str(code.co_filename), int(code.co_firstlineno), str(code.co_name)
    except BaseException:  # a player is foreign code, and so are its attributes
        return ""
    return "" if file.startswith(LUDEX) else f"{_short(file)}, line {line}, in {quote(name, str)}"


def _first_leaf(error: BaseException) -> BaseException:
    while _is_group(error):
        error = BaseExceptionGroup.__dict__["exceptions"].__get__(error)[0]
    return error


def _is_group(error: BaseException) -> bool:
    return issubclass(type(error), BaseExceptionGroup)


def _steps(error: BaseException) -> Iterator[TracebackType]:
    """Yield the steps of an error's traceback, the outermost first, even if its class hides them."""
    step: TracebackType | None = BaseException.__dict__["__traceback__"].__get__(error)
    while step is not None:
        yield step
        step = step.tb_next


def _file(step: TracebackType) -> str:
    return step.tb_frame.f_code.co_filename


def _is_players(file: str) -> bool:
    return not file.startswith((LUDEX, *INSTALLED, "<frozen"))


def _is_foreign(file: str) -> bool:
    return not file.startswith(LUDEX)


def _is_any(file: str) -> bool:
    return True


def _short(file: str) -> str:
    """Return the end of a path: the file and its folder."""
    return quote("/".join(Path(file).parts[-2:]), str)


def _traceback(error: BaseException) -> str:
    """Return the traceback as Python prints it, from the player's first line on."""
    steps = list(_steps(error))
    fitting = (step for fits in (_is_players, _is_foreign) for step in steps if fits(_file(step)))
    start = next(fitting, None)
    try:
        text = "".join(traceback.format_exception(type(error), error, start))
    except BaseException:  # an error can refuse to be printed
        text = f"{kind_of(error)}: {quote(error, str)} ({place_of(error)})\n"
    return text if len(text) <= MOST_TRACED else f"{text[: MOST_TRACED // 2]}\n…\n{text[-MOST_TRACED // 2 :]}"
