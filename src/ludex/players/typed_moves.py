"""What a person types, as moves: a number, a whole move, or the beginnings of its words."""

from __future__ import annotations

import itertools

from ludex.core.errors import UnreadableMove, quote
from ludex.core.moves import Move
from ludex.core.options import Options, Span
from ludex.core.table import Table

MOST_COMPARED = 1_000
"""The most options that are compared with what was typed, so that a wide range of bids costs little."""
MOST_DIGITS = 10
"""No option has a number with so many digits."""


def read_moves(table: Table, seat: int, options: Options, typed: str) -> tuple[Move, ...]:
    """Read an option's number, the text of a move (or of as many as the game takes at once), or a beginning.

    >>> import ludex
    >>> table = ludex.game("automation").new(2, seed=7)
    >>> read_moves(table, 0, table.options(0), "end")
    (EndPhase(),)
    >>> read_moves(table, 0, table.options(0), "1")
    (PlayCard(card='Bitcoin'),)
    """
    paths = options.paths
    if not typed and len(options) == 1:
        return (options[0],)
    number = int(typed) if typed.isdecimal() and len(typed) < MOST_DIGITS else 0
    chosen = paths[number - 1] if 1 <= number <= len(paths) else None
    if chosen and not isinstance(chosen[-1], Span):
        return (table.game.moves.parse(" ".join(map(str, chosen))),)
    try:
        return table.read_line(seat, typed)
    except UnreadableMove as error:
        if chosen:
            whole = " ".join(map(str, chosen))
            raise UnreadableMove(f"option {typed} is {whole}: type the whole move, with a number") from None
        return (_read_beginning(options, typed, str(error)),)


def _read_beginning(options: Options, typed: str, otherwise: str) -> Move:
    """The one option whose words begin like those typed. `otherwise` says what is wrong with a move with that verb."""
    fitting = [move for move in itertools.islice(options, MOST_COMPARED) if fits(str(move), typed)]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise UnreadableMove(f"{quote(typed)} could be {', '.join(map(str, fitting[:6]))}")
    verb = typed.casefold().split()[:1]
    if any(verb == str(path[0]).casefold().split()[:1] for path in options.paths):
        raise UnreadableMove(otherwise)
    raise UnreadableMove(f"{quote(typed)} is not one of the options. Type a number, or help")


def fits(text: str, typed: str) -> bool:
    """Whether every word typed begins a word of the move, in order.

    >>> fits("buy Code Review", "b code"), fits("buy Code Review", "rev"), fits("buy Module", "code")
    (True, True, False)
    """
    words = iter(text.casefold().split())
    return bool(typed) and all(any(word.startswith(part) for word in words) for part in typed.casefold().split())
