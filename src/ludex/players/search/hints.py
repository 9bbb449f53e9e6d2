"""Hints: what a search thinks of a seat's options, within a moment. It knows no more than the seat does."""

from __future__ import annotations

from typing import Any

from ludex.core.game import Game
from ludex.core.request import Request
from ludex.core.rule import interpreting
from ludex.players.search.player import HASTY, Search, Tried
from ludex.players.search.settings import SearchSettings

QUICK = SearchSettings(milliseconds=700)
MOST = 5
"""How many options are told, the best first."""


def find_hints(game: Game[Any, Any], request: Request[Any]) -> list[Tried]:
    """The best options of a seat, as far as a search can tell."""
    return Search(game, HASTY if interpreting() else QUICK).evaluate(request)[:MOST]


def say_hint(tried: Tried) -> str:
    """What a search thinks of an option, in words.

    >>> from ludex.games.automation.moves import EndPhase
    >>> say_hint(Tried(EndPhase(), 40, 0.61, 0.2))
    'worth 61 % (± 6) in 40 playouts'
    """
    doubt = 196 * tried.spread / max(tried.visits, 1) ** 0.5
    return f"worth {tried.value:.0%} (± {doubt:.0f}) in {tried.visits} playouts".replace("%", " %")
