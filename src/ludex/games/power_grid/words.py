"""The sentences: why a move is rejected, how a game ends, which law is broken."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludex.core import Move, State
from ludex.games.power_grid import state as st
from ludex.games.power_grid.auction import limit, minimum
from ludex.games.power_grid.building import city_cost, in_play
from ludex.games.power_grid.cards import COAL, FUELS, HIGHEST, KIND, NEEDS, NUMBER, TYPE, TYPES
from ludex.games.power_grid.maps import BOARDS, CITY_NAMED, NAMES, PRINTED, VARIANTS
from ludex.games.power_grid.market import for_sale
from ludex.games.power_grid.moves import GOODS, BuildCity, BuyFuel
from ludex.games.power_grid.resources import least_coal_back, left_of, most_coal_back, must_return, price_of, room_for
from ludex.games.power_grid.views import PHASES

REASONS: Mapping[int, tuple[str, str]] = {
    st.WRONG_PHASE: ("wrong-phase", "now is the time for {due}."),
    st.MUST_BUY: ("must-buy", "in the first round everybody buys a plant. For sale: {for_sale}."),
    st.NO_SUCH_PLANT: ("no-such-plant", "there is no plant {plant}."),
    st.NOT_FOR_SALE: ("not-for-sale", "plant {plant} is not in the current market. For sale: {for_sale}."),
    st.BID_TOO_LOW: ("bid-too-low", "plant {plant} needs at least {least}, and you have {money}. {advice}"),
    st.BID_TOO_HIGH: ("bid-too-high", "you have {money}, and plant {plant} needs at least {least}. {advice}"),
    st.ONLY_THE_MINIMUM: (
        "only-the-minimum",
        "nobody is left to bid against you, so plant {plant} costs exactly {least}.",
    ),
    st.NOT_ABOVE_SMALLEST: (
        "not-above-smallest",
        "you own {count} plants, so a plant you open must be above your smallest, {smallest}.",
    ),
    st.DISCARD_MISSING: ("discard-missing", "you own {count} of {limit} plants: name the one to discard, {owned}."),
    st.DISCARD_NOT_OWNED: ("discard-not-owned", "you do not own plant {discard}. Discard {owned}."),
    st.DISCARD_IS_BOUGHT: ("discard-is-bought", "the plant just bought cannot be discarded. Discard {owned}."),
    st.DISCARD_NOT_NEEDED: ("discard-not-needed", "you own {count} of {limit} plants: nothing is discarded."),
    st.WRONG_RETURN: (
        "wrong-return",
        "{back} of your coal and oil do not fit; {coal_least} to {coal_most} of them can be coal.",
    ),
    st.NO_STORE: ("no-store", "stored coal is there on the USA map of the Recharged edition only."),
    st.TRACK_NOT_EMPTY: ("track-not-empty", "stored coal is sold when the track has none; it has {left_on_track}."),
    st.NOT_SO_MANY: ("not-so-many", "only {left} {fuel} can be bought."),
    st.NO_ROOM: ("no-room", "your plants have room for {room} more {fuel}."),
    st.FUEL_TOO_DEAR: ("fuel-too-dear", "{amount} {fuel} cost {price}, and you have {money}."),
    st.NOT_ON_MAP: ("not-on-map", "{city} is not on the map of {map}."),
    st.NOT_IN_PLAY: ("not-in-play", "{city} is not in play. In play: {regions}."),
    st.ALREADY_BUILT: ("already-built", "you have a house in {city} already."),
    st.CITY_FULL: ("city-full", "{city} is full: {there} built there, and in Step {step} a city holds {step}."),
    st.NO_HOUSE_LEFT: ("no-house-left", "all your houses are built."),
    st.CITY_TOO_DEAR: ("city-too-dear", "{city} costs {cost}, and you have {money}."),
    st.NOT_OWNED: ("not-owned", "you do not own plant {plant}. You own {owned}."),
    st.ALREADY_RUN: ("already-run", "plant {plant} has run in this round."),
    st.MIX_MISSING: (
        "mix-missing",
        "plant {plant} burns {needs} coal and oil in any mix: say how many are coal, 0 to {needs}.",
    ),
    st.MIX_NOT_NEEDED: ("mix-not-needed", "plant {plant} is no hybrid: it burns {needs} {type}."),
    st.NOT_ENOUGH_FUEL: ("not-enough-fuel", "plant {plant} burns {needs} {type}. You have {fuel_owned}."),
}

ENDINGS: Mapping[int, str] = {
    st.END_CITIES_REACHED: "a network reached the number of cities that ends the game",
    st.ROUND_LIMIT_REACHED: "the round limit was reached",
}

LAWS: Mapping[int, str] = {
    st.FUEL_LOST: "24 coal, 24 oil, 24 garbage and 12 uranium are on the track, on plants and in the supply",
    st.CARD_LOST: "each of the 43 cards is in one place",
    st.MARKET_WRONG: "the market is in rising order and holds at most eight plants, in Step 3 six",
    st.HOUSES_WRONG: "a city holds no more houses than the step says, and counts are right",
    st.MONEY_WRONG: "nobody's money is below zero",
    st.STORAGE_WRONG: "nobody has more fuel than his plants can store",
}

DUE: Mapping[str, str] = {
    "opening": "opening an auction or passing",
    "bidding": "bidding or passing",
    "returning": "saying which fuel goes back",
    "buying": "buying fuel, or done",
    "building": "building, or done",
    "powering": "running plants, or done",
    "over": "nothing: the game is over",
}


def facts(s: State, seat: int, move: Move) -> dict[str, Any]:
    """What the sentences may quote, from the seat's hidden record."""
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
    """About the plant that is named, or the one that is auctioned."""
    number = getattr(move, "plant", None) or (int(NUMBER[s.auctioned]) if s.auctioned >= 0 else 0)
    kind = int(KIND[number]) if 0 < number <= HIGHEST else -1
    least = s.bid + 1 if s.auctioned >= 0 else minimum(s, kind) if kind >= 0 else 0
    can = least <= s.money[seat]
    printed = {"needs": int(NEEDS[kind]), "type": TYPES[TYPE[kind]]} if kind >= 0 else {"needs": 0, "type": "nothing"}
    return {
        "plant": number,
        "discard": getattr(move, "discard", None),
        "least": least,
        "advice": f"Bid {least} to {s.money[seat]}, or pass." if can else "Choose another plant, or pass.",
        **printed,
    }


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
