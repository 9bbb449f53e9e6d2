"""Diplomacy at a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from ludex.author import Event, Seating, Terminal, grid, labelled, listed, whole
from ludex.games.diplomacy.components import MAPS, ProvinceData
from ludex.games.diplomacy.events import OrderResolved, OrdersGiven, PhaseBegan
from ludex.games.diplomacy.views import PowerView, ResultView, View

WIDE = 80
MOST_RESULTS, FEWER_RESULTS = 12, 6
"""Rows for the orders of the previous phase on wide and on narrow screens, so that a decision fits 40 rows."""
CARRIED_OUT = ("done", "nothing")
"""Results that need not be mentioned."""


def draw_view(view: View, seating: Seating | None = None, width: int = 100) -> str:
    """Draw a view as text.

    >>> import ludex
    >>> view = ludex.game("diplomacy").new(7, seed=1).view(2)
    >>> print("\\n".join(draw_view(view).splitlines()[:5]))
    S1901M  spring moves; you are FRANCE
      power    player  centres  units
      AUSTRIA  seat 0        3  A BUD, F TRI, A VIE
      ENGLAND  seat 1        3  F EDI, F LON, A LVP
    ▶ FRANCE   seat 2        3  F BRE, A MAR, A PAR
    """
    seating = seating or Seating.unnamed(len(view.powers), view.seat)
    who = f"; you are {view.power}" if view.power else ""
    lines = [f"{view.phase}  {view.season}{who}"]
    rows = [_power(view, seating, power) for power in view.powers]
    lines += grid(("  power", "player", "centres", "units"), rows, width)
    for gone in view.dislodged:
        barred = f", not to {gone.barred}" if gone.barred else ""
        told = f"{gone.power}'s {gone.unit} must retreat: dislodged by the unit from {gone.attacker_from}{barred}"
        lines += labelled("  ", told, width, indent=2)
    if view.contested:
        lines.append(f"  No retreat to {', '.join(view.contested)}: there was a standoff")
    lines += _results(view, width, MOST_RESULTS if width >= WIDE else FEWER_RESULTS)
    if view.vote:
        lines.append(f"Your vote: {view.vote}")
    if view.orders:
        lines += labelled("Your orders: ", "; ".join(map(whole, view.orders)), width, indent=13)
    return "\n".join(lines)


def _power(view: View, seating: Seating, power: PowerView) -> tuple[object, ...]:
    """Describe a power with its units, and the centres without any of them."""
    units = [unit for unit in view.units if unit.power == power.power]
    empty = [centre for centre in power.centers if all(unit.province != centre for unit in units)]
    told = ", ".join(whole(unit.unit) for unit in units) or "–"
    also = "; " + whole("also owns " + " ".join(empty)) if empty else ""
    mark = "▶" if power.seat == view.seat else " "
    return f"{mark} {power.power}", seating.name(power.seat), len(power.centers), told + also


def _results(view: View, width: int, most: int) -> list[str]:
    """Draw the orders of the previous phase by power, the viewer's first. Those that do not fit are in the log."""
    if not view.last_results:
        return []
    lines, left_out = [f"Orders of {view.last_phase}:"], []
    for power in sorted(view.powers, key=lambda power: power.seat != view.seat):
        orders = [result for result in view.last_results if result.power == power.power]
        told = labelled(f"  {power.power:<9}", "; ".join(_ended(orders)), width, indent=11) if orders else []
        if len(lines) + len(told) > most:
            left_out.append(power.power)
        else:
            lines += told
    return [*lines, *listed("  in the log:", left_out, width, indent=14)] if left_out else lines


def _ended(orders: Sequence[ResultView | OrderResolved]) -> Iterator[str]:
    """Yield orders that were carried out, and then the others by their results: `bounced: A PAR - BUR`."""
    for result in dict.fromkeys(one.result for one in orders):
        alike = ", ".join(whole(one.order) for one in orders if one.result == result)
        yield alike if result in CARRIED_OUT else f"{whole(result)}:\u00a0{alike}"


class DiplomacyTerminal(Terminal[View]):
    """The terminal of Diplomacy."""

    on_screen: ClassVar[tuple[type[Event], ...]] = (OrderResolved, OrdersGiven)

    def screen(self, view: View, seating: Seating, width: int) -> str:
        return draw_view(view, seating, width)

    def summed_up(self, events: Sequence[Event]) -> tuple[str, ...]:
        """Return the orders of all phases except the last one, whose orders the screen shows."""
        phases: list[list[OrderResolved]] = [[]]
        for event in events:
            if isinstance(event, OrderResolved):
                phases[-1].append(event)
            elif isinstance(event, PhaseBegan) and phases[-1]:
                phases.append([])
        resolved = [phase for phase in phases if phase]
        return tuple(
            f"seat {seat} ordered {'; '.join(_ended([one for one in phase if one.seat == seat]))}."
            for phase in resolved[:-1]
            for seat in dict.fromkeys(one.seat for one in phase)
        )

    def score(self, view: View, seating: Seating, width: int) -> str:
        """Return the powers by the number of their centres."""
        ranked = sorted(view.powers, key=lambda power: -len(power.centers))
        rows = [
            (f"  {power.power}", seating.name(power.seat), len(power.centers), " ".join(power.centers) or "–")
            for power in ranked
        ]
        goal = f"{MAPS[view.map].victory} centres win."
        return "\n".join([goal, *grid(("  power", "player", "centres", "which"), rows, width)])

    def in_play(self, view: View, names: Iterable[str]) -> Iterable[str]:
        """Return the units, places and powers of the map that is played."""
        board = MAPS[view.map]
        here = {*board.codes, *board.power_names}
        return (name for name in names if name.split()[-1].split("/")[0] in here)

    def explain(self, view: View, name: str) -> str | None:
        """Describe a province: its type, its owner, the unit there and its neighbours."""
        province = _province_named(view, name)
        return " ".join(_about(view, province)) if province else None

    def explained(self, view: View) -> tuple[str, ...]:
        return tuple(province.code for province in MAPS[view.map].provinces)

    def map_text(self, view: View, seating: Seating, name: str, width: int) -> str:
        """Describe the neighbours of a province, or of every one."""
        if name:
            return self.explain(view, name) or f"{name!r} is not a province of this map."
        lines = []
        for province in MAPS[view.map].provinces:
            lines += labelled(f"{province.code}", _neighbours(province), width, indent=5)
        return "\n".join(lines)


def _province_named(view: View, name: str) -> ProvinceData | None:
    wanted = name.casefold()
    for province in MAPS[view.map].provinces:
        if wanted in (province.code.casefold(), province.name.casefold(), *map(str.casefold, province.aliases)):
            return province
    return None


def _about(view: View, province: ProvinceData) -> Iterator[str]:
    owner = view.owner(province.code)
    what = "supply centre" if province.centre else province.type
    yield f"{province.name} ({province.code}), {what}{f' of {owner}' if owner else ''}."
    yield from (f"{unit.power} has {unit.unit} there." for unit in view.units if unit.province == province.code)
    yield _neighbours(province)


def _neighbours(province: ProvinceData) -> str:
    """List the places where armies and fleets can go from a province."""
    told = [f"armies go to {', '.join(province.army)}"] if province.army else []
    if province.coasts:
        told += [f"fleets go from {coast} to {', '.join(places)}" for coast, places in province.coasts.items()]
    elif province.fleet:
        told.append(f"fleets go to {', '.join(province.fleet)}")
    said = "; ".join(told)
    return f"{said[:1].upper()}{said[1:]}."
