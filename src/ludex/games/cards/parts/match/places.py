"""The places of the match in the bytecode."""

from __future__ import annotations

from ludex.games.cards.bytecode.layouts import header_places

HANDS, TARGET, FLOOR, LOW_WINS = header_places("hands target floor low_wins")
