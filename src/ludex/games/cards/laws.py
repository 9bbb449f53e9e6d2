"""What always holds: no card and no chip is made or lost."""

from __future__ import annotations

from ludex.author import law, rule
from ludex.games.cards.bytecode.numbers import number
from ludex.games.cards.bytecode.places import CHIPS
from ludex.games.cards.card_sets import size
from ludex.games.cards.secrets import claimer
from ludex.games.cards.state import SEATS, State

CARDS_LOST = law("every card is somewhere, and only once")
SIZES_WRONG = law("hands are as large as the cards in them")
CHIPS_LOST = law("chips are neither made nor lost")
KNOWN_WRONG = law("what is known or chosen of a hand is in it")
TRICK_WRONG = law("the trick before was led and won by seats of the match")


@rule
def audit(s: State) -> int:
    """No card is lost or twice there, sizes are right, and chips are neither made nor lost."""
    cards, total = s.stock | s.pile | s.table | s.pot_cards, 0
    total = size(s.stock) + size(s.pile) + size(s.table) + size(s.pot_cards)
    for seat in range(SEATS):
        cards |= s.hand[seat] | s.won[seat] | s.dropped[seat]
        total += size(s.hand[seat]) + size(s.won[seat]) + size(s.dropped[seat])
        if size(s.hand[seat]) != s.hand_size[seat] or size(s.dropped[seat]) != s.dropped_size[seat]:
            return SIZES_WRONG
        if s.known[seat] & ~s.hand[seat] or s.chosen[seat] & ~s.hand[seat]:
            return KNOWN_WRONG
    if s.claim_cards & ~s.dropped[claimer(s)]:
        return KNOWN_WRONG
    if not 0 <= s.trick_leader < s.seats or not 0 <= s.trick_winner <= s.seats:
        return TRICK_WRONG
    if cards != s.deck or total != size(s.deck):
        return CARDS_LOST
    chips = 0
    for seat in range(s.seats):
        chips += s.chips[seat] + s.stake[seat]
    return CHIPS_LOST if chips != s.seats * number(s, CHIPS) else 0
