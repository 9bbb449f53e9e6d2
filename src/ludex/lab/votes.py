"""Votes of people who played an evolved game: would they play it again? Stored with the run, one vote per table."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from ludex.core.language.errors import LudexError, quote
from ludex.lab.run_folder import write_safely

VOTES = "votes.json"
Answer = Literal["again", "enough"]


class Played(msgspec.Struct, frozen=True):
    """A table at which a game of the run is played, and the vote after it."""

    game: str
    answer: Answer | None = None


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
        self.tables: dict[str, Played] = {}
        if self.path.exists():
            try:
                self.tables = msgspec.json.decode(self.path.read_bytes(), type=dict[str, Played])
            except (OSError, msgspec.MsgspecError, UnicodeError) as error:
                raise LudexError(f"{quote(str(self.path))} cannot be read: {error}") from None

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
