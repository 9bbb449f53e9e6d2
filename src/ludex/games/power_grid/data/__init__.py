"""The printed components and the bots' weights, as TOML files that name their sources."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any


def load(name: str) -> dict[str, Any]:
    """Load a file of this folder, by its name without the suffix."""
    return tomllib.loads(files(__name__).joinpath(f"{name}.toml").read_text("utf-8"))


def weights_file(bot: str) -> Path:
    """Return the path of a bot's fitted weights, whether or not there are any."""
    return Path(str(files(__name__).joinpath(f"weights/{bot}.json")))
