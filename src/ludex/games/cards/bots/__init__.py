"""Strategies for card games, whatever the genome. They are rules, so that they run compiled inside simulations.

`greedy` bids what its hand should win and takes what it can; in auctions it bids what is worth most by points and
lengths. `careful` also remembers the cards that were played, leads and wins with those that should not be beaten, does
not play over its partner, keeps away from bags, bids Nil on a weak hand, attacks a Nil or covers its partner's, defends
against the moon, and doubles bids that are far too high.
"""

from __future__ import annotations

from typing import Any

from ludex.author import bot, rule
from ludex.games.cards.parts.auction.bots import choose_call
from ludex.games.cards.parts.auction.card_play import choose_contract_card
from ludex.games.cards.parts.auction.genome import AUCTION
from ludex.games.cards.parts.betting.bots import choose_bet
from ludex.games.cards.parts.betting.genome import BETTING
from ludex.games.cards.parts.bidding.bots import choose_bid
from ludex.games.cards.parts.bidding.genome import BIDDING
from ludex.games.cards.parts.passing.genome import PASS
from ludex.games.cards.parts.tricks.bots import DEFENDS, MODEST, choose_trick_card
from ludex.games.cards.parts.tricks.genome import TRICK
from ludex.games.cards.parts.tricks.places import BLIND, LOW_CARD_WINS, TRICK_FLAGS
from ludex.games.cards.parts.turns.bots import choose_step
from ludex.games.cards.state import State
from ludex.games.cards.weights import CAREFUL, GREEDY, WeightRow


@rule
def decide(s: State, seat: int, options: Any, count: int, dice: Any, style: int, weights: WeightRow) -> int:
    """Decide by the kind of phase."""
    kind = s.code[s.pc]
    if count == 1 and options[0, 0] == options[0, 1]:
        return int(options[0, 0])
    if kind == TRICK or kind == PASS:
        if kind == TRICK and s.code[s.pc + TRICK_FLAGS] & BLIND:
            return int(options[0, 0])
        if s.declarer and kind == TRICK and not s.code[s.pc + TRICK_FLAGS] & LOW_CARD_WINS:
            return choose_contract_card(s, seat, options, count)
        return choose_trick_card(s, seat, options, count, kind == PASS, style, weights)
    if kind == BIDDING:
        return choose_bid(s, seat, options, count, style & MODEST != 0, weights)
    if kind == AUCTION:
        return choose_call(s, seat, options, count, style & MODEST != 0)
    if kind == BETTING:
        return choose_bet(s, seat, options, count)
    return choose_step(s, seat, options, count, dice, weights)


BOTS = {
    "greedy": bot(decide, 0, weights=GREEDY, about="Bids what its hand should win, and wins what can be won."),
    "careful": bot(
        decide,
        MODEST | DEFENDS,
        weights=CAREFUL,
        about="Remembers cards, bids Nil on a weak hand, and wins no more than it needs; attacks and covers Nils.",
    ),
}
