"""Routes of convoys, compared with the definition by exhaustion: a fleet counts if some set of fleets needs it."""

from __future__ import annotations

from itertools import combinations
from random import Random

from ludex.core.language.interpreted_state import load_twin
from ludex.games.diplomacy.components import SEA_AT, SHORE_AT, SHORE_NUMBER
from ludex.games.diplomacy.rules.reach import LONGEST_ROUTE, look_at_sea, shores_across, shores_carried
from ludex.games.diplomacy.state import State

SEAS, SHORES = [sea for sea in range(len(SEA_AT)) if SEA_AT[sea] < 75], [int(p) for p in SHORE_AT if p < 75]


def needed(army: int, fleet: int, fleets: list[int]) -> int:
    """Shores that some set of the other fleets reaches only with this one."""
    others = [sea for sea in fleets if sea != fleet]
    shores = 0
    for size in range(len(others) + 1):
        for chosen in combinations(others, size):
            without = sum(1 << sea for sea in chosen)
            shores |= int(shores_across(army, without | 1 << fleet)) & ~int(shores_across(army, without))
    return shores


def test_a_fleet_may_convoy_exactly_where_some_set_of_fleets_needs_it() -> None:
    random = Random(5)
    for _ in range(40):
        fleets = random.sample(SEAS, random.randint(1, 8))
        s = load_twin(State.layout.new(), 0)
        for sea in fleets:
            s.kind[int(SEA_AT[sea])] = 2
        look_at_sea(s)
        for fleet in fleets:
            for army in random.sample(SHORES, 5):
                if s.sea_shores[fleet] >> int(SHORE_NUMBER[army]) & 1:
                    assert shores_carried(s, army, int(SEA_AT[fleet])) == needed(army, fleet, fleets)


def test_no_route_is_longer_than_can_be_kept() -> None:
    s = load_twin(State.layout.new(), 0)
    for sea in SEAS:
        s.kind[int(SEA_AT[sea])] = 2
    look_at_sea(s)
    assert LONGEST_ROUTE == 12
    for fleet in SEAS:
        assert shores_carried(s, SHORES[0], int(SEA_AT[fleet])) >= 0
