"""Scoring: points for tricks, cards, the order of going out, majorities and sweeps."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from ludex.games.cards import Genome
from ludex.games.cards.genome import (
    CardPoints,
    CardScoring,
    Level,
    PlayPhase,
    TrickPhase,
    TrickScoring,
)
from ludex.games.cards.genome.dealing import hand_sizes
from ludex.games.cards.genome.generator import some_majority, some_points
from ludex.games.cards.genome.scoring import scores_points
from ludex.lab.operators.base import (
    MutationOperator,
    PartOperator,
    has,
    nudged,
    phase_of,
    replace,
    with_item,
    without_item,
)

MOST_VALUES = 12
"""Nobody remembers more."""


def negated(genome: Genome) -> Genome:
    """The genome with points that count the other way round."""
    tricks, cards = genome.trick_scoring, genome.card_scoring
    if tricks:
        levels = tuple(Level(level.tricks, -level.points) for level in tricks.levels)
        tricks = replace(tricks, points=-tricks.points, levels=levels)
    if cards:
        cards = replace(cards, values=tuple(replace(value, points=-value.points) for value in cards.values))
    return replace(
        genome,
        trick_scoring=tricks,
        card_scoring=cards,
        order_scoring=tuple(-points for points in genome.order_scoring),
        majorities=tuple(replace(most, points=-most.points) for most in genome.majorities),
        sweep_points=-genome.sweep_points,
    )


def with_high_score_best(genome: Genome) -> Genome:
    """The same game with the highest score best: where the lowest was, points count the other way round."""
    if not genome.match.low_wins:
        return genome
    match = genome.match
    return replace(negated(genome), match=replace(match, low_wins=False, target=-match.floor, floor=-match.target))


def ways_to_score(genome: Genome) -> dict[str, Callable[[Random], dict[str, Any]]]:
    """Ways to score that a game has a use for and does not know yet."""
    tricks, out = has(genome, TrickPhase), genome.hand_ends in ("first out", "one left")
    play = phase_of(genome, PlayPhase)
    captures = play is not None and play.to == "capture"
    wins_cards = tricks or captures or genome.book > 0
    deck, trump = genome.deck, genome.trump

    def cards(rng: Random) -> dict[str, Any]:
        source = "won" if wins_cards else "hand"
        to = "winner" if out and source == "hand" and not genome.teams and rng.random() < 0.5 else "holder"
        return {"card_scoring": CardScoring((some_points(rng, deck, trump),), source, to)}  # type: ignore[arg-type]

    ways: dict[str, tuple[bool, Callable[[Random], dict[str, Any]]]] = {
        "trick_scoring": (tricks, lambda rng: {"trick_scoring": TrickScoring(rng.choice((-1, 1, 1, 2)))}),
        "card_scoring": (True, cards),
        "order_scoring": (out, lambda rng: {"order_scoring": rng.choice(((1,), (2, 1), (3, 1), (3, 2, 1)))}),
        "majorities": (wins_cards, lambda rng: {"majorities": (some_majority(rng, deck),)}),
        "sweep_points": (captures, lambda rng: {"sweep_points": rng.choice((1, 2, 3))}),
    }
    return {name: made for name, (fits, made) in ways.items() if fits and not getattr(genome, name)}


def score_kinds(genome: Genome) -> list[str]:
    """The ways in which a game scores points beside contracts."""
    names = ("trick_scoring", "card_scoring", "order_scoring", "majorities", "sweep_points")
    return [name for name in names if getattr(genome, name)]


class AddScoringMutation(MutationOperator):
    """One more way to score points that the game has a use for."""

    part = "scoring"
    needs = "points, and a way to score them that it does not know yet"

    def applies(self, genome: Genome) -> bool:
        return not genome.chips and bool(ways_to_score(genome))

    def change(self, genome: Genome, rng: Random) -> Genome:
        ways = ways_to_score(genome)
        return replace(genome, **ways[rng.choice(sorted(ways))](rng))


class RemoveScoringMutation(MutationOperator):
    """One way to score points less, where there are several."""

    part = "scoring"
    needs = "points that are scored in several ways"

    def applies(self, genome: Genome) -> bool:
        others = genome.contract_scoring is not None or genome.knockout or genome.knocking_phase is not None
        return len(score_kinds(genome)) + others > 1 and bool(score_kinds(genome))

    def change(self, genome: Genome, rng: Random) -> Genome:
        name = rng.choice(score_kinds(genome))
        nothing = {"trick_scoring": None, "card_scoring": None, "sweep_points": 0}
        return replace(genome, **{name: nothing.get(name, ())})


class SwapScoringMutation(MutationOperator):
    """Another way to score points instead of one that the game has."""

    part = "scoring"
    needs = "points, and a way to score them that it does not know yet"

    def applies(self, genome: Genome) -> bool:
        return bool(score_kinds(genome)) and bool(ways_to_score(genome))

    def change(self, genome: Genome, rng: Random) -> Genome:
        ways = ways_to_score(genome)
        new = ways[rng.choice(sorted(ways))](rng)
        name = rng.choice(score_kinds(genome))
        nothing = {"trick_scoring": None, "card_scoring": None, "sweep_points": 0}
        return replace(genome, **{name: nothing.get(name, ())}, **new)


class MutateTrickScoringMutation(PartOperator):
    """Other points for tricks, another book, or other levels."""

    part = "scoring"
    needs = "points for tricks"
    field = "trick_scoring"

    def change(self, genome: Genome, rng: Random) -> Genome:
        scoring = genome.trick_scoring or TrickScoring()
        most = min(hand_sizes(genome)[1], 26)
        what = rng.randrange(3)
        if what == 0:
            return replace(genome, trick_scoring=replace(scoring, points=nudged(rng, scoring.points, -5, 10)))
        if what == 1:
            return replace(genome, trick_scoring=replace(scoring, book=nudged(rng, scoring.book, 0, most)))
        levels = list(scoring.levels)
        if levels and rng.random() < 0.5:
            levels.pop(rng.randrange(len(levels)))
        elif len(levels) < 4:
            levels.append(Level(rng.randint(1, most), rng.randint(1, 10)))
        return replace(genome, trick_scoring=replace(scoring, levels=tuple(sorted(levels, key=lambda x: x.tricks))))


class AddCardValueMutation(MutationOperator):
    """Points for some more cards."""

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
    """No points for some cards, where there are several kinds that score."""

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
    """Other points for some cards, or the same points for others."""

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
    """Cards count where they lie, in hand or won; for their holder or for the winner; with the moon or without."""

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


class MutateOrderScoringMutation(PartOperator):
    """Other points for the order of going out."""

    part = "scoring"
    needs = "points for going out"
    field = "order_scoring"

    def change(self, genome: Genome, rng: Random) -> Genome:
        points = list(genome.order_scoring)
        what = rng.randrange(3)
        if what == 0 and len(points) < genome.seats[1]:
            points.append(max(points[-1] - 1, 0))
        elif what == 1 and len(points) > 1:
            points.pop()
        else:
            place = rng.randrange(len(points))
            points[place] = nudged(rng, points[place], -5, 10)
        return replace(genome, order_scoring=tuple(points))


class MutateMajorityMutation(PartOperator):
    """One more majority that scores, one less, or another one."""

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


class MutateSweepMutation(MutationOperator):
    """Other points for captures that clear the table."""

    part = "scoring"
    needs = "captures"

    def applies(self, genome: Genome) -> bool:
        play = phase_of(genome, PlayPhase)
        return play is not None and play.to == "capture" and not genome.chips

    def change(self, genome: Genome, rng: Random) -> Genome:
        return replace(genome, sweep_points=nudged(rng, genome.sweep_points, 0, 5))


class ToggleKnockoutMutation(MutationOperator):
    """Players without a trick are out of the match, or are not."""

    part = "scoring"
    needs = "tricks, no teams, and other points where it is to be dropped"

    def applies(self, genome: Genome) -> bool:
        return has(genome, TrickPhase) and not genome.teams and (scores_points(genome) or not genome.knockout)

    def change(self, genome: Genome, rng: Random) -> Genome:
        hands = genome.match.hands if genome.match.hands > 1 else rng.randint(3, 9)
        return replace(genome, knockout=not genome.knockout, match=replace(genome.match, hands=hands))


OPERATORS = (
    AddScoringMutation(),
    RemoveScoringMutation(),
    SwapScoringMutation(),
    MutateTrickScoringMutation(),
    AddCardValueMutation(),
    RemoveCardValueMutation(),
    MutateCardValueMutation(),
    MutateCardScoringMutation(),
    MutateOrderScoringMutation(),
    MutateMajorityMutation(),
    MutateSweepMutation(),
    ToggleKnockoutMutation(),
)
