"""A player of Gin Rummy who plays like people at a kitchen table, to measure other players against.

It never breaks a meld, keeps the cards that can still become one, takes the card turned up only to meld it, and knocks
at once. It knows nothing of the opponent but the cards that everyone has seen. Nothing is tuned on it.

    ludex arena gin-rummy --players careful,gin_regular.py:Regular --games 200
"""

from collections.abc import Sequence
from itertools import combinations

from ludex import Move, Player, Request
from ludex.games.cards import View
from ludex.games.cards.melding import ORDER, find_melds

SUITS = "CDHS"
VALUE = {rank: min(10, place) for place, rank in enumerate(ORDER, 1)}


def partners(card: str) -> list[Sequence[str]]:
    """Return the pairs of cards that make a set or a run with a card."""
    rank, suit = card[0], card[1]
    place = ORDER.index(rank)
    others = [rank + other for other in SUITS if other != suit]
    runs = [range(low, low + 3) for low in range(place - 2, place + 1) if low >= 0 and low + 3 <= len(ORDER)]
    return [*combinations(others, 2), *([ORDER[at] + suit for at in run if at != place] for run in runs)]


class Regular(Player[View]):
    """Remembers the cards that were turned up, and decides as the first lines of this file say."""

    def __init__(self) -> None:
        super().__init__()
        self.hand_number = -1
        self.seen: set[str | None] = set()

    def decide(self, request: Request[View]) -> Move:
        view, moves = request.view, {str(move): move for move in request.options}
        if view.hand_number != self.hand_number:
            self.hand_number, self.seen = view.hand_number, set()
        self.seen |= {view.pile_top} | {card for seat in view.seats for card in seat.cards}
        if view.due == "draw":
            melds = view.pile_top and unmatched(*view.hand, view.pile_top) < unmatched(*view.hand)
            return moves["take"] if melds and "take" in moves else request.options[0]
        knocks = [text for text in moves if text.startswith("knock")]
        if knocks:
            return moves[min(knocks, key=lambda text: unmatched(*set(view.hand) - {text[-2:]}))]
        loose = find_melds(view.hand).rest or view.hand
        free = [card for card in loose if f"discard {card}" in moves] or [text[-2:] for text in moves]
        return moves[f"discard {min(free, key=lambda card: 2 * self.outs(card, view.hand) - VALUE[card[0]])}"]

    def outs(self, card: str, hand: Sequence[str]) -> int:
        """Count the cards that can still come and make a meld with a card and another one in hand."""
        pairs = [set(pair) for pair in partners(card)]
        return len({out for pair in pairs if pair & set(hand) for out in pair - set(hand) if out not in self.seen})


def unmatched(*hand: str) -> int:
    """Return the fewest points that a hand leaves unmatched."""
    return find_melds(tuple(sorted(hand))).unmatched
