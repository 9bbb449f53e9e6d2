"""Games in which players collect cards. Each says where it is simpler than its published rules."""

from __future__ import annotations

from ludex.games.cards.genome.schema import (
    AskPhase,
    CardPoints,
    CardScoring,
    Deal,
    Deck,
    DiscardPhase,
    DrawPhase,
    Genome,
    Majority,
    Match,
    PlayPhase,
)


def create_old_maid_genome() -> Genome:
    """Old Maid: one queen is missing, and nobody wants the last one."""
    return Genome(
        name="old-maid",
        title="Old Maid",
        about="Lay down pairs, and avoid being left with the odd queen. There is nothing to decide.",
        simplified="Cards are drawn at random, so players cannot offer a card to be drawn.",
        seats=(2, 6),
        deck=Deck(without=("QC",)),
        phases=(DrawPhase(source="neighbour"),),
        hand_ends="one left",
        turn_limit=500,
        book=2,
        card_scoring=CardScoring((CardPoints(-1, "Q"),), source="hand"),
    )


def create_go_fish_genome() -> Genome:
    """Go Fish."""
    return Genome(
        name="go-fish",
        title="Go Fish",
        about="Ask the other players for cards, and collect all four of a rank.",
        simplified="Players who draw the card they asked for do not get another turn. Every card of a book counts 1 "
        "point.",
        seats=(2, 6),
        deal=Deal(cards=5, few_seats=3, few_cards=7),
        phases=(AskPhase(),),
        hand_ends="all out",
        turn_limit=500,
        book=4,
        card_scoring=CardScoring((CardPoints(1),)),
    )


def create_gin_rummy_genome() -> Genome:
    """Gin Rummy, simplified."""
    return Genome(
        name="gin-rummy",
        title="Gin Rummy",
        about="Collect sets and runs, and knock when you have little else left, to 100 points.",
        simplified="The first card turned up may be taken like any other. The knocker's opponent lays off no cards, "
        "and there are no bonuses for lines and for the game. A hand without a knock ends after 60 turns.",
        seats=(2, 2),
        deal=Deal(cards=10, starter=True),
        phases=(DrawPhase(source="either"), DiscardPhase(knock=10)),
        turn_limit=60,
        match=Match(hands=40, target=100),
    )


def create_scopa_genome() -> Genome:
    """Scopa, with 40 cards of a standard deck; diamonds stand for coins."""
    return Genome(
        name="scopa",
        title="Scopa",
        about="Capture cards from the table with cards of the same value. Diamonds stand for coins.",
        simplified="Played with 40 standard cards. Players do not choose what they capture: one card comes before "
        "two, two before three, and the lowest first. The point for the most sevens takes the place of the primiera.",
        seats=(2, 4),
        deck=Deck("A234567JQK"),
        deal=Deal(cards=3, table=4, again=True),
        phases=(PlayPhase(to="capture"),),
        hand_ends="all out",
        card_scoring=CardScoring((CardPoints(1, "7", "diamonds"),)),
        majorities=(Majority(1), Majority(1, suit="diamonds"), Majority(1, "7")),
        sweep_points=1,
        match=Match(hands=30, target=11),
    )
