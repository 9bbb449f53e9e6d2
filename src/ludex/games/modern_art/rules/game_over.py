"""The end of the game: all money is shown, and the player with the most wins."""

from __future__ import annotations

import msgspec

from ludex.author import EVERYONE, Log, Rows, ending, note, rule
from ludex.games.modern_art.events import GameEnded, MoneyShown
from ludex.games.modern_art.state import GAME_OVER, State

ALL_ROUNDS_PLAYED = ending("all four rounds were played")


@rule
def end_game(s: State, log: Log) -> None:
    s.phase = GAME_OVER
    for seat in range(s.seats):
        note(log, MoneyShown, EVERYONE, seat, s.money[seat])
    note(log, GameEnded, EVERYONE)


@rule
def over(s: State) -> int:
    return ALL_ROUNDS_PLAYED if s.phase == GAME_OVER else 0


@rule
def scores(s: State, out: Rows) -> None:
    """Scores are money. Players with the same amount share a rank."""
    for seat in range(s.seats):
        out[seat, 0] = s.money[seat]


class GameOver(msgspec.Struct, frozen=True, tag="game over"):
    """The money of all players is on the table."""

    money: tuple[int, ...]
    winners: tuple[int, ...]

    @classmethod
    def seen(cls, s: State, viewer: int | None) -> GameOver:
        money = tuple(s.money)[: s.seats]
        return cls(money, tuple(seat for seat, has in enumerate(money) if has == max(money)))

    @staticmethod
    def due(s: State, seat: int) -> str:
        return "do nothing"

    def __str__(self) -> str:
        return f"the game is over, won by {' and '.join(f'seat {seat}' for seat in self.winners)}"
