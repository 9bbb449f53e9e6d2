"""Settings under which Modern Art is tested as a whole."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

VARIANTS: Mapping[str, Mapping[str, Any]] = {
    "as published": {},
    "hammer": {"closing": "hammer"},
    "review deck, money split": {"deck": "review", "double_money": "split"},
    "hammer, money split, seat 1 starts": {"closing": "hammer", "double_money": "split", "starter": 1},
}
MYSTERIES: Mapping[str, Mapping[str, Any]] = {
    "mystery": {"mystery": True},
    "mystery, hammer, review deck": {"mystery": True, "closing": "hammer", "deck": "review"},
}
"""For three seats."""
