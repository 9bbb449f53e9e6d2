"""What is printed on the plants, the board and the player aids, as values for people and as tables for the rules."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, Literal

import msgspec
import numpy as np
import numpy.typing as npt

Edition = Literal["original", "recharged"]
PlantType = Literal["coal", "oil", "garbage", "uranium", "hybrid", "eco"]

EDITIONS: tuple[Edition, ...] = ("original", "recharged")
ORIGINAL, RECHARGED = range(len(EDITIONS))
FUELS = ("coal", "oil", "garbage", "uranium")
COAL, OIL, GARBAGE, URANIUM = range(len(FUELS))
TYPES: tuple[PlantType, ...] = ("coal", "oil", "garbage", "uranium", "hybrid", "eco")
HYBRID, ECO = 4, 5
"""A plant's type is its fuel's place among the fuels, or one of these two."""
BACKS = ("none", "plug", "socket", "Step 3")
NO_BACK, PLUG, SOCKET, STEP_3_BACK = range(len(BACKS))


class Plant(msgspec.Struct, frozen=True):
    """A power plant. Its number is the least it can be sold for (`cost`).

    >>> PLANTS[20].type, PLANTS[20].needs, PLANTS[20].powers, PLANTS[20].stores
    ('coal', 3, 5, 6)
    """

    number: int
    type: PlantType
    needs: int
    powers: int
    back: str

    @property
    def cost(self) -> int:
        """The number under the name the source document uses."""
        return self.number

    @property
    def stores(self) -> int:
        """A plant stores fuel for two runs."""
        return 2 * self.needs

    @property
    def fuels(self) -> tuple[str, ...]:
        """What it burns; a hybrid any mix of coal and oil."""
        return ("coal", "oil") if self.type == "hybrid" else (self.type,) if self.needs else ()

    def __str__(self) -> str:
        return (
            f"{self.number} ({self.needs} {self.type} → {self.powers})"
            if self.needs
            else f"{self.number} (eco → {self.powers})"
        )


def load(name: str) -> dict[str, Any]:
    """A data file of this game."""
    return tomllib.loads(files(__package__).joinpath(f"data/{name}.toml").read_text("utf-8"))


_TABLES = load("tables")

PLANTS: Mapping[int, Plant] = {entry["number"]: Plant(**entry) for entry in load("plants")["plants"]}
NUMBERS = tuple(PLANTS)
"""The plants' numbers, rising; a plant's place here is its kind."""
KINDS = len(NUMBERS)
STEP_3 = KINDS
"""The Step 3 card, in every list behind the highest plant."""
CARDS = KINDS + 1
LOWEST, HIGHEST = NUMBERS[0], NUMBERS[-1]

NUMBER = np.array([*NUMBERS, 99])
KIND = np.full(HIGHEST + 1, -1)
"""The kind of the plant with a number; -1 where there is none."""
for _kind, _number in enumerate(NUMBERS):
    KIND[_number] = _kind
TYPE = np.array([TYPES.index(plant.type) for plant in PLANTS.values()])
NEEDS = np.array([plant.needs for plant in PLANTS.values()])
POWERS = np.array([plant.powers for plant in PLANTS.values()])
BACK = np.array([BACKS.index(plant.back) for plant in PLANTS.values()])
PLANT_13 = NUMBERS.index(13)
PLANT_39 = NUMBERS.index(39)

START_MONEY: int = _TABLES["start_money"]
HOUSES: int = _TABLES["houses"]
SLOT_COST = np.array(_TABLES["slot_costs"])
PAYMENT = np.array([*_TABLES["payment"], _TABLES["payment"][-1], _TABLES["payment"][-1]])
"""For 0 to 22 cities; nobody has more houses."""

TOKENS = np.array([len(_TABLES["prices"][fuel]) for fuel in FUELS])
"""Tokens of each fuel, and places on its track."""
MOST_TOKENS = int(TOKENS.max())
PRICE = np.zeros((len(FUELS), MOST_TOKENS), np.int64)
"""What the token costs that lies on a place of the track, the cheapest place first."""
PRICE_BEFORE = np.zeros((len(FUELS), MOST_TOKENS + 1), np.int64)
"""What all tokens before a place cost together."""
for _fuel, _name in enumerate(FUELS):
    PRICE[_fuel, : TOKENS[_fuel]] = _TABLES["prices"][_name]
    PRICE_BEFORE[_fuel, 1:] = PRICE[_fuel].cumsum()
STORED_COAL_PRICE = 8

START_FUEL = np.array([[_TABLES["start"][edition][fuel] for fuel in FUELS] for edition in EDITIONS])
MOST_SEATS = 6
RESUPPLY = np.zeros((MOST_SEATS + 1, 4, len(FUELS)), np.int64)
"""By seats and step."""
for _seats in range(2, MOST_SEATS + 1):
    for _fuel, _name in enumerate(FUELS):
        RESUPPLY[_seats, 1:, _fuel] = _TABLES["resupply"][str(_seats)][_name]


def _count(what: str) -> npt.NDArray[np.int64]:
    """One printed number by edition and seats; 0 where the edition has no such number."""
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
