"""Players that decide by the record alone: compiled bots, above all."""

from __future__ import annotations

from typing import Any

from ludex.core.game import Game
from ludex.core.moves import Move
from ludex.core.request import Known, Player, Request


class RecordPlayer(Player[Any]):
    """A player that decides by its seat's record alone, and chooses a packed move.

    A referee asks it by `choose`, which costs much less than a request. Once an answer was rejected it is asked by
    `decide`, like any other player, and always so if its class has a `decide` of its own.
    """

    def __init__(self, game: Game, name: str | None = None) -> None:
        super().__init__(name)
        self._game = game

    def choose(self, known: Known) -> int:
        """Answer with one of the seat's options in packed form."""
        raise NotImplementedError(f"{type(self).__name__} must say how it chooses")

    def decide(self, request: Request[Any]) -> Move:
        """Choose by the request's record."""
        memory = request.memory
        if memory is None:
            raise ValueError("a player that decides by records needs the request's record")
        return self._game.moves.unpack(self.choose(Known(request.seat, memory)))


def chooses(player: Any) -> bool:
    """Whether a player is to be asked by `choose`."""
    kind = type(player)
    return issubclass(kind, RecordPlayer) and kind.decide is RecordPlayer.decide and "decide" not in vars(player)
