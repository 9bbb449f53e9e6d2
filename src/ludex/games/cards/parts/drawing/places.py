"""The places of drawing in the bytecode."""

from __future__ import annotations

from typing import get_args

from ludex.games.cards.bytecode.layouts import PHASES
from ludex.games.cards.parts.drawing.genome import DrawPhase, Source, When

SOURCE, WHEN, DRAW_COUNT, LIMIT, RESHUFFLE = PHASES[DrawPhase].places("source when count limit reshuffle")
FROM_STOCK, FROM_PILE, FROM_EITHER, FROM_NEIGHBOUR = range(len(get_args(Source)))
DRAW_ALWAYS, DRAW_IF_STUCK, DRAW_AT_WILL = range(len(get_args(When)))
