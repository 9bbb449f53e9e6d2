"""Reasons in words: what differs on average after two moves, from what players have and in the final scores."""

from __future__ import annotations

from ludex.core.game.game import Game
from ludex.core.language.chance import game_seeds
from ludex.players.differences import BEYOND_CHANCE, WORLDS, certainty, differences, told, written
from ludex.players.review.curves import Scale, point_of
from ludex.players.review.playing import Playing, Trial
from ludex.players.review.values import Judged, Point
from ludex.players.search.playouts import BEST, OWN

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


def reasons_for(playing: Playing, trial: Trial) -> tuple[str, ...]:
    """Return the reasons why the second move of a trial is better than the first, most tangible first."""
    return (*_terms(playing, trial), *_scores(playing, trial), *_wins(trial))


def _terms(playing: Playing, trial: Trial) -> list[str]:
    """Return what the seat has some time after the two moves, where it differs by more than chance would easily do."""
    game, seat, (played, better) = playing.game, trial.decision.seat, trial.moves
    seeds = game_seeds(playing.seed_of(trial), 0, WORLDS)
    states = trial.decision.record(game)
    found = differences(game, playing.kernel, states, (better, played), playing.orders(seat), seeds)
    why = told(found, game.look.terms_when, f"seat {seat} has")
    return [why] if why else []


def _scores(playing: Playing, trial: Trial) -> list[str]:
    """Return the final scores after the two moves, if they differ by more than chance would easily do."""
    scores = []
    for who, column in ((f"seat {trial.decision.seat} ends", OWN), ("the best opponent", BEST)):
        played, better = playing.game.look.standing.sign * trial.outcomes[..., column].T
        after, instead = written(float(better.mean())), written(float(played.mean()))
        if certainty(better - played) > BEYOND_CHANCE and after != instead:
            scores.append(f"{who} with {after} instead of {instead}")
    return [f"On average {' and '.join(scores)}."] if scores else []


def _wins(trial: Trial) -> list[str]:
    """Return the shares of playouts won, if there are enough playouts."""
    if trial.worlds < ENOUGH:
        return []
    played, better = 100 * trial.won.mean(0)
    apart = 100 * (trial.won[:, 1] - trial.won[:, 0])
    error = 1.96 * float(apart.std(ddof=1)) / trial.worlds**0.5
    gain = f"{better - played:.0f} more (± {max(error, 0.5):.0f})"
    return [f"Of {trial.worlds} games played out, it wins {better:.0f} in 100 instead of {played:.0f}: {gain}."]
