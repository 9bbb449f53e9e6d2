"""The places of tricks and the points for them in the bytecode."""

from __future__ import annotations

from typing import get_args

from ludex.games.cards.bytecode.blocks import count_place, item_size
from ludex.games.cards.bytecode.layouts import PHASES, SECTIONS, header_places
from ludex.games.cards.parts.tricks.genome import Breaking, TrickPhase

(KNOCKOUT,) = header_places("knockout")

TRICK_FLAGS, BREAKING, FIRST_LEAD, TRICKS = PHASES[TrickPhase].places("flags breaking first_lead tricks")
FOLLOW, MUST_TRUMP, LOW_CARD_WINS, UNBREAKABLE = PHASES[TrickPhase].masks("follow must_trump low_wins unbreakable")
CLEAN_START, BLIND, BY_RANK, TAKE = PHASES[TrickPhase].masks("clean_start blind by_rank take")
BREAK_TRUMP = get_args(Breaking).index("trump")

_SCORING = SECTIONS["trick_scoring"]
TRICK_POINTS, TRICK_BOOK = _SCORING.places("points book")
LEVEL_COUNT = count_place(_SCORING.block)
FIRST_LEVEL = LEVEL_COUNT + 1
LEVEL_TRICKS, LEVEL_POINTS, LEVEL_SIZE = 0, 1, item_size(_SCORING.block)
