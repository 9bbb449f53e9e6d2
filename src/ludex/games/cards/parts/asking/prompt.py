"""The question whom to ask for cards."""

from __future__ import annotations

from ludex.games.cards.moves import Ask
from ludex.games.cards.parts.asked import Asked


def ask_prompt(asked: Asked) -> str:
    """Ask for a player and a rank."""
    if not asked.may(Ask):
        return "There is no player you could ask: pass."
    return "Ask a player for a rank that you hold. If they have any, you get them and ask again; if not, you draw."
