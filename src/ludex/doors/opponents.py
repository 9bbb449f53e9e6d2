"""The players of the seats that a learner does not decide for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from ludex.core.game.request import Player, Request
from ludex.core.language.errors import BadSetting, UnreadableMove, quote
from ludex.core.language.moves import Move
from ludex.core.play.record_player import chooses
from ludex.doors.one_game import OneGame

Opponent: TypeAlias = str | Player[Any] | Callable[[Request[Any]], Move | str]
"""A player: its name, an object with a method `decide`, or a function from requests to moves."""


def seat_opponents(seats: int, seat: int, opponents: Any) -> dict[int, Any]:
    """Return who plays at the seats that the learner does not decide for.

    >>> seat_opponents(3, 0, "random")
    {1: 'random', 2: 'random'}
    >>> seat_opponents(3, 0, {2: "first"}), seat_opponents(3, 0, None)
    ({2: 'first'}, {})
    """
    if not isinstance(seat, int) or not 0 <= seat < seats:
        raise BadSetting(f"the learner's seat is {quote(seat)}: expected 0 to {seats - 1}")
    if opponents is None:
        return {}
    if not isinstance(opponents, Mapping):
        return {other: opponents for other in range(seats) if other != seat}
    for other in opponents:
        if other not in range(seats):
            raise BadSetting(f"an opponent for seat {quote(other)}: expected 0 to {seats - 1}")
    if len(opponents) == seats:
        raise BadSetting("every seat has an opponent: leave at least one to the learner")
    return dict(opponents)


def ask(player: Any, game: OneGame, seat: int) -> None:
    """Let a player decide for a seat, and play its move. Raises an error if the move is not legal."""
    request = game.request(seat)
    packed = player.choose(request) if chooses(player) else game.game.moves.pack(_read(player, game, request))
    if not game.play(packed):
        raise BadSetting(f"the opponent {name_of(player)} at seat {seat} chose an illegal move: {_told(game, packed)}")


def name_of(player: Any) -> str:
    """Return the name of a player.

    >>> name_of(Player("Ann"))
    "'Ann'"
    """
    return quote(getattr(player, "name", player))


def _read(player: Any, game: OneGame, request: Any) -> Move:
    answer = getattr(player, "decide", player)(request)
    if isinstance(answer, str):
        return game.game.moves.parse(answer)
    if not isinstance(answer, Move):
        raise UnreadableMove(f"the opponent {name_of(player)} answered {quote(answer)}: expected a move, or its text")
    return answer


def _told(game: OneGame, packed: int) -> str:
    return str(game.game.moves.unpack(packed)) if 0 <= packed < game.game.moves.size else str(packed)
