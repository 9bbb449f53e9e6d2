"""What a learned value of a position is made of, in games that take turns: the score and the cards left in hand.

In games of tricks a search plays on to the end of the hand, and needs no value.
"""

from __future__ import annotations

from ludex.author import Rows, rule
from ludex.games.cards.bytecode.places import LOW_WINS
from ludex.games.cards.components import RANK_MASK
from ludex.games.cards.rules.seats import is_step, side_of
from ludex.games.cards.state import State

FEATURES = ("score", "cards in hand", "ranks in hand", "last cards", "turns to wait")
SCORE, CARDS, RANKS, LAST_CARDS, WAIT = range(len(FEATURES))
STAGES = 3
FEW = (3, 8)
"""Up to so many cards some seat holds in the last stages of a hand."""


@rule
def features(s: State, out: Rows) -> int:
    """How each seat stands when a turn begins."""
    if not is_step(s.code[s.pc]) or s.pc != s.group or s.drawn or s.claimed or s.claimer:
        return -1
    least = s.hand_size[0]
    for seat in range(s.seats):
        score = s.score[side_of(s, seat)]
        out[seat, SCORE] = -score if s.code[LOW_WINS] else score
        out[seat, CARDS] = s.hand_size[seat]
        for rank in range(len(RANK_MASK)):
            out[seat, RANKS] += (s.hand[seat] & RANK_MASK[rank]) != 0
        out[seat, LAST_CARDS] = min(s.hand_size[seat], FEW[0])
        out[seat, WAIT] = (seat - s.turn) % s.seats
        least = min(least, s.hand_size[seat])
    stage = STAGES - 1
    for few in FEW:
        stage -= least > few
    return int(stage)
