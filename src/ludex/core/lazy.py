"""Views whose fields are made when they are read.

A view of a big game has hundreds of values, and most players look at a few of them. So the class of a view says which
fields there are, and `lazily` says beside it how each of them is made::

    class View(LazyView):
        seat: int | None
        hand: tuple[str, ...]

    view_of = lazily(
        View,
        State,
        seat=lambda s, seat: seat,
        hand=lambda s, seat: () if seat is None else names(s.hand[seat]),
    )

A field is made at its first reading, from the copy of the state that belongs to this view alone: whatever happens at
the table later, the view stays what it was. Whoever has a view cannot tell. It is an immutable dataclass that prints,
compares and goes to JSON like any other.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from typing_extensions import dataclass_transform

from ludex.core.errors import BrokenRule

V = TypeVar("V", bound="LazyView")
S = TypeVar("S")


@dataclass_transform(frozen_default=True)
class LazyView:
    """Base of views, and of parts of views, whose fields are made when they are read. It makes frozen dataclasses.

    >>> class View(LazyView):
    ...     money: int
    >>> View(7), View(7) == View(7)
    (View(money=7), True)
    """

    __slots__ = ("_of",)
    _of: tuple[Any, Any]
    """The state and the seat that fields are made of."""

    def __init_subclass__(cls) -> None:
        dataclasses.dataclass(frozen=True)(cls)

    if not TYPE_CHECKING:  # or type checkers would take any name for a field

        def __getattr__(self, name: str) -> Any:
            """Called for what is not there. A class that has it is also read field by field by msgspec's encoders."""
            names = ", ".join(field_names(type(self)))
            raise AttributeError(f"{type(self).__name__} has no field {name!r}; it has {names}")

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies and pickles hold what can be seen, and not how it is made."""
        return type(self), tuple([getattr(self, name) for name in field_names(type(self))])


class _Made:
    """A field that is made when it is first read. From then on it lies in the view itself."""

    __slots__ = ("make", "name")

    def __init__(self, name: str, make: Callable[[Any, Any], Any]) -> None:
        self.name = name
        self.make = make

    def __get__(self, view: Any, owner: type | None = None) -> Any:
        if view is None:
            raise AttributeError(self.name)
        try:
            s, seat = view._of
            value = view.__dict__[self.name] = self.make(s, seat)
        except AttributeError as error:  # or the field would seem to be missing
            raise BrokenRule(f"the field {self.name!r} of a view cannot be made: {error}") from error
        return value


def lazily(view: type[V], record: type[S], /, **makers: Callable[[S, Any], Any]) -> Callable[[S, Any], V]:
    """What makes a view of a state for a seat. Every field has a maker, which is called when the field is first read.

    >>> from ludex.core.record import Record, i8
    >>> from ludex.core.twin import load_twin
    >>> class State(Record):
    ...     turn = i8()
    >>> class View(LazyView):
    ...     turn: int
    ...     mine: bool
    >>> view_of = lazily(View, State, turn=lambda s, seat: s.turn, mine=lambda s, seat: s.turn == seat)
    >>> view_of(load_twin(State.layout.new(), 0), 1)
    View(turn=0, mine=False)
    """
    if list(makers) != field_names(view):
        raise TypeError(f"{view.__name__} has the fields {field_names(view)}, in this order; makers: {list(makers)}")
    for name, make in makers.items():
        setattr(view, name, _Made(name, make))
    new, put = view.__new__, LazyView.__dict__["_of"].__set__

    def view_of(s: S, seat: Any) -> V:
        made = new(view)
        put(made, (s, seat))
        return made

    return view_of


def field_names(view: type[Any]) -> list[str]:
    """The names of a view's fields, whether it is lazy or a struct of msgspec.

    >>> class View(LazyView):
    ...     money: int
    >>> field_names(View)
    ['money']
    """
    names = getattr(view, "__struct_fields__", None)
    return list(names) if names is not None else [field.name for field in dataclasses.fields(view)]
