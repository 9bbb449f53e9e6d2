"""Where cards go: drawing, gaining, playing, discarding, trashing."""

from __future__ import annotations

from typing import Any

from ludex.core import EVERYONE, State, note, pick_kind, rule
from ludex.games.automation.components import KINDS_IN
from ludex.games.automation.events import (
    CARD_DISCARDED,
    CARD_DRAWN,
    CARD_GAINED,
    CARD_PLAYED,
    CARD_TRASHED,
    CARDS_DRAWN,
    DECK_SHUFFLED,
)


@rule
def kinds(s: State) -> int:
    """How many kinds of cards the edition has."""
    return int(KINDS_IN[s.edition])


@rule
def shuffle_discard(s: State, seat: int) -> None:
    """The discard pile becomes the deck. It has no order: cards are drawn from the counts."""
    for kind in range(kinds(s)):
        s.deck[seat, kind] += s.discard[seat, kind]
        s.discard[seat, kind] = 0
        s.shown[seat, kind] = 0
    s.deck_size[seat] += s.discard_size[seat]
    s.discard_size[seat] = 0


@rule
def draw_one(s: State, seat: int) -> int:
    """Move a card from the deck, which must not be empty, to the hand; return its kind."""
    kind = pick_kind(s, s.deck[seat], s.deck_size[seat])
    s.deck[seat, kind] -= 1
    s.deck_size[seat] -= 1
    s.hand[seat, kind] += 1
    s.hand_size[seat] += 1
    return kind


@rule
def draw(s: State, seat: int, count: int, log: Any) -> None:
    """Draw cards; an empty deck is made anew from the discard pile, and if that is empty too, no more are drawn."""
    drawn = 0
    while drawn < count:
        if s.deck_size[seat] == 0:
            if s.discard_size[seat] == 0:
                break
            shuffle_discard(s, seat)
            note(log, DECK_SHUFFLED, EVERYONE, seat)
        kind = draw_one(s, seat)
        note(log, CARD_DRAWN, 1 << seat, seat, kind)
        drawn += 1
    if drawn > 0:
        note(log, CARDS_DRAWN, EVERYONE, seat, drawn)


@rule
def take_from_supply(s: State, seat: int, kind: int) -> None:
    """A card from the supply goes to the discard pile, for everybody to see."""
    s.supply[kind] -= 1
    s.discard[seat, kind] += 1
    s.shown[seat, kind] += 1
    s.discard_size[seat] += 1


@rule
def gain(s: State, seat: int, kind: int, log: Any) -> None:
    """Gain a card, if the supply has one."""
    if s.supply[kind] > 0:
        take_from_supply(s, seat, kind)
        note(log, CARD_GAINED, EVERYONE, seat, kind)


@rule
def take_from_hand(s: State, seat: int, kind: int) -> None:
    s.hand[seat, kind] -= 1
    s.hand_size[seat] -= 1


@rule
def put_in_play(s: State, kind: int, log: Any) -> None:
    """The seat in turn puts a card from its hand on the table."""
    take_from_hand(s, s.turn, kind)
    s.played[kind] += 1
    note(log, CARD_PLAYED, EVERYONE, s.turn, kind)


@rule
def discard(s: State, seat: int, kind: int, log: Any) -> None:
    """A card from the hand goes to the discard pile, for everybody to see."""
    take_from_hand(s, seat, kind)
    s.discard[seat, kind] += 1
    s.shown[seat, kind] += 1
    s.discard_size[seat] += 1
    note(log, CARD_DISCARDED, EVERYONE, seat, kind)


@rule
def trash(s: State, seat: int, kind: int, log: Any) -> None:
    """A card from the hand leaves the game."""
    take_from_hand(s, seat, kind)
    s.trash[kind] += 1
    note(log, CARD_TRASHED, EVERYONE, seat, kind)
