"""Labels of the record's fields in positions: the names of provinces, places and powers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludex.author import Bits, Label, Names, quote
from ludex.games.diplomacy.components import CODES, FIRST_PROVINCE, MAP_NAMES, MAPS, PLACES, SEA_AT, SHORE_AT, MapName
from ludex.games.diplomacy.events import ENDING_WORDS, RESULTS
from ludex.games.diplomacy.notation.names import KIND_WORDS
from ludex.games.diplomacy.state import PHASE_WORDS

OTHERS, OFF_THE_MAP = "others", "off the map"
ORDER_WORDS = (
    "none",
    "hold",
    "move",
    "move via convoy",
    "support hold",
    "support move",
    "convoy",
    "retreat",
    "disband",
    "build",
)


class ByProvince:
    """A row with a number for every province, written as an object.

    Only the provinces of the map are named, and of these only the ones that differ from the most common number, which
    is `others`; zeros are left out.

    >>> written = ByProvince("standard", Names("", "army", "fleet")).write([2, 1, *[0] * (len(CODES) - 2)])
    >>> written, ByProvince("standard").read({"BRE": 7})[CODES.index("BRE")]
    ({'ADR': 'fleet', 'AEG': 'army'}, 7)
    """

    depth = 1

    def __init__(self, board: MapName, names: Names | None = None) -> None:
        number = MAP_NAMES.index(board)
        self.here = range(FIRST_PROVINCE[number], FIRST_PROVINCE[number + 1])
        self.names = names or Names({})

    def write(self, value: Sequence[int]) -> dict[str, Any]:
        here = [value[p] for p in self.here]
        others = max(here, key=here.count)
        elsewhere = next(value[p] for p in range(len(CODES)) if p not in self.here)
        found = {CODES[p]: self.names.write(value[p]) for p in self.here if value[p] != others}
        for key, number in ((OTHERS, others), (OFF_THE_MAP, elsewhere)):
            if number:
                found[key] = self.names.write(number)
        return found

    def read(self, written: Any) -> list[int]:
        if not isinstance(written, dict):
            raise ValueError(f"{quote(written)} is not an object with provinces")
        known = (*(CODES[p] for p in self.here), OTHERS, OFF_THE_MAP)
        for name in written:
            if name not in known:
                raise ValueError(f"{quote(name)} is not one of {', '.join(known)}")
        numbers = {name: self.names.read(value) for name, value in written.items()}
        others, elsewhere = numbers.get(OTHERS, 0), numbers.get(OFF_THE_MAP, 0)
        return [numbers.get(CODES[p], others) if p in self.here else elsewhere for p in range(len(CODES))]


def labels(board: MapName) -> Mapping[str, Label]:
    """Return the labels of all fields that have names on a map."""
    powers = MAPS[board].power_names
    provinces = Names({-1: None, **dict(enumerate(CODES))})
    named: dict[Names, Sequence[str]] = {
        Names(*KIND_WORDS): ("kind", "beaten_kind", "old_kind"),
        Names({-1: None, **dict(enumerate(powers))}): ("power", "owner", "beaten_power", "old_power"),
        Names(*PLACES): ("place", "beaten_place", "old_place", "to", "old_to"),
        provinces: (
            *("target", "old_target", "beaten_by", "beaten_from", "by", "goes"),
            *("attacker", "next_attacker", "helper", "next_helper"),
        ),
        Names(*ORDER_WORDS): ("order", "old_order"),
        Names(*RESULTS): ("result",),
        Names({}): (
            *("contested", "strength", "against"),
            *("sails", "knows", "way", "loop", "mark", "kept_knows", "kept_way"),
        ),
    }
    return {
        "phase": Names(*PHASE_WORDS),
        "old_phase": Names(*PHASE_WORDS),
        "ended": Names(*ENDING_WORDS),
        "winner": Names({-1: None, **dict(enumerate(powers))}),
        "vote": Names({0: None, 1: "draw", **dict(enumerate(powers, 2))}),
        "unit": provinces,
        "queue": provinces,
        "fleets_at_sea": Bits(*(CODES[p] for p in SEA_AT)),
        "armies_ashore": Bits(*(CODES[p] for p in SHORE_AT)),
        "sea_shores": Bits(*(CODES[p] for p in SHORE_AT)),
        **{field: ByProvince(board, names) for names, fields in named.items() for field in fields},
    }
