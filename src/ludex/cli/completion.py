"""What the shell completes: names of games and players."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ludex.core.errors import LudexError
from ludex.core.registry import game, game_names


def complete_game(incomplete: str) -> list[str]:
    """Games, and files that could describe one.

    >>> complete_game("autom")
    ['automation']
    """
    files = [str(file) for file in Path().glob("*.json")]
    return [name for name in (*game_names(), *files) if name.startswith(incomplete)]


def complete_players(ctx: Any, incomplete: str) -> list[str]:
    """Players of the game that was typed before, also after a comma."""
    before, comma, begun = incomplete.rpartition(",")
    try:
        bots = list(game(ctx.params.get("game") or "").bot_slots)
    except LudexError:
        bots = ["random"]
    return [f"{before}{comma}{name}" for name in ("person", *bots, "search") if name.startswith(begun)]
