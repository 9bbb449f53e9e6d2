"""Games with chips: a pot, or a stake against the dealer. Each says where it is simpler than its published rules."""

from __future__ import annotations

from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.parts.betting.genome import BettingPhase, Chips
from ludex.games.cards.parts.deal.genome import Deal
from ludex.games.cards.parts.discarding.genome import DiscardPhase
from ludex.games.cards.parts.drawing.genome import DrawPhase
from ludex.games.cards.parts.match.genome import Match


def create_betting_war_genome() -> Genome:
    """Describe War with chips: one card each, betting, the highest card takes the pot."""
    return Genome(
        name="betting-war",
        title="Betting War",
        about="One hidden card each, and chips to bet on it: call, raise, or run from a bluff. The highest card "
        "takes the pot.",
        seats=(2, 6),
        deal=Deal(cards=1),
        phases=(BettingPhase(bet=2, raises=3),),
        ranking="high card",
        chips=Chips(50, 1),
        match=Match(hands=20),
    )


def create_simple_poker_genome() -> Genome:
    """Describe poker with five cards and one round of betting."""
    return Genome(
        name="simple-poker",
        title="Simple Poker",
        about="Five cards, one round of betting, and a straight face: the best hand wins, or the boldest.",
        simplified="There are no side pots: players who run out of chips stay in for the whole pot.",
        seats=(2, 6),
        deal=Deal(cards=5),
        phases=(BettingPhase(),),
        ranking="poker",
        chips=Chips(100, 1),
        match=Match(hands=20),
    )


def create_draw_poker_genome() -> Genome:
    """Describe five-card draw."""
    return Genome(
        name="draw-poker",
        title="Draw Poker",
        about="Five cards, three of which you may exchange between two rounds of betting. Who draws only one, and why?",
        simplified="There are no side pots: players who run out of chips stay in for the whole pot.",
        seats=(2, 6),
        deal=Deal(cards=5),
        phases=(BettingPhase(), DiscardPhase(3, optional=True, face_down=True, refill=True), BettingPhase(bet=4)),
        turn_rounds=1,
        ranking="poker",
        chips=Chips(100, 1),
        match=Match(hands=20),
    )


def create_blackjack_genome() -> Genome:
    """Describe Blackjack; the deal goes round."""
    return Genome(
        name="blackjack",
        title="Blackjack",
        about="How close to 21 dare you go? One card too many, and the dealer need not even look.",
        simplified="The dealer is one of the players, and nobody plays for more than the dealer can pay. None of the "
        "dealer's cards is shown, stakes are fixed, there is no splitting, doubling or insurance, and 21 with two "
        "cards counts like any other 21.",
        seats=(2, 6),
        deal=Deal(cards=2),
        phases=(DrawPhase(when="optional", count=10),),
        turn_rounds=1,
        ranking="blackjack",
        chips=Chips(100, 5),
        match=Match(hands=20),
    )
