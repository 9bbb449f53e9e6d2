"""The heading over the board: the current situation in a few words."""

from __future__ import annotations

from ludex.games.cards.board.scene import Scene
from ludex.games.cards.parts.registry import HEADLINES


def headline(scene: Scene) -> str:
    """Return the current situation in a few words."""
    return _over(scene) if scene.view.due == "over" else HEADLINES[scene.view.due](scene)


def _over(scene: Scene) -> str:
    view, low = scene.view, scene.traits.genome.match.low_wins
    scores = [side.score for side in view.sides]
    best = min(scores) if low else max(scores)
    winners = [side for side in view.sides if side.score == best]
    if len(winners) != 1:
        return "The match is over: a tie"
    seats = winners[0].seats
    if len(seats) == 1:
        return f"The match is over: {scene.does(seats[0], 'wins', 'win').replace('You', 'you')}"
    return f"The match is over: {' and '.join(map(scene.name, seats))} win"
