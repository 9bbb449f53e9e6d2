"""Rules by which bots play cards in turns."""

from __future__ import annotations

from ludex.author import field_of, is_a, rule
from ludex.games.cards.card_sets import size
from ludex.games.cards.components import SUIT_MASK
from ludex.games.cards.moves import PlayCard, PlaySet, PlayWild
from ludex.games.cards.parts.captures.rules import captured
from ludex.games.cards.parts.deal.places import STRENGTH
from ludex.games.cards.parts.discarding.melds import POINTS
from ludex.games.cards.parts.playing.places import CAPTURE, TO
from ludex.games.cards.state import State


@rule
def worth_of_playing(s: State, seat: int, move: int) -> int:
    """Many and weak cards of a set first; of single cards those that count most, captures before all, wild ones
    last."""
    if is_a(move, PlaySet):
        rank, many = field_of(move, PlaySet, 0), field_of(move, PlaySet, 1)
        return int(4 * (20 - s.code[STRENGTH + rank]) + many)
    if is_a(move, PlayWild):
        suit = field_of(move, PlayWild, 1)
        return size(s.hand[seat] & SUIT_MASK[suit]) - 100
    card = field_of(move, PlayCard)
    if s.code[s.pc + TO] == CAPTURE:
        return 10 * size(captured(s, card))
    return int(POINTS[card % 13] + size(s.hand[seat] & SUIT_MASK[card // 13]))
