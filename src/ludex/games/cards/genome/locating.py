"""Locating problems in a JSON text: line and column, for syntax and for fields."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from ludex.author.advanced import DoubledKey
from ludex.games.cards.genome.problems import BadGenome, Problem

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')
_LINE_END = re.compile(r"\n")
_BYTE = re.compile(r"\(byte (\d+)\)$")
NO_SUCH_FIELD = "there is no such field"


class Place(NamedTuple):
    """The offsets at which a value, and the name before it, begin in a text."""

    name: int
    value: int


def syntax_problem(text: str | bytes, error: Exception) -> Problem:
    """Say what is wrong with a text that is not JSON, and where.

    >>> str(syntax_problem("{\\n  7}", msgspec.DecodeError("JSON is malformed: object keys must be strings (byte 4)")))
    'line 2, column 3: object keys must be strings. Correct the JSON there.'
    """
    data = text.encode(errors="surrogatepass") if isinstance(text, str) else text
    found = _BYTE.search(str(error))
    end = len(data.rstrip())
    if isinstance(error, DoubledKey):
        return Problem("", str(error), "Write it once.")
    if isinstance(error, UnicodeError):
        what, at = "this is not UTF-8", _first_bad_byte(data)
    elif found:
        what, at = str(error)[: found.start()].strip().removeprefix("JSON is malformed: "), int(found[1])
    else:
        what, at = ("there is nothing here" if end == 0 else "the text breaks off here"), end
    line, column = _line_and_column(data[: max(at, 0)].decode(errors="replace"))
    return Problem("", what, "Correct the JSON there.", line, column)


def _first_bad_byte(data: bytes) -> int:
    """Find where bytes stop being UTF-8. (The error has only the place within a part of the text.)"""
    try:
        data.decode()
    except UnicodeDecodeError as error:
        return error.start
    return 0


def locate(problems: Iterable[Problem], text: str | bytes) -> list[Problem]:
    """Return the same problems with the line and the column of each in a genome's JSON.

    A field that is missing is looked for where it would have to be added.

    >>> str(locate([Problem("match.hands", "0 is out of range", "Choose 1 to 250.")], '{"match":\\n {"hands": 0}}')[0])
    'line 2, column 12: match.hands: 0 is out of range. Choose 1 to 250.'
    """
    content = text if isinstance(text, str) else text.decode(errors="replace")
    places = places_in(content)
    lines = [0, *(found.end() for found in _LINE_END.finditer(content))]
    return [_located(problem, lines, places) for problem in problems]


def with_places(error: BadGenome, text: str | bytes) -> BadGenome:
    """Return the same error, with the place of every problem in the text."""
    return BadGenome(error.what, locate(error.problems, text)) if error.problems else error


def _located(problem: Problem, lines: list[int], places: dict[str, Place]) -> Problem:
    """Return a problem with its line and column; `lines` are the offsets at which lines begin."""
    name = "" if problem.place == "genome" else problem.place
    while name not in places:
        name = name[: max(name.rfind("."), name.rfind("["), 0)]
    place = places[name]
    at = place.name if problem.what == NO_SUCH_FIELD else place.value
    line = bisect_right(lines, at)
    return msgspec.structs.replace(problem, line=line, column=at - lines[line - 1] + 1)


def _line_and_column(before: str) -> tuple[int, int]:
    """Return the line and the column, both from 1, of what follows a text."""
    return before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1


def places_in(text: str) -> dict[str, Place]:
    """Return every value of a JSON text by its path; the whole is the empty path.

    >>> places_in('{"phases": [{"type": "ask"}]}')["phases[0].type"]
    Place(name=13, value=21)
    """
    found: dict[str, Place] = {}
    inside: list[tuple[str, int]] = []
    """The objects and lists that are open: the path of each, and in lists the number of the item, else -1."""
    name, named_at, is_name = "", 0, False
    for token in _TOKEN.finditer(text):
        word, at = token[0], token.start()
        if word in "}]":
            inside.pop()
            is_name = False
        elif word == ",":
            path, item = inside[-1]
            is_name = item < 0
            inside[-1] = path, item + 1 if item >= 0 else -1
        elif word == ":":
            is_name = False
        elif is_name:
            name, named_at = json.loads(word), at
        else:
            path, item = inside[-1] if inside else ("", -1)
            here = f"{path}[{item}]" if item >= 0 else f"{path}.{name}" if path else name
            found[here if inside else ""] = Place(named_at if inside and item < 0 else at, at)
            if word in "{[":
                inside.append((here if inside else "", 0 if word == "[" else -1))
                is_name = word == "{"
    return found or {"": Place(0, 0)}
