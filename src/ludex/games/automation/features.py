"""What a learned value of a position is made of: the cards that a seat owns, and what they bring a turn."""

from __future__ import annotations

from ludex.author import Rows, rule
from ludex.games.automation.components import EDITIONS, FRAMEWORK, KINDS_IN, MONEY, MORE_CARDS, NAMES
from ludex.games.automation.state import MONEY_PHASE, State

BASE = EDITIONS.index("base")
OWNED = int(KINDS_IN[BASE])
IN_HAND, PER_CARD, DRAWS, FIRST = range(OWNED, OWNED + 4)
FEATURES = (*NAMES[:OWNED], "money in hand", "money per 100 cards", "cards drawn per 100", "first to move")
STAGES = 4
FEW = (1, 3, 6)
"""Up to so many Frameworks are left in the last stages of the game."""


@rule
def features(s: State, out: Rows) -> int:
    """How each seat stands when a turn begins. Only the base edition has learned values."""
    if s.edition != BASE or s.depth > 0 or s.phase > MONEY_PHASE or s.money > 0:
        return -1
    for card in range(OWNED):
        if s.played[card] > 0:
            return -1
    for seat in range(s.seats):
        size = money = draws = 0
        for card in range(OWNED):
            count = s.hand[seat, card] + s.deck[seat, card] + s.discard[seat, card]
            out[seat, card] = count
            out[seat, IN_HAND] += s.hand[seat, card] * MONEY[BASE, card]
            size += count
            money += count * MONEY[BASE, card]
            draws += count * MORE_CARDS[BASE, card]
        out[seat, PER_CARD] = 100 * money // max(size, 1)
        out[seat, DRAWS] = 100 * draws // max(size, 1)
    out[s.turn, FIRST] = 1
    stage = STAGES - 1
    for few in FEW:
        stage -= s.supply[FRAMEWORK] > few
    return int(stage)
