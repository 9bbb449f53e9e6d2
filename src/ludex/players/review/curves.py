"""The curve of a seat: its chances at its decisions, each judged by what it knew then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log
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
TIMES = 24
"""The number of times in a game at which the chances of all seats are compared."""
BALANCE, MOST_SHIFT = 6.0, 2.5
"""The weight, in points, of an unshifted scale, and the largest shift."""
TRUST = 0.9
"""The distance of chances from equal ones, as log odds, relative to that of the share of playouts won.

Playouts are games between equal, strong bots. Players differ in strength, so playouts are too sure of themselves. The
number is a compromise between the games of the benchmark, whose best values docs/benchmarks/review.md lists."""


class Standing(NamedTuple):
    """A seat's prospects at a point of its curve: its chance, and the spread of its final lead."""

    number: int
    chance: float
    spread: float


class Scale(NamedTuple):
    """The way from shares of playouts won to chances: the chance of all sides at first, and a shift of the log odds."""

    fair: float
    shift: float = 0.0

    def chance(self, won: float, playouts: int) -> float:
        """Return the chance of winning, by the share of playouts won.

        >>> even = Scale(0.5)
        >>> even.chance(0.5, 100), round(even.chance(1.0, 100), 2), round(Scale(0.25).chance(0.0, 2), 2)
        (0.5, 0.98, 0.13)
        """
        counted = (won * playouts + PRIOR * self.fair) / (playouts + PRIOR)
        if not 0 < self.fair < 1:
            return counted
        odds = log_odds(self.fair) + TRUST * (log_odds(counted) - log_odds(self.fair)) + self.shift
        return 1 / (1 + exp(-odds))

    def steepness(self, won: float, playouts: int) -> float:
        """Return how much the chance changes with the share of playouts won."""
        step = 0.01
        low, high = max(won - step, 0.0), min(won + step, 1.0)
        return (self.chance(high, playouts) - self.chance(low, playouts)) / (high - low)


def log_odds(chance: float) -> float:
    """Return the logarithm of the odds of a chance, which is limited to values between 0 and 1."""
    inside = min(max(chance, 1e-6), 1 - 1e-6)
    return log(inside / (1 - inside))


def balanced(scale: Scale, trials: Sequence[Trial], moves: int) -> Scale:
    """Return a scale by which the chances of all seats have a fair mean over the game.

    A seat's guess of what others hide can be wrong on average: of hidden money, say, which it shares out at random, so
    that some opponent always seems rich. Then all seats seem to have poor chances, although one of them must win. Few
    points shift the scale only a little.
    """
    if not trials or not 0 < scale.fair < 1:
        return scale
    counted = _counted_over_time(trials, moves)
    strength = len(trials) / (len(trials) + BALANCE)
    plain = _mean_chance(scale, counted)
    wanted = plain + strength * (scale.fair - plain)
    low, high = -MOST_SHIFT, MOST_SHIFT
    for _ in range(40):
        middle = (low + high) / 2
        if _mean_chance(scale._replace(shift=middle), counted) < wanted:
            low = middle
        else:
            high = middle
    return scale._replace(shift=(low + high) / 2)


def _counted_over_time(trials: Sequence[Trial], moves: int) -> list[tuple[float, int]]:
    """Return the shares of playouts won and their numbers, of every seat at several times of the game."""
    seats = sorted({trial.decision.seat for trial in trials})
    own = {seat: [trial for trial in trials if trial.decision.seat == seat] for seat in seats}
    found = []
    for time in np.linspace(1, moves, TIMES):
        for seat in seats:
            near = [one for one in own[seat] if one.decision.number <= time] or own[seat][:1]
            found.append((float(near[-1].won.mean()), near[-1].worlds))
    return found


def _mean_chance(scale: Scale, counted: Sequence[tuple[float, int]]) -> float:
    return sum(scale.chance(won, worlds) for won, worlds in counted) / len(counted)


def fair_chance(game: Game, decision: Decision) -> float:
    """Return the chance that every side has if all are equal."""
    twin = load_twin(decision.record(game), 0)
    side = game.machine.rules["side"]
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
    fit = playing.budget.fits(until, since, GOOD_WORLDS * seats)
    fit *= 1 if playing.budget.counts else playing.cores  # the pilots were played on one core
    most = max(LEAST_POINTS, min(MOST_POINTS, fit))
    trials = [Trial(decision, (decision.move,)) for decision in points_of(decisions, seats, most, playing.seed)]
    playing.play_all(trials, until, MOST_WORLDS)
    return sorted((trial for trial in trials if trial.worlds), key=lambda trial: trial.decision.number)


def point_of(trial: Trial, scale: Scale, place: int = 0) -> Point:
    """Return the chances after one move of a trial."""
    won, worlds = float(trial.won[:, place].mean()), trial.worlds
    expected = (won * worlds + PRIOR * scale.fair) / (worlds + PRIOR)
    error = (expected * (1 - expected) / worlds) ** 0.5 * scale.steepness(won, worlds)
    return Point(trial.decision.number, scale.chance(won, worlds), error)


def curves_of(table: Table[Any], trials: Sequence[Trial], scale: Scale) -> tuple[Curve, ...]:
    """Return the curve of every seat, which ends with the outcome."""
    after = len(table.played) + 1
    return tuple(
        Curve(
            seat,
            (
                *(point_of(trial, scale) for trial in trials if trial.decision.seat == seat),
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
    side = table.game.machine.rules["side"]
    return 1 / len({int(side(twin, winner)) for winner in outcome.winners})


def standings_of(trials: Sequence[Trial], scale: Scale) -> Mapping[int, list[Standing]]:
    """Return every seat's prospects at the points of its curve, in order."""
    found: dict[int, list[Standing]] = {}
    for trial in trials:
        chance, spread = point_of(trial, scale).chance, float(trial.leads.std())
        found.setdefault(trial.decision.seat, []).append(Standing(trial.decision.number, chance, spread))
    return found
