"""The origin of a table that another part opened: the link back to it, and its question when the game is over."""

from __future__ import annotations

import msgspec


class Origin(msgspec.Struct, frozen=True):
    """A link back, and a question whose answer is posted to `answer_to` as `answer=VALUE`."""

    label: str
    address: str
    question: str
    answers: tuple[tuple[str, str], ...]
    """Pairs of a value and the label of its button."""
    answer_to: str
