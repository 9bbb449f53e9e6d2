"""The time that people take to play a game, estimated from its genome.

The estimate adds up what a hand takes and how many hands a match has:

- A hand takes 20 seconds to deal and score, and for every decision the seconds in `SECONDS`.
- Bids, passes, bets, tricks and rounds of turns are counted. Hands without a fixed number of turns are taken to last as
  long as such hands do (`_turns`).
- A match with a target is taken to last as many hands as the leading side needs at the usual rate (`_gain`). Where
  players are knocked out, a third of the hands is not played.

The range goes from a quick match with the fewest players to a slow one with the most.
"""

from __future__ import annotations

from math import ceil

from ludex.games.cards.board.traits import Traits
from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.parts.betting.genome import BettingPhase
from ludex.games.cards.parts.captures.checks import sweep_worth
from ludex.games.cards.parts.turns.checks import counted_turns

SECONDS = {
    "bid": 12.0,
    "call": 10.0,
    "pass": 6.0,
    "card": 5.0,
    "flip": 1.5,
    "bet": 6.0,
    "draw": 4.0,
    "play": 6.0,
    "discard": 6.0,
    "claim": 6.0,
    "judge": 3.0,
    "ask": 8.0,
}
"""Seconds that a decision takes."""

DEAL = 20.0
QUICK, SLOW = 0.75, 1.25


def minutes(genome: Genome) -> tuple[int, int]:
    """Return minutes for a match, from and to.

    >>> from ludex.games.cards import LIBRARY
    >>> minutes(LIBRARY["spades"]()), minutes(LIBRARY["cheat"]())
    ((80, 130), (8, 25))
    """
    traits = Traits(genome)
    times = [_match(traits, seats) / 60 for seats in genome.seats]
    return _rounded(min(times) * QUICK), _rounded(max(times) * SLOW)


def _rounded(time: float) -> int:
    """Return whole minutes, and from ten on a multiple of five."""
    return max(1, round(time)) if time < 10 else 5 * round(time / 5)


def _match(traits: Traits, seats: int) -> float:
    """Return seconds for a match."""
    genome = traits.genome
    hands = float(genome.match.hands)
    if genome.match.target:
        hands = min(hands, ceil(genome.match.target / max(1.0, _gain(traits, seats))))
    elif genome.knockout:
        hands *= 2 / 3
    sizes = [_hand_size(genome, seats, number) for number in range(max(1, round(hands)))]
    return sum(DEAL + _hand(traits, seats, size) for size in sizes)


def _hand_size(genome: Genome, seats: int, number: int = 0) -> int:
    deal = genome.deal
    cards = deal.few_cards if seats <= deal.few_seats else deal.cards
    return max(1, cards + deal.change * number) if cards else genome.deck.size // seats


def _hand(traits: Traits, seats: int, size: int) -> float:
    """Return seconds for the decisions of a hand."""
    time = 0.0
    if traits.bidding:
        time += seats * SECONDS["bid"]
    if traits.auction:
        time += 2 * seats * SECONDS["call"]
    if traits.passing:
        time += seats * traits.passing.cards * SECONDS["pass"]
    if traits.tricks:
        tricks = min(traits.tricks.tricks or size, traits.genome.turn_limit)
        if traits.tricks.take:
            tricks = min(traits.genome.turn_limit, 5 * traits.genome.deck.size)
        time += seats * tricks * SECONDS["flip" if traits.tricks.blind else "card"]
    rounds = sum(isinstance(phase, BettingPhase) for phase in traits.genome.phases)
    time += rounds * 1.5 * seats * SECONDS["bet"]
    return time + _turns(traits, seats, size) * _turn(traits, seats)


def _turns(traits: Traits, seats: int, size: int) -> float:
    """Return the number of turns in a hand, or the number that bots need in hands of this kind if it is not fixed."""
    genome = traits.genome
    if counted := counted_turns(genome, seats):
        return counted
    if traits.captures:
        return genome.deck.size - genome.deal.table if genome.deal.again else seats * size
    if traits.knocking:
        return min(18, genome.turn_limit)
    if traits.asking:
        return min(30 + 5 * seats, genome.turn_limit)
    if traits.neighbour:
        return min(15 * seats, genome.turn_limit)
    if traits.claiming:
        return min(genome.deck.size, genome.turn_limit)
    if traits.sets:
        return min(1.1 * genome.deck.size, genome.turn_limit)
    return min(1.3 * seats * size, genome.turn_limit) if traits.playing else 0


def _turn(traits: Traits, seats: int) -> float:
    """Return seconds for one turn."""
    steps = {
        "draw": traits.drawing is not None,
        "play": traits.playing is not None,
        "discard": traits.discarding is not None,
        "claim": traits.claiming is not None,
        "ask": traits.asking is not None,
    }
    judged = SECONDS["judge"] * (seats - 1) if traits.claiming else 0
    return judged + sum(SECONDS[step] for step, there in steps.items() if there)


def _gain(traits: Traits, seats: int) -> float:
    """Return the points per hand of the side that is ahead, or furthest behind if low scores win."""
    genome = traits.genome
    sides = len(genome.teams) or seats
    tricks = _hand_size(genome, seats)
    lead = (tricks / sides) * 1.13
    gain = 0.0
    if genome.contract_scoring:
        gain += 0.75 * lead * genome.contract_scoring.points_per_trick_bid + genome.contract_variant.exact_bonus / 2
    if genome.trick_scoring:
        gain += max(0.0, lead - genome.trick_scoring.book) * genome.trick_scoring.points
        gain += max((level.points for level in genome.trick_scoring.levels[:1]), default=0)
    if traits.auction:
        gain += traits.auction.scoring.game_bonus / 3 + 30
    if genome.card_scoring:
        gain += _cards_gain(traits, seats, sides)
    if genome.majorities or sweep_worth(genome):
        gain += 1.2 * (sum(most.points for most in genome.majorities) + sweep_worth(genome)) / sides
    if traits.knocking:
        gain += 10
    return gain + sum(genome.order_scoring[:1])


def _cards_gain(traits: Traits, seats: int, sides: int) -> float:
    """Return the points for cards: slightly more than a fair share of those won, or those left in the other hands."""
    genome, scoring = traits.genome, traits.genome.card_scoring
    deck = [rank + suit for rank in genome.deck.ranks for suit in "CDHS" if rank + suit not in genome.deck.without]
    worth = sum(traits.points(card, "spades") for card in deck)
    if scoring and scoring.source == "hand":
        left = (seats - 1 if scoring.to == "winner" else 1) * _hand_size(genome, seats) * 0.45
        return abs(worth) / len(deck) * left * (0.6 if scoring.to == "winner" else 1)
    return 1.3 * abs(worth) / sides
