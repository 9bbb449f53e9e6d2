"""The reader of moves: one for terminals, HTTP, sockets, programs and the referee.

A text is compared with the options of the seat, and the first of these that fits counts:

1. a move as JSON, or the whole text of a move (or of several, if the game reads that);
2. the number of an option, where options are numbered (`numbered`), or the amount, where an amount is asked for;
3. the same in other words: a key of the game's menu, a player's name for a seat, a card as it is printed;
4. a move whose first word is shortened or left out: `b 3`, `nil`;
5. the beginnings of words, in their order: `rev` for `buy Code Review`.

If two different options fit in the same way, the text is refused. A whole move that is not allowed now is returned: the
rules tell why it is not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from ludex.core.language.errors import NOT_JSON, LudexError, UnreadableMove, did_you_mean, quote
from ludex.core.language.fields import Domain, domains_of
from ludex.core.language.moves import Move
from ludex.core.language.names import short_names
from ludex.core.language.options import Options, Span

if TYPE_CHECKING:
    from ludex.core.play.table import Table

LONGEST = 20_000
"""Largest number of characters of a text that is read: a power's whole list of orders is shorter."""
LONGEST_PART = 200
"""Largest number of characters of a text that is compared with the parts of options."""
MOST_DIGITS = 10
"""The number of digits that no option's number has."""
MOST_NUMBERED = 9
"""Largest number of options that are numbered."""
MOST_COMPARED = 300
"""Largest number of texts that a misspelt text is compared with."""
MOST_TOLD = 12
"""The most options that a message names."""
RARE = ("draw", "concede")
"""Meanings of moves that have no numbers and are not listed every time."""

Path: TypeAlias = tuple[str | Span, ...]


def read_moves(
    table: Table[Any], seat: int, text: str, options: Options | None = None, words: Sequence[str] = ()
) -> tuple[Move, ...]:
    """Read what a seat types or sends: a text, or a move as JSON. Raise `UnreadableMove` with the options otherwise.

    A game may read several moves in one text. `options` are those of the seat's draft, if it has one. `words` are other
    words for suggestions after a typing error.

    >>> import ludex
    >>> table = ludex.game("automation").new(2, seed=7)
    >>> read_moves(table, 0, "end"), read_moves(table, 0, "1"), read_moves(table, 0, '{"type": "EndPhase"}')
    ((EndPhase(),), (PlayCard(card='Bitcoin'),), (EndPhase(),))
    >>> read_moves(table, 0, "sell")
    Traceback (most recent call last):
    ...
    ludex.core.language.errors.UnreadableMove: 'sell' is not one of the options. There are: play Bitcoin, end phase
    """
    return Reader(table, seat, table.options(seat) if options is None else options, words).read(text.strip())


def read_move(table: Table[Any], seat: int, text: str) -> Move:
    """Read a text that must be one move: the answer to one request.

    >>> import ludex
    >>> read_move(ludex.game("automation").new(2, seed=7), 0, "end")
    EndPhase()
    """
    moves = read_moves(table, seat, text)
    if len(moves) == 1:
        return moves[0]
    raise too_many(text, moves)


def too_many(text: str, moves: Sequence[Move]) -> UnreadableMove:
    """Return the refusal of several moves where one is expected."""
    return UnreadableMove(f"{quote(text)} is {len(moves)} moves: expected one, e.g. {moves[0]}")


def read_data(table: Table[Any], seat: int, data: str | bytes) -> tuple[Move, ...]:
    """Read a value on the wire, as JSON: a text, or an object that is a move.

    >>> import ludex
    >>> table = ludex.game("automation").new(2, seed=7)
    >>> read_data(table, 0, b'"end"'), read_data(table, 0, b'{"type": "EndPhase"}')
    ((EndPhase(),), (EndPhase(),))
    """
    raw = data.encode() if isinstance(data, str) else data
    try:
        if raw.lstrip()[:1] == b'"':
            return read_moves(table, seat, msgspec.json.decode(raw, type=str))
        return (table.game.moves.from_json(raw),)
    except NOT_JSON as error:
        raise UnreadableMove(f"cannot read {quote(raw)}: {quote(error, str)}") from None
    except UnreadableMove as error:
        raise with_options(error, table.options(seat)) from None


def with_options(error: UnreadableMove, options: Options) -> UnreadableMove:
    """Return an error with the options that there are, unless it tells them."""
    if error.tells_options:
        return error
    return UnreadableMove(_with_list(str(error), options.paths), tells_options=True)


