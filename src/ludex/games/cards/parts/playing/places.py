"""The places of playing and effects in the bytecode."""

from __future__ import annotations

from ludex.games.cards.bytecode.blocks import block_size, count_place
from ludex.games.cards.bytecode.layouts import EFFECTS, PHASES, header_places
from ludex.games.cards.parts.playing.genome import CONDITIONS, PlayPhase

(EFFECTS_AT,) = header_places("effects_at")

_PLAY = PHASES[PlayPhase]
TO, MAY_SKIP, SETS, WILD = _PLAY.places("to skip sets wild")
CONDITION_COUNT = count_place(_PLAY.block)
FIRST_CONDITION = CONDITION_COUNT + 1
ONTO_PILE, ONTO_TABLE, CAPTURE = range(3)
SKIP_IF_STUCK, SKIP_AT_WILL = range(2)
OR, SAME_SUIT, SAME_RANK, SAME_COLOUR, BEATS_TOP, ADJACENT, ANYTHING = range(len(CONDITIONS))

EFFECT_RANK, EFFECT_DOES, EFFECT_COUNT = EFFECTS.places("rank does count")
EFFECT_SIZE = block_size(EFFECTS.block)
EFFECT_SKIP, EFFECT_REVERSE, EFFECT_DRAW, EFFECT_AGAIN = range(4)
