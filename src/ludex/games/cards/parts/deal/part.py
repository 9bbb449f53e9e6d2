"""Seats, teams, the deck and the deal, as registered."""

from __future__ import annotations

from ludex.games.cards.parts.deal.checks import deal_problems, plain_deal
from ludex.games.cards.parts.part import GamePart

PART = GamePart(
    problems=deal_problems,
    plain=plain_deal,
)
