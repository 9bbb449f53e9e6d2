"""The viewer's own hand: a fan of cards that can be pressed, and what it amounts to."""

from __future__ import annotations

from math import ceil

from ludex.author import Html, tag
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

MOST_ROWS = 3
"""Rows of a hand on a telephone. In a hand that needs more, cards overlap more."""


def draw_hand(scene: Scene) -> Html:
    """Draw the hand, as its player would hold it. Its room is the same from the first card to the last."""
    if scene.me is None or scene.view.due == "over":
        return Html()
    told, cards = _hand(scene)
    line = tag("p", told, class_="amounts") if told else None
    betting = " bets" if scene.traits.betting else ""
    return tag("div", line, cards, class_=f"card-hand rows{_rows(scene)}{betting}")


def _hand(scene: Scene) -> tuple[str, Html]:
    """Draw the hand, with a sentence about it."""
    view, traits = scene.view, scene.traits
    if traits.blind:
        return "", draw_stack(scene)
    if not scene.held:
        said = "You have no cards left." if view.seats[scene.me or 0].playing else "You are out."
        return "", tag("p", said, class_="said")
    found = melded(scene)
    if found:
        melds, told = found
        return told, _melded(scene, melds)
    told = next(filter(None, (line(scene) for line in HAND_LINES)), "")
    return told, _fan(scene, traits.sorted(scene.held, view.trump))


def _rows(scene: Scene) -> int:
    """Return the rows of a hand on a telephone: as many as its largest usual hand needs."""
    traits = scene.traits
    most = traits.dealt(scene.seating.seats)
    if traits.hand_grows:
        most = max(most, NARROW_ROW + 1)
    return 1 if traits.blind else min(MOST_ROWS, ceil(most / NARROW_ROW))


def _fan(scene: Scene, cards: list[str]) -> Html:
    """Draw cards side by side, turned a little where there is room for it."""
    turned = len(cards) <= WIDEST_FAN
    middle = (len(cards) - 1) / 2
    inside = (_card(scene, card, round(2 * (place - middle)) if turned else 0) for place, card in enumerate(cards))
    look = f"fan r{ceil(len(cards) / _rows(scene))}" + ("" if turned else " flat")
    return tag(
        "div",
        inside,
        class_=look,
        role="group",
        aria_label="The dummy's hand" if scene.plays_dummy else "Your hand",
        **passing.together(scene),
    )


def _melded(scene: Scene, melds: Melds) -> Html:
    """Draw melds side by side, then the cards that match nothing."""
    groups = [
        tag("div", (_card(scene, card, 0) for card in meld), class_="fan flat meld", key=f"meld-{meld[0]}")
        for meld in melds.melds
    ]
    count = len(melds.rest)
    row = count if count <= NARROW_ROW else ceil(count / 2)
    rest = tag("div", (_card(scene, card, 0) for card in melds.rest), class_=f"fan flat r{row}", key="rest")
    return tag("div", groups, rest, class_="melds")


def _card(scene: Scene, card: str, angle: int) -> Html:
    """Draw a card that can be pressed. By phase, it stands for itself, or in some games for its rank."""
    tip = " ".join([scene.tip(card), *(said for note in CARD_NOTES for said in note(scene, card))])
    turned = f" a{'m' if angle < 0 else ''}{abs(angle)}" if angle else ""
    look = f"{passing.card_look(scene, card)}{turned}".strip()
    press = next(filter(None, (press(scene, card) for press in PRESSED_CARDS)), (card,))
    return scene.face(card, kind="button", tip=tip, classes=look, press=press)
