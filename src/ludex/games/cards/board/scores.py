"""The score sheet: every side with its contract, tricks, bags and score, and how the hand before went."""

from __future__ import annotations

from functools import lru_cache

from ludex.core.events import Event
from ludex.core.page import Html, join, tag
from ludex.games.cards.board.scene import Scene
from ludex.games.cards.events import HandScored
from ludex.games.cards.views import SideView


def draw_scores(scene: Scene) -> Html:
    """A row for every side. Columns are only those that this game has."""
    columns = _columns(scene)
    head = tag("tr", tag("td"), (tag("th", name, scope="col", tip=tip) for name, tip in columns.items()))
    rows = (_row(scene, number, side, list(columns)) for number, side in enumerate(scene.view.sides))
    now = tag("table", tag("caption", goal(scene)), tag("thead", head), tag("tbody", rows), class_="scores")
    return tag("div", now, _sheet(scene), class_="sheets")


def _sheet(scene: Scene) -> Html | None:
    """The score after every hand, the last one on top."""
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
    """The scores after a hand. They never change again."""
    cells = (tag("td", f"{entry.score:,}", tip=f"{_signed(entry.points)} in this hand") for entry in hand)
    return tag("tr", tag("th", str(number), scope="row"), cells, key=f"hand-{number}")


def _side_name(scene: Scene, side: SideView) -> Html:
    """A side in little room: the first letters of its players' names."""
    return join(
        tag("b", scene.seating.names[seat][:3], class_="chip", seat=seat, tip=scene.name(seat)) for seat in side.seats
    )


def scores_by_hand(told: tuple[Event, ...], sides: int) -> list[list[HandScored]]:
    """The scores of every hand that the viewer was told of, each with an entry for every side."""
    scored = [event for event in told if isinstance(event, HandScored)]
    return [scored[first : first + sides] for first in range(0, len(scored), sides)]


def _columns(scene: Scene) -> dict[str, str]:
    """The columns of the sheet with what they mean."""
    genome, view, columns = scene.traits.genome, scene.view, {}
    if genome.contract_scoring and view.due != "over":
        columns["Bid"] = "What the side has bid in this hand. Nil counts apart."
        columns["Won"] = "Tricks won in this hand."
        if genome.contract_scoring.bag_limit:
            limit, cost = genome.contract_scoring.bag_limit, genome.contract_scoring.bag_penalty
            columns["Bags"] = f"Tricks won beyond the bid. Every {limit} of them cost {cost} points."
    elif genome.teams and scene.traits.tricks and view.due != "over":
        columns["Won"] = "Tricks won in this hand."
    if view.before:
        columns["Last"] = "What the hand before brought."
    columns["Chips" if genome.chips else "Score"] = "What the side has so far."
    return columns


def _row(scene: Scene, number: int, side: SideView, columns: list[str]) -> Html:
    view = scene.view
    seats = [view.seats[seat] for seat in side.seats]
    nil = " + Nil" if any(seat.nil for seat in seats) and len(seats) > 1 else ""
    alone_nil = "Nil" if any(seat.nil for seat in seats) else "–" if side.contract is None else "0"
    cells = {
        "Bid": f"{side.contract}{nil}" if side.contract else alone_nil,
        "Won": str(side.tricks),
        "Bags": str(side.bags),
        "Last": _signed(view.before.gained[number]) if view.before else "",
        "Score": f"{side.score:,}",
        "Chips": f"{sum(seat.chips for seat in seats):,}",
    }
    names = join(
        part for place, seat in enumerate(side.seats) for part in ((" & " if place else None), scene.chip(seat))
    )
    inside = (tag("td", cells[name], class_="total" if name in ("Score", "Chips") else None) for name in columns)
    return tag("tr", tag("th", names, scope="row"), inside, class_="mine" if scene.me in side.seats else None)


def _signed(points: int) -> str:
    """Points won or lost.

    >>> _signed(5), _signed(-5), _signed(0)
    ('+5', '−5', '0')
    """
    return f"+{points:,}" if points > 0 else f"−{-points:,}" if points else "0"


def goal(scene: Scene) -> str:
    """How far the match has come, and how long it lasts."""
    match, view = scene.traits.genome.match, scene.view
    number = view.hand_number if view.due == "over" else view.hand_number + 1
    hand = f"Hand {number}" + (f" of {match.hands}" if not match.target and match.hands > 1 else "")
    goal = f", to {match.target:,} points" if match.target else ""
    low = ", the lowest score wins" if match.low_wins else ""
    return f"{hand}{goal}{low}"
