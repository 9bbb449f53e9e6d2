"""Texts that seats for language models return: rules, outcomes, and arguments of tools."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from ludex.core.game.game import Game
from ludex.core.language.errors import kind_of, quote
from ludex.core.show.briefing import read_chapters


class NotText(Exception):
    """An argument has the wrong type. The text is a sentence for the model."""


def read_text(given: Any, what: str) -> str:
    """Return an argument as text: a text itself, or an object as JSON.

    >>> read_text({"type": "EndPhase"}, "move")
    '{"type":"EndPhase"}'
    """
    if isinstance(given, str):
        return given
    if isinstance(given, dict):
        return msgspec.json.encode(given).decode()
    raise NotText(f"{what} is {quote(given)}, of type {kind_of(given)}: expected a text.")


def tell_outcome(scores: Sequence[float], winners: Sequence[int], reason: str) -> str:
    """Tell how a game ended.

    >>> tell_outcome([3, 1], [0], "the last round is over")
    'The game is over: the last round is over. Scores: seat 0 has 3, seat 1 has 1. Won by seat 0.'
    """
    counted = ", ".join(f"seat {seat} has {score:g}" for seat, score in enumerate(scores))
    won = " and ".join(f"seat {seat}" for seat in winners) or "no seat"
    return f"The game is over: {reason}. Scores: {counted}. Won by {won}."


def tell_rules(game: Game, chapter: str = "") -> str:
    """Return how to play and the titles of the rulebook's chapters, or one chapter.

    >>> import ludex
    >>> "Chapters" in tell_rules(ludex.game("automation"))
    True
    """
    chapters = read_chapters(game)
    if not chapter.strip():
        titles = "\n".join(f"- {title}" for title, _ in chapters)
        return f"{game.how_to_play() or game.about}\n\nChapters of the rulebook:\n{titles}".strip()
    for title, text in chapters:
        if chapter.strip().casefold() in title.casefold():
            return text
    return f"There is no chapter {quote(chapter)}. The chapters are: {', '.join(title for title, _ in chapters)}."
