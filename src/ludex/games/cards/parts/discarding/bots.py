"""Rules by which bots discard and knock."""

from __future__ import annotations

from ludex.author import field_of, is_a, rule
from ludex.games.cards.card_sets import size
from ludex.games.cards.components import BIT, RANK_MASK
from ludex.games.cards.moves import Discard, Knock, Skip
from ludex.games.cards.parts.betting.places import BY_POKER, RANKING
from ludex.games.cards.parts.deal.places import STRENGTH
from ludex.games.cards.parts.discarding.melds import deadwood
from ludex.games.cards.state import State


@rule
def worth_of_discarding(s: State, seat: int, move: int) -> int:
    """Knock at once; at poker put single cards away, else keep what matches best."""
    if is_a(move, Knock):
        return 1_000
    if is_a(move, Skip):
        return 0
    card = field_of(move, Discard)
    if s.code[RANKING] == BY_POKER:
        single = size(s.hand[seat] & RANK_MASK[card % 13]) == 1
        return int(20 - s.code[STRENGTH + card % 13]) if single and s.code[STRENGTH + card % 13] < 12 else -1
    return 500 - deadwood(s.hand[seat] & ~BIT[card])
