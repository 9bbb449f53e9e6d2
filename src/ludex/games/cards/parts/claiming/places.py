"""The places of claims in the bytecode."""

from __future__ import annotations

from ludex.games.cards.bytecode.layouts import PHASES
from ludex.games.cards.parts.claiming.genome import ClaimPhase

(MOST_CLAIMED,) = PHASES[ClaimPhase].places("cards")
