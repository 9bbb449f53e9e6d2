"""Moves: small typed values with a packed form (a number), a text form and a JSON form.

A game declares its moves as classes; `Moves` numbers them. The last field of a move runs fastest in the packed form, so
that "bid 5 to 41" is one stretch of numbers, and `legal` can offer it in one row.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from typing import Any, ClassVar, NamedTuple, Union, overload

import msgspec

from ludex.core.errors import UnreadableMove, quote
from ludex.core.fields import Domain, Maybe, Number, domains_of, is_labelled
from ludex.core.rule import rule

REMEMBERED = 10_000
"""How many unpacked moves a game keeps at hand."""


class Move(msgspec.Struct, frozen=True, tag=True):
    """Base of a game's moves. `verb` is what people type and read; the fields follow it.

    A game declares them like this:

        class BuyCard(Move, frozen=True):
            verb: ClassVar[str] = "buy"
            card: Annotated[str, Among("Method", "Module")]

    >>> from ludex.games.automation import BuyCard
    >>> str(BuyCard("Module")), BuyCard("Module").tokens
    ('buy Module', ('buy', 'Module'))
    """

    verb: ClassVar[str] = ""

    @property
    def tokens(self) -> tuple[str, ...]:
        """The move as a path of things a person can point at."""
        fields = (str(domain.token(getattr(self, name))) for name, domain in domains_of(type(self)).items())
        return tuple(token for token in (self.verb, *fields) if token)

    def __str__(self) -> str:
        return " ".join(self.tokens)


class _Kind(NamedTuple):
    move: type[Move]
    first: int
    size: int
    domains: dict[str, Domain]


class Moves:
    """All moves of a game, numbered.

    >>> from ludex.games.automation import BuyCard, EndPhase
    >>> moves = Moves(EndPhase, BuyCard)
    >>> moves.first(BuyCard), moves.pack(BuyCard("Bitcoin")), moves.unpack(2)
    (1, 1, BuyCard(card='Ethereum'))
    >>> moves.parse("BUY code review"), moves.from_json(moves.to_json(EndPhase()))
    (BuyCard(card='Code Review'), EndPhase())
    """

    def __init__(self, *kinds: type[Move]) -> None:
        self._kinds: dict[type[Move], _Kind] = {}
        self.size = 0
        for kind in kinds:
            domains = domains_of(kind)
            count = reduce(lambda product, domain: product * domain.size, domains.values(), 1)
            self._kinds[kind] = _Kind(kind, self.size, count, domains)
            self.size += count
        self._decoder = msgspec.json.Decoder(Union[kinds])  # noqa: UP007  (made of a tuple, at run time)
        self._encoder = msgspec.json.Encoder()
        self._unpacked: dict[int, Move] = {}

    @property
    def kinds(self) -> tuple[type[Move], ...]:
        return tuple(self._kinds)

    def first(self, kind: type[Move]) -> int:
        """The packed form of the first move of a kind: what rules add a card's or an amount's index to."""
        return self._kinds[kind].first

    def pack(self, move: Move) -> int:
        """The move's number."""
        entry = self._kinds.get(type(move))
        if entry is None:
            names = ", ".join(kind.__name__ for kind in self._kinds)
            raise UnreadableMove(f"{quote(move)} is no move of this game: expected one of {names}")
        packed = 0
        for name, domain in entry.domains.items():
            try:
                packed = packed * domain.size + domain.index(getattr(move, name))
            except ValueError as error:
                raise UnreadableMove(f"{type(move).__name__}.{name}: {error}") from None
        return entry.first + packed

    def unpack(self, packed: int) -> Move:
        """The move with that number."""
        known = self._unpacked.get(packed)
        if known is None:
            if len(self._unpacked) >= REMEMBERED:
                self._unpacked.clear()
            known = self._unpacked[packed] = self._unpack(packed)
        return known

    def _unpack(self, packed: int) -> Move:
        if not 0 <= packed < self.size:
            raise UnreadableMove(f"{packed} is no packed move: expected 0 to {self.size - 1}")
        entry = next(entry for entry in self._kinds.values() if packed < entry.first + entry.size)
        rest = packed - entry.first
        values: dict[str, Any] = {}
        for name, domain in reversed(entry.domains.items()):
            rest, index = divmod(rest, domain.size)
            values[name] = domain.value(index)
        return entry.move(**values)

    def parse(self, text: str) -> Move:
        """Read a move as a person types it."""
        text = text.strip()
        reasons: dict[type[Move], str] = {}
        for kind, entry in self._kinds.items():
            verb, rest = text[: len(kind.verb)], text[len(kind.verb) :]
            if verb.casefold() != kind.verb.casefold() or (verb and rest and not rest[0].isspace()):
                continue
            try:
                return self._parse_fields(entry, rest.strip())
            except ValueError as error:
                reasons[kind] = str(error)
        raise UnreadableMove(self._say_unreadable(text, reasons))

    def _say_unreadable(self, text: str, reasons: Mapping[type[Move], str]) -> str:
        """What is wrong with the moves that begin with this verb; if there are none, all moves that there are."""
        meant = {kind: reason for kind, reason in reasons.items() if kind.verb}
        if not meant:
            forms = "; ".join(map(self.form, self._kinds))
            return f"cannot read {text!r}: {'; '.join(reasons.values()) or 'unknown verb'}. Moves are: {forms}"
        forms = " or ".join(map(self.form, meant))
        return f"cannot read {text!r}: {'; '.join(meant.values())}. Expected: {forms}"

    def _parse_fields(self, entry: _Kind, text: str) -> Move:
        """Fields come in their order; those with a label, in any."""
        values = {}
        left = dict(entry.domains)
        while left:
            name = next((name for name, domain in left.items() if is_labelled(domain, text)), next(iter(left)))
            values[name], text = left.pop(name).read(text)
        if text:
            raise ValueError(f"{text!r} is more than a move of the form {self.form(entry.move)}")
        return entry.move(**values)

    def form(self, kind: type[Move]) -> str:
        """How a kind of move is written, e.g. `buy <card>`."""
        fields = (f"[{name}]" if isinstance(d, Maybe) else f"<{name}>" for name, d in self._kinds[kind].domains.items())
        return " ".join([kind.verb, *fields]).strip()

    def to_json(self, move: Move) -> str:
        """The move as JSON, tagged with its kind."""
        return self._encoder.encode(move).decode()

    def from_json(self, text: str | bytes) -> Move:
        """Read a move from JSON; a value outside its field's domain is refused."""
        try:
            move: Move = self._decoder.decode(text)
        except msgspec.MsgspecError as error:
            raise UnreadableMove(f"cannot read {text!r} as a move: {error}") from None
        self.pack(move)
        return move


