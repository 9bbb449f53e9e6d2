"""Scoring a hand, and whether the match is over."""

from __future__ import annotations

from ludex.author import EVERYONE, Log, note, rule
from ludex.games.cards.bytecode.blocks import CARD_SCORING, END, MAJORITIES, ORDER_SCORING, SWEEP, TRICK_SCORING
from ludex.games.cards.bytecode.numbers import past_block, signed, signed_number
from ludex.games.cards.bytecode.places import (
    BIDDING_AT,
    CARD_FLAGS,
    FIRST_LEVEL,
    FIRST_MAJORITY,
    FIRST_PLACE,
    FLOOR,
    FROM_HAND,
    HANDS,
    KNOCKOUT,
    LEVEL_COUNT,
    LEVEL_POINTS,
    LEVEL_SIZE,
    LEVEL_TRICKS,
    LOW_WINS,
    MAJORITY_COUNT,
    MOON,
    PLACE_COUNT,
    RANKING,
    SCORING_AT,
    SWEEP_POINTS,
    TARGET,
    TO_WINNER,
    TRICK_BOOK,
    TRICK_POINTS,
    VALUE_POINTS,
    VALUE_RANK,
    VALUE_SIZE,
    VALUE_SUIT,
)
from ludex.games.cards.card_sets import size
from ludex.games.cards.events import HandScored, KnockedOut
from ludex.games.cards.rules.card_values import card_points, cards_worth
from ludex.games.cards.rules.contracts import score_contracts
from ludex.games.cards.rules.melds import deadwood
from ludex.games.cards.rules.seats import next_in, side_of, sides
from ludex.games.cards.rules.showdown import settle_pot
from ludex.games.cards.state import ALL_HANDS_PLAYED, FLOOR_REACHED, LAST_ALIVE, SEATS, TARGET_REACHED, State


@rule
def finish_hand(s: State, log: Log) -> None:
    """Score the hand in the order of the program, then find the next dealer or end the match."""
    for side in range(SEATS):
        s.gained[side] = 0
    if s.code[BIDDING_AT]:
        score_contracts(s)
    at = int(s.code[SCORING_AT])
    while s.code[at] != END:
        kind = s.code[at]
        if kind == TRICK_SCORING:
            score_tricks(s, at)
        elif kind == CARD_SCORING:
            score_cards(s, at)
        elif kind == ORDER_SCORING:
            score_order(s, at)
        elif kind == MAJORITIES:
            score_majorities(s, at)
        elif kind == SWEEP:
            for seat in range(s.seats):
                s.gained[side_of(s, seat)] += s.sweeps[seat] * signed(s, at + SWEEP_POINTS)
        at = past_block(s, at)
    if s.knocker:
        score_knock(s)
    if s.code[KNOCKOUT]:
        knock_out(s, log)
    if s.code[RANKING]:
        settle_pot(s, log)
    for side in range(sides(s)):
        s.score[side] += s.gained[side]
        note(log, HandScored, EVERYONE, side, s.gained[side], s.score[side])
    remember_hand(s)
    s.hand_number += 1
    s.ended = why_over(s)
    if not s.ended:
        s.dealer = next_in(s, s.dealer, s.alive)


@rule
def remember_hand(s: State) -> None:
    """Keep how the hand went, while the next one is played."""
    for seat in range(s.seats):
        s.last_tricks[seat], s.last_bid[seat], s.last_nil[seat] = s.tricks[seat], s.bid[seat], s.nil[seat]
        s.last_size[seat] = s.hand_size[seat]


@rule
def score_tricks(s: State, at: int) -> None:
    """Points for every trick beyond the book, and the highest level reached."""
    for side in range(sides(s)):
        tricks = 0
        for seat in range(s.seats):
            if side_of(s, seat) == side:
                tricks += s.tricks[seat]
        if tricks > s.code[at + TRICK_BOOK]:
            s.gained[side] += (tricks - s.code[at + TRICK_BOOK]) * signed(s, at + TRICK_POINTS)
        reached, points = 0, 0
        for item in range(s.code[at + LEVEL_COUNT]):
            level = at + FIRST_LEVEL + LEVEL_SIZE * item
            if reached < s.code[level + LEVEL_TRICKS] <= tricks:
                reached, points = s.code[level + LEVEL_TRICKS], signed(s, level + LEVEL_POINTS)
        s.gained[side] += points


@rule
def score_cards(s: State, at: int) -> None:
    """Points for cards won or left in hand, for the seat that has them or for the first seat to go out."""
    flags = s.code[at + CARD_FLAGS]
    total = 0
    shooter = -1
    for side in range(sides(s)):
        cards = 0
        for seat in range(s.seats):
            if side_of(s, seat) == side:
                cards |= s.hand[seat] if flags & FROM_HAND else s.won[seat]
        points = card_points(s, at, cards)
        total += points
        if not flags & TO_WINNER:
            s.gained[side] += points
        if flags & MOON and s.scoring_cards & ~cards == 0:
            shooter = side
    if flags & TO_WINNER:
        for seat in range(s.seats):
            if s.place[seat] == 1:
                s.gained[side_of(s, seat)] += total
    if shooter >= 0:
        for side in range(sides(s)):
            s.gained[side] += -total if side == shooter else total


@rule
def score_order(s: State, at: int) -> None:
    """Points by the order of going out. Seats that did not go out share the next place."""
    listed = s.code[at + PLACE_COUNT]
    for seat in range(s.seats):
        place = s.place[seat] if s.place[seat] else s.finished + 1
        if place <= listed and s.alive >> seat & 1:
            s.gained[side_of(s, seat)] += signed(s, at + FIRST_PLACE + place - 1)


@rule
def score_majorities(s: State, at: int) -> None:
    """Points for winning the most cards of a kind, unless sides tie."""
    for item in range(s.code[at + MAJORITY_COUNT]):
        place = at + FIRST_MAJORITY + VALUE_SIZE * item
        kind = cards_worth(s, s.code[place + VALUE_RANK], s.code[place + VALUE_SUIT])
        most = winner = -1
        for side in range(sides(s)):
            count = 0
            for seat in range(s.seats):
                if side_of(s, seat) == side:
                    count += size(s.won[seat] & kind)
            if count > most:
                most, winner = count, side
            elif count == most:
                winner = -1
        if winner >= 0:
            s.gained[winner] += signed(s, place + VALUE_POINTS)


@rule
def score_knock(s: State) -> None:
    """Compare the unmatched points of the knocker with those of every other hand.

    The knocker scores the difference, and a bonus if it has none. A hand with no more than the knocker scores the
    difference and the bonus instead.
    """
    knocker, own = s.knocker - 1, 0
    for step in range(s.seats):
        seat = (knocker + step) % s.seats
        left = deadwood(s.hand[seat])
        if step == 0:
            own = left
        elif s.alive >> seat & 1:
            if own == 0:
                s.gained[side_of(s, knocker)] += left + s.bonus
            elif left > own:
                s.gained[side_of(s, knocker)] += left - own
            else:
                s.gained[side_of(s, seat)] += s.bonus + own - left


@rule
def knock_out(s: State, log: Log) -> None:
    """Seats without a trick are out of the match, and all others score a point."""
    for seat in range(s.seats):
        if s.alive >> seat & 1:
            if s.tricks[seat] > 0:
                s.gained[side_of(s, seat)] += 1
            else:
                s.alive &= ~(1 << seat)
                note(log, KnockedOut, EVERYONE, seat)


@rule
def why_over(s: State) -> int:
    """The match ends with its last hand, when one seat is left, at the target or at the floor. While the best score is
    tied, it goes on."""
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
