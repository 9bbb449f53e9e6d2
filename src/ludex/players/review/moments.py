"""The moments that decided a game: moves that cost chances, found by comparing them with others in the same worlds.

All decisions are compared quickly, and the most suspicious of them with more playouts, until a few are left. The better
move of each is chosen in one set of worlds and measured in another, so that lucky worlds do not make a move look good.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np

from ludex.core.language.chance import chance_of, secret_seed
from ludex.core.play.reading import RARE
from ludex.core.play.table import Table
from ludex.players.review.curves import PRIOR, Scale, Standing
from ludex.players.review.decisions import Decision
from ludex.players.review.playing import TO_THE_END, Playing, Trial
from ludex.players.review.reasons import judged, judged_alone, reasons_for, say_change, say_mistake, say_turn
from ludex.players.review.values import Curve, Kind, Moment, Point
from ludex.players.search.candidates import find_candidates
from ludex.players.search.judging import Floats

QUICK, THOROUGH = 5, 16
"""The most moves that are compared at every decision, and at the suspicious ones."""
SUSPECTS, LEAST_SUSPECTS = 12, 4
"""The number of decisions that are looked at thoroughly, if the budget allows it, and in any case."""
KEPT = 4
"""The number of decisions of which one remains after every quick comparison."""
FEW_WORLDS, GOOD_WORLDS, SURE_WORLDS, MOST_WORLDS = 8, 16, 200, 2000
"""The number of worlds that must be affordable for playouts to the end at all decisions, to choose a better move, and
to measure it; and the most of a comparison."""
SHORTLY = 8
"""The most moves of a seat that count as made in one go."""
MISTAKE, BLUNDER = 0.03, 0.10
"""The least loss of chances of a mistake, and of a blunder."""
LEAST, CLEAR = 2.5, 4.0
"""The standard errors by which a loss must differ from nothing: to be reported, and to be called clear."""
CHOOSING, MEASURING = 2, 3
"""The stages of trials: in which a better move is chosen, and in which it is measured."""


class Loss(NamedTuple):
    """A trial of the move that was made and of a better one, with the loss of chances and its standard error."""

    trial: Trial
    change: float
    doubt: float

    @property
    def kind(self) -> Kind:
        """The kind of the moment."""
        return "blunder" if self.change >= BLUNDER else "mistake"


def candidates_at(playing: Playing, decision: Decision, most: int) -> tuple[int, ...]:
    """Return the move that was made, and others that are worth comparing. Draws and concessions are not proposed."""
    game = playing.game
    states = decision.record(game)
    seed = chance_of(secret_seed(decision.number), most)
    found = find_candidates(game, playing.kernel, states, decision.seat, decision.rows, playing.bot, most, seed)
    others = (move for move in found if move != decision.move and game.moves.unpack(move).means not in RARE)
    return decision.move, *others


def suspects(
    playing: Playing,
    decisions: Sequence[Decision],
    standings: Mapping[int, list[Standing]],
    since: tuple[float, int],
    until: float,
) -> list[Trial]:
    """Return the decisions at which a better move is most likely to be found, the most suspicious first."""
    budget = playing.budget
    trials = comparisons(playing, [one for one in decisions if one.is_choice], until)
    if not trials:
        return []
    cost = FEW_WORLDS * sum(len(trial.moves) for trial in trials)
    short = budget.fits((budget.used + until) / 2, since, cost) < 1
    for trial in trials:
        trial.milestones = playing.game.looks_ahead if short else TO_THE_END
    rounds = 1 + _rounds(len(trials))
    start = budget.used
    for number in range(rounds):
        playing.play_all(trials, start + (until - start) * (number + 1) / rounds, MOST_WORLDS)
        trials = [trial for trial in trials if trial.worlds]
        trials.sort(key=lambda trial: -suspicion(trial, standings))
        trials = trials[: max(SUSPECTS, len(trials) // KEPT)]
        if short and number + 1 < rounds:
            trials = [Trial(trial.decision, trial.moves, stage=1) for trial in trials]
            short = False
    return trials[:SUSPECTS]


def comparisons(playing: Playing, choices: Sequence[Decision], until: float) -> list[Trial]:
    """Return a trial for every choice, in random order: if the time is up, some are left out."""
    found = []
    for one in Random(playing.seed).sample(choices, len(choices)):
        if not playing.budget.counts and playing.budget.used > until:
            break
        moves = candidates_at(playing, one, QUICK)
        if len(moves) > 1:
            found.append(Trial(one, moves, stage=1))
    return found


def _rounds(trials: int) -> int:
    """Return how often a number of trials is divided until only the suspects are left."""
    rounds = 0
    while trials > SUSPECTS:
        trials = max(SUSPECTS, trials // KEPT)
        rounds += 1
    return rounds


def suspicion(trial: Trial, standings: Mapping[int, list[Standing]]) -> float:
    """Return by how much the best other move seems better, as a chance."""
    values = values_of(trial, standings.get(trial.decision.seat, []))
    return float((values[:, 1:] - values[:, :1]).mean(0).max())


def values_of(trial: Trial, standings: Sequence[Standing]) -> Floats:
    """Return the value of every playout as a chance. One that did not reach the end counts by the lead it brought.

    A lead changes the chance by as much as it would in the middle of the final leads that were seen at that time.
    """
    won = trial.won
    unfinished = won < 0
    if not unfinished.any():
        return won
    if not standings:
        return np.where(unfinished, 0.5, won)
    near = min(standings, key=lambda one: abs(one.number - trial.decision.number))
    normal = NormalDist()
    slope = normal.pdf(normal.inv_cdf(min(max(near.chance, 0.02), 0.98))) / max(near.spread, 1e-9)
    leads = trial.leads
    guess = np.clip(near.chance + slope * (leads - leads[unfinished].mean()), 0, 1)
    return np.where(unfinished, guess, won)


def losses(
    playing: Playing,
    decisions: Sequence[Decision],
    found: Sequence[Trial],
    scale: Scale,
    since: tuple[float, int],
    until: tuple[float, float],
) -> list[Loss]:
    """Return the moves that certainly cost chances, the worst first.

    Where playouts take long, fewer decisions are looked at. `since` is as in `Budget.fits`.
    """
    looked_at = max(LEAST_SUSPECTS, playing.budget.fits(until[0], since, GOOD_WORLDS * THOROUGH))
    choosing = [
        Trial(one.decision, candidates_at(playing, one.decision, THOROUGH), CHOOSING) for one in found[:looked_at]
    ]
    playing.play_all(choosing, until[0], MOST_WORLDS)
    choosing = sorted((one for one in choosing if one.worlds), key=lambda one: -advantage(one))
    measured_at = max(LEAST_SUSPECTS, playing.budget.fits(until[1], since, 2 * SURE_WORLDS))
    measuring = [Trial(one.decision, (one.moves[0], best_move(one)), MEASURING) for one in choosing[:measured_at]]
    playing.play_all(measuring, until[1], MOST_WORLDS)
    measured = [loss_of(trial, scale) for trial in measuring if trial.worlds > 1]
    certain = [one for one in measured if one.change >= MISTAKE and one.change > LEAST * one.doubt]
    return sorted(without_repeats(certain, decisions), key=lambda one: -one.change)


def without_repeats(lost: Sequence[Loss], decisions: Sequence[Decision]) -> list[Loss]:
    """Return the losses without those that the same seat could still have avoided shortly after.

    The bot of the playouts can make the same mistake as the player. Then all moves that led there seem to cost as much
    as the mistake itself, and only the last of them, which could not be repaired, is reported.
    """
    return [
        one
        for one in lost
        if not any(
            one.trial.decision.number < other.trial.decision.number
            and other.trial.won[:, 1].mean() >= one.trial.won[:, 1].mean() - MISTAKE
            and in_one_go(decisions, one.trial.decision, other.trial.decision)
            for other in lost
        )
    ]


def in_one_go(decisions: Sequence[Decision], first: Decision, last: Decision) -> bool:
    """Return whether a seat made two moves shortly after each other, before any seat answered the first."""
    between = decisions[first.number : last.number]
    own = sum(one.seat == first.seat for one in between)
    may_move = first.waiting | 1 << first.seat
    return last.seat == first.seat and own <= SHORTLY and all(may_move >> one.seat & 1 for one in between)


def advantage(trial: Trial) -> float:
    """Return how much more is won by the best other move of a trial."""
    won = trial.won.mean(0)
    return float(won[1:].max() - won[0])


def best_move(trial: Trial) -> int:
    """Return the other move with which most is won. Their leads decide between equal ones."""
    won, leads = trial.won.mean(0), trial.leads.mean(0)
    return trial.moves[max(range(1, len(trial.moves)), key=lambda place: (won[place], leads[place]))]


def loss_of(trial: Trial, scale: Scale) -> Loss:
    """Return the chances that the move of a trial cost, compared with its other move in the same worlds."""
    won, worlds = trial.won, trial.worlds
    played, better = map(float, won.mean(0))
    change = scale.chance(better, worlds) - scale.chance(played, worlds)
    better_by = won[:, 1] - won[:, 0]
    spread = max(float(better_by.std(ddof=1)), (PRIOR / worlds) ** 0.5)
    return Loss(trial, change, spread / worlds**0.5 * scale.steepness((played + better) / 2, worlds))


def moments_of(
    playing: Playing, table: Table[Any], lost: Sequence[Loss], curves: Sequence[Curve], scale: Scale, most: int
) -> tuple[Moment, ...]:
    """Return the moments that decided: moves that cost chances, and if these are few, turns that no move explains."""
    found = [mistake(playing, loss, scale) for loss in lost[:most]]
    for seat, before, after in turns(curves, {moment.number for moment in found}):
        if len(found) < most:
            found.append(turn(table, seat, before, after))
    return tuple(found)


def mistake(playing: Playing, loss: Loss, scale: Scale) -> Moment:
    """Describe a move that cost chances."""
    trial, sure = loss.trial, "clear" if loss.change > CLEAR * loss.doubt else "slight"
    played, better = (judged(playing.game, trial, place, scale) for place in (0, 1))
    return Moment(
        kind=loss.kind,
        number=trial.decision.number,
        seat=trial.decision.seat,
        played=played,
        better=better,
        change=-loss.change,
        doubt=loss.doubt,
        sure="clear" if sure == "clear" else "slight",
        say=say_mistake(trial.decision.seat, played, better, sure == "clear"),
        why=reasons_for(playing, trial),
    )


def turns(curves: Sequence[Curve], taken: set[int]) -> list[tuple[int, Point, Point]]:
    """Return the largest changes between two neighbouring points of a curve that are beyond doubt.

    Each has the seat and the two points, and the largest change comes first. Two turns are never the same part of the
    game: what one seat won, others lost.
    """
    steps = [
        (curve.seat, before, after)
        for curve in curves
        for before, after in zip(curve.points, curve.points[1:], strict=False)
        if before.number not in taken
        and abs(after.chance - before.chance) > max(BLUNDER, LEAST * (before.doubt**2 + after.doubt**2) ** 0.5)
    ]
    steps.sort(key=lambda step: -abs(step[2].chance - step[1].chance))
    chosen: list[tuple[int, Point, Point]] = []
    for seat, before, after in steps:
        if all(before.number >= other[2].number or after.number <= other[1].number for other in chosen):
            chosen.append((seat, before, after))
    return chosen


def turn(table: Table[Any], seat: int, before: Point, after: Point) -> Moment:
    """Describe a turn that no single move explains."""
    _, packed, _ = table.played.step(before.number)
    doubt = (before.doubt**2 + after.doubt**2) ** 0.5
    change = after.chance - before.chance
    return Moment(
        kind="turn",
        number=before.number,
        seat=seat,
        played=judged_alone(table.game, packed, before),
        better=None,
        change=change,
        doubt=doubt,
        sure="clear" if abs(change) > CLEAR * doubt else "slight",
        say=say_turn(seat, before, after, len(table.played)),
        why=(say_change(before, after),),
    )
