"""Settings under which Automation is tested as a whole."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

ACTIONS_GALORE = {"Parallelization": 3, "Refactor": 2, "Backlog": 2, "Daily Scrum": 1, "Code Review": 3}
ATTACKS_GALORE = {"Hack": 2, "Evergreen Test": 2, "Monitoring": 2, "Parallelization": 2, "Code Review": 3}
FEW_OF_ALL = {
    "Bitcoin": 3,
    "Method": 3,
    "Ethereum": 4,
    "Bug": 6,
    "Backlog": 2,
    "Monitoring": 2,
    "Hack": 3,
    "Framework": 4,
}

GAMES: Mapping[str, Mapping[str, Any]] = {
    "base": {"turn_limit": 30},
    "base, any card in MONEY": {"money_phase": "any", "turn_limit": 20},
    "base, many actions": {"start": {"Refactor": 5, "Code Review": 3, "Evergreen Test": 3}, "turn_limit": 25},
    "base, small supply": {"supply": {"Framework": 2, "Bitcoin": 4, "Bug": 3, "Method": 2}, "start": {"Dogecoin": 6}},
    "expanded": {"edition": "expanded", "turn_limit": 30},
    "expanded, much money": {"edition": "expanded", "start": {"Dogecoin": 8, "IPO": 2}, "supply": {"Framework": 2}},
    "expanded, many actions": {"edition": "expanded", "start": ACTIONS_GALORE, "turn_limit": 25},
    "expanded, many attacks": {"edition": "expanded", "start": ATTACKS_GALORE, "turn_limit": 25},
    "expanded, empty piles": {
        "edition": "expanded",
        "start": {"Tech Debt": 3, "Refactor": 2, "Code Review": 3, "Ethereum": 3, "Evergreen Test": 1},
        "supply": FEW_OF_ALL,
        "turn_limit": 30,
    },
}
"""Games that come to their end soon, and have much of something."""

VARIANTS: Mapping[str, Mapping[str, Any]] = {
    **GAMES,
    "base": {},
    "expanded": {"edition": "expanded"},
    "base, any card in MONEY": {"money_phase": "any", "turn_limit": 12},
    "expanded, any card in MONEY": {"edition": "expanded", "money_phase": "any", "turn_limit": 12},
}
