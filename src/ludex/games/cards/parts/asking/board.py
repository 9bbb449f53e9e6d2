"""Asking on the board: players and ranks to press."""

from __future__ import annotations

from ludex.games.cards.board.scene import Scene
from ludex.games.cards.views import SeatView
from ludex.games.cards.wording import NAME


def headline(scene: Scene) -> str:
    """Say who asks."""
    return scene.does(scene.turn, "asks for cards", "ask a player for a rank you hold")


def press_player(scene: Scene, seat: SeatView) -> tuple[tuple[str, ...], str] | None:
    """Let another player be pressed to be asked: return the words of the move, and a tip."""
    if not scene.traits.asking:
        return None
    return ("ask", f"seat {seat.seat}"), f"Ask {scene.seating.name(seat.seat)} for cards."


def press_card(scene: Scene, card: str) -> tuple[str, ...] | None:
    """Return the rank of a card that is asked for."""
    return (NAME[card[0]],) if scene.view.due == "ask" else None
