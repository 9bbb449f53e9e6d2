"""Where a table comes from, if others opened it: the way back to them, and what they ask when the game is over."""

from __future__ import annotations

import msgspec


class Origin(msgspec.Struct, frozen=True):
    """A way back, and a question whose answer is posted to `answer_to` as `answer=VALUE`."""

    label: str
    address: str
    question: str
    answers: tuple[tuple[str, str], ...]
    """Each a value and what its button says."""
    answer_to: str
