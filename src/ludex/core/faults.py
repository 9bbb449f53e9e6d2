"""What a player's code did wrong, told without running any more of it: the reason, the file and line, the traceback."""

from __future__ import annotations

import inspect
import sysconfig
import traceback
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

import msgspec

from ludex.core.errors import kind_of, quote
from ludex.core.request import Rejection

LUDEX = f"{Path(__file__).resolve().parents[1]}/"
INSTALLED = tuple({f"{sysconfig.get_path(name)}/" for name in ("stdlib", "platstdlib", "purelib", "platlib")})
"""Where Python's own modules and installed packages lie: a player's code is elsewhere, or it is installed itself."""
MOST_TRACED = 8_000
"""How many characters of a traceback are kept."""


class Fault(msgspec.Struct, frozen=True):
    """An answer that cannot be a move: what it was, why it is rejected, and the traceback if code failed."""

    answer: str
    rejection: Rejection
    traceback: str = ""
    error: BaseException | None = None
    """What was raised. It is the player's own object: raise it on, or leave it alone."""


def fault_of(error: BaseException) -> Fault:
    """The fault of code that raised something, whatever it is.

    >>> try:
    ...     1 / 0
    ... except ZeroDivisionError as error:
    ...     fault_of(error).rejection.code
    'exception'
    """
    place = place_of(error)
    at = f" ({place})" if place else ""
    said = quote(error, str)
    told = f"the player's code raised {kind_of(error)}{f': {said}' if said else ''}{at}"
    return Fault(quote(error), Rejection("exception", told), _traceback(error), error)


def place_of(error: BaseException) -> str:
    """File, line and function of the player's code that an error came from: the innermost that is not Ludex's own.

    Of a group of errors it is the first one's. Code of Python itself and of installed packages is named only if there
    is no other.
    """
    chains = [list(_steps(error)) for error in (_first_leaf(error), error)]
    for fits in (_is_players, _is_foreign, _is_any):
        for steps in chains:
            if found := [step for step in steps if fits(_file(step))]:
                name = quote(found[-1].tb_frame.f_code.co_name, str)
                return f"{_short(_file(found[-1]))}, line {found[-1].tb_lineno}, in {name}"
    return ""


def place_of_code(player: object) -> str:
    """File, line and function of the code that decides for a player. Empty for players of Ludex itself.

    >>> place_of_code(object())
    ''
    """
    try:
        method = getattr(player, "function", None) or getattr(player, "decide", None)
        code = inspect.unwrap(getattr(method, "__func__", method)).__code__  # type: ignore[arg-type]  # or it fails
        file, line, name = str(code.co_filename), int(code.co_firstlineno), str(code.co_name)
    except BaseException:  # a player is somebody else's code, and so are its attributes
        return ""
    return "" if file.startswith(LUDEX) else f"{_short(file)}, line {line}, in {quote(name, str)}"


def _first_leaf(error: BaseException) -> BaseException:
    while _is_group(error):
        error = BaseExceptionGroup.__dict__["exceptions"].__get__(error)[0]
    return error


def _is_group(error: BaseException) -> bool:
    return issubclass(type(error), BaseExceptionGroup)


def _steps(error: BaseException) -> Iterator[TracebackType]:
    """The steps of an error's traceback, the outermost first. A class may hide its traceback: its base does not."""
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
    """A path without what only this machine knows: the file and the folder it lies in."""
    return quote("/".join(Path(file).parts[-2:]), str)


def _traceback(error: BaseException) -> str:
    """The traceback as Python prints it, from the player's first line on."""
    start = next((step for step in _steps(error) if _is_foreign(_file(step))), None)
    try:
        text = "".join(traceback.format_exception(type(error), error, start))
    except BaseException:  # an error can refuse to be printed
        text = f"{kind_of(error)}: {quote(error, str)} ({place_of(error)})\n"
    return text if len(text) <= MOST_TRACED else f"{text[: MOST_TRACED // 2]}\n…\n{text[-MOST_TRACED // 2 :]}"
