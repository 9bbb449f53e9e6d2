"""The reason why something on the board cannot be played now, in the words of the rules.

A person presses a card, a city or a province, not a move. From the tokens that it stands for come a few moves that
could have been meant; the rules refuse them, and the refusal of the most likely one is the answer. Only the options of
the seat are used, and refusals are made from what the seat may know, so nothing hidden can appear in the answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice, product
from typing import Any

from ludex.core.game.request import Rejection
from ludex.core.language.fields import Among, Domain, Maybe, Number
from ludex.core.language.moves import Kind, Move
from ludex.core.language.options import Options
from ludex.core.play.table import Table

MOST_TRIED = 48
"""Most moves that are tried for one press."""
MOST_NAMED = 4
"""Most things that a sentence lists."""
ABOUT_THE_FORM = re.compile("missing|not-needed|too-low")
"""Codes of refusals about other parts of a move than the pressed one, which were only guessed."""
NOTHING_MEANT = Rejection("not-now", "This cannot be played now.")

Tokens = Sequence[str]


def why_not(
    table: Table[Any], seat: int, tokens: Sequence[Tokens], begun: Tokens = (), options: Options | None = None
) -> Rejection:
    """Return why what a seat pressed cannot be played now.

    `tokens` are the alternatives that the pressed thing stands for, `begun` is the part of the move that was chosen
    before. `options` are the seat's options, if they are not the table's (a draft).

    >>> import ludex
    >>> table = ludex.game("automation").new(2, seed=7)
    >>> why_not(table, 0, [("buy", "Module")]).sentence
    'this is the MONEY phase: play money, or end the phase.'
    """
    offered = table.options(seat) if options is None else options
    meant: dict[type[Move], list[Rejection]] = {}
    for move in _meant(table, offered, tokens, begun):
        if meant and type(move) not in meant:
            break  # the most likely kind of move has answered
        if min(at for one in tokens if (at := _place(move.tokens, one)) >= 0) > len(begun) + 1:
            return _choose_first(table, offered, tokens, begun)
        refusal = table.check(seat, move)
        if refusal is not None:
            reason = refusal.sentence.removeprefix(f"{move} rejected: ")  # the player knows what was pressed
            meant.setdefault(type(move), []).append(Rejection(refusal.code, reason))
    refusals = [refusal for found in meant.values() for refusal in found]
    about_the_thing = (refusal for refusal in refusals if not ABOUT_THE_FORM.search(refusal.code))
    return next(about_the_thing, refusals[0] if refusals else NOTHING_MEANT)


def _choose_first(table: Table[Any], options: Options, tokens: Sequence[Tokens], begun: Tokens) -> Rejection:
    """Name the things to choose before the pressed one: those that lead to it, or else all. Verbs name nothing."""
    all_paths = (tuple(map(str, path)) for path, means in options.meant if means not in ("draw", "concede"))
    paths = [path for path in all_paths if path[: len(begun)] == tuple(begun)]
    leading = [path for path in paths if any(_place(path, one) > len(begun) for one in tokens)] or paths
    words = table.game.look.token_words
    firsts = dict.fromkeys(path[len(begun)] for path in leading if len(path) > len(begun))
    if set(firsts) <= {kind.move.verb for kind in table.game.moves.numbering}:
        return NOTHING_MEANT
    named = [words.get(first, first) for first in firsts]
    if len(named) > MOST_NAMED:
        named = [*named[: MOST_NAMED - 1], "another"]
    listed = " or ".join(filter(None, (", ".join(named[:-1]), named[-1])))
    return Rejection("choose-first", f"Choose {listed} first.")


def _place(path: Tokens, tokens: Tokens) -> int:
    """Return where tokens stand next to each other in a path, or -1."""
    size = len(tokens)
    return next((at for at in range(len(path) - size + 1) if tuple(path[at : at + size]) == tuple(tokens)), -1)


def _meant(table: Table[Any], options: Options, tokens: Sequence[Tokens], begun: Tokens) -> Iterator[Move]:
    """Yield moves with these tokens, the most likely first: kinds of moves that are possible now, then all others."""
    possible: dict[type[Move], list[Move]] = {}
    for first, last in options.rows:
        for packed in dict.fromkeys((first, last)):
            move = table.game.moves.unpack(packed)
            possible.setdefault(type(move), []).append(move)
    kinds = sorted(table.game.moves.numbering, key=lambda kind: kind.move not in possible)
    found = (
        move
        for kind in kinds
        for one in tokens
        for move in _filled(kind, possible, tuple(begun), tuple(one))
        if move.tokens[: len(begun)] == tuple(begun) and _place(move.tokens[len(begun) :], one) >= 0
    )
    return islice(found, MOST_TRIED)


def _filled(kind: Kind, possible: dict[type[Move], list[Move]], begun: Tokens, tokens: Tokens) -> Iterator[Move]:
    """Yield moves of a kind whose fields are the tokens, and otherwise those of possible moves."""
    wanted = (*begun, *tokens)
    alike = possible.get(kind.move) or [move for moves in possible.values() for move in moves]
    values: list[list[Any]] = []
    for name, domain in kind.domains.items():
        named = [value for token in wanted if (value := _value(domain, token)) is not None]
        others = [getattr(move, name) for move in alike if hasattr(move, name)]
        fitting = [value for value in others if _fits(domain, value)]
        usual = [None] if isinstance(domain, Maybe) else []
        values.append(list(dict.fromkeys([*named, *usual, *islice(dict.fromkeys(fitting), 2), domain.value(0)])))
    for chosen in islice(product(*values), 4 * MOST_TRIED):
        yield kind.move(**dict(zip(kind.domains, chosen, strict=True)))


def _fits(domain: Domain, value: Any) -> bool:
    try:
        domain.index(value)
    except ValueError:
        return False
    return True


def _value(domain: Domain, token: str) -> Any:
    """Return the value that a token stands for in a field, or None."""
    inner = domain.inner if isinstance(domain, Maybe) else domain
    if isinstance(inner, Number):
        text = token.removeprefix(f"{inner.label} ") if inner.label else token
        if not text.isdecimal() or (inner.label and text == token):
            return None
        number = int(text)
        return number if inner.low <= number <= inner.high else None
    return _by_token(inner).get(token) if isinstance(inner, Among) else None


@lru_cache(256)
def _by_token(domain: Among) -> dict[str, str]:
    return {domain.token(name): name for name in domain.names}
