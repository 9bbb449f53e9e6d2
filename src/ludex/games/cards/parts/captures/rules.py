"""Capturing: a card takes cards of its value from the table."""

from __future__ import annotations

from ludex.author import EVERYONE, Log, note, rule
from ludex.games.cards.bytecode.numbers import signed
from ludex.games.cards.card_sets import highest, lowest, size
from ludex.games.cards.components import BIT
from ludex.games.cards.events import Captured
from ludex.games.cards.parts.captures.places import SWEEP_POINTS
from ludex.games.cards.parts.seats import side_of, sides, with_cards
from ludex.games.cards.parts.terms import SWEEPS, gain
from ludex.games.cards.parts.trumps.rules import strength
from ludex.games.cards.parts.turns.hand_end import are_turns_over, can_deal_again
from ludex.games.cards.state import State

MOST_CAPTURED = 9
"""No card is stronger than a bower with 15, which is what four cards of 1, four of 2 and one of 3 add up to."""


@rule
def captured(s: State, card: int) -> int:
    """Find the cards that a card captures: as few as add up to its value, and among as few the lowest."""
    value = strength(s, card)
    for count in range(1, MOST_CAPTURED + 1):
        cards = lowest_sum(s, value, count)
        if cards:
            return cards
    return 0


@rule
def lowest_sum(s: State, value: int, count: int) -> int:
    """The first cards of the table, in the order of their numbers, of which there are `count` and which add up to a
    value; none if there are no such cards.

    Cards are tried one after the other. When no card is left to try, the last one taken is put back.
    """
    cards, untried = 0, int(s.table)
    while True:
        if count > 0 and untried:
            card = lowest(untried)
            untried &= untried - 1
            rest = value - strength(s, card)
            if rest >= 0 and (rest == 0) == (count == 1):
                cards, value, count = cards | BIT[card], rest, count - 1
                if count == 0:
                    return int(cards)
        elif cards:
            card = highest(cards)
            cards, value, count = cards & ~BIT[card], value + strength(s, card), count + 1
            untried = s.table >> card + 1 << card + 1
        else:
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


@rule
def score_sweeps(s: State, log: Log, at: int) -> None:
    """Score points for every sweep."""
    for side in range(sides(s)):
        count = 0
        for seat in range(s.seats):
            if side_of(s, seat) == side:
                count += s.sweeps[seat]
        if count:
            gain(s, log, side, SWEEPS, count * signed(s, at + SWEEP_POINTS), count, 0, 0)
