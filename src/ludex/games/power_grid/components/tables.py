"""The tables printed on the board and the player aids: prices, payments, and numbers that depend on the players."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ludex.games.power_grid.components.plants import EDITIONS, FUELS
from ludex.games.power_grid.data import load

_TABLES = load("tables")

START_MONEY: int = _TABLES["start_money"]
HOUSES: int = _TABLES["houses"]
TRUST_HOUSES: int = _TABLES["trust_houses"]
SLOT_COST = np.array(_TABLES["slot_costs"])
PAYMENT = np.array([*_TABLES["payment"], _TABLES["payment"][-1], _TABLES["payment"][-1]])
"""The payment for 0 to 22 cities. No player has more houses."""

TOKENS = np.array([len(_TABLES["prices"][fuel]) for fuel in FUELS])
"""Number of tokens of each fuel, and of places on its track."""
MOST_TOKENS = int(TOKENS.max())
PRICE = np.zeros((len(FUELS), MOST_TOKENS), np.int64)
"""The price of the token on each place of a track, from the cheapest place up."""
PRICE_BEFORE = np.zeros((len(FUELS), MOST_TOKENS + 1), np.int64)
"""The price of all tokens before a place of a track."""
for _fuel, _name in enumerate(FUELS):
    PRICE[_fuel, : TOKENS[_fuel]] = _TABLES["prices"][_name]
    PRICE_BEFORE[_fuel, 1:] = PRICE[_fuel].cumsum()
STORED_COAL_PRICE = 8

START_FUEL = np.array([[_TABLES["start"][edition][fuel] for fuel in FUELS] for edition in EDITIONS])
MOST_SEATS = 6
RESUPPLY = np.zeros((MOST_SEATS + 1, 4, len(FUELS)), np.int64)
"""Amount of new fuel in phase 5, by seats, step and fuel."""
for _seats in range(2, MOST_SEATS + 1):
    for _fuel, _name in enumerate(FUELS):
        RESUPPLY[_seats, 1:, _fuel] = _TABLES["resupply"][str(_seats)][_name]


def _count(what: str) -> npt.NDArray[np.int64]:
    """Return a printed number by edition and seats; 0 where the edition has no such number."""
    table = np.zeros((len(EDITIONS), MOST_SEATS + 1), np.int64)
    for row, edition in enumerate(EDITIONS):
        for seats in range(2, MOST_SEATS + 1):
            table[row, seats] = _TABLES["counts"][edition][str(seats)].get(what, 0)
    return table


REGIONS_IN_PLAY = _count("regions")
PLANTS_REMOVED = _count("plants_removed")
PLUGS_REMOVED = _count("plugs_removed")
SOCKETS_REMOVED = _count("sockets_removed")
PLANT_LIMIT = _count("max_plants")
STEP_2_CITIES = _count("step2_cities")
END_CITIES = _count("end_cities")
MOST_PLANTS = int(PLANT_LIMIT.max())
