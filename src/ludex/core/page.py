"""Boards as HTML: how a game draws a view so that people can press what they see.

A game's `page` draws a view with `tag`, which escapes whatever people wrote. Five attributes mean something to the
online table:

- `press`: the tokens of a move that the element stands for, say `press=("play", "Q♠")`. The table lights the element up
  while some option has these tokens in this order side by side. A press narrows the options to those. A list of such
  tuples means any of them: a unit stands for itself and for its province.
- `move`: the text of a move, or of several in one line, that a press makes at once.
- `key`: who the element is. The same key at another place is the same card, and the table lets it glide there.
- `tip`: what a card or token does, shown when it is hovered, focused or pressed long.
- `seat`: whose it is. The element gets the colour of that seat.

A map goes into a `map_frame`, so that it can be seen whole, or larger and scrolled.

Boards use classes and no inline styles: the online table forbids them. Sizes and colours come from the table's own
style sheet, and `Game.style` adds what only one game needs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from html import escape as _escape_all
from typing import Any

import msgspec

from ludex.core.events import Event

SEAT_COLOURS = 8
"""Colours that the table's style sheet has for seats."""

_SEAT = re.compile(r"\bseat (\d+)\b")
_SPECIAL = re.compile("[&<>\"']").search


def _escape(text: str) -> str:
    """Most texts have nothing to escape, and looking is quicker than replacing."""
    return _escape_all(text) if _SPECIAL(text) else text


class Html(str):
    """Text that is HTML already, and not escaped again."""

    __slots__ = ()


def escape(value: object) -> Html:
    """A value as HTML text.

    >>> escape("<b> & co")
    '&lt;b&gt; &amp; co'
    """
    return value if isinstance(value, Html) else Html(_escape(str(value)))


def tag(name: str, *children: object, **attributes: object) -> Html:
    """An HTML or SVG element.

    Children are escaped unless they are `Html`; None is left out, and lists and generators are taken apart. Attributes
    that are None or False are left out; a trailing underscore is dropped, and other underscores become hyphens.

    >>> tag("b", "Ann & Bob", class_="name", seat=1)
    '<b class="name seat s1">Ann &amp; Bob</b>'
    >>> tag("button", "Q♠", press=("play", "Q♠"), key="Q♠", disabled=False)
    '<button data-press="play|Q♠" data-key="Q♠">Q♠</button>'
    """
    inside = "".join(map(_text, children))
    return Html(f"<{name}{_attributes(attributes)}>{inside}</{name}>")


def join(parts: Iterable[object]) -> Html:
    """Elements and texts, one after the other.

    >>> join(["1 < 2", None, [tag("i", "so"), "!"]])
    '1 &lt; 2<i>so</i>!'
    """
    return Html("".join(map(_text, parts)))


def _text(part: object) -> str:
    if isinstance(part, Html):
        return part
    if isinstance(part, str):
        return _escape(part)
    if part is None or part is False:
        return ""
    if isinstance(part, Iterable):
        return "".join(map(_text, part))
    return _escape(str(part))


def _attributes(given: dict[str, Any]) -> str:
    """Attributes as text. Boards are drawn again after every move, and most of them is as it was before."""
    if not given:
        return ""
    if "press" in given and given["press"] is not None:
        given["press"] = _press(given["press"])
    try:
        return _remembered(tuple(given.items()), tuple(map(type, given.values())))
    except TypeError:  # a value that cannot be a key
        return _write(given)


@lru_cache(8192)
def _remembered(given: tuple[tuple[str, Any], ...], kinds: tuple[type, ...]) -> str:
    """Kinds keep apart what is equal and written differently: 1 and True."""
    return _write(dict(given))


def _write(given: dict[str, Any]) -> str:
    seat = given.pop("seat", None)
    if seat is not None:
        given = {"class_": f"{given.pop('class_', '') or ''} seat s{seat % SEAT_COLOURS}".strip(), **given}
    written = []
    for name, value in given.items():
        if value is True:
            written.append(f" {_attribute_name(name)}")
        elif value is not None and value is not False:
            written.append(f' {_attribute_name(name)}="{_escape(str(value))}"')
    return "".join(written)


def _press(value: object) -> str:
    """Tokens side by side, or a list of such alternatives."""
    if isinstance(value, list):
        return ";".join(map(_press, value))
    return "|".join(map(str, value)) if isinstance(value, tuple) else str(value)


@cache
def _attribute_name(name: str) -> str:
    if name in ("press", "move", "key", "tip"):
        return f"data-{name}"
    return name.rstrip("_").replace("_", "-")


class Page(msgspec.Struct, frozen=True):
    """What a viewer sees of a game: the board, and the viewer's own hand.

    The hand stays on the screen while a tall board scrolls behind it.
    """

    board: Html
    hand: Html = Html()


