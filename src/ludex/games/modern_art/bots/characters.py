"""The characters of the bots: the traits in data/bots.toml as the numbers that rules read."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ludex.author import Pace, Weights
from ludex.games.modern_art.components import AUCTIONS

TRAITS = ("samples", "cards", "pays", "keeps", "seals", "asks", "jump", "steps", "patience", "loves", "mood")
SAMPLES, CARDS, PAYS, KEEPS, SEALS, ASKS, JUMP, STEPS, PATIENCE, LOVES, MOOD = range(len(TRAITS))
WAYS = ("any", "income", "position")
ANY, FOR_INCOME, FOR_POSITION = range(len(WAYS))


RANGES = {
    "samples": (0, 32),
    "cards": (0, len(WAYS) - 1),
    "pays": (40, 120),
    "keeps": (0, 120),
    "seals": (40, 120),
    "asks": (40, 130),
    "jump": (0, 100),
    "steps": (0, 100),
    "patience": (0, 3),
    "loves": (0, 30),
    "mood": (0, 40),
}
"""The least and the greatest value of every trait."""


class Character(NamedTuple):
    """A bot in a sentence, in numbers by trait, and in seconds by kind of decision."""

    about: str
    weights: Weights
    pace: Pace
    held_out: bool


def read_character(name: str, given: dict[str, Any]) -> Character:
    """Read a character from the data file."""
    traits = {trait: WAYS.index(given[trait]) if trait == "cards" else given[trait] for trait in TRAITS}
    file = Path(str(files("ludex.games.modern_art").joinpath(f"data/weights/{name}.json")))
    usual, decisions = given["pace"]["usual"], {**given["pace"]}
    del decisions["usual"]
    pace = Pace(tuple(usual), {decision: tuple(seconds) for decision, seconds in decisions.items()})
    return Character(given["about"], Weights(RANGES, file, start=traits), pace, given.get("held_out", False))


_DATA: dict[str, dict[str, Any]] = tomllib.loads(files("ludex.games.modern_art").joinpath("data/bots.toml").read_text())

INCOME = np.array([_DATA["income"][auction] for auction in AUCTIONS])
"""The expected income of each auction, in per cent of the value of the paintings."""
CHARACTERS = {name: read_character(name, given) for name, given in _DATA.items() if name != "income"}
"""Every bot's character, by its name."""
