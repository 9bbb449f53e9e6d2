"""The board of a card game by genome for the online table: a cloth with the players around it, and a hand to press."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.core.page import Html, Page, Seating, tag
from ludex.games.cards.board.faces import Tips, card_title, mini
from ludex.games.cards.board.hand import draw_hand
from ludex.games.cards.board.headline import headline
from ludex.games.cards.board.middle import LETTERS, draw_middle
from ludex.games.cards.board.scene import Scene
from ludex.games.cards.board.scores import draw_scores, goal
from ludex.games.cards.board.seats import draw_seats
from ludex.games.cards.board.traits import Traits
from ludex.games.cards.components import SUIT_SIGNS
from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.views import View


class CardBoard:
    """Draws the views of one game. What depends on the genome alone is found out once."""

    def __init__(self, genome: Genome) -> None:
        self.traits = Traits(genome)
        self._tips = Tips(self.traits)

    def page(self, view: View, seating: Seating) -> Page:
        """The cloth and the score sheet, and the viewer's hand."""
        scene = self._scene(view, seating)
        wide = " wide" if self.traits.tableau else ""
        cloth = tag("div", draw_seats(scene), draw_middle(scene), class_=f"cloth of{seating.seats}{wide}", key="cloth")
        return Page(tag("div", _marks(scene), cloth, draw_scores(scene), class_="card-board"), draw_hand(scene))

    def tip(self, card: str, trump: str | None = None) -> str:
        """What a card is worth and does in this game."""
        return self._tips.of(card, trump)

    def goal(self, view: View, seating: Seating) -> str:
        """How far the match has come, and how long it lasts."""
        return goal(self._scene(view, seating))

    def headline(self, view: View, seating: Seating) -> str:
        """What is going on, in a few words."""
        return headline(self._scene(view, seating))

    def _scene(self, view: View, seating: Seating) -> Scene:
        return Scene(self.traits, self._tips, view, seating)


def _marks(scene: Scene) -> Html | None:
    """The trump suit, and whether the suit that may not be led yet is broken."""
    marks = list(_mark(scene))
    return tag("div", marks, class_="state") if marks else None


def _mark(scene: Scene) -> Iterator[Html]:
    view, traits = scene.view, scene.traits
    if view.due == "over":
        return
    if view.trump:
        yield tag("span", _sign(view.trump), f" {view.trump} are trumps", _turned(scene), class_="mark")
    elif traits.tricks and traits.genome.trump == "none" and not traits.tricks.by_rank:
        yield tag("span", "no trumps", class_="mark soft")
    breaking = traits.tricks.breaking if traits.tricks else "none"
    suit = view.trump if breaking == "trump" else breaking
    if suit and suit != "none" and view.due in ("trick", "bidding", "pass"):
        rule = f"Nobody may lead {suit} before one has been played, unless they hold nothing else."
        if view.broken:
            yield tag("span", _sign(suit), f" {suit} may be led", class_="mark", tip=f"{suit.capitalize()} are broken.")
        else:
            yield tag("span", _sign(suit), " not broken yet", class_="mark soft", tip=rule)


def _turned(scene: Scene) -> Html | None:
    """The card that decided the trump suit. It may lie in a hand as well, and has a key of its own."""
    card = scene.view.turned
    return mini(card, f"{card_title(card)} was turned up: its suit is trumps.", key="turned") if card else None


def _sign(suit: str) -> Html:
    return tag("span", SUIT_SIGNS[LETTERS[suit]], class_=f"sign {suit}")
