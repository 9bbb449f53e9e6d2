"""What can go wrong, told apart by type. Every message quotes what was given and what was expected."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from ludex.core.request import Attempt, Rejection


NOT_JSON = (msgspec.MsgspecError, UnicodeError, RecursionError)
"""What reading JSON raises if the text is malformed, does not fit, or is nested so deeply that nobody means it."""
TOO_DEEP = "its lists and objects are nested too deeply"

MOST_QUOTED = 200
"""How many characters of a value are quoted."""
MOST_TOLD = 1_000
"""How many characters are told of an error that can list what was expected."""


def quote(value: object, show: Callable[[Any], str] = repr, most: int = MOST_QUOTED) -> str:
    """A value as text for a message, shortened, even if it refuses to be shown.

    Whatever came from outside is quoted by this function: an answer, a text, a file, a setting.

    >>> quote("buy"), quote(17), quote("x" * 9, most=6)
    ("'buy'", '17', "'xxxx…")
    >>> print(quote(chr(27) + "[2J", str))
    \\x1b[2J
    """
    try:
        text = show(value[:most] if type(value) in (str, bytes, list, tuple) else value)  # type: ignore[index]  # these have slices
        text = str.__str__(text)  # not a subclass with ways of its own
    except BaseException:  # whatever a player hands over is its own code
        text = f"an unprintable {kind_of(value)}"
    text = text if len(text) <= most else text[: most - 1] + "…"
    return text if text.isprintable() else "".join(map(_harmless, text))


def is_harmless(text: str) -> bool:
    """Whether a text can be written to a file and shown at a terminal: no half characters, nothing that controls it.

    >>> is_harmless("Zoë"), is_harmless(chr(27) + "[2J"), is_harmless(chr(0xD800))
    (True, False, False)
    """
    return text.isprintable() or all(unicodedata.category(letter) not in ("Cc", "Cs") for letter in text)


def _harmless(letter: str) -> str:
    return letter if letter == "\n" or is_harmless(letter) else ascii(letter)[1:-1]


def did_you_mean(given: str, known: Iterable[str]) -> str:
    """A hint to the known word that is most like the given one, or nothing. It begins with a space.

    >>> did_you_mean("automaton", ["automation", "diplomacy"]), did_you_mean("chess", ["automation"])
    (" Did you mean 'automation'?", '')
    """
    words = {word.casefold(): word for word in known}
    near = difflib.get_close_matches(given[:MOST_QUOTED].casefold(), words, 1)
    return f" Did you mean {words[near[0]]!r}?" if near else ""


def json_fault(error: Exception) -> str:
    """What is wrong with a text that should have been JSON of some kind."""
    return TOO_DEEP if isinstance(error, RecursionError) else quote(error, str, MOST_TOLD)


def kind_of(value: object) -> str:
    """The name of a value's class, whatever the class itself says.

    >>> kind_of(17)
    'int'
    """
    return str(type.__dict__["__name__"].__get__(type(value)))[:MOST_QUOTED]


class LudexError(ValueError):
    """Base of everything Ludex raises for bad input."""


class UnreadableMove(LudexError):
    """A text, a JSON value or a number that is not a move of this game."""


class IllegalMove(LudexError):
    """A move of this game that the rules do not allow now. `rejection` has the code and the sentence."""

    def __init__(self, rejection: Rejection) -> None:
        super().__init__(rejection.sentence)
        self.rejection = rejection


class NotYourTurn(LudexError):
    """A seat that owes no decision now was asked, or moved."""


class UnknownGame(LudexError):
    """No installed package offers a game of that name."""


class UnknownPlayer(LudexError):
    """No bot or player of that name."""


class BadSetting(LudexError):
    """A setting of a game or a table that does not exist, or a value it cannot have."""


class BadPosition(LudexError):
    """A position that cannot be read, or that breaks a law of its game."""


class BadHistory(LudexError):
    """A history that is unreadable, was played by other rules, or does not replay to what it claims."""


class UndoRefused(LudexError):
    """A move cannot be taken back, because it revealed something or another seat decided it."""


class BrokenRule(LudexError):
    """A rule that cannot be compiled or run as written: an error of the game's author, not of a player."""


class BadAnswer(LudexError):
    """Raised by a player that stands for somebody elsewhere, whose answer is no good: code, sentence, what was said."""

    def __init__(self, code: str, sentence: str, answer: str = "no answer") -> None:
        super().__init__(sentence)
        self.code = code
        self.answer = answer


class PlayerViolation(LudexError):
    """A player has used up all attempts. The table is as it was before the first of them."""

    def __init__(
        self, seat: int, name: str, attempts: tuple[Attempt, ...], traceback: str = "", place: str = ""
    ) -> None:
        self.seat = seat
        self.name = name
        self.attempts = attempts
        self.traceback = traceback
        """Where the player's code failed for the first time. Empty if it did not fail, but answered badly."""
        self.place = place
        """File and line of the code that decides for the player."""
        tried = "; ".join(
            f"attempt {a.number}: {a.answer} ({a.rejection.code}: {a.rejection.sentence})" for a in attempts
        )
        super().__init__(f"seat {seat} ({name}) gave no legal move in {len(attempts)} attempts. {tried}")

    @property
    def reason(self) -> str:
        """Why the last answer was rejected, for everybody at the table."""
        return self.attempts[-1].rejection.sentence

    @property
    def why(self) -> str:
        """The reason with the code that gave the answer, for those who have to mend it."""
        last = self.attempts[-1].rejection
        told = not self.place or last.code == "exception"  # what was raised is told with its own file and line
        return last.sentence if told else f"{last.sentence} ({self.place})"


class PlayerLeft(LudexError):
    """A player left before the end. The table is as it was when they were asked: it can be saved and continued."""

    reason = "left before the end"

    def __init__(self, seat: int, name: str) -> None:
        self.seat = seat
        self.name = name
        super().__init__(f"seat {seat} ({name}) left before the end")
