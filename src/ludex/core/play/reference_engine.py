"""An engine for the reference APIs: it takes a list of players and returns a sorted result, on top of the referee."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Generic

import msgspec
from typing_extensions import TypeVar

from ludex.core.game.game import Game
from ludex.core.game.request import Decides, Request
from ludex.core.language.outcome import Outcome
from ludex.core.play.referee import OnViolation, Referee
from ludex.core.play.table import Table

R = TypeVar("R", default=Any)


class GameResult(msgspec.Struct, Generic[R], frozen=True):
    """The results of all players, the best first, and the reason why the game ended."""

    player_results: tuple[R, ...]
    reason: str


class Engine(Generic[R]):
    """One game with its players. A game's engine defines the game and the type of a player's result.

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
        """Play to the end. Raises `PlayerViolation` if a player breaks the rules `max_retries` times."""
        outcome = self._referee.play()
        by_rank = sorted(range(self.table.seats), key=lambda seat: outcome.ranks[seat])
        return GameResult(tuple(self.result_of(seat, outcome) for seat in by_rank), outcome.reason)

    def result_of(self, seat: int, outcome: Outcome) -> R:
        """Return the result of one player."""
        raise NotImplementedError(f"{type(self).__name__} must define the result of a player")

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {', '.join(self.table.players)}: {len(self.table.played)} moves>"
