"""Drafts: decisions that are collected in any order, changed and checked for mistakes, until they are submitted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ludex.core.language.moves import Move
from ludex.core.language.options import Options


class Draft(Protocol):
    """The decisions that a seat intends to make. Its text shows the entries, what is missing, and warnings.

    Games in which a seat makes many decisions before anything happens provide one (`Table.draft`). The table receives
    it only when it is submitted: until then every entry can be replaced.
    """

    @property
    def options(self) -> Options:
        """The moves that can be entered next."""
        ...

    @property
    def choices(self) -> Options:
        """All moves that can be entered, in any order and in place of existing entries."""
        ...

    @property
    def moves(self) -> tuple[Move, ...]:
        """The entries of the draft."""
        ...

    @property
    def missing(self) -> tuple[str, ...]:
        """The things for which the seat has not decided anything yet."""
        ...

    @property
    def warnings(self) -> tuple[str, ...]:
        """Entries that the seat may not intend, though none of them is forbidden."""
        ...

    def take(self, moves: Sequence[Move]) -> bool:
        """Enter moves, each replacing the entry for the same thing; return True if they can be submitted at once.

        They can be if they are all the decisions that the seat owes, entered together and without warnings. If one of
        them is not allowed, `IllegalMove` is raised, and nothing is entered.
        """
        ...

    def erase(self, text: str) -> None:
        """Remove the entry for something, or all entries: `erase("all")`."""

    def final(self) -> tuple[Move, ...]:
        """Return all moves of the draft, in the order in which the table asks for them."""
        ...