def numbered(options: Options) -> tuple[Path, ...]:
    """Return the options in the order of their numbers, from 1. If they have none, the result is empty.

    A typed number has only one meaning: the amount, where an amount is asked for, or else the option with that number.
    Options with amounts or other numbers in them are therefore not numbered, and neither are many.

    >>> import ludex
    >>> numbered(ludex.game("automation").new(2, seed=7).options(0))
    (('play', 'Bitcoin'), ('end phase',))
    >>> numbered(ludex.game("spades").new(4, seed=3).options(0))
    ()
    """
    paths = tuple(path for path, means in options.meant if means not in RARE)
    return paths if len(paths) <= MOST_NUMBERED and not any(map(_has_number, paths)) else ()


def fits(text: str, typed: str) -> bool:
    """Return True if every typed word begins a word of the move, in order. A number must be whole.

    >>> fits("buy Code Review", "b code"), fits("buy Code Review", "rev"), fits("buy Module", "code")
    (True, True, False)
    >>> fits("set 10", "1"), fits("play 10S", "10")
    (False, True)
    """
    words = iter(text.casefold().split())
    return bool(typed) and all(any(_begins(word, part) for word in words) for part in typed.casefold().split())


class Reader:
    """Reads one text for a seat."""

    def __init__(self, table: Table[Any], seat: int, options: Options, words: Sequence[str] = ()) -> None:
        self.table = table
        self.seat = seat
        self.options = options
        self.words = words
        self.own_reason = ""
        self._read_before: dict[str, tuple[tuple[Move, ...], str]] = {}

    @cached_property
    def paths(self) -> tuple[Path, ...]:
        return self.options.paths

    @cached_property
    def keys(self) -> Mapping[str, str]:
        return self.table.game.look.terminal.keys(self.table.view(self.seat))

    def read(self, text: str) -> tuple[Move, ...]:
        if len(text) > LONGEST:
            raise UnreadableMove(f"{quote(text)} has {len(text):,} characters: expected at most {LONGEST:,}")
        if text.startswith("{"):
            try:
                return (self.table.game.moves.from_json(text),)
            except UnreadableMove as error:
                raise with_options(error, self.options) from None
        whole = self._line(text)
        if text.isdecimal() and not self._is_offered(whole) and (chosen := self._with_number(text)):
            return (self._move(chosen),)
        if found := self._in_full(text, whole):
            return found
        if whole and not text.isdecimal():
            return whole
        if not text or len(text) > LONGEST_PART:
            raise UnreadableMove(self._not_an_option(text), tells_options=True)
        said = self._said(text)
        return self._read_part(said) or whole or (self._whole_of_part(said),)

    def read_next(self, text: str) -> tuple[Move, ...]:
        """Read another text, whose refusal is not that of an earlier one."""
        self.own_reason = ""
        return self.read(text)

    def stated(self, text: str) -> tuple[Move, ...]:
        """Return the moves that a text is in full, in any spelling, allowed or not. A part of a move is nothing."""
        whole = self._line(text)
        return self._in_full(text, whole) or whole

    def _in_full(self, text: str, whole: tuple[Move, ...]) -> tuple[Move, ...]:
        """Return the moves that are possible now and that a text is in full, in any spelling, or nothing."""
        if self._is_offered(whole):
            return (
                whole if _is_text_of(whole, text) else self._only([text], self._lines([text, self._with_seats(text)]))
            )
        said = self._said(text)
        return self._only(said, self._lines(said))

    def _lines(self, said: Iterable[str]) -> Iterator[tuple[Move, ...]]:
        return filter(self._is_offered, map(self._line, dict.fromkeys(said)))

    def _line(self, text: str) -> tuple[Move, ...]:
        """Return the moves that a text is as it is written, or nothing."""
        if text not in self._read_before:
            try:
                self._read_before[text] = self.table.read_line(self.seat, text), ""
            except UnreadableMove as error:
                self._read_before[text] = (), "" if error.tells_kinds else str(error)
        found, reason = self._read_before[text]
        self.own_reason = self.own_reason or reason
        return found

    def _is_offered(self, line: tuple[Move, ...]) -> bool:
        """Return True if a line is several moves, which depend on each other, or one that is allowed now."""
        return len(line) > 1 or (bool(line) and line[0] in self.options)

    def _with_number(self, text: str) -> Path | None:
        may_be = self.table.game.look.terminal.numbered and self.table.draft(self.seat) is None
        paths = numbered(self.options) if may_be and len(text) < MOST_DIGITS else ()
        return paths[int(text) - 1] if 1 <= int(text[:MOST_DIGITS]) <= len(paths) else None

    def _move(self, path: Path) -> Move:
        return self.table.game.moves.parse(_text(path))

    def _said(self, text: str) -> tuple[str, ...]:
        """Return the text in the notation of the game, and with seats in place of players' names."""
        if len(text) > LONGEST_PART:
            return (text,)
        written = self.table.game.look.terminal.written(self.keys.get(text, text))
        return tuple(dict.fromkeys((written, self._with_seats(written))))

    def _with_seats(self, text: str) -> str:
        """Return the text with seats in place of players' names. A name that two players have is left."""
        if not any("seat" in domains_of(kind) for kind in self.table.game.moves.kinds):
            return text
        names = [name.casefold() for name in short_names(self.table.names)]
        seats = {name: f"seat {seat}" for seat, name in enumerate(names) if name and names.count(name) == 1}
        longest_first = "|".join(map(re.escape, sorted(seats, key=len, reverse=True)))
        if not longest_first:
            return text
        return re.sub(
            rf"(?<!\w)(?:{longest_first})(?!\w)",
            lambda found: seats.get(found[0].casefold(), found[0]),
            text,
            flags=re.IGNORECASE,
        )

    def _only(self, said: Sequence[str], found: Iterable[tuple[Move, ...]]) -> tuple[Move, ...]:
        """Return what was found, if it is the same throughout. Refuse a text that could be different moves."""
        lines = list(dict.fromkeys(found))
        if len(lines) > 1:
            raise self._ambiguous(said[0], [tuple(map(str, line)) for line in lines])
        return lines[0] if lines else ()

    def _read_part(self, said: Sequence[str]) -> tuple[Move, ...]:
        """Return the one option that was meant by a part of it, if any."""
        allowed = [move for move in self._readings(said) if move in self.options]
        if said[0].isdecimal() and len(amounts := [move for move in allowed if self._is_amount(move)]) == 1:
            return (amounts[0],)
        if found := self._only(said, ((move,) for move in allowed)):
            return found
        fitting = list(dict.fromkeys(path for text in said for path in self._fitting(text)))
        if len(fitting) > 1 or any(isinstance(path[-1], Span) for path in fitting):
            raise self._ambiguous(said[0], fitting)
        return (self._move(fitting[0]),) if fitting else ()

    def _readings(self, said: Iterable[str]) -> list[Move]:
        """Return the moves that a text is with its first word completed, or with the first word of an option."""
        found: dict[str, Move] = {}
        for text in dict.fromkeys(whole for one in said for whole in self._whole_texts(one)):
            try:
                move = self.table.read(self.seat, text)
            except LudexError:
                continue
            found[str(move)] = move
        return list(found.values())

    def _whole_texts(self, text: str) -> Iterator[str]:
        first, _, rest = text.partition(" ")
        for head in dict.fromkeys(map(_head, self.paths)):
            if head.casefold().startswith(first.casefold()):
                yield f"{head} {rest}".strip()
            yield f"{head} {text}".strip()

    def _fitting(self, text: str) -> Iterator[Path]:
        """Return the options with words that begin as typed. A range is one of its moves if the number is typed."""
        words, _, number = text.rpartition(" ")
        for path in self.paths:
            span = path[-1]
            if not isinstance(span, Span):
                if fits(_text(path), text):
                    yield path
            elif fits(before := _text((*path[:-1], span.label)), text):
                yield path
            elif _is_in(number, span) and (not words or fits(before, words)):
                yield (*path[:-1], f"{span.label} {int(number)}".strip())

    def _ambiguous(self, text: str, fitting: Sequence[Path]) -> UnreadableMove:
        """Return the refusal of a text that could be different options, first those that begin as it does."""
        before = [path for path in fitting if fits(_text(path[:-1]), text)]
        exact = [path for path in before if set(text.casefold().split()) <= set(_text(path).casefold().split())]
        likely = [*dict.fromkeys(map(_text, self._offered(exact or before or fitting)))]
        example = _text(tuple(str(part).partition("…")[0] for part in (exact or before or fitting)[0]))
        told = f"{quote(text)} could be {_listed(likely)}. Type more of it, e.g. {example}"
        return UnreadableMove(told, tells_options=True, ambiguous=True)

    def _offered(self, paths: Iterable[Path]) -> Iterator[Path]:
        """Return options as offered: those of a range once, with the range."""
        whole = {path[:-1]: path for path in self.paths if isinstance(path[-1], Span)}
        return (whole.get(path[:-1], path) for path in paths)

    def _whole_of_part(self, said: Sequence[str]) -> Move:
        """Return the one move that is not allowed now and that was meant by a part of it: the rules tell why not."""
        found = self._readings(said) or [move for text in said for move in self._begun(text)]
        if len(found) == 1 and any(str(found[0]).startswith(_head(path)) for path in self.paths):
            return found[0]
        raise UnreadableMove(self._not_an_option(said[0]), tells_options=True)

    def _begun(self, text: str) -> Iterator[Move]:
        """Return the moves that a verb and the beginning of a name could be, among all that the game has."""
        verb, _, rest = text.partition(" ")
        for kind in self.table.game.moves.kinds:
            names = [_words(field) for field in domains_of(kind).values()]
            if len(names) == 1 and kind.verb == verb.casefold() and rest:
                yield from (self.table.game.moves.parse(f"{verb} {name}") for name in names[0] if fits(name, rest))

    def _is_amount(self, move: Move) -> bool:
        """Return True if a move is one of a range that is offered: its last field is an amount that was asked for."""
        return any(isinstance(path[-1], Span) and path[:-1] == move.tokens[:-1] for path in self.paths)

    def _not_an_option(self, text: str) -> str:
        """Return a message about a text that is not a move: what it could be, and the options, first those like it."""
        verb = text.casefold().split()[:1]
        same = [path for path in self.paths if str(path[0]).casefold().split()[:1] == verb]
        likely = "" if text.isdecimal() or (same and text[-1:].isdecimal()) else self._did_you_mean(text)
        if not self.own_reason:
            told = _with_list(f"{quote(text)} is not one of the options", same or self.paths)
            return f"{told}.{likely}" if likely else told
        knows = any(_text(path) in self.own_reason for path in self.paths)
        return self.own_reason if knows else _with_list(self.own_reason, same or self.paths)

    def _did_you_mean(self, text: str) -> str:
        texts = list(map(_text, self.paths[:MOST_COMPARED]))
        kinds = {type(self.table.game.moves.unpack(first)) for first, _ in self.options.rows[:MOST_COMPARED]}
        named = {word for kind in kinds for field in domains_of(kind).values() for word in _words(field)}
        here = self.table.game.look.terminal.in_play(self.table.view(self.seat), named)
        verbs = (_head(path) for path in self.paths)
        return did_you_mean(text[:LONGEST_PART], [*texts, *verbs, *sorted(here)[:MOST_COMPARED], *self.words])


