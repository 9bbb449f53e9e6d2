"""Random matches, and operators that change them."""

from __future__ import annotations

from random import Random

from ludex.games.cards.genome.fields import nudged, replace
from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.genome.termination import most_in_a_match
from ludex.games.cards.parts.match.genome import Match
from ludex.games.cards.parts.operators import MutationOperator, maybe


class MutateMatchMutation(MutationOperator):
    """Changes the number of hands, the target or the floor of a match, or removes one of them."""

    part = "match"
    needs = "a match"

    def applies(self, genome: Genome) -> bool:
        return True

    def change(self, genome: Genome, rng: Random) -> Genome:
        match = genome.match
        what = rng.randrange(3)
        if what == 0 and not match.target:
            return replace(genome, match=replace(match, hands=nudged(rng, match.hands, 1, 20)))
        if what == 0:
            return replace(genome, match=replace(match, target=0, hands=rng.randint(1, 12)))
        if what == 1:
            most = min(most_in_a_match(genome), 30_000)
            near = match.target * rng.choice((1, 2, 3)) // 2 if match.target else most // match.hands
            return replace(genome, match=replace(match, target=min(near, most), hands=max(match.hands, 10)))
        floor = 0 if match.floor else -rng.choice((10, 50, 100))
        return replace(genome, match=replace(match, floor=floor, hands=max(match.hands, 5)))


class ReverseMatchMutation(MutationOperator):
    """Lets the lowest score win instead of the highest, or the other way round."""

    part = "match"
    needs = "points"

    def applies(self, genome: Genome) -> bool:
        return not genome.chips

    def change(self, genome: Genome, rng: Random) -> Genome:
        return replace(genome, match=replace(genome.match, low_wins=not genome.match.low_wins))


def some_match(rng: Random) -> Match:
    """Make a random length of a match."""
    return Match(rng.randint(1, 6), rng.choice((0, 0, 5, 50, 200)), rng.choice((0, 0, -30)), maybe(rng))


OPERATORS = (
    MutateMatchMutation(),
    ReverseMatchMutation(),
)
