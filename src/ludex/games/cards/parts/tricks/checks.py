"""Problems of tricks and of the points for them, their canonical form, and how long they last."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ludex.games.cards.genome.fields import replace
from ludex.games.cards.genome.phasing import NO_TRICKS, has, keeping, phase_of, place_of, type_of
from ludex.games.cards.genome.problems import Problem, Repair, problem
from ludex.games.cards.genome.schema import Genome, Phase
from ludex.games.cards.parts.auction.genome import AuctionPhase
from ludex.games.cards.parts.bidding.genome import BiddingPhase
from ludex.games.cards.parts.deal.checks import hand_sizes
from ludex.games.cards.parts.passing.genome import PassPhase
from ludex.games.cards.parts.tricks.genome import Level, TrickPhase
from ludex.games.cards.parts.trumps.checks import NO_TRUMP


def trick_problems(genome: Genome) -> Iterator[Problem]:
    """Find tricks that do not go with the cards, with each other's rules, or with the rest of the game."""
    phase = phase_of(genome, TrickPhase)
    if phase:
        place = place_of(genome, TrickPhase)
        yield from _trick_cards(genome, phase, place)
        yield from _trick_rules(genome, phase, place)


def order_problems(genome: Genome, early: type[Phase]) -> Iterator[Problem]:
    """Find phases that come after the tricks although they belong before them."""
    kinds = [type(phase) for phase in genome.phases]
    place = f"phases[{kinds.index(early)}]"
    without = keeping(genome, lambda phase: not isinstance(phase, early))
    if TrickPhase not in kinds:
        what = f"there is a phase of type {type_of(early)}, but none of type {type_of(TrickPhase)}"
        with_tricks: Repair = {"phases": (*genome.phases[:7], TrickPhase())}
        yield problem(place, what, "Add one after it, or leave it out.", without, with_tricks)
    elif kinds.index(early) > kinds.index(TrickPhase):
        what = f"a phase of type {type_of(early)} comes after the one of type {type_of(TrickPhase)}"
        moved = sorted(genome.phases, key=lambda phase: not isinstance(phase, early))
        yield problem(place, what, "Put it before the tricks.", {"phases": tuple(moved)}, without)


def trick_scoring_problems(genome: Genome) -> Iterator[Problem]:
    """Find points for tricks that are not played."""
    if (genome.trick_scoring or genome.knockout) and not has(genome, TrickPhase):
        place = "trick_scoring" if genome.trick_scoring else "knockout"
        fix = f"Add a phase of type {type_of(TrickPhase)}, or drop it."
        yield problem(place, "tricks count, but none are played", fix, NO_TRICKS)
    if genome.knockout and genome.teams:
        fix = "Drop the teams or the knockout."
        yield problem("knockout", "single players would drop out of teams", fix, {"knockout": False}, {"teams": ()})


