"""Captures, as registered."""

from __future__ import annotations

from ludex.games.cards.parts.captures.checks import plain_sweeps, sweep_bounds
from ludex.games.cards.parts.captures.rulebook import SWEEP_TERMS, sweep_sentences, sweeps_in_short
from ludex.games.cards.parts.part import SWEEPS, GamePart

PART = GamePart(
    scoring_in_short=sweeps_in_short,
    plain_points=plain_sweeps,
    points=sweep_bounds,
    scoring_sentences={SWEEPS: sweep_sentences},
    terms=SWEEP_TERMS,
)
