"""Hints: what a search thinks of a seat's options, within a moment. It knows no more than the seat does."""

from __future__ import annotations

from typing import Any

from ludex.core.game import Game
from ludex.core.moves import Move
from ludex.core.request import Request
from ludex.core.rule import interpreting
from ludex.players.menu import RARE
from ludex.players.search import Search, SearchSettings, Tried
from ludex.players.search.player import HASTY

QUICK = SearchSettings(milliseconds=700)
MOST = 5
"""How many options are told, the best first."""


def hint(game: Game[Any, Any], request: Request[Any]) -> list[dict[str, Any]]:
    """The best options of a seat: their share of the playouts, what they are worth (0 to 1), and how far it spreads.

    Nobody is advised to concede or to vote for a draw: that ends a game, and a search looks only a little ahead.
    """
    if len(request.options) == 1:
        only = request.options[0]
        return [_said(only, 1.0, 0.0, 0.0, "the only option")]
    tried = Search(game, HASTY if interpreting() else QUICK).evaluate(request)
    found = [one for one in tried if one.move.means not in RARE][:MOST]
    total = sum(one.visits for one in found) or 1
    return [_said(one.move, one.visits / total, one.value, one.spread, say_hint(one)) for one in found]


def _said(move: Move, share: float, value: float, spread: float, say: str) -> dict[str, Any]:
    return {
        "move": str(move),
        "tokens": move.tokens,
        "share": round(share, 3),
        "value": round(value, 3),
        "spread": round(spread, 3),
        "say": say,
    }


def say_hint(tried: Tried) -> str:
    """What a search thinks of an option, in words.

    >>> from ludex.games.automation.moves import EndPhase
    >>> say_hint(Tried(EndPhase(), 40, 0.61, 0.2))
    'worth 61 % (± 6) in 40 playouts'
    """
    doubt = 196 * tried.spread / max(tried.visits, 1) ** 0.5
    return f"worth {tried.value:.0%} (± {doubt:.0f}) in {tried.visits} playouts".replace("%", " %")
