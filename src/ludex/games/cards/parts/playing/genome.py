"""Declarations: playing cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from ludex.games.cards.components import RANKS
from ludex.games.cards.genome.fields import Count, Items, Part, PhasePart, Rank, RankSet, Word

PLAY = 20
EFFECT = 90

CONDITIONS = ("or", "same suit", "same rank", "same colour", "beats top", "adjacent", "anything")
"""`or` stands between groups of conditions."""
Does: TypeAlias = Literal["skip", "reverse", "draw", "again"]
RANK_IS = 32
"""The condition `rank 2`; the other ranks follow."""


class Conditions(Items):
    """Groups of conditions in a row, with `or` between them."""

    def bind(self, kind: Any) -> None:
        self.item = (("condition", "B"),)

    def count(self, value: tuple[tuple[str, ...], ...]) -> int:
        return sum(map(len, value)) + len(value) - 1

    def write(self, value: tuple[tuple[str, ...], ...]) -> list[int]:
        numbers: list[int] = []
        for place, group in enumerate(value):
            numbers += [0] * (place > 0)
            numbers += [_NUMBERS[word] for word in group]
        return numbers

    def read(self, number: Sequence[Any]) -> tuple[tuple[str, ...], ...]:
        groups: list[list[str]] = [[]]
        for (condition,) in number:
            if condition == 0:
                groups.append([])
            else:
                rank = condition - RANK_IS
                groups[-1].append(f"rank {RANKS[rank]}" if rank >= 0 else CONDITIONS[condition])
        return tuple(map(tuple, groups))


_NUMBERS = {word: number for number, word in enumerate(CONDITIONS)}
_NUMBERS |= {f"rank {rank}": RANK_IS + number for number, rank in enumerate(RANKS)}


class PlayPhase(PhasePart, frozen=True, tag="play"):
    """Play a card for which any of the groups in `allow` holds; a group holds when all its conditions do.

    Conditions: `same suit`, `same rank`, `same colour`, `beats top` (a stronger rank), `adjacent` (next to a card
    of its suit on the table), `anything`, or `rank 8` and the like. `to`: onto the pile, onto the table, or to
    `capture` cards of its value from the table. `skip`: players may pass only when `stuck`, or `always`. `wild`:
    ranks whose player names the suit to follow. `sets`: equal cards are played together, as many as lie there and
    stronger; when all others pass, the pile is cleared.
    """

    code: ClassVar[int] = PLAY
    allow: Annotated[tuple[tuple[str, ...], ...], Conditions(essential=True)] = (("anything",),)
    to: Annotated[Literal["pile", "table", "capture"], Word(essential=True)] = "pile"
    skip: Literal["stuck", "always"] = "stuck"
    wild: Annotated[str, RankSet(at=9)] = ""
    sets: bool = False


class Effect(Part, frozen=True):
    """An effect of playing a card of a rank: the next seat is skipped, turns go the other way round, the next
    seat draws `count` cards, or the same seat goes again."""

    rank: Annotated[str, Rank()]
    does: Does
    count: Annotated[int, Count(1, 10, near=(1, 4, 1))] = 1
