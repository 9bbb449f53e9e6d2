"""The power plants, as values for people and as tables for the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

import msgspec
import numpy as np

from ludex.author import plural
from ludex.games.power_grid.data import load

Edition = Literal["original", "recharged"]
Fuel = Literal["coal", "oil", "garbage", "uranium"]
PlantType = Literal["coal", "oil", "garbage", "uranium", "hybrid", "eco"]

EDITIONS: tuple[Edition, ...] = get_args(Edition)
ORIGINAL, RECHARGED = range(len(EDITIONS))
FUELS: tuple[Fuel, ...] = get_args(Fuel)
COAL, OIL, GARBAGE, URANIUM = range(len(FUELS))
TYPES: tuple[PlantType, ...] = get_args(PlantType)
HYBRID, ECO = 4, 5
"""A plant's type is its fuel's index among the fuels, or one of these two."""
BACKS = ("none", "plug", "socket", "Step 3")
NO_BACK, PLUG, SOCKET, STEP_3_BACK = range(len(BACKS))


class Plant(msgspec.Struct, frozen=True):
    """A power plant. Its number is also the lowest price it can be sold for (`cost`).

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
        """The plant's number, under the name that the reference API uses."""
        return self.number

    @property
    def stores(self) -> int:
        """The amount of fuel that it stores: enough for two runs."""
        return 2 * self.needs

    @property
    def fuels(self) -> tuple[str, ...]:
        """The fuels it can burn. A hybrid burns any mix of coal and oil."""
        return ("coal", "oil") if self.type == "hybrid" else (self.type,) if self.needs else ()

    @property
    def told(self) -> str:
        """The plant in a sentence.

        >>> PLANTS[20].told
        'Plant 20: burns 3 coal, powers 5 cities.'
        """
        need = f"burns {self.needs} {self.type}" if self.needs else "needs no fuel"
        return f"Plant {self.number}: {need}, powers {plural(self.powers, 'city', 'cities')}."

    def __str__(self) -> str:
        return (
            f"{self.number} ({self.needs} {self.type} → {self.powers})"
            if self.needs
            else f"{self.number} (eco → {self.powers})"
        )


PLANTS: Mapping[int, Plant] = {entry["number"]: Plant(**entry) for entry in load("plants")["plants"]}
NUMBERS = tuple(PLANTS)
"""The plants' numbers in rising order. A plant's index here is its kind."""
KINDS = len(NUMBERS)
STEP_3 = KINDS
"""The kind of the Step 3 card, which comes after the highest plant in every list."""
CARDS = KINDS + 1
LOWEST, HIGHEST = NUMBERS[0], NUMBERS[-1]

NUMBER = np.array([*NUMBERS, 99])
KIND = np.full(HIGHEST + 1, -1)
"""The kind of the plant with a number. It is -1 where there is no such plant."""
for _kind, _number in enumerate(NUMBERS):
    KIND[_number] = _kind
TYPE = np.array([TYPES.index(plant.type) for plant in PLANTS.values()])
NEEDS = np.array([plant.needs for plant in PLANTS.values()])
POWERS = np.array([plant.powers for plant in PLANTS.values()])
BACK = np.array([BACKS.index(plant.back) for plant in PLANTS.values()])
PLANT_13 = NUMBERS.index(13)
PLANT_39 = NUMBERS.index(39)
