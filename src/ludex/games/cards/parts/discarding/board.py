"""Discarding and knocking on the board: melds, and what the unmatched cards count."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.author import plural
from ludex.games.cards.board.scene import Scene
from ludex.games.cards.board.traits import PIPS, Traits
from ludex.games.cards.melding import Melds, find_melds
from ludex.games.cards.views import ShownHand
from ludex.games.cards.wording import many


def headline(scene: Scene) -> str:
    """Say who discards or exchanges."""
    phase = scene.traits.discarding
    if phase and phase.refill:
        return scene.does(scene.turn, "may exchange", "may exchange") + f" up to {many(phase.count, 'card')}"
    return scene.does(scene.turn, "discards", "discard a card")


def melded(scene: Scene) -> tuple[Melds, str] | None:
    """Sort the viewer's hand into melds and the rest, with a sentence about it, in games with knocking."""
    if scene.traits.knocking is None:
        return None
    melds = find_melds(scene.view.hand)
    limit = scene.traits.knocking.knock
    return melds, f"Unmatched cards count {melds.unmatched}. Knock with {limit} or less."


def card_facts(traits: Traits, card: str, trump: str | None) -> Iterator[str]:
    """Say what an unmatched card counts."""
    if traits.knocking and not traits.adds_up:
        yield f"Counts {PIPS[card[0]]} if it is unmatched."


def hand_worth(traits: Traits, hand: ShownHand) -> str:
    """Say what is unmatched in a hand that was shown after a knock."""
    if hand.points is None:
        return ""
    return f"{plural(hand.points, 'point')} unmatched" if hand.points else "nothing unmatched"
