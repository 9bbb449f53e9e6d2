"""Seed games of other families. Each says where it is simpler than its published rules."""

from __future__ import annotations

from ludex.games.cards.genome import (
    AskPhase,
    BettingPhase,
    CardPoints,
    CardScoring,
    Chips,
    ClaimPhase,
    Deal,
    Deck,
    DiscardPhase,
    DrawPhase,
    Effect,
    Genome,
    Majority,
    Match,
    PlayPhase,
)

ACE_LOW = "A23456789TJQK"
PIPS = tuple((rank, value) for value, rank in enumerate("A23456789", 1)) + tuple((rank, 10) for rank in "TJQK")


def _left_over(**other: int) -> CardScoring:
    """What the others hold goes to who is out first: pips, ten for court cards, and other values by rank name."""
    special = {"8": other.get("eight", 8), "2": other.get("two", 2)}
    values = tuple(CardPoints(special.get(rank, value), rank) for rank, value in PIPS)
    return CardScoring(values, source="hand", to="winner")


def create_betting_war_genome() -> Genome:
    """War with chips: one card each, betting, the highest card takes the pot."""
    return Genome(
        name="betting-war",
        title="Betting War",
        about="Every hand is one card a seat, which its owner sees before betting.",
        seats=(2, 6),
        deal=Deal(cards=1),
        phases=(BettingPhase(bet=2, raises=3),),
        ranking="high card",
        chips=Chips(50, 1),
        match=Match(hands=20),
    )


def create_crazy_eights_genome() -> Genome:
    """Crazy Eights."""
    return Genome(
        name="crazy-eights",
        title="Crazy Eights",
        about="Who cannot play draws up to three cards. Five cards each, whatever the number of seats.",
        seats=(2, 5),
        deal=Deal(cards=5, starter=True),
        phases=(
            DrawPhase(when="stuck", count=3, reshuffle=True),
            PlayPhase(allow=(("same suit",), ("same rank",), ("rank 8",)), wild="8"),
        ),
        hand_ends="first out",
        card_scoring=_left_over(eight=50),
        match=Match(hands=30, target=100),
    )


def create_uno_style_genome() -> Genome:
    """A game in the style of Uno, with standard cards."""
    return Genome(
        name="uno-style",
        title="Uno-style",
        about="Standard cards: eights are wild, a two makes the next seat draw two and miss its turn, a jack skips, "
        "a queen turns the way round.",
        seats=(2, 6),
        deal=Deal(cards=7, starter=True),
        phases=(
            DrawPhase(when="stuck", count=1, reshuffle=True),
            PlayPhase(allow=(("same suit",), ("same rank",), ("rank 8",)), wild="8"),
        ),
        effects=(Effect("2", "draw", 2), Effect("2", "skip"), Effect("J", "skip"), Effect("Q", "reverse")),
        hand_ends="first out",
        card_scoring=_left_over(eight=50, two=20),
        match=Match(hands=30, target=200),
    )


def create_president_genome() -> Genome:
    """President."""
    return Genome(
        name="president",
        title="President",
        about="Who passed may play again in the same round. Cards are not exchanged between hands.",
        seats=(3, 6),
        deck=Deck("3456789TJQKA2"),
        phases=(PlayPhase(sets=True),),
        hand_ends="one left",
        order_scoring=(2, 1),
        match=Match(hands=5),
    )


def create_old_maid_genome() -> Genome:
    """Old Maid: one queen is missing, and nobody wants the last one."""
    return Genome(
        name="old-maid",
        title="Old Maid",
        about="Pairs are put down at once, and cards are drawn from the next seat that has some.",
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
        about="Drawing the card one asked for gives no other turn. Every card of a book counts one.",
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
        about="The first card may be taken like any other, the other hand lays nothing off, there are no line bonuses, "
        "and a hand without a knock ends after 60 turns.",
        seats=(2, 2),
        deal=Deal(cards=10, starter=True),
        phases=(DrawPhase(source="either"), DiscardPhase(knock=10)),
        turn_limit=60,
        match=Match(hands=40, target=100),
    )


def create_fan_tan_genome() -> Genome:
    """Fan Tan, or Sevens."""
    return Genome(
        name="fan-tan",
        title="Fan Tan",
        about="Who is out first wins; the others lose a point for each card left, instead of paying chips.",
        seats=(3, 6),
        deck=Deck(ACE_LOW),
        phases=(PlayPhase(allow=(("rank 7",), ("adjacent",)), to="table"),),
        hand_ends="first out",
        card_scoring=CardScoring((CardPoints(-1),), source="hand"),
        match=Match(hands=4),
    )


def create_scopa_genome() -> Genome:
    """Scopa, with 40 cards of a standard deck; diamonds stand for coins."""
    return Genome(
        name="scopa",
        title="Scopa",
        about="A card captures an equal one, else two or three that add up to it, the lowest there are: nothing is "
        "chosen. Most sevens stand for the primiera.",
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


def create_cheat_genome() -> Genome:
    """Cheat: lay cards face down and say what they are."""
    return Genome(
        name="cheat",
        title="Cheat",
        about="The others are asked in turn whether they believe a claim; the first doubt settles it.",
        seats=(3, 6),
        deck=Deck(ACE_LOW),
        phases=(ClaimPhase(),),
        hand_ends="first out",
        order_scoring=(1,),
    )


def create_simple_poker_genome() -> Genome:
    """Five cards, one round of betting."""
    return Genome(
        name="simple-poker",
        title="Simple Poker",
        about="Five cards and one round of betting. Who runs out of chips stays in for the whole pot.",
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
        about="Up to three cards are exchanged between two rounds of betting. There are no side pots.",
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
        about="The dealer is one of the seats and draws to 17. Cards are not shown, stakes are fixed, nothing is split "
        "or doubled, and 21 with two cards is just 21.",
        seats=(2, 6),
        deal=Deal(cards=2),
        phases=(DrawPhase(when="optional", count=10),),
        turn_rounds=1,
        ranking="blackjack",
        chips=Chips(100, 5),
        match=Match(hands=20),
    )
