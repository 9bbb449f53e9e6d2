"""The outcome of a game."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec


class Outcome(msgspec.Struct, frozen=True):
    """The outcome of a game: scores, ranks (1 is best, equal ranks are shared), winners, and the reason why it ended.

    >>> Outcome.of([12, 30, 30], [0, 0, 0], "the last round was played").ranks
    (3, 1, 1)
    """

    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str

    @classmethod
    def of(cls, scores: Sequence[int], ties: Sequence[int], reason: str, out: int | None = None) -> Outcome:
        """Rank the seats by score, then by tie-break; more is better. A seat that is `out` ranks last."""
        keys = [(seat != out, score, tie) for seat, (score, tie) in enumerate(zip(scores, ties, strict=True))]
        ranks = tuple(1 + sum(other > key for other in keys) for key in keys)
        winners = tuple(seat for seat, rank in enumerate(ranks) if rank == 1 and seat != out)
        return cls(tuple(scores), ranks, winners, reason)
