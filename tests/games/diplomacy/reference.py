"""A slow adjudicator, written apart from the rules: it tries every set of moves that could succeed, and keeps those
that follow from themselves. Nothing here is shared with the compiled adjudicator but the map."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from ludex.games.diplomacy.components import MAPS
from ludex.games.diplomacy.settings import Switches

DEFAULTS = Switches()
BOARD = {province.code: province for province in MAPS["standard"].provinces}


class Unit(NamedTuple):
    kind: str
    power: int
    place: str


class Ordered(NamedTuple):
    """`verb` is H, M, V (by convoy), S or C; `other` the province of the other unit, `to` a place."""

    verb: str
    other: str = ""
    to: str = ""


Units = dict[str, Unit]
Orders = dict[str, Ordered]


def steps(unit: Unit) -> set[str]:
    """Return the places a unit can go to without a convoy."""
    province = BOARD[unit.place[:3]]
    if unit.kind == "A":
        return set(province.army)
    return set(province.coasts[unit.place[4:]] if province.coasts else province.fleet)


def near(unit: Unit) -> set[str]:
    return {place[:3] for place in steps(unit)}


class Reference:
    """One position with its orders and rules. Units in `stranded` are taken not to get anywhere, armies in `walking`
    to go by land whatever was ordered."""

    def __init__(
        self,
        units: Units,
        orders: Orders,
        rules: Switches = DEFAULTS,
        stranded: frozenset[str] = frozenset(),
        walking: frozenset[str] = frozenset(),
    ) -> None:
        self.units = units
        self.orders = orders
        self.rules = rules
        self.stranded = stranded
        self.walking = walking
        self.goes = {p: order.to[:3] for p, order in orders.items() if order.verb in "MV"}
        self.by_sea = {p for p in self.goes if self.sails(p)}

    def carriers(self, army: str) -> set[str]:
        wanted = ("C", army, self.goes[army])
        return {p for p, order in self.orders.items() if (order.verb, order.other, order.to[:3]) == wanted}

    def sails(self, p: str) -> bool:
        unit = self.units[p]
        if unit.kind != "A" or p in self.walking:
            return False
        if self.orders[p].verb == "V" or self.goes[p] not in near(unit):
            return True
        if self.rules.convoy_intent == "explicit":
            return False
        carriers = self.carriers(p)
        any_fleet = self.rules.convoy_intent == "any-fleet"
        meant = any(any_fleet or self.units[fleet].power == unit.power for fleet in carriers)
        return meant and self.connected(p, carriers)

    def connected(self, army: str, fleets: set[str]) -> bool:
        frontier = {fleet for fleet in fleets if army in near(self.units[fleet])}
        reached = set(frontier)
        while frontier:
            frontier = {f for f in fleets - reached if any(f in near(self.units[g]) for g in frontier)}
            reached |= frontier
        return any(self.goes[army] in near(self.units[fleet]) for fleet in reached)

    def results(self, moved: frozenset[str]) -> frozenset[str]:
        """Return the moves that succeed if exactly these do."""
        self.moved = moved
        self.arrives = {p: self.way(p) for p in self.goes}
        self.given = {p for p, order in self.orders.items() if order.verb == "S" and self.helps(p)}
        return frozenset(p for p in self.goes if self.succeeds(p))

    def beaten(self, p: str) -> bool:
        return p not in self.moved and any(self.goes[m] == p for m in self.moved)

    def way(self, p: str) -> bool:
        if p in self.stranded:
            return False
        if p not in self.by_sea:
            return True
        carriers = self.carriers(p)
        safe = {fleet for fleet in carriers if not self.beaten(fleet)}
        return (safe == carriers or not self.rules.any_fleet_disrupts) and self.connected(p, safe)

    def helps(self, p: str) -> bool:
        order = self.orders[p]
        against = order.to[:3]
        if against:
            goes = self.orders.get(order.other)
            if self.goes.get(order.other) != against or ("/" in order.to and goes and goes.to != order.to):
                return False
        elif order.other in self.goes:
            return False
        for a, to in self.goes.items():
            foreign = to == p and self.units[a].power != self.units[p].power
            if foreign and not self.spares(a, p) and (a in self.moved or (self.arrives[a] and a != against)):
                return False
        return True

    def spares(self, army: str, p: str) -> bool:
        """Return whether an army that comes by sea leaves a support alone, by the paradox rules of 1982 and 2000."""
        order = self.orders[p]
        sea = order.to[:3] or order.other
        carrying = BOARD[sea].type == "sea" and sea in self.orders and self.orders[sea].verb == "C"
        if army not in self.by_sea or not carrying:
            return False
        if self.rules.paradox == "1982":
            return True
        needed = sea in self.carriers(army) and not self.connected(army, self.carriers(army) - {sea})
        return self.rules.paradox == "2000" and bool(order.to) and needed

    def helpers(self, p: str, but: int | None = None) -> int:
        return sum(1 for h in self.given if self.orders[h].other == p and self.units[h].power != but)

    def facing(self, p: str) -> bool:
        q = self.goes[p]
        return self.goes.get(q) == p and p not in self.by_sea and q not in self.by_sea

    def succeeds(self, p: str) -> bool:
        if not self.arrives[p]:
            return False
        to = self.goes[p]
        there = self.units.get(to)
        attack = 1 + self.helpers(p)
        if there and (self.facing(p) or to not in self.moved):
            attack = 0 if there.power == self.units[p].power else 1 + self.helpers(p, but=there.power)
        if there and (self.facing(p) or to not in self.goes):
            resistance = 1 + self.helpers(to)
        else:
            resistance = 1 if there and to not in self.moved else 0
        rivals = [k for k, target in self.goes.items() if target == to and k != p]
        return attack > max([resistance, *(self.prevents(k) for k in rivals)])

    def prevents(self, k: str) -> int:
        q = self.goes[k]
        lost = q in self.moved and self.goes[q] == k and (self.facing(k) or self.rules.dislodged_never_blocks)
        if not self.arrives[k] or lost:
            return 0
        return 1 + self.helpers(k)

    def solutions(self) -> list[tuple[frozenset[str], tuple[bool, ...]]]:
        """Return all consistent outcomes, each with which convoys arrive in it."""
        found = []
        movers = sorted(self.goes)
        for size in range(len(movers) + 1):
            for chosen in combinations(movers, size):
                moved = frozenset(chosen)
                if self.results(moved) == moved:
                    found.append((moved, tuple(self.arrives[p] for p in sorted(self.by_sea))))
        return found

    def outcome(self) -> frozenset[str] | None:
        """Return the one outcome; where circles can turn or not, the one in which all turn. None is a paradox."""
        found = self.solutions()
        if not found or len({arrivals for _, arrivals in found}) > 1:
            return None
        most = frozenset().union(*(moved for moved, _ in found))
        assert most in [moved for moved, _ in found], "outcomes that differ by more than circles"
        self.results(most)
        return most

    def could_walk(self) -> frozenset[str]:
        """After an outcome: armies that did not arrive by sea, and could go by land."""
        return frozenset(p for p in self.by_sea if not self.arrives[p] and self.goes[p] in near(self.units[p]))
