"""Rules by which bots claim and doubt."""

from __future__ import annotations

from ludex.author import field_of, is_a, rule
from ludex.games.cards.card_sets import size
from ludex.games.cards.components import RANK_MASK
from ludex.games.cards.moves import Believe, Claim, Doubt, Skip
from ludex.games.cards.parts.claiming.rules import due_rank
from ludex.games.cards.state import State


@rule
def worth_of_claiming(s: State, seat: int, move: int) -> int:
    """Lay what is due; lie with one card when none is. Doubt what cannot be."""
    due = RANK_MASK[due_rank(s)]
    if is_a(move, Doubt) or is_a(move, Believe):
        impossible = size(s.hand[seat] & due) + s.claimed > 4 or s.hand_size[s.claimer - 1] == 0
        return 1 if is_a(move, Doubt) == impossible else 0
    if is_a(move, Skip):
        return 5
    card = field_of(move, Claim)
    return 10 if due >> card & 1 else 0
