"""The places of discarding and knocking in the bytecode."""

from __future__ import annotations

from ludex.games.cards.bytecode.layouts import PHASES
from ludex.games.cards.parts.discarding.genome import DiscardPhase

DISCARD_COUNT, DISCARD_FLAGS, KNOCK_LIMIT, KNOCK_BONUS = PHASES[DiscardPhase].places("count flags knock knock_bonus")
OPTIONAL, FACE_DOWN, REFILL = PHASES[DiscardPhase].masks("optional face_down refill")
