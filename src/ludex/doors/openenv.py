"""A game as an OpenEnv server (reset, step, state): needs the package `openenv` (`pip install 'ludex[openenv]'`).

A model has one seat and other players have the others. An action is a text, as a player types it; an observation is the
text that the seat may know. The reward comes with the end: 1 for a win, shared among the winners, and 0 otherwise. A
refused action changes nothing, and its observation begins with the reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from openenv.core.env_server import (  # pyright: ignore[reportMissingImports]  # an extra, too large for `dev`
    Action,
    Environment,
    Observation,
    State,
    create_fastapi_app,
)

from ludex.doors.local_seat import LocalSeat
from ludex.shipped import game as find_game


class Say(Action):
    """The answer to a decision: one of the options, as text."""

    move: str


class Told(Observation):
    """The text that the seat may know, and whether the last action was refused."""

    text: str = ""
    refused: bool = False


class Progress(State):
    """The progress of a game, as everyone may know it."""

    game: str = ""
    seat: int = 0


class GameEnvironment(Environment[Say, Told, Progress]):
    """One seat of a game, for OpenEnv."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, game: str, players: Sequence[str], seat: int = 0, **settings: Any) -> None:
        super().__init__()
        self._make = (find_game(game), tuple(players), seat, settings)
        self._progress = Progress(game=game, seat=seat)
        self._seat: LocalSeat | None = None

    def reset(self, seed: int | None = None, episode_id: str | None = None, **more: Any) -> Told:
        """Deal a new game. The same seed gives the same deals and draws."""
        game, players, seat, settings = self._make
        self.close()
        self._seat = LocalSeat(game, players, seat, seed=seed, settings=settings)
        self._progress = Progress(game=game.name, seat=seat, episode_id=episode_id)
        return self._told(self._seat.look())

    def step(self, action: Say, timeout_s: float | None = None, **more: Any) -> Told:
        """Make a move, and let the others decide until the seat is asked again."""
        if self._seat is None:
            return Told(text="Refused: no game has been dealt. Call reset first.", refused=True)
        text = self._seat.play(action.move)
        self._progress.step_count += not text.startswith("Refused")
        return self._told(text)

    def _told(self, text: str) -> Told:
        outcome = self._seat.outcome if self._seat is not None else None
        won = outcome is not None and self._progress.seat in outcome.winners
        reward = 1 / len(outcome.winners) if outcome is not None and won else 0.0
        return Told(text=text, refused=text.startswith("Refused"), done=outcome is not None, reward=reward)

    @property
    def state(self) -> Progress:
        """The progress of the game."""
        return self._progress

    def close(self) -> None:
        """Dismiss the other players."""
        if self._seat is not None:
            self._seat.close()


def make_app(game: str, players: Sequence[str], seat: int = 0, *, most_games: int = 16, **settings: Any) -> Any:
    """Return an ASGI application that OpenEnv's clients can connect to; every connection has its own game.

    `players` are the names of players, one for every seat; the entry of the model's own seat is only a name.
    """
    return create_fastapi_app(
        lambda: GameEnvironment(game, players, seat, **settings), Say, Told, max_concurrent_envs=most_games
    )
