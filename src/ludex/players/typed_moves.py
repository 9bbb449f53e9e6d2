"""Reading moves that a person types: a number, a whole move, parts of it, or the beginnings of its words."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

from ludex.core.language.errors import LudexError, UnreadableMove, did_you_mean, quote
from ludex.core.language.fields import Domain, domains_of
from ludex.core.language.moves import Move
from ludex.core.language.options import Options, Span
from ludex.core.play.table import Table
from ludex.players.menu import Menu
from ludex.players.names import short_names

MOST_COMPARED = 1_000
"""Largest number of options that are compared with typed text, so that a wide range of bids costs little."""
MOST_DIGITS = 10
"""The number of digits that no option's number has."""
MOST_TOLD = 6
"""The most options that a message names."""


def read_moves(
    table: Table,
    seat: int,
    options: Options,
    typed: str,
    menu: Menu | None = None,
    words: Sequence[str] = (),
) -> tuple[Move, ...]:
    """Read an option's number, an amount, the text of a move (or of several, if the game allows that), or a part of it.

    An empty text is not a move, unless there is only one. `words` are other words for suggestions after a typing error.

    >>> import ludex
    >>> table = ludex.game("automation").new(2, seed=7)
    >>> read_moves(table, 0, table.options(0), "end")
    (EndPhase(),)
    >>> read_moves(table, 0, table.options(0), "1")
    (PlayCard(card='Bitcoin'),)
    """
    menu = menu or Menu(options)
    if not typed:
        return (options[0],) if len(options) == 1 else ()
    chosen = menu.chosen(int(typed)) if typed.isdecimal() and len(typed) < MOST_DIGITS else None
    if chosen:
        return (table.game.moves.parse(" ".join(map(str, chosen))),)
    written = _with_seats(table, table.game.look.terminal.written(menu.keys.get(typed, typed)))
    try:
        moves = table.read_line(seat, written)
    except UnreadableMove:
        return (_read_part(table, seat, options, written, words),)
    if len(moves) == 1 and moves[0] not in options:
        meant = [move for move in _readings(table, seat, options, written) if move in options]
        if not meant and typed.isdecimal() and not _is_offered(options, moves[0]):
            return (_read_part(table, seat, options, written, words),)
        return tuple(meant) if len(meant) == 1 else moves
    return moves


def _with_seats(table: Table, typed: str) -> str:
    """Return the text with seats in place of players' names."""
    if not any("seat" in domains_of(kind) for kind in table.game.moves.kinds):
        return typed
    for seat, name in enumerate(short_names(table.players)):
        typed = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", f"seat {seat}", typed, flags=re.IGNORECASE)
    return typed


def _read_part(table: Table, seat: int, options: Options, typed: str, words: Sequence[str]) -> Move:
    """Return the one option that was meant by a part of it."""
    readable = _readings(table, seat, options, typed)
    allowed = [move for move in readable if move in options]
    if typed.isdecimal() and len(amounts := [move for move in allowed if _is_amount(options, move)]) == 1:
        return amounts[0]
    if len(allowed) == 1:
        return allowed[0]
    fitting = allowed or _fitting(options, typed)
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        told = ", ".join(_offered(options, fitting)[:MOST_TOLD])
        raise UnreadableMove(f"{quote(typed)} could be {told}. Type more of it, e.g. {fitting[0]}")
    if len(whole := readable or _begun(table, seat, options, typed)) == 1 and _is_offered(options, whole[0]):
        return whole[0]  # a whole move that is not allowed: the referee gives the reason
    raise UnreadableMove(_not_an_option(table, seat, options, typed, words))


def _fitting(options: Options, typed: str) -> list[Move]:
    """Return the options with words that begin as typed, first those that have them before their last part, and among
    these those with exactly these words."""
    fitting = [move for move in itertools.islice(options, MOST_COMPARED) if fits(str(move), typed)]
    before = [move for move in fitting if fits(" ".join(move.tokens[:-1]), typed)]
    exact = [move for move in before if set(typed.casefold().split()) <= set(str(move).casefold().split())]
    return exact or before or fitting


