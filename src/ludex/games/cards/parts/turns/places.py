"""The places of turns and of the points for going out in the bytecode."""

from __future__ import annotations

from typing import get_args

from ludex.games.cards.bytecode.blocks import count_place
from ludex.games.cards.bytecode.layouts import SECTIONS, header_places
from ludex.games.cards.parts.turns.genome import HandEnd

HAND_ENDS, TURN_ROUNDS, TURN_LIMIT, BOOK = header_places("hand_ends turn_rounds turn_limit book")
PHASES_DONE, FIRST_OUT, ONE_LEFT, ALL_OUT = range(len(get_args(HandEnd)))
"""Values of the first of these."""

PLACE_COUNT = count_place(SECTIONS["order_scoring"].block)
FIRST_PLACE = PLACE_COUNT + 1
