"""The engine of the source document: a list of players in, a sorted result out, on top of the generic referee."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from ludex.core.referee import Referee
from ludex.core.request import Decides, Request
from ludex.games.automation.components import CARDS, CardDefinition
from ludex.games.automation.game import Automation
from ludex.games.automation.views import View


class PlayerResult(msgspec.Struct, frozen=True):
    """How one player did: name, score, rank, and all cards they owned at the end."""

    name: str
    score: int
    rank: int
    ending_deck: tuple[CardDefinition, ...]


class GameResult(msgspec.Struct, frozen=True):
    """The results of all players, the best first, and why the game ended.

    If scores are equal, the player with fewer turns comes first. If turns are equal too, players share the rank and
    come in the order of their seats.
    """

    player_results: tuple[PlayerResult, ...]
    reason: str


class Engine:
    """One game of Automation for 1 to 4 players.

    >>> from ludex.players import Bot
    >>> game = Automation()
    >>> result = Engine([Bot(game, "big-money"), Bot(game, "random")], seed=7).play()
    >>> [(r.name, r.rank) for r in result.player_results]
    [('big-money', 1), ('random', 2)]
    """

    def __init__(
        self,
        players: Sequence[Decides[View] | Callable[[Request[View]], Any]],
        *,
        seed: int | str | bytes | None = None,
        max_retries: int = 3,
        **settings: Any,
    ) -> None:
        self._referee = Referee.at_new_table(Automation(), players, seed=seed, max_retries=max_retries, **settings)
        self.table = self._referee.table

    def play(self) -> GameResult:
        """Play to the end. A player that breaks the rules `max_retries` times raises `PlayerViolation`."""
        outcome = self._referee.play()
        view = self.table.view()
        results = [
            PlayerResult(
                name=self.table.players[seat.seat],
                score=outcome.scores[seat.seat],
                rank=outcome.ranks[seat.seat],
                ending_deck=tuple(CARDS[view.edition][card] for card, count in seat.owned for _ in range(count)),
            )
            for seat in view.seats
        ]
        return GameResult(tuple(sorted(results, key=lambda result: result.rank)), outcome.reason)
