"""Bots of OpenSpiel as players at Ludex tables."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, TypeAlias

import numpy as np

from ludex.core.game.game import Game
from ludex.core.game.request import Player, Request
from ludex.core.language.errors import BadSetting, quote
from ludex.core.language.moves import Move
from ludex.doors import needs
from ludex.doors.openspiel.game import OpenSpielGame, load

with needs("OpenSpiel", "openspiel"):
    import pyspiel
    from open_spiel.python.algorithms.ismcts import ISMCTSBot
    from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator

MakeBot: TypeAlias = Callable[[Any, int], Any]
"""A function from a `pyspiel.Game` and a seat to a bot."""


class BotPlayer(Player[Any]):
    """A bot of OpenSpiel as a player.

    `make_bot(game, seat)` returns a `pyspiel.Bot`; it is called once for each game, number of seats and seat. All
    keywords but `seed` are those of `load`, for the game that the bot gets.

    The bot never sees the table. At every decision it gets a state that its seat cannot tell from the real one, in
    which all that it cannot know is dealt again. The state has no history, and bots are not informed of moves.

    >>> import ludex, pyspiel
    >>> game = ludex.game("knockout-whist")
    >>> player = BotPlayer(lambda game, seat: pyspiel.make_uniform_random_bot(seat, 7))
    >>> ludex.Referee(game.new(2, seed=1), [player, ludex.Bot(game, "first")]).play().reason
    'only one seat is left'
    """

    def __init__(self, make_bot: MakeBot, name: str | None = None, *, seed: int = 0, **options: Any) -> None:
        super().__init__(name)
        self._make, self._options = make_bot, options
        self._random = Random(seed)
        self._games: dict[tuple[Game, int], OpenSpielGame] = {}
        self._bots: dict[tuple[Game, int, int], Any] = {}

    def decide(self, request: Request[Any]) -> Move:
        """Ask the bot, unless there is only one option."""
        if len(request.options) == 1:
            return request.options[0]
        found, record = request.game, request.record
        if found is None or record is None:
            raise BadSetting("a bot of OpenSpiel needs a request that a table made")
        seats = int(record["seats"][0])
        game = self._games.get((found, seats)) or self._load(found, seats)
        bot = self._bots.get((found, seats, request.seat)) or self._make_bot(game, request.seat)
        state = game.state_for(request, self._random.randbytes(32))
        action = int(bot.step(state))
        if action not in state.legal_actions():
            raise BadSetting(f"the bot {quote(self.name)} chose action {action}, which is not legal")
        return state.move(action)

    def _load(self, game: Game, seats: int) -> OpenSpielGame:
        loaded = self._games[game, seats] = load(game, seats, **self._options)
        return loaded

    def _make_bot(self, game: OpenSpielGame, seat: int) -> Any:
        bot = self._bots[game.game, game.tree.seats, seat] = self._make(game, seat)
        if not callable(getattr(bot, "step", None)):
            raise BadSetting(f"{quote(bot)} is not a bot of OpenSpiel: expected an object with a method step(state)")
        return bot


class Uniform(BotPlayer):
    """OpenSpiel's bot that plays any legal move: `ludex.doors.openspiel:Uniform`.

    >>> import ludex
    >>> table = ludex.game("spades").new(4, seed=1)
    >>> Uniform(seed=3).decide(table.request(0)) in table.options(0)
    True
    """

    def __init__(self, seed: int = 0) -> None:
        super().__init__(lambda game, seat: pyspiel.make_uniform_random_bot(seat, seed + seat), "uniform", seed=seed)


class TreeSearch(BotPlayer):
    """OpenSpiel's MCTS in Python, for games without secrets: `ludex.doors.openspiel:TreeSearch`.

    In a game with secrets it searches one world that its seat cannot tell from the real one, as if it knew all of it.

    >>> import ludex
    >>> table = ludex.game("knockout-whist").new(2, seed=1)
    >>> TreeSearch(10, seed=3).decide(table.request(0)) in table.options(0)
    True
    """

    def __init__(self, simulations: int = 100, *, exploration: float = 1.4, seed: int = 0, **options: Any) -> None:
        super().__init__(
            lambda game, seat: mcts(game, simulations, exploration, seed + seat), "mcts", seed=seed, **options
        )


class InformationSetSearch(BotPlayer):
    """OpenSpiel's IS-MCTS in Python, for games with secrets: `ludex.doors.openspiel:InformationSetSearch`.

    Every simulation deals again what the seat cannot know.

    >>> import ludex
    >>> table = ludex.game("knockout-whist").new(2, seed=1)
    >>> InformationSetSearch(10, seed=3).decide(table.request(0)) in table.options(0)
    True
    """

    def __init__(self, simulations: int = 100, *, exploration: float = 1.4, seed: int = 0, **options: Any) -> None:
        super().__init__(
            lambda game, seat: is_mcts(game, simulations, exploration, seed + seat), "is-mcts", seed=seed, **options
        )


def mcts(game: OpenSpielGame, simulations: int, exploration: float, seed: int) -> Any:
    """Return OpenSpiel's MCTS with random rollouts, which repeats its decisions with the same seed."""
    random = np.random.RandomState(seed)
    return MCTSBot(game, exploration, simulations, RandomRolloutEvaluator(1, random), random_state=random)


def is_mcts(game: OpenSpielGame, simulations: int, exploration: float = 1.4, seed: int = 0) -> Any:
    """Return OpenSpiel's IS-MCTS with random rollouts, which repeats its decisions with the same seed.

    Worlds are dealt again with `OpenSpielState.dealt_again`.

    >>> game = load("knockout-whist", seats=2)
    >>> state = game.new_initial_state()
    >>> state.apply_action(1)
    >>> is_mcts(game, 10).step(state) in state.legal_actions()
    True
    """
    random = np.random.RandomState(seed)
    evaluator = RandomRolloutEvaluator(1, random)
    bot = ISMCTSBot(game, evaluator, exploration, simulations, random_state=random)
    bot.set_resampler(lambda state, player: state.dealt_again(player, random.bytes(32)))
    return bot
