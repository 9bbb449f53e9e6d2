"""Where cards go: drawing, gaining, discarding, trashing; and the stack of unfinished business."""

from __future__ import annotations

from typing import Any

from ludex.core import EVERYONE, State, note, pick_kind, rule
from ludex.games.automation.cards import KINDS_IN
from ludex.games.automation.moves import (
    CARD_DISCARDED,
    CARD_DRAWN,
    CARD_GAINED,
    CARD_TRASHED,
    CARDS_DRAWN,
    DECK_SHUFFLED,
)
from ludex.games.automation.state import HIT


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


@rule
def push(s: State, what: int, seat: int, kind: int, count: int) -> None:
    """Put business on top of the stack: it is done before what lies below."""
    s.todo[s.depth] = what
    s.todo_seat[s.depth] = seat
    s.todo_kind[s.depth] = kind
    s.todo_count[s.depth] = count
    s.depth += 1


@rule
def pop(s: State) -> None:
    """Take the top off the stack, leaving no trace of it."""
    s.depth -= 1
    s.todo[s.depth] = 0
    s.todo_seat[s.depth] = 0
    s.todo_kind[s.depth] = 0
    s.todo_count[s.depth] = 0


@rule
def push_for_others(s: State, what: int, kind: int) -> None:
    """The same business for every other seat, the next one first; against an attack, not for the immune."""
    for step in range(s.seats - 1, 0, -1):
        seat = (s.turn + step) % s.seats
        if what != HIT or not s.immune >> seat & 1:
            push(s, what, seat, kind, 0)
