"""Random points for cards, and operators that change them."""

from __future__ import annotations

from random import Random
from typing import Any

from ludex.games.cards.components import SUITS
from ludex.games.cards.genome.fields import nudged, replace
from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.parts.card_points.genome import CardPoints, CardScoring, Majority
from ludex.games.cards.parts.deal.genome import Deck
from ludex.games.cards.parts.operators import MutationOperator, PartOperator, maybe, with_item, without_item


def some_points(rng: Random, deck: Deck, trump: str = "none") -> CardPoints:
    """Make random points for some cards of the deck."""
    rank = rng.choice((*deck.ranks, ""))
    suit: Any = rng.choice((*SUITS, "", "") if trump == "none" else (*SUITS, "trump", "", ""))
    return CardPoints(rng.choice((rng.randint(-5, 15), 1, 10)), rank, suit)


def some_majority(rng: Random, deck: Deck) -> Majority:
    """Make points for the most cards of a kind."""
    suit: Any = rng.choice((*SUITS, ""))
    return Majority(rng.randint(1, 5), rng.choice(("", "", *deck.ranks)), suit)


def some_card_scoring(rng: Random, deck: Deck, trump: str = "none") -> CardScoring:
    values = tuple(some_points(rng, deck, trump) for _ in range(rng.randint(1, 3)))
    return CardScoring(values, rng.choice(("won", "won", "hand")), moon=maybe(rng))


MOST_VALUES = 12
"""The largest number of values that people can remember."""


class AddCardValueMutation(MutationOperator):
    """Adds points for some more cards."""

    part = "scoring"
    needs = "points for cards, and fewer than twelve kinds of them"

    def applies(self, genome: Genome) -> bool:
        return genome.card_scoring is not None and len(genome.card_scoring.values) < MOST_VALUES

    def change(self, genome: Genome, rng: Random) -> Genome:
        scoring = genome.card_scoring
        assert scoring is not None
        value = some_points(rng, genome.deck, genome.trump)
        return replace(genome, card_scoring=replace(scoring, values=(*scoring.values, value)))


class RemoveCardValueMutation(MutationOperator):
    """Removes the points for some cards, if several kinds score."""

    part = "scoring"
    needs = "points for several kinds of cards"

    def applies(self, genome: Genome) -> bool:
        return genome.card_scoring is not None and len(genome.card_scoring.values) > 1

    def change(self, genome: Genome, rng: Random) -> Genome:
        scoring = genome.card_scoring
        assert scoring is not None
        rest = without_item(scoring.values, rng.randrange(len(scoring.values)))
        return replace(genome, card_scoring=replace(scoring, values=rest))


class MutateCardValueMutation(PartOperator):
    """Changes the points of some cards, or the cards that score them."""

    part = "scoring"
    needs = "points for cards"
    field = "card_scoring"

    def change(self, genome: Genome, rng: Random) -> Genome:
        scoring = genome.card_scoring
        assert scoring is not None
        place = rng.randrange(len(scoring.values))
        value = scoring.values[place]
        if rng.random() < 0.5:
            other = replace(value, points=nudged(rng, value.points, -20, 20))
        else:
            kind = some_points(rng, genome.deck, genome.trump)
            other = CardPoints(value.points, kind.rank, kind.suit)
        return replace(genome, card_scoring=replace(scoring, values=with_item(scoring.values, place, other)))


class MutateCardScoringMutation(PartOperator):
    """Changes which cards count (in hand or won), who gets the points (holder or winner), or shooting the moon."""

    part = "scoring"
    needs = "points for cards"
    field = "card_scoring"

    def change(self, genome: Genome, rng: Random) -> Genome:
        scoring = genome.card_scoring
        assert scoring is not None
        ways = (
            {"source": "hand" if scoring.source == "won" else "won"},
            {"to": "winner" if scoring.to == "holder" else "holder"},
            {"moon": not scoring.moon},
        )
        return replace(genome, card_scoring=replace(scoring, **rng.choice(ways)))


class MutateMajorityMutation(PartOperator):
    """Adds, removes or changes a majority that scores."""

    part = "scoring"
    needs = "points for majorities"
    field = "majorities"

    def change(self, genome: Genome, rng: Random) -> Genome:
        most, new = genome.majorities, some_majority(rng, genome.deck)
        what, place = rng.randrange(4), rng.randrange(len(most))
        if what == 0 and len(most) < 4:
            return replace(genome, majorities=(*most, new))
        if what == 1 and len(most) > 1:
            return replace(genome, majorities=without_item(most, place))
        if what == 2:
            return replace(genome, majorities=with_item(most, place, new))
        other = replace(most[place], points=nudged(rng, most[place].points, -10, 10))
        return replace(genome, majorities=with_item(most, place, other))


OPERATORS = (
    AddCardValueMutation(),
    RemoveCardValueMutation(),
    MutateCardValueMutation(),
    MutateCardScoringMutation(),
    MutateMajorityMutation(),
)
