"""Results of votes: by game, in blind comparisons with the library, and their correlation with fitness."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludex.arena.statistics import wilson
from ludex.lab.archive import Creature
from ludex.lab.comparing import kendall
from ludex.lab.votes import Pairs, Votes

ENOUGH_VOTES, ENOUGH_GAMES = 30, 5
"""Numbers of votes, and of games with votes, below which a correlation says nothing."""


def results_of(games: Sequence[Creature], votes: Votes, pairs: Pairs) -> dict[str, Any]:
    """Return the results of a run for a page.

    >>> import tempfile; from pathlib import Path
    >>> folder = Path(tempfile.mkdtemp())
    >>> results_of([], Votes(folder), Pairs(folder))["verdict"]
    'There are 0 votes on 0 games. From 30 votes on at least 5 games, this page shows how votes and fitness agree.'
    """
    rows = []
    for creature in games:
        again, enough = votes.count(creature.genome.name)
        better, worse, neither = pairs.count(creature.genome.name)
        liked, asked = again + better, again + enough + better + worse
        rows.append(
            {
                "title": creature.genome.title,
                "fitness": creature.fitness,
                "again": again,
                "enough": enough,
                "better": better,
                "worse": worse,
                "neither": neither,
                "liked": liked / asked if asked else None,
                "asked": asked,
            }
        )
    return {"games": rows, "verdict": _verdict(rows), "blind": _blind(rows)}


def _verdict(rows: Sequence[dict[str, Any]]) -> str:
    """Describe the correlation of votes with fitness, if there are enough votes."""
    voted = [row for row in rows if row["asked"]]
    asked = sum(row["asked"] for row in voted)
    told = f"There {_are(asked, 'vote')} on {len(voted)} {'game' if len(voted) == 1 else 'games'}."
    if asked < ENOUGH_VOTES or len(voted) < ENOUGH_GAMES:
        return (
            f"{told} From {ENOUGH_VOTES} votes on at least {ENOUGH_GAMES} games, this page shows how votes and fitness "
            "agree."
        )
    tau = kendall([row["fitness"] for row in voted], [row["liked"] for row in voted])
    return (
        f"{told} Kendall's τ between fitness and the share of people who liked a game is {tau:+.2f}: 1 is the same "
        f"order, 0 none. With {len(voted)} games, values between -{_chance(len(voted)):.2f} and "
        f"+{_chance(len(voted)):.2f} are within chance."
    )


def _chance(games: int) -> float:
    """Return the largest τ that 95 % of random orders of some games stay below (normal approximation)."""
    return float(min(1.0, 1.96 * (2 * (2 * games + 5) / (9 * games * (games - 1))) ** 0.5))


def _blind(rows: Sequence[dict[str, Any]]) -> str:
    better, worse = sum(row["better"] for row in rows), sum(row["worse"] for row in rows)
    if not better + worse:
        return "No blind comparison has been decided yet."
    low, high = wilson(better, better + worse)
    return (
        f"In blind comparisons, the evolved game was chosen {better} times and the library game {worse} times: "
        f"{better / (better + worse):.0%} (95 % interval: {low:.0%} to {high:.0%})."
    )


def _are(count: int, noun: str) -> str:
    return f"is 1 {noun}" if count == 1 else f"are {count} {noun}s"
