"""What a seat may not know: the cards in other hands, the order of decks, and cards discarded unseen."""

from __future__ import annotations

from ludex.author import rule
from ludex.games.automation.rules.piles import draw_one, kinds, take_from_hand
from ludex.games.automation.state import State


@rule
def hide(s: State, seat: int) -> None:
    """Everybody knows which cards a seat owns, how many lie where, and what was seen going to the discard pile."""
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
            for _ in range(unseen):
                card = draw_one(s, other)
                take_from_hand(s, other, card)
                s.discard[other, card] += 1
            for _ in range(hand_size):
                draw_one(s, other)
