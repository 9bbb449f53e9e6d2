"""Views of Automation: the knowledge of a seat, as typed values."""

from __future__ import annotations

from functools import lru_cache
from itertools import starmap

import msgspec

from ludex.author import GameView, bytes_of, shown
from ludex.games.automation.components import CARDS, EDITIONS, NAMES, POINTS, CardDefinition, Edition
from ludex.games.automation.state import DISCARD_DOWN, GAIN, PHASES, PLAY_TWICE, State, TurnPhase, decider, due


class Pile(msgspec.Struct, frozen=True):
    """A pile of the supply."""

    card: str
    cost: int
    count: int


_PILES = [[(NAMES.index(name), name, card.cost) for name, card in CARDS[edition].items()] for edition in EDITIONS]
_POINTS = [[(kind, points) for kind, points in enumerate(row) if points] for row in POINTS.tolist()]


@lru_cache(maxsize=1 << 14)
def _names(counts: bytes) -> tuple[str, ...]:
    return tuple([name for name, count in zip(NAMES, counts, strict=True) for _ in range(count)])


@lru_cache(maxsize=1 << 14)
def _worth(counts: bytes, edition: int) -> int:
    return sum([counts[kind] * points for kind, points in _POINTS[edition]])


def _piles_of(s: State, seat: int) -> list[bytes]:
    """Count all the cards of a seat, pile by pile."""
    own = [bytes_of(s, field, seat) for field in ("hand", "deck", "discard")]
    return [*own, bytes_of(s, "played")] if seat == s.turn else own


@lru_cache(maxsize=1 << 10)
def _piles(edition: int, pile: bytes, supply: bytes) -> list[tuple[str, int, int]]:
    """List name, cost and count of every pile in use."""
    used, left = memoryview(pile).cast("h"), memoryview(supply).cast("h")
    return [(name, cost, left[kind]) for kind, name, cost in _PILES[edition] if used[kind]]


@lru_cache(maxsize=1 << 12)
def _owned(*piles: bytes) -> tuple[tuple[str, int], ...]:
    owned = map(sum, zip(*piles, strict=True))
    return tuple([(name, count) for name, count in zip(NAMES, owned, strict=True) if count])


class SeatView(GameView[State, int]):
    """The public knowledge about a seat. `owned` counts all its cards, wherever they are."""

    @shown
    def seat(self) -> int:
        return self._seat

    @shown
    def turns(self) -> int:
        return self._s.turns[self._seat]

    @shown
    def score(self) -> int:
        """The worth of all cards of the seat, as `scores` counts them at the end."""
        return sum([_worth(counts, self._s.edition) for counts in _piles_of(self._s, self._seat)])

    @shown
    def hand_size(self) -> int:
        return self._s.hand_size[self._seat]

    @shown
    def deck_size(self) -> int:
        return self._s.deck_size[self._seat]

    @shown
    def discard_size(self) -> int:
        return self._s.discard_size[self._seat]

    @shown
    def shown_discard(self) -> tuple[str, ...]:
        """The discarded cards that all players saw."""
        return _names(bytes_of(self._s, "shown", self._seat))

    @shown
    def owned(self) -> tuple[tuple[str, int], ...]:
        """All cards of the seat, counted by name."""
        return _owned(*_piles_of(self._s, self._seat))


class View(GameView[State]):
    """All that one seat may know.

    `hand`, `deck` (in no order) and `discard` are the seat's own. A spectator has none.
    """

    @shown
    def edition(self) -> Edition:
        """The edition that is played."""
        return EDITIONS[self._s.edition]

    @shown
    def seat(self) -> int | None:
        """The seat that the view is for, or None for a spectator."""
        return self._seat

    @shown
    def turn(self) -> int:
        """The seat in turn."""
        return self._s.turn

    @shown
    def decider(self) -> int:
        """The seat that owes a decision."""
        return decider(self._s)

    @shown
    def phase(self) -> TurnPhase:
        """The kind of decision that is due."""
        return PHASES[due(self._s)][0]

    @shown
    def actions(self) -> int:
        """Action cards that the seat in turn may still play."""
        return self._s.actions

    @shown
    def buys(self) -> int:
        """Cards that the seat in turn may still buy."""
        return self._s.buys

    @shown
    def money(self) -> int:
        """The money that the seat in turn can spend."""
        return self._s.money

    @shown
    def hand(self) -> tuple[str, ...]:
        """The viewer's hand."""
        return self._own("hand")

    @shown
    def played(self) -> tuple[str, ...]:
        """The cards that the seat in turn has played."""
        return _names(bytes_of(self._s, "played"))

    @shown
    def deck(self) -> tuple[str, ...]:
        """The cards in the viewer's deck, in no order."""
        return self._own("deck")

    @shown
    def discard(self) -> tuple[str, ...]:
        """The viewer's discard pile."""
        return self._own("discard")

    @shown
    def supply(self) -> tuple[Pile, ...]:
        """The piles from which cards are bought."""
        s = self._s
        return tuple(starmap(Pile, _piles(s.edition, bytes_of(s, "pile"), bytes_of(s, "supply"))))

    @shown
    def trash(self) -> tuple[str, ...]:
        """The cards that were removed from the game."""
        return _names(bytes(self._s.trash))

    @shown
    def seats(self) -> tuple[SeatView, ...]:
        """The public information about each seat."""
        return tuple([SeatView.of(self._s, seat) for seat in range(self._s.seats)])

    @shown
    def limit(self) -> int | None:
        """The highest cost of a card to gain, or the number of cards to discard down to."""
        s = self._s
        return s.todo_count[s.depth - 1] if due(s) in (GAIN, DISCARD_DOWN) else None

    @property
    def plays_twice(self) -> bool:
        """True if a card that is to be played twice is chosen now."""
        return due(self._s) == PLAY_TWICE

    def card(self, name: str) -> CardDefinition:
        """Return what is printed on a card in this edition."""
        return CARDS[self.edition][name]

    def _own(self, pile: str) -> tuple[str, ...]:
        """Return the cards in one of the viewer's piles."""
        return () if self._seat is None else _names(bytes_of(self._s, pile, self._seat))


view_of = View.of
