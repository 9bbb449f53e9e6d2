"""Positions of kinds that chance makes too rarely: chains of convoys, circles over the sea, garrisons attacked from all
sides, head-to-head battles. And a count of what a position turned out to hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.games.diplomacy.dense import Draw
from tests.games.diplomacy.reference import BOARD, Reference, Unit, near

from ludex.core.language.interpreted_state import store_twin
from ludex.games.diplomacy.components import MAPS
from ludex.games.diplomacy.notation.position import Position
from ludex.games.diplomacy.rulings import Docket
from ludex.games.diplomacy.settings import Switches

POWERS = MAPS["standard"].power_names
SEAS = [code for code, province in BOARD.items() if province.type == "sea"]
SHORES = {sea: [p for p in sorted(near(Unit("F", 0, sea))) if BOARD[p].type == "coast"] for sea in SEAS}


class Scene:
    """Units and orders that are put on the board one after the other."""

    def __init__(self, draw: Draw) -> None:
        self.draw = draw
        self.units: dict[str, Unit] = {}
        self.orders: dict[str, str] = {}

    def pick(self, choices: list[str]) -> str:
        return choices[self.draw(len(choices))]

    def chance(self, percent: int) -> bool:
        return self.draw(100) < percent

    def put(self, kind: str, p: str, power: int | None = None) -> Unit:
        if p not in self.units:
            coasts = sorted(BOARD[p].coasts) if kind == "F" else []
            place = f"{p}/{self.pick(coasts)}" if coasts else p
            self.units[p] = Unit(kind, self.draw(4) if power is None else power, place)
        return self.units[p]

    def text(self, p: str) -> str:
        return f"{self.units[p].kind} {self.units[p].place}"

    def order(self, p: str, rest: str) -> None:
        self.orders.setdefault(p, f"{self.text(p)} {rest}".strip())

    def anybody_near(self, to: str) -> str | None:
        """Return a province, empty so far, from which a unit could go somewhere; the unit is put there."""
        free = [
            (kind, p)
            for p in BOARD
            for kind in "AF"
            if p not in self.units and p != to and fits(kind, p) and to in near(Unit(kind, 0, with_coast(kind, p)))
        ]
        if not free:
            return None
        kind, p = free[self.draw(len(free))]
        self.put(kind, p)
        return p

    def attack(self, to: str, helpers: int) -> None:
        """A unit attacks, with support."""
        p = self.anybody_near(to)
        if p is not None:
            self.order(p, f"- {to}")
            self.help(p, to, helpers)

    def help(self, p: str, to: str, helpers: int) -> None:
        for _ in range(helpers):
            q = self.anybody_near(to)
            if q is not None:
                self.order(q, f"S {self.text(p)}" + (f" - {to}" if to != p else ""))

    def record(self, rules: Switches) -> Any:
        """Return the record with all orders; what is not legal becomes a hold."""
        units: dict[str, list[str]] = {}
        orders: dict[str, list[str]] = {}
        for p, unit in self.units.items():
            units.setdefault(POWERS[unit.power], []).append(self.text(p))
            orders.setdefault(POWERS[unit.power], []).append(self.orders.get(p, f"{self.text(p)} H"))
        docket = Docket(Position(phase="S1901M", units=units, orders=orders, rules=rules))  # type: ignore[arg-type]
        for seat in range(7):
            docket.s.left[seat] = 0
        store_twin(docket.s, docket.states, 0)
        return docket.states


def fits(kind: str, p: str) -> bool:
    return BOARD[p].type != ("sea" if kind == "A" else "land")


def with_coast(kind: str, p: str) -> str:
    return f"{p}/{min(BOARD[p].coasts)}" if kind == "F" and BOARD[p].coasts else p


def chain(scene: Scene) -> None:
    """An army goes over two to four seas; fleets are attacked, and who stands at the shore may support that."""
    route = [scene.pick(SEAS)]
    for _ in range(1 + scene.draw(3)):
        further = [sea for sea in sorted(near(Unit("F", 0, route[-1]))) if sea in SEAS and sea not in route]
        route += [scene.pick(further)] if further else []
    start, end = scene.pick(SHORES[route[0]]), scene.pick(SHORES[route[-1]])
    if start == end:
        return
    scene.put("A", start)
    scene.order(start, f"- {end}")
    for sea in route:
        scene.put("F", sea)
        scene.order(sea, f"C A {start} - {end}")
    attacked = scene.pick(route)
    if scene.chance(70):
        attacker = scene.anybody_near(attacked)
        if attacker is not None:
            scene.order(attacker, f"- {attacked}")
            scene.put(scene.pick(["A", "F"]), end)
            scene.order(end, f"S {scene.text(attacker)} - {attacked}")
            scene.help(attacker, attacked, scene.draw(2))
    if scene.chance(30):
        scene.help(attacked, attacked, 1)
    if scene.chance(50):
        scene.help(start, end, 1)


def circle(scene: Scene) -> None:
    """Units change places, one of them or both by sea."""
    sea = scene.pick(SEAS)
    start = scene.pick(SHORES[sea])
    near_start = [p for p in sorted(near(Unit("A", 0, start))) if BOARD[p].type == "coast"]
    if not near_start:
        return
    end = scene.pick(near_start)
    power = scene.put("A", start).power
    scene.put("A", end)
    scene.put("F", sea, power)
    by_sea = end in SHORES[sea]
    scene.order(start, f"- {end} VIA" if by_sea else f"- {end}")
    scene.order(sea, f"C A {start} - {end}" if by_sea else f"C A {end} - {start}")
    third = [p for p in sorted(near(Unit("A", 0, end))) if p in near(Unit("A", 0, start)) and p not in scene.units]
    if third and scene.chance(50):
        between = scene.pick(third)
        scene.put("A", between)
        scene.order(end, f"- {between}")
        scene.order(between, f"- {start}")
    scene.order(end, f"- {start}")
    if scene.chance(40):
        scene.attack(sea, scene.draw(2))


def garrison(scene: Scene) -> None:
    """One province, attacked by two or three with help."""
    p = scene.pick(list(BOARD))
    scene.put("F" if BOARD[p].type == "sea" else "A", p)
    for _ in range(2 + scene.draw(2)):
        scene.attack(p, scene.draw(3))
    if scene.chance(40):
        scene.help(p, p, 1)


def battle(scene: Scene) -> None:
    """Two that go against each other, both with help; helpers are attacked."""
    p = scene.pick([code for code, province in BOARD.items() if province.army])
    q = scene.pick(list(BOARD[p].army))
    for here, there in ((p, q), (q, p)):
        scene.put("A", here)
        scene.order(here, f"- {there}")
    for here, there in ((p, q), (q, p)):
        scene.help(here, there, scene.draw(3))
    if scene.chance(60):
        scene.attack(scene.pick([p, q]), scene.draw(3))
    if scene.chance(40):
        scene.attack(scene.pick(list(scene.units)), 0)


def themed_position(draw: Draw, rules: Switches) -> Any:
    """Return one or two scenes on one board."""
    scene = Scene(draw)
    scenes = (chain, circle, garrison, battle)
    for _ in range(1 + draw(2)):
        scenes[draw(4)](scene)
    if not scene.units:
        scene.put("A", "PAR")
    return scene.record(rules)


def kinds_of(end: Reference, moved: frozenset[str], paradox: frozenset[str]) -> Iterator[str]:
    """Yield the features of a position, found by the slow adjudicator."""
    if paradox:
        yield "paradox"
        yield from ["paradox of several convoys"] if len(paradox) > 1 else []
    for army in end.by_sea & set(end.goes):
        carriers = end.carriers(army)
        if end.connected(army, carriers) and not any(end.connected(army, {fleet}) for fleet in carriers):
            yield "chain of convoys"
        if army in moved and any(end.beaten(fleet) for fleet in carriers):
            yield "another route"
    for p in moved:
        way = [p]
        while end.goes.get(way[-1]) in moved and end.goes[way[-1]] not in way:
            way.append(end.goes[way[-1]])
        if end.goes[way[-1]] == p:
            yield "circle over the sea" if end.by_sea & set(way) else "circle"
    for p in end.units:
        strong = [k for k, to in end.goes.items() if to == p and end.prevents(k) > 1]
        if len(strong) > 1 and p not in end.goes and not end.beaten(p):
            yield "beleaguered garrison"
    for p in end.goes:
        if end.facing(p) and end.helpers(p) and end.helpers(end.goes[p]):
            yield "head-to-head with help on both sides"
