"""Styles: kinds of games, as weights of measures; and the Pareto front, which needs no weights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
import numpy as np

from ludex.core.language.errors import BadSetting, quote
from ludex.lab.gates import GATES
from ludex.lab.measures import Measures

GOALS = ("fairness", "skill", "choice", "uncertainty", "interaction", "novelty", "pace")
"""The goals of the Pareto front: more of each is better."""
UNREADABLE = -3.0
"""The fitness of a genome that does not describe a game."""


class Style(msgspec.Struct, frozen=True):
    """A kind of game: the weight of each measure. A negative weight asks for little of it."""

    name: str
    about: str
    weights: Mapping[str, float]

    def score(self, measures: Measures) -> float:
        """Return the weighted mean of the measures, from 0 to 1.

        >>> STYLES["strategic"].score(Measures(skill=1.0, choice=1.0)) > STYLES["strategic"].score(Measures(luck=1.0))
        True
        """
        total = 0.0
        for name, weight in self.weights.items():
            value = min(1.0, max(0.0, getattr(measures, name)))
            total += weight * value if weight > 0 else -weight * (1 - value)
        return total / sum(map(abs, self.weights.values()))

    def fitness(self, measures: Measures) -> float:
        """Return the score of a game that passed all gates, a negative number if it failed some, -3 for anything else.

        >>> from ludex.lab.gates import Failure
        >>> round(STYLES["party"].fitness(Measures(failed=(Failure("draws", "all of them"),))), 2)
        -0.08
        """
        if any(failure.gate == "compiles" for failure in measures.failed):
            return UNREADABLE
        if measures.failed:
            return -len(measures.failed) / len(GATES)
        return self.score(measures)


_COMMON = {"fairness": 1.0, "decisive": 0.5, "pace": 1.0, "use": 0.5, "novelty": 0.75}

STYLES = {
    style.name: style
    for style in (
        Style(
            "balanced",
            "something of everything",
            {**_COMMON, "skill": 1.5, "choice": 1.5, "uncertainty": 1.0, "comeback": 0.5, "interaction": 1.0},
        ),
        Style(
            "strategic",
            "the better player wins: skill and choice, and little luck",
            {**_COMMON, "skill": 3.0, "choice": 2.5, "uncertainty": 0.5, "interaction": 1.0, "luck": -1.5},
        ),
        Style(
            "party",
            "open until the end, for players of all strengths",
            {
                **_COMMON,
                "pace": 2.0,
                "skill": 0.5,
                "choice": 0.75,
                "uncertainty": 2.0,
                "comeback": 1.5,
                "interaction": 1.5,
            },
        ),
        Style(
            "trick-taking",
            "games of tricks with skill and choice",
            {**_COMMON, "tricks": 3.0, "skill": 1.5, "choice": 1.5, "uncertainty": 1.0, "interaction": 0.75},
        ),
        Style(
            "bluffing",
            "bets and claims that may be false",
            {**_COMMON, "bluffing": 3.0, "skill": 1.5, "choice": 1.0, "uncertainty": 1.0, "interaction": 1.0},
        ),
    )
}


def style_of(name: str) -> Style:
    """Look up a style by name.

    >>> style_of("party").about
    'open until the end, for players of all strengths'
    """
    if name not in STYLES:
        raise BadSetting(f"there is no style {quote(name)}; choose one of {', '.join(STYLES)}")
    return STYLES[name]


def pareto_front(measured: Sequence[Measures], goals: Sequence[str] = GOALS) -> list[int]:
    """Return the indices of the games that no other game dominates (as good in all goals, and better in one).

    >>> pareto_front([Measures(skill=0.9), Measures(choice=0.5), Measures(skill=0.1)], ["skill", "choice"])
    [0, 1]
    """
    table = np.array([[getattr(measures, goal) for goal in goals] for measures in measured]).reshape(-1, len(goals))
    front = []
    for place, row in enumerate(table):
        beaten = np.asarray((table >= row).all(axis=1) & (table > row).any(axis=1))
        if measured[place].viable and not any(beaten[other] and measured[other].viable for other in range(len(table))):
            front.append(place)
    return front
