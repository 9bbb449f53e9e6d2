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
        about="Lay down pairs, and do not be left with the odd queen. There is nothing to decide.",
        simplified="Hands are drawn from by chance, so nobody can offer a card.",
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
        about="Ask the others for cards of a rank, and collect all four.",
        simplified="Drawing the card one asked for gives no other turn. Every card of a book counts one point.",
        seats=(2, 6),
        deal=Deal(cards=5),
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
        about="Collect sets and runs, and knock when little else is left: to 100.",
        simplified="The first card may be taken like any other. The other hand lays nothing off, and there are no "
        "bonuses for lines and the game. A hand without a knock ends after 60 turns.",
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
        about="Capture cards from the table by cards of the same value; diamonds stand for coins.",
        simplified="Played with 40 standard cards. Which cards are captured is not chosen: an equal one before two, "
        "two before three, the lowest first. The most sevens stand for the primiera.",
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
