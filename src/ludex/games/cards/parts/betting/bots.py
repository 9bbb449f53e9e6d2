"""Rules by which bots bet."""

from __future__ import annotations

from typing import Any

from ludex.author import packed, rule
from ludex.games.cards.card_sets import size
from ludex.games.cards.components import RANK_MASK
from ludex.games.cards.moves import Check, Fold, Raise
from ludex.games.cards.parts.betting.places import BY_POKER, RANKING
from ludex.games.cards.parts.betting.rules import owed
from ludex.games.cards.parts.betting.showdown import BLACKJACK, card_total, strongest
from ludex.games.cards.state import State


@rule
def choose_bet(s: State, seat: int, options: Any, count: int) -> int:
    """Raise on a good hand, fold a bad one when it costs something."""
    cards = s.hand[seat]
    if s.code[RANKING] == BY_POKER:
        ranks = 0
        for rank in range(13):
            if size(cards & RANK_MASK[rank]) >= 2:
                ranks += 1
        good, bad = ranks > 0, ranks == 0 and strongest(s, cards) < 12
    else:
        high = strongest(s, cards)
        points = card_total(cards)
        good, bad = high >= 10 or points == BLACKJACK, high < 6
    wanted = packed(Raise) if good else packed(Fold) if bad and owed(s, seat) > 0 else packed(Check)
    for row in range(count):
        if options[row, 0] <= wanted <= options[row, 1]:
            return int(wanted)
    return packed(Check)
