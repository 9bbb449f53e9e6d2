"""What a seat may not know: the cards in other hands, the order of decks, and cards discarded unseen."""

from __future__ import annotations

from ludex.core import State, rule
from ludex.games.automation.rules.piles import draw_one, kinds, take_from_hand


@rule
def hide(s: State, seat: int) -> None:
    """Of other seats one knows all cards they own, how many lie where, and what was seen going to the discard pile."""
    for other in range(s.seats):
        if other != seat:
            for kind in range(kinds(s)):
                s.deck[other, kind] += s.hand[other, kind] + s.discard[other, kind] - s.shown[other, kind]
                s.discard[other, kind] = s.shown[other, kind]
                s.hand[other, kind] = 0


@rule
def redeal(s: State, seat: int) -> None:
    """Deal the unknown cards of the other seats to their hand and the unseen part of their discard pile."""
    for other in range(s.seats):
        if other != seat:
            unseen = s.discard_size[other]
            for kind in range(kinds(s)):
                unseen -= s.shown[other, kind]
            hand_size = s.hand_size[other]
            s.hand_size[other] = 0
            s.deck_size[other] += hand_size + unseen
            for _ in range(unseen):
                kind = draw_one(s, other)
                take_from_hand(s, other, kind)
                s.discard[other, kind] += 1
            for _ in range(hand_size):
                draw_one(s, other)
