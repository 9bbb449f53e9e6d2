"""`ludex.game`: games by name, with types that editors and type checkers know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias, overload

from ludex.core.game import registry
from ludex.core.game.game import Game

if TYPE_CHECKING:
    from ludex.games.automation import Automation
    from ludex.games.cards import CardGame
    from ludex.games.diplomacy import Diplomacy
    from ludex.games.modern_art import ModernArt
    from ludex.games.power_grid import PowerGrid

CardGameName: TypeAlias = Literal[
    "betting-war",
    "blackjack",
    "bridge",
    "cheat",
    "crazy-eights",
    "draw-poker",
    "euchre",
    "fan-tan",
    "gin-rummy",
    "go-fish",
    "hearts",
    "knockout-whist",
    "oh-hell",
    "old-maid",
    "partnership-spades",
    "president",
    "scopa",
    "scotch-whist",
    "simple-poker",
    "spades",
    "uno-style",
    "war",
    "whist",
]
"""The card games that come with Ludex."""


@overload
def game(name: Literal["automation"]) -> Automation: ...
@overload
def game(name: CardGameName) -> CardGame: ...
@overload
def game(name: Literal["diplomacy", "diplomacy-lagoon"]) -> Diplomacy: ...
@overload
def game(name: Literal["modern-art"]) -> ModernArt: ...
@overload
def game(name: Literal["power-grid"]) -> PowerGrid: ...
@overload
def game(name: str) -> Game: ...
def game(name: str) -> Game:
    """Return the game of that name, or the game that a file describes (`my-game.json`).

    An unknown name raises `UnknownGame`, which suggests similar names.

    >>> game("automation").title
    'Automation: The Game'
    """
    return registry.game(name)
