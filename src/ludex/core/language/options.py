"""Options: the legal moves of a seat, as a sequence that keeps ranges as ranges."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, cast, overload

import msgspec
from typing_extensions import TypeVar

from ludex.core.language.errors import UnreadableMove
from ludex.core.language.fields import Number, domains_of
from ludex.core.language.moves import Move, Moves

M = TypeVar("M", bound=Move, default=Move, covariant=True)
"""The moves of a game: a union of their types."""


class Span(NamedTuple):
    """A number still to be chosen, offered as a range."""

    low: int
    high: int
    label: str = ""

    def __str__(self) -> str:
        return f"{self.label} {self.low}…{self.high}".strip()


def is_among(packed: int, rows: Iterable[tuple[int, int]]) -> bool:
    """Return whether a packed move is among rows of options: pairs of a first and a last packed move.

    >>> is_among(7, [(1, 1), (5, 9)])
    True
    """
    return any(first <= packed <= last for first, last in rows)


class Options(Sequence[M]):
    """The legal moves of a seat: an immutable sequence that keeps ranges as ranges.

    >>> import ludex
    >>> from ludex.games.automation import BuyCard
    >>> table = ludex.game("automation").new(2, seed=7)
    >>> for move in ("play Bitcoin", "play Bitcoin", "end phase"):
    ...     _ = table.play(0, move)
    >>> options = table.options(0)
    >>> options
    <Options: buy Bitcoin, buy Method, buy Bug, buy Refactor, end phase>
    >>> len(options), BuyCard("Method") in options, BuyCard("Module") in options, options[-1]
    (5, True, False, EndPhase())
    >>> options.next_tokens(), options.next_tokens("buy")
    (('buy', 'end phase'), ('Bitcoin', 'Method', 'Bug', 'Refactor'))

    A number is offered as a range: the path of "bid 15 to 41" is `("bid", Span(15, 41))`.
    """

    __slots__ = ("_count", "_moves", "_rows")

    def __init__(self, moves: Moves, rows: Sequence[tuple[int, int]]) -> None:
        self._moves = moves
        self._rows = tuple(rows)
        self._count = -1

    @property
    def rows(self) -> tuple[tuple[int, int], ...]:
        """The options in packed form, as pairs (first, last)."""
        return self._rows

    def __len__(self) -> int:
        count = self._count
        if count < 0:
            count = len(self._rows)
            for first, last in self._rows:
                count += last - first
            self._count = count
        return count

    @overload
    def __getitem__(self, index: int) -> M: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[M, ...]: ...
    def __getitem__(self, index: int | slice) -> M | tuple[M, ...]:
        if isinstance(index, slice):
            return tuple(self[i] for i in range(*index.indices(len(self))))
        at = index + len(self) if index < 0 else index
        if at >= 0:
            for first, last in self._rows:
                at += first
                if at <= last:
                    return cast(M, self._moves.unpack(at))
                at -= last + 1
        raise IndexError(f"option {index} of {len(self)}")

    def __iter__(self) -> Iterator[M]:
        for first, last in self._rows:
            for packed in range(first, last + 1):
                yield cast(M, self._moves.unpack(packed))

    def __contains__(self, move: object) -> bool:
        try:
            return isinstance(move, Move) and self.has_packed(self._moves.pack(move))
        except UnreadableMove:
            return False

    def has_packed(self, packed: int) -> bool:
        """Return whether a packed move is among the options."""
        return is_among(packed, self._rows)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Options) and self._rows == other._rows

    def __hash__(self) -> int:
        return hash(self._rows)

    @property
    def paths(self) -> tuple[tuple[str | Span, ...], ...]:
        """Every option as a path of tokens. A range ends in a `Span`."""
        return tuple(path for first, last in self._rows for path in self._row_paths(first, last))

    def _row_paths(self, first: int, last: int) -> Iterator[tuple[str | Span, ...]]:
        if self._is_span(first, last):
            move = self._moves.unpack(first)
            domain = list(domains_of(type(move)).values())[-1]
            low, high = (getattr(self._moves.unpack(at), type(move).__struct_fields__[-1]) for at in (first, last))
            yield (*move.tokens[:-1], Span(low, high, domain.label if isinstance(domain, Number) else ""))
        else:
            yield from (self._moves.unpack(packed).tokens for packed in range(first, last + 1))

    @property
    def texts(self) -> tuple[str, ...]:
        """The text of every option, in the order of `paths`. A range ends in its first number.

        >>> import ludex
        >>> ludex.game("automation").new(2, seed=7).options(0).texts
        ('play Bitcoin', 'end phase')
        """
        return tuple(
            str(self._moves.unpack(packed)) for first, last in self._rows for packed in self._steps(first, last)
        )

    @property
    def meant(self) -> tuple[tuple[tuple[str | Span, ...], str], ...]:
        """Every path with the general meaning of the option: see `Move.means`."""
        return tuple(
            (path, self._moves.unpack(first).means)
            for first, last in self._rows
            for path in self._row_paths(first, last)
        )

    def _steps(self, first: int, last: int) -> range:
        """Return the packed moves that represent a row: all of them, or the first of a range of numbers."""
        return range(first, first + 1) if self._is_span(first, last) else range(first, last + 1)

    def _is_span(self, first: int, last: int) -> bool:
        domains = list(domains_of(type(self._moves.unpack(first))).values())
        return last > first and isinstance(domains[-1], Number)

    def next_tokens(self, *path: str) -> tuple[str | Span, ...]:
        """Return what can follow a path. Pages and terminals use this to narrow a move down, token by token."""
        following = (p[len(path)] for p in self.paths if p[: len(path)] == path and len(p) > len(path))
        return tuple(dict.fromkeys(following))

    def to_data(self) -> list[dict[str, Any]]:
        """Return the options as data for JSON: moves, and ranges as moves whose last field has `low` and `high`.

        >>> import ludex
        >>> ludex.game("automation").new(2, seed=7).options(0).to_data()
        [{'type': 'PlayCard', 'card': 'Bitcoin'}, {'type': 'EndPhase'}]
        """
        return [data for first, last in self._rows for data in self._row_data(first, last)]

    def _row_data(self, first: int, last: int) -> Iterator[dict[str, Any]]:
        moves = self._moves.unpack(first), self._moves.unpack(last)
        if self._is_span(first, last):
            low, high = (msgspec.to_builtins(move) for move in moves)
            name = list(domains_of(type(moves[0])))[-1]
            yield {**low, name: {"low": low[name], "high": high[name]}}
        else:
            yield from (msgspec.to_builtins(self._moves.unpack(packed)) for packed in range(first, last + 1))

    def __repr__(self) -> str:
        return f"<Options: {', '.join(' '.join(map(str, path)) for path in self.paths)}>"
