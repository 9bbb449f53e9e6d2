"""Hints at a table: what a search thinks of a seat's options, as the page is told."""

from __future__ import annotations

from typing import Any

from ludex.core.game import Game
from ludex.core.request import Request
from ludex.players.search.hints import find_hints, say_hint


def hint(game: Game[Any, Any], request: Request[Any]) -> list[dict[str, Any]]:
    """The best options of a seat: their share of the playouts, what they are worth (0 to 1), and how far it spreads."""
    found = find_hints(game, request)
    total = sum(tried.visits for tried in found) or 1
    return [
        {
            "move": str(tried.move),
            "tokens": tried.move.tokens,
            "share": round(tried.visits / total, 3),
            "value": round(tried.value, 3),
            "spread": round(tried.spread, 3),
            "say": say_hint(tried),
        }
        for tried in found
    ]
