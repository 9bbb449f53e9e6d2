"""The curve of a seat: its chances at its decisions, each judged by what it knew then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log
from random import Random
from typing import Any, NamedTuple

import numpy as np

from ludex.core.game.game import Game
from ludex.core.language.interpreted_state import load_twin
from ludex.core.play.table import Table
from ludex.players.review.decisions import Decision
from ludex.players.review.playing import FIRST_WORLDS, Playing, Trial
from ludex.players.review.values import Curve, Point

MOST_POINTS, LEAST_POINTS = 40, 8
"""The most points of a curve, and the number that it has even if few playouts are affordable."""
PILOTS = 2
"""The points of every seat that are played first, to learn how long playouts take."""
GOOD_WORLDS = 30
"""The number of worlds that must be affordable for every point of a curve with more than the least number."""
MOST_WORLDS = 400
"""The most worlds of a point: its standard error is then at most 2.5 in 100."""
PRIOR = 2.0
"""The weight, in playouts, of equal chances for all sides. It keeps few playouts from promising certainty."""
TRUST = 0.75
"""How far chances differ from equal ones, on the scale of log odds, compared with the share of playouts won.

Playouts are games between equal, strong bots. Players differ in strength, so playouts are too sure of themselves. The
number was fitted on one half of the games of `benchmarks/review.py` and checked on the other (docs/review.md)."""


class Standing(NamedTuple):
    """A seat's prospects at a point of its curve: its chance, and the spread of its final lead."""

    number: int
    chance: float
    spread: float


def chance_from(won: float, playouts: int, fair: float) -> float:
    """Return the chance of winning, by the share of playouts won and the chance `fair` that all sides have at first.

    >>> chance_from(0.5, 100, 0.5), round(chance_from(1.0, 100, 0.5), 2), round(chance_from(0.0, 2, 0.25), 2)
    (0.5, 0.97, 0.14)
    """
    counted = (won * playouts + PRIOR * fair) / (playouts + PRIOR)
    if not 0 < fair < 1:
        return counted
    odds = log_odds(fair) + TRUST * (log_odds(counted) - log_odds(fair))
    return float(1 / (1 + np.exp(-odds)))


def log_odds(chance: float) -> float:
    """Return the logarithm of the odds of a chance, which is kept away from 0 and 1."""
    inside = min(max(chance, 1e-6), 1 - 1e-6)
    return log(inside / (1 - inside))


def steepness(won: float, playouts: int, fair: float) -> float:
    """Return how much `chance_from` changes with the share of playouts won."""
    step = 0.01
    low, high = max(won - step, 0.0), min(won + step, 1.0)
    return (chance_from(high, playouts, fair) - chance_from(low, playouts, fair)) / (high - low)


def fair_chance(game: Game, decision: Decision) -> float:
    """Return the chance that every side has if all are equal."""
    twin = load_twin(decision.record(game), 0)
    side = game.all_rules()["side"]
    return 1 / max(1, len({int(side(twin, seat)) for seat in range(int(twin.seats))}))


def points_of(decisions: Sequence[Decision], seats: int, most: int, seed: int) -> list[Decision]:
    """Return at most some decisions of every seat, spread evenly over the game, in random order."""
    chosen: list[Decision] = []
    for seat in range(seats):
        own = [one for one in decisions if one.seat == seat]
        places = np.unique(np.linspace(0, len(own) - 1, min(most, len(own))).round().astype(int))
        chosen += [own[place] for place in places]
    return Random(seed).sample(chosen, len(chosen))


def judge_points(playing: Playing, decisions: Sequence[Decision], seats: int, until: float) -> list[Trial]:
    """Play out the moves that were made at some decisions: at as many as the budget allows."""
    since = playing.budget.used, playing.budget.playouts
    for pilot in points_of(decisions, seats, PILOTS, playing.seed):
        playing.play(Trial(pilot, (pilot.move,)), FIRST_WORLDS)
    fit = playing.budget.fits(until, since, GOOD_WORLDS * seats) * playing.cores
    most = max(LEAST_POINTS, min(MOST_POINTS, fit))
    trials = [Trial(decision, (decision.move,)) for decision in points_of(decisions, seats, most, playing.seed)]
    playing.play_all(trials, until, MOST_WORLDS)
    return sorted((trial for trial in trials if trial.worlds), key=lambda trial: trial.decision.number)


def point_of(trial: Trial, fair: float, place: int = 0) -> Point:
    """Return the chances after one move of a trial."""
    won, worlds = float(trial.won[:, place].mean()), trial.worlds
    expected = (won * worlds + PRIOR * fair) / (worlds + PRIOR)
    error = (expected * (1 - expected) / worlds) ** 0.5 * steepness(won, worlds, fair)
    return Point(trial.decision.number, chance_from(won, worlds, fair), error)


def curves_of(table: Table[Any], trials: Sequence[Trial], fair: float) -> tuple[Curve, ...]:
    """Return the curve of every seat, which ends with the outcome."""
    after = len(table.played) + 1
    return tuple(
        Curve(
            seat,
            (
                *(point_of(trial, fair) for trial in trials if trial.decision.seat == seat),
                Point(after, final_share(table, seat), 0.0),
            ),
        )
        for seat in range(table.seats)
    )


def final_share(table: Table[Any], seat: int) -> float:
    """Return a seat's share of the win: less than 1 if several sides won together."""
    outcome = table.outcome
    if outcome is None or seat not in outcome.winners:
        return 0.0
    twin = load_twin(table.engine.record_in_full(), 0)
    side = table.game.all_rules()["side"]
    return 1 / len({int(side(twin, winner)) for winner in outcome.winners})


def standings_of(trials: Sequence[Trial], fair: float) -> Mapping[int, list[Standing]]:
    """Return every seat's prospects at the points of its curve, in order."""
    found: dict[int, list[Standing]] = {}
    for trial in trials:
        chance, spread = point_of(trial, fair).chance, float(trial.leads.std())
        found.setdefault(trial.decision.seat, []).append(Standing(trial.decision.number, chance, spread))
    return found
