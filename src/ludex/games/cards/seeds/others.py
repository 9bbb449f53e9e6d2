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
        about="One card each, which only its owner sees: bet on it, and the highest takes the pot.",
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
        about="Follow the suit or the rank of the card before, or play an eight: get rid of your cards first.",
        simplified="Two players get five cards, too, instead of seven. Who cannot play draws three cards at most.",
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
        about="Follow the suit or the rank of the card before, and mind the cards that do something.",
        simplified="Played with standard cards: eights are wild, twos, jacks and queens do what special cards do in "
        "Uno. Nobody has to say that one card is left. A card drawn may be played at once.",
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
        about="Get rid of your cards by ever stronger ones: to be first makes you president.",
        simplified="Who passed may play again in the same round. Cards are not exchanged between hands, and the "
        "president does not begin.",
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


def create_fan_tan_genome() -> Genome:
    """Fan Tan, or Sevens."""
    return Genome(
        name="fan-tan",
        title="Fan Tan",
        about="Sevens: build every suit up and down from its seven, and be out of cards first.",
        simplified="Players lose a point for each card left, instead of paying chips.",
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


def create_cheat_genome() -> Genome:
    """Cheat: lay cards face down and say what they are."""
    return Genome(
        name="cheat",
        title="Cheat",
        about="Lay cards face down and say what they are, true or not: get rid of them all.",
        simplified="The others are asked in turn whether they believe a claim, so nobody is too late to doubt.",
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
