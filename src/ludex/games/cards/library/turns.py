"""Games of turns: getting rid of cards, or collecting them. Each says where it is simpler than its published rules."""

from __future__ import annotations

from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.parts.asking.genome import AskPhase
from ludex.games.cards.parts.card_points.genome import CardPoints, CardScoring, Majority
from ludex.games.cards.parts.claiming.genome import ClaimPhase
from ludex.games.cards.parts.deal.genome import Deal, Deck
from ludex.games.cards.parts.discarding.genome import DiscardPhase
from ludex.games.cards.parts.drawing.genome import DrawPhase
from ludex.games.cards.parts.match.genome import Match
from ludex.games.cards.parts.playing.genome import Effect, PlayPhase

ACE_LOW = "A23456789TJQK"
PIPS = tuple((rank, value) for value, rank in enumerate("A23456789", 1)) + tuple((rank, 10) for rank in "TJQK")


def _left_over(**other: int) -> CardScoring:
    """Return scoring in which the first player out gets the cards of the others: pips, ten for court cards, and other
    values by rank name."""
    special = {"8": other.get("eight", 8), "2": other.get("two", 2)}
    values = tuple(CardPoints(special.get(rank, value), rank) for rank, value in PIPS)
    return CardScoring(values, source="hand", to="winner")


def create_crazy_eights_genome() -> Genome:
    """Describe Crazy Eights."""
    return Genome(
        name="crazy-eights",
        title="Crazy Eights",
        about="Match the suit or the rank of the last card, or change everything with an eight. Be the first without "
        "cards.",
        simplified="Players who cannot play draw at most three cards.",
        seats=(2, 5),
        deal=Deal(cards=5, starter=True, few_seats=2, few_cards=7),
        phases=(
            DrawPhase(when="stuck", count=3, reshuffle=True),
            PlayPhase(allow=(("same suit",), ("same rank",), ("rank 8",)), wild="8"),
        ),
        hand_ends="first out",
        card_scoring=_left_over(eight=50),
        match=Match(hands=30, target=100),
    )


def create_uno_style_genome() -> Genome:
    """Describe a game in the style of Uno, with standard cards."""
    return Genome(
        name="uno-style",
        title="Uno-style",
        about="Match the suit or the rank of the last card, and make your neighbour draw, wait or turn round. Be the "
        "first without cards.",
        simplified="Played with standard cards: eights are wild, and twos, jacks and queens take the place of Uno's "
        "special cards. The first card turned up has no effect. Nobody has to announce their last card. A card that "
        "was drawn may be played at once.",
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
    """Describe President."""
    return Genome(
        name="president",
        title="President",
        about="Play ever higher cards, and keep one for the end: the first without cards becomes president.",
        simplified="Players who have passed may play again in the same round. No cards are exchanged between hands, "
        "and the president does not lead.",
        seats=(3, 6),
        deck=Deck("3456789TJQKA2"),
        phases=(PlayPhase(sets=True),),
        hand_ends="one left",
        order_scoring=(2, 1),
        match=Match(hands=5),
    )


def create_fan_tan_genome() -> Genome:
    """Describe Fan Tan, or Sevens."""
    return Genome(
        name="fan-tan",
        title="Fan Tan",
        about="Also known as Sevens: build every suit up and down from its seven, and hold back the card that the "
        "others need.",
        simplified="Players lose a point for each card left in their hand, instead of paying chips.",
        seats=(3, 6),
        deck=Deck(ACE_LOW),
        phases=(PlayPhase(allow=(("rank 7",), ("adjacent",)), to="table"),),
        hand_ends="first out",
        card_scoring=CardScoring((CardPoints(-1),), source="hand"),
        match=Match(hands=4),
    )


def create_cheat_genome() -> Genome:
    """Describe Cheat: lay cards face down and say what they are."""
    return Genome(
        name="cheat",
        title="Cheat",
        about="Lay cards face down and say what they are, truthfully or not. The others may doubt it, and one of you "
        "takes the pile.",
        simplified="The other players are asked in turn whether they believe a claim, so nobody is too late to doubt "
        "it.",
        seats=(3, 6),
        deck=Deck(ACE_LOW),
        phases=(ClaimPhase(),),
        hand_ends="first out",
        order_scoring=(1,),
    )


def create_old_maid_genome() -> Genome:
    """Describe Old Maid: one queen is missing, and no player wants the last one."""
    return Genome(
        name="old-maid",
        title="Old Maid",
        about="Lay down pairs, and do not be left with the odd queen. There is nothing to decide, only to hope.",
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
    """Describe Go Fish."""
    return Genome(
        name="go-fish",
        title="Go Fish",
        about="Ask the right player for the right rank: who listened well collects all four.",
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
    """Describe Gin Rummy, simplified."""
    return Genome(
        name="gin-rummy",
        title="Gin Rummy",
        about="Collect sets and runs in secret, and knock before the other does. The match goes to 100 points.",
        simplified="The first card turned up may be taken like any other. The knocker's opponent lays off no cards, "
        "and there are no bonuses for lines and for the game. A hand without a knock ends after 60 turns.",
        seats=(2, 2),
        deal=Deal(cards=10, starter=True),
        phases=(DrawPhase(source="either"), DiscardPhase(knock=10)),
        turn_limit=60,
        match=Match(hands=40, target=100),
    )


def create_scopa_genome() -> Genome:
    """Describe Scopa, with 40 cards of a standard deck; diamonds stand for coins."""
    return Genome(
        name="scopa",
        title="Scopa",
        about="Capture cards that add up to yours, sweep the table, and fight for the seven of diamonds. Diamonds "
        "stand for coins.",
        simplified="Played with 40 standard cards: jacks, queens and kings stand for knaves, knights and kings. "
        "Players do not choose which cards they capture when several ways add up to the card played. The point for the "
        "most sevens takes the place of the primiera. Cards are not dealt again when three or four of the cards on the "
        "table are kings. Play goes clockwise, and four players play for themselves, not in pairs. A match that nobody "
        "has won ends after 30 hands.",
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
