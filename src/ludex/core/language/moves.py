"""Moves: small typed values with a packed form (a number), a text form and a JSON form.

A game declares its moves as classes; `Moves` numbers them. The last field of a move varies fastest in the packed form,
so that "bid 5 to 41" is one range of numbers, and `legal` can offer it in one row. Only this module and `dispatch` know
the packed form: rules get the fields of a move, and offer moves by their class and fields.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from typing import Any, ClassVar, Literal, NamedTuple, TypeAlias, Union

import msgspec
import numpy as np
import numpy.typing as npt

from ludex.core.language.errors import NOT_JSON, UnreadableMove, json_fault, quote
from ludex.core.language.fields import Domain, Maybe, domains_of, is_labelled
from ludex.core.language.json_keys import single_keys
from ludex.core.language.rule import rule

Rows: TypeAlias = npt.NDArray[np.int64]
"""Rows of numbers, to which `legal` and `scores` write."""

REMEMBERED = 10_000
"""Number of patterns of unpacked moves that a game caches. They are never handed out."""
FIELDS = 4
"""Largest number of fields of a move."""
FIRST, LAST, BASE = range(3)
"""The layout of a kind of move begins with its first and last packed form and the sum of all constant parts."""
STRIDE, SIZE, LEAST, FLOOR = range(4)
"""Then follow, for each of four fields: the distance between neighbouring values, their number, the number that rules
use for the first of them, and the least number that rules may use (lower if the field may be left out)."""
NO_FLOOR = -(2**62)


class Move(msgspec.Struct, frozen=True, tag=True):
    """Base of a game's moves. People type and read its `verb`, followed by the fields.

    A game declares them like this::

        class BuyCard(Move, frozen=True):
            verb: ClassVar[str] = "buy"
            card: Annotated[str, Among("Method", "Module")]

    >>> from ludex.games.automation import BuyCard
    >>> str(BuyCard("Module")), BuyCard("Module").tokens
    ('buy Module', ('buy', 'Module'))
    """

    verb: ClassVar[str] = ""
    means: ClassVar[Literal["", "pass", "bid", "draw", "concede"]] = ""
    """The meaning of the move for code that does not know the game: standing orders pass and bid for a player, a draw
    can be offered, and the game conceded. The last field of a bid is its amount."""
    ludex_constant: ClassVar[tuple[int, ...]]
    """The value of the class in compiled rules: its layout."""
    ludex_rules: ClassVar[dict[tuple[str, int | None], Callable[..., Any]]]
    """The kind's refusals and effects, by phase."""

    @property
    def tokens(self) -> tuple[str, ...]:
        """The move as a path of things a person can point at."""
        fields = (str(domain.token(getattr(self, name))) for name, domain in domains_of(type(self)).items())
        return tuple(token for token in (self.verb, *fields) if token)

    def __str__(self) -> str:
        return " ".join(self.tokens)


