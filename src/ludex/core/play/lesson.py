"""Lessons: a guided first game at a prepared position, written as data.

A lesson is a file `lessons/NAME.toml` in the game's folder. It says how the game begins, and then goes step by step: a
step has a text, and most steps ask for a move. The other seats play what the lesson says. The rules are those of every
table: a lesson cannot do anything that a game could not.

    title = "Your first auction"
    seats = 3
    seed = 4
    names = ["You", "Ann", "Bob"]

    [[steps]]
    text = "Press **Auction** …"
    do = ["play Manuel Carvalho open"]
    script = ["1: bid 12", "2: pass"]
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import msgspec

from ludex.core.game.game import Game
from ludex.core.language.errors import LudexError
from ludex.core.language.moves import Move
from ludex.core.play.table import Table
from ludex.core.show.look import text_next_to

BOLD = re.compile(r"\*\*(.+?)\*\*")
GENTLE = "Not this time: "
READ_ON = "do what the text above says."


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A step: a text, and what the learner does. A step without anything to do is read, and left with a button."""

    text: str
    """Shown to the learner. Things of the game that it names are written `**so**`, and must be there to be seen."""
    look: tuple[str, ...] = ()
    """Things to highlight: tokens as on the board, with `|` between them, or `hand`, `board`, `seats`, `actions`."""
    do: tuple[str, ...] = ()
    """Moves of which the learner makes one. `bid 13..20` stands for the bids from 13 to 20."""
    all: tuple[str, ...] = ()
    """Moves of which the learner makes each one, in any order."""
    write: str = ""
    """An entry of the draft, in games that have drafts."""
    ready: bool = False
    """True if the learner submits the draft. `all` then lists its moves."""
    otherwise: str = ""
    """The reason why other moves are not made here, after "Not this time: "."""
    watch: str = ""
    """Shown while the script plays."""
    script: tuple[str, ...] = ()
    """Moves that the table makes afterwards, each with its seat: `2: bid 14`."""

    @property
    def choices(self) -> tuple[str, ...]:
        """The moves of which the learner makes one, written out.

        >>> Step("Bid.", do=("bid 3..5", "pass")).choices
        ('bid 3', 'bid 4', 'bid 5', 'pass')
        """
        return tuple(choice for text in self.do for choice in _written_out(text))

    @property
    def acts(self) -> bool:
        """True if the step ends with a move, rather than being read or written down."""
        return bool(self.do or self.all)


class Stage(NamedTuple):
    """The steps up to a move of the learner, and the script that follows it."""

    first: int
    last: int
    moves: int
    """Moves of the learner at the end of the stage."""
    script: tuple[tuple[int, str], ...]


