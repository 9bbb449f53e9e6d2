"""A learned value: what a seat will probably score, as a weighted sum of what the game tells of a position.

It is data, made by `ludex train` and kept as a JSON file with all that is needed to make it again. Games bring theirs
along in their folder `values`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from ludex.core.errors import UnknownPlayer, quote
from ludex.core.game import Game

NONE, LEARNED = "none", "learned"
"""The settings of a search that has no learned value, and of one that has the game's own."""


class LearnedValue(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The weights of a game's features, and how they were found."""

    game: str
    version: str
    """Of the game's rules."""
    features: tuple[str, ...]
    weights: tuple[tuple[float, ...], ...]
    """By stage of the game and feature: how much one more of it adds to the score."""
    horizon: int
    """After how many moves a search asks for the value."""
    explained: float
    """How much of the spread of the final leads the value tells in games that it was not fitted to, from 0 to 1."""
    explained_by_score: float
    """The same for the score at the time, times the best factor."""
    games: int
    positions: int
    seats: int
    seed: int
    command: str
    """What made it."""

    def table(self) -> npt.NDArray[np.float64]:
        """The weights as the compiled search reads them."""
        return np.array(self.weights, np.float64).reshape(-1, len(self.features))


def find_value(game: Game, asked: str) -> LearnedValue | None:
    """The value that a search uses: `none`, the game's own (`learned`, or if nothing is asked for), or that of a file.

    >>> import ludex
    >>> find_value(ludex.game("hearts"), "none") is None
    True
    """
    if asked == NONE:
        return None
    if asked in ("", LEARNED):
        text = game.learned_value
        if not text and asked:
            raise UnknownPlayer(f"{game.name} brings no learned value. `ludex train {game.name}` makes one in a file")
        return read_value(game, text, f"the learned value of {game.name}") if text else None
    try:
        return read_value(game, Path(asked).read_text(encoding="utf-8"), quote(asked))
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not text"
        raise UnknownPlayer(
            f"cannot read the learned value {quote(asked)}: {why}. Expected none, learned, or a file that "
            f"`ludex train {game.name}` made"
        ) from None


def read_value(game: Game, text: str, where: str) -> LearnedValue:
    """A learned value from JSON, which must be for this game."""
    try:
        value = msgspec.json.decode(text, type=LearnedValue)
    except msgspec.DecodeError as error:
        raise UnknownPlayer(f"{where} is not a learned value: {error}") from None
    if (value.game, value.features) != (game.name, game.feature_names) or len(value.weights) != game.stages:
        raise UnknownPlayer(
            f"{where} is for {value.game} by {len(value.features)} features in {len(value.weights)} stages; "
            f"{game.name} has {len(game.feature_names)} in {game.stages}. Make it again with `ludex train {game.name}`"
        )
    if any(len(row) != len(value.features) for row in value.weights):
        raise UnknownPlayer(f"{where} is not a learned value: expected {len(value.features)} weights in every stage")
    return value


def no_weights() -> npt.NDArray[Any]:
    """What the compiled search gets where there is no value."""
    return np.zeros((0, 1))
