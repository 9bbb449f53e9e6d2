"""What all parts of a board are drawn from: the game's traits, the view, and who sits where."""

from __future__ import annotations

import msgspec

from ludex.core.page import Html, Seating, tag
from ludex.games.cards.board.faces import Tips, face, mini
from ludex.games.cards.board.traits import Traits
from ludex.games.cards.views import TrickBefore, View


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

    def name(self, seat: int) -> str:
        """A player's name, or "you"."""
        return "you" if seat == self.me else self.seating.name(seat)

    def does(self, seat: int, verb: str, own: str) -> str:
        """A player and what they do, at the start of a sentence: "Bruno leads", "You lead"."""
        return f"You {own}" if seat == self.me else f"{self.seating.name(seat)} {verb}"

    def chip(self, seat: int) -> Html:
        """A player's name in the colour of the seat, or "You"."""
        return tag("b", "You", class_="chip", seat=seat) if seat == self.me else self.seating.chip(seat)

    def tip(self, card: str) -> str:
        """What a card tells."""
        return self.tips.of(card, self.view.trump)

    def face(self, card: str, *, kind: str = "span", tip: str = "", classes: str = "", **attributes: object) -> Html:
        """A card, face up."""
        return face(card, tip or self.tip(card), kind=kind, classes=classes, key=card, **attributes)

    def mini(self, card: str, *, rank_only: bool = False) -> Html:
        """A small card."""
        return mini(card, self.tip(card), rank_only=rank_only, key=card)


def many(count: int, what: str) -> str:
    """A number of things, in digits.

    >>> many(1, "card"), many(3, "card")
    ('1 card', '3 cards')
    """
    return f"{count:,} {what}" if abs(count) == 1 else f"{count:,} {what}s"
