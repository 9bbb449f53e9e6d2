"""Learning what positions are worth: bots play, their games tell how positions end, and a value is fitted to that."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ludex.core.chance import game_seeds, new_dice, secret_seed
from ludex.core.errors import BadSetting
from ludex.core.events import new_log
from ludex.core.game import Game
from ludex.core.kernel import InterpretedKernel, Kernel
from ludex.core.loops import over, scores, side
from ludex.core.record import States
from ludex.core.rule import loop
from ludex.players.search.playouts import stage_of
from ludex.players.search.value import LearnedValue

Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]

ASKED = 0.5
"""At how many of the decisions the position is kept."""
SURPRISE = 0.2
"""How many moves are made by any of the bots, or at random, before positions are kept."""
EARLY = 0.9
"""How long that may be, as a part of a game of usual length."""
HELD_OUT = 5
"""One of so many games is only used to see how well the value tells its end."""
LEAST = 10
"""A stage gets weights if there are so many positions for each of them."""
PENALTIES = (1e-4, 1e-3, 1e-2, 1e-1, 1.0)
"""What is tried to keep weights small, as shares of the spread of the features."""


class Positions(NamedTuple):
    """What was seen: of every position and seat its game and stage, and how far the seat is ahead of the others."""

    games: Numbers
    stages: Numbers
    facts: Floats
    """In every feature."""
    scores: Floats
    """In the score at the time."""
    leads: Floats
    """In the score when the game was over."""


@loop
def describe(states: States, i: int, facts: Any, out: Any) -> int:
    """Write the features of every seat, and to `out` its score so far and its side. Returns the stage."""
    s = states[i]
    for seat in range(len(out)):
        out[seat, 0] = out[seat, 1] = 0
    scores(s, out)
    for seat in range(s.seats):
        out[seat, 1] = side(s, seat)
    return -1 if over(s) else int(stage_of(s, facts))


def train(
    game: Game,
    games: int,
    *,
    seats: int | None = None,
    horizon: int,
    seed: int = 0,
    command: str = "",
    settings: Mapping[str, Any] | None = None,
    progress: Callable[[int], None] | None = None,
) -> LearnedValue:
    """Let bots play, and fit a value of positions to how their games ended."""
    check_trainable(game)
    count = game.expect_seats(seats or game.usual_seats)
    kernel: Kernel = game.interpreted if isinstance(game.kernel, InterpretedKernel) else game.compiled
    seen = record_games(game, kernel, games, count, seed, settings or {}, progress)
    if len(np.unique(seen.games)) < HELD_OUT:
        raise BadSetting(
            f"{game.name}: {games} games had positions to learn from in {len(np.unique(seen.games))} of them only. "
            f"Play more games, or settings that have features"
        )
    weights, explained = fit(seen, game.stages)
    _, by_score = fit(seen._replace(facts=seen.scores[:, None]), game.stages)
    return LearnedValue(
        game=game.name,
        version=game.version,
        features=game.feature_names,
        weights=tuple(tuple(float(f"{weight:.5g}") for weight in row) for row in weights),
        horizon=horizon,
        explained=round(explained, 4),
        explained_by_score=round(by_score, 4),
        games=games,
        positions=len(seen.games) // count,
        seats=count,
        seed=seed,
        command=command,
    )


def check_trainable(game: Game) -> None:
    """Refuse a game that names no features."""
    if not game.feature_names:
        raise BadSetting(f"{game.name} names no features that a value could be made of (see docs/search.md)")


def record_games(
    game: Game,
    kernel: Kernel,
    games: int,
    seats: int,
    seed: int,
    settings: Mapping[str, Any],
    progress: Callable[[int], None] | None = None,
) -> Positions:
    """Play games between bots, and keep some positions of each."""
    template = game.template(seats, game.read_settings(settings))
    parts, moves = [], 0
    for number in range(games):
        usual = moves / number if number else 0
        played, part = _record_game(game, kernel, template, number, usual, secret_seed(seed))
        parts.append(part)
        moves += played
        if progress:
            progress(number + 1)
    return Positions(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def _record_game(
    game: Game, kernel: Kernel, template: States, number: int, usual: float, seed: bytes
) -> tuple[int, Positions]:
    """Play one game to its end: returns its moves, and the positions that were kept.

    Up to a moment that is chosen by chance some moves are surprising, so that positions differ. From then on the
    strongest bot plays for everybody, as it does when a search plays on. So it makes no difference to a value who owns
    what: a bot that buys a card, and plays well besides, would make that card look good.
    """
    words = game_seeds(seed, number, 1)
    chance, dice, log = Random(words.tobytes()), new_dice(words.tobytes()[:32]), new_log(0)
    states = template.copy()
    states["rng"] = words[0, :4]
    kernel.setup(states, 0)
    seats, last = int(states["seats"][0]), len(game.bot_slots) - 1
    early, moves = chance.random() * EARLY * usual, 0
    rows, facts = np.zeros((game.max_options, 2), np.int64), np.zeros((seats, len(game.feature_names)), np.int64)
    out = np.zeros((seats, 2), np.int64)
    stages, kept, now = [], [], []
    while mask := kernel.waiting(states, 0):
        seat = chance.choice([seat for seat in range(seats) if mask >> seat & 1])
        if moves >= early and chance.random() < ASKED and (stage := kernel.entry(describe)(states, 0, facts, out)) >= 0:
            stages.append(stage)
            kept.append(facts.copy())
            now.append(out[:, 0].copy())
        bot = chance.randint(0, last) if moves < early and chance.random() < SURPRISE else last
        moves += 1
        kernel.play(states, 0, seat, kernel.choose(bot, states, 0, seat, rows, dice), log)
    kernel.entry(describe)(states, 0, facts, out)
    ahead = _ahead(out[:, 1])
    return moves, Positions(
        np.full(len(stages) * seats, number),
        np.repeat(np.array(stages, np.int64), seats),
        (ahead @ np.array(kept, float).reshape(-1, seats, len(game.feature_names))).reshape(
            -1, len(game.feature_names)
        ),
        (np.array(now, float).reshape(-1, seats) @ ahead.T).reshape(-1),
        np.tile(ahead @ out[:, 0].astype(float), len(stages)),
    )


def _ahead(sides: Numbers) -> Floats:
    """The matrix that makes leads of scores: what a seat has, less what the seats of other sides have on average."""
    others = (sides[:, None] != sides[None, :]).astype(float)
    return np.asarray(np.eye(len(sides)) - others / np.maximum(others.sum(1, keepdims=True), 1))


def fit(seen: Positions, stages: int) -> tuple[Floats, float]:
    """Weights by stage and feature, and how much of the spread of the leads they tell in games held out.

    They are those of ridge regression, with the penalty that does best in the games that are held out.
    """
    tested = seen.games % HELD_OUT == 0
    tries = [_fit_all(seen, ~tested, stages, penalty) for penalty in PENALTIES]
    told = [_explained(seen, tested, weights) for weights in tries]
    best = int(np.argmax(told))
    return _fit_all(seen, np.ones_like(tested), stages, PENALTIES[best]), told[best]


def _fit_all(seen: Positions, used: npt.NDArray[np.bool_], stages: int, penalty: float) -> Floats:
    """The weights of every stage. A stage that was hardly ever seen has none."""
    weights = np.zeros((stages, seen.facts.shape[1]))
    for stage in range(stages):
        rows = used & (seen.stages == stage)
        if rows.sum() >= LEAST * weights.shape[1]:
            facts = seen.facts[rows]
            squares = facts.T @ facts
            small = penalty * np.diag(np.diag(squares)) + 1e-9 * np.eye(len(squares))
            weights[stage] = np.linalg.solve(squares + small, facts.T @ seen.leads[rows])
    return weights


def _explained(seen: Positions, tested: npt.NDArray[np.bool_], weights: Floats) -> float:
    """The share of the spread of the leads that a value tells: 1 if it is always right, 0 if it tells nothing."""
    leads = seen.leads[tested]
    missed = leads - (seen.facts[tested] * weights[seen.stages[tested]]).sum(1)
    return float(1 - (missed @ missed) / max(leads @ leads, 1e-9))
