"""Typed views of a game of Diplomacy for a seat."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from ludex.author import GameView, shown
from ludex.games.diplomacy.components import CENTRE, CODES, FIRST_PROVINCE, MAP_NAMES, MAPS, PLACES, PROVINCES, MapName
from ludex.games.diplomacy.events import RESULTS, say_result
from ludex.games.diplomacy.notation.names import unit_name
from ludex.games.diplomacy.notation.orders import ORDERS
from ludex.games.diplomacy.notation.position import PHASE_LETTERS, phase_code
from ludex.games.diplomacy.rules.explanations import old_order
from ludex.games.diplomacy.rules.orders import packed_order, unit_number
from ludex.games.diplomacy.secrets import order_owner
from ludex.games.diplomacy.settings import COASTS, Coasts
from ludex.games.diplomacy.state import BUILD, NO_VOTE, PHASE_WORDS, VOTE_DRAW, VOTE_FIRST_POWER, State, is_retreats


class UnitView(msgspec.Struct, frozen=True):
    """A unit on the board."""

    power: str
    unit: str

    @property
    def province(self) -> str:
        return self.unit[2:5]


class DislodgedView(msgspec.Struct, frozen=True):
    """A unit that must retreat, the province its attacker came from, and the province it may not go to."""

    power: str
    unit: str
    attacker_from: str
    barred: str | None


class PowerView(msgspec.Struct, frozen=True):
    """A power with its centres and units, and whether it still owes orders.

    `surplus` is how many more centres than units it has: builds, or removals if it is negative.
    """

    seat: int
    power: str
    centers: tuple[str, ...]
    units: int
    surplus: int
    owes_orders: bool


class ResultView(msgspec.Struct, frozen=True):
    """An order of the previous phase, and its result."""

    power: str
    order: str
    result: str
    by: str | None
    strength: int
    against: int

    @property
    def sentence(self) -> str:
        return say_result(self.order, self.result, self.by, self.strength, self.against)


def _here(s: State) -> range:
    """Return the provinces of the map that is played on."""
    return range(FIRST_PROVINCE[s.map], FIRST_PROVINCE[s.map + 1])


def _names(s: State) -> tuple[str, ...]:
    """Return the names of the powers."""
    return MAPS[MAP_NAMES[s.map]].power_names


def _dislodged(s: State, p: int, powers: tuple[str, ...]) -> DislodgedView:
    unit = unit_name(s.beaten_kind[p], s.beaten_place[p])
    barred = CODES[s.beaten_from[p]] if s.beaten_from[p] >= 0 else None
    return DislodgedView(powers[s.beaten_power[p]], unit, CODES[s.beaten_by[p]], barred)


_CENTRES = [p for p in range(PROVINCES) if CENTRE[p]]


def own_order(s: State, p: int) -> str:
    """Write an order that is not yet carried out."""
    if s.order[p] == BUILD:
        return f"BUILD {unit_name(s.target[p], s.to[p])}"
    kind, place = (s.beaten_kind, s.beaten_place) if is_retreats(s.phase) else (s.kind, s.place)
    q = s.target[p]
    unit, other = unit_number(kind[p], place[p]), unit_number(kind[q], place[q])
    return str(ORDERS.unpack(packed_order(s.order[p], unit, other, s.to[p])))


def _result(s: State, p: int, powers: tuple[str, ...]) -> ResultView:
    by = None
    if s.by[p] >= 0:
        by = PLACES[s.old_place[s.by[p]] if s.old_kind[s.by[p]] else s.by[p]]
    order = str(ORDERS.unpack(old_order(s, p)))
    return ResultView(powers[s.old_power[p]], order, RESULTS[s.result[p]], by, s.strength[p], s.against[p])


class View(GameView[State]):
    """All that one seat may know: the board, its own orders so far, and the previous phase's orders and results."""

    @shown
    def map(self) -> MapName:
        """The map that is played on."""
        return MAP_NAMES[self._s.map]

    @shown
    def seat(self) -> int | None:
        """The seat that the view is for, or None for a spectator."""
        return self._seat

    @shown
    def power(self) -> str | None:
        """The power of the seat."""
        return None if self._seat is None else _names(self._s)[self._seat]

    @shown
    def phase(self) -> str:
        """The phase in the usual notation, such as S1901M."""
        return phase_code(self._s)

    @shown
    def season(self) -> str:
        """The phase in words."""
        return PHASE_WORDS[self._s.phase]

    @shown
    def year(self) -> int:
        """The year of the current phase."""
        return self._s.year

    @shown
    def units(self) -> tuple[UnitView, ...]:
        """The units on the board."""
        s = self._s
        powers, power, kind, place = _names(s), s.power.plain(), s.kind.plain(), s.place.plain()
        return tuple([UnitView(powers[power[p]], unit_name(kind[p], place[p])) for p in _here(s) if kind[p]])

    @shown
    def dislodged(self) -> tuple[DislodgedView, ...]:
        """The units that must retreat."""
        s = self._s
        return tuple([_dislodged(s, p, _names(s)) for p in _here(s) if s.beaten_kind[p]])

    @shown
    def contested(self) -> tuple[str, ...]:
        """The provinces where a standoff prevents retreats."""
        s = self._s
        return tuple([CODES[p] for p in _here(s) if is_retreats(s.phase) and s.contested[p]])

    @shown
    def powers(self) -> tuple[PowerView, ...]:
        """The powers, in the order of their seats."""
        s, names, owner = self._s, _names(self._s), self._s.owner.plain()
        centres: list[list[str]] = [[] for _ in names]
        for p in _CENTRES:
            if 0 <= owner[p] < len(names):
                centres[owner[p]].append(CODES[p])
        units = Counter([power for kind, power in zip(s.kind, s.power, strict=True) if kind])
        return tuple(
            [
                PowerView(seat, name, tuple(owned), units[seat], len(owned) - units[seat], s.left[seat] > 0)
                for seat, (name, owned) in enumerate(zip(names, centres, strict=True))
            ]
        )

    @shown
    def orders(self) -> tuple[str, ...]:
        """The orders that the viewer has given in this phase."""
        s, seat = self._s, self._seat
        if seat is None:
            return ()
        return tuple([own_order(s, p) for p in _here(s) if s.order[p] and order_owner(s, p) == seat])

    @shown
    def vote(self) -> str | None:
        """The viewer's vote in this phase."""
        vote = NO_VOTE if self._seat is None else self._s.vote[self._seat]
        if vote == NO_VOTE:
            return None
        return "VOTE DRAW" if vote == VOTE_DRAW else f"CONCEDE TO {_names(self._s)[vote - VOTE_FIRST_POWER]}"

    @shown
    def last_phase(self) -> str | None:
        """The previous phase, if any orders were given in it."""
        if not any(self._s.old_order):
            return None
        season, kind = PHASE_LETTERS[self._s.old_phase]
        return f"{season}{self._s.old_year}{kind}"

    @shown
    def last_results(self) -> tuple[ResultView, ...]:
        """The orders of the previous phase and their results."""
        s = self._s
        return tuple([_result(s, p, _names(s)) for p in _here(s) if s.old_order[p]])

    @shown(default="normal")
    def coasts(self) -> Coasts:
        """The way in which coasts are read in the text of orders."""
        return COASTS[self._s.coasts]

    def owner(self, code: str) -> str | None:
        """Return the power that owns a centre."""
        return next((power.power for power in self.powers if code in power.centers), None)

    def position(self) -> dict[str, Any]:
        """Return the board as a position that `ludex adjudicate` reads."""
        units: dict[str, list[str]] = {}
        for unit in self.units:
            units.setdefault(unit.power, []).append(unit.unit)
        for gone in self.dislodged:
            units.setdefault(gone.power, []).append(f"*{gone.unit}")
        return {
            "map": self.map,
            "phase": self.phase,
            "units": units,
            "centers": {power.power: list(power.centers) for power in self.powers if power.centers},
            "contested": list(self.contested),
            "dislodged_from": {gone.unit: gone.barred for gone in self.dislodged},
        }


make_view = View.of
