"""One seat of a game as a conversation: the board and the decision, an answer in prose, what happened, and so on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludex.core.game.game import Game
from ludex.core.game.request import Rejection, Request
from ludex.core.language.errors import BadAnswer
from ludex.core.show.briefing import RULES_LENGTH, Briefing
from ludex.doors.local_seat import LocalSeat

ATTEMPTS = 5


class Conversation:
    """A game in which a model has one seat, and players by name have the others.

    The model gets the decision, and answers in prose. An answer that is not a legal move is refused with the reason.
    After `attempts` such answers for one decision the conversation is over, without a reward.

    >>> import ludex
    >>> talk = Conversation(ludex.game("automation"), ["model", "random"], seed=7, settings={"turn_limit": 1})
    >>> "Your options:" in talk.opening.situation
    True
    >>> "'no idea' is not one of the options" in talk.answer("no idea")
    True
    >>> _ = talk.answer("Move: end phase")
    >>> talk.answer("I will end phase."), talk.over, talk.decisions, talk.first_try
    ('', True, 2, 1)
    """

    def __init__(
        self,
        game: Game,
        players: Sequence[str],
        seat: int = 0,
        *,
        seed: int | str | bytes | None = None,
        settings: Mapping[str, Any] | None = None,
        attempts: int = ATTEMPTS,
        rules: int = RULES_LENGTH,
    ) -> None:
        self._seat = LocalSeat(game, players, seat, seed=seed, settings=settings)
        self._attempts = attempts
        self._rules = rules
        self._since = -1
        self._rejections = 0
        self._request: Request[Any] | None = None
        self.decisions = 0
        """The number of decisions for which the model was asked."""
        self.first_try = 0
        """Decisions whose first answer was legal."""
        self.forfeited = False
        """True if the model has used up its attempts."""
        self.opening = Briefing("", "")
        """The first message: the rules, and the first decision. Empty if the game is over before."""
        if not self.over:
            self.opening = self._ask(None)

    @property
    def over(self) -> bool:
        """True if the game is over, or the model has used up its attempts."""
        return self.forfeited or self._seat.outcome is not None

    @property
    def reward(self) -> float:
        """The share of the win: 1 for a win, shared among the winners, and 0 otherwise."""
        outcome = self._seat.outcome
        won = outcome is not None and not self.forfeited and self._seat.seat in outcome.winners
        return 1 / len(outcome.winners) if outcome is not None and won else 0.0

    def answer(self, text: str) -> str:
        """Read an answer, and return the next message: the reason why it is refused, or the next decision.

        The message is empty if the conversation is over.
        """
        if self.over or self._request is None:
            return ""
        table, seat = self._seat.table, self._seat.seat
        try:
            move = self._request.read(text)
            rejection = table.check(seat, move)
        except BadAnswer as error:
            return self._refuse(Rejection(error.code, str(error)))
        if rejection is not None:
            return self._refuse(rejection)
        self.first_try += self._rejections == 0
        self._rejections, self._since = 0, len(table.played)
        table.play(seat, move)
        self._seat.advance()
        return "" if self.over else self._ask(None).situation

    def _refuse(self, rejection: Rejection) -> str:
        self._rejections += 1
        self.forfeited = self._rejections == self._attempts
        return "" if self.forfeited else self._ask(rejection).situation

    def _ask(self, rejection: Rejection | None) -> Briefing:
        self.decisions += rejection is None
        left = self._attempts - self._rejections
        engine = self._seat.table.engine
        self._request = engine.request(self._seat.seat, self._rejections + 1, rejection, self._since, left)
        return self._request.briefing(rules=self._rules)

    def close(self) -> None:
        """Dismiss the other players."""
        self._seat.close()
