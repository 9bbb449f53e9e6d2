"""A judge of evolved games that no run has climbed: an independent search of two sizes, and other one-line players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
import numpy as np

from ludex.games.cards import Genome
from ludex.lab.exploits import weakest_margins
from ludex.lab.ladder import hand_watcher
from ludex.lab.luck import between_equals, edge_of, rotated
from ludex.lab.one_liners import HELD_OUT
from ludex.lab.watching import Watcher

SHORT, LONG = "tree-60", "tree-600"
"""Searches with random playouts: runs are climbed with other numbers of iterations, and mostly with other searches."""
DEALS, HANDS = 24, 400


class Case(msgspec.Struct, frozen=True):
    """A game to judge."""

    genome: Genome
    seed: str


class Judgement(msgspec.Struct, frozen=True):
    """The numbers of the judge: edges from -1 to 1, each with its error, and luck."""

    thinking: float
    """The edge of the long search over the short one: what ten times the thinking is worth."""
    thinking_error: float
    over_greedy: float
    over_greedy_error: float
    margin: float
    """The margin of the best player over the most dangerous of the one-line players kept back."""
    luck: float


def judge(case: Case) -> Judgement:
    """Judge one game; run by workers."""
    hand = hand_watcher(case.genome)
    thinking, over_greedy = (_edge(hand, f"{case.seed} {other}", other) for other in (SHORT, "greedy"))
    margins = weakest_margins(hand, f"{case.seed} kept back", HANDS, (LONG,), 2 * DEALS, tuple(HELD_OUT))
    weakest = min(found.edge for found in margins)
    return Judgement(*thinking, *over_greedy, weakest, between_equals(hand, case.seed, DEALS, SHORT).luck)


def _edge(hand: Watcher, seed: str, other: str) -> tuple[float, float]:
    """Return the edge of the long search over another player, and its standard error."""
    sides = max(hand.sides) + 1
    shares = np.einsum("dtt->dt", rotated(hand, seed, max(6, 2 * DEALS // sides), LONG, other)).mean(axis=1)
    error = float(shares.std(ddof=1)) / len(shares) ** 0.5 * sides / (sides - 1)
    return edge_of(float(shares.mean()), sides), error


def sentences(mine: Sequence[Judgement], theirs: Sequence[Judgement]) -> Iterator[str]:
    """Compare evolved games with their ancestors by every number of the judge."""
    for name, told in (
        ("thinking", f"ten times the thinking ({LONG} against {SHORT})"),
        ("over_greedy", f"{LONG} against greedy"),
        ("margin", "the margin over one-line players that no gate knows"),
        ("luck", f"luck between equals ({SHORT} against itself; less is more skill)"),
    ):
        own, other = (np.array([getattr(one, name) for one in group]) for group in (mine, theirs))
        gap = float(own.mean() - other.mean())
        error = float(np.sqrt(own.var(ddof=1) / len(own) + other.var(ddof=1) / len(other)))
        sure = "beyond two standard errors" if abs(gap) > 2 * error else "within two standard errors: no difference"
        yield f"- {told}: evolved {own.mean():.2f}, ancestors {other.mean():.2f}, {gap:+.2f} ± {error:.2f}, {sure}."