def map_frame(drawn: Html, class_: str = "") -> Html:
    """A map in a frame of its own. People see all of it, or make it larger and scroll it, as they like.

    The map is an SVG element of the class `map` with a `viewBox`.

    >>> map_frame(tag("svg", viewBox="0 0 9 9", class_="map"), "europe").count("<button")
    2
    """
    buttons = (
        tag("button", sign, type="button", data_map_step=step, aria_label=label, class_="icon")
        for sign, step, label in (("−", -1, "Smaller map"), ("+", 1, "Larger map"))
    )
    scrolled = tag("div", drawn, class_="map-scroll", tabindex="0", role="region", aria_label="Map")
    return tag("section", scrolled, tag("div", buttons, class_="map-size"), class_=f"map-frame {class_}".strip())


@lru_cache(8192)
def _chip(name: str, seat: int) -> Html:
    return tag("b", name, class_="chip", seat=seat)


def split_at_seats(text: str) -> list[str | int]:
    """A sentence in parts: text, the number of a seat, text, the number of a seat, and so on.

    >>> split_at_seats("seat 0 bids 5.")
    ['', 0, ' bids 5.']
    """
    return [int(part) if place % 2 else part for place, part in enumerate(_SEAT.split(text))]


class Seating(msgspec.Struct, frozen=True):
    """Who sits where, and who is looking (None: a spectator).

    >>> seating = Seating(("Ann", "Bob", "Bob"), me=0)
    >>> seating.name(0), seating.name(2), seating.say("seat 0 bids 5. seat 1 passes.")
    ('Ann', 'Bob (seat 2)', 'Ann bids 5. Bob (seat 1) passes.')
    """

    names: tuple[str, ...]
    me: int | None = None
    draft: tuple[str, ...] = ()
    """What the viewer has written down and not yet handed in, in games that have drafts."""
    told: tuple[Event, ...] = ()
    """What the viewer was told before, the oldest first, as far as the board wants to know it (`Table.told`)."""

    @classmethod
    def unnamed(cls, seats: int, me: int | None = None) -> Seating:
        """Seats without names.

        >>> Seating.unnamed(2).name(1)
        'seat 1'
        """
        return cls(tuple(f"seat {seat}" for seat in range(seats)), me)

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return len(self.names)

    def name(self, seat: int) -> str:
        """A player's name, with the seat if another has the same name."""
        name = self.names[seat]
        return name if self.names.count(name) == 1 else f"{name} (seat {seat})"

    def initials(self, seat: int) -> str:
        """As much of a player's name as tells it from the others: for lists with little room.

        >>> Seating(("Ann", "Bob", "Bea")).initials(1), Seating.unnamed(3).initials(1)
        ('Bo', '1')
        """
        name = self.name(seat)
        unnamed = _SEAT.fullmatch(name)
        if unnamed:
            return unnamed[1]
        others = [self.name(other) for other in range(self.seats) if other != seat]
        sizes = (size for size in range(1, len(name)) if not any(other.startswith(name[:size]) for other in others))
        return name[: next(sizes, len(name))]

    def chip(self, seat: int) -> Html:
        """A player's name in the colour of the seat."""
        return _chip(self.name(seat), seat)

    def say(self, text: str) -> str:
        """A sentence with the players' names in the place of "seat 1"."""
        return _SEAT.sub(lambda found: self._called(int(found[1]), found[0]), text)

    def say_html(self, text: str) -> Html:
        """The same as HTML, with the names in the colours of their seats."""
        return join(
            part if isinstance(part, str) else self.chip(part) if part < self.seats else f"seat {part}"
            for part in split_at_seats(text)
        )

    def from_me(self) -> tuple[int, ...]:
        """All seats in order of play, beginning with the viewer's own.

        >>> Seating(("Ann", "Bob", "Cy"), me=1).from_me()
        (1, 2, 0)
        """
        first = self.me or 0
        return tuple((first + place) % self.seats for place in range(self.seats))

    def _called(self, seat: int, otherwise: str) -> str:
        return self.name(seat) if seat < self.seats else otherwise


def plain_page(view: Any) -> Page:
    """The board of a game that draws none: every field of its view, readable."""
    return Page(tag("div", _fields(msgspec.to_builtins(view)), class_="plain"))


def _fields(data: Any) -> Html:
    if isinstance(data, dict):
        rows = (
            tag("div", tag("dt", name.replace("_", " ")), tag("dd", _fields(value))) for name, value in data.items()
        )
        return tag("dl", rows)
    if isinstance(data, list | tuple):
        if any(isinstance(item, dict | list | tuple) for item in data):
            return tag("ol", (tag("li", _fields(item)) for item in data))
        return tag("span", ", ".join(map(str, data)) or "–")
    return tag("span", "–" if data is None else data)


def initials_picture(title: str) -> Html:
    """A picture for a game that has none: the initials of its title.

    >>> "OH" in initials_picture("Oh Hell")
    True
    """
    initials = "".join(word[0] for word in title.split()[:2]).upper()
    frame = tag("rect", x=4, y=4, width=152, height=92, rx=8, class_="frame")
    text = tag("text", initials, x=80, y=64, text_anchor="middle", class_="initials")
    return tag("svg", frame, text, viewBox="0 0 160 100", role="img", aria_label=title, class_="picture")
