"""Rules by which bots draw."""

from __future__ import annotations

from typing import Any

from ludex.author import is_a, rule
from ludex.games.cards.components import BIT
from ludex.games.cards.moves import Draw, TakeTop
from ludex.games.cards.parts.betting.showdown import card_total
from ludex.games.cards.parts.discarding.melds import deadwood
from ludex.games.cards.parts.drawing.places import DRAW_AT_WILL, WHEN
from ludex.games.cards.state import State
from ludex.games.cards.weights import TAKE

STAND = 16


@rule
def worth_of_drawing(s: State, seat: int, move: int, weights: Any) -> int:
    """Hit below 17; take the pile's top when it matches."""
    if s.code[s.pc + WHEN] == DRAW_AT_WILL:
        draws = card_total(s.hand[seat]) < STAND
        return 1 if is_a(move, Draw) == draws else 0
    if is_a(move, TakeTop):
        gain = deadwood(s.hand[seat]) - deadwood(s.hand[seat] | BIT[s.top - 1])
        return 2 if gain >= max(weights[TAKE], 1) else 0
    return 1
