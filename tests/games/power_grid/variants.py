"""Settings under which Power Grid is tested as a whole."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

VARIANTS: Mapping[str, Mapping[str, Any]] = {
    "original germany": {},
    "original usa": {"map": "usa"},
    "recharged germany": {"edition": "recharged"},
    "recharged usa": {"edition": "recharged", "map": "usa"},
    "hidden money": {"money": "hidden"},
    "recharged usa, coal at any time, hidden money": {
        "edition": "recharged",
        "map": "usa",
        "coal_store": "any-time",
        "money": "hidden",
    },
    "free openings, Step 2 first": {"open_above_smallest": False, "last_buyer": "any", "early_step_3": "step-2-first"},
    "recharged, Step 2 skipped, short": {
        "edition": "recharged",
        "early_step_3": "skip",
        "step_3_removal": False,
        "round_limit": 12,
    },
}
