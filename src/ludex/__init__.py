"""Ludex, a judge of games: it asks, checks, rejects with the reason, asks again, and never decides for a player.

>>> import ludex
>>> table = ludex.game("automation").new(2, seed=7)
>>> table.view(0).hand
('Bitcoin', 'Bitcoin', 'Bitcoin', 'Method', 'Method')

This is the face for those who play, simulate and write bots. Authors of games import from `ludex.author`, and test with
`ludex.testing`.
"""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from ludex.core.game.game import Game
from ludex.core.game.position import Position
from ludex.core.game.press import Message, PressRequest, Promise
from ludex.core.game.registry import game_names
from ludex.core.game.request import Attempt, Player, Rejection, Request
from ludex.core.game.wishes import Leave, News, Proposal, Resign, TakeBack
from ludex.core.language.chance import secret_seed
from ludex.core.language.errors import (
    BadAnswer,
    BadHistory,
    BadPosition,
    BadSetting,
    BrokenRule,
    IllegalMove,
    LudexError,
    NotYourTurn,
    OutOfBounds,
    OutOfReach,
    PlayerLeft,
    PlayerViolation,
    UndoRefused,
    UnknownGame,
    UnknownPlayer,
    UnreadableMove,
)
from ludex.core.language.events import Event
from ludex.core.language.fairness import commitment
from ludex.core.language.moves import Move
from ludex.core.language.options import Options, Span
from ludex.core.language.outcome import Outcome
from ludex.core.play.history import History
from ludex.core.play.leaving import Leaving
from ludex.core.play.referee import Referee
from ludex.core.play.table import Table
from ludex.core.show.briefing import Briefing
from ludex.shipped import game

if TYPE_CHECKING:
    from ludex.arena import simulate
    from ludex.players import Bot, Search, isolated

__version__ = version("ludex")
"""The installed version of Ludex."""
__all__ = [
    "Attempt",
    "BadAnswer",
    "BadHistory",
    "BadPosition",
    "BadSetting",
    "Bot",
    "Briefing",
    "BrokenRule",
    "Event",
    "Game",
    "History",
    "IllegalMove",
    "Leave",
    "Leaving",
    "LudexError",
    "Message",
    "Move",
    "News",
    "NotYourTurn",
    "Options",
    "OutOfBounds",
    "OutOfReach",
    "Outcome",
    "Player",
    "PlayerLeft",
    "PlayerViolation",
    "Position",
    "PressRequest",
    "Promise",
    "Proposal",
    "Referee",
    "Rejection",
    "Request",
    "Resign",
    "Search",
    "Span",
    "Table",
    "TakeBack",
    "UndoRefused",
    "UnknownGame",
    "UnknownPlayer",
    "UnreadableMove",
    "__version__",
    "commitment",
    "game",
    "game_names",
    "isolated",
    "secret_seed",
    "simulate",
]

_LATER = {"Bot": "ludex.players", "Search": "ludex.players", "isolated": "ludex.players", "simulate": "ludex.arena"}
"""Loaded when they are first used: `import ludex` stays light."""


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'ludex' has no attribute {name!r}")
    return getattr(import_module(_LATER[name]), name)


def __dir__() -> list[str]:
    return __all__
