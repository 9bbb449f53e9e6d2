"""The chat of a table: its last lines, and who may read them."""

from __future__ import annotations

from collections import deque
from itertools import islice
from typing import NamedTuple

MOST_LINES = 500
"""Most lines of the chat in memory. Older ones are only in the store."""
FIRST_LINES = 100
"""Most lines of the chat that a viewer gets at first."""


class Line(NamedTuple):
    """A line of the chat."""

    seat: int
    text: str
    to: tuple[int, ...] | None
    at: float

    def readable_from(self, perspective: int) -> bool:
        """Return whether the line may be read from a perspective."""
        return self.to is None or perspective in self.to


class Chat:
    """The chat of one table.

    >>> chat = Chat(3)
    >>> chat.add(Line(0, "hello", None, 1.0))
    >>> chat.add(Line(0, "psst", (0, 1), 2.0))
    >>> chat.total, chat.counts
    (2, [2, 2, 1])
    >>> [(number, line.text) for number, line in chat.after(0, 2)]
    [(1, 'hello')]
    """

    def __init__(self, perspectives: int) -> None:
        self.lines: deque[Line] = deque(maxlen=MOST_LINES)
        """The last lines."""
        self.total = 0
        """Number of lines in all."""
        self.counts = [0] * perspectives
        """For every perspective: the number of these lines that may be read from it."""

    def add(self, line: Line) -> None:
        """Add a line."""
        self.lines.append(line)
        self.total += 1
        for perspective in range(len(self.counts)):
            self.counts[perspective] += line.readable_from(perspective)

    def after(self, number: int, perspective: int) -> list[tuple[int, Line]]:
        """Return the lines after the first `number` that may be read from a perspective, each with its number there.

        Only lines that are still in memory are searched, from the last one back.
        """
        new = islice(reversed(self.lines), max(0, self.total - number))
        mine = [line for line in new if line.readable_from(perspective)]
        return list(enumerate(reversed(mine), self.counts[perspective] - len(mine) + 1))

    def first_for(self, perspective: int, received: int | None) -> int:
        """Return where the chat begins for a viewer who has `received` lines of those that they may read."""
        if received is None:
            return max(0, self.total - FIRST_LINES)
        missed, first = self.counts[perspective] - received, self.total
        for line in reversed(self.lines):
            if missed <= 0:
                break
            first -= 1
            missed -= line.readable_from(perspective)
        return first
