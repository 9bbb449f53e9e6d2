"""The decisions of players that are asked by request: first answers, cures by the reason, forfeits, tokens, cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from ludex.arena.timing import DecisionTimes
from ludex.core.game.request import Attempt
from ludex.core.play.talking import Talk
from ludex.players.chat import ChatPlayer

CAUSES = {
    "unreadable": "unreadable",
    "ambiguous": "unreadable",
    "no-answer": "unreadable",
    "wrong-type": "unreadable",
    "wrong-protocol": "unreadable",
    "timeout": "time",
    "transport": "transport",
    "program-ended": "transport",
    "exception": "exception",
}
"""The cause of a forfeit by the code of the last rejection. Any other code is that of a rule: the move was illegal."""
MILLION = 1_000_000


class Asked(msgspec.Struct):
    """The decisions of a player, counted by their answers.

    >>> (Asked(decisions=3, first_try=2) + Asked(decisions=1, forfeits={"time": 1})).forfeits
    {'time': 1}
    """

    decisions: int = 0
    """The number of decisions for which it was asked."""
    first_try: int = 0
    """Decisions whose first answer was legal."""
    cured: int = 0
    """Decisions whose first answer was rejected, and whose last one was legal."""
    forfeits: dict[str, int] = msgspec.field(default_factory=dict)
    """Seats that were lost, by cause: `unreadable`, `illegal`, `time`, `transport`, `exception`."""
    tokens_in: int = 0
    tokens_out: int = 0
    seconds: float = 0.0
    """The time that it took for its answers, in seconds."""
    cost: float | None = None
    """The price of the tokens, if the player has prices."""
    messages: int = 0
    """Messages to other players, at tables with press."""
    messages_rejected: int = 0
    """Answers with messages that were rejected."""
    promises_kept: int = 0
    promises_broken: int = 0

    def __add__(self, other: Asked) -> Asked:
        costs = [cost for cost in (self.cost, other.cost) if cost is not None]
        return Asked(
            self.decisions + other.decisions,
            self.first_try + other.first_try,
            self.cured + other.cured,
            dict(sorted((Counter(self.forfeits) + Counter(other.forfeits)).items())),
            self.tokens_in + other.tokens_in,
            self.tokens_out + other.tokens_out,
            self.seconds + other.seconds,
            sum(costs) if costs else None,
            self.messages + other.messages,
            self.messages_rejected + other.messages_rejected,
            self.promises_kept + other.promises_kept,
            self.promises_broken + other.promises_broken,
        )


def add_up(counts: Iterable[Asked]) -> Asked:
    """Return the counts of many games together."""
    return sum(counts, Asked())


def cause_of(attempt: Attempt) -> str:
    """Return the cause of a forfeit, by its last attempt.

    >>> from ludex import Rejection
    >>> cause_of(Attempt(3, "bid 500", Rejection("too-poor", "you have only 100.")))
    'illegal'
    """
    return CAUSES.get(attempt.rejection.code, "illegal")


def count_asked(player: Any, times: DecisionTimes, rejected: Sequence[Attempt], lost: Attempt | None) -> Asked:
    """Count the decisions of one player at one seat of a finished game.

    `rejected` are its attempts that were rejected, and `lost` is the last of them, if it forfeited.
    """
    refused = sum(attempt.number == 1 for attempt in rejected)
    decisions = max(times.begun, refused)  # a player with slots is not measured
    counts = Asked(decisions, decisions - refused, refused - (lost is not None), seconds=times.seconds)
    if lost is not None:
        counts.forfeits[cause_of(lost)] = 1
    if isinstance(player, ChatPlayer):
        usage, settings = player.usage, player.settings
        counts.tokens_in, counts.tokens_out, counts.seconds = usage.tokens_in, usage.tokens_out, usage.seconds
        prices = settings.price_in, settings.price_out
        if prices != (None, None):
            counts.cost = (usage.tokens_in * (prices[0] or 0) + usage.tokens_out * (prices[1] or 0)) / MILLION
    return counts


def count_press(counts: Asked, talk: Talk, seat: int) -> None:
    """Count the messages of one seat in a finished game, and the promises that it kept and broke."""
    counts.messages = sum(message.sender == seat for message in talk.messages)
    counts.messages_rejected = sum(at == seat for at, _ in talk.rejected)
    mine = [promise.kept for promise in talk.promises if promise.by == seat]
    counts.promises_kept, counts.promises_broken = mine.count(True), mine.count(False)