def _trick_cards(genome: Genome, phase: TrickPhase, place: str) -> Iterator[Problem]:
    """Find hands of different sizes, and cards on the table."""
    deck, deal = genome.deck, genome.deal
    uneven = [seats for seats in range(genome.seats[0], genome.seats[1] + 1) if deck.size % seats]
    if not deal.cards and uneven and not phase.blind:
        fix = "Deal a fixed number of cards, or leave cards out of the deck."
        repairs: list[Repair] = [{"deal.cards": min(max(deck.size // genome.seats[1], 1), 26)}]
        yield problem("deal.cards", f"{deck.size} cards cannot be dealt evenly to {uneven[0]} seats", fix, *repairs)
    if deal.table or deal.starter:
        none: Repair = {"deal.table": 0, "deal.starter": False}
        what = "there are cards on the table in a game of tricks"
        yield problem("deal", what, "Set deal.table to 0 and deal.starter to false.", none)
    if not phase.first_lead:
        return
    anyone: Repair = {f"{place}.first_lead": ""}
    if deal.cards or deck.size % genome.seats[1]:
        fix = "Deal the whole deck, or leave it out."
        yield problem(f"{place}.first_lead", "it may be that no player holds that card", fix, anyone)
    if phase.first_lead[0] not in deck.ranks or phase.first_lead in deck.without:
        what = f"{phase.first_lead} is not in the deck"
        yield problem(f"{place}.first_lead", what, "Choose a card of the deck.", anyone)


def _trick_rules(genome: Genome, phase: TrickPhase, place: str) -> Iterator[Problem]:
    """Find rules of tricks that do not go with each other or with the rest of the game."""
    a_trump: Repair = {"trump": "random"}
    if phase.breaking == "trump" and genome.trump == "none":
        what = "trumps have to be broken, but there are none"
        free: Repair = {f"{place}.breaking": "none", f"{place}.unbreakable": False}
        yield problem(f"{place}.breaking", what, "Choose a trump.", free, a_trump)
    if phase.must_trump and (genome.trump == "none" or not phase.follow):
        what = "this rule needs trumps and following suit"
        yield problem(f"{place}.must_trump", what, "Set both, or drop it.", {f"{place}.must_trump": False})
    if phase.unbreakable and phase.breaking == "none":
        fix = "Set breaking, or drop it."
        yield problem(f"{place}.unbreakable", "no suit has to be broken", fix, {f"{place}.unbreakable": False})
    if phase.take and not (phase.blind and phase.tricks == 0):
        what = "a hand would never end if tricks go back into it"
        yield problem(f"{place}.take", what, "Set blind as well, or drop it.", {f"{place}.take": False})
    if phase.clean_start and genome.card_scoring is None:
        fix = "Set card_scoring, or drop it."
        yield problem(f"{place}.clean_start", "no card scores", fix, {f"{place}.clean_start": False})
    if phase.by_rank and genome.trump != "none":
        what = "suits do not count, so there can be no trumps"
        no_trump: Repair = {**NO_TRUMP, f"{place}.must_trump": False}
        yield problem(f"{place}.by_rank", what, 'Set trump to "none".', {f"{place}.by_rank": False}, no_trump)
    if phase.blind:
        yield from _blind(genome, phase, place)


def _blind(genome: Genome, phase: TrickPhase, place: str) -> Iterator[Problem]:
    seen: Repair = {f"{place}.blind": False, f"{place}.take": False}
    if phase.first_lead or phase.clean_start or phase.breaking != "none" or phase.must_trump:
        what = "players who turn up cards unseen cannot choose them"
        names = {"first_lead": "", "clean_start": False, "breaking": "none", "unbreakable": False, "must_trump": False}
        free = {f"{place}.{name}": value for name, value in names.items()}
        yield problem(f"{place}.blind", what, "Drop first_lead, clean_start, breaking, must_trump.", seen, free)
    if any(isinstance(other, PassPhase | BiddingPhase | AuctionPhase) for other in genome.phases):
        what = "players do not see their cards, so they cannot bid or pass"
        only = keeping(genome, lambda other: not isinstance(other, PassPhase | BiddingPhase | AuctionPhase))
        yield problem(f"{place}.blind", what, "Drop the bidding and the passing.", seen, only)


def plain_tricks(genome: Genome, phase: TrickPhase) -> TrickPhase:
    """Name trumps as such, and leave out a number of tricks that no hand exceeds."""
    breaking = "trump" if phase.breaking == genome.trump != "none" else phase.breaking
    return replace(phase, breaking=breaking, tricks=phase.tricks if phase.tricks < hand_sizes(genome)[1] else 0)


def plain_trick_scoring(genome: Genome) -> dict[str, Any]:
    """Leave out points and levels that no hand reaches."""
    scoring, phase = genome.trick_scoring, phase_of(genome, TrickPhase)
    if not scoring or not phase:
        return {"trick_scoring": None}
    most = 52 if phase.take else hand_sizes(genome)[1]
    first: dict[int, Level] = {}
    for level in scoring.levels:
        if level.tricks <= most:
            first.setdefault(level.tricks, level)
    levels = tuple(first[tricks] for tricks in sorted(first))
    counts = scoring.points != 0 and scoring.book < most
    points, book = (scoring.points, scoring.book) if counts else (0, 0)
    plain = replace(scoring, points=points, book=book, levels=levels)
    return {"trick_scoring": plain if points or levels else None}


def most_trick_moves(genome: Genome, phase: TrickPhase) -> int:
    """Return the most moves that tricks take in a hand."""
    return genome.seats[1] * (genome.turn_limit if phase.take else min(genome.turn_limit, 26))


def trick_points(genome: Genome) -> tuple[int, int]:
    """Return the least and the most that tricks bring in a hand."""
    scoring, cards, stays = genome.trick_scoring, genome.deck.size, int(genome.knockout)
    if scoring is None:
        return 0, stays
    levels = [level.points for level in scoring.levels]
    least = cards * min(scoring.points, 0) + min([0, *levels])
    return least, stays + cards * max(scoring.points, 0) + max(levels, default=0)
