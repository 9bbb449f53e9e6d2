"""The written form of positions: names for cards, artists, phases and seats instead of numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludex.author import Bits, Counts, Names
from ludex.games.modern_art.components import ARTISTS, CARDS, KINDS, START_MONEY
from ludex.games.modern_art.laws import audit_cards, audit_copies, lot_on_table
from ludex.games.modern_art.rules import PHASES
from ludex.games.modern_art.rules.copies import BITS
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
    "hand_copies": _CARDS,
    "seen_copies": _CARDS,
    "painting_copies": _CARDS,
    "unsold_copies": _CARDS,
    "tiles": _ARTISTS,
}


def complete_position(s: State) -> None:
    """Complete a position: the deck has all cards neither played nor in hand, and the bank has paid all new money."""
    for kind in range(KINDS):
        s.deck[kind] = s.total[kind] - s.seen[kind] - sum(s.hand[seat, kind] for seat in range(s.seats))
    s.deck_size = sum(s.deck)
    for seat in range(s.seats):
        s.hand_size[seat] = sum(s.hand[seat])
    s.bank = sum(s.money) - START_MONEY * s.seats
    if audit_cards(s) == 0 and audit_copies(s):
        number_copies(s)


def number_copies(s: State) -> None:
    """Assign the copies of the cards, for a position that leaves it open or was changed by hand."""
    lot = [s.card, s.second] if lot_on_table(s) else []
    s.card_copy = s.second_copy = 0
    for kind in range(KINDS):
        free = iter(range(s.total[kind]))
        for seat in range(s.seats):
            s.painting_copies[seat, kind] = sum(1 << next(free, 0) for _ in range(s.paintings[seat, kind]))
        s.unsold_copies[kind] = sum(1 << next(free, 0) for _ in range(s.unsold[kind]))
        if kind in lot[:1]:
            s.card_copy = next(free, 0)
        if kind in lot[1:]:
            s.second_copy = next(free, 0)
        for seat in range(s.seats):
            s.hand_copies[seat, kind] = 0
        s.seen_copies[kind] = (1 << s.seen[kind]) - 1
        free = iter(range(s.seen[kind], s.total[kind]))
        for seat in range(s.seats):
            copies = [next(free, 0) for _ in range(s.hand[seat, kind])]
            s.hand_copies[seat, kind] = sum(copy << BITS * at for at, copy in enumerate(copies))
