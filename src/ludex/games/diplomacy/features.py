"""The observation of Diplomacy."""

from __future__ import annotations

from ludex.author import Observation

WORKING_MEMORY = (
    *("units", "unit", "goes", "sails", "knows", "way", "attacker", "next_attacker", "helper", "next_helper", "loop"),
    *("mark", "queue", "kept_knows", "kept_way"),
)
"""Fields that only the adjudicator uses, within a move."""

OBSERVATION = Observation(
    by_seat=("left", "vote"),
    without=(*WORKING_MEMORY, "fleets_at_sea", "armies_ashore", "sea_shores"),
    names=("kind", "order", "beaten_kind", "old_kind", "old_order", "result"),
)
