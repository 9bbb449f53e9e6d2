"""The places of betting, chips and the ranking of hands in the bytecode."""

from __future__ import annotations

from typing import get_args

from ludex.games.cards.bytecode.layouts import PHASES, header_places
from ludex.games.cards.parts.betting.genome import BettingPhase, Ranking

RANKING, CHIPS, ANTE = header_places("ranking chips ante")
BY_POKER, BY_HIGH_CARD, BY_POINTS, BY_BLACKJACK = range(1, len(get_args(Ranking)))
"""Values of `ranking`; 0 is none."""
BET, RAISES = PHASES[BettingPhase].places("bet raises")
