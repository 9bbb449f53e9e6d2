"""Why a move is rejected: a number to the rules, a code and a sentence to people."""

from __future__ import annotations

from collections.abc import Mapping

WRONG_PHASE, MUST_BUY, NO_SUCH_PLANT, NOT_FOR_SALE, BID_TOO_LOW, BID_TOO_HIGH, ONLY_THE_MINIMUM = range(1, 8)
NOT_ABOVE_SMALLEST, DISCARD_MISSING, DISCARD_NOT_OWNED, DISCARD_IS_BOUGHT, DISCARD_NOT_NEEDED = range(8, 13)
WRONG_RETURN, NO_STORE, TRACK_NOT_EMPTY, NOT_SO_MANY, NO_ROOM, FUEL_TOO_DEAR = range(13, 19)
NOT_ON_MAP, NOT_IN_PLAY, ALREADY_BUILT, CITY_FULL, NO_HOUSE_LEFT, CITY_TOO_DEAR = range(19, 25)
NOT_OWNED, ALREADY_RUN, MIX_MISSING, MIX_NOT_NEEDED, NOT_ENOUGH_FUEL = range(25, 30)
REASONS: Mapping[int, tuple[str, str]] = {
    WRONG_PHASE: ("wrong-phase", "now it is time to {due}."),
    MUST_BUY: ("must-buy", "in the first round every player must buy a plant. For sale: {for_sale}."),
    NO_SUCH_PLANT: ("no-such-plant", "there is no plant {plant}."),
    NOT_FOR_SALE: ("not-for-sale", "plant {plant} is not in the current market. For sale: {for_sale}."),
    BID_TOO_LOW: ("bid-too-low", "plant {plant} needs at least {least}, and you have {money}. {advice}"),
    BID_TOO_HIGH: ("bid-too-high", "you have {money}, and plant {plant} needs at least {least}. {advice}"),
    ONLY_THE_MINIMUM: (
        "only-the-minimum",
        "nobody is left to bid against you, so plant {plant} costs exactly {least}.",
    ),
    NOT_ABOVE_SMALLEST: (
        "not-above-smallest",
        "you own {count} plants, so you may only open a plant above your smallest, {smallest}.",
    ),
    DISCARD_MISSING: ("discard-missing", "you own {count} of {limit} plants: name the one to discard, {owned}."),
    DISCARD_NOT_OWNED: ("discard-not-owned", "you do not own plant {discard}. Discard {owned}."),
    DISCARD_IS_BOUGHT: ("discard-is-bought", "you cannot discard the plant you are bidding for. Discard {owned}."),
    DISCARD_NOT_NEEDED: ("discard-not-needed", "you own {count} of {limit} plants, so there is nothing to discard."),
    WRONG_RETURN: (
        "wrong-return",
        "your plants have no room for {back} of your coal and oil. "
        "Return {coal_least} to {coal_most} coal, and the rest as oil.",
    ),
    NO_STORE: ("no-store", "only the USA map of the Recharged edition has stored coal."),
    TRACK_NOT_EMPTY: (
        "track-not-empty",
        "stored coal is sold only when the coal track is empty; it has {left_on_track} left.",
    ),
    NOT_SO_MANY: ("not-so-many", "only {left} {fuel} can be bought."),
    NO_ROOM: ("no-room", "your plants have room for {room} more {fuel}."),
    FUEL_TOO_DEAR: ("fuel-too-dear", "{amount} {fuel} cost {price}, and you have {money}."),
    NOT_ON_MAP: ("not-on-map", "{city} is not on the map of {map}."),
    NOT_IN_PLAY: ("not-in-play", "{city} is not in play. The regions in play are {regions}."),
    ALREADY_BUILT: ("already-built", "you already have a house in {city}."),
    CITY_FULL: ("city-full", "{city} is full: {there} built there, and in Step {step} a city has room for {step}."),
    NO_HOUSE_LEFT: ("no-house-left", "you have built all your houses."),
    CITY_TOO_DEAR: ("city-too-dear", "{city} costs {cost}, and you have {money}."),
    NOT_OWNED: ("not-owned", "you do not own plant {plant}. You own {owned}."),
    ALREADY_RUN: ("already-run", "plant {plant} has already run in this round."),
    MIX_MISSING: (
        "mix-missing",
        "plant {plant} burns {needs} coal and oil in any mix: say how many of them are coal, 0 to {needs}.",
    ),
    MIX_NOT_NEEDED: ("mix-not-needed", "plant {plant} is not a hybrid: it burns {burns}."),
    NOT_ENOUGH_FUEL: ("not-enough-fuel", "plant {plant} burns {burns}. You have {fuel_owned}."),
}
