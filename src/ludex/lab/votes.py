"""Votes of people who played evolved games, stored with the run: would they play a game again, and which of two?"""

from __future__ import annotations

from pathlib import Path
from typing import Literal, TypeVar

import msgspec

from ludex.core.language.errors import LudexError, quote
from ludex.lab.run_folder import write_safely

VOTES, PAIRS = "votes.json", "pairs.json"
Answer = Literal["again", "enough"]
Choice = Literal["a", "b", "neither"]
T = TypeVar("T")


class Played(msgspec.Struct, frozen=True):
    """A table at which a game of the run is played, and the vote after it."""

    game: str
    answer: Answer | None = None


class Pair(msgspec.Struct, frozen=True):
    """An evolved game and a library game, played without their names at two tables, and the choice after both."""

    evolved: str
    library: str
    tables: tuple[str, str]
    """The tables of the games that were called A and B."""
    evolved_is: Literal["a", "b"]
    answer: Choice | None = None

    @property
    def prefers_evolved(self) -> bool | None:
        """True if the evolved game was chosen, None if there is no answer yet or it is neither."""
        return None if self.answer in (None, "neither") else self.answer == self.evolved_is


def _read(path: Path, kind: type[T]) -> dict[str, T]:
    if not path.exists():
        return {}
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, kind])  # type: ignore[valid-type]  # made at runtime
    except (OSError, msgspec.MsgspecError, UnicodeError) as error:
        raise LudexError(f"{quote(str(path))} cannot be read: {error}") from None


class Pairs:
    """The blind comparisons of a run, by the table of game A.

    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> pairs = Pairs(folder)
    >>> pairs.begin(Pair("quiet-whist", "whist", ("table-1", "table-2"), "b"))
    >>> pairs.answer("table-2", "b")
    >>> Pairs(folder).count("quiet-whist")
    (1, 0, 0)
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / PAIRS
        self.pairs = _read(self.path, Pair)

    def begin(self, pair: Pair) -> None:
        """Record that two games are compared."""
        self.pairs[pair.tables[0]] = pair
        self._write()

    def at(self, table: str) -> Pair | None:
        """Return the comparison that a table belongs to."""
        return next((pair for pair in self.pairs.values() if table in pair.tables), None)

    def answer(self, table: str, answer: Choice) -> None:
        """Store the choice between the two games; a second answer replaces the first."""
        pair = self.at(table)
        assert pair is not None, "the caller has checked that the table belongs to a comparison"
        self.pairs[pair.tables[0]] = msgspec.structs.replace(pair, answer=answer)
        self._write()

    def count(self, game: str) -> tuple[int, int, int]:
        """Count the choices of an evolved game, of the library game next to it, and of neither."""
        answered = [pair for pair in self.pairs.values() if pair.evolved == game and pair.answer]
        chosen = [pair.prefers_evolved for pair in answered]
        return chosen.count(True), chosen.count(False), chosen.count(None)

    def _write(self) -> None:
        write_safely(self.path, msgspec.json.encode(self.pairs))


class Votes:
    """The votes of a run.

    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> votes = Votes(folder)
    >>> votes.begin("table-1", "quiet-whist")
    >>> votes.answer("table-1", "again")
    >>> Votes(folder).count("quiet-whist")
    (1, 0)
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / VOTES
        self.tables = _read(self.path, Played)

    def begin(self, table: str, game: str) -> None:
        """Record that a game is played at a table."""
        self.tables[table] = Played(game)
        self._write()

    def answer(self, table: str, answer: Answer) -> None:
        """Store the vote on a table's game; a second answer replaces the first."""
        self.tables[table] = msgspec.structs.replace(self.tables[table], answer=answer)
        self._write()

    def count(self, game: str) -> tuple[int, int]:
        """Count the votes for playing a game again, and those against."""
        answers = [played.answer for played in self.tables.values() if played.game == game]
        return answers.count("again"), answers.count("enough")

    def _write(self) -> None:
        write_safely(self.path, msgspec.json.encode(self.tables))
