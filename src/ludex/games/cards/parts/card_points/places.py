"""The places of points for cards in the bytecode."""

from __future__ import annotations

from ludex.games.cards.bytecode.blocks import count_place, item_size
from ludex.games.cards.bytecode.layouts import SECTIONS

_SCORING = SECTIONS["card_scoring"]
(CARD_FLAGS,) = _SCORING.places("flags")
FROM_HAND, TO_WINNER, MOON = _SCORING.masks("source to moon")
VALUE_COUNT = count_place(_SCORING.block)
FIRST_VALUE = VALUE_COUNT + 1
VALUE_RANK, VALUE_SUIT, VALUE_POINTS, VALUE_SIZE = 0, 1, 2, item_size(_SCORING.block)

MAJORITY_COUNT = count_place(SECTIONS["majorities"].block)
FIRST_MAJORITY = MAJORITY_COUNT + 1
