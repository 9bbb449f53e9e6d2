"""The reference API of Automation: `Engine`, `GameResult`, `PlayerResult`.

An engine takes a list of players and returns a sorted result. The generic referee plays the game.
"""

from __future__ import annotations

import msgspec

from ludex.author import Outcome
from ludex.author.advanced import reference_engine
from ludex.games.automation.components import CARDS, CardDefinition
from ludex.games.automation.game import Automation


class PlayerResult(msgspec.Struct, frozen=True):
    """The result of one player: name, score, rank, and all cards they owned at the end."""

    name: str
    score: int
    rank: int
    ending_deck: tuple[CardDefinition, ...]


class Engine(reference_engine.Engine[PlayerResult]):
    """One game of Automation for 1 to 4 players.

    If scores are equal, the player with fewer turns comes first. If turns are equal too, players share the rank and
    come in the order of their seats.

    >>> from ludex.players import Bot
    >>> game = Automation()
    >>> result = Engine([Bot(game, "big-money"), Bot(game, "random")], seed=7).play()
    >>> [(r.name, r.rank) for r in result.player_results]
    [('big-money', 1), ('random', 2)]
    """

    game = Automation

    def result_of(self, seat: int, outcome: Outcome) -> PlayerResult:
        view = self.table.view()
        owned = view.seats[seat].owned
        return PlayerResult(
            name=self.table.players[seat],
            score=outcome.scores[seat],
            rank=outcome.ranks[seat],
            ending_deck=tuple(CARDS[view.edition][card] for card, count in owned for _ in range(count)),
        )


GameResult = reference_engine.GameResult
