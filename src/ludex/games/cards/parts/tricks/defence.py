"""Rules of thumb of bots against what others play for: a Nil is attacked or covered, and the moon is defended."""

from __future__ import annotations

from ludex.author import rule
from ludex.games.cards.card_sets import size
from ludex.games.cards.parts.card_points.genome import CARD_SCORING
from ludex.games.cards.parts.card_points.places import CARD_FLAGS, MOON
from ludex.games.cards.parts.card_points.rules import card_scoring_at
from ludex.games.cards.parts.seats import side_of
from ludex.games.cards.parts.trumps.rules import strength, suit_of
from ludex.games.cards.state import State

MOON_SIGN = 3
"""A seat that alone has won one in this many of the cards that score may be shooting the moon."""
VOID = 100
"""The penalty for leading a suit that a Nil does not hold: it throws a dangerous card away there."""


@rule
def find_nil(s: State, seat: int, of_partner: bool) -> int:
    """Find a partner, or an opponent, who bid Nil and has won no trick yet; -1 if there is none."""
    for other in range(s.seats):
        is_partner = side_of(s, other) == side_of(s, seat)
        if other != seat and s.nil[other] and s.tricks[other] == 0 and is_partner == of_partner:
            return int(other)
    return -1


@rule
def find_shooter(s: State, seat: int) -> int:
    """Find the one other seat that may be shooting the moon, because it alone has won cards that score, and many of
    them; -1 if there is none."""
    at = card_scoring_at(s)
    if s.code[at] != CARD_SCORING or not s.code[at + CARD_FLAGS] & MOON:
        return -1
    found = -1
    for other in range(s.seats):
        if s.won[other] & s.scoring_cards:
            if found >= 0 or other == seat:
                return -1
            found = other
    if found >= 0 and size(s.won[found] & s.scoring_cards) * MOON_SIGN >= size(s.scoring_cards):
        return found
    return -1


@rule
def attacking_lead(s: State, card: int, nil: int) -> int:
    """Lead low, and not a suit that the Nil cannot follow."""
    suit = suit_of(s, card)
    value = -strength(s, card) - (8 if suit + 1 == s.trump else 0)
    return int(value - (VOID if s.voids[nil] >> suit & 1 else 0))
