"""Winter adjustments: builds and removals."""

from __future__ import annotations

from typing import Any

from ludex.author import Log, Rows, effect, offer, offers, reason, refusal, rule
from ludex.games.diplomacy.components import (
    ARMY,
    COAST,
    COAST_COUNT,
    COASTS,
    CODES,
    FIRST_PROVINCE,
    FLEET,
    HOME,
    LAND,
    NAMES,
    PLACE_COUNT,
    PLACES,
    PROVINCE,
    PROVINCES,
    SEA,
    TYPE,
)
from ludex.games.diplomacy.moves import Build, Disband, Waive
from ludex.games.diplomacy.reasons import NAME_THE_COAST, NOT_YOURS, powers, unit_province
from ludex.games.diplomacy.rules.centres import count_centres, free_home_codes, surplus
from ludex.games.diplomacy.rules.explanations import keep_order
from ludex.games.diplomacy.rules.orders import (
    NOT_NEXT,
    give,
    hand_in,
    province_of,
    unit_fault,
    unit_number,
    why_not_now,
)
from ludex.games.diplomacy.rules.retreats import why_not_dislodged
from ludex.games.diplomacy.rules.wrong_phase import WRONG_PHASE
from ludex.games.diplomacy.state import BUILD, DISBAND, NO_ORDER, WINTER, State, is_retreats


def _homes(s: State, seat: int, order: Any) -> str:
    """Return a sentence with the places in which the power could build a unit of this kind, or of the other kind."""
    free = [CODES.index(code) for code in free_home_codes(s, seat)]
    if not free:
        return "None of its home centres is free."
    armies = [CODES[p] for p in free if build_fault(ARMY, p) == 0]
    ports = [place for p in free if TYPE[p] == COAST for place in ([*COASTS[p, : COAST_COUNT[p]]] or [p])]
    fleets = [PLACES[place] for place in ports]
    if order.unit[0] == "A":
        return f"It can build an army in {', '.join(armies)}."
    if not fleets:
        return f"It can build no fleet now, but an army in {', '.join(armies)}."
    return f"It can build a fleet in {', '.join(fleets)}."


def _home(s: State, seat: int, order: Any) -> str:
    return NAMES[unit_province(order)]


def _owner(s: State, seat: int, order: Any) -> str:
    owner = s.owner[unit_province(order)]
    return powers(s)[owner] if owner >= 0 else "nobody"


NO_BUILD_DUE = reason("no-build-due", "the power does not have more centres than units, so it cannot build.")
NOT_HOME = reason("not-home", "{home} is not one of the power's home centres. {homes}", home=_home, homes=_homes)
NOT_OWNED = reason("not-owned", "{home} is owned by {owner}. {homes}", home=_home, owner=_owner, homes=_homes)
HOME_OCCUPIED = reason(
    "home-occupied", "{home} is occupied, or a unit is already being built there. {homes}", home=_home, homes=_homes
)
CANNOT_LIE_THERE = reason(
    "cannot-lie-there",
    "{a_unit} cannot be in {place}. {homes}",
    a_unit=lambda s, seat, order: "a fleet" if order.unit[0] == "F" else "an army",
    place=lambda s, seat, order: order.unit[2:],
    homes=_homes,
)
NO_REMOVAL_DUE = reason("no-removal-due", "the power does not have more units than centres, so it has none to remove.")


@rule
def count_adjustments(s: State) -> None:
    """Count the units that every power must remove, or can build in its free home centres."""
    count_centres(s)
    for p in range(PROVINCES):
        if s.kind[p]:
            s.left[s.power[p]] -= 1
    for seat in range(s.seats):
        spare = s.left[seat]
        if spare < 0:
            s.left[seat] = -spare
        elif spare > 0:
            s.left[seat] = min(spare, free_homes(s, seat))


@rule
def free_homes(s: State, seat: int) -> int:
    """Return the number of home centres where a power could build."""
    count = 0
    for p in range(PROVINCES):
        if HOME[p] == seat and s.owner[p] == seat and s.kind[p] == 0:
            count += 1
    return count


@refusal(Build)
def why_not_build(s: State, seat: int, unit: int) -> int:
    """A power with more centres than units builds in home centres that it owns and that are free."""
    if s.phase != WINTER:
        return WRONG_PHASE
    kind, to = unit // PLACE_COUNT + 1, unit % PLACE_COUNT
    p = PROVINCE[to]
    if surplus(s, seat) <= 0:
        return NO_BUILD_DUE
    if HOME[p] != seat or not on_map(s, p):
        return NOT_HOME
    if s.owner[p] != seat:
        return NOT_OWNED
    if s.kind[p] or s.order[p] != NO_ORDER:
        return HOME_OCCUPIED
    return build_fault(kind, to)


