"""Hints: what a search thinks of a seat's options. It knows no more than the seat does."""

from __future__ import annotations

from typing import Any

from ludex.core.game import Game
from ludex.core.request import Request
from ludex.core.rule import interpreting
from ludex.players.search import Search

PLAYOUTS = 600
SLOW_PLAYOUTS = 40
"""As long as the rules are not compiled."""
HORIZON = 120
MOST = 5
"""How many options are told, the best first."""


def hint(game: Game[Any, Any], request: Request[Any]) -> list[dict[str, Any]]:
    """The best options of a seat with their worth: the share of playouts, and how well they ended (0 to 1)."""
    slow = interpreting() or getattr(game.kernel, "compiles", lambda: False)()
    bot = list(game.bot_slots)[-1] if not slow else "random"
    search = Search(game, SLOW_PLAYOUTS if slow else PLAYOUTS, horizon=HORIZON if not slow else 40, bot=bot)
    found = search.evaluate(request)[:MOST]
    total = sum(visits for _, visits, _ in found) or 1
    return [
        {
            "move": str(move),
            "tokens": move.tokens,
            "share": round(visits / total, 3),
            "value": round(value, 3),
            "say": f"tried in {visits} of {total} playouts, worth {value:.0%}",
        }
        for move, visits, value in found
    ]
