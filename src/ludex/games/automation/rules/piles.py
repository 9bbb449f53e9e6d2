"""The ways of cards: drawing, gaining, playing, discarding, trashing."""

from __future__ import annotations

from ludex.author import EVERYONE, Log, note, pick_kind, rule
from ludex.games.automation.components import ACTION_CARD, KINDS_IN, TYPE
from ludex.games.automation.events import (
    CardDiscarded,
    CardDrawn,
    CardGained,
    CardPlayed,
    CardsDrawn,
    CardTrashed,
    DeckShuffled,
)
from ludex.games.automation.state import NOT_KNOWN, State


@rule
def kinds(s: State) -> int:
    """Return the number of kinds of cards that the edition has."""
    return int(KINDS_IN[s.edition])


@rule
def shuffle_discard(s: State, seat: int) -> None:
    """The discard pile becomes the deck. It has no order: cards are drawn from the counts."""
    for card in range(kinds(s)):
        s.deck[seat, card] += s.discard[seat, card]
        s.discard[seat, card] = 0
        s.shown[seat, card] = 0
    s.deck_size[seat] += s.discard_size[seat]
    s.discard_size[seat] = 0


@rule
def draw_one(s: State, seat: int) -> int:
    """Move a card from the deck, which must not be empty, to the hand, and return it."""
    card = pick_kind(s, s.deck[seat], s.deck_size[seat])
    s.deck[seat, card] -= 1
    s.deck_size[seat] -= 1
    s.hand[seat, card] += 1
    s.hand_size[seat] += 1
    return card


@rule
def draw(s: State, seat: int, count: int, log: Log) -> None:
    """Draw cards. If the deck is empty, the discard pile becomes the deck; if both are, no more cards are drawn."""
    drawn = 0
    while drawn < count:
        if s.deck_size[seat] == 0:
            if s.discard_size[seat] == 0:
                break
            shuffle_discard(s, seat)
            note(log, DeckShuffled, EVERYONE, seat)
        card = draw_one(s, seat)
        note(log, CardDrawn, 1 << seat, seat, card)
        drawn += 1
    if drawn > 0:
        note(log, CardsDrawn, EVERYONE, seat, drawn)


@rule
def take_from_supply(s: State, seat: int, card: int) -> None:
    """Move a card from the supply to the discard pile, face up."""
    s.supply[card] -= 1
    s.discard[seat, card] += 1
    s.shown[seat, card] += 1
    s.discard_size[seat] += 1


@rule
def gain(s: State, seat: int, card: int, log: Log) -> None:
    """Gain a card, if the supply has one."""
    if s.supply[card] > 0:
        take_from_supply(s, seat, card)
        note(log, CardGained, EVERYONE, seat, card)


@rule
def take_from_hand(s: State, seat: int, card: int) -> None:
    s.hand[seat, card] -= 1
    s.hand_size[seat] -= 1


@rule
def put_in_play(s: State, card: int, log: Log) -> None:
    """The seat in turn puts a card from its hand on the table."""
    take_from_hand(s, s.turn, card)
    s.played[card] += 1
    if TYPE[s.edition, card] == ACTION_CARD:
        s.action_in_hand = NOT_KNOWN
    note(log, CardPlayed, EVERYONE, s.turn, card)


@rule
def discard(s: State, seat: int, card: int, log: Log) -> None:
    """Move a card from the hand to the discard pile, face up."""
    take_from_hand(s, seat, card)
    s.discard[seat, card] += 1
    s.shown[seat, card] += 1
    s.discard_size[seat] += 1
    note(log, CardDiscarded, EVERYONE, seat, card)


@rule
def trash(s: State, seat: int, card: int, log: Log) -> None:
    """Remove a card in the hand from the game."""
    take_from_hand(s, seat, card)
    s.trash[card] += 1
    note(log, CardTrashed, EVERYONE, seat, card)
