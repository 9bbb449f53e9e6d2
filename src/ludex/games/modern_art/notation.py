"""How the record is written in positions: names for cards, artists, phases and seats instead of numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludex.author import Bits, Counts, Names
from ludex.games.modern_art.components import ARTISTS, CARDS, KINDS, START_MONEY
from ludex.games.modern_art.rules import PHASES
from ludex.games.modern_art.state import NAMING_PRICE, NO_CARD, NOBODY, SEATS, State

_PHASE = Names(
    {**{phase: str(kind.__struct_config__.tag) for phase, kind in PHASES.items()}, NAMING_PRICE: "naming price"}
)
_CARD = Names({NO_CARD: None, **{kind: str(card) for kind, card in enumerate(CARDS)}})
_CARDS = Counts(*map(str, CARDS))
_ARTISTS = Counts(*ARTISTS)
_SEATS = Bits(*(f"seat {seat}" for seat in range(SEATS)))

LABELS: Mapping[str, Any] = {
    "round": Names("first", "second", "third", "fourth"),
    "phase": _PHASE,
    "card": _CARD,
    "second": _CARD,
    "declined": _SEATS,
    "bidder": Names({NOBODY: None}),
    "selling": _SEATS,
    "hand": _CARDS,
    "seen": _CARDS,
    "played": _ARTISTS,
    "paintings": _CARDS,
    "unsold": _CARDS,
    "tiles": _ARTISTS,
}
DERIVED = ("hand_size", "deck", "deck_size", "bank")


def complete_position(s: State) -> None:
    """The deck has all cards that were neither played nor are in a hand; the bank has paid all money that is new."""
    for kind in range(KINDS):
        s.deck[kind] = s.total[kind] - s.seen[kind] - sum(s.hand[seat, kind] for seat in range(s.seats))
    s.deck_size = sum(s.deck)
    for seat in range(s.seats):
        s.hand_size[seat] = sum(s.hand[seat])
    s.bank = sum(s.money) - START_MONEY * s.seats
