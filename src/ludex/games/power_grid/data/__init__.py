"""The printed components and the bots' weights, as TOML files that name their sources."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any


def load(name: str) -> dict[str, Any]:
    """Load a file of this folder, by its name without the suffix."""
    return tomllib.loads(files(__name__).joinpath(f"{name}.toml").read_text("utf-8"))
