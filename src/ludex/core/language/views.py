"""Views whose fields are made when they are read.

A view of a big game has hundreds of values, and most players look at a few of them. So each field is a method that
makes its value, with its type and its docstring::

    class View(GameView[State]):
        @shown
        def seat(self) -> int | None:
            return self._seat

        @shown
        def hand(self) -> tuple[str, ...]:
            "The cards in the viewer's hand."
            return () if self.seat is None else names(self._s.hand[self.seat])

    View.of(s, seat)

A field is made at its first reading, from the copy of the state that belongs to this view alone: whatever happens at
the table later, the view stays the same. To its readers it is an immutable dataclass that prints, compares and encodes
to JSON like any other.
"""

from __future__ import annotations

import base64
import dataclasses
from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Never, Self, cast, overload

from typing_extensions import TypeVar

from ludex.core.language.errors import BrokenRule

S = TypeVar("S")
T = TypeVar("T")
W = TypeVar("W", default=int | None)


class Shown(Generic[T]):
    """A field of a view. It is made when it is first read, and stored in the view from then on."""

    __slots__ = ("default", "make", "name", "type")

    def __init__(self, make: Callable[[Any], T], default: Any = dataclasses.MISSING) -> None:
        self.make = make
        self.name = make.__name__
        self.default = default
        if "return" not in make.__annotations__:
            raise BrokenRule(f"the field {self.name!r} of a view needs a type: def {self.name}(self) -> int")
        self.type = make.__annotations__["return"]

    def __get__(self, view: Any, owner: type | None = None) -> T:
        """Make the field. In the class it is its default, as dataclasses expect."""
        if view is None:
            if self.default is dataclasses.MISSING:
                raise AttributeError(self.name)
            return cast(T, self.default)
        try:
            value = view.__dict__[self.name] = self.make(view)
        except AttributeError as error:  # or the field would seem to be missing
            raise BrokenRule(f"the field {self.name!r} of a view cannot be made: {error}") from error
        return value

    if TYPE_CHECKING:  # views are immutable

        def __set__(self, view: Any, value: Never) -> None: ...


@overload
def shown(make: Callable[[Any], T], /) -> Shown[T]: ...
@overload
def shown(*, default: Any) -> Callable[[Callable[[Any], T]], Shown[T]]: ...
def shown(make: Callable[[Any], T] | None = None, /, *, default: Any = dataclasses.MISSING) -> Any:
    """Mark a method of a view as one of its fields. JSON may leave out a field with a `default`."""
    return Shown(make) if make is not None else lambda make: Shown(make, default)


class GameView(Generic[S, W]):
    """Base of views of a record of class `S` for a seat, and of parts of views, which can be about anything else (`W`).

    >>> from ludex.core.language.record import Record, i8
    >>> from ludex.core.language.interpreted_state import load_twin
    >>> class State(Record):
    ...     turn = i8(range(3))
    >>> class View(GameView[State]):
    ...     @shown
    ...     def turn(self) -> int:
    ...         return self._s.turn
    ...     @shown
    ...     def mine(self) -> bool:
    ...         return self._seat == self.turn
    >>> View.of(load_twin(State.layout.new(), 0), 1)
    View(turn=0, mine=False)
    >>> View(0, mine=False) == View.of(load_twin(State.layout.new(), 0), 1)
    True
    """

    __slots__ = ("_s", "_seat")
    _s: S
    """The state, from which secrets are already hidden."""
    _seat: W
    """The seat that the view is for, or None for a spectator."""
    _draws_svg: ClassVar[Callable[[Any], str | None]] = staticmethod(lambda view: None)
    """Draws the view as a picture. The game whose views these are sets it, if its look has a `svg`."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.__annotations__ = {name: field.type for name, field in vars(cls).items() if isinstance(field, Shown)}
        dataclasses.dataclass(frozen=True)(cls)

    @classmethod
    def of(cls, s: S, seat: W) -> Self:
        """Make the view of a state for a seat."""
        view = _new(cls)
        _put_state(view, s)
        _put_seat(view, seat)
        return view

    if TYPE_CHECKING:
        __dataclass_fields__: ClassVar[dict[str, dataclasses.Field[Any]]]

        def __init__(self, *values: Any, **fields: Any) -> None:
            """Make a view of values, such as those of its JSON form."""

    else:  # or type checkers would take any name for a field

        def __getattr__(self, name: str) -> Any:
            """Report a missing field. Because of this method, msgspec's encoders read the view field by field."""
            names = ", ".join(field_names(type(self)))
            raise AttributeError(f"{type(self).__name__} has no field {name!r}; it has {names}")

    def _repr_svg_(self) -> str | None:
        """Draw the view as a picture for a notebook, if its game has one."""
        return type(self)._draws_svg(self)

    def _repr_html_(self) -> str:
        """Show the picture, if there is one, and list the fields in a notebook."""
        rows = (
            f"<tr><th>{name}</th><td>{escape(repr(getattr(self, name)))}</td></tr>" for name in field_names(type(self))
        )
        drawn = self._repr_svg_()
        picture = f'<img src="{as_data(drawn)}" alt="" style="width: 60rem; max-width: 100%">' if drawn else ""
        return f"{picture}<table>{''.join(rows)}</table>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy and pickle the values of all fields, and not how they are made."""
        return type(self), tuple([getattr(self, name) for name in field_names(type(self))])


_new = object.__new__
_put_state, _put_seat = (GameView.__dict__[name].__set__ for name in GameView.__slots__)


def as_data(svg: str) -> str:
    """Return an SVG picture as the address of an image, whose parts do not mix with those of others on the page.

    >>> as_data("<svg/>")
    'data:image/svg+xml;base64,PHN2Zy8+'
    """
    return f"data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}"


def field_names(view: type[Any]) -> list[str]:
    """List the names of a view's fields, whether it is a `GameView` or a struct of msgspec.

    >>> class View(GameView):
    ...     @shown
    ...     def money(self) -> int: ...
    >>> field_names(View)
    ['money']
    """
    names = getattr(view, "__struct_fields__", None)
    return list(names) if names is not None else [field.name for field in dataclasses.fields(view)]
