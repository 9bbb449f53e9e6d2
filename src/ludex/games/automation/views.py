"""What a seat may know, as typed values."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import msgspec

from ludex.games.automation.components import CARDS, EDITIONS, NAMES, POINTS, CardDefinition, Edition
from ludex.games.automation.state import DISCARD_DOWN, GAIN, PHASES, State, TurnPhase, decider, due


class Pile(msgspec.Struct, frozen=True):
    """A pile of the supply."""

    card: str
    cost: int
    count: int


class SeatView(msgspec.Struct, frozen=True):
    """What everybody may know about a seat. `owned` counts all its cards, wherever they are."""

    seat: int
    turns: int
    score: int
    hand_size: int
    deck_size: int
    discard_size: int
    shown_discard: tuple[str, ...]
    owned: tuple[tuple[str, int], ...]


class View(msgspec.Struct, frozen=True):
    """All that one seat may know.

    `hand`, `deck` (in no order) and `discard` are the seat's own. A spectator has none.
    """

    edition: Edition
    seat: int | None
    turn: int
    decider: int
    phase: TurnPhase
    actions: int
    buys: int
    money: int
    hand: tuple[str, ...]
    played: tuple[str, ...]
    deck: tuple[str, ...]
    discard: tuple[str, ...]
    supply: tuple[Pile, ...]
    trash: tuple[str, ...]
    seats: tuple[SeatView, ...]
    limit: int | None

    def card(self, name: str) -> CardDefinition:
        """What is printed on a card in this edition."""
        return CARDS[self.edition][name]


def view_of(s: State, seat: int | None) -> View:
    """All that a seat (None: a spectator) may know, from a record that hides the rest."""
    return View(
        edition=EDITIONS[s.edition],
        seat=seat,
        turn=s.turn,
        decider=decider(s),
        phase=PHASES[due(s)][0],
        actions=s.actions,
        buys=s.buys,
        money=s.money,
        hand=() if seat is None else _names(s.hand[seat]),
        played=_names(s.played),
        deck=() if seat is None else _names(s.deck[seat]),
        discard=() if seat is None else _names(s.discard[seat]),
        supply=tuple([Pile(name, cost, s.supply[kind]) for kind, name, cost in _PILES[s.edition] if s.pile[kind]]),
        trash=_names(s.trash),
        seats=tuple([_seat_view(s, other) for other in range(s.seats)]),
        limit=s.todo_count[s.depth - 1] if due(s) in (GAIN, DISCARD_DOWN) else None,
    )


_PILES = [[(NAMES.index(name), name, card.cost) for name, card in CARDS[edition].items()] for edition in EDITIONS]
_POINTS: list[list[int]] = POINTS.tolist()


def _names(counts: Iterable[int]) -> tuple[str, ...]:
    return _named(tuple(counts))


@lru_cache(maxsize=4096)
def _named(counts: tuple[int, ...]) -> tuple[str, ...]:
    return tuple([name for name, count in zip(NAMES, counts, strict=True) for _ in range(count)])


def _seat_view(s: State, seat: int) -> SeatView:
    """What everybody may know about a seat. Its score counts all its cards, as `scores` does at the end."""
    cards = [sum(counts) for counts in zip(s.hand[seat], s.deck[seat], s.discard[seat], strict=True)]
    if seat == s.turn:
        cards = [owned + played for owned, played in zip(cards, s.played, strict=True)]
    score = sum([owned * points for owned, points in zip(cards, _POINTS[s.edition], strict=True)])
    return SeatView(
        seat=seat,
        turns=s.turns[seat],
        score=score,
        hand_size=s.hand_size[seat],
        deck_size=s.deck_size[seat],
        discard_size=s.discard_size[seat],
        shown_discard=_names(s.shown[seat]),
        owned=tuple([(name, count) for name, count in zip(NAMES, cards, strict=True) if count]),
    )