def _with_list(sentence: str, paths: Sequence[Path]) -> str:
    """Return a sentence, and the options after it."""
    end = "" if sentence[-1:] in "?!." else "."
    return f"{sentence}{end} There are: {_listed(list(map(_text, paths[: MOST_TOLD + 1])), len(paths))}"


def _listed(texts: Sequence[str], count: int = 0) -> str:
    """Return a bounded list of options."""
    count = count or len(texts)
    return ", ".join(texts[:MOST_TOLD]) + (f", … ({count} in all)" if count > MOST_TOLD else "")


def _is_text_of(moves: Sequence[Move], text: str) -> bool:
    return len(moves) == 1 and str(moves[0]).casefold() == " ".join(text.casefold().split())


def _text(path: Iterable[str | Span]) -> str:
    return " ".join(filter(None, map(str, path)))


def _head(path: Path) -> str:
    """Return the beginning of an option: its verb, or the label of its amount."""
    first = path[0]
    return first.label if isinstance(first, Span) else first


def _has_number(path: Path) -> bool:
    """Return True if a number is part of an option, so that a number that is typed could mean it."""
    return isinstance(path[-1], Span) or any(re.search(r"\d", str(token)) for token in path)


def _is_in(number: str, span: Span) -> bool:
    return number.isdecimal() and len(number) < MOST_DIGITS and span.low <= int(number) <= span.high


def _words(field: Domain) -> Sequence[str]:
    """Return the text for a value of a field: a name, or the word for a number."""
    return getattr(field, "names", ()) or getattr(field, "words", ())


def _begins(word: str, part: str) -> bool:
    cut = part[-1].isdecimal() and word[len(part) : len(part) + 1].isdecimal()
    return word.startswith(part) and not cut
