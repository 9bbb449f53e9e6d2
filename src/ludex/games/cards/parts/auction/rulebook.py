"""Sentences of the rulebook about auctions, declarers, dummies and the points for contracts."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.games.cards.components import STRAINS, bid_in_words
from ludex.games.cards.events import DOUBLED, PointsCounted
from ludex.games.cards.genome.phasing import phase_of
from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.parts.auction.genome import AuctionPhase, ContractPoints, StrainPoints
from ludex.games.cards.parts.part import Terms
from ludex.games.cards.state import State
from ludex.games.cards.wording import STEP, in_words, listed, many, points

VULNERABLE = {
    "duplicate": "No side is vulnerable in the first hand, then the side of the first dealer, then the others, then "
    "all. This cycle begins again after four hands, one step later each time.",
    "chicago": "No side is vulnerable in the first hand, the dealer's side is in the second and the third, and all are "
    "in the fourth.",
}
"""The sentences about vulnerability."""


def auction_sentences(genome: Genome, phase: AuctionPhase) -> Iterator[str]:
    """Say how an auction goes."""
    names = [strain.strain for strain in phase.strains]
    first = "the dealer" if phase.first == "dealer" else "the player to the dealer's left"
    side = "side" if genome.teams else "player"
    book = f"that number of tricks beyond {in_words(phase.book)}" if phase.book else "that number of tricks"
    numbers = f"from {phase.lowest} to {phase.highest}" if phase.highest > phase.lowest else f"which is {phase.lowest}"
    yield f"**Auction.** Beginning with {first}, players in turn bid or pass. A bid has a number, {numbers},"
    yield f"and names {'a strain' if len(names) > 1 else 'the strain'}: {listed(names, 'or')}. It promises {book}."
    yield "Each bid must be higher than the last: a higher number, or the same number and a strain that comes later in"
    yield "this order. A player who has passed may bid again."
    if phase.doubles:
        yield f"An opponent may double the last bid, and its {side} may then redouble it; any higher bid ends that."
    yield "When all others pass after a bid, the auction is over and the last bid is the contract. Its suit is trumps."
    if genome.teams:
        yield "The declarer is the player of its side who first named that strain."
    again = "the same dealer deals the next one" if phase.redeal else "the next one is dealt"
    then = again if genome.match.hands > 1 else "nobody scores"
    yield f"If all pass without a bid, the hand is not played, and {then}."
    yield "The player to the declarer's left leads to the first trick."
    if phase.dummy:
        yield "Then the declarer's partner, the dummy, lays their hand open on the table, and the declarer plays both"
        yield "hands."


def contract_sentences(genome: Genome) -> Iterator[str]:
    """Say what contracts are worth."""
    phase = phase_of(genome, AuctionPhase)
    if phase is None:
        return
    table = phase.scoring
    yield "A side that wins at least the tricks it promised makes its contract, and scores:"
    for group in _groups(phase.strains):
        yield f"{STEP}{_worth(group)}."
    if phase.doubles:
        yield f"{STEP}Twice as much for these tricks if the contract is doubled, and four times if it is redoubled."
    yield from _bonuses(phase, table)
    if phase.overtricks:
        yield f"{STEP}Tricks beyond the contract count like the others{_overtricks(phase, table)}."
    who = "If it fails, its opponents score" if phase.failed == "opponents" else "A declarer's side that fails loses"
    yield f"{who} for every trick that is missing:"
    yield f"{STEP}{_undertricks(table, '', phase.doubles)}."
    if phase.vulnerable != "none":
        yield f"{STEP}If the declarer's side is vulnerable: {_undertricks(table, 'vulnerable_', phase.doubles)}."
        again = " Then it begins again." if phase.vulnerable == "chicago" and genome.match.hands > 4 else ""
        yield f"{VULNERABLE[phase.vulnerable]}{again}"


def _groups(strains: tuple[StrainPoints, ...]) -> list[list[StrainPoints]]:
    """Return strains of equal worth together."""
    groups: dict[tuple[int, int], list[StrainPoints]] = {}
    for strain in strains:
        groups.setdefault((strain.points, strain.first), []).append(strain)
    return list(groups.values())


def _worth(group: list[StrainPoints]) -> str:
    """Say what tricks in some strains are worth."""
    strain, names = group[0], listed([strain.strain for strain in group], "or")
    each = f"{points(strain.points)} for every trick bid in {names}"
    return f"{each}, and {points(strain.first)} more in all" if strain.first else each


def _both(table: ContractPoints, name: str, vulnerable: bool) -> str:
    """Return a bonus, and that of a side that is vulnerable."""
    plain, other = getattr(table, name), getattr(table, f"vulnerable_{name}")
    return f"{points(plain)} ({other:,} if vulnerable)" if vulnerable and plain != other else points(plain)


def _bonuses(phase: AuctionPhase, table: ContractPoints) -> Iterator[str]:
    """Say which bonuses there are."""
    cycle = phase.vulnerable != "none"
    if table.game_bonus or table.vulnerable_game_bonus or table.part_bonus:
        game = _both(table, "game_bonus", cycle)
        rest = f"; {points(table.part_bonus)} for a smaller contract" if table.part_bonus else ""
        yield f"{STEP}{game} for a game, a contract whose tricks count {table.game_points:,} or more{rest}."
    if table.small_slam or table.vulnerable_small_slam:
        yield f"{STEP}{_both(table, 'small_slam', cycle)} for a small slam, a contract of all tricks but one."
    if table.grand_slam or table.vulnerable_grand_slam:
        yield f"{STEP}{_both(table, 'grand_slam', cycle)} for a grand slam, a contract of all tricks."
    if phase.doubles and table.insult:
        yield f"{STEP}{points(table.insult)} for making a doubled contract, twice that if it is redoubled."


def _overtricks(phase: AuctionPhase, table: ContractPoints) -> str:
    """Say what overtricks count if doubled."""
    if not phase.doubles:
        return ""
    each = _both(table, "doubled_overtrick", phase.vulnerable != "none")
    return f"; if doubled, {each} each, and twice that if redoubled"


def _undertricks(table: ContractPoints, which: str, doubles: bool) -> str:
    """Say what missing tricks cost."""
    plain = f"{points(getattr(table, which + 'undertrick'))} each"
    if not doubles:
        return plain
    first, after, later = (getattr(table, f"{which}doubled_{part}") for part in ("first", "next", "later"))
    rest = f"{after:,} for the second and third, and {later:,} for each after that" if after != later else ""
    told = f"{first:,} for the first, {rest or f'{after:,} for each after that'}"
    return f"{plain}; if doubled {told}; if redoubled twice as much as doubled"


def tricks_term(genome: Genome, s: State, term: PointsCounted) -> str:
    """Tell which contract was made."""
    return (
        f"a {DOUBLED[term.third // 2]}contract of {bid_in_words(term.first, STRAINS[term.second])} made: {term.points}"
    )


def over_term(genome: Genome, s: State, term: PointsCounted) -> str:
    """Tell what overtricks brought."""
    return f"{many(term.first, 'overtrick')}: {term.points}"


def under_term(genome: Genome, s: State, term: PointsCounted) -> str:
    """Tell what missing tricks cost."""
    return (
        f"{many(term.first, f'{DOUBLED[term.second // 2]}undertrick')}: {abs(term.points)}{' lost' * (term.points < 0)}"
    )


def bonus_term(genome: Genome, s: State, term: PointsCounted) -> str:
    """Tell about a bonus."""
    return f"{term.reason}: {term.points}"


AUCTION_TERMS: Terms = {
    "contract tricks": tricks_term,
    "extra tricks": over_term,
    "undertricks": under_term,
    **dict.fromkeys(("game", "part-score", "slam", "insult"), bonus_term),
}
