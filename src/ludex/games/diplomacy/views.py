"""Typed views: what a seat may know of a game of Diplomacy."""

from __future__ import annotations

from typing import Any

import msgspec

from ludex.games.diplomacy.components import CENTRE, CODES, FIRST_PROVINCE, MAP_NAMES, MAPS, PLACES, PROVINCES, MapName
from ludex.games.diplomacy.events import RESULTS, say_result
from ludex.games.diplomacy.moves import ORDERS
from ludex.games.diplomacy.notation.names import unit_name
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
    """An order of the previous phase, and how it ended."""

    power: str
    order: str
    result: str
    by: str | None
    strength: int
    against: int

    @property
    def sentence(self) -> str:
        return say_result(self.order, self.result, self.by, self.strength, self.against)


class View(msgspec.Struct, frozen=True):
    """All that one seat may know: the board, its own orders so far, and the previous phase's orders and results."""

    map: MapName
    seat: int | None
    power: str | None
    phase: str
    season: str
    year: int
    units: tuple[UnitView, ...]
    dislodged: tuple[DislodgedView, ...]
    contested: tuple[str, ...]
    powers: tuple[PowerView, ...]
    orders: tuple[str, ...]
    vote: str | None
    last_phase: str | None
    last_results: tuple[ResultView, ...]
    coasts: Coasts = "normal"

    def owner(self, code: str) -> str | None:
        """The power that owns a centre."""
        return next((power.power for power in self.powers if code in power.centers), None)

    def position(self) -> dict[str, Any]:
        """The board as a position that `ludex adjudicate` reads."""
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


def make_view(s: State, seat: int | None) -> View:
    """Make the view of a record from which secrets are already hidden."""
    name = MAP_NAMES[s.map]
    powers = MAPS[name].power_names
    here = range(FIRST_PROVINCE[s.map], FIRST_PROVINCE[s.map + 1])
    retreating = is_retreats(s.phase)
    return View(
        map=name,
        seat=seat,
        power=None if seat is None else powers[seat],
        phase=phase_code(s),
        season=PHASE_WORDS[s.phase],
        year=s.year,
        units=tuple(UnitView(powers[s.power[p]], unit_name(s.kind[p], s.place[p])) for p in here if s.kind[p]),
        dislodged=tuple(_dislodged(s, p, powers) for p in here if s.beaten_kind[p]),
        contested=tuple(CODES[p] for p in here if s.contested[p]) if retreating else (),
        powers=tuple(_power(s, number, power) for number, power in enumerate(powers)),
        orders=tuple(own_order(s, p) for p in here if seat is not None and s.order[p] and order_owner(s, p) == seat),
        vote=None if seat is None else _vote(s.vote[seat], powers),
        last_phase=_last_phase(s),
        last_results=tuple(_result(s, p, powers) for p in here if s.old_order[p]),
        coasts=COASTS[s.coasts],
    )


def _dislodged(s: State, p: int, powers: tuple[str, ...]) -> DislodgedView:
    unit = unit_name(s.beaten_kind[p], s.beaten_place[p])
    barred = CODES[s.beaten_from[p]] if s.beaten_from[p] >= 0 else None
    return DislodgedView(powers[s.beaten_power[p]], unit, CODES[s.beaten_by[p]], barred)


_CENTRES = [p for p in range(PROVINCES) if CENTRE[p]]


def _power(s: State, seat: int, power: str) -> PowerView:
    owner = s.owner
    owned = tuple([CODES[p] for p in _CENTRES if owner[p] == seat])
    units = sum([kind > 0 and power == seat for kind, power in zip(s.kind, s.power, strict=True)])
    return PowerView(seat, power, owned, units, len(owned) - units, s.left[seat] > 0)


def _vote(vote: int, powers: tuple[str, ...]) -> str | None:
    if vote == NO_VOTE:
        return None
    return "VOTE DRAW" if vote == VOTE_DRAW else f"CONCEDE TO {powers[vote - VOTE_FIRST_POWER]}"


def own_order(s: State, p: int) -> str:
    """The text of an order that is not yet carried out."""
    if s.order[p] == BUILD:
        return f"BUILD {unit_name(s.target[p], s.to[p])}"
    kind, place = (s.beaten_kind, s.beaten_place) if is_retreats(s.phase) else (s.kind, s.place)
    q = s.target[p]
    unit, other = unit_number(kind[p], place[p]), unit_number(kind[q], place[q])
    return str(ORDERS.unpack(packed_order(s.order[p], unit, other, s.to[p])))


def _last_phase(s: State) -> str | None:
    if not any(s.old_order):
        return None
    season, kind = PHASE_LETTERS[s.old_phase]
    return f"{season}{s.old_year}{kind}"


def _result(s: State, p: int, powers: tuple[str, ...]) -> ResultView:
    by = None
    if s.by[p] >= 0:
        by = PLACES[s.old_place[s.by[p]] if s.old_kind[s.by[p]] else s.by[p]]
    order = str(ORDERS.unpack(old_order(s, p)))
    return ResultView(powers[s.old_power[p]], order, RESULTS[s.result[p]], by, s.strength[p], s.against[p])