@rule
def build_fault(kind: int, to: int) -> int:
    """An army needs land, and a fleet a coast, which must be named where there are two."""
    p = PROVINCE[to]
    if kind == ARMY:
        return 0 if to == p and TYPE[p] != SEA else CANNOT_LIE_THERE
    if TYPE[p] == LAND:
        return CANNOT_LIE_THERE
    return NAME_THE_COAST if COAST_COUNT[p] and to == p else 0


@effect(Build)
def build(s: State, seat: int, unit: int, log: Log) -> None:
    give(s, seat, BUILD, unit, unit // PLACE_COUNT + 1, unit % PLACE_COUNT, log)


@refusal(Waive)
def why_not_waive(s: State, seat: int) -> int:
    """A power that could build may leave a build out."""
    if s.phase != WINTER:
        return WRONG_PHASE
    return 0 if surplus(s, seat) > 0 else NO_BUILD_DUE


@effect(Waive)
def waive(s: State, seat: int, log: Log) -> None:
    hand_in(s, seat, log)


@rule
def on_map(s: State, p: int) -> bool:
    """Return whether a province is on the map that is played."""
    return bool(FIRST_PROVINCE[s.map] <= p < FIRST_PROVINCE[s.map + 1])


@refusal(Disband)
def why_not_disband(s: State, seat: int, unit: int) -> int:
    """A dislodged unit may be disbanded instead of retreating; in winter, units beyond the number of centres are."""
    if is_retreats(s.phase):
        fault = why_not_dislodged(s, seat, unit)
        return fault if fault else why_not_now(s, seat, unit)
    return why_not_removal(s, seat, unit) if s.phase == WINTER else WRONG_PHASE


@rule
def why_not_removal(s: State, seat: int, unit: int) -> int:
    """A power with more units than centres chooses which of them it removes."""
    p = province_of(unit)
    fault = unit_fault(s.kind[p], s.place[p], unit)
    if fault:
        return fault
    if s.power[p] != seat:
        return NOT_YOURS
    if surplus(s, seat) >= 0:
        return NO_REMOVAL_DUE
    return 0 if s.order[p] == NO_ORDER else NOT_NEXT


@effect(Disband)
def disband(s: State, seat: int, unit: int, log: Log) -> None:
    give(s, seat, DISBAND, unit, 0, 0, log)


@offers(when=WINTER)
def offer_adjustments(s: State, seat: int, out: Rows) -> int:
    return offer_builds(s, seat, out) if surplus(s, seat) > 0 else offer_removals(s, seat, out)


@rule
def offer_builds(s: State, seat: int, out: Rows) -> int:
    """Offer all units that can be built in free home centres, and to waive the build."""
    count = 0
    for p in range(FIRST_PROVINCE[s.map], FIRST_PROVINCE[s.map + 1]):
        if HOME[p] == seat and s.owner[p] == seat and s.kind[p] == 0 and s.order[p] == NO_ORDER:
            for kind in range(ARMY, FLEET + 1):
                if build_fault(kind, p) == 0:
                    count = offer(out, count, Build, unit_number(kind, p))
            for c in range(COAST_COUNT[p]):
                count = offer(out, count, Build, unit_number(FLEET, COASTS[p, c]))
    return offer(out, count, Waive)


@rule
def offer_removals(s: State, seat: int, out: Rows) -> int:
    """Offer all units of the power, any of which may be removed."""
    count = 0
    for p in range(FIRST_PROVINCE[s.map], FIRST_PROVINCE[s.map + 1]):
        if s.kind[p] and s.power[p] == seat and s.order[p] == NO_ORDER:
            count = offer(out, count, Disband, unit_number(s.kind[p], s.place[p]))
    return count


@rule
def carry_out_adjustments(s: State) -> None:
    """Builds and removals take place at once."""
    for p in range(PROVINCES):
        if s.order[p] == BUILD:
            s.kind[p] = s.target[p]
            s.power[p] = s.owner[p]
            s.place[p] = s.to[p]
        if s.order[p] != NO_ORDER:
            keep_order(s, p, s.kind[p], s.power[p], s.place[p])
            if s.order[p] == DISBAND:
                s.kind[p] = 0
