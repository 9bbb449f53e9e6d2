"""The end of a match."""

from __future__ import annotations

from ludex.author import rule
from ludex.games.cards.bytecode.numbers import signed_number
from ludex.games.cards.parts.match.places import FLOOR, HANDS, LOW_WINS, TARGET
from ludex.games.cards.parts.seats import sides
from ludex.games.cards.state import ALL_HANDS_PLAYED, FLOOR_REACHED, LAST_ALIVE, TARGET_REACHED, State


@rule
def why_over(s: State) -> int:
    """The match ends with its last hand, when one seat is left, at the target or at the floor. While the best score is
    tied, it continues."""
    if s.alive & (s.alive - 1) == 0:
        return LAST_ALIVE
    if s.hand_number >= s.code[HANDS]:
        return ALL_HANDS_PLAYED
    target, floor = signed_number(s, TARGET), signed_number(s, FLOOR)
    high = low = int(s.score[0])
    highest = lowest = 0
    for side in range(sides(s)):
        score = int(s.score[side])
        highest = 1 if score > high else highest + (score == high)
        lowest = 1 if score < low else lowest + (score == low)
        high, low = max(high, score), min(low, score)
    best_alone = lowest == 1 if s.code[LOW_WINS] else highest == 1
    if target and high >= target and best_alone:
        return TARGET_REACHED
    return FLOOR_REACHED if floor and low <= floor and best_alone else 0
