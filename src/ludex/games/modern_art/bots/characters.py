"""The characters of the bots: the traits in data/bots.toml as the numbers that rules read."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

import numpy as np
import numpy.typing as npt

from ludex.games.modern_art.components import AUCTIONS

_DATA: dict[str, dict[str, Any]] = tomllib.loads(files("ludex.games.modern_art").joinpath("data/bots.toml").read_text())

CHARACTERS = {name: traits for name, traits in _DATA.items() if name != "income"}
"""The traits of every bot, by name."""
INCOME = np.array([_DATA["income"][auction] for auction in AUCTIONS])
TRAITS = ("samples", "cards", "pays", "keeps", "seals", "asks", "jump", "patience", "loves", "mood")
SAMPLES, CARDS, PAYS, KEEPS, SEALS, ASKS, JUMP, PATIENCE, LOVES, MOOD = range(len(TRAITS))
WAYS = ("any", "income", "position")
ANY, FOR_INCOME, FOR_POSITION = range(len(WAYS))


def traits_of(name: str) -> npt.NDArray[np.int64]:
    """The traits of a bot as numbers."""
    given = CHARACTERS[name]
    return np.array([WAYS.index(given[trait]) if trait == "cards" else given[trait] for trait in TRAITS])


AGGRESSIVE, CAUTIOUS, COLLECTOR, OPPORTUNIST, EASY, MEDIUM, HARD = map(traits_of, CHARACTERS)
