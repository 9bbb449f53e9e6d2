"""The input for drawing all parts of a board: the game's traits, the view, and who sits where."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from ludex.author import Html, Seating, plural, tag
from ludex.games.cards.board.faces import face, mini
from ludex.games.cards.board.traits import Traits
from ludex.games.cards.views import SideView, TrickBefore, View

if TYPE_CHECKING:
    from ludex.games.cards.board.tips import Tips


class Scene(msgspec.Struct, frozen=True):
    """One view of a game, to be drawn."""

    traits: Traits
    tips: Tips
    view: View
    seating: Seating

    @property
    def ended_trick(self) -> TrickBefore | None:
        """The trick that was just won, until the next card is led."""
        return None if any(seat.played for seat in self.view.seats) else self.view.trick_before

    @property
    def me(self) -> int | None:
        """The viewer's seat."""
        return self.view.seat

    @property
    def plays_dummy(self) -> bool:
        """True if the viewer is asked for a card of the dummy."""
        return self.view.for_dummy and self.view.turn == self.me

    @property
    def held(self) -> tuple[str, ...]:
        """The cards that the viewer plays from: the dummy's where one of them is due, or else the viewer's."""
        view = self.view
        return view.seats[view.dummy].cards if self.plays_dummy and view.dummy is not None else view.hand

    @property
    def turn(self) -> int:
        """The seat that decides, in phases in which only one does."""
        assert self.view.turn is not None, "all choose at once, or the match is over"
        return self.view.turn

    def name(self, seat: int) -> str:
        """Return a player's name, or "you"."""
        return "you" if seat == self.me else self.seating.name(seat)

    def does(self, seat: int, verb: str, own: str) -> str:
        """Return a player and what they do, at the start of a sentence: "Bruno leads", "You lead"."""
        return f"You {own}" if seat == self.me else f"{self.seating.name(seat)} {verb}"

    def then_does(self, verb: str, own: str) -> str:
        """Return the player who decides and what they do, within a sentence: "Bruno leads", "you lead"."""
        return f"you {own}" if self.turn == self.me else f"{self.seating.name(self.turn)} {verb}"

    def chip(self, seat: int) -> Html:
        """Draw a player's name in the colour of the seat, or "You"."""
        return tag("b", "You", class_="chip", seat=seat) if seat == self.me else self.seating.chip(seat)

    def tip(self, card: str) -> str:
        """Return the text that explains a card."""
        return self.tips.of(card, self.view.trump)

    def face(self, card: str, *, kind: str = "span", tip: str = "", classes: str = "", **attributes: object) -> Html:
        """Draw a card, face up."""
        return face(card, tip or self.tip(card), kind=kind, classes=classes, key=card, **attributes)

    def mini(self, card: str, *, rank_only: bool = False) -> Html:
        """Draw a small card."""
        return mini(card, self.tip(card), rank_only=rank_only, key=card)


def fact(count: int, what: str) -> Html:
    """Draw a number of things that a player has.

    >>> fact(2, "trick")
    '<span class="fact">2 tricks</span>'
    """
    return tag("span", plural(count, what), class_="fact")


class Column(NamedTuple):
    """A column of the score sheet: its heading, what it means, and its text for a side."""

    name: str
    tip: str
    cell: Callable[[Scene, SideView], str]
