"""Turns, as registered."""

from __future__ import annotations

from ludex.games.cards.parts.part import ORDER, GamePart
from ludex.games.cards.parts.turns.checks import (
    order_points,
    order_scoring_problems,
    plain_order_scoring,
    plain_turn_limit,
    turn_problems,
)
from ludex.games.cards.parts.turns.in_short import order_in_short
from ludex.games.cards.parts.turns.rulebook import ORDER_TERMS, order_sentences

PART = GamePart(
    scoring_in_short=order_in_short,
    problems=turn_problems,
    scoring_problems=order_scoring_problems,
    plain=plain_turn_limit,
    plain_points=plain_order_scoring,
    points=order_points,
    scoring_sentences={ORDER: order_sentences},
    terms=ORDER_TERMS,
)