class Where(NamedTuple):
    """The place of a table in its lesson."""

    first: int
    """The first step of the stage."""
    last: int
    """The step that ends the stage."""
    made: int
    """Moves of the learner in this stage."""
    scripted: tuple[int, str] | None
    """The move that the table makes now: the seat, and the move's text."""


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, dict=True):
    """A lesson of a game."""

    title: str
    about: str
    """A sentence about what the learner will have done at the end."""
    seats: int
    names: tuple[str, ...]
    goal: tuple[str, ...]
    """Events of which the lesson leads to one, as the table's events tell them."""
    steps: tuple[Step, ...]
    seat: int = 0
    """The learner's seat."""
    seed: int = 1
    settings: dict[str, Any] = {}
    position: dict[str, Any] | None = None
    """The position that the lesson starts from, instead of the usual beginning."""
    before: tuple[str, ...] = ()
    """Moves that were made before the lesson starts."""

    @cached_property
    def stages(self) -> tuple[Stage, ...]:
        """The steps by stages. The last stage has no move."""
        found, first = [], 0
        for number, step in enumerate(self.steps):
            if step.acts or number == len(self.steps) - 1:
                moves = len(step.all) if step.all else int(bool(step.do))
                found.append(Stage(first, number, moves, tuple(map(read_scripted, step.script))))
                first = number + 1
        return tuple(found)

    def start(self, game: Game[Any, Any]) -> Table[Any]:
        """Return a table at the beginning of the lesson."""
        if self.position is not None:
            table: Table[Any] = game.position(self.position, seed=self.seed, players=self.names)
        else:
            table = game.new(self.seats, seed=self.seed, players=self.names, **self.settings)
        for seat, text in map(read_scripted, self.before):
            for move in table.read_line(seat, text):
                table.play(seat, move)
        return table

    def where(self, moves: int) -> Where:
        """Return the place in the lesson after a number of moves of the table, those before the lesson included."""
        left = moves - len(self.before)
        for stage in self.stages:
            size = stage.moves + len(stage.script)
            if left < stage.moves:
                return Where(stage.first, stage.last, left, None)
            if left < size:
                return Where(stage.first, stage.last, stage.moves, stage.script[left - stage.moves])
            if stage is self.stages[-1]:
                return Where(stage.first, stage.last, 0, None)
            left -= size
        raise LudexError("a lesson has at least one step")

    def objection(self, table: Table[Any], moves: Sequence[Move]) -> str | None:
        """Return why the learner should not make these moves now, though they are legal; None if they fit."""
        where = self.where(len(table.played))
        step = self.steps[where.last]
        if where.scripted is not None:
            return "Wait a moment: the other players move first."
        if not step.acts:
            return "The lesson is over."
        if step.do:
            fitting = any(self._same(table, self.seat, text, moves) for text in step.choices)
        else:
            wanted = Counter(move for text in step.all for move in table.read_line(self.seat, text))
            done = Counter(self._made_last(table, where.made))
            fitting = not Counter(moves) - (wanted - done)
        return None if fitting else self.gentle(step)

    def draft_objection(self, table: Table[Any], entries: Iterable[Move], done: bool) -> str | None:
        """Return why the learner should not write these entries, or hand them in; None if they fit."""
        where = self.where(len(table.played))
        steps = self.steps[where.first : where.last + 1]
        wanted = {move for step in steps if step.write for move in table.read_line(self.seat, step.write)}
        entered = set(entries)
        if entered - wanted:
            missing = (
                step for step in steps if step.write and not set(table.read_line(self.seat, step.write)) <= entered
            )
            return self.gentle(next(missing, steps[-1]))
        if done and wanted - entered:
            return "First write all the orders of this lesson."
        return None

    def _same(self, table: Table[Any], seat: int, text: str, moves: Sequence[Move]) -> bool:
        return list(table.read_line(seat, text)) == list(moves)

    def _made_last(self, table: Table[Any], count: int) -> list[Move]:
        played = table.played
        return [table.game.moves.unpack(played.step(len(played) - back)[1]) for back in range(count)]

    def gentle(self, step: Step) -> str:
        """Return a friendly refusal of a legal move."""
        return f"{GENTLE}{step.otherwise or READ_ON}"

    def public(self) -> dict[str, Any]:
        """Return what the learner's page shows, without the script."""
        return {
            "title": self.title,
            "steps": [
                {
                    "text": step.text,
                    "look": step.look,
                    "watch": step.watch,
                    "asks": "write" if step.write else "ready" if step.ready else "move" if step.acts else "",
                    "write": step.write,
                }
                for step in self.steps
            ],
        }


def _written_out(text: str) -> list[str]:
    found = re.search(r"(\d+)\.\.(\d+)", text)
    if not found:
        return [text]
    low, high = map(int, found.groups())
    return [f"{text[: found.start()]}{number}{text[found.end() :]}" for number in range(low, high + 1)]


def read_scripted(text: str) -> tuple[int, str]:
    """Return the seat and the text of a move in a script.

    >>> read_scripted("2: bid 14")
    (2, 'bid 14')
    """
    seat, _, move = text.partition(": ")
    return int(seat), move


def lesson_of(game: Game[Any, Any]) -> Lesson | None:
    """Return the lesson of a game, from `lessons/NAME.toml` in its folder; None if it has none.

    >>> import ludex
    >>> lesson_of(ludex.game("war")) is None
    True
    """
    text = text_next_to(game, f"lessons/{game.name}.toml")
    return msgspec.convert(tomllib.loads(text), Lesson) if text else None
