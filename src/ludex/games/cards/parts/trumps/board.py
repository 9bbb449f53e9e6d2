"""Trumps on the board: the suit, the card that was turned up for it, and what it makes of a card."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.author import Html, tag
from ludex.games.cards.board.faces import card_title, mini, suit_sign
from ludex.games.cards.board.scene import Scene
from ludex.games.cards.board.traits import Traits
from ludex.games.cards.parts.trumps.checks import has_bowers


def marks(scene: Scene) -> Iterator[Html]:
    """Draw the trump suit."""
    view, traits = scene.view, scene.traits
    if view.trump:
        yield tag("span", suit_sign(view.trump), f" {view.trump} are trumps", _turned(scene), class_="mark")
    elif traits.tricks and traits.genome.trump == "none" and not traits.tricks.by_rank:
        yield tag("span", "no trumps", class_="mark soft")


def _turned(scene: Scene) -> Html | None:
    """Draw the card that decided the trump suit. It may lie in a hand as well, so it has a separate key."""
    card = scene.view.turned
    return mini(card, f"{card_title(card)} was turned up: its suit is trumps.", key="turned") if card else None


def card_facts(traits: Traits, card: str, trump: str | None) -> Iterator[str]:
    """Say of a card that it is a trump."""
    if not trump:
        return
    if card == traits.left_bower(trump):
        yield "The left bower: it counts as a trump, the second highest."
    elif card[1] == trump[0].upper():
        yield "The right bower: the highest trump." if has_bowers(traits.genome) and card[0] == "J" else "A trump."
