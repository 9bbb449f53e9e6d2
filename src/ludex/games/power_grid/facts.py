"""What the sentences of rejections may quote."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludex.core import Move, State
from ludex.games.power_grid.components.maps import BOARDS, CITY_NAMED, NAMES, PRINTED, VARIANTS
from ludex.games.power_grid.components.plants import COAL, FUELS, HIGHEST, KIND, NEEDS, NUMBER, PLANTS, Plant
from ludex.games.power_grid.moves import GOODS, BuildCity, BuyFuel
from ludex.games.power_grid.rules.auction import limit, minimum
from ludex.games.power_grid.rules.building import city_cost, in_play
from ludex.games.power_grid.rules.market import for_sale
from ludex.games.power_grid.rules.resources import (
    least_coal_back,
    left_of,
    most_coal_back,
    must_return,
    price_of,
    room_for,
)
from ludex.games.power_grid.views import PHASES

DUE: Mapping[str, str] = {
    "opening": "open an auction or pass",
    "bidding": "bid or pass",
    "returning": "say which fuel goes back",
    "buying": "buy fuel, or say done",
    "building": "build cities, or say done",
    "powering": "run plants, or say done",
    "over": "stop: the game is over",
}


def facts(s: State, seat: int, move: Move) -> dict[str, Any]:
    """What the sentences may quote, read from the seat's hidden record."""
    owned = [int(NUMBER[s.plants[seat, slot]]) for slot in range(s.plant_count[seat])]
    return {
        "due": DUE[PHASES[s.phase]],
        "money": s.money[seat],
        "for_sale": _listed(NUMBER[s.market[at]] for at in range(for_sale(s))),
        "count": len(owned),
        "limit": limit(s),
        "owned": " or ".join(map(str, owned)) or "none",
        "smallest": owned[0] if owned else "none",
        "step": s.step,
        **_plant_facts(s, seat, move),
        **_fuel_facts(s, seat, move),
        **_city_facts(s, seat, move),
    }


def _listed(values: Any) -> str:
    return ", ".join(map(str, values)) or "none"


def _plant_facts(s: State, seat: int, move: Move) -> dict[str, Any]:
    """Facts about the plant that is named, or the one that is auctioned."""
    number = getattr(move, "plant", None) or (int(NUMBER[s.auctioned]) if s.auctioned >= 0 else 0)
    kind = int(KIND[number]) if 0 < number <= HIGHEST else -1
    least = s.bid + 1 if s.auctioned >= 0 else minimum(s, kind) if kind >= 0 else 0
    can = least <= s.money[seat]
    return {
        "plant": number,
        "discard": getattr(move, "discard", None),
        "least": least,
        "advice": f"Bid {least} to {s.money[seat]}, or pass." if can else "Choose another plant, or pass.",
        "needs": int(NEEDS[kind]) if kind >= 0 else 0,
        "burns": _burns(PLANTS.get(number)),
    }


def _burns(plant: Plant | None) -> str:
    return f"{plant.needs} {' or '.join(plant.fuels)}" if plant is not None and plant.needs else "nothing"


def _fuel_facts(s: State, seat: int, move: Move) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "fuel_owned": _listed(f"{s.fuel[seat, fuel]} {name}" for fuel, name in enumerate(FUELS)),
        "left_on_track": s.track[COAL],
        "back": must_return(s, seat),
        "coal_least": least_coal_back(s, seat),
        "coal_most": most_coal_back(s, seat),
    }
    if isinstance(move, BuyFuel):
        good = GOODS.index(move.fuel)
        left = left_of(s, good)
        facts |= {
            "fuel": move.fuel,
            "amount": move.amount,
            "left": left,
            "room": room_for(s, seat, good % len(FUELS)),
            "price": price_of(s, good, min(move.amount, left)),
        }
    return facts


def _city_facts(s: State, seat: int, move: Move) -> dict[str, Any]:
    if not isinstance(move, BuildCity):
        return {}
    city = int(CITY_NAMED[s.variant, NAMES.index(move.city)])
    playable = city >= 0 and in_play(s, city)
    there = [other for other in range(s.seats) if city >= 0 and s.houses[city] >> other & 1]
    return {
        "city": move.city,
        "map": PRINTED[VARIANTS[s.variant]].title,
        "regions": _listed(BOARDS[s.board].regions),
        "there": _listed(f"seat {other}" for other in there),
        "cost": city_cost(s, seat, city) if playable and len(there) < 3 else 0,
    }
