"""The declaration of a part of card games for the machinery."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from ludex.games.cards.events import PointsCounted, Term
from ludex.games.cards.genome.problems import Problem
from ludex.games.cards.genome.schema import Genome, Phase
from ludex.games.cards.parts.asked import Asked
from ludex.games.cards.state import State

if TYPE_CHECKING:
    from ludex.games.cards.board.scene import Scene

CONTRACTS, TRICKS, CARDS, ORDER, MAJORITIES, SWEEPS, KNOCK, KNOCKOUT, POT = range(9)
"""The ways to score in the order in which they are counted."""


Terms: TypeAlias = Mapping[Term, Callable[[Genome, State, PointsCounted], str]]
"""The texts of worked examples about terms of the points, by their kinds."""


@dataclass(frozen=True)
class GamePhase:
    """A kind of phase, with all that differs between phases."""

    kind: type[Phase]
    """Its fields in the genome."""
    most_moves: Callable[[Genome, Any], int]
    """The most moves that it takes in a hand."""
    sentences: Callable[[Genome, Any], Iterator[str]]
    """The rulebook's sentences about it."""
    in_short: Callable[[Genome, Any], str]
    """Its text for *how to play*: the decisions of players, in a few sentences."""
    bubble: str
    """An explanation for new players, shown once, at the first decision of this kind."""
    headline: Callable[[Scene], str]
    """The current situation in a few words, over the board."""
    prompt: Callable[[Asked], str]
    """The question to a player who has to decide."""
    plain: Callable[[Genome, Any], Phase | None] = lambda genome, phase: phase
    """Its canonical form; None where it does nothing."""


@dataclass(frozen=True)
class GamePart:
    """A part of card games. Each has one in its `part.py`, and `parts/registry.py` lists them.

    What a part has nothing to say about is left out.
    """

    phase: GamePhase | None = None
    """The kind of phase that it is."""
    range_problems: Callable[[Genome], Iterator[Problem]] | None = None
    """Lists that are too long or too short, and numbers that depend on each other."""
    problems: Callable[[Genome], Iterator[Problem]] | None = None
    """Rules that do not go with each other or with the rest of the game."""
    scoring_problems: Callable[[Genome], Iterator[Problem]] | None = None
    """Points for something that cannot happen."""
    plain: Callable[[Genome], dict[str, Any]] | None = None
    """The canonical form of its fields in the genome."""
    plain_points: Callable[[Genome], dict[str, Any]] | None = None
    """The canonical form of its ways to score."""
    points: Callable[[Genome], tuple[int, int]] | None = None
    """The least and the most that it brings a side in a hand: bounds, not what can happen at once."""
    scoring_sentences: Mapping[int, Callable[[Genome], Iterator[str]]] = field(default_factory=dict)
    """The rulebook's sentences about its ways to score, each by its turn in the scoring."""
    scoring_in_short: Callable[[Genome], Iterator[str]] | None = None
    """Its sentences about scoring for *how to play*."""
    terms: Terms = field(default_factory=dict)
    """The words of worked examples for each term of its points."""
