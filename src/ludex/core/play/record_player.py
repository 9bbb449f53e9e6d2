"""Players that decide by the record alone, such as compiled bots."""

from __future__ import annotations

from typing import Any

from ludex.core.game.game import Game
from ludex.core.game.request import Player, Request
from ludex.core.language.moves import Move


class RecordPlayer(Player[Any]):
    """A player that decides by its seat's record alone, and chooses a packed move.

    A referee asks it by `choose`, which costs much less than a request. After a rejected answer it is asked by
    `decide`, like any other player. It is always asked by `decide` if its class overrides that method.
    """

    def __init__(self, game: Game, name: str | None = None) -> None:
        super().__init__(name)
        self._game = game

    def choose(self, request: Request[Any]) -> int:
        """Answer with one of the seat's options in packed form. The request may lack events, commitment and digest."""
        raise NotImplementedError(f"{type(self).__name__} must define how it chooses")

    def decide(self, request: Request[Any]) -> Move:
        """Choose by the request's record."""
        if request.memory is None:
            raise ValueError("a player that decides by records needs the request's record")
        return self._game.moves.unpack(self.choose(request))


def chooses(player: Any) -> bool:
    """Return True if a player should be asked by `choose`."""
    kind = type(player)
    return issubclass(kind, RecordPlayer) and kind.decide is RecordPlayer.decide and "decide" not in vars(player)
