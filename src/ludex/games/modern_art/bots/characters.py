"""The characters of the bots: the traits in data/bots.toml as the numbers that rules read."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ludex.author import Pace
from ludex.games.modern_art.components import AUCTIONS

TRAITS = ("samples", "cards", "pays", "keeps", "seals", "asks", "jump", "steps", "patience", "loves", "mood")
SAMPLES, CARDS, PAYS, KEEPS, SEALS, ASKS, JUMP, STEPS, PATIENCE, LOVES, MOOD = range(len(TRAITS))
WAYS = ("any", "income", "position")
ANY, FOR_INCOME, FOR_POSITION = range(len(WAYS))


class Character(NamedTuple):
    """A bot in a sentence, in numbers by trait, and in seconds by kind of decision."""

    about: str
    traits: npt.NDArray[np.int64]
    pace: Pace


def read_character(given: dict[str, Any]) -> Character:
    """Read a character from the data file."""
    traits = [WAYS.index(given[trait]) if trait == "cards" else given[trait] for trait in TRAITS]
    usual, decisions = given["pace"]["usual"], {**given["pace"]}
    del decisions["usual"]
    pace = Pace(tuple(usual), {decision: tuple(seconds) for decision, seconds in decisions.items()})
    return Character(given["about"], np.array(traits), pace)


_DATA: dict[str, dict[str, Any]] = tomllib.loads(files("ludex.games.modern_art").joinpath("data/bots.toml").read_text())

INCOME = np.array([_DATA["income"][auction] for auction in AUCTIONS])
"""The expected income of each auction, in per cent of the value of the paintings."""
CHARACTERS = {name: read_character(given) for name, given in _DATA.items() if name != "income"}
"""Every bot's character, by its name."""
