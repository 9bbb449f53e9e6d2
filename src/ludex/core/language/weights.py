"""Weights of bots: whole numbers with names and ranges, in a data file that `ludex fit` writes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from ludex.core.language.errors import BrokenRule

Range = tuple[int, int]
"""The least and the greatest value of a weight."""


class WeightFile(msgspec.Struct, frozen=True):
    """A file of weights: the values by name, and the record of how they were found."""

    weights: dict[str, int]
    fitted: tuple[dict[str, Any], ...] = ()
    """For every fit, one after another, the command, its seed, and the tests that its weights passed."""

    def to_json(self) -> str:
        """Return the file's text.

        >>> print(WeightFile({"share": 3}).to_json(), end="")
        {
          "weights": {
            "share": 3
          },
          "fitted": []
        }
        """
        return msgspec.json.format(msgspec.json.encode(self), indent=2).decode() + "\n"


class Weights:
    """The weights of a bot, which its rule reads as an array: in the order of `ranges`.

    >>> weights = Weights({"share": (0, 100), "slack": (0, 9)}, start={"share": 30})
    >>> weights.values.tolist()
    [30, 0]
    """

    def __init__(
        self, ranges: Mapping[str, Range], file: Path | None = None, start: Mapping[str, int] | None = None
    ) -> None:
        """Read weights from their file, and from `start` those that it leaves out. All others are 0, or the nearest
        value in their range."""
        self.ranges = dict(ranges)
        self.file = file
        found = {**(start or {}), **(read_weights(file).weights if file and file.is_file() else {})}
        for name, value in found.items():
            if name not in self.ranges:
                raise BrokenRule(f"{self._where}: there is no weight {name!r}")
            low, high = self.ranges[name]
            if not low <= value <= high:
                raise BrokenRule(f"{self._where}: {name} is {value}, expected {low} to {high}")
        self.values: npt.NDArray[np.int64] = np.array(
            [found.get(name, min(max(0, low), high)) for name, (low, high) in self.ranges.items()], np.int64
        )

    @property
    def _where(self) -> str:
        return "weights" if self.file is None else self.file.name

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the weights, in their order."""
        return tuple(self.ranges)

    def named(self, values: npt.NDArray[np.int64]) -> dict[str, int]:
        """Return values by name."""
        return {name: int(value) for name, value in zip(self.ranges, values, strict=True)}


def read_weights(file: Path) -> WeightFile:
    """Read a file of weights."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=WeightFile)
    except msgspec.DecodeError as error:
        raise BrokenRule(f"{file.name}: {error}") from None
