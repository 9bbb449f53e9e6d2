"""A game's compiled bot as a player at a table."""

from __future__ import annotations

from typing import Any

from ludex.core.compile.move_dispatch import pace_of
from ludex.core.game.game import Game
from ludex.core.game.request import Request
from ludex.core.language.chance import new_dice, secret_seed
from ludex.core.language.errors import UnknownPlayer, quote
from ludex.core.play.record_player import RecordPlayer


class Bot(RecordPlayer):
    """One of a game's bots, by its name: `game.bot_slots` lists them.

    A bot sees only its request: its rule runs on the seat's hidden copy of the state. Its chance comes from separate
    dice, so a bot with the same seed makes the same decisions.

    >>> import ludex
    >>> game = ludex.game("automation")
    >>> table = game.new(2, seed=7)
    >>> ludex.Referee(table, [Bot(game, "big-money"), Bot(game, "random")]).play().winners
    (0,)
    """

    def __init__(self, game: Game, bot: str = "random", seed: int = 0) -> None:
        super().__init__(game, bot)
        if bot not in game.bot_slots:
            raise UnknownPlayer(f"{game.name} has no bot {quote(bot)}; it has {', '.join(game.bot_slots)}")
        self._slot = game.bot_slots[bot]
        self._seed = secret_seed(seed)
        self._dice = new_dice(self._seed)
        self.pace = pace_of(game.bots, bot)

    def seed_of_pace(self) -> bytes:
        """Return the bot's own seed, so that other players cannot work out its times."""
        return self._seed

    def choose(self, request: Request[Any]) -> int:
        """Ask the bot's rule for a packed move."""
        memory = request.memory
        assert memory is not None
        buffers = self._game.buffers
        buffers.seen[:] = memory
        return self._game.kernel.choose(self._slot, buffers.hidden, 0, request.seat, buffers.rows, self._dice)
