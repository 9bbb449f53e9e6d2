"""Genomes that people bring: checked at once, stored under a name made of their contents, and playable."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import msgspec

from ludex.core.errors import LudexError
from ludex.core.game import Game
from ludex.core.registry import MOST_DEFINITION, defined_game
from ludex.table.refused import Refused
from ludex.table.templates import markdown
from ludex.table.wire import CheckedGenome, GenomeProblem

if TYPE_CHECKING:
    from ludex.table.hall import Hall


async def take_genome(hall: Hall, genome: str | dict[str, Any]) -> CheckedGenome:
    """Check a genome. If it describes a game, store it, so that tables can be made with it."""
    text = genome if isinstance(genome, str) else msgspec.json.encode(genome).decode()
    if len(text) > MOST_DEFINITION:
        raise Refused(
            413,
            "too-long",
            f"A genome of {len(text):,} characters: expected at most {MOST_DEFINITION:,}, for one game.",
        )
    loop = asyncio.get_running_loop()
    game, problems = await loop.run_in_executor(hall.pool, read_genome, text)
    if game is None:
        return CheckedGenome(None, None, None, None, "", "", tuple(problems))
    name = await hall.keep_genome(msgspec.json.encode(game.definition, order="sorted"))
    book = game.rulebook()
    bot = list(game.bot_slots)[-1]
    return CheckedGenome(name, game.title, game.usual_seats, bot, book, str(markdown(book)), ())


def read_genome(text: str) -> tuple[Game[Any, Any] | None, list[GenomeProblem]]:
    """The game that a genome describes, or everything that is wrong with it."""
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        return None, [GenomeProblem("", f"This is not JSON: {error.msg}.", error.lineno, error.colno)]
    except RecursionError:
        return None, [GenomeProblem("", "This is nested too deeply.")]
    if not isinstance(data, dict):
        return None, [GenomeProblem("", "A genome is a JSON object.")]
    try:
        return defined_game(data), []
    except LudexError as error:
        found = [
            GenomeProblem(problem.place, f"{problem.what}. {problem.fix}") for problem in getattr(error, "problems", ())
        ]
        return None, found or [GenomeProblem("", str(error))]
    except RecursionError:
        return None, [GenomeProblem("", "This is nested too deeply.")]
