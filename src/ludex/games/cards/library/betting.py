"""Games with chips: a pot, or a stake against the dealer. Each says where it is simpler than its published rules."""

from __future__ import annotations

from ludex.games.cards.genome.schema import (
    BettingPhase,
    Chips,
    Deal,
    DiscardPhase,
    DrawPhase,
    Genome,
    Match,
)


def create_betting_war_genome() -> Genome:
    """War with chips: one card each, betting, the highest card takes the pot."""
    return Genome(
        name="betting-war",
        title="Betting War",
        about="One card each, which only its owner sees: bet on it, and the highest takes the pot.",
        seats=(2, 6),
        deal=Deal(cards=1),
        phases=(BettingPhase(bet=2, raises=3),),
        ranking="high card",
        chips=Chips(50, 1),
        match=Match(hands=20),
    )


def create_simple_poker_genome() -> Genome:
    """Five cards, one round of betting."""
    return Genome(
        name="simple-poker",
        title="Simple Poker",
        about="Five cards and one round of betting.",
        simplified="There are no side pots: who runs out of chips stays in for the whole pot.",
        seats=(2, 6),
        deal=Deal(cards=5),
        phases=(BettingPhase(),),
        ranking="poker",
        chips=Chips(100, 1),
        match=Match(hands=20),
    )


def create_draw_poker_genome() -> Genome:
    """Five-card draw."""
    return Genome(
        name="draw-poker",
        title="Draw Poker",
        about="Five cards, of which up to three are exchanged between two rounds of betting.",
        simplified="There are no side pots: who runs out of chips stays in for the whole pot.",
        seats=(2, 6),
        deal=Deal(cards=5),
        phases=(BettingPhase(), DiscardPhase(3, optional=True, face_down=True, refill=True), BettingPhase(bet=4)),
        turn_rounds=1,
        ranking="poker",
        chips=Chips(100, 1),
        match=Match(hands=20),
    )


def create_blackjack_genome() -> Genome:
    """Blackjack; the deal goes round."""
    return Genome(
        name="blackjack",
        title="Blackjack",
        about="Come nearer to 21 than the dealer, but not beyond.",
        simplified="The dealer is one of the seats. No card is shown, stakes are fixed, nothing is split, doubled or "
        "insured, and 21 with two cards is just 21.",
        seats=(2, 6),
        deal=Deal(cards=2),
        phases=(DrawPhase(when="optional", count=10),),
        turn_rounds=1,
        ranking="blackjack",
        chips=Chips(100, 5),
        match=Match(hands=20),
    )
