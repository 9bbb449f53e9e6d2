"""The look of a card game, which is made from its genome."""

from __future__ import annotations

from collections.abc import Mapping

from ludex.author import Bubble, Look, Options, Page, Seating, Standing
from ludex.games.cards.board.sentences import shown
from ludex.games.cards.genome_game import GenomeGame
from ludex.games.cards.parts.asked import Asked
from ludex.games.cards.parts.registry import BUBBLES, PROMPTS, REMARKS
from ludex.games.cards.terms import terms
from ludex.games.cards.views import View


class CardLook(Look[View]):
    """The functions of a look that depend on the genome."""

    game: GenomeGame

    def page(self, view: View, seating: Seating) -> Page:
        return self.game.board.page(view, seating)

    def headline(self, view: View, seating: Seating) -> str:
        return self.game.board.headline(view, seating)

    @property
    def standing(self) -> Standing:
        genome = self.game.genome
        return Standing("chips" if genome.chips else "points", sign=-1 if genome.match.low_wins else 1)

    def prompt(self, view: View, seating: Seating, options: Options) -> str:
        asked = Asked(self.game.genome, view, seating, options)
        return PROMPTS[view.due](asked) if view.due in PROMPTS else super().prompt(view, seating, options)

    def bubble(self, view: View, options: Options) -> Bubble | None:
        return Bubble(view.due, BUBBLES[view.due]) if view.due in BUBBLES else None

    def remarks(self, view: View) -> Mapping[str, str]:
        return {move: told for remarks in REMARKS for move, told in remarks(view, self.game.board.traits).items()}

    def terms(self, view: View) -> Mapping[str, float]:
        return terms(view, self.game.genome)

    def shown(self, text: str) -> str:
        return shown(text, self.game.genome.teams)
