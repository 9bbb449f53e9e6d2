"""Reasons in words: what differs on average after two moves, from what players have and in the final scores."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ludex.core.game.game import Game
from ludex.core.play.table import Table
from ludex.players.hints import CLEARLY
from ludex.players.review.curves import Scale, point_of
from ludex.players.review.playing import Playing, Trial
from ludex.players.review.values import Judged, Point
from ludex.players.search.judging import Floats
from ludex.players.search.playouts import BEST, OWN

WORLDS = 40
"""The number of worlds in which what players have is compared."""
TERMS = 2
"""The most terms that are named."""
ENOUGH = 100
"""The least number of playouts for which a share is given in numbers."""


def judged(game: Game, trial: Trial, place: int, scale: Scale) -> Judged:
    """Return a move of a trial with the chances and the score that follow it."""
    move = game.moves.unpack(trial.moves[place])
    score = float(trial.outcomes[:, place, OWN].mean())
    return Judged(str(move), move.tokens, round(point_of(trial, scale, place).chance, 4), round(score, 2))


def judged_alone(game: Game, packed: int, point: Point) -> Judged:
    """Return the move at a point of a curve."""
    move = game.moves.unpack(packed)
    return Judged(str(move), move.tokens, round(point.chance, 4), 0.0)


def say_mistake(seat: int, played: Judged, better: Judged, clear: bool) -> str:
    """Say which move would have been better, and how sure that is."""
    how = "clearly" if clear else "probably"
    return f"seat {seat} chose “{played.move}”; “{better.move}” was {how} better."


def say_turn(seat: int, before: Point, after: Point, moves: int) -> str:
    """Say how a seat's chances changed although it had no better move."""
    rose = "rose" if after.chance > before.chance else "fell"
    until = "the end" if after.number > moves else f"move {after.number}"
    return (
        f"From here to {until} the chances of seat {seat} {rose}. No clearly better move of this player was "
        "found, so the cause is the play of the others, or luck."
    )


def say_change(before: Point, after: Point) -> str:
    """Say by how much chances changed, and how sure that is."""
    error = 1.96 * (before.doubt**2 + after.doubt**2) ** 0.5
    return f"They changed from {100 * before.chance:.0f} to {100 * after.chance:.0f} in 100 (± {100 * error:.0f})."


def reasons_for(playing: Playing, table: Table[Any], trial: Trial) -> tuple[str, ...]:
    """Return the reasons why the second move of a trial is better than the first, most tangible first."""
    seat = trial.decision.seat
    return (*_terms(playing, table, trial), *_scores(seat, trial), *_wins(trial))


def _terms(playing: Playing, table: Table[Any], trial: Trial) -> list[str]:
    """Return what a seat has soon after the two moves, where it differs by more than chance would easily do."""
    played, better = terms_after(playing, table, trial)
    found = []
    for name in played.keys() & better.keys():
        apart = np.array(better[name]) - np.array(played[name])
        certainty = _certainty(apart)
        if certainty > CLEARLY:
            found.append((-certainty, name, float(np.mean(better[name])), float(np.mean(played[name]))))
    told = [one for one in sorted(found) if written(one[2]) != written(one[3])]
    more = [f"{written(one[2])} {one[1]} instead of {written(one[3])}" for one in told if one[2] > one[3]][:TERMS]
    less = [f"{written(one[2])} {one[1]} instead of {written(one[3])}" for one in told if one[2] < one[3]][:1]
    if not more:
        return [f"At first it costs something: seat {trial.decision.seat} has {one} soon after." for one in less]
    gained = " and ".join(more)
    return [f"Soon after, seat {trial.decision.seat} has on average {', but '.join([gained, *less])}."]


def _certainty(apart: Floats) -> float:
    """Return by how many standard errors paired differences are not 0."""
    if len(apart) < 2:
        return 0.0
    doubt = float(apart.std(ddof=1)) / len(apart) ** 0.5
    return float(abs(apart.mean()) / max(doubt, 1e-6))


def terms_after(
    playing: Playing, table: Table[Any], trial: Trial
) -> tuple[Mapping[str, list[float]], Mapping[str, list[float]]]:
    """Return what the seat has some time after each of the two moves, term by term, in the same worlds."""
    horizon = max(4 * table.seats, len(table.played) // 12)
    both: tuple[dict[str, list[float]], dict[str, list[float]]] = ({}, {})
    for ends in playing.ends(trial, WORLDS, horizon):
        read = [playing.game.look.terms(playing.game.machine.view_of(end, trial.decision.seat)) for end in ends]
        for terms, values in zip(both, read, strict=True):
            for name in read[0].keys() & read[1].keys():
                terms.setdefault(name, []).append(float(values[name]))
    return both


def _scores(seat: int, trial: Trial) -> list[str]:
    """Return the final scores after the two moves, if they differ by more than chance would easily do."""
    own, best = trial.outcomes[..., OWN], trial.outcomes[..., BEST]
    told = []
    if _certainty(own[:, 1] - own[:, 0]) > CLEARLY and written(own[:, 1].mean()) != written(own[:, 0].mean()):
        told.append(f"seat {seat} ends with {written(own[:, 1].mean())} instead of {written(own[:, 0].mean())}")
    if _certainty(best[:, 1] - best[:, 0]) > CLEARLY and written(best[:, 1].mean()) != written(best[:, 0].mean()):
        told.append(f"the best opponent with {written(best[:, 1].mean())} instead of {written(best[:, 0].mean())}")
    return [f"On average {' and '.join(told)}."] if told else []


def _wins(trial: Trial) -> list[str]:
    """Return the shares of playouts won, if there are enough playouts."""
    if trial.worlds < ENOUGH:
        return []
    played, better = 100 * trial.won.mean(0)
    apart = 100 * (trial.won[:, 1] - trial.won[:, 0])
    error = 1.96 * float(apart.std(ddof=1)) / trial.worlds**0.5
    gain = f"{better - played:.0f} more (± {max(error, 0.5):.0f})"
    return [f"Of {trial.worlds} games played out, it wins {better:.0f} in 100 instead of {played:.0f}: {gain}."]


def written(value: float) -> str:
    """Return a mean as people read it.

    >>> written(61.7), written(3.14159), written(4.0), written(-0.04)
    ('62', '3.1', '4', '0')
    """
    text = f"{value:.0f}" if abs(value) >= 20 else f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text
