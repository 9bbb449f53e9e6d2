"""Discarding, as registered."""

from __future__ import annotations

from ludex.games.cards.parts.discarding.board import headline
from ludex.games.cards.parts.discarding.checks import knock_bounds, most_discards, plain_discarding
from ludex.games.cards.parts.discarding.genome import DiscardPhase
from ludex.games.cards.parts.discarding.in_short import BUBBLE, discarding_in_short, knock_in_short
from ludex.games.cards.parts.discarding.prompt import discard_prompt
from ludex.games.cards.parts.discarding.rulebook import KNOCK_TERMS, discard_sentences, knock_sentences
from ludex.games.cards.parts.part import KNOCK, GamePart, GamePhase

PART = GamePart(
    phase=GamePhase(
        kind=DiscardPhase,
        most_moves=most_discards,
        sentences=discard_sentences,
        in_short=discarding_in_short,
        bubble=BUBBLE,
        plain=plain_discarding,
        headline=headline,
        prompt=discard_prompt,
    ),
    scoring_in_short=knock_in_short,
    points=knock_bounds,
    scoring_sentences={KNOCK: knock_sentences},
    terms=KNOCK_TERMS,
)
