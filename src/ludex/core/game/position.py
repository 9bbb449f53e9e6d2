"""Positions: a whole state as readable data, for setting up, saving, sending and testing.

A position is the record with its fields by name. Blank fields are left out, and so are fields that follow from the
rest. If a game declares labels, names replace numbers: `"phase": "open auction"`, `"hand": [{"Lite Metal (open)": 2},
…]`.

A position has everything, secrets included: it is for the table's owner, never for a player.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import msgspec
import numpy as np

from ludex.core.game.template import template_of
from ludex.core.language.budget import with_budget
from ludex.core.language.errors import NOT_JSON, BadPosition, json_fault, quote
from ludex.core.language.interpreted_state import load_twin, store_twin
from ludex.core.language.json_keys import single_keys
from ludex.core.language.record import States

if TYPE_CHECKING:
    from ludex.core.game.game import Game


STEPS = 600_000
"""Number of steps of interpreted rules that the check of a position may take. The largest games need a tenth of it."""


class Label(Protocol):
    """The written form of a field in a position."""

    depth: int
    """Number of the field's last dimensions that the label covers: 0 for a single number, 1 for a row."""

    def write(self, value: Any) -> Any: ...
    def read(self, written: Any) -> Any: ...


class Names:
    """A number written as a name: by its index in a list, or by a mapping from numbers.

    >>> Names("bidding", "play").write(1), Names({-1: None, 0: "clubs"}).read(None)
    ('play', -1)
    """

    depth = 0

    def __init__(self, first: str | Mapping[int, str | None], *names: str) -> None:
        self.names = dict(enumerate((first, *names))) if isinstance(first, str) else dict(first)
        self.numbers = {name: number for number, name in self.names.items()}

    def write(self, value: int) -> Any:
        return self.names.get(value, value)

    def read(self, written: Any) -> int:
        if isinstance(written, int) and not isinstance(written, bool):
            return written
        if not isinstance(written, str | None) or written not in self.numbers:
            raise ValueError(f"{quote(written)} is not one of {', '.join(map(str, self.numbers))}")
        return self.numbers[written]


class Bits:
    """A number of bits written as the list of the names whose bits are set.

    >>> Bits("A", "B", "C").write(5), Bits("A", "B", "C").read(["B"])
    (['A', 'C'], 2)
    """

    depth = 0

    def __init__(self, *names: str) -> None:
        self.names = names

    def write(self, value: int) -> list[str]:
        return [name for bit, name in enumerate(self.names) if value >> bit & 1]

    def read(self, written: Any) -> int:
        if not isinstance(written, list | tuple):
            raise ValueError(f"{quote(written)} is not a list of names")
        for name in written:
            if name not in self.names:
                raise ValueError(f"{quote(name)} is not one of {', '.join(self.names)}")
        return sum(1 << self.names.index(name) for name in set(written))


class Counts:
    """A row of numbers written as an object: a name for every place, and zeros left out.

    >>> Counts("Bitcoin", "Bug").write([0, 2]), Counts("Bitcoin", "Bug").read({"Bitcoin": 1})
    ({'Bug': 2}, [1, 0])
    """

    depth = 1

    def __init__(self, *names: str) -> None:
        self.names = names

    def write(self, value: Sequence[int]) -> dict[str, int]:
        return {name: count for name, count in zip(self.names, value, strict=True) if count}

    def read(self, written: Any) -> list[int]:
        if not isinstance(written, dict):
            raise ValueError(f"{quote(written)} is not an object with names and counts")
        for name in written:
            if name not in self.names:
                raise ValueError(f"{quote(name)} is not one of {', '.join(self.names)}")
        return [written.get(name, 0) for name in self.names]


