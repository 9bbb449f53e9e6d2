"""Capturing: a card takes cards of its value from the table."""

from __future__ import annotations

from ludex.author import EVERYONE, Log, note, rule
from ludex.games.cards.card_sets import size
from ludex.games.cards.components import BIT
from ludex.games.cards.events import Captured
from ludex.games.cards.rules.hand_end import are_turns_over, can_deal_again
from ludex.games.cards.rules.seats import with_cards
from ludex.games.cards.rules.suits import strength
from ludex.games.cards.state import State


@rule
def captured(s: State, card: int) -> int:
    """What a card captures: an equal card, else two cards that add up to it, else three; the lowest there are."""
    value = strength(s, card)
    for size_wanted in range(1, 4):
        for first in range(52):
            if s.table >> first & 1:
                one = value - strength(s, first)
                if size_wanted == 1 and one == 0:
                    return int(BIT[first])
                for second in range(first + 1, 52):
                    if size_wanted > 1 and s.table >> second & 1:
                        two = one - strength(s, second)
                        if size_wanted == 2 and two == 0:
                            return int(BIT[first] | BIT[second])
                        for third in range(second + 1, 52):
                            if size_wanted == 3 and s.table >> third & 1 and two == strength(s, third):
                                return int(BIT[first] | BIT[second] | BIT[third])
    return 0


@rule
def capture(s: State, seat: int, card: int, log: Log) -> None:
    """A seat that captures takes the cards and its own. If it clears the table, that is a sweep, unless it was the last
    card of the hand."""
    cards = captured(s, card)
    if cards == 0:
        s.table |= BIT[card]
        return
    s.table &= ~cards
    s.won[seat] |= cards | BIT[card]
    s.leader = seat
    if s.table == 0 and (with_cards(s) or (can_deal_again(s) and not are_turns_over(s, s.turns + 1))):
        s.sweeps[seat] += 1
    note(log, Captured, EVERYONE, seat, size(cards))
