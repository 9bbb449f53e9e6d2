"""Values and players that do harm when they are looked at. Test runners look at everything, so they live here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from ludex import Move, Request

from .tiny import Keep


def explode(*_: Any) -> Any:
    raise SystemExit("do not look")


class Unspeakable:
    __repr__ = __str__ = explode


class Classless:
    @property  # type: ignore[misc]  # that is the hostility
    def __class__(self) -> Any:
        return explode()


class Nameless(type):
    @property
    def __name__(cls) -> Any:  # type: ignore[override]  # as above
        return explode()


class OfNamelessKind(metaclass=Nameless):
    __repr__ = explode


class Unsayable(Exception):
    __repr__ = __str__ = explode


class Traceless(BaseException):
    @property
    def __traceback__(self) -> Any:  # type: ignore[override]  # as above
        return explode()

    __repr__ = __str__ = explode


class LongText(str):
    """A text with overridden methods."""

    __len__ = __getitem__ = __iter__ = __hash__ = __eq__ = explode


class Sly(str):
    def __str__(self) -> str:
        return LongText("sly")

    __repr__ = __str__


class Moody(int):
    """A number that is another whenever it is looked at."""

    __index__ = __int__ = __sub__ = __rsub__ = __add__ = __le__ = __ge__ = __mul__ = explode


class Growing(Keep, frozen=True):
    """A player's own kind of move."""

    __str__ = __repr__ = explode


class Explosive:
    """A player of which nothing can be looked at but its moves."""

    explodes: ClassVar[tuple[str, ...]] = ("name", "patient", "agrees", "function", "__class__")

    def __getattribute__(self, name: str) -> Any:
        return explode() if name in Explosive.explodes else object.__getattribute__(self, name)

    def decide(self, request: Request) -> Move:
        return request.options[0]

    __repr__ = __str__ = explode


class Undecided:
    @property
    def decide(self) -> Any:
        return explode()


VALUES: dict[str, Callable[[], Any]] = {
    "repr": Unspeakable,
    "class": Classless,
    "metaclass": OfNamelessKind,
    "text in disguise": lambda: Sly("x"),
    "text": lambda: LongText("nothing of the kind"),
    "list": lambda: [Unspeakable()],
    "dict": lambda: {1: Classless()},
}
