"""An engine as source documents ask for it: a list of players in, a sorted result out, on top of the referee."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Generic

import msgspec
from typing_extensions import TypeVar

from ludex.core.game import Game
from ludex.core.outcome import Outcome
from ludex.core.referee import OnViolation, Referee
from ludex.core.request import Decides, Request
from ludex.core.table import Table

R = TypeVar("R", default=Any)


class GameResult(msgspec.Struct, Generic[R], frozen=True):
    """The results of all players, the best first, and why the game ended."""

    player_results: tuple[R, ...]
    reason: str


class Engine(Generic[R]):
    """One game with its players. A game's own engine says which game it is, and what the result of a player is.

    The keywords are those of the referee; all others are settings of the game.
    """

    game: ClassVar[type[Game]]

    def __init__(
        self,
        players: Sequence[Decides[Any] | Callable[[Request[Any]], Any]],
        *,
        seed: int | str | bytes | None = None,
        max_retries: int = 3,
        on_violation: OnViolation = "raise",
        time_limit: float | Sequence[float | None] | None = None,
        watch: Callable[[Table], None] | None = None,
        **settings: Any,
    ) -> None:
        game = type(self).game()
        self._referee = Referee.at_new_table(
            game,
            players,
            seed=seed,
            max_retries=max_retries,
            on_violation=on_violation,
            time_limit=time_limit,
            watch=watch,
            **settings,
        )
        self.table: Table[Any] = self._referee.table

    def play(self) -> GameResult[R]:
        """Play to the end. A player that breaks the rules `max_retries` times raises `PlayerViolation`."""
        outcome = self._referee.play()
        by_rank = sorted(range(self.table.seats), key=lambda seat: outcome.ranks[seat])
        return GameResult(tuple(self.result_of(seat, outcome) for seat in by_rank), outcome.reason)

    def result_of(self, seat: int, outcome: Outcome) -> R:
        """How one player did."""
        raise NotImplementedError(f"{type(self).__name__} must say what a player's result is")

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {', '.join(self.table.players)}: {len(self.table.played)} moves>"
