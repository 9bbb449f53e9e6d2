"""Passing on the board: who still chooses, and the cards chosen and received."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.author import Html, tag
from ludex.games.cards.board.faces import card_sign
from ludex.games.cards.board.scene import Scene
from ludex.games.cards.views import SeatView
from ludex.games.cards.wording import listed, many


def headline(scene: Scene) -> str:
    """Say how many cards are passed, and to whom."""
    phase, view = scene.traits.passing, scene.view
    if phase is None:
        return "Passing cards"
    if scene.me is not None and scene.me not in view.choosing:
        return f"You have chosen: waiting for {listed(map(scene.name, view.choosing))}"
    way = phase.directions[view.hand_number % len(phase.directions)]
    offset = {"left": 1, "right": -1, "across": len(view.seats) // 2}.get(way, 0)
    where = "across" if way == "across" else f"to the {way}"
    cards = many(phase.cards, "card")
    if scene.me is None:
        return f"Everybody passes {cards} {where}"
    return f"Pass {cards} {where}, to {scene.seating.name((scene.me + offset) % len(view.seats))}"


def facts(scene: Scene, seat: SeatView) -> Iterator[Html]:
    """Draw whether a player still chooses."""
    if scene.view.choosing:
        yield tag("span", "choosing…" if seat.seat in scene.view.choosing else "has chosen", class_="fact soft")


def hand_line(scene: Scene) -> str:
    """Say that all cards are chosen, or which were received."""
    view, traits = scene.view, scene.traits
    if view.due == "pass" and traits.passing:
        left = _left_to_pass(scene)
        return "" if left > 0 else "You have chosen. Waiting for the others."
    if _received(scene):
        return f"Passed to you: {', '.join(map(card_sign, traits.sorted(view.received, view.trump)))}."
    return ""


def together(scene: Scene) -> dict[str, object]:
    """Return attributes that let the cards to be passed on be chosen together."""
    left = _left_to_pass(scene)
    return {"data_together": left, "data_words": "Pass these"} if left > 1 else {}


def card_look(scene: Scene, card: str) -> str:
    """Return the class of a card of the hand that was chosen, or passed to the viewer."""
    return "chosen" if card in scene.view.chosen else "new" if card in _received(scene) else ""


def card_note(scene: Scene, card: str) -> Iterator[str]:
    """Say of a card of the hand that it is passed on, or was passed to the viewer."""
    if card in scene.view.chosen:
        yield "You pass it on."
    if card in _received(scene):
        yield "It was passed to you."


def _left_to_pass(scene: Scene) -> int:
    """Return the number of cards that the viewer has still to choose for passing on."""
    passing = scene.traits.passing
    return passing.cards - len(scene.view.chosen) if scene.view.due == "pass" and passing else 0


def _received(scene: Scene) -> tuple[str, ...]:
    """Return the cards that were passed to the viewer, until the first trick is over."""
    view = scene.view
    return view.received if view.due == "trick" and not any(seat.tricks for seat in view.seats) else ()
