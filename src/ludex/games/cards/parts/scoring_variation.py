"""Operators that add, remove and exchange ways to score."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from ludex.games.cards.genome.fields import replace
from ludex.games.cards.genome.phasing import NO_POINTS, POINTS, has
from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.parts.auction.genome import AuctionPhase
from ludex.games.cards.parts.captures.checks import captures
from ludex.games.cards.parts.captures.variation import sweeps_to_score
from ludex.games.cards.parts.card_points.genome import CardScoring
from ludex.games.cards.parts.card_points.variation import some_majority, some_points
from ludex.games.cards.parts.operators import MutationOperator
from ludex.games.cards.parts.tricks.genome import TrickPhase, TrickScoring
from ludex.games.cards.parts.turns.checks import players_go_out

SCORES = [name for name in POINTS if name != "contract_scoring"]
"""The ways to score besides contracts, as fields of a genome."""


def negated(genome: Genome) -> Genome:
    """Let points count the other way round."""
    return replace(genome, **{name: _negated(getattr(genome, name)) for name in SCORES})


def _negated(worth: Any) -> Any:
    """Turn round the sign of all points in a way to score."""
    if isinstance(worth, int):
        return -worth
    if isinstance(worth, tuple):
        return tuple(map(_negated, worth))
    if worth is None:
        return None
    fields = ("points", "levels", "values")
    changes = {name: _negated(getattr(worth, name)) for name in fields if name in worth.__struct_fields__}
    return replace(worth, **changes)


def with_high_score_best(genome: Genome) -> Genome:
    """Return the same game with the highest score best: if the lowest was, points are negated."""
    if not genome.match.low_wins:
        return genome
    match = genome.match
    return replace(negated(genome), match=replace(match, low_wins=False, target=-match.floor, floor=-match.target))


def ways_to_score(genome: Genome) -> dict[str, Callable[[Random], dict[str, Any]]]:
    """Return the ways to score that suit a game and that it does not have yet."""
    tricks, out = has(genome, TrickPhase), players_go_out(genome)
    wins_cards = tricks or captures(genome) or genome.book > 0
    deck, trump = genome.deck, genome.trump

    def cards(rng: Random) -> dict[str, Any]:
        source = "won" if wins_cards else "hand"
        to = "winner" if out and source == "hand" and not genome.teams and rng.random() < 0.5 else "holder"
        return {"card_scoring": CardScoring((some_points(rng, deck, trump),), source, to)}  # type: ignore[arg-type]  # mypy widens the literals

    ways: dict[str, tuple[bool, Callable[[Random], dict[str, Any]]]] = {
        "trick_scoring": (tricks, lambda rng: {"trick_scoring": TrickScoring(rng.choice((-1, 1, 1, 2)))}),
        "card_scoring": (True, cards),
        "order_scoring": (out, lambda rng: {"order_scoring": rng.choice(((1,), (2, 1), (3, 1), (3, 2, 1)))}),
        "majorities": (wins_cards, lambda rng: {"majorities": (some_majority(rng, deck),)}),
        **sweeps_to_score(genome),
    }
    return {name: made for name, (fits, made) in ways.items() if fits and not getattr(genome, name)}


def score_kinds(genome: Genome) -> list[str]:
    """List the ways in which a game scores points besides contracts."""
    return [name for name in SCORES if getattr(genome, name)]


class AddScoringMutation(MutationOperator):
    """Adds a way to score points that suits the game."""

    part = "scoring"
    needs = "points, and a way to score them that it does not have yet"

    def applies(self, genome: Genome) -> bool:
        return not genome.chips and bool(ways_to_score(genome))

    def change(self, genome: Genome, rng: Random) -> Genome:
        ways = ways_to_score(genome)
        return replace(genome, **ways[rng.choice(sorted(ways))](rng))


class RemoveScoringMutation(MutationOperator):
    """Removes one of several ways to score points."""

    part = "scoring"
    needs = "points that are scored in several ways"

    def applies(self, genome: Genome) -> bool:
        others = genome.contract_scoring is not None or genome.knockout or genome.knocking_phase is not None
        others = others or has(genome, AuctionPhase)
        return len(score_kinds(genome)) + others > 1 and bool(score_kinds(genome))

    def change(self, genome: Genome, rng: Random) -> Genome:
        name = rng.choice(score_kinds(genome))
        return replace(genome, **{name: NO_POINTS[name]})


class SwapScoringMutation(MutationOperator):
    """Replaces a way to score points by another."""

    part = "scoring"
    needs = "points, and a way to score them that it does not have yet"

    def applies(self, genome: Genome) -> bool:
        return bool(score_kinds(genome)) and bool(ways_to_score(genome))

    def change(self, genome: Genome, rng: Random) -> Genome:
        ways = ways_to_score(genome)
        new = ways[rng.choice(sorted(ways))](rng)
        name = rng.choice(score_kinds(genome))
        return replace(genome, **{name: NO_POINTS[name]}, **new)


OPERATORS = (
    AddScoringMutation(),
    RemoveScoringMutation(),
    SwapScoringMutation(),
)
