"""The places of passing in the bytecode."""

from __future__ import annotations

from typing import get_args

from ludex.games.cards.bytecode.layouts import PHASES
from ludex.games.cards.parts.passing.genome import Direction, PassPhase

PASS_CARDS, PASS_WAYS, PASS_FIRST = PHASES[PassPhase].places("cards directions d0")
HOLD, LEFT, RIGHT, ACROSS = range(len(get_args(Direction)))
