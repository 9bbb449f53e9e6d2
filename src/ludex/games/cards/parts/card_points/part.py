"""Points for cards, as registered."""

from __future__ import annotations

from ludex.games.cards.parts.card_points.checks import (
    card_points_bounds,
    card_scoring_problems,
    plain_card_points,
    value_range_problems,
)
from ludex.games.cards.parts.card_points.in_short import card_points_in_short
from ludex.games.cards.parts.card_points.rulebook import CARD_TERMS, card_scoring_sentences, majority_sentences
from ludex.games.cards.parts.part import CARDS, MAJORITIES, GamePart

PART = GamePart(
    scoring_in_short=card_points_in_short,
    range_problems=value_range_problems,
    scoring_problems=card_scoring_problems,
    plain_points=plain_card_points,
    points=card_points_bounds,
    scoring_sentences={CARDS: card_scoring_sentences, MAJORITIES: majority_sentences},
    terms=CARD_TERMS,
)
