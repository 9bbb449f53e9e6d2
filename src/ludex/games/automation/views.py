"""What a seat may know, as typed values."""

from __future__ import annotations

from functools import lru_cache
from itertools import starmap

import msgspec

from ludex.author import LazyView, bytes_of, lazily
from ludex.games.automation.components import CARDS, EDITIONS, NAMES, POINTS, CardDefinition, Edition
from ludex.games.automation.state import DISCARD_DOWN, GAIN, PHASES, State, TurnPhase, decider, due


class Pile(msgspec.Struct, frozen=True):
    """A pile of the supply."""

    card: str
    cost: int
    count: int


class SeatView(LazyView):
    """What everybody may know about a seat. `owned` counts all its cards, wherever they are."""

    seat: int
    turns: int
    score: int
    hand_size: int
    deck_size: int
    discard_size: int
    shown_discard: tuple[str, ...]
    owned: tuple[tuple[str, int], ...]


class View(LazyView):
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


_PILES = [[(NAMES.index(name), name, card.cost) for name, card in CARDS[edition].items()] for edition in EDITIONS]
_POINTS = [[(kind, points) for kind, points in enumerate(row) if points] for row in POINTS.tolist()]


@lru_cache(maxsize=1 << 14)
def _names(counts: bytes) -> tuple[str, ...]:
    return tuple([name for name, count in zip(NAMES, counts, strict=True) for _ in range(count)])


@lru_cache(maxsize=1 << 14)
def _worth(counts: bytes, edition: int) -> int:
    return sum([counts[kind] * points for kind, points in _POINTS[edition]])


def _piles_of(s: State, seat: int) -> list[bytes]:
    """The counts of all the cards of a seat, by where they are."""
    own = [bytes_of(s, field, seat) for field in ("hand", "deck", "discard")]
    return [*own, bytes_of(s, "played")] if seat == s.turn else own


def _supply(s: State) -> tuple[Pile, ...]:
    return tuple(starmap(Pile, _piles(s.edition, bytes_of(s, "pile"), bytes_of(s, "supply"))))


@lru_cache(maxsize=1 << 10)
def _piles(edition: int, pile: bytes, supply: bytes) -> list[tuple[str, int, int]]:
    """Name, cost and count of every pile in use."""
    used, left = memoryview(pile).cast("h"), memoryview(supply).cast("h")
    return [(name, cost, left[kind]) for kind, name, cost in _PILES[edition] if used[kind]]


@lru_cache(maxsize=1 << 12)
def _owned(*piles: bytes) -> tuple[tuple[str, int], ...]:
    owned = map(sum, zip(*piles, strict=True))
    return tuple([(name, count) for name, count in zip(NAMES, owned, strict=True) if count])


def _score(s: State, seat: int) -> int:
    """What all cards of a seat are worth, as `scores` counts them at the end."""
    return sum([_worth(counts, s.edition) for counts in _piles_of(s, seat)])


_seat_view = lazily(
    SeatView,
    State,
    seat=lambda s, seat: seat,
    turns=lambda s, seat: s.turns[seat],
    score=_score,
    hand_size=lambda s, seat: s.hand_size[seat],
    deck_size=lambda s, seat: s.deck_size[seat],
    discard_size=lambda s, seat: s.discard_size[seat],
    shown_discard=lambda s, seat: _names(bytes_of(s, "shown", seat)),
    owned=lambda s, seat: _owned(*_piles_of(s, seat)),
)

view_of = lazily(
    View,
    State,
    edition=lambda s, seat: EDITIONS[s.edition],
    seat=lambda s, seat: seat,
    turn=lambda s, seat: s.turn,
    decider=lambda s, seat: decider(s),
    phase=lambda s, seat: PHASES[due(s)][0],
    actions=lambda s, seat: s.actions,
    buys=lambda s, seat: s.buys,
    money=lambda s, seat: s.money,
    hand=lambda s, seat: () if seat is None else _names(bytes_of(s, "hand", seat)),
    played=lambda s, seat: _names(bytes_of(s, "played")),
    deck=lambda s, seat: () if seat is None else _names(bytes_of(s, "deck", seat)),
    discard=lambda s, seat: () if seat is None else _names(bytes_of(s, "discard", seat)),
    supply=lambda s, seat: _supply(s),
    trash=lambda s, seat: _names(bytes(s.trash)),
    seats=lambda s, seat: tuple([_seat_view(s, other) for other in range(s.seats)]),
    limit=lambda s, seat: s.todo_count[s.depth - 1] if due(s) in (GAIN, DISCARD_DOWN) else None,
)
"""All that a seat (None: a spectator) may know, from a record that hides the rest."""
