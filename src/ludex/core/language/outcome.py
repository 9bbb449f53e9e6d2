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
    def of(cls, scores: Sequence[int], ties: Sequence[int], reason: str, leavers: Sequence[int] = ()) -> Outcome:
        """Rank the seats by score, then by tie-break; more is better.

        Seats whose players left rank below all others, the earliest leaver last, and never win.

        >>> Outcome.of([12, 30, 30], [0, 0, 0], "the last round was played", leavers=(1, 2)).ranks
        (1, 3, 2)
        """
        stayed = {seat: at - len(leavers) for at, seat in enumerate(leavers)}
        pairs = enumerate(zip(scores, ties, strict=True))
        keys = [(stayed.get(seat, 0), score, tie) for seat, (score, tie) in pairs]
        ranks = tuple(1 + sum(other > key for other in keys) for key in keys)
        winners = tuple(seat for seat, rank in enumerate(ranks) if rank == 1 and seat not in stayed)
        return cls(tuple(scores), ranks, winners, reason)
