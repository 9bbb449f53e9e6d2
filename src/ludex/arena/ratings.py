"""Ratings from the ranks of many games, by Plackett and Luce's model as implemented by openskill."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from ludex.arena.statistics import Z95


class Rating(msgspec.Struct, frozen=True):
    """The strength of a player: all start at 25, and 8 points are a very large difference."""

    rating: float
    low: float
    """The lower end of the 95 % interval."""
    high: float
    """The upper end of the 95 % interval."""


def rate(games: Iterable[tuple[Sequence[int], Sequence[int]]], players: int) -> list[Rating]:
    """Rate players by games, each with the player at every seat and the rank of every seat.

    Equal ranks are ties. A player at several seats of a table gets the mean of its gains and losses at them.

    >>> strong, weak = rate([((0, 1), (1, 2)), ((1, 0), (2, 1))] * 20, 2)
    >>> strong.low > weak.high
    True
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    known = [model.rating() for _ in range(players)]
    for seated, ranks in games:
        teams = [[model.create_rating([known[player].mu, known[player].sigma])] for player in seated]
        rated = [team[0] for team in model.rate(teams, ranks=list(ranks))]
        for player in set(seated):
            mine = [after for after, who in zip(rated, seated, strict=True) if who == player]
            mu = sum(after.mu for after in mine) / len(mine)
            sigma = sum(after.sigma for after in mine) / len(mine)
            known[player] = model.create_rating([mu, sigma])
    return [Rating(one.mu, one.mu - Z95 * one.sigma, one.mu + Z95 * one.sigma) for one in known]
