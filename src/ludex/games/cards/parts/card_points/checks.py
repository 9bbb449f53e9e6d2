"""Problems of points for cards, their canonical form, and the most that they bring."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, get_args

from ludex.games.cards.components import RANKS, SUITS
from ludex.games.cards.genome.fields import replace
from ludex.games.cards.genome.problems import Problem, Repair, problem
from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.parts.card_points.genome import CardPoints, CardScoring, Majority, ScoringSuit
from ludex.games.cards.parts.tricks.genome import TrickPhase
from ludex.games.cards.parts.trumps.checks import has_bowers
from ludex.games.cards.parts.turns.checks import ENDS, players_go_out


def value_range_problems(genome: Genome) -> Iterator[Problem]:
    """Find points for no cards, or for too many kinds of them."""
    if genome.card_scoring and not 1 <= len(genome.card_scoring.values) <= 20:
        values = genome.card_scoring.values
        some: Repair = {"card_scoring.values": values[:20]} if values else {"card_scoring": None}
        yield problem("card_scoring.values", f"there are {len(values)} of them", "List 1 to 20.", some)


def card_scoring_problems(genome: Genome) -> Iterator[Problem]:
    """Find points for trumps where there are none, and for winners where there are none."""
    cards = genome.card_scoring
    if cards and cards.suits_trump and genome.trump in ("none", "named"):
        others = tuple(value for value in cards.values if value.suit != "trump")
        without: Repair = {"card_scoring.values": others} if others else {"card_scoring": None}
        what = "trump cards score, but there is no trump" + (" before the auction" if genome.trump == "named" else "")
        yield problem("card_scoring.values", what, "Choose a trump.", without, {"trump": "random"})
    if cards and cards.to == "winner":
        yield from _winner_takes_all(genome, cards)


def _winner_takes_all(genome: Genome, cards: CardScoring) -> Iterator[Problem]:
    holder: Repair = {"card_scoring.to": "holder"}
    if not players_go_out(genome):
        fix = f'Set {ENDS} to "first out", or score holders.'
        yield problem("card_scoring.to", "a hand has no winner", fix, holder)
    if genome.teams or cards.moon:
        what = "it does not go with teams or with shooting the moon"
        others: list[Repair] = [] if genome.teams else [{"card_scoring.moon": False}]
        yield problem("card_scoring.to", what, 'Set it to "holder".', holder, *others)


def plain_card_points(genome: Genome) -> dict[str, Any]:
    """Merge points for the same cards, and leave out those that are worth 0."""
    most = (most for most in genome.majorities if not most.rank or most.rank in genome.deck.ranks)
    return {"card_scoring": _card_scoring(genome), "majorities": _merged(most)}


def _card_scoring(genome: Genome) -> Any:
    scoring = genome.card_scoring
    if not scoring:
        return None
    clean = any(isinstance(phase, TrickPhase) and phase.clean_start for phase in genome.phases)
    fixed = genome.trump if genome.trump in SUITS and not has_bowers(genome) else "trump"
    values = [
        replace(value, suit=fixed if value.suit == "trump" else value.suit)
        for value in scoring.values
        if not value.rank or value.rank in genome.deck.ranks
    ]
    merged = _merged(values, keep_zero=clean or scoring.moon)
    if not merged and clean:
        return scoring
    return replace(scoring, values=merged) if merged else None


def _merged(values: Iterable[Any], keep_zero: bool = False) -> tuple[Any, ...]:
    """Merge values or majorities of the same cards, without those that are worth 0, in order."""
    total: dict[tuple[str, str], Any] = {}
    rest: list[Any] = []
    for value in values:
        key = value.rank, value.suit
        before = total.get(key)
        points = value.points + (before.points if before else 0)
        if before and abs(points) > 100:
            rest.append(value)
        else:
            total[key] = replace(value, points=points)
    kept = [value for value in (*total.values(), *rest) if value.points or keep_zero]
    return tuple(sorted(kept, key=_value_order))


def _value_order(value: CardPoints | Majority) -> tuple[int, int, int]:
    rank = RANKS.index(value.rank) if value.rank else -1
    return rank, get_args(ScoringSuit).index(value.suit), value.points


def card_points_bounds(genome: Genome) -> tuple[int, int]:
    """Return the least and the most that cards bring in a hand."""
    values = [value.points for value in genome.card_scoring.values] if genome.card_scoring else []
    most = [majority.points for majority in genome.majorities]
    lost = genome.deck.size * sum(min(points, 0) for points in values) + sum(min(points, 0) for points in most)
    return lost, genome.deck.size * sum(map(abs, values)) + sum(max(points, 0) for points in most)
