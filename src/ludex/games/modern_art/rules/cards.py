"""Cards on their way: from the deck to a hand, from a hand to the table."""

from __future__ import annotations

from typing import Any

from ludex.core import EVERYONE, State, note, pick_kind, rule
from ludex.games.modern_art.components import AUCTION_COUNT


@rule
def draw_card(s: State) -> int:
    """Take a card from the deck, which has no order."""
    kind = pick_kind(s, s.deck, s.deck_size)
    s.deck[kind] -= 1
    s.deck_size -= 1
    return kind


@rule
def deal_card(s: State, seat: int) -> int:
    kind = draw_card(s)
    s.hand[seat, kind] += 1
    s.hand_size[seat] += 1
    return kind


@rule
def show_card(s: State, kind: int) -> int:
    """A card lies face up on the table, and counts for its artist at once; returns how many count now."""
    artist = kind // AUCTION_COUNT
    s.seen[kind] += 1
    s.played[artist] += 1
    return int(s.played[artist])


@rule
def lay_down(s: State, seat: int, kind: int, event: int, log: Any) -> None:
    s.hand[seat, kind] -= 1
    s.hand_size[seat] -= 1
    count = show_card(s, kind)
    note(log, event, EVERYONE, seat, kind // AUCTION_COUNT, kind % AUCTION_COUNT, count)
