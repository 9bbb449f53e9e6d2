"""Substitutes: players for seats whose players have left."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from ludex.core.game.game import Game
from ludex.core.game.request import Deciding, Player
from ludex.core.play.bot import Bot

if TYPE_CHECKING:
    from ludex.core.play.table import Table

CIVIL_DISORDER = "civil-disorder"
"""The name under which a game's civil disorder decides for a seat."""


def in_disorder(game: Game) -> Player[Any]:
    """Return a player that decides as the game's rules say for a seat in civil disorder.

    >>> import ludex
    >>> in_disorder(ludex.game("diplomacy")).name
    'civil-disorder'
    """
    if game.civil_disorder is None:
        raise ValueError(f"{game.title} has no civil disorder")
    return Deciding(game.civil_disorder, CIVIL_DISORDER)


def substitute(table: Table[Any], seat: int, then: str) -> Player[Any]:
    """Return the player of a seat that was left: the game's strongest bot, or civil disorder.

    The bot's chance follows from the table's secret seed, so a game with the same seed and players is repeated exactly.
    """
    game = table.game
    if then == CIVIL_DISORDER:
        return in_disorder(game)
    seed = blake2b(b"substitute %d" % seat, key=table.seed, digest_size=7).digest()
    return Bot(game, game.bots_by_strength[-1], int.from_bytes(seed, "big"))
