"""The board of a card game by genome for the online table: a cloth with the players around it, and a hand to press."""

from __future__ import annotations

from ludex.author import Html, Page, Seating, tag
from ludex.games.cards.board.ended import draw_ended
from ludex.games.cards.board.hand import draw_hand
from ludex.games.cards.board.headline import headline
from ludex.games.cards.board.middle import draw_middle
from ludex.games.cards.board.scene import Scene
from ludex.games.cards.board.scores import draw_scores, goal
from ludex.games.cards.board.seats import draw_seats
from ludex.games.cards.board.tips import Tips
from ludex.games.cards.board.traits import Traits
from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.parts.registry import MARKS
from ludex.games.cards.views import View


class CardBoard:
    """Draws the views of one game. What depends on the genome alone is found out once."""

    def __init__(self, genome: Genome) -> None:
        self.traits = Traits(genome)
        self._tips = Tips(self.traits)

    def page(self, view: View, seating: Seating) -> Page:
        """Draw the cloth, the end of the last hand and the score sheet, and the viewer's hand."""
        scene = self._scene(view, seating)
        wide = " wide" if self.traits.tableau else ""
        cloth = tag("div", draw_seats(scene), draw_middle(scene), class_=f"cloth of{seating.seats}{wide}", key="cloth")
        sheets = tag("div", draw_scores(scene), class_="sheets")
        board = tag("div", _marks(scene), draw_ended(scene), cloth, sheets, class_="card-board")
        return Page(board, draw_hand(scene))

    def tip(self, card: str, trump: str | None = None) -> str:
        """Return the worth and the effects of a card in this game."""
        return self._tips.of(card, trump)

    def goal(self, view: View, seating: Seating) -> str:
        """Return the progress of the match, and its length."""
        return goal(self._scene(view, seating))

    def headline(self, view: View, seating: Seating) -> str:
        """Return the current situation in a few words."""
        return headline(self._scene(view, seating))

    def _scene(self, view: View, seating: Seating) -> Scene:
        return Scene(self.traits, self._tips, view, seating)


def _marks(scene: Scene) -> Html | None:
    """Draw the marks that count for the whole table, such as the trump suit."""
    marks = [mark for draw in MARKS for mark in draw(scene)] if scene.view.due != "over" else []
    return tag("div", marks, class_="state") if marks else None
