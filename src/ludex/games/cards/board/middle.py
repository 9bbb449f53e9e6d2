"""The middle of the cloth: what lies between the players."""

from __future__ import annotations

from ludex.author import Html, tag
from ludex.games.cards.board.news import news
from ludex.games.cards.board.scene import Scene
from ludex.games.cards.parts.registry import MIDDLE


def draw_middle(scene: Scene) -> Html:
    """Draw what every part of the game has between the players, and the last thing worth telling."""
    inside = [html for draw in MIDDLE for html in draw(scene)]
    told = "" if scene.traits.tricks else news(scene.seating)
    return tag("div", inside, tag("p", told, class_="said news") if told else None, class_="middle")
