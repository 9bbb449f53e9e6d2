"""A view as one SVG picture: the seats with the cards that they have played, what lies open, and the viewer's hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ludex.author import Html, join, plural, tag
from ludex.games.cards.board.faces import card_sign, card_title
from ludex.games.cards.board.picture import HEIGHT, PRINTED, WIDTH, draw_card
from ludex.games.cards.views import SeatView, View

FULL, EDGE, GAP = 760, 20, 8
"""The widths of the picture, of its edge, and between two things."""
WORDS = 26
"""The height of a line of words."""
FEW = 4
"""The most cards that are listed where there is little room."""
CLOTH = "#e3ebe1"


def draw_svg(view: View) -> Html:
    """Draw a view of a card game.

    >>> import ludex
    >>> table = ludex.game("hearts").new(4, seed=7)
    >>> hand = table.view(0).hand
    >>> draw_svg(table.view(0)).count("<g"), draw_svg(table.view()).count("<g"), len(hand)
    (13, 0, 13)
    """
    low, parts = float(EDGE), list[Html]()
    for row, height in _rows(view):
        parts.append(tag("svg", row, y=f"{low:g}", width=FULL, height=height))
        low += height
    ground = tag("rect", width=FULL, height=f"{low:g}", rx=10, fill=CLOTH)
    size = {"viewBox": f"0 0 {FULL} {low:g}", "width": FULL, "height": f"{low:g}"}
    name = "system-ui, sans-serif"
    return tag("svg", ground, parts, xmlns="http://www.w3.org/2000/svg", font_family=name, font_size=14, **size)


def _rows(view: View) -> Iterator[tuple[Html, int]]:
    """Yield the rows of the picture, each with its height."""
    tall = HEIGHT + GAP if any(seat.played for seat in view.seats) else 0
    width = (FULL - 2 * EDGE) / len(view.seats)
    drawn = (_seat(view, seat, EDGE + width * place) for place, seat in enumerate(view.seats))
    yield join(drawn), 2 * WORDS + tall
    for words, cards in _open(view):
        yield _laid(words, cards), WORDS + HEIGHT + 2 * GAP
    if view.seat is not None:
        yield _laid(f"Your hand, seat {view.seat}", view.hand), WORDS + HEIGHT + 2 * GAP


def _open(view: View) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield the cards that lie open, with words for them."""
    if view.table:
        yield "On the table", view.table
    if view.pile_top:
        yield f"The pile, {view.pile_size} cards", [view.pile_top]
    if view.turned:
        yield "Turned up", [view.turned]


def _seat(view: View, seat: SeatView, left: float) -> Html:
    """Draw a seat: the facts about it, and below them the card that it has played to the trick."""
    name = tag("tspan", f"seat {seat.seat}", font_weight=700)
    turn = " to move" if seat.seat == view.turn else ""
    words = tag("text", name, turn, x=f"{left:g}", y=16, fill=PRINTED.ink)
    facts = tag("text", ", ".join(_facts(seat, view.seat)), x=f"{left:g}", y=34, fill=PRINTED.soft, font_size=12)
    card = _card(seat.played, left, 2 * WORDS - GAP) if seat.played else None
    return join([words, facts, card])


def _facts(seat: SeatView, viewer: int | None) -> Iterator[str]:
    """Yield what is known about a seat and counts in this game."""
    yield plural(seat.hand_size, "card")
    if seat.bid is not None:
        yield "bid Nil" if seat.nil else f"bid {seat.bid}"
    if seat.tricks:
        yield plural(seat.tricks, "trick")
    if seat.chips:
        yield plural(seat.chips, "chip")
    if seat.cards and seat.seat != viewer:
        few = len(seat.cards) <= FEW
        yield f"holds {' '.join(map(card_sign, seat.cards))}" if few else f"{len(seat.cards)} of them known"


def _laid(words: str, cards: Sequence[str]) -> Html:
    """Draw cards side by side below words for them, closer to each other if there are many."""
    step = min(WIDTH + GAP, (FULL - 2 * EDGE - WIDTH) / max(1, len(cards) - 1))
    said = tag("text", words, x=EDGE, y=16, fill=PRINTED.soft)
    return join([said, *(_card(card, EDGE + step * place, WORDS) for place, card in enumerate(cards))])


def _card(card: str, left: float, top: float) -> Html:
    middle = f"translate({left + WIDTH / 2:g} {top + HEIGHT / 2:g})"
    return tag("g", tag("title", card_title(card)), draw_card(card, PRINTED), transform=middle)
