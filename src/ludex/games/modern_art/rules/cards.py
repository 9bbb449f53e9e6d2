"""Moving cards: from the deck to a hand, from a hand to the table."""

from __future__ import annotations

from typing import Any

from ludex.author import EVERYONE, Log, note, pick_kind, reason, rule
from ludex.games.modern_art.components import AUCTION_COUNT, Card, cards_in
from ludex.games.modern_art.rules.copies import play_copy, take_in_hand
from ludex.games.modern_art.state import State

NOT_IN_HAND = reason(
    "not-in-hand",
    "there is no {card} in your hand. You hold {hand}.",
    card=lambda s, seat, move: Card(move.artist, move.auction),
    hand=lambda s, seat: ", ".join(map(str, cards_in(s.hand[seat]))) or "nothing",
)


@rule
def kind_of(artist: int, auction: int) -> int:
    """Return the kind of card with an artist and an auction."""
    return artist * AUCTION_COUNT + auction


@rule
def draw_card(s: State) -> int:
    """Take a card from the deck, which has no order."""
    kind = pick_kind(s, s.deck, s.deck_size)
    s.deck[kind] -= 1
    s.deck_size -= 1
    return kind


@rule
def deal_card(s: State, seat: int) -> int:
    """Deal a seat a card from the deck."""
    kind = draw_card(s)
    take_in_hand(s, seat, kind)
    s.hand_size[seat] += 1
    return kind


@rule
def all_hands_empty(s: State) -> bool:
    """Return whether no player has a card left."""
    for seat in range(s.seats):
        if s.hand_size[seat] > 0:
            return False
    return True


@rule
def show_card(s: State, kind: int, copy: int) -> int:
    """Lay a card face up on the table, where it counts for its artist at once; return the number that count now."""
    artist = kind // AUCTION_COUNT
    s.seen[kind] += 1
    s.seen_copies[kind] |= 1 << copy
    s.played[artist] += 1
    return s.played[artist]


@rule
def lay_down(s: State, seat: int, kind: int, event: Any, log: Log) -> int:
    """Lay a card from a hand on the table, and return which copy it is."""
    copy = play_copy(s, seat, kind)
    s.hand_size[seat] -= 1
    count = show_card(s, kind, copy)
    note(log, event, EVERYONE, seat, kind // AUCTION_COUNT, kind % AUCTION_COUNT, count)
    return copy
