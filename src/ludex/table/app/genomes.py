"""Genomes that clients post: checked at once, stored under a name made of their contents, and playable."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from ludex.core.game.game import Game
from ludex.core.game.registry import MOST_DEFINITION, defined_game
from ludex.core.language.errors import NOT_JSON, LudexError, json_fault
from ludex.core.language.json_keys import single_keys
from ludex.table.app.templates import markdown
from ludex.table.room.refused import Refused
from ludex.table.server.bodies import CheckedGenome, GenomeProblem
from ludex.table.server.table_server import TableServer


async def take_genome(server: TableServer, genome: str | dict[str, Any], host: str = "") -> CheckedGenome:
    """Check a genome. If it describes a game, store it, so that tables can be made with it."""
    text = genome if isinstance(genome, str) else msgspec.json.encode(genome).decode()
    if len(text) > MOST_DEFINITION:
        raise Refused(
            413,
            "too-long",
            f"A genome of {len(text):,} characters: expected at most {MOST_DEFINITION:,}, for one game.",
        )
    checked, definition = await server.workers.checks.run(host, _checked, text)
    name = None if definition is None else await server.keep_genome(definition)
    return msgspec.structs.replace(checked, name=name)


def _checked(text: str) -> tuple[CheckedGenome, bytes | None]:
    """Return, in a thread, the result of a check without the name, and the definition if it describes a game."""
    game, problems = read_genome(text)
    if game is None:
        return CheckedGenome(None, None, None, None, "", "", tuple(problems)), None
    book = game.rulebook()
    bot = game.bots_by_strength[-1]
    found = CheckedGenome(None, game.title, game.usual_seats, bot, book, str(markdown(book)), ())
    return found, msgspec.json.encode(game.definition, order="sorted")


def _not_json(text: str, error: Exception) -> GenomeProblem:
    """Return the fault of a text that is not JSON, with line and column if they are known."""
    try:
        json.loads(text)
    except json.JSONDecodeError as found:
        return GenomeProblem("", f"This is not JSON: {found.msg}.", found.lineno, found.colno)
    except (ValueError, RecursionError):
        pass
    return GenomeProblem("", f"This cannot be read: {json_fault(error)}.")


def read_genome(text: str) -> tuple[Game[Any, Any] | None, list[GenomeProblem]]:
    """Return the game that a genome describes, or all its problems."""
    try:
        data = msgspec.json.decode(single_keys(text))
    except NOT_JSON as error:
        return None, [_not_json(text, error)]
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
