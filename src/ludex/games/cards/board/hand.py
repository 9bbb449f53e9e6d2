"""The viewer's own hand: a fan of cards that can be pressed, and what it amounts to."""

from __future__ import annotations

from math import ceil

from ludex.author import Html, join, tag
from ludex.games.cards.board.scene import Scene
from ludex.games.cards.melding import Melds
from ludex.games.cards.parts.discarding.board import melded
from ludex.games.cards.parts.passing import board as passing
from ludex.games.cards.parts.registry import CARD_NOTES, HAND_LINES, PRESSED_CARDS
from ludex.games.cards.parts.tricks.board import draw_stack

WIDEST_FAN = 14
"""A longer hand is laid out flat."""

NARROW_ROW = 7
"""Cards side by side on a telephone, each as wide as a finger."""


def draw_hand(scene: Scene) -> Html:
    """Draw the hand, as its player would hold it."""
    view, traits = scene.view, scene.traits
    if scene.me is None or view.due == "over":
        return Html()
    if traits.blind:
        return draw_stack(scene)
    if not view.hand:
        return tag("p", "You have no cards left." if view.seats[scene.me].playing else "You are out.", class_="said")
    found = melded(scene)
    if found:
        melds, told = found
        return join([tag("p", told, class_="amounts"), _melded(scene, melds)])
    told = next(filter(None, (line(scene) for line in HAND_LINES)), "")
    line = tag("p", told, class_="amounts") if told else None
    return join([line, _fan(scene, traits.sorted(view.hand, view.trump))])


def _fan(scene: Scene, cards: list[str]) -> Html:
    """Draw cards side by side, turned a little where there is room for it."""
    turned = len(cards) <= WIDEST_FAN
    middle = (len(cards) - 1) / 2
    inside = (_card(scene, card, round(2 * (place - middle)) if turned else 0) for place, card in enumerate(cards))
    look = f"fan r{_row_length(len(cards))}" + ("" if turned else " flat")
    return tag("div", inside, class_=look, role="group", aria_label="Your hand", **passing.together(scene))


def _row_length(count: int) -> int:
    """Return the number of cards in a row if only seven fit: rows are equally long, or nearly so.

    >>> [_row_length(count) for count in (5, 8, 13, 17)]
    [5, 4, 7, 6]
    """
    rows = ceil(count / NARROW_ROW)
    return ceil(count / rows)


def _melded(scene: Scene, melds: Melds) -> Html:
    """Draw melds side by side, then the cards that match nothing."""
    groups = [
        tag("div", (_card(scene, card, 0) for card in meld), class_="fan flat meld", key=f"meld-{meld[0]}")
        for meld in melds.melds
    ]
    rest = tag("div", (_card(scene, card, 0) for card in melds.rest), class_="fan flat", key="rest")
    return tag("div", groups, rest, class_="melds")


def _card(scene: Scene, card: str, angle: int) -> Html:
    """Draw a card that can be pressed. By phase, it stands for itself, or in some games for its rank."""
    tip = " ".join([scene.tip(card), *(said for note in CARD_NOTES for said in note(scene, card))])
    turned = f" a{'m' if angle < 0 else ''}{abs(angle)}" if angle else ""
    look = f"{passing.card_look(scene, card)}{turned}".strip()
    press = next(filter(None, (press(scene, card) for press in PRESSED_CARDS)), (card,))
    return scene.face(card, kind="button", tip=tip, classes=look, press=press)