class Position(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A state of a game as data.

    >>> import ludex
    >>> position = ludex.game("automation").new(2, seed=7).position()
    >>> position.state["hand"][0]
    {'Bitcoin': 3, 'Method': 2}
    >>> Position.read(position.to_json()) == position
    True
    """

    game: str
    seats: int
    settings: dict[str, Any] = {}
    state: dict[str, Any] = {}

    @classmethod
    def read(cls, given: Position | Mapping[str, Any] | str | bytes) -> Position:
        """Read a position from JSON or from data."""
        try:
            if isinstance(given, str | bytes):
                return msgspec.json.decode(single_keys(given), type=cls)
            return given if isinstance(given, cls) else msgspec.convert(given, cls)
        except NOT_JSON as error:
            raise BadPosition(f"not a position: {json_fault(error)}") from None

    def but(self, **fields: Any) -> Position:
        """Return the same position with some fields of the state replaced."""
        return msgspec.structs.replace(self, state={**self.state, **fields})

    def without(self, *fields: str) -> Position:
        """Return the same position with some fields of the state left blank."""
        state = {name: value for name, value in self.state.items() if name not in fields}
        return msgspec.structs.replace(self, state=state)

    def to_json(self) -> str:
        """Return readable JSON, with a field of the state on each line."""
        lines = ",\n  ".join(f"{_json(name)}: {_json(value)}" for name, value in self.state.items())
        head = f'"game": {_json(self.game)},\n "seats": {self.seats},\n "settings": {_json(self.settings)}'
        return f'{{\n {head},\n "state": {{\n  {lines}\n }}\n}}\n'

    __str__ = to_json


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def write_position(game: Game, states: States, settings: Any) -> Position:
    """Return the position of a state: every field in which it differs from a blank record with the same settings."""
    seats, labels = int(states["seats"][0]), game.labels_for(settings)
    blank = template_of(game, seats, settings)
    state = {}
    for name in _fields(game):
        if not np.array_equal(states[name], blank[name]):
            state[name] = _write(labels.get(name), _shortened(states[name][0], seats, labels.get(name)))
    given = {
        field: value
        for field, value in msgspec.to_builtins(settings).items()
        if value != getattr(game.settings(), field)
    }
    return Position(game=game.name, seats=int(states["seats"][0]), settings=given, state=state)


def _fields(game: Game) -> tuple[str, ...]:
    """Return the fields of positions: all except chance, seats, settings, and those that follow from the others."""
    return tuple(name for name in game.layout.names[1:] if game.layout.fields[name].given)


def _shortened(value: Any, seats: int, label: Label | None) -> Any:
    """Remove the blank entries at the end, but keep one for every seat."""
    if value.ndim <= (label.depth if label else 0):
        return value
    length = len(value)
    while length > seats and not value[length - 1].any():
        length -= 1
    return value[:length]


def _write(label: Label | None, value: Any) -> Any:
    if value.ndim > (label.depth if label else 0):
        return [_write(label, item) for item in value]
    plain = value.tolist()
    return label.write(plain) if label else plain


def read_position(game: Game, position: Position, settings: Any) -> States:
    """Return the state of a position. Raises `BadPosition` if it cannot exist, or breaks a law of the game."""
    if position.game != game.name:
        raise BadPosition(f"this is a position of {quote(position.game)}, not of {game.name!r}")
    states = template_of(game, position.seats, settings)
    labels, fields = game.labels_for(settings), _fields(game)
    for name, written in position.state.items():
        if name not in fields:
            raise BadPosition(f"positions of {game.name} have no field {quote(name)}; they have {', '.join(fields)}")
        field = game.layout.dtype[name]
        try:
            states[name][0] = _read(labels.get(name), written, field.shape, field.base)
        except (ValueError, TypeError, OverflowError) as error:
            why = "the field cannot hold this number" if isinstance(error, OverflowError) else error
            raise BadPosition(f"{game.name}: field {quote(name)} is {quote(written)}: {why}") from None
    _check_bounds(game, states)
    try:
        with_budget(STEPS, lambda: _complete(game, states))
        with_budget(STEPS, lambda: _check(game, states))
    except BadPosition:
        raise
    except Exception as error:  # rules can fail in any way in a state that they would never make
        raise BadPosition(f"{game.name}: such a position cannot exist: {quote(error, str)}") from None
    _check_bounds(game, states)  # once more, for the derived fields
    return states


def _check_bounds(game: Game, states: States) -> None:
    """Raise `BadPosition` for a number that its field does not allow, before any rule uses it."""
    if fault := game.layout.fault(states):
        raise BadPosition(f"{game.name}: {fault}")


def _complete(game: Game, states: States) -> None:
    """Fill in the fields that follow from the given ones."""
    s = load_twin(states, 0)
    game.complete(s)
    store_twin(s, states, 0)


def _read(label: Label | None, written: Any, shape: tuple[int, ...], kind: np.dtype[Any]) -> Any:
    if len(shape) > (label.depth if label else 0):
        if not isinstance(written, list | tuple):
            raise ValueError(f"expected a list of at most {shape[0]} entries, not {quote(written)}")
        if len(written) > shape[0]:
            raise ValueError(f"expected at most {shape[0]} entries, not {len(written)}")
        whole = np.zeros(shape, kind)
        for index, item in enumerate(written):
            whole[index] = _read(label, item, shape[1:], kind)
        return whole
    value = label.read(written) if label else written
    if any(not isinstance(number, int) or isinstance(number, bool) for number in (value if shape else [value])):
        raise ValueError(f"expected whole numbers, not {quote(written)}")
    return np.array(value, kind)


def _check(game: Game, states: States) -> None:
    """Raise `BadPosition` for a position that breaks a law or in which the game cannot continue.

    The rules run interpreted, so that an index out of bounds is an error and does not read other memory.
    """
    if broken := game.interpreted.audit(states.copy(), 0):
        raise BadPosition(f"{game.name}: the position breaks a law: {game.laws.get(broken, broken)}")
    if not game.interpreted.waiting(states, 0) and not game.interpreted.over(states, 0):
        raise BadPosition(f"{game.name}: in this position no seat owes a decision, but the game is not over")
    _look(game, states)


def _look(game: Game, states: States) -> None:
    """Compute what every seat sees and may do, to find numbers without a meaning."""
    kernel, out = game.interpreted, np.zeros((game.max_options, 2), np.int64)
    waiting = kernel.waiting(states, 0)
    for seat in range(-1, int(states["seats"][0])):
        hidden = states.copy()
        kernel.hide(hidden, 0, seat)
        repr(game.view(load_twin(hidden, 0), None if seat < 0 else seat))  # its fields are made when they are read
        if seat >= 0 and waiting >> seat & 1 and not kernel.legal(states.copy(), 0, seat, out):
            raise BadPosition(f"{game.name}: in this position seat {seat} owes a decision, but nothing is allowed")
