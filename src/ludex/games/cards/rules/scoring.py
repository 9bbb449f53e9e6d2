"""Scoring a hand, and whether the match is over."""

from __future__ import annotations

from ludex.author import EVERYONE, Log, note, rule
from ludex.games.cards.bytecode.blocks import END
from ludex.games.cards.bytecode.layouts import SCORING_AT
from ludex.games.cards.bytecode.numbers import past_block
from ludex.games.cards.events import HandScored
from ludex.games.cards.parts.auction.calls import auction_at
from ludex.games.cards.parts.auction.places import AUCTION_FLAGS, SAME_DEALER
from ludex.games.cards.parts.auction.scoring import score_auction
from ludex.games.cards.parts.betting.places import RANKING
from ludex.games.cards.parts.betting.showdown import settle_pot
from ludex.games.cards.parts.bidding.contracts import score_contracts
from ludex.games.cards.parts.bidding.places import BIDDING_AT
from ludex.games.cards.parts.captures.genome import SWEEP
from ludex.games.cards.parts.captures.rules import score_sweeps
from ludex.games.cards.parts.card_points.genome import CARD_SCORING, MAJORITIES
from ludex.games.cards.parts.card_points.rules import score_cards, score_majorities
from ludex.games.cards.parts.discarding.rules import score_knock
from ludex.games.cards.parts.match.rules import why_over
from ludex.games.cards.parts.seats import next_in, sides
from ludex.games.cards.parts.tricks.genome import TRICK_SCORING
from ludex.games.cards.parts.tricks.places import KNOCKOUT
from ludex.games.cards.parts.tricks.rules import knock_out, score_tricks
from ludex.games.cards.parts.turns.genome import ORDER_SCORING
from ludex.games.cards.parts.turns.rules import score_order
from ludex.games.cards.rules.showing import show_hands
from ludex.games.cards.state import SEATS, State


@rule
def finish_hand(s: State, log: Log) -> None:
    """Score the hand in the order of the program, then find the next dealer or end the match."""
    show_hands(s, log)
    for side in range(SEATS):
        s.gained[side] = 0
    if s.code[BIDDING_AT]:
        score_contracts(s, log)
    if s.declarer:
        score_auction(s, log)
    at = int(s.code[SCORING_AT])
    while s.code[at] != END:
        kind = s.code[at]
        if kind == TRICK_SCORING:
            score_tricks(s, log, at)
        elif kind == CARD_SCORING:
            score_cards(s, log, at)
        elif kind == ORDER_SCORING:
            score_order(s, log, at)
        elif kind == MAJORITIES:
            score_majorities(s, log, at)
        elif kind == SWEEP:
            score_sweeps(s, log, at)
        at = past_block(s, at)
    if s.knocker:
        score_knock(s, log)
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
    if not s.ended and not deals_again(s):
        s.dealer = next_in(s, s.dealer, s.alive)


@rule
def deals_again(s: State) -> bool:
    """Return True if the same dealer deals the next hand, because all have passed."""
    return bool(s.passed_out and s.code[auction_at(s) + AUCTION_FLAGS] & SAME_DEALER)


@rule
def remember_hand(s: State) -> None:
    """Keep how the hand went, while the next one is played."""
    for seat in range(s.seats):
        s.last_tricks[seat], s.last_bid[seat], s.last_nil[seat] = s.tricks[seat], s.bid[seat], s.nil[seat]
        s.last_size[seat] = s.hand_size[seat]
