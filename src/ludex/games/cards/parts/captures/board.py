"""Captures on the board: what a card would take, and sweeps."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ludex.author import Html
from ludex.games.cards.board.faces import card_sign
from ludex.games.cards.board.scene import Scene, fact
from ludex.games.cards.board.traits import Traits
from ludex.games.cards.components import NUMBER
from ludex.games.cards.parts.captures.rules import MOST_CAPTURED
from ludex.games.cards.views import SeatView
from ludex.games.cards.wording import listed


def captured_by(scene: Scene, card: str) -> tuple[str, ...]:
    """Return what a card would capture now: as few cards as add up to it, and among as few the lowest."""
    place = scene.traits.place
    table = sorted((other for other in scene.view.table if place(other) <= place(card)), key=NUMBER.__getitem__)
    for size in range(1, min(len(table), MOST_CAPTURED) + 1):
        for group in combinations(table, size):
            if sum(map(place, group)) == place(card):
                return group
    return ()


def card_note(scene: Scene, card: str) -> Iterator[str]:
    """Say which cards a card of the hand would capture now."""
    if scene.traits.captures:
        taken = captured_by(scene, card)
        yield f"It would take {listed(map(card_sign, taken))}." if taken else "It would take nothing now."


def card_facts(traits: Traits, card: str, trump: str | None) -> Iterator[str]:
    """Say what a card captures."""
    if traits.captures and not traits.knocking:
        yield f"Captures cards that add up to {traits.place(card)}."


def facts(scene: Scene, seat: SeatView) -> Iterator[Html]:
    """Draw the number of a player's sweeps."""
    if scene.traits.captures and scene.view.sweeps[seat.seat]:
        yield fact(scene.view.sweeps[seat.seat], "sweep")
