"""Texts about the cards of a game."""

from __future__ import annotations

from ludex.games.cards.board.faces import card_title
from ludex.games.cards.board.traits import Traits
from ludex.games.cards.parts.registry import CARD_FACTS


class Tips:
    """Texts that appear when the cards of a game are hovered, focused or pressed long."""

    def __init__(self, traits: Traits) -> None:
        self._traits = traits
        self._told: dict[tuple[str, str | None], str] = {}

    def of(self, card: str, trump: str | None = None) -> str:
        """Return a card's name, what it is worth and what it does.

        >>> from ludex.games.cards import LIBRARY
        >>> Tips(Traits(LIBRARY["hearts"]())).of("QS")
        'Queen of spades. Counts 13 points when won.'
        """
        key = card, trump
        if key not in self._told:
            told = [fact for facts in CARD_FACTS for fact in facts(self._traits, card, trump)]
            self._told[key] = " ".join([f"{card_title(card)}.", *told])
        return self._told[key]
