"""Betting, as registered."""

from __future__ import annotations

from ludex.games.cards.parts.betting.board import headline
from ludex.games.cards.parts.betting.checks import chip_problems, most_bets, stake_problems
from ludex.games.cards.parts.betting.genome import BettingPhase
from ludex.games.cards.parts.betting.in_short import BUBBLE, betting_in_short, pot_in_short
from ludex.games.cards.parts.betting.prompt import bet_prompt
from ludex.games.cards.parts.betting.rulebook import POT_TERMS, betting_sentences, pot_sentences
from ludex.games.cards.parts.part import POT, GamePart, GamePhase

PART = GamePart(
    phase=GamePhase(
        kind=BettingPhase,
        most_moves=most_bets,
        sentences=betting_sentences,
        in_short=betting_in_short,
        bubble=BUBBLE,
        headline=headline,
        prompt=bet_prompt,
    ),
    scoring_in_short=pot_in_short,
    problems=chip_problems,
    scoring_problems=stake_problems,
    scoring_sentences={POT: pot_sentences},
    terms=POT_TERMS,
)
