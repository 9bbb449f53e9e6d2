"""Errors, one type for each kind. Every message quotes what was given and what was expected."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from ludex.core.language.words import plural

if TYPE_CHECKING:
    from ludex.core.game.request import Attempt, Rejection


NOT_JSON = (msgspec.MsgspecError, UnicodeError, RecursionError)
"""Errors of reading JSON that is malformed, does not fit, or is nested too deeply."""
TOO_DEEP = "its lists and objects are nested too deeply"
"""The fault of JSON that would take too much memory to read."""

MOST_QUOTED = 200
"""Largest number of characters of a value that are quoted."""
MOST_TOLD = 1_000
"""Largest number of characters of an error message that lists what was expected."""


def quote(value: object, show: Callable[[Any], str] = repr, most: int = MOST_QUOTED) -> str:
    """Return a value as text for a message, shortened, even if its class fails to show it.

    Everything that comes from outside is quoted by this function: answers, texts, files, settings.

    >>> quote("buy"), quote(17), quote("x" * 9, most=6)
    ("'buy'", '17', "'xxxx…")
    >>> print(quote(chr(27) + "[2J", str))
    \\x1b[2J
    """
    try:
        text = show(value[:most] if type(value) in (str, bytes, list, tuple) else value)  # type: ignore[index]  # these have slices
        text = str.__str__(text)  # not a subclass with different behaviour
    except BaseException:  # a player's value may run the player's code
        text = f"an unprintable {kind_of(value)}"
    text = text if len(text) <= most else text[: most - 1] + "…"
    return text if text.isprintable() else "".join(map(_harmless, text))


def is_harmless(text: str) -> bool:
    """Return whether a text can be written to a file and shown at a terminal: no half or control characters.

    >>> is_harmless("Zoë"), is_harmless(chr(27) + "[2J"), is_harmless(chr(0xD800))
    (True, False, False)
    """
    return text.isprintable() or all(unicodedata.category(letter) not in ("Cc", "Cs") for letter in text)


def _harmless(letter: str) -> str:
    return letter if letter == "\n" or is_harmless(letter) else ascii(letter)[1:-1]


def did_you_mean(given: str, known: Iterable[str]) -> str:
    """Return a hint at the known word most similar to the given one, or an empty text. It begins with a space.

    >>> did_you_mean("automaton", ["automation", "diplomacy"]), did_you_mean("chess", ["automation"])
    (" Did you mean 'automation'?", '')
    """
    words = {word.casefold(): word for word in known}
    near = difflib.get_close_matches(given[:MOST_QUOTED].casefold(), words, 1)
    return f" Did you mean {words[near[0]]!r}?" if near else ""


def json_fault(error: Exception) -> str:
    """Describe what is wrong with a text that should have been JSON of some kind."""
    return TOO_DEEP if isinstance(error, RecursionError) else quote(error, str, MOST_TOLD)


def kind_of(value: object) -> str:
    """Return the name of a value's class, even if the class claims otherwise.

    >>> kind_of(17)
    'int'
    """
    return str(type.__dict__["__name__"].__get__(type(value)))[:MOST_QUOTED]


class LudexError(ValueError):
    """Base of all errors that Ludex raises for bad input."""


class UnreadableMove(LudexError):
    """Raised for a text, a JSON value or a number that is not a move of this game."""

    def __init__(
        self, sentence: str, *, tells_kinds: bool = False, tells_options: bool = False, ambiguous: bool = False
    ) -> None:
        super().__init__(sentence)
        self.ambiguous = ambiguous
        """True if the text could be different moves, which the sentence names."""
        self.tells_kinds = tells_kinds
        """True if the sentence lists kinds of moves that the game has, whether or not they are possible now."""
        self.tells_options = tells_options
        """True if the sentence lists moves that are possible now."""


class IllegalMove(LudexError):
    """Raised for a move that the rules do not allow now. `rejection` has the code and the sentence."""

    def __init__(self, rejection: Rejection) -> None:
        super().__init__(rejection.sentence)
        self.rejection = rejection


class NotYourTurn(LudexError):
    """Raised if a seat that owes no decision is asked for one, or moves."""


class UnknownGame(LudexError):
    """Raised if no installed package provides a game of that name."""


class UnknownPlayer(LudexError):
    """Raised if there is no bot or player of that name."""


class BadSetting(LudexError):
    """Raised for a setting of a game or a table that does not exist, or a value it cannot have."""


class BadPosition(LudexError):
    """Raised for a position that cannot be read, or that breaks a law of its game."""


class BadHistory(LudexError):
    """Raised for a history that is unreadable, was played by other rules, or does not replay to what it claims."""


class UndoRefused(LudexError):
    """Raised if a move cannot be taken back, because it revealed something or another seat decided it."""

    def __init__(self, sentence: str, summary: str = "") -> None:
        super().__init__(sentence)
        self.summary = (summary or sentence)[:1].upper() + (summary or sentence)[1:]
        """The reason without the number of the move: the number of moves that others have made may be a secret."""


class BrokenRule(LudexError):
    """Raised for a rule that cannot be compiled or run: an error of the game's author, not of a player."""


class OutOfBounds(LudexError):
    """Raised if a rule leaves a number in a field of the record that is outside the field's declared bounds."""


class BadAnswer(LudexError):
    """Raised by a player for a bad answer: code, sentence, the answer, the traceback.

    Players whose code runs elsewhere raise it, and `Request.read`, for a text that is not a move.
    """

    def __init__(self, code: str, sentence: str, answer: str = "no answer", traceback: str = "") -> None:
        super().__init__(sentence)
        self.code = code
        self.answer = answer
        self.traceback = traceback


class OutOfReach(LudexError):
    """Raised by a player that cannot be reached any more. It forfeits at once: it is useless to ask it again.

    The code of the rejection is `transport`, however many attempts the player had left.
    """


class PlayerViolation(LudexError):
    """Raised when a player has used up all attempts. The table is unchanged since before the first of them."""

    def __init__(
        self, seat: int, name: str, attempts: tuple[Attempt, ...], traceback: str = "", place: str = ""
    ) -> None:
        self.seat = seat
        self.name = name
        self.attempts = attempts
        self.traceback = traceback
        """The traceback of the first failure in the player's code. Empty if it answered badly without failing."""
        self.place = place
        """File and line of the code that decides for the player."""
        tried = "; ".join(
            f"attempt {a.number}: {a.answer} ({a.rejection.code}: {a.rejection.sentence})" for a in attempts
        )
        count = plural(len(attempts), "attempt")
        super().__init__(f"seat {seat} ({name}) gave no legal move in {count}. {tried}")

    @property
    def reason(self) -> str:
        """The reason for rejecting the last answer, for all players at the table."""
        return self.attempts[-1].rejection.sentence

    @property
    def why(self) -> str:
        """The reason with the code that gave the answer, for the author of that code."""
        last = self.attempts[-1].rejection
        told = not self.place or last.code == "exception"  # an exception already comes with its file and line
        return last.sentence if told else f"{last.sentence} ({self.place})"


class PlayerLeft(LudexError):
    """Raised when a player leaves before the end. The table is unchanged, and can be saved and continued."""

    def __init__(self, seat: int, name: str, resigned: bool = False) -> None:
        self.seat = seat
        self.name = name
        self.resigned = resigned
        """True if the player resigned: the referee then lets the game continue without them."""
        self.reason = "resigned" if resigned else "left before the end"
        super().__init__(f"seat {seat} ({name}) {self.reason}")
