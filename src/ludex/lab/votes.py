"""What people who played an evolved game say: would they play it again? Kept with the run, one vote for each table."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from ludex.core.errors import LudexError, quote
from ludex.lab.run_folder import write_whole

VOTES = "votes.json"
Answer = Literal["again", "enough"]


class Played(msgspec.Struct, frozen=True):
    """A table at which a game of the run is played, and what was said after it."""

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
        """Remember that a game is played at a table."""
        self.tables[table] = Played(game)
        self._write()

    def answer(self, table: str, answer: Answer) -> None:
        """Keep what was said of a table's game; a second answer replaces the first."""
        self.tables[table] = msgspec.structs.replace(self.tables[table], answer=answer)
        self._write()

    def count(self, game: str) -> tuple[int, int]:
        """How many would play a game again, and how many had enough of it."""
        answers = [played.answer for played in self.tables.values() if played.game == game]
        return answers.count("again"), answers.count("enough")

    def _write(self) -> None:
        write_whole(self.path, msgspec.json.encode(self.tables))
