"""Moves in prose: finds the move in the answer of a language model, with thoughts, Markdown or JSON around it.

It only finds the places that state a move; each is read by the one reader of moves (`ludex.core.play.reading`). These
places count, the first kind that occurs before the others:

1. JSON with the key `move` or a move's own form, and lines such as `My move: …`;
2. lines that are a move and nothing else, up to the last of them;
3. sentences such as `I will …`.

Thoughts in tags such as `<think>` are ignored. An answer that states two different moves in the same way is refused.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from ludex.core.game.new_table import make_table
from ludex.core.game.request import Request
from ludex.core.language.errors import NOT_JSON, BadAnswer, UnreadableMove, json_fault, kind_of, quote
from ludex.core.language.json_keys import single_keys
from ludex.core.language.moves import Move
from ludex.core.language.settings import GameSettings
from ludex.core.play.reading import LONGEST_PART, Reader, too_many, with_options

if TYPE_CHECKING:
    from ludex.core.game.game import Game
    from ludex.core.play.table import Table

LONGEST_ANSWER = 200_000
"""Largest number of characters of an answer that is read, thoughts included."""
MOST_LINES = 60
"""The number of lines, from the last one backwards, in which a move is looked for."""
MOST_WORDS = 20
"""The number of words of an answer that may be a part of a move."""
MOST_STATED = 20
"""The number of JSON objects and labelled lines that are compared, from the last one backwards."""
OBJECT = "\ufffc"
"""The sign in the place of a JSON object that was read."""

_TAG = re.compile(r"<(/?)(?:think|thinking|thought|thoughts|reasoning|scratchpad)>", re.IGNORECASE)
_STRING = r'"(?:[^"\\\n]|\\[^\n])*+"'
_INNER = rf'\{{(?:[^{{}}"]|{_STRING})*+\}}'
_JSON = re.compile(rf'\{{(?:[^{{}}"]|{_STRING}|{_INNER})*+\}}')
_FENCE = re.compile(r"\s*(?:```|~~~)")
_BULLET = re.compile(r"(?:[>#]+\s*|[-*+•]\s+|\(?\d{1,2}[.)]\s+)++")
_MARKS = re.compile(r"\*\*|__|`|~~")
_LABEL = re.compile(
    r"(?:^|(?<=[.!?;:,)]\s))(?:(?:so|therefore|thus|ok|okay),? )?"
    r"(?:(?:my|the|this|final|chosen|selected|best|your) )*+"
    r"(?:move|answer|action|decision|choice|order)(?: is| will be)?\s?(?:[:=]|\s[-–—→]+\s)",
    re.IGNORECASE,
)
_SENTENCE = re.compile(
    r"(?:(?:so|therefore|thus|hence|then|now|ok|okay|well|finally|overall|in conclusion)[, ]\s?)*+"
    r"(?:my (?:final )?(?:move|answer|choice|action|decision|order) (?:is|will be)(?: to)?"
    r"|the best (?:move|option|choice|action) is(?: to)?"
    r"|let(?:['’]s| me)(?: go with)?"
    r"|I(?:['’]ll| will| shall|['’]m going to| am going to|['’]d like to| would like to| want to)?"
    r"(?: now| therefore| simply| just| (?:choose|decide|opt)(?: to| for)?| have decided to| decided to"
    r"| go with| pick| select| make the move)*+) (.+)",
    re.IGNORECASE,
)
_REASON = re.compile(
    r"[.!;:]\s|\s\(|\s[–—]\s|,?\s(?:because|since)\b"
    r"|,\s(?:as|so|which|hoping|in order|leaving|keeping|this|that|it|to|for)\b",
    re.IGNORECASE,
)
"""The beginning of an explanation after a move. Words that could continue a move are not among them."""

Moves = tuple[Move, ...]


class Stated(NamedTuple):
    """A place that states a move: the number of its line, and its words, or the JSON of a move."""

    line: int
    words: str
    is_json: bool = False
    fault: str = ""
    """The reason why it cannot be read, if it was JSON that is not a move."""


def read_prose(request: Request[Any], text: str) -> Move:
    """Read the move in an answer, for `Request.read`."""
    if not isinstance(text, str):
        raise BadAnswer("wrong-type", f"the answer is {quote(text)}, of type {kind_of(text)}: expected a text")
    try:
        moves = _Answer(request, text).moves()
        if len(moves) != 1:
            raise too_many(text, moves)
    except UnreadableMove as error:
        code = "ambiguous" if error.ambiguous else "unreadable"
        raise BadAnswer(code, str(with_options(error, request.options)), quote(text, str)) from None
    return moves[0]


class _Answer:
    """An answer to a request."""

    def __init__(self, request: Request[Any], text: str) -> None:
        if len(text) > LONGEST_ANSWER:
            raise UnreadableMove(f"the answer has {len(text):,} characters: expected at most {LONGEST_ANSWER:,}")
        self.request = request
        self.text = without_thoughts(text)

    def moves(self) -> Moves:
        """Return what the answer states. Raise `UnreadableMove` if it states nothing, or different moves."""
        if not self.text.strip():
            raise UnreadableMove("the answer is empty")
        return self._by_label() or self._by_line() or self._by_sentence() or self._in_other_words()

    @cached_property
    def lines(self) -> list[str]:
        """The lines without Markdown, those that are long or were read otherwise left blank."""
        return [_plain(line) if len(line) <= 2 * LONGEST_PART else "" for line in self._rest.split("\n")]

    @cached_property
    def _rest(self) -> str:
        """The text with a sign in the place of every JSON object."""
        return _JSON.sub(OBJECT, self.text)

    @cached_property
    def reader(self) -> Reader:
        return Reader(self.request.seen_table(table_seen), self.request.seat, self.request.options)

    @cached_property
    def labelled(self) -> list[Stated]:
        """The JSON objects and labelled lines that state a move, in their order."""
        found = [*self._objects(), *self._labels()]
        return sorted(found, key=lambda stated: stated.line)[-MOST_STATED:]

    def _objects(self) -> Iterator[Stated]:
        found = list(_JSON.finditer(self.text))
        signs = [at for at, line in enumerate(self._rest.split("\n")) for _ in range(line.count(OBJECT))]
        if len(signs) != len(found):  # the sign itself was written
            signs = [0] * len(found)
        for line, object_ in list(zip(signs, found, strict=True))[-MOST_STATED:]:
            if '"move"' in object_[0] or '"type"' in object_[0]:
                yield _read_object(line, object_[0])

    def _labels(self) -> Iterator[Stated]:
        """Yield what follows labels. A label at the end of a line belongs to the next line that is not blank."""
        for at, line in enumerate(self._rest.split("\n")):
            plain = _plain(line)
            labels = list(_LABEL.finditer(plain))
            ends = [*(label.start() for label in labels[1:]), len(plain)]
            for label, end in zip(labels, ends, strict=False):
                words, place = plain[label.end() : end].strip(), at
                if not words:
                    place = next((n for n in range(at + 1, at + 4) if "".join(self.lines[n : n + 1])), at)
                    words = self.lines[place] if place > at else ""
                if words and OBJECT not in words:
                    yield Stated(place, words)

    def _by_label(self) -> Moves:
        """Return the move of the last label or JSON object. Earlier ones and later lines may not contradict it."""
        if not self.labelled:
            return ()
        *others, last = self.labelled
        after = [self._stated(line) for line in self.lines[last.line + 1 :][-MOST_LINES:]]
        thinks_aloud = any(after) and not last.is_json and not last.fault and not self._stated(last.words)
        move = () if thinks_aloud else self._read(last)
        return _only([*map(self._read_if_clear, others), move, *after])

    def _by_line(self) -> Moves:
        """Return the move of the last line that is one. Lines next to it may not be different moves."""
        lines = [line for line in self.lines if line]
        if lines and lines[-1].isdecimal() and len(lines) > 1:
            return self._read_words(lines[-1])
        found: list[Moves] = []
        for line in self.lines[::-1][:MOST_LINES]:
            move = self._stated(line)
            if found and not move:
                break
            found += [move] if move else []
        return _only(found[::-1])

    def _by_sentence(self) -> Moves:
        """Return the move that sentences such as "I will …" state."""
        parts = (part for line in self.lines[-MOST_LINES:] for part in re.split(r"(?<=[.!?])\s", f"{line}."))
        found = (_SENTENCE.match(part) for part in parts if not part.rstrip(".").endswith("?"))
        return _only([self._stated(match[1]) for match in found if match])

    def _in_other_words(self) -> Moves:
        """Read an answer of one line as at the terminal: it may be a part of a move. Refuse any other."""
        lines = [line for line in self.lines if line]
        if len(lines) == 1 and OBJECT not in lines[0] and len(lines[0].split()) <= MOST_WORDS:
            return self._read_words(lines[0])
        shown = quote(lines[-1] if lines else self.text.strip()[-LONGEST_PART:])
        raise UnreadableMove(f"found no move in the answer, which ends with {shown}: end it with a line 'Move: …'")

    def _read(self, stated: Stated) -> Moves:
        """Read a place that states a move. Raise the reason if it does not."""
        if stated.fault:
            raise UnreadableMove(stated.fault)
        return self.reader.read_next(stated.words) if stated.is_json else self._read_words(stated.words)

    def _read_if_clear(self, stated: Stated) -> Moves:
        """Read a place that may state a move, to find contradictions."""
        try:
            return self.reader.read_next(stated.words) if stated.is_json else self._stated(stated.words)
        except UnreadableMove:
            return ()

    def _read_words(self, words: str) -> Moves:
        """Read words as at the terminal, also if an explanation follows."""
        return self._stated(words) or self.reader.read_next(_plain(words))

    def _stated(self, words: str) -> Moves:
        """Return the move that words are in full, apart from an explanation after it; nothing if they are not."""
        plain = _plain(words)
        if not plain or len(plain) > LONGEST_PART or OBJECT in plain:
            return ()
        if found := self.reader.stated(plain):
            return found
        reason = _REASON.search(plain)
        return self.reader.stated(_plain(plain[: reason.start()])) if reason and reason.start() else ()


def table_seen(
    game: Game[Any, Any], seat: int, memory: bytes, names: tuple[str, ...], settings: GameSettings | None
) -> Table[Any]:
    """Return a table that contains only what a seat knows, for reading its moves."""
    seats = int(game.machine.layout.load(memory)["seats"][0])
    table: Table[Any] = make_table(game, seats, bytes(32), settings or game.read_settings({}), names or None)
    table.engine.show(memory, seat)
    return table


def without_thoughts(text: str) -> str:
    """Return an answer without the thoughts that some models write in tags before it.

    >>> without_thoughts("<think>bid 12? No.</think>bid 17"), without_thoughts("bid 12? No.</think>bid 17")
    ('bid 17', 'bid 17')
    """
    said: list[str] = []
    depth = at = 0
    for tag in _TAG.finditer(text):
        if depth == 0:
            said.append(text[at : tag.start()])
        if not tag[1]:
            depth += 1
        elif depth:
            depth -= 1
        else:
            said.clear()  # the tag that opens it is part of the question, with some models
        at = tag.end()
    return "".join([*said, text[at:] if depth == 0 else ""])


def json_objects(text: str, key: str) -> list[dict[str, Any]]:
    """Return the JSON objects in a text that have a key. Raise `UnreadableMove` for one that cannot be read.

    >>> json_objects('I say: {"messages": []}, and {"mood": "calm"}', "messages")
    [{'messages': []}]
    """
    found = [match[0] for match in _JSON.finditer(text) if f'"{key}"' in match[0]]
    try:
        objects = [msgspec.json.decode(single_keys(one), type=dict[str, Any]) for one in found]
    except NOT_JSON as error:
        raise UnreadableMove(f"cannot read {quote(found[-1])} as JSON: {json_fault(error)}") from None
    return [one for one in objects if key in one]


def _read_object(line: int, text: str) -> Stated:
    """Read a JSON object that has a key `move`, or is a move."""
    try:
        data: dict[str, Any] = msgspec.json.decode(single_keys(text), type=dict[str, Any])
    except NOT_JSON as error:
        return Stated(line, "", fault=f"cannot read {quote(text)} as a move: {json_fault(error)}")
    move = data.get("move", data if "type" in data else None)
    if isinstance(move, str) and move.strip():
        return Stated(line, move)
    if isinstance(move, dict):
        return Stated(line, msgspec.json.encode(move).decode(), is_json=True)
    return Stated(line, "", fault=f"the move in {quote(text)} is {quote(move)}: expected a text or an object")


def _only(found: Iterable[Moves]) -> Moves:
    """Return what was found, if it is the same throughout. Refuse different moves, and name the last two."""
    different = list(dict.fromkeys(filter(None, found)))
    if len(different) > 1:
        first, second = (quote(_told(moves)) for moves in different[-2:])
        told = f"the answer names different moves: {first} and {second}. End it with a single move"
        raise UnreadableMove(told, ambiguous=True)
    return different[0] if different else ()


def _told(moves: Sequence[Move]) -> str:
    return ", ".join(map(str, moves))


def _plain(line: str) -> str:
    """Return a line without the marks of Markdown, and without quotation marks and punctuation around it.

    >>> _plain("- **My move:** `bid 17`."), _plain("> 2) “pass”")
    ('My move: bid 17', 'pass')
    """
    text = _MARKS.sub("", _without_ends(line))
    if _FENCE.match(line):
        return ""
    bullet = _BULLET.match(text)
    text = text[bullet.end() :] if bullet else text
    return text.strip(" \t\r*_\"'“”‘’«»").rstrip(" .!;,\"'“”‘’«»*_")


def _without_ends(line: str) -> str:
    """Return a line without blanks and invisible characters at its ends."""
    first, last = 0, len(line)
    while first < last and _is_blank(line[first]):
        first += 1
    while last > first and _is_blank(line[last - 1]):
        last -= 1
    return line[first:last]


def _is_blank(letter: str) -> bool:
    return letter.isspace() or unicodedata.category(letter) == "Cf"
