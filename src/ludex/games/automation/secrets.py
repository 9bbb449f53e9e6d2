"""The secrets of a seat: the cards in other hands, the order of decks, and cards discarded unseen."""

from __future__ import annotations

from ludex.author import below, rule
from ludex.games.automation.components import ACTION_CARD, TYPE
from ludex.games.automation.rules.piles import draw_one, kinds, take_from_hand
from ludex.games.automation.state import ACTION_PHASE, HELD, NOT_HELD, NOT_KNOWN, PLAY_TWICE, State, due

TRIES = 1_000
"""Number of draws for the place of the first action card before it is assumed to be the first card."""


@rule
def hide(s: State, seat: int) -> None:
    """Hide all but public facts: the cards that a seat owns, the sizes of its piles, and cards seen being discarded."""
    for other in range(s.seats):
        if other != seat:
            for card in range(kinds(s)):
                s.deck[other, card] += s.hand[other, card] + s.discard[other, card] - s.shown[other, card]
                s.discard[other, card] = s.shown[other, card]
                s.hand[other, card] = 0


@rule
def redeal(s: State, seat: int) -> None:
    """Deal the unknown cards of the other seats to their hand and the unseen part of their discard pile."""
    for other in range(s.seats):
        if other != seat:
            unseen = s.discard_size[other]
            for card in range(kinds(s)):
                unseen -= s.shown[other, card]
            hand_size = s.hand_size[other]
            s.hand_size[other] = 0
            s.deck_size[other] += hand_size + unseen
            deal_hand(s, other, hand_size, known_of_hand(s, other))
            for _ in range(unseen):
                card = draw_one(s, other)
                take_from_hand(s, other, card)
                s.discard[other, card] += 1


@rule
def known_of_hand(s: State, seat: int) -> int:
    """Return what is publicly known about action cards in a hand: a seat that may play one holds one."""
    if seat != s.turn:
        return NOT_KNOWN
    return HELD if due(s) == ACTION_PHASE or due(s) == PLAY_TWICE else s.action_in_hand


@rule
def deal_hand(s: State, seat: int, size: int, known: int) -> None:
    """Deal a hand from a seat's deck, among all those that fit what is known of it."""
    actions = 0
    for card in range(kinds(s)):
        if TYPE[s.edition, card] == ACTION_CARD:
            actions += s.deck[seat, card]
    others = s.deck_size[seat] - actions
    if known == NOT_HELD and others >= size:
        for _ in range(size):
            draw_of_type(s, seat, False, others)
            others -= 1
    elif known == HELD and actions > 0 and size > 0:
        first = first_action(s, size, actions, others)
        for _ in range(first):
            draw_of_type(s, seat, False, others)
            others -= 1
        draw_of_type(s, seat, True, actions)
        for _ in range(size - first - 1):
            draw_one(s, seat)
    else:
        for _ in range(size):
            draw_one(s, seat)


@rule
def first_action(s: State, size: int, actions: int, others: int) -> int:
    """Draw the number of cards of a hand before its first action card, if there is one among them."""
    for _ in range(TRIES):
        for before in range(min(size, others + 1)):
            if below(s, actions + others - before) < actions:
                return before
    return 0


@rule
def draw_of_type(s: State, seat: int, action: bool, count: int) -> None:
    """Move one of `count` cards in the deck that are actions, or are not, to the hand."""
    at = below(s, count)
    for card in range(kinds(s)):
        if (TYPE[s.edition, card] == ACTION_CARD) == action:
            if at < s.deck[seat, card]:
                s.deck[seat, card] -= 1
                s.deck_size[seat] -= 1
                s.hand[seat, card] += 1
                s.hand_size[seat] += 1
                return
            at -= s.deck[seat, card]
