"""Random auctions, and operators that change them."""

from __future__ import annotations

from random import Random

from ludex.games.cards.components import STRAINS
from ludex.games.cards.genome.fields import declared, nudged, random_part, replace
from ludex.games.cards.genome.phasing import has, phase_of
from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.parts.auction.checks import fewest_tricks
from ludex.games.cards.parts.auction.genome import BRIDGE, MOST_LEVELS, AuctionPhase, ContractPoints, StrainPoints
from ludex.games.cards.parts.bidding.genome import BiddingPhase
from ludex.games.cards.parts.operators import (
    MutationOperator,
    PhaseOperator,
    has_room,
    inserted,
    maybe,
    sees_cards,
    with_item,
    with_phase,
    without_item,
)
from ludex.games.cards.parts.scoring_variation import with_high_score_best
from ludex.games.cards.parts.tricks.genome import TrickPhase, TrickScoring
from ludex.games.cards.parts.trumps.checks import NO_TRUMP

FLAGS = ("first", "doubles", "dummy", "redeal", "overtricks", "failed", "vulnerable")
"""The rules of auctions that are changed independently."""


def some_auction(rng: Random, tricks: int, partners: bool) -> AuctionPhase:
    """Make a random auction for hands of a number of tricks."""
    levels = rng.randint(1, min(MOST_LEVELS, tricks))
    lowest = rng.choice((1, 1, rng.randint(1, tricks - levels + 1)))
    highest = min(lowest + levels - 1, 13)
    book = rng.randint(0, max(tricks - highest, 0))
    order = rng.sample(STRAINS, rng.randint(2, len(STRAINS)))
    points = {strain: StrainPoints(strain, rng.choice((1, 10, 20, 30)), rng.choice((0, 0, 10))) for strain in STRAINS}
    strains = BRIDGE if maybe(rng, 0.5) else tuple(points[strain] for strain in order)
    scoring = ContractPoints() if maybe(rng, 0.5) else random_part(ContractPoints, rng, game_points=100)
    kinds = {name: kind for name, kind in declared(AuctionPhase).items() if name in FLAGS}
    flags = {name: kind.some(rng, "") for name, kind in kinds.items()}
    flags["dummy"] = partners and maybe(rng, 0.6)
    return AuctionPhase(lowest, highest, book, strains=strains, scoring=scoring, **flags)


class AddAuctionPhaseMutation(MutationOperator):
    """Adds an auction before the tricks, with the points of Bridge. It names the trumps."""

    part = "auction"
    needs = "tricks whose cards players see, and no auction yet"

    def applies(self, genome: Genome) -> bool:
        return sees_cards(genome) and not has(genome, AuctionPhase, BiddingPhase) and has_room(genome)

    def change(self, genome: Genome, rng: Random) -> Genome:
        genome = with_high_score_best(genome)
        tricks = phase_of(genome, TrickPhase)
        assert tricks is not None
        most = fewest_tricks(genome, tricks)
        highest = max(min(MOST_LEVELS, most - most // 2), 1)
        phase = AuctionPhase(1, highest, max(min(most // 2, most - highest), 0), dummy=bool(genome.teams))
        place = next(number for number, other in enumerate(genome.phases) if isinstance(other, TrickPhase))
        match = replace(genome.match, target=0)
        return replace(inserted(genome, place, phase), trump="named", match=match)

    def survives(self, before: Genome, after: Genome) -> bool:
        return has(after, AuctionPhase)


class RemoveAuctionPhaseMutation(PhaseOperator):
    """Removes the auction, and trumps with it. Every trick beyond its book scores a point."""

    part = "auction"
    needs = "an auction"
    kind = AuctionPhase

    def change(self, genome: Genome, rng: Random) -> Genome:
        phase = phase_of(genome, AuctionPhase)
        book = phase.book if phase else 0
        match = replace(genome.match, target=0)
        plain = with_phase(genome, AuctionPhase, lambda phase: None)
        scoring = genome.trick_scoring or TrickScoring(book=book)
        return replace(plain, **NO_TRUMP, trick_scoring=scoring, match=match)

    def survives(self, before: Genome, after: Genome) -> bool:
        return not has(after, AuctionPhase)


class MutateAuctionPhaseMutation(PhaseOperator):
    """Changes the numbers that may be bid, the book, or one of the rules of an auction."""

    part = "auction"
    needs = "an auction"
    kind = AuctionPhase

    def change(self, genome: Genome, rng: Random) -> Genome:
        kinds = declared(AuctionPhase)

        def tweaked(phase: AuctionPhase) -> AuctionPhase:
            name = rng.choice((*FLAGS, "highest", "book"))
            if name == "highest":
                return replace(phase, highest=nudged(rng, phase.highest, phase.lowest, phase.lowest + MOST_LEVELS - 1))
            if name == "book":
                return replace(phase, book=nudged(rng, phase.book, 0, 13))
            return replace(phase, **{name: kinds[name].change(rng, getattr(phase, name))})

        return with_phase(genome, AuctionPhase, tweaked)


class MutateStrainsMutation(PhaseOperator):
    """Changes the worth of a strain, the order of two, or leaves one out."""

    part = "auction"
    needs = "an auction"
    kind = AuctionPhase

    def change(self, genome: Genome, rng: Random) -> Genome:
        def tweaked(phase: AuctionPhase) -> AuctionPhase:
            strains, what = phase.strains, rng.randrange(3)
            place = rng.randrange(len(strains))
            if what == 0 and len(strains) > 1:
                return replace(phase, strains=without_item(strains, place))
            if what == 1 and place:
                swapped = with_item(with_item(strains, place, strains[place - 1]), place - 1, strains[place])
                return replace(phase, strains=swapped)
            other = replace(strains[place], points=nudged(rng, strains[place].points, 0, 100, 10))
            return replace(phase, strains=with_item(strains, place, other))

        return with_phase(genome, AuctionPhase, tweaked)


class MutateContractPointsMutation(PhaseOperator):
    """Changes one of the bonuses or penalties of contracts, within reasonable ranges."""

    part = "auction"
    needs = "an auction"
    kind = AuctionPhase

    def change(self, genome: Genome, rng: Random) -> Genome:
        kinds = declared(ContractPoints)
        name = rng.choice(tuple(kinds))

        def tweaked(phase: AuctionPhase) -> AuctionPhase:
            value = kinds[name].change(rng, getattr(phase.scoring, name))
            return replace(phase, scoring=replace(phase.scoring, **{name: value}))

        return with_phase(genome, AuctionPhase, tweaked)


OPERATORS = (
    AddAuctionPhaseMutation(),
    RemoveAuctionPhaseMutation(),
    MutateAuctionPhaseMutation(),
    MutateStrainsMutation(),
    MutateContractPointsMutation(),
)
