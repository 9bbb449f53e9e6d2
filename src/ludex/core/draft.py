"""Drafts: decisions that are written down in any sequence, changed and warned about, until they are handed in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ludex.core.moves import Move
from ludex.core.options import Options


class Draft(Protocol):
    """What a seat means to decide. Its text tells what stands there, what is missing, and what to think about.

    A game in which a seat decides many things before anything happens offers one (`Table.draft`). The table hears of it
    only when it is handed in: until then everything on it can be replaced.
    """

    @property
    def options(self) -> Options:
        """What could be written next."""
        ...

    @property
    def choices(self) -> Options:
        """All that could be written, in any sequence and instead of what stands there."""
        ...

    @property
    def moves(self) -> tuple[Move, ...]:
        """What stands on the draft."""
        ...

    @property
    def missing(self) -> tuple[str, ...]:
        """For what the seat has not decided anything yet."""
        ...

    @property
    def warnings(self) -> tuple[str, ...]:
        """What the seat may not intend, though none of it is forbidden."""
        ...

    def take(self, moves: Sequence[Move]) -> bool:
        """Write moves down, each instead of what stood for the same thing; say whether they can be final at once.

        That is so if they are all that the seat owes, written in one go, and there is nothing to warn of. If one of
        them is not allowed, `IllegalMove` tells why, and nothing is written."""
        ...

    def erase(self, text: str) -> None:
        """Take off the draft what stands for something, or everything: `erase("all")`."""

    def final(self) -> tuple[Move, ...]:
        """All moves of the draft, in the sequence in which the table asks for them."""
        ...
