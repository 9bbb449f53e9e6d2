"""The presentation of a game: as text, at a terminal, on a page, as a picture."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Self

from typing_extensions import TypeVar

from ludex.core.language.events import Event
from ludex.core.language.options import Options
from ludex.core.language.views import field_names
from ludex.core.show.page import Html, Page, Seating, initials_picture, plain_page
from ludex.core.show.terminal import Terminal

if TYPE_CHECKING:
    from ludex.core.game.game import Game

V = TypeVar("V", default=Any)


class Countdown(NamedTuple):
    """Moves that a clock plays after a while of silence, seat by seat. A new `key` restarts the clock."""

    key: str
    moves: tuple[tuple[int, str], ...]


class Bubble(NamedTuple):
    """An explanation of a kind of decision, for new players: one or two sentences."""

    kind: str
    text: str


class Sections(NamedTuple):
    """The parts of a game's log, by its events, so that old parts can be folded.

    >>> from typing import ClassVar
    >>> class RoundBegan(Event, frozen=True):
    ...     round: int
    >>> Sections({RoundBegan: "Round {round}"}).chapter(RoundBegan(2))
    'Round 2'
    """

    chapters: Mapping[type[Event], str] = MappingProxyType({})
    """Events that begin a chapter (a round, a hand, a year), and its title, with the fields of the event in braces.
    A chapter continues while the title stays the same."""
    opens: tuple[type[Event], ...] = ()
    """Events that begin a section of a chapter, such as a turn. Their sentences become its title."""
    closes: tuple[type[Event], ...] = ()
    """Events that end a section of a chapter, such as a lot or a trick. Their sentences become its title."""
    first: str = ""
    """The title of the first chapter, if no event announces it. By default the first lines belong to the first chapter
    that an event announces."""

    def chapter(self, event: Event) -> str:
        """Return the title of the chapter that an event begins or continues, or an empty text."""
        title = self.chapters.get(type(event), "")
        return title.format(**{name: getattr(event, name) for name in event.__struct_fields__}) if title else ""


class Standing(NamedTuple):
    """The standings of a game, for the table of rounds after its end."""

    words: str = "points"
    """The name of the units: points, money, cities."""
    of: Callable[[Any], Sequence[int]] | None = None
    """Returns the progress of every seat from a public view; more is better. Without it, scores are used."""
    sign: int = 1
    """-1 if the lowest count wins. The scores are negative then, and people see the count."""


class Cost(float):
    """A term of which less is better (see `Look.terms`).

    >>> Cost(3), Cost(3) + 1
    (Cost(3), 4.0)
    """

    def __repr__(self) -> str:
        return f"Cost({float(self):g})"


class Look(Generic[V]):
    """The presentation of a game. A game passes the functions that draw it, and leaves out what it does not need::

        look = Look(draw=draw_view, page=draw_page, headline=headline)

    >>> import ludex
    >>> game = ludex.game("automation")
    >>> "Bitcoin" in game.look.draw(game.new(2, seed=7).view(0))
    True
    """

    game: Any
    """The game that is shown. It is set when the look is read from a game."""

    def __init__(
        self,
        *,
        draw: Callable[[V], str] | None = None,
        terminal: Callable[[Any], Terminal[V]] = Terminal,
        page: Callable[[V, Seating], Page] | None = None,
        svg: Callable[[V], Html] | None = None,
        headline: Callable[[V, Seating], str] | None = None,
        prompt: Callable[[V, Seating, Options], str] | None = None,
        bubble: Callable[[V, Options], Bubble | None] | None = None,
        remarks: Callable[[V], Mapping[str, str]] | None = None,
        picture: Callable[[Any], Html] | None = None,
        art: Callable[[str], Html | None] | None = None,
        lot: Callable[[V], str | None] | None = None,
        countdown: Callable[[V], Countdown | None] | None = None,
        terms: Callable[[V], Mapping[str, float]] | None = None,
        terms_when: str = "soon after",
        token_words: Mapping[str, str] = MappingProxyType({}),
        looks_back: int = 0,
        remembers: tuple[type[Event], ...] = (),
        sections: Sections = Sections(),  # noqa: B008  (it never changes)
        standing: Standing = Standing(),  # noqa: B008  (it never changes)
        shown_after: int = 20,
    ) -> None:
        self._draw = draw
        self._terminal = terminal
        self._page = page or plain_page_of
        self.draws_svg = svg
        """The function that `svg` calls. Views of the game's type draw themselves with it too."""
        self._headline = headline
        self._prompt = prompt
        self._bubble = bubble
        self._remarks = remarks
        self._picture = picture
        self._art = art
        self._lot = lot
        self._countdown = countdown
        self._terms = terms
        self.terms_when = terms_when
        """The time at which terms are compared, in words: by the next milestone, if the game has milestones."""
        self.token_words = dict(token_words)
        """The words shown in place of tokens that are signs, where a move is put together by pressing buttons."""
        self.looks_back = looks_back
        """The number of latest events that a board needs (`Seating.told`): no view shows who won a pot, for example."""
        self.remembers = remembers
        """Kinds of events of which a board needs all, such as the scores of every hand."""
        self.sections = sections
        """The parts of the game's log: rounds, hands, lots, tricks."""
        self._standing = standing
        self.shown_after = shown_after
        """The number of moves after which the board is a good picture of the game, for lists of games."""

    def __get__(self, game: Game[V, Any] | None, owner: Any = None) -> Self:
        if game is None:
            return self
        bound = object.__new__(type(self))  # a tenth of the time that `copy` takes
        bound.__dict__.update(self.__dict__, game=game)
        return bound

    def draw(self, view: V) -> str:
        """Draw a view as text, with seats instead of names. By default it lists the view's fields."""
        if self._draw is not None:
            return self._draw(view)
        return "\n".join(f"{name}: {getattr(view, name)}" for name in field_names(self.game.view_type))

    @property
    def terminal(self) -> Terminal[V]:
        """The game at a terminal (`ludex.core.show.terminal`). By default it shows what `draw` draws."""
        return self._terminal(self.game)

    def page(self, view: V, seating: Seating) -> Page:
        """Draw a view as HTML, for the online table (`ludex.core.show.page`). By default it lists the view's fields."""
        return self._page(view, seating)

    def svg(self, view: V) -> Html | None:
        """Draw a view as one SVG picture: a map, a hand of cards. None if the game has no such picture.

        >>> import ludex
        >>> table = ludex.game("power-grid").new(3, seed=7)
        >>> "Hamburg" in table.game.look.svg(table.view())
        True
        """
        return self.draws_svg(view) if self.draws_svg is not None else None

    def headline(self, view: V, seating: Seating) -> str:
        """Describe what is being decided, in a few words: the heading over the board."""
        return self._headline(view, seating) if self._headline is not None else ""

    def prompt(self, view: V, seating: Seating, options: Options) -> str:
        """Say what a seat that owes a decision can do now, and what it leads to, in the game's own words.

        `options` are the seat's options. A game without prompts lists the kinds of moves that it may make.

        >>> import ludex
        >>> table = ludex.game("automation").new(2, seed=7)
        >>> table.request(0).prompt
        'Play your money cards: 0 money so far. Then you buy cards.'
        """
        told = self._prompt(view, seating, options) if self._prompt is not None else ""
        return told or plain_prompt(options)

    def bubble(self, view: V, options: Options) -> Bubble | None:
        """Return the explanation of this kind of decision for new players, or None if it needs none.

        The online table shows it once, at the first decision of the kind in a player's first game.

        >>> import ludex
        >>> table = ludex.game("automation").new(2, seed=7)
        >>> table.game.look.bubble(table.view(0), table.options(0)).kind
        'MONEY'
        """
        return self._bubble(view, options) if self._bubble is not None else None

    def remarks(self, view: V) -> Mapping[str, str]:
        """Return remarks to show next to options, by their text: prices, for example."""
        return self._remarks(view) if self._remarks is not None else {}

    def shown(self, text: str) -> str:
        """Return a move or a sentence for display, e.g. with `Q♠` for `QS`. Players can also type it in this form."""
        return text

    @property
    def has_lots(self) -> bool:
        """True if the game has auctions, and so standing orders such as "pass on this lot"."""
        return self._lot is not None

    def lot(self, view: V) -> str | None:
        """Name what is being auctioned now, differently for every lot. None if nothing is.

        Standing orders at the online table ("pass on this lot", "bid up to 30") are valid while it stays the same.
        """
        return self._lot(view) if self._lot is not None else None

    def countdown(self, view: V) -> Countdown | None:
        """Return the moves that a clock plays when nothing has happened for a while, if the game has such a clock."""
        return self._countdown(view) if self._countdown is not None else None

    def terms(self, view: V) -> Mapping[str, float]:
        """Return what the viewer has that counts, by its name in a sentence: "money", "cities", "tricks".

        Terms of which less is better are a `Cost`. Hints and reviews name the terms in which two moves differ. By
        default there are none.
        """
        return self._terms(view) if self._terms is not None else {}

    @property
    def standing(self) -> Standing:
        """The standings of the game, for the table of rounds after its end: by default its points."""
        return self._standing

    @property
    def picture(self) -> Html:
        """A small SVG picture of the game: by default its initials."""
        return self._picture(self.game) if self._picture is not None else initials_picture(self.game.title)

    def art(self, name: str) -> Html | None:
        """Return a picture that the board shows as `/games/NAME/art/….svg`, or None if there is none of that name."""
        return self._art(name) if self._art is not None else None

    @property
    def style(self) -> str:
        """The style sheet of the board: by default `page.css` in the game's folder or its `board` folder."""
        return text_next_to(self.game, "board/page.css") or text_next_to(self.game, "page.css")


def plain_page_of(view: Any, seating: Seating) -> Page:
    """Draw a page that lists the fields of a view."""
    return plain_page(view)


def plain_prompt(options: Options) -> str:
    """List the kinds of moves among options, for games without prompts.

    >>> import ludex
    >>> plain_prompt(ludex.game("automation").new(2, seed=7).options(0))
    'Choose a move: play or end phase.'
    """
    verbs = list(dict.fromkeys(str(path[0]) for path in options.paths))
    return f"Choose a move: {' or '.join(filter(None, (', '.join(verbs[:-1]), verbs[-1])))}." if verbs else ""


def text_next_to(game: Game[Any, Any], name: str) -> str:
    """Read a file in the folder of the game's class. If there is no such file, return an empty text."""
    module = sys.modules[type(game).__module__].__file__
    path = Path(module or "").parent / name
    return path.read_text(encoding="utf-8") if module and path.is_file() else ""
