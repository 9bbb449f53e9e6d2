"""Problems of auctions and of their contracts, their canonical form, and how long they last."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.games.cards.genome.fields import replace
from ludex.games.cards.genome.phasing import has, keeping, phase_of, place_of, type_of
from ludex.games.cards.genome.problems import Problem, Repair, problem
from ludex.games.cards.genome.ranges import out_of_range
from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.parts.auction.genome import BRIDGE, MOST_LEVELS, AuctionPhase, ContractPoints
from ludex.games.cards.parts.bidding.genome import BiddingPhase
from ludex.games.cards.parts.deal.checks import hand_sizes, teams_of
from ludex.games.cards.parts.tricks.checks import order_problems
from ludex.games.cards.parts.tricks.genome import TrickPhase
from ludex.games.cards.parts.trumps.checks import NO_TRUMP

VULNERABLE_ONLY = [name for name in ContractPoints.__struct_fields__ if name.startswith("vulnerable")]
DOUBLED_ONLY = [name for name in ContractPoints.__struct_fields__ if "doubled" in name or name == "insult"]


def auction_range_problems(genome: Genome) -> Iterator[Problem]:
    """Find highest bids below the lowest, too many levels, and strains that are missing or named twice."""
    for number, phase in enumerate(genome.phases):
        if isinstance(phase, AuctionPhase):
            place = f"phases[{number}]"
            most = min(phase.lowest + MOST_LEVELS - 1, 13)
            if not phase.lowest <= phase.highest <= most:
                yield out_of_range(f"{place}.highest", phase.highest, phase.lowest, most)
            names = [strain.strain for strain in phase.strains]
            if not names or len(set(names)) < len(names):
                first = {name: strain for strain, name in zip(reversed(phase.strains), reversed(names), strict=True)}
                once = tuple(first[name] for name in dict.fromkeys(names)) or BRIDGE
                what = "there are none" if not names else "a strain is listed twice"
                yield problem(f"{place}.strains", what, "List each strain at most once.", {f"{place}.strains": once})


def auction_problems(genome: Genome) -> Iterator[Problem]:
    """Find auctions that do not go with the rest of the game."""
    phase = phase_of(genome, AuctionPhase)
    if phase is None:
        if genome.trump == "named":
            fix = f"Add a phase of type {type_of(AuctionPhase)}, or choose another trump."
            yield problem("trump", "no auction names the trumps", fix, NO_TRUMP)
        return
    place = place_of(genome, AuctionPhase)
    yield from order_problems(genome, AuctionPhase)
    if genome.trump != "named":
        what = "the auction names the trumps"
        without = keeping(genome, lambda other: not isinstance(other, AuctionPhase))
        yield problem("trump", what, 'Set trump to "named".', {"trump": "named"}, without)
    if has(genome, BiddingPhase):
        yield problem(
            place,
            "there are bids of tricks as well",
            "Leave one of the two phases out.",
            keeping(genome, lambda other: not isinstance(other, BiddingPhase)),
            keeping(genome, lambda other: not isinstance(other, AuctionPhase)) | NO_TRUMP,
        )
    tricks = phase_of(genome, TrickPhase)
    if tricks:
        yield from _tricks(genome, phase, tricks, place)
    if phase.dummy:
        yield from _dummy(genome, place)


def _tricks(genome: Genome, phase: AuctionPhase, tricks: TrickPhase, place: str) -> Iterator[Problem]:
    """Find contracts that no hand can make, and a first lead that is not the opponents'."""
    most = fewest_tricks(genome, tricks)
    if phase.book + phase.highest > most:
        what = f"a bid of {phase.highest} promises {phase.book + phase.highest} of {most} tricks"
        without = keeping(genome, lambda other: not isinstance(other, AuctionPhase)) | NO_TRUMP
        fewer: Repair = {f"{place}.book": max(most - phase.highest, 0)}
        lower: Repair = {f"{place}.highest": max(most, 1), f"{place}.lowest": 1, f"{place}.book": 0}
        repairs = (fewer,) if most >= phase.highest else (lower,) if 1 <= most <= MOST_LEVELS else (without,)
        yield problem(f"{place}.highest", what, "Lower it, or the book.", *repairs)
    if tricks.first_lead:
        at = f"{place_of(genome, TrickPhase)}.first_lead"
        what = "the seat to the declarer's left leads first"
        yield problem(at, what, "Leave it out.", {at: ""})
    if tricks.take:
        at = f"{place_of(genome, TrickPhase)}.take"
        yield problem(at, "tricks that go back into a hand cannot be bid", "Drop it.", {at: False})


def _dummy(genome: Genome, place: str) -> Iterator[Problem]:
    """Find dummies where there are no partners, or where partners would lead to each other."""
    none: Repair = {f"{place}.dummy": False}
    seats = genome.seats[1]
    pairs = bool(genome.teams) and all(len(team) == 2 for team in genome.teams)
    if not pairs:
        fix = "Make teams of two, or drop it."
        yield problem(f"{place}.dummy", "a declarer does not have one partner", fix, none)
    elif any((team[1] - team[0]) % seats in (1, seats - 1) for team in genome.teams):
        fix = "Seat partners apart, or drop it."
        yield problem(f"{place}.dummy", "partners sit next to each other", fix, {"teams": teams_of(seats)}, none)


def fewest_tricks(genome: Genome, tricks: TrickPhase) -> int:
    """Return the number of tricks in the shortest hand of a match."""
    return min(hand_sizes(genome)[0], tricks.tricks or 52, genome.turn_limit)


def plain_auction(genome: Genome, phase: AuctionPhase) -> AuctionPhase:
    """Set the points that nothing depends on as usual."""
    usual, scoring = ContractPoints(), phase.scoring
    if phase.vulnerable == "none" or genome.match.hands == 1:
        phase = replace(phase, vulnerable="none")
        scoring = replace(scoring, **{name: getattr(usual, name) for name in VULNERABLE_ONLY})
    if not phase.doubles:
        scoring = replace(scoring, **{name: getattr(usual, name) for name in DOUBLED_ONLY})
    if genome.match.hands == 1:
        phase = replace(phase, redeal=False)
    return replace(phase, scoring=scoring)


def most_calls(genome: Genome, phase: AuctionPhase) -> int:
    """Return the most moves of an auction: between two calls that are not a pass, all but one may pass."""
    bids = len(phase.levels) * len(phase.strains)
    return genome.seats[1] * (1 + bids * (3 if phase.doubles else 1))


def auction_points(genome: Genome) -> tuple[int, int]:
    """Return the least and the most that a contract brings in a hand."""
    phase = phase_of(genome, AuctionPhase)
    if phase is None:
        return 0, 0
    times, table = 4 if phase.doubles else 1, phase.scoring
    tricks = max(abs(strain.points) * phase.highest + abs(strain.first) for strain in phase.strains) * times
    each = max(strain.points for strain in phase.strains)
    over = 13 * max(each, 2 * table.doubled_overtrick, 2 * table.vulnerable_doubled_overtrick)
    bonuses = table.game_bonus + table.vulnerable_game_bonus + table.part_bonus + 2 * table.insult
    slams = table.small_slam + table.vulnerable_small_slam + table.grand_slam + table.vulnerable_grand_slam
    costs = [getattr(table, name) for name in (*DOUBLED_ONLY, "undertrick", "vulnerable_undertrick")]
    failed = 2 * (phase.book + phase.highest) * max(costs)
    made = tricks + over + bonuses + slams
    lowest = min(strain.first for strain in phase.strains) * times
    return min(lowest, 0) - (failed if phase.failed == "declarer" else 0), max(made, failed)
