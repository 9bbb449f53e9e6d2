"""Games: a class for each, which binds its record, rules, moves, settings and views together."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, get_args, get_origin

import msgspec
import numpy as np
from typing_extensions import TypeVar

from ludex.core.compile.move_dispatch import BotRule, Rules, gather_rules, is_held_out
from ludex.core.game.actions import Actions
from ludex.core.game.features import Features, Observation
from ludex.core.game.machine import Machine, layout_of
from ludex.core.game.new_table import NewTable, Seed, make_table
from ludex.core.game.position import Label, Position
from ludex.core.game.press import Press
from ludex.core.game.schema import schema_of
from ludex.core.language.chance import secret_seed
from ludex.core.language.events import Event, Events
from ludex.core.language.fields import domains_of
from ludex.core.language.interpreted_state import Cells
from ludex.core.language.moves import Move, Moves
from ludex.core.language.settings import GameSettings, read_settings
from ludex.core.language.views import GameView
from ludex.core.show.look import Look, text_next_to
from ludex.core.show.notebook import draw_card

if TYPE_CHECKING:
    from ludex.core.play.table import Table

V = TypeVar("V", default=Any)
S = TypeVar("S", bound=GameSettings, default=Any)


class Game(Generic[V, S]):
    """A game. Subclass it, fill in the class attributes, and offer the class under the entry point `ludex.games`.

    Settings, bots, labels, `prepare`, `view`, `facts` and `draw` can be left out. Events, reasons, laws and endings are
    those that the rules use. `ludex.core.language.contract` defines what each rule must do.
    """

    name: str
    title: str
    version: str = "1"
    """The version of the rules, raised whenever the same moves could lead to a different state."""
    seats: range
    record: ClassVar[Any]
    """The record's class."""
    moves: ClassVar[Moves]
    rules: ClassVar[Any] = None
    """The module that the rules are in. None means the module of the class."""
    bots: ClassVar[Mapping[str, BotRule | Callable[..., Any]]] = MappingProxyType({})
    """Compiled bots by name, made by `bot(...)`, weakest first. `random` and `first` are always there."""
    labels: ClassVar[Mapping[str, Label]] = MappingProxyType({})
    """The written form of fields in positions, where names are clearer than numbers."""
    new: NewTable[..., Any] = NewTable(None, GameSettings)
    """Sets up a table: `game.new(seats, seed, players, **settings)`. Declared by `new_table`.

    >>> import ludex
    >>> table = ludex.game("automation").new(2, seed=7, edition="base")
    >>> table.waiting
    (0,)
    """
    view_type: ClassVar[Any] = None
    """The type of the game's views, from `new_table(Table[View], …)`. By default it has the record's fields."""
    look: Look[Any] = Look()
    """The presentation of the game: as text, at a terminal, on a page, as a picture."""
    moves_tell: ClassVar[bool] = False
    """True if the others' moves reveal much about what they hide. A search then carries over, from one decision to the
    next, the worlds in which they would have moved like that."""
    models: ClassVar[Mapping[str, int]] = MappingProxyType({})
    """The bots that stand for the other players in the playouts of a search, with weights. Empty: the last bot."""
    looks_ahead: ClassVar[int] = 1
    """The number of milestones that a search looks ahead by default; 0: to the end of the game."""
    press: Press[Any] | None = None
    """The messages between players before they decide, in a game of negotiation."""
    seat_names: tuple[str, ...] = ()
    """The game's own names for its seats, if it has any, such as the powers of Diplomacy."""
    minutes: tuple[int, int] | None = None
    """The usual duration of a game between people: the least and the greatest number of minutes."""
    max_options: ClassVar[int] = 256
    """The most rows that `legal` may write."""
    max_events: ClassVar[int] = 256
    """The most events that one move may cause."""
    max_moves: int = 100_000
    """The most moves that a game may take. A simulation stops there, and the conformance kit reports a fault."""

    def __init_subclass__(cls) -> None:
        for name in ("bots", "labels"):
            if isinstance(cls.__dict__.get(name), dict):
                setattr(cls, name, MappingProxyType(cls.__dict__[name]))
        if isinstance(cls.__dict__.get("new"), NewTable) and "view_type" not in cls.__dict__:
            cls.view_type = _view_of(cls.__dict__["new"].table)
        if hasattr(cls, "record") and cls.view_type is None:
            layout = layout_of(cls)
            fields = [(name, _number_type(layout.dtype[name])) for name in layout.names[1:]]
            cls.view_type = msgspec.defstruct("View", fields, frozen=True)
        look = cls.__dict__.get("look")
        if look is not None and look.draws_svg is not None and issubclass(cls.view_type, GameView):
            cls.view_type._draws_svg = staticmethod(look.draws_svg)

    @property
    def about(self) -> str:
        """The game in a sentence or two: by default the first paragraph of its class's docstring.

        >>> import ludex
        >>> ludex.game("automation").about
        'Automation: The Game, in which 7 bitcoins and 3 methods grow into a deck that almost plays itself.'
        """
        return (inspect.getdoc(type(self)) or "").split("\n\n")[0]

    @property
    def usual_seats(self) -> int:
        """The usual number of players, and the default number of seats at a table."""
        return 4 if 4 in self.seats else self.seats[-1]

    @property
    def bots_by_strength(self) -> tuple[str, ...]:
        """All bots, the weakest first: by default in the order of declaration, after the bots that every game has.

        >>> import ludex
        >>> ludex.game("automation").bots_by_strength[-1]
        'architect'
        """
        return tuple(self.machine.bot_slots)

    @property
    def usual_bots(self) -> tuple[str, ...]:
        """The bots that people usually play against, the strongest first: by default the game's three best that are not
        held out."""
        return tuple(name for name in reversed(tuple(self.bots)) if not is_held_out(self.bots[name]))[:3] or ("random",)

    @property
    def civil_disorder(self) -> Callable[[Any], Move] | None:
        """A function from requests to moves that decides for a seat whose player has left, if the rules define it."""
        return None

    @property
    def definition(self) -> Mapping[str, Any] | None:
        """The data that the game was made from, if any. Histories contain it, so that replaying them needs no file."""
        return None

    @property
    def settings(self) -> type[S]:
        """The class of the game's settings."""
        kind: type[S] = self.new.settings
        return kind

    def prepare(self, s: Any, settings: S) -> None:
        """Write the game's settings into a blank record, before `setup`. `s.seats` is already there."""

    def labels_for(self, settings: S) -> Mapping[str, Label]:
        """Return the labels of positions with these settings, where names depend on them, as the cities of a map do."""
        return self.labels

    def complete(self, s: Any) -> None:
        """Write the record's `derived` fields, which positions leave out, from all others."""

    def view(self, s: Any, seat: int | None) -> V:
        """Return all that a seat (None: a spectator) may know, as an immutable typed value. `s` is already hidden."""
        made: V = self.view_type(**{name: frozen(getattr(s, name)) for name in self.machine.layout.names[1:]})
        return made

    def observation(self, settings: S) -> Observation:
        """Return how the game's features are made, where the defaults do not fit."""
        return Observation()

    def features(self, seats: int, **settings: Any) -> Features:
        """Return what a seat may know as a row of numbers, for programs that learn: its columns, and how it is made.

        >>> import ludex
        >>> features = ludex.game("spades").features(4)
        >>> features.names[features.names.index("trump=spades")]
        'trump=spades'
        """
        return Features(self, seats, settings)

    @cached_property
    def actions(self) -> Actions:
        """The game's moves as numbers, for programs that learn.

        >>> import ludex
        >>> ludex.game("spades").actions.size
        701
        """
        return Actions(self)

    def facts(self, s: Any, seat: int, move: Move) -> Mapping[str, Any]:
        """Return values that the sentences of all reasons may quote. `s` is hidden for the seat, so nothing leaks."""
        return {name: getattr(move, name) for name in domains_of(type(move))}

    def decision(self, s: Any, seat: int) -> str:
        """Return the kind of decision that a seat owes, in public words: by default the name of the phase.

        The thinking times of bots at tables with a clock depend on it, so it must not depend on anything secret.
        """
        phase = self.labels.get("phase")
        return str(phase.write(s.phase)) if phase is not None and hasattr(s, "phase") else ""

    def rulebook(self) -> str:
        """Return the rules for people, as Markdown: by default `rulebook.md` in the game's folder, or `about`."""
        return text_next_to(self, "rulebook.md") or self.about

    def how_to_play(self) -> str:
        """Return goal, turn and end in a few sentences, as Markdown: by default `how_to_play.md` in the game's folder.

        It is shown before the rulebook. A game without one returns an empty text.
        """
        return text_next_to(self, "how_to_play.md")

    @cached_property
    def machine(self) -> Machine:
        """The parts that run the rules, for code that plays games."""
        return Machine(self, declares_view=type(self).view is not Game.view)

    @classmethod
    def all_rules(cls) -> Rules:
        """Return the game's rules and bots, by their names in the generic loops."""
        module = cls.rules or sys.modules[cls.__module__]
        return gather_rules(cls.__name__, vars(module), cls.moves, cls.bots)

    @cached_property
    def events(self) -> Events:
        """The events that the rules note."""
        return Events(*(kind for kind in self.machine.mentioned if inspect.isclass(kind) and issubclass(kind, Event)))

    def read_settings(self, given: Mapping[str, Any]) -> S:
        """Read typed settings from keyword arguments or JSON. Raises `BadSetting` for unknown names and bad values."""
        return read_settings(self.name, self.settings, given)

    def position(
        self, position: Position | Mapping[str, Any] | str, seed: Seed = None, players: Sequence[str] | None = None
    ) -> Table[V]:
        """Return a table that starts from a position, given as `table.position()` made it, as data, or as JSON.

        A position that breaks a law of the game is refused with `BadPosition`.

        >>> import ludex
        >>> game = ludex.game("automation")
        >>> position = game.new(2, seed=7).position()
        >>> game.position(position.but(money=9)).view(0).money
        9
        """
        found = Position.read(position)
        table: Table[V] = make_table(
            self, found.seats, secret_seed(seed), self.read_settings(found.settings), players, position=found
        )
        return table

    def schema(self) -> dict[str, Any]:
        """Return the JSON schemas of the game's settings, moves, options, events, views, requests and positions.

        >>> import ludex
        >>> "BuyCard" in ludex.game("automation").schema()["$defs"]
        True
        """
        return schema_of(self)

    def _repr_html_(self) -> str:
        """Show the game's picture, title and description in a notebook."""
        return draw_card(self.look, self.title, self.about)

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what is made on demand, such as the machine: games can be copied, and sent to other processes.

        >>> import copy, ludex
        >>> copy.deepcopy(ludex.game("automation")).actions.size
        103
        """
        kept = vars(self).items()
        return {name: value for name, value in kept if not isinstance(getattr(type(self), name, None), cached_property)}

    def __repr__(self) -> str:
        return f"<Game {self.name}>"


def _view_of(table: Any) -> Any:
    """Return the type of views in `Table[View]`, or in a class of tables derived from it; None if there is none.

    >>> from ludex.core.play.table import Table
    >>> _view_of(Table[dict]), _view_of(Table)
    (<class 'dict'>, None)
    """
    if get_origin(table):
        view = get_args(table)[0]
        return None if view is Any or isinstance(view, TypeVar) else view
    return next((_view_of(base) for base in getattr(table, "__orig_bases__", ()) if get_origin(base)), None)


def _number_type(field: np.dtype[Any]) -> Any:
    """Return the type of a record's field in a view: a number, or tuples of numbers nested like the field."""
    kind: Any = int
    for _ in field.shape:
        kind = tuple[kind, ...]
    return kind


def frozen(value: Any) -> Any:
    """Return a field as an immutable value: numbers unchanged, nested fields as tuples."""
    if isinstance(value, int):
        return value
    return tuple(value.values) if type(value) is Cells else tuple(map(frozen, value))
