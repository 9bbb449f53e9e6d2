"""The review of a finished game."""

from __future__ import annotations

from collections.abc import Callable

from ludex.core.game.game import Game
from ludex.core.play.history import History
from ludex.players.review.curves import Scale, balanced, curves_of, fair_chance, judge_points, standings_of
from ludex.players.review.decisions import NotOver, decisions_of, finished_table
from ludex.players.review.moments import losses, moments_of, suspects
from ludex.players.review.playing import Budget, Playing, Trial
from ludex.players.review.values import Review, ReviewSettings

CURVES, SEARCHED, CHOSEN = 0.3, 0.65, 0.8
"""The shares of the budget that are used when the curves are done, the suspicious decisions found, and the better moves
chosen. The rest measures how much better they are."""


def review(
    history: History,
    settings: ReviewSettings | None = None,
    *,
    game: Game | None = None,
    progress: Callable[[float], None] | None = None,
) -> Review:
    """Review a finished game. Raises `NotOver` for one that is not over, and `BadHistory` for one that was changed.

    `progress` is called with the share that is done, from any thread.

    >>> import ludex
    >>> table = ludex.game("automation").new(2, seed=7)
    >>> while table.waiting:
    ...     _ = table.play(table.waiting[0], table.options(table.waiting[0])[0])
    >>> found = review(table.history, ReviewSettings(playouts=800))
    >>> len(found.curves), found.curves[0].points[-1].chance in (0.0, 0.5, 1.0), len(found.moments) <= 3
    (2, True, True)
    """
    chosen = settings or ReviewSettings()
    chosen.check()
    table = finished_table(history, game)
    outcome = table.outcome
    if outcome is None:
        raise NotOver("this game is not over")
    budget = Budget(chosen, progress)
    playing = Playing(table.game, chosen, budget)
    playing.await_rules()
    decisions = decisions_of(table)
    if decisions:
        playing.play(Trial(decisions[-1], (decisions[-1].move,)), 1)  # which loads the compiled loop
    budget.begin()
    since = budget.used, budget.playouts
    trials = judge_points(playing, decisions, table.seats, CURVES)
    fair = fair_chance(table.game, decisions[0]) if decisions else 1.0
    scale = balanced(Scale(fair), trials, len(table.played))
    curves = curves_of(table, trials, scale)
    found = suspects(playing, decisions, standings_of(trials, scale), since, SEARCHED) if chosen.moments else []
    lost = losses(playing, decisions, found, scale, since, (CHOSEN, 1.0))
    moments = moments_of(playing, table, lost, curves, scale, chosen.moments)
    if progress is not None:
        progress(1.0)
    return Review(
        game=table.game.name,
        title=table.game.title,
        players=table.players,
        moves=len(table.played),
        outcome=outcome,
        scores=tuple(table.game.look.standing.sign * score for score in outcome.scores),
        curves=curves,
        moments=moments,
        bot=playing.bot_name,
        playouts=budget.playouts,
        decisions=sum(one.is_choice for one in decisions),
    )