class Kind(NamedTuple):
    """A kind of move in a game's numbering."""

    move: type[Move]
    first: int
    size: int
    domains: dict[str, Domain]
    steps: tuple[tuple[str, int, Callable[[Any], int]], ...]
    """Every field's name, its number of values, and the function that numbers them."""

    @property
    def layout(self) -> tuple[int, ...]:
        """The layout of the kind for compiled rules."""
        fields: list[int] = []
        base, stride = self.first, self.size
        for domain in self.domains.values():
            stride //= domain.size
            maybe = isinstance(domain, Maybe)
            least = domain.lowest - maybe
            base -= stride * least
            fields += [stride, domain.size, least, least if maybe else NO_FLOOR]
        rest = [0, 1, 0, NO_FLOOR] * (FIELDS - len(self.domains))
        return (self.first, self.first + self.size - 1, base, *fields, *rest)


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
        self._kinds: dict[type[Move], Kind] = {}
        self.size = 0
        for kind in kinds:
            domains = domains_of(kind)
            if len(domains) > FIELDS:
                raise TypeError(f"{kind.__name__} has {len(domains)} fields; a move has at most {FIELDS}")
            count = reduce(lambda product, domain: product * domain.size, domains.values(), 1)
            steps = tuple((name, domain.size, domain.index) for name, domain in domains.items())
            self._kinds[kind] = Kind(kind, self.size, count, domains, steps)
            if "ludex_constant" not in kind.__dict__:
                kind.ludex_constant = self._kinds[kind].layout
            self.size += count
        self._decoder = msgspec.json.Decoder(Union[kinds])  # noqa: UP007  (made of a tuple, at run time)
        self._encoder = msgspec.json.Encoder()
        self._unpacked: dict[int, Move] = {}

    @property
    def kinds(self) -> tuple[type[Move], ...]:
        """The classes of moves, in the order of their numbers."""
        return tuple(self._kinds)

    @property
    def numbering(self) -> tuple[Kind, ...]:
        """The kinds of moves with their numbers."""
        return tuple(self._kinds.values())

    def __repr__(self) -> str:
        return f"<Moves: {', '.join(map(self.form, self._kinds))}>"

    def first(self, kind: type[Move]) -> int:
        """Return the packed form of the first move of a kind."""
        return self._kinds[kind].first

    def pack(self, move: Move) -> int:
        """Return the move's number."""
        entry = self._kinds.get(type(move))
        if entry is None:
            names = ", ".join(kind.__name__ for kind in self._kinds)
            raise UnreadableMove(f"{quote(move)} is not a move of this game: expected one of {names}")
        packed = 0
        for name, size, index in entry.steps:
            try:
                packed = packed * size + index(getattr(move, name))
            except ValueError as error:
                raise UnreadableMove(f"{type(move).__name__}.{name}: {error}") from None
        return entry.first + packed

    def unpack(self, packed: int) -> Move:
        """Return the move with that number, a new object each time, so that changing it affects no other code."""
        pattern = self._unpacked.get(packed)
        if pattern is None:
            if len(self._unpacked) >= REMEMBERED:
                self._unpacked.clear()
            pattern = self._unpacked[packed] = self._unpack(packed)
        return msgspec.structs.replace(pattern)

    def expect_packed(self, packed: int) -> None:
        """Raise `UnreadableMove` for a number that is not a packed move: rules rely on its being one."""
        if not 0 <= packed < self.size:
            raise UnreadableMove(f"{quote(packed)} is not a packed move: expected 0 to {self.size - 1}")

    def _unpack(self, packed: int) -> Move:
        self.expect_packed(packed)
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
        raise UnreadableMove(self._say_unreadable(text, reasons), tells_kinds=True)

    def _say_unreadable(self, text: str, reasons: Mapping[type[Move], str]) -> str:
        """Describe what is wrong with the moves that begin with this verb, or list every kind of move."""
        meant = {kind: reason for kind, reason in reasons.items() if kind.verb}
        if not meant:
            forms = "; ".join(map(self.form, self._kinds))
            return f"cannot read {quote(text)}: {'; '.join(reasons.values()) or 'unknown verb'}. Moves are: {forms}"
        forms = " or ".join(map(self.form, meant))
        return f"cannot read {quote(text)}: {'; '.join(meant.values())}. Expected: {forms}"

    def _parse_fields(self, entry: Kind, text: str) -> Move:
        """Read the fields in their order, and labelled ones in any order."""
        values = {}
        left = dict(entry.domains)
        while left:
            name = next((name for name, domain in left.items() if is_labelled(domain, text)), next(iter(left)))
            values[name], text = left.pop(name).read(text)
        if text:
            raise ValueError(f"{quote(text)} is more than a move of the form {self.form(entry.move)}")
        return entry.move(**values)

    def form(self, kind: type[Move]) -> str:
        """Return the written form of a kind of move, e.g. `buy <card>`."""
        fields = (f"[{name}]" if isinstance(d, Maybe) else f"<{name}>" for name, d in self._kinds[kind].domains.items())
        return " ".join([kind.verb, *fields]).strip()

    def to_json(self, move: Move) -> str:
        """Return the move as JSON, tagged with its kind."""
        return self._encoder.encode(move).decode()

    def from_json(self, text: str | bytes) -> Move:
        """Read a move from JSON. A value outside its field's domain is refused."""
        move = self._decode(text)
        self.pack(move)
        return move

    def _decode(self, text: str | bytes) -> Move:
        try:
            move: Move = self._decoder.decode(single_keys(text))
        except NOT_JSON as error:
            raise UnreadableMove(f"cannot read {quote(text)} as a move: {json_fault(error)}") from None
        return move


@rule
def option(out: Any, count: int, move: int) -> int:
    """Offer one move: write it as row `count` of `out`, return the new count."""
    return option_range(out, count, move, move)


@rule
def option_range(out: Any, count: int, first: int, last: int) -> int:
    """Offer all moves from first to last (nothing if last < first). Past the end of `out`, rows are only counted."""
    if last < first:
        return count
    if count < len(out):
        out[count, 0] = first
        out[count, 1] = last
    return count + 1
