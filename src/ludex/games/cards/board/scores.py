"""The score sheet: every side with what it has in this hand and in all, and the score after every hand."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ludex.author import Event, Html, join, tag
from ludex.games.cards.board.scene import Column, Scene
from ludex.games.cards.events import HandScored
from ludex.games.cards.parts.registry import COLUMNS
from ludex.games.cards.views import SideView

TOTAL = "What the side has so far."


def draw_scores(scene: Scene) -> tuple[Html, Html | None]:
    """Draw a row for every side, with only those columns that this game has; then the score after every hand."""
    columns = list(_columns(scene))
    head = tag("tr", tag("td"), (tag("th", column.name, scope="col", tip=column.tip) for column in columns))
    rows = (_row(scene, side, columns) for side in scene.view.sides)
    now = tag("table", tag("caption", goal(scene)), tag("thead", head), tag("tbody", rows), class_="scores")
    return now, _sheet(scene)


def _sheet(scene: Scene) -> Html | None:
    """Draw the score after every hand, the last one on top."""
    hands = scores_by_hand(scene.seating.told, len(scene.view.sides))
    if not hands:
        return None
    names = (tag("th", _side_name(scene, side), scope="col") for side in scene.view.sides)
    head = tag("tr", tag("th", "Hand", scope="col"), names)
    first = scene.view.hand_number - len(hands) + 1
    rows = (_hand_row(number, tuple(hand)) for number, hand in reversed(list(enumerate(hands, first))))
    table = tag("table", tag("caption", "After every hand"), tag("thead", head), tag("tbody", rows), class_="scores")
    return tag("div", table, class_="all-hands", tabindex="0", role="region", aria_label="Score after every hand")


@lru_cache(maxsize=4096)
def _hand_row(number: int, hand: tuple[HandScored, ...]) -> Html:
    """Draw the scores after a hand. They never change again."""
    cells = (tag("td", written(entry.score), tip=f"{signed(entry.points)} in this hand") for entry in hand)
    return tag("tr", tag("th", str(number), scope="row"), cells, key=f"hand-{number}")


def _side_name(scene: Scene, side: SideView) -> Html:
    """Draw a side in little room: the first letters of its players' names."""
    return join(
        tag("b", scene.seating.names[seat][:3], class_="chip", seat=seat, tip=scene.name(seat)) for seat in side.seats
    )


def scores_by_hand(told: tuple[Event, ...], sides: int) -> list[list[HandScored]]:
    """Return the scores of all hands in the viewer's events, each with an entry for every side."""
    scored = [event for event in told if isinstance(event, HandScored)]
    return [scored[first : first + sides] for first in range(0, len(scored), sides)]


def _columns(scene: Scene) -> Iterator[Column]:
    """Yield the columns that this game has."""
    for columns in COLUMNS:
        yield from columns(scene)
    if scene.view.before:
        yield Column("Last", "What the hand before brought.", _gained)
    if scene.traits.genome.chips:
        yield Column("Chips", TOTAL, lambda scene, side: f"{sum(scene.view.seats[s].chips for s in side.seats):,}")
    else:
        yield Column("Score", TOTAL, lambda scene, side: written(side.score))


def _gained(scene: Scene, side: SideView) -> str:
    before = scene.view.before
    return signed(before.gained[scene.view.sides.index(side)]) if before else ""


def _row(scene: Scene, side: SideView, columns: list[Column]) -> Html:
    names = join(
        part for place, seat in enumerate(side.seats) for part in ((" & " if place else None), scene.chip(seat))
    )
    inside = (
        tag("td", column.cell(scene, side), class_="total" if column.tip is TOTAL else None) for column in columns
    )
    return tag("tr", tag("th", names, scope="row"), inside, class_="mine" if scene.me in side.seats else None)


def written(points: int) -> str:
    """Return a score.

    >>> written(1250), written(-90)
    ('1,250', '−90')
    """
    return f"{points:,}".replace("-", "−")


def signed(points: int) -> str:
    """Return points won or lost.

    >>> signed(5), signed(-5), signed(0)
    ('+5', '−5', '0')
    """
    return f"+{written(points)}" if points > 0 else written(points)


def goal(scene: Scene) -> str:
    """Return the progress of the match, and its length."""
    match, view = scene.traits.genome.match, scene.view
    number = view.hand_number if view.due == "over" else view.hand_number + 1
    hand = f"Hand {number}" + (f" of {match.hands}" if not match.target and match.hands > 1 else "")
    goal = f", to {match.target:,} points" if match.target else ""
    low = ", the lowest score wins" if match.low_wins else ""
    return f"{hand}{goal}{low}"
