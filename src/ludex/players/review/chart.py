"""The curves of a review as an SVG drawing, coloured by seat. Style sheets give the classes their look."""

from __future__ import annotations

from collections.abc import Sequence

from ludex.core.show.page import Html, Seating, tag
from ludex.players.review.values import Curve, Moment, Review

WIDTH, HEIGHT = 640, 260
LEFT, RIGHT, TOP, BOTTOM = 66, 14, 22, 26
SCALE = (0.0, 0.25, 0.5, 0.75, 1.0)


def draw_chart(review: Review, seating: Seating) -> Html:
    """Draw the chances of every seat over the moves of the game, with its moments.

    >>> from ludex.core.language.outcome import Outcome
    >>> from ludex.players.review.values import Point
    >>> curve = Curve(0, (Point(1, 0.5, 0.1), Point(2, 1.0, 0.0)))
    >>> told = Review("war", "War", ("Ann",), 1, Outcome((1,), (1,), (0,), "over"), (curve,), (), "random", 9, 1)
    >>> str(draw_chart(told, Seating(("Ann",)))).count("<polyline")
    1
    """
    label = "Chances of winning, from the first move to the last: " + "; ".join(
        f"{seating.name(curve.seat)} from {_percent(curve.points[0].chance)} to {_percent(curve.points[-1].chance)}"
        for curve in review.curves
        if curve.points
    )
    return tag(
        "svg",
        _scale(review.moves),
        [_band(curve, review.moves) for curve in review.curves],
        [_line(curve, review.moves) for curve in review.curves],
        [_mark(place, moment, review.moves) for place, moment in enumerate(review.moments, 1)],
        tag("line", x1=LEFT, x2=LEFT, y1=TOP, y2=HEIGHT - BOTTOM, class_="now", data_left=LEFT, data_right=RIGHT),
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        role="img",
        aria_label=label,
        class_="review-chart",
    )


def _x(number: float, moves: int) -> float:
    return round(LEFT + number / (moves + 1) * (WIDTH - LEFT - RIGHT), 1)


def _y(chance: float) -> float:
    return round(HEIGHT - BOTTOM - min(max(chance, 0.0), 1.0) * (HEIGHT - BOTTOM - TOP), 1)


def _scale(moves: int) -> list[Html]:
    drawn = []
    for chance in SCALE:
        y = _y(chance)
        drawn.append(tag("line", x1=LEFT, x2=WIDTH - RIGHT, y1=y, y2=y, class_="grid"))
        drawn.append(tag("text", _percent(chance), x=LEFT - 6, y=y + 4, class_="scale", text_anchor="end"))
    drawn.append(tag("text", "move 1", x=LEFT, y=HEIGHT - 6, class_="scale"))
    drawn.append(tag("text", f"move {moves}", x=WIDTH - RIGHT, y=HEIGHT - 6, class_="scale", text_anchor="end"))
    return drawn


def _line(curve: Curve, moves: int) -> Html:
    points = " ".join(f"{_x(point.number, moves)},{_y(point.chance)}" for point in curve.points)
    return tag("polyline", points=points, class_="curve", seat=curve.seat)


def _band(curve: Curve, moves: int) -> Html:
    """Draw how sure a curve is: one standard error up and down."""
    upper = [f"{_x(point.number, moves)},{_y(point.chance + point.doubt)}" for point in curve.points]
    lower = [f"{_x(point.number, moves)},{_y(point.chance - point.doubt)}" for point in reversed(curve.points)]
    return tag("polygon", points=" ".join(upper + lower), class_="band", seat=curve.seat)


def _mark(place: int, moment: Moment, moves: int) -> Html:
    x = _x(moment.number, moves)
    return tag(
        "g",
        tag("line", x1=x, x2=x, y1=TOP, y2=HEIGHT - BOTTOM),
        tag("circle", cx=x, cy=TOP - 10, r=9),
        tag("text", place, x=x, y=TOP - 6, text_anchor="middle"),
        class_="moment",
        seat=moment.seat,
    )


def _percent(chance: float) -> str:
    return f"{100 * chance:.0f} %"


def legend(review: Review, seating: Seating) -> Html:
    """List the seats with their colours, and the winners."""
    return tag(
        "ul",
        [
            tag(
                "li", tag("span", class_="dot"), seating.name(seat), " (won)" if _won(review, seat) else None, seat=seat
            )
            for seat in range(len(review.players))
        ],
        class_="review-legend",
    )


def _won(review: Review, seat: int) -> bool:
    return seat in review.outcome.winners


PLOT_ROWS = 9
LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def text_chart(curves: Sequence[Curve], moves: int, width: int) -> list[str]:
    """Draw curves as text: a column for every part of the game, and the number of a seat at its chance.

    >>> from ludex.players.review.values import Point
    >>> for line in text_chart([Curve(0, (Point(1, 0.5, 0.1), Point(10, 1.0, 0.0)))], 9, 16):
    ...     print(line)
    100 % |       0
          |
     75 % |
          |
     50 % |0000000
          |
     25 % |
          |
      0 % |
    """
    columns = max(8, width - 8)
    cells = [[" "] * columns for _ in range(PLOT_ROWS)]
    for curve in curves:
        if not curve.points:
            continue
        first = round((curve.points[0].number - 1) / max(moves, 1) * (columns - 1))
        for column in range(first, columns):
            number = 1 + column * moves / max(columns - 1, 1)
            before = [point for point in curve.points if point.number <= number + 1e-9] or [curve.points[0]]
            row = round((1 - before[-1].chance) * (PLOT_ROWS - 1))
            taken = cells[row][column]
            cells[row][column] = LETTERS[curve.seat % len(LETTERS)] if taken == " " else "*"
    labels = [_percent(1 - row / (PLOT_ROWS - 1)) if row % 2 == 0 else "" for row in range(PLOT_ROWS)]
    return [f"{label:>5} |{''.join(row)}".rstrip() for label, row in zip(labels, cells, strict=True)]
