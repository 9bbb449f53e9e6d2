"""Games in which players get rid of their cards. Each says where it is simpler than its published rules."""

from __future__ import annotations

from ludex.games.cards.genome.schema import (
    CardPoints,
    CardScoring,
    ClaimPhase,
    Deal,
    Deck,
    DrawPhase,
    Effect,
    Genome,
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


def create_crazy_eights_genome() -> Genome:
    """Crazy Eights."""
    return Genome(
        name="crazy-eights",
        title="Crazy Eights",
        about="Match the suit or the rank of the last card, or play an eight. Be the first to get rid of your cards.",
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
    """A game in the style of Uno, with standard cards."""
    return Genome(
        name="uno-style",
        title="Uno-style",
        about="Match the suit or the rank of the last card, and watch out for the cards that do something.",
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
    """President."""
    return Genome(
        name="president",
        title="President",
        about="Get rid of your cards by playing ever higher ones. The first to do so becomes president.",
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
    """Fan Tan, or Sevens."""
    return Genome(
        name="fan-tan",
        title="Fan Tan",
        about="Also known as Sevens: build every suit up and down from its seven, and be the first to run out of "
        "cards.",
        simplified="Players lose a point for each card left in their hand, instead of paying chips.",
        seats=(3, 6),
        deck=Deck(ACE_LOW),
        phases=(PlayPhase(allow=(("rank 7",), ("adjacent",)), to="table"),),
        hand_ends="first out",
        card_scoring=CardScoring((CardPoints(-1),), source="hand"),
        match=Match(hands=4),
    )


def create_cheat_genome() -> Genome:
    """Cheat: lay cards face down and say what they are."""
    return Genome(
        name="cheat",
        title="Cheat",
        about="Lay cards face down and say what they are, truthfully or not. Be the first to get rid of them all.",
        simplified="The other players are asked in turn whether they believe a claim, so nobody is too late to doubt "
        "it.",
        seats=(3, 6),
        deck=Deck(ACE_LOW),
        phases=(ClaimPhase(),),
        hand_ends="first out",
        order_scoring=(1,),
    )
