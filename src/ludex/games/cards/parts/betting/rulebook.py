"""Sentences of the rulebook about betting and chips."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.games.cards.components import names_of, show
from ludex.games.cards.events import PointsCounted
from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.parts.betting.genome import BettingPhase
from ludex.games.cards.parts.betting.showdown import card_total, poker_value
from ludex.games.cards.parts.deal.checks import hand_sizes
from ludex.games.cards.parts.part import Terms
from ludex.games.cards.state import State
from ludex.games.cards.wording import NAME, listed, many

POKER_HANDS = (
    ("straight flush", 5),
    ("four of a kind", 4),
    ("full house", 5),
    ("flush", 5),
    ("straight", 5),
    ("three of a kind", 3),
    ("two pairs", 4),
    ("one pair", 2),
    ("high card", 1),
)
"""The kinds of poker hands, with the number of cards that each needs."""


BLACKJACK_POINTS = (
    "Number cards count their number, court cards 10, and an ace 11, or 1 if 11 would bring the total above 21."
)


def betting_sentences(genome: Genome, phase: BettingPhase) -> Iterator[str]:
    first = next(other for other in genome.phases if isinstance(other, BettingPhase))
    if phase is not first:
        yield from _betting_again(first, phase)
        return
    if phase.raises:
        yield "**Betting.** In turn, clockwise, players call, raise or fold."
    else:
        yield "**Betting.** In turn, clockwise, players call or fold."
    yield "To call is to pay as much in all as anyone has paid so far, which may cost nothing."
    if phase.raises:
        most = many(phase.raises, "raise")
        yield f"To raise is to pay {many(phase.bet, 'chip')} more than that; there may be at most {most} in the round."
    yield "To fold is to drop out of the hand and lose what you have paid; nobody folds when calling costs nothing."
    yield "Betting ends when all players still in the hand have paid the same."
    yield "Players who cannot pay the full amount pay what they have and stay in."


def _betting_again(first: BettingPhase, phase: BettingPhase) -> Iterator[str]:
    """Yield a later round, by its differences from the first."""
    changes = [f"a raise is {many(phase.bet, 'chip')}"] if phase.raises and phase.bet != first.bet else []
    if phase.raises != first.raises:
        most = f"at most {many(phase.raises, 'raise')}" if phase.raises else "no raises"
        changes.append(f"there may be {most}")
    but = f", but {listed(changes)}" if changes else ""
    yield f"**Betting.** There is another round of betting like the first{but}."


def pot_sentences(genome: Genome) -> Iterator[str]:
    folds = any(isinstance(phase, BettingPhase) for phase in genome.phases)
    yield from _showdown(genome, folds)
    among = "among the players who have not folded wins the pot." if folds else "wins the pot."
    rankings = {
        "poker": f"The best poker hand {among} {_poker(genome)}",
        "high card": f"The highest card {among}",
        "points": f"The highest number of points {among} {BLACKJACK_POINTS}",
        "blackjack": "Each player plays against the dealer alone. Players with more than 21 points lose their stake to "
        "the dealer, whatever the dealer has, and so do players with fewer points than a dealer who has not gone above "
        "21. Players with as many points as the dealer get their stake back. All others get their stake back and win "
        "as much again from the dealer.",
    }
    if genome.ranking in rankings:
        yield rankings[genome.ranking]
    if genome.ranking not in ("none", "blackjack"):
        if folds:
            yield "If all other players have folded, the last one wins the pot, whatever they hold."
        yield "Equal hands share the pot; chips left over go one each to the winners, starting on the dealer's left."
    if genome.chips:
        yield "Chips are the score. Players with no chips left are out of the match."


def _showdown(genome: Genome, folds: bool) -> Iterator[str]:
    """Say who shows a hand before it is compared."""
    if folds:
        yield (
            "At the end of the hand, all players who have not folded show their cards, unless only one of them is "
            "left. Folded cards are never shown."
        )
    elif genome.ranking == "blackjack":
        yield "At the end of the hand, the dealer and all who play for a stake show their cards."
    elif genome.ranking != "none":
        yield "At the end of the hand, all players show their cards."


def _poker(genome: Genome) -> str:
    cards = hand_sizes(genome)[1]
    kinds = ", ".join(name for name, least in POKER_HANDS if least <= cards)
    low = f" In a straight, the {NAME[genome.deck.ranks[-1]]} may also count as the lowest card." if cards == 5 else ""
    return (
        f"From best to worst: {kinds}.{low} Between hands of the same kind the higher cards decide, first those of "
        "which there are several, then the others. Suits do not count otherwise."
    )


def ante_sentences(genome: Genome, ante: int) -> Iterator[str]:
    left = ", or as many as they have left" if ante > 1 else ""
    if genome.ranking != "blackjack":
        yield f"Before the deal, each player pays {many(ante, 'chip')} into the pot{left}."
        return
    yield f"Before the deal, each player except the dealer stakes {many(ante, 'chip')}{left}."
    yield (
        "Nobody stakes more than the dealer can pay: what the dealer has is promised to one player after the other, "
        "beginning on the dealer's left. Players for whom nothing is left sit the hand out."
    )


_HELD = (
    "high card",
    "one pair",
    "two pairs",
    "three of a kind",
    "a straight",
    "a flush",
    "a full house",
    "four of a kind",
    "a straight flush",
)


def pot_term(genome: Genome, s: State, term: PointsCounted) -> str:
    """Tell what a seat held, and so won or lost chips."""
    seat = term.side
    cards = show(names_of(s.hand[seat]))
    if s.folded >> seat & 1:
        told = "folded"
    elif genome.ranking == "poker":
        told = f"held {_HELD[poker_value(s, s.hand[seat]) >> 20]}, {cards}"
    elif genome.ranking == "high card":
        told = f"held {cards}"
    else:
        told = f"held {card_total(s.hand[seat])} points, {cards}"
    dealer = "dealt and " if genome.ranking == "blackjack" and seat == s.dealer else ""
    return f"{dealer}{told}"


POT_TERMS: Terms = {"pot": pot_term}
