"""Rejections in words: what is wrong with an order, and what would be right."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ludex.core import Move, State
from ludex.games.diplomacy import reasons
from ludex.games.diplomacy.components import (
    ARMY,
    COAST_COUNT,
    COASTS,
    CODES,
    FLEET,
    HOME,
    NAMES,
    PLACE_COUNT,
    PLACE_NUMBER,
    PLACES,
    PROVINCE,
    PROVINCES,
    SHORE_AT,
    STEP,
    TYPE,
    TYPES,
    map_of,
)
from ludex.games.diplomacy.components import MAPS as BOARDS
from ludex.games.diplomacy.moves import Build, Disband, Retreat, Waive
from ludex.games.diplomacy.notation.names import KIND_WORDS, phase_name, unit_name
from ludex.games.diplomacy.rules.orders import next_unit
from ludex.games.diplomacy.rules.reach import shores_across, shores_carried
from ludex.games.diplomacy.rules.retreats import retreat_fault
from ludex.games.diplomacy.state import WINTER, is_retreats


def say_fault(s: State, seat: int, order: Move, code: int) -> str:
    """Say why an order is rejected, and what would be right."""
    say = _FAULTS.get(code)
    return say(_Facts(s, seat, order)) if say else "the rules do not allow it."


class _Facts:
    """What the sentences quote of an order and of the board."""

    def __init__(self, s: State, seat: int, order: Move) -> None:
        self.s = s
        self.seat = seat
        self.order = order
        self.unit: str = getattr(order, "unit", "")
        self.other: str = getattr(order, "other", "")
        self.to: str = getattr(order, "to", "")
        self.p = PROVINCE[PLACE_NUMBER[self.unit[2:]]] if self.unit else 0
        self.q = PROVINCE[PLACE_NUMBER[self.other[2:]]] if self.other else 0

    @property
    def powers(self) -> tuple[str, ...]:
        names: tuple[str, ...] = list(BOARDS.values())[self.s.map].power_names
        return names

    def standing(self, p: int) -> str:
        """The unit in a province, with its power."""
        if not self.s.kind[p]:
            return "nobody"
        return f"{self.powers[self.s.power[p]]}'s {unit_name(self.s.kind[p], self.s.place[p])}"

    def own_units(self) -> str:
        s = self.s
        mine = [unit_name(s.kind[p], s.place[p]) for p in range(PROVINCES) if s.kind[p] and s.power[p] == self.seat]
        return ", ".join(mine) or "no units"

    def reachable(self, kind: int, place: int, by_sea: bool = True) -> str:
        """The places a unit can move to."""
        names = [PLACES[to] for to in np.flatnonzero(STEP[kind, place])]
        if kind == ARMY and by_sea:
            across = shores_across(place, self.s.fleets_at_sea)
            names += [CODES[p] for n, p in enumerate(SHORE_AT) if across >> n & 1 and CODES[p] not in names]
        return ", ".join(names) or "no other place"

    def from_here(self, p: int | None = None) -> str:
        """A sentence with all that a unit can reach."""
        p = self.p if p is None else p
        place = self.s.place[p]
        return (
            f"From {PLACES[place]} {_a(KIND_WORDS[self.s.kind[p]])} can reach {self.reachable(self.s.kind[p], place)}."
        )

    def retreats(self) -> str:
        s, p = self.s, self.p
        free = [to for to in range(PLACE_COUNT) if retreat_fault(s, p, to) == 0]
        return (
            f"It can retreat to {', '.join(PLACES[to] for to in free)}."
            if free
            else "It has no retreat and must be destroyed."
        )

    def coasts(self, p: int) -> str:
        return " or ".join(PLACES[COASTS[p, c]] for c in range(COAST_COUNT[p]))

    def homes(self) -> str:
        """A sentence with the centres where the power can build now."""
        s = self.s
        free = [p for p in range(PROVINCES) if HOME[p] == self.seat and s.owner[p] == self.seat and not s.kind[p]]
        return f"It can build in {', '.join(CODES[p] for p in free)}." if free else "None of its home centres is free."

    def carried(self) -> str:
        """A sentence with the provinces to which the fleet could help to carry the army."""
        if TYPE[self.q] != TYPES.index("coast") or not self.s.kind[self.p]:
            return ""
        if TYPE[self.p] != TYPES.index("sea") or self.s.kind[self.p] != FLEET:
            return ""
        shores = shores_carried(self.s, self.q, self.p)
        names = ", ".join(CODES[p] for n, p in enumerate(SHORE_AT) if shores >> n & 1)
        if names:
            return f" With the fleets now at sea it can help to carry {self.other} to {names}."
        return f" No route of fleets leads from {CODES[self.q]} through {CODES[self.p]}."

    @property
    def target(self) -> int:
        return int(PROVINCE[PLACE_NUMBER[self.to]]) if self.to else self.q

    def type_word(self) -> str:
        return {"land": "it is inland", "sea": "it is a sea", "coast": "it is not adjacent"}[TYPES[TYPE[self.target]]]


def _a(word: str) -> str:
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"


def _wrong_phase(f: _Facts) -> str:
    if f.s.phase == WINTER:
        expected = "builds (BUILD A PAR), removals (DESTROY A PAR) or WAIVE"
    elif is_retreats(f.s.phase):
        expected = "retreats (A PAR R GAS) or DESTROY A PAR"
    else:
        expected = "holds, moves, supports or convoys"
    names = {Retreat: "retreats", Build: "builds", Disband: "removals", Waive: "waived builds"}
    what = names.get(type(f.order), "such orders")
    return f"{what} are not allowed in the {phase_name(f.s)}: expected {expected}."


def _other_coast(f: _Facts) -> str:
    place = f.s.beaten_place[f.p] if is_retreats(f.s.phase) else f.s.place[f.p]
    return f"the fleet is at {PLACES[place]}: write F {PLACES[place]}."


def _not_next(f: _Facts) -> str:
    p = next_unit(f.s, f.seat)
    if p < 0 or f.s.order[f.p]:
        return f"{f.unit} already has an order."
    kind, place = f.s.kind[p], f.s.place[p]
    if is_retreats(f.s.phase):
        kind, place = f.s.beaten_kind[p], f.s.beaten_place[p]
    return f"orders are given unit by unit, and {unit_name(kind, place)} is next."


def _cannot_reach(f: _Facts) -> str:
    place = PLACES[f.s.place[f.p]]
    if map_of(PLACE_NUMBER[f.to]) != map_of(PLACE_NUMBER[place]):
        return f"{f.to} is not on this map. {f.from_here()}"
    carry = ", and no fleets can carry it there" if f.s.kind[f.p] == ARMY else ""
    return f"{f.unit} cannot reach {f.to}: it is not adjacent to {place}{carry}. {f.from_here()}"


def _support_too_far(f: _Facts) -> str:
    there = f"{CODES[f.target]}, because it could not move there itself: {f.type_word()}"
    return f"{f.unit} cannot support into {there}. {f.from_here()}"


def _no_such_unit(f: _Facts) -> str:
    return f"there is no {f.unit}: {f.standing(f.p)} is in {CODES[f.p]}. You have {f.own_units()}."


def _not_on_a_route(f: _Facts) -> str:
    return f"{f.unit} cannot help to carry {f.other} to {f.to}.{f.carried()}"


_FAULTS: dict[int, Callable[[_Facts], str]] = {
    reasons.WRONG_PHASE: _wrong_phase,
    reasons.NO_SUCH_UNIT: _no_such_unit,
    reasons.NOT_YOURS: lambda f: f"{f.unit} belongs to another power. You have {f.own_units()}.",
    reasons.OTHER_COAST: _other_coast,
    reasons.NOT_NEXT: _not_next,
    reasons.SAME_PROVINCE: lambda f: f"{f.unit} is already in {CODES[f.p]}: to stay there, write {f.unit} H.",
    reasons.CANNOT_REACH: _cannot_reach,
    reasons.ARMY_TO_SEA: lambda f: f"{f.unit} cannot reach {f.to}: it is a sea. {f.from_here()}",
    reasons.FLEET_INLAND: lambda f: f"{f.unit} cannot reach {f.to}: it is inland. {f.from_here()}",
    reasons.NAME_THE_COAST: lambda f: f"name the coast: {f.coasts(f.target if f.to else f.p)}.",
    reasons.NO_FLEETS: lambda f: f"no fleets can carry {f.unit} to {f.to}. {f.from_here()}",
    reasons.NEEDLESS_VIA: lambda f: (
        f"{f.to} can only be reached by convoy, so VIA is not needed: write {f.unit} - {f.to}."
    ),
    reasons.FLEET_BY_CONVOY: lambda f: f"a fleet cannot be convoyed. {f.from_here()}",
    reasons.SUPPORTS_ITSELF: lambda f: f"{f.unit} cannot support itself.",
    reasons.NOBODY_THERE: lambda f: f"there is no {f.other}: {f.standing(f.q)} is in {CODES[f.q]}.",
    reasons.SUPPORT_TOO_FAR: _support_too_far,
    reasons.OTHER_CANNOT_REACH: lambda f: f"{f.other} cannot reach {f.to} itself. {f.from_here(f.q)}",
    reasons.NOT_A_FLEET_AT_SEA: lambda f: f"only a fleet at sea can convoy, and {f.unit} is not one.",
    reasons.NOT_AN_ARMY: lambda f: f"only an army can be convoyed, and {f.other} is a fleet.",
    reasons.NOT_ON_A_ROUTE: _not_on_a_route,
    reasons.NOT_DISLODGED: lambda f: f"there is no dislodged {f.unit}.",
    reasons.CANNOT_RETREAT: lambda f: f"{f.unit} cannot reach {f.to} by itself. {f.retreats()}",
    reasons.OCCUPIED: lambda f: f"{f.to} is occupied by {f.standing(f.target)}. {f.retreats()}",
    reasons.STANDOFF_THERE: lambda f: f"there was a standoff in {f.to}. {f.retreats()}",
    reasons.ATTACKER_CAME_FROM: lambda f: f"the attacker came from {f.to}. {f.retreats()}",
    reasons.NO_BUILD_DUE: lambda f: "the power does not have more centres than units, so it cannot build.",
    reasons.NOT_HOME: lambda f: f"{NAMES[f.p]} is not one of the power's home centres. {f.homes()}",
    reasons.NOT_OWNED: lambda f: f"{NAMES[f.p]} is owned by {_owner(f)}. {f.homes()}",
    reasons.HOME_OCCUPIED: lambda f: f"{NAMES[f.p]} is occupied, or a unit is already being built there. {f.homes()}",
    reasons.CANNOT_LIE_THERE: lambda f: (
        f"{_a(KIND_WORDS[1 + (f.unit[0] == 'F')])} cannot be in {f.unit[2:]}. {f.homes()}"
    ),
    reasons.NO_REMOVAL_DUE: lambda f: "the power does not have more units than centres, so it has none to remove.",
    reasons.NO_VOTES: lambda f: "this game is played without votes.",
    reasons.VOTE_COMES_FIRST: lambda f: "a power votes once in a phase, before its first order.",
    reasons.BAD_CONCESSION: lambda f: f"concede to another power that still has units: {', '.join(f.powers)}.",
}


def _owner(f: _Facts) -> str:
    return f.powers[f.s.owner[f.p]] if f.s.owner[f.p] >= 0 else "nobody"


REASONS: dict[int, tuple[str, str]] = {
    code: (name.lower().replace("_", "-"), "{why}")
    for name, code in vars(reasons).items()
    if isinstance(code, int) and code in _FAULTS and name.isupper() and vars(reasons)[name] is code
}
