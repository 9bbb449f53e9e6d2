"""What a game is: one class that binds its record, rules, moves, events and words together."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Literal, get_args, get_origin, get_type_hints

import msgspec
import numpy as np

from ludex.core.chance import secret_seed
from ludex.core.errors import BadOption
from ludex.core.events import Events
from ludex.core.fields import domains_of
from ludex.core.kernel import CompiledKernel, InterpretedKernel, Kernel, Rules, gather_rules
from ludex.core.moves import Move, Moves
from ludex.core.record import Record, State, States, load_twin, store_twin
from ludex.core.rule import interpreting

if TYPE_CHECKING:
    from ludex.core.table import Table


class GameOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of a game's options (edition, map, deck, variant): fields with types and defaults."""


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: scores, ranks (1 is best, equal ranks are shared), winners, and why it ended.

    >>> Outcome.of([12, 30, 30], [0, 0, 0], "the last round was played").ranks
    (3, 1, 1)
    """

    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str

    @classmethod
    def of(cls, scores: Sequence[int], ties: Sequence[int], reason: str, out: int | None = None) -> Outcome:
        """From scores and tie-breaks, both larger is better; a seat that is `out` ranks behind all others."""
        keys = [(seat != out, score, tie) for seat, (score, tie) in enumerate(zip(scores, ties, strict=True))]
        ranks = tuple(1 + sum(other > key for other in keys) for key in keys)
        winners = tuple(seat for seat, rank in enumerate(ranks) if rank == 1 and seat != out)
        return cls(tuple(scores), ranks, winners, reason)


_COMPILED: dict[type, CompiledKernel] = {}
_INTERPRETED: dict[type, InterpretedKernel] = {}


class Game:
    """A game. Subclass it, fill in the class attributes, and offer the class under the entry point `ludex.games`.

    What can be left out is: options, events, bots, laws, `prepare`, `view` and `facts`.
    """

    name: str
    title: str
    version: str = "1"
    """Of the rules: raised whenever the same moves could lead to another state."""
    seats: range
    record: ClassVar[Record]
    moves: ClassVar[Moves]
    events: ClassVar[Events] = Events()
    rules: ClassVar[Any] = None
    """The module the rules are in; None means the module of the class."""
    options: ClassVar[type[GameOptions]] = GameOptions
    bots: ClassVar[Mapping[str, Callable[..., Any]]] = {}
    """Compiled bots by name: rules `(s, seat, options, count, dice) -> move`. `random` and `first` are always there."""
    reasons: ClassVar[Mapping[int, tuple[str, str]]] = {}
    """For every code of `why_not`: a stable name, and a sentence with the names that `facts` gives in braces."""
    endings: ClassVar[Mapping[int, str]] = {}
    """For every value of `over`: why the game ended."""
    laws: ClassVar[Mapping[int, str]] = {}
    """For every code of `audit`: the law that is broken."""
    view_type: ClassVar[Any] = None
    """The type of the game's views; by default one with the record's fields."""
    max_options: ClassVar[int] = 256
    """Rows `legal` may write."""
    max_events: ClassVar[int] = 256
    """Events one move may cause."""
    max_moves: ClassVar[int] = 100_000
    """No game takes longer: a simulation stops there, and the conformance kit calls it a fault."""

    def __init_subclass__(cls) -> None:
        if "record" in cls.__dict__ and "view_type" not in cls.__dict__:
            fields = [(name, _view_of(cls.record.dtype[name])) for name in cls.record.names[1:]]
            cls.view_type = msgspec.defstruct("View", fields, frozen=True)

    @property
    def about(self) -> str:
        """The game in a sentence or two: by default the first paragraph of its class's docstring.

        >>> import ludex
        >>> ludex.game("automation").about
        'Automation: The Game, a deck-building game for 1 to 4.'
        """
        return (inspect.getdoc(type(self)) or "").split("\n\n")[0]

    @property
    def definition(self) -> Mapping[str, Any] | None:
        """What a game made of a JSON file was made of. Histories carry it, and need no file to be replayed."""
        return None

    def prepare(self, s: State, options: Any) -> None:
        """Write the game's options into a blank record, before `setup`. `s.seats` is already there."""

    def view(self, s: State, seat: int | None) -> Any:
        """All that a seat (None: a spectator) may know, as an immutable typed value. `s` is already hidden."""
        return self.view_type(**{name: frozen(getattr(s, name)) for name in self.record.names[1:]})

    def facts(self, s: State, seat: int, move: Move) -> Mapping[str, Any]:
        """What the sentences in `reasons` may quote. `s` is hidden as for the seat, so nothing can slip out."""
        return {name: getattr(move, name) for name in domains_of(type(move))}

    def draw(self, view: Any) -> str:
        """A view as a person at a terminal wants it."""
        return "\n".join(f"{name}: {getattr(view, name)}" for name in view.__struct_fields__)

    @cached_property
    def kernel(self) -> Kernel:
        """The rules, compiled, or interpreted where `LUDEX_INTERPRET=1`."""
        return self.interpreted if interpreting() else self.compiled

    @property
    def compiled(self) -> CompiledKernel:
        """The compiled rules: one kernel for all games of a class, whatever their names and options."""
        if type(self) not in _COMPILED:
            _COMPILED[type(self)] = CompiledKernel(type(self).__name__, self.all_rules())
        return _COMPILED[type(self)]

    @property
    def interpreted(self) -> InterpretedKernel:
        """The same rules interpreted."""
        if type(self) not in _INTERPRETED:
            _INTERPRETED[type(self)] = InterpretedKernel(self.all_rules())
        return _INTERPRETED[type(self)]

    @classmethod
    def all_rules(cls) -> Rules:
        """The game's rules and bots, by the names the generic loops call them."""
        module = cls.rules or sys.modules[cls.__module__]
        return gather_rules(cls.__name__, vars(module), cls.bots)

    @cached_property
    def bot_slots(self) -> Mapping[str, int]:
        """The slot of every bot in the compiled loops."""
        return {name: slot for slot, name in enumerate(("random", "first", *self.bots))}

    def read_options(self, given: Mapping[str, Any]) -> GameOptions:
        """Typed options from keyword arguments or JSON; unknown names and bad values are refused.

        >>> from ludex.games.automation import Automation
        >>> Automation().read_options({"edition": "expanded"}).edition
        'expanded'
        """
        known = self.option_choices
        for name, value in given.items():
            if name not in known:
                raise BadOption(f"{self.name} has no option {name!r}; it has {', '.join(known) or 'none'}")
            if isinstance(known[name], tuple) and value not in known[name]:
                raise BadOption(f"{self.name}: {name} is {value!r}; expected one of {', '.join(map(str, known[name]))}")
        try:
            return msgspec.convert(dict(given), self.options, strict=False)
        except (msgspec.ValidationError, ValueError) as error:
            raise BadOption(f"{self.name}: options {dict(given)!r} do not fit: {error}") from None

    @cached_property
    def option_choices(self) -> Mapping[str, Any]:
        """Every option with its values, where they are few, or else its type.

        >>> import ludex
        >>> ludex.game("automation").option_choices["edition"]
        ('base', 'expanded')
        """
        hints = get_type_hints(self.options)
        fields = {field.name: hints[field.name] for field in msgspec.structs.fields(self.options)}
        return {name: get_args(hint) if get_origin(hint) is Literal else hint for name, hint in fields.items()}

    def template(self, seats: int, options: GameOptions) -> States:
        """A record with the options written in, not yet set up."""
        if seats not in self.seats:
            fewest, most = self.seats[0], self.seats[-1]
            expected = str(most) if fewest == most else f"{fewest} to {most}"
            raise BadOption(f"{self.name} is for {expected} seats, not {seats}")
        states = self.record.new()
        states["seats"] = seats
        s = load_twin(states, 0)
        try:
            self.prepare(s, options)
            store_twin(s, states, 0)
        except ValueError as error:
            raise BadOption(f"{self.name}: {error}") from error
        return states

    def new(
        self,
        seats: int | None = None,
        seed: int | str | bytes | None = None,
        *,
        players: Sequence[str] | None = None,
        **options: Any,
    ) -> Table:
        """A table with this game, set up and waiting for its first move.

        >>> import ludex
        >>> table = ludex.game("automation").new(2, seed=7, edition="base")
        >>> table.waiting
        (0,)
        """
        count = seats if seats is not None else len(players) if players else max(2, self.seats[0])
        return self.make_table(count, secret_seed(seed), self.read_options(options), players)

    def make_table(self, seats: int, seed: bytes, options: GameOptions, players: Sequence[str] | None) -> Table:
        """A table from values that were read already. A game with a table class of its own gives one of those."""
        from ludex.core.table import Table

        return Table(self, seats, seed, options, players)

    def __repr__(self) -> str:
        return f"<Game {self.name}>"


def _view_of(field: np.dtype[Any]) -> Any:
    """The type of a record's field in a view: a number, or tuples of numbers as deep as the field is."""
    kind: Any = int
    for _ in field.shape:
        kind = tuple[kind, ...]
    return kind


def frozen(value: Any) -> Any:
    """Numbers as they are, nested fields as tuples."""
    return value if isinstance(value, int) else tuple(frozen(item) for item in value)


def packed_rows(kernel: Kernel, states: States, seat: int, capacity: int) -> list[tuple[int, int]]:
    """What `legal` offers a seat, as pairs; the buffer grows if the game offers more than it said it would."""
    out = np.zeros((capacity, 2), np.int64)
    count = kernel.legal(states, 0, seat, out)
    if count > capacity:
        return packed_rows(kernel, states, seat, count)
    return [(first, last) for first, last in out[:count].tolist()]