def _begun(table: Table, seat: int, options: Options, typed: str) -> list[Move]:
    """Return the moves that a verb and the beginning of a name could be, among all that the game has."""
    verb, _, rest = typed.partition(" ")
    found: list[Move] = []
    for kind in table.game.moves.kinds:
        names = [_words(field) for field in domains_of(kind).values()]
        if len(names) == 1 and kind.verb == verb.casefold() and rest:
            begun = [name for name in names[0] if fits(name, rest)]
            found += [table.game.moves.parse(f"{kind.verb} {name}") for name in begun]
    return found


def _is_offered(options: Options, move: Move) -> bool:
    """Return True if some option begins as a move does, so that the referee can tell what is wrong with this one."""
    return any(str(move).startswith(_head(path)) for path in options.paths)


def _words(field: Domain) -> Sequence[str]:
    """Return the text for a value of a field: a name, or the word for a number."""
    return getattr(field, "names", ()) or getattr(field, "words", ())


def _not_an_option(table: Table, seat: int, options: Options, typed: str, words: Sequence[str]) -> str:
    """Return a message about a text that is not a move: the options with its verb, or the most similar ones."""
    verb = typed.casefold().split()[0]
    same = [" ".join(map(str, path)) for path in options.paths if str(path[0]).casefold().split()[:1] == [verb]]
    moves = list(itertools.islice(options, MOST_COMPARED))
    named = {word for kind in set(map(type, moves)) for field in domains_of(kind).values() for word in _words(field)}
    named_here = table.game.look.terminal.in_play(table.view(seat), named)
    known = [*map(str, moves), *(move.tokens[0] for move in moves), *named_here, *words]
    likely = "" if typed.isdecimal() else did_you_mean(typed, known)
    if same and (not likely or typed.split()[-1].isdecimal()):
        more = ", …" if len(same) > MOST_TOLD else ""
        return f"{quote(typed)} is not one of the options. There are: {', '.join(same[:MOST_TOLD])}{more}"
    return f"{quote(typed)} is not one of the options.{likely or ' Type one of them, or help.'}"


def _offered(options: Options, moves: Sequence[Move]) -> list[str]:
    """Return the texts of moves as offered: those of a range once, with the range."""
    whole = {path[:-1]: " ".join(map(str, path)) for path in options.paths if isinstance(path[-1], Span)}
    return list(dict.fromkeys(whole.get(move.tokens[:-1], str(move)) for move in moves))


def _readings(table: Table, seat: int, options: Options, typed: str) -> list[Move]:
    """Return the moves that a text is with its first word completed, or with the first word of an option before it."""
    found: dict[str, Move] = {}
    for text in dict.fromkeys(_whole_texts(options, typed)):
        try:
            move = table.read(seat, text)
        except LudexError:
            continue
        found[str(move)] = move
    return list(found.values())


def _whole_texts(options: Options, typed: str) -> Iterator[str]:
    first, _, rest = typed.partition(" ")
    for head in dict.fromkeys(map(_head, options.paths)):
        if head.casefold().startswith(first.casefold()):
            yield f"{head} {rest}".strip()
        yield f"{head} {typed}".strip()


def _is_amount(options: Options, move: Move) -> bool:
    """Return True if a move is one of a range that is offered: its last field is an amount that was asked for."""
    return any(isinstance(path[-1], Span) and path[:-1] == move.tokens[:-1] for path in options.paths)


def _head(path: Sequence[str | Span]) -> str:
    """Return the beginning of an option: its verb, or the label of its amount."""
    first = path[0]
    return first.label if isinstance(first, Span) else first


def fits(text: str, typed: str) -> bool:
    """Return True if every typed word begins a word of the move, in order. A number must be whole.

    >>> fits("buy Code Review", "b code"), fits("buy Code Review", "rev"), fits("buy Module", "code")
    (True, True, False)
    >>> fits("set 10", "1"), fits("play 10S", "10")
    (False, True)
    """
    words = iter(text.casefold().split())
    return bool(typed) and all(any(_begins(word, part) for word in words) for part in typed.casefold().split())


def _begins(word: str, part: str) -> bool:
    cut = part[-1].isdecimal() and word[len(part) : len(part) + 1].isdecimal()
    return word.startswith(part) and not cut