@rule
def option(out: Any, count: int, move: int) -> int:
    """Offer one move: write it as row `count` of `out`, return the new count."""
    return option_range(out, count, move, move)


@rule
def option_range(out: Any, count: int, first: int, last: int) -> int:
    """Offer all moves from first to last (nothing if last < first). Past the end of `out`, only counts."""
    if last < first:
        return count
    if count < len(out):
        out[count, 0] = first
        out[count, 1] = last
    return count + 1


class Span(NamedTuple):
    """A number still to be chosen, offered as a range."""

    low: int
    high: int
    label: str = ""

    def __str__(self) -> str:
        return f"{self.label} {self.low}…{self.high}".strip()


class Options(Sequence[Move]):
    """What a seat may do now: an immutable sequence of moves that keeps ranges as ranges.

    >>> import ludex
    >>> from ludex.games.automation import BuyCard
    >>> table = ludex.game("automation").new(2, seed=7)
    >>> for move in ("end phase", "play Bitcoin", "play Bitcoin", "end phase"):
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

    __slots__ = ("_moves", "_rows")

    def __init__(self, moves: Moves, rows: Sequence[tuple[int, int]]) -> None:
        self._moves = moves
        self._rows = tuple(rows)

    @property
    def rows(self) -> tuple[tuple[int, int], ...]:
        """The options in packed form, as pairs (first, last)."""
        return self._rows

    def __len__(self) -> int:
        return sum(last - first + 1 for first, last in self._rows)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Move, ...]: ...
    def __getitem__(self, index: int | slice) -> Move | tuple[Move, ...]:
        if isinstance(index, slice):
            return tuple(self[i] for i in range(*index.indices(len(self))))
        at = index + len(self) if index < 0 else index
        for first, last in self._rows:
            if 0 <= at <= last - first:
                return self._moves.unpack(first + at)
            at -= last - first + 1
        raise IndexError(f"option {index} of {len(self)}")

    def __iter__(self) -> Iterator[Move]:
        for first, last in self._rows:
            for packed in range(first, last + 1):
                yield self._moves.unpack(packed)

    def __contains__(self, move: object) -> bool:
        try:
            return isinstance(move, Move) and self.has_packed(self._moves.pack(move))
        except UnreadableMove:
            return False

    def has_packed(self, packed: int) -> bool:
        """Whether a packed move is among the options."""
        return any(first <= packed <= last for first, last in self._rows)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Options) and self._rows == other._rows

    def __hash__(self) -> int:
        return hash(self._rows)

    @property
    def paths(self) -> tuple[tuple[str | Span, ...], ...]:
        """Every option as a path of tokens; a range ends in a `Span`."""
        return tuple(path for first, last in self._rows for path in self._row_paths(first, last))

    def _row_paths(self, first: int, last: int) -> Iterator[tuple[str | Span, ...]]:
        move = self._moves.unpack(first)
        domains = list(domains_of(type(move)).values())
        if last > first and isinstance(domains[-1], Number):
            low, high = (getattr(self._moves.unpack(at), type(move).__struct_fields__[-1]) for at in (first, last))
            yield (*move.tokens[:-1], Span(low, high, domains[-1].label))
        else:
            yield from (self._moves.unpack(packed).tokens for packed in range(first, last + 1))

    def next_tokens(self, *path: str) -> tuple[str | Span, ...]:
        """What can follow a path: the way a page or a terminal narrows a move down, token by token."""
        following = (p[len(path)] for p in self.paths if p[: len(path)] == path and len(p) > len(path))
        return tuple(dict.fromkeys(following))

    def __repr__(self) -> str:
        return f"<Options: {', '.join(' '.join(map(str, path)) for path in self.paths)}>"
