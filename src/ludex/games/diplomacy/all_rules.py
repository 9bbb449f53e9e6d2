"""The rules of the contract, collected from the chapters, the laws, the secrets and the coherence of orders."""

from __future__ import annotations

from ludex.games.diplomacy.coherence import sensible
from ludex.games.diplomacy.laws import audit
from ludex.games.diplomacy.rules import follow, milestone, over, owing_orders, scores, setup
from ludex.games.diplomacy.rules.adjustments import offer_adjustments
from ludex.games.diplomacy.rules.movement import offer_next_orders
from ludex.games.diplomacy.rules.retreats import offer_next_retreats
from ludex.games.diplomacy.secrets import hide, redeal, suppose

__all__ = [
    "audit",
    "follow",
    "hide",
    "milestone",
    "offer_adjustments",
    "offer_next_orders",
    "offer_next_retreats",
    "over",
    "owing_orders",
    "redeal",
    "scores",
    "sensible",
    "setup",
    "suppose",
]
