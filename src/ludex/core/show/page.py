"""Boards as HTML, drawn by a game from a view so that people can press what they see.

A game's `page` draws a view with `tag`, which escapes all text. Six attributes have a meaning for the online table:

- `press`: the tokens of a move that the element stands for, say `press=("play", "Q♠")`. The table highlights the
  element while some option has these tokens in this order, next to each other. A press narrows the options to those. A
  list of such tuples means any of them: a unit stands for itself and for its province.
- `move`: the text of a move, or of several in one line, that a press makes at once.
- `data_together`: on an element around others with `press`: the number of options that are chosen together and
  submitted by one button. `data_words` are its first words, such as "Pass these". The table's `read_line` gets them as
  one line, with commas between them.
- `key`: the identity of the element. The same key at another place is the same card, and the table lets it glide there.
- `tip`: an explanation of a card or token, shown when it is hovered, focused or long-pressed.
- `seat`: the owner. The element gets the colour of that seat.

A map goes into a `map_frame`, so that it can be seen whole, or larger and scrolled.

Boards use classes instead of inline styles, which the online table forbids. Sizes and colours come from the table's
style sheet, and `Game.style` adds what only one game needs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from html import escape as _escape_all
from typing import Any

import msgspec

from ludex.core.language.events import Event

SEAT_COLOURS = 8
"""Number of colours that the table's style sheet has for seats."""

_SEAT = re.compile(r"\bseat (\d+)\b")
_SPECIAL = re.compile("[&<>\"']").search


def _escape(text: str) -> str:
    """Escape a text. Most texts have nothing to escape, and searching is quicker than replacing."""
    return _escape_all(text) if _SPECIAL(text) else text


class Html(str):
    """Text that is already HTML, and is not escaped again. A notebook draws it: an SVG document as a picture."""

    __slots__ = ()

    def _repr_html_(self) -> str | None:
        """Return the text for a notebook, or None if it is a picture: on one page, parts of pictures could mix."""
        return None if self._is_picture else str(self)

    def _repr_svg_(self) -> str | None:
        """Return the text for a notebook if it is a picture."""
        return str(self) if self._is_picture else None

    @property
    def _is_picture(self) -> bool:
        return self.startswith("<svg") and "xmlns=" in self[: self.find(">")]


def escape(value: object) -> Html:
    """Return a value as HTML text.

    >>> escape("<b> & co")
    '&lt;b&gt; &amp; co'
    """
    return value if isinstance(value, Html) else Html(_escape(str(value)))


def tag(name: str, *children: object, **attributes: object) -> Html:
    """Return an HTML or SVG element.

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
    """Join elements and texts, one after the other.

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
    """Write attributes as text, cached: boards are drawn again after every move, and most of each is unchanged."""
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
    """Write attributes, cached. Kinds distinguish equal values that are written differently: 1 and True."""
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
    """Write tokens next to each other, or a list of such alternatives."""
    if isinstance(value, list):
        return ";".join(map(_press, value))
    return "|".join(map(str, value)) if isinstance(value, tuple) else str(value)


@cache
def _attribute_name(name: str) -> str:
    if name in ("press", "move", "key", "tip"):
        return f"data-{name}"
    return name.rstrip("_").replace("_", "-")


class Page(msgspec.Struct, frozen=True):
    """A viewer's page of a game: the board, and the viewer's hand.

    The hand stays on the screen while a tall board scrolls behind it.
    """

    board: Html
    hand: Html = Html()


def map_frame(drawn: Html, class_: str = "") -> Html:
    """Put a map in a frame, in which people can see all of it, or enlarge and scroll it.

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
    """Split a sentence into parts: text, the number of a seat, text, the number of a seat, etc.

    >>> split_at_seats("seat 0 bids 5.")
    ['', 0, ' bids 5.']
    """
    return [int(part) if place % 2 else part for place, part in enumerate(_SEAT.split(text))]


class Seating(msgspec.Struct, frozen=True):
    """The names of the seats, and the seat of the viewer (None: a spectator).

    >>> seating = Seating(("Ann", "Bob", "Bob"), me=0)
    >>> seating.name(0), seating.name(2), seating.say("seat 0 bids 5. seat 1 passes.")
    ('Ann', 'Bob (seat 2)', 'Ann bids 5. Bob (seat 1) passes.')
    """

    names: tuple[str, ...]
    me: int | None = None
    draft: tuple[str, ...] = ()
    """The viewer's entries that are not yet submitted, in games that have drafts."""
    told: tuple[Event, ...] = ()
    """Earlier events that the viewer may know, the oldest first, as far as the board needs them (`Table.told`)."""
    roles: tuple[str, ...] = ()
    """The names of the seats in some games, such as the powers of Diplomacy. They precede the players' names."""

    @classmethod
    def unnamed(cls, seats: int, me: int | None = None) -> Seating:
        """Return a seating without names.

        >>> Seating.unnamed(2).name(1)
        'seat 1'
        """
        return cls(tuple(f"seat {seat}" for seat in range(seats)), me)

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.names)

    def name(self, seat: int) -> str:
        """Return the name of a seat: its role, or the player's name, with the seat if another player has the same name.

        >>> Seating(("Ann", "Bob"), roles=("Austria", "England")).name(1)
        'England'
        """
        if self.roles:
            return self.roles[seat]
        name = self.names[seat]
        return name if self.names.count(name) == 1 else f"{name} (seat {seat})"

    def person(self, seat: int) -> str:
        """Return the name of the player of a seat that has a role, or an empty text where it says nothing more."""
        name = self.names[seat]
        return name if self.roles and name not in (self.roles[seat], f"seat {seat}") else ""

    def initials(self, seat: int) -> str:
        """Return the shortest part of a player's name that distinguishes it, for lists with little room.

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
        """Return a player's name in the colour of the seat."""
        return _chip(self.name(seat), seat)

    def say(self, text: str) -> str:
        """Return a sentence with the players' names in place of "seat 1"."""
        return _SEAT.sub(lambda found: self._called(int(found[1]), found[0]), text)

    def say_html(self, text: str) -> Html:
        """Return the same as HTML, with the names in the colours of their seats."""
        return join(
            part if isinstance(part, str) else self.chip(part) if part < self.seats else f"seat {part}"
            for part in split_at_seats(text)
        )

    def from_me(self) -> tuple[int, ...]:
        """Return all seats in order of play, beginning with the viewer's.

        >>> Seating(("Ann", "Bob", "Cy"), me=1).from_me()
        (1, 2, 0)
        """
        first = self.me or 0
        return tuple((first + place) % self.seats for place in range(self.seats))

    def _called(self, seat: int, otherwise: str) -> str:
        return self.name(seat) if seat < self.seats else otherwise


def plain_page(view: Any) -> Page:
    """Draw the board of a game that does not draw one: every field of its view, readable."""
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
    """Draw a picture for a game that has none: the initials of its title.

    >>> "OH" in initials_picture("Oh Hell")
    True
    """
    initials = "".join(word[0] for word in title.split()[:2]).upper()
    frame = tag("rect", x=4, y=4, width=152, height=92, rx=8, class_="frame")
    text = tag("text", initials, x=80, y=64, text_anchor="middle", class_="initials")
    return tag("svg", frame, text, viewBox="0 0 160 100", role="img", aria_label=title, class_="picture")
