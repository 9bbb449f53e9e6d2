"""The hands that were shown at the last showdown, or after the last knock, for the page and for the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.author import Html, Seating, listed, tag
from ludex.games.cards.board.faces import card_sign, mini
from ludex.games.cards.board.scene import Scene
from ludex.games.cards.board.scores import signed
from ludex.games.cards.board.traits import Traits
from ludex.games.cards.parts.registry import HAND_WORTHS
from ludex.games.cards.views import ShownHand, View


def worth(traits: Traits, hand: ShownHand) -> str:
    """Say what a hand that was shown amounts to."""
    return next(filter(None, (worth(traits, hand) for worth in HAND_WORTHS)), "")


def groups(traits: Traits, hand: ShownHand) -> list[tuple[str, ...]]:
    """Return the cards of a hand as they are laid on the table: its melds and then the rest, or all of them sorted."""
    if hand.points is None:
        return [tuple(traits.sorted(hand.cards))]
    return [*hand.melds, hand.unmatched] if hand.unmatched else list(hand.melds)


def best_first(view: View) -> list[ShownHand]:
    """Return the hands that were shown: the knocker's first, or those that won most."""
    gained = view.before.gained if view.before else ()
    if not gained or any(hand.knocked for hand in view.shown):
        return list(view.shown)
    return sorted(view.shown, key=lambda hand: -gained[view.seats[hand.seat].side])


def draw_shown(scene: Scene) -> Html | None:
    """Draw the hands side by side, each with its player, what it amounts to and what the hand brought."""
    hands = best_first(scene.view)
    if not hands:
        return None
    knocker = next((scene.does(hand.seat, "knocked", "knocked") for hand in hands if hand.knocked), "")
    number = f"hand {scene.view.hand_number}"
    title = f"{knocker} in {number}" if knocker else f"Showdown of {number}"
    rows = (_row(scene, hand) for hand in hands)
    return tag("section", tag("h3", title), tag("ul", rows), class_="shown", key="shown", aria_label=title)


def _row(scene: Scene, hand: ShownHand) -> Html:
    before, side = scene.view.before, scene.view.seats[hand.seat].side
    gained = tag("b", signed(before.gained[side]), class_="gained") if before else None
    told = tag("span", worth(scene.traits, hand), class_="worth")
    cards = tag("div", _groups(scene, hand), class_="laid")
    return tag("li", tag("div", scene.chip(hand.seat), told, gained, class_="whose"), cards, seat=hand.seat)


def _groups(scene: Scene, hand: ShownHand) -> Iterator[Html]:
    """Draw the cards, those of a meld together. The present hand may have the same cards, so keys are different."""
    for number, cards in enumerate(groups(scene.traits, hand)):
        look = "laid-meld" if number < len(hand.melds) else None
        yield tag("span", (mini(card, scene.tip(card), key=f"shown-{card}") for card in cards), class_=look)


def shown_lines(view: View, seating: Seating, traits: Traits | None, width: int) -> list[str]:
    """Write the hands that were shown, one below the other."""
    lines = []
    for place, hand in enumerate(best_first(view)):
        laid = groups(traits, hand) if traits else [hand.cards]
        cards = ", ".join(" ".join(map(card_sign, group)) for group in laid)
        told = f" ({worth(traits, hand)})" if traits and worth(traits, hand) else ""
        who = f"{seating.name(hand.seat)} knocked" if hand.knocked else seating.name(hand.seat)
        lines += listed("" if place else "Last hand", [f"{who}:", f"{cards}{told}"], width, between=" ")
    return lines
