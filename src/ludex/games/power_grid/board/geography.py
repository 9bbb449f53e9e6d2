"""Coordinates of cities and regions on the picture of the map."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, radians, sin, sqrt
from typing import TypeAlias

from ludex.games.power_grid.board.panel import MARGIN
from ludex.games.power_grid.components.maps import Map

Point: TypeAlias = tuple[float, float]


WIDTHS = {"germany": 940, "usa": 1500}


ROOM: Point = (118, 66)
"""The size of the ellipse that stays free around each city."""


class Ground:
    """The outline and the cities, projected onto the picture, with the cities moved apart."""

    def __init__(self, printed: Map, above: float = 0) -> None:
        project = albers if printed.name == "usa" else plain
        outline = [project(at) for at in printed.outline]
        cities = [project(city.at) for city in printed.cities]
        left, right = min(x for x, _ in outline + cities), max(x for x, _ in outline + cities)
        top, bottom = min(y for _, y in outline + cities), max(y for _, y in outline + cities)
        self.width = float(WIDTHS[printed.name])
        scale = (self.width - 2 * MARGIN) / (right - left)
        self.height = (bottom - top) * scale + 2 * MARGIN + above

        def put(at: Point) -> Point:
            return (at[0] - left) * scale + MARGIN, (at[1] - top) * scale + MARGIN + above

        self.outline = [put(at) for at in outline]
        apart = move_apart([put(at) for at in cities])
        self.cities = [(min(max(x, MARGIN), self.width - MARGIN), y) for x, y in apart]


def plain(at: Point) -> Point:
    """Project a small country, with longitudes shortened as in its middle."""
    return at[1] * cos(radians(51.2)), -at[0]


def albers(at: Point) -> Point:
    """Project with Albers' equal-area conic projection and the usual parallels for the United States."""
    first, second, middle, meridian = radians(29.5), radians(45.5), radians(37.5), radians(-96)
    cone = (sin(first) + sin(second)) / 2
    constant = cos(first) ** 2 + 2 * cone * sin(first)
    latitude, turn = radians(at[0]), cone * (radians(at[1]) - meridian)
    radius, zero = (sqrt(constant - 2 * cone * sin(angle)) / cone for angle in (latitude, middle))
    return radius * sin(turn), -(zero - radius * cos(turn))


def move_apart(places: Sequence[Point]) -> list[Point]:
    """Move places that are too near to each other apart, a little at a time."""
    moved = list(places)
    for _ in range(200):
        for a in range(len(moved)):
            for b in range(a):
                dx, dy = (moved[a][0] - moved[b][0]) / ROOM[0], (moved[a][1] - moved[b][1]) / ROOM[1]
                near = hypot(dx, dy)
                if near < 1:
                    push = (1 - near) / 2 / max(near, 0.01)
                    x, y = dx * push * ROOM[0] / 2, dy * push * ROOM[1] / 2
                    moved[a] = moved[a][0] + x, moved[a][1] + y
                    moved[b] = moved[b][0] - x, moved[b][1] - y
    return moved


def cell(places: Sequence[Point], at: int, box: Sequence[Point]) -> list[tuple[Point, int]]:
    """Return the area that is nearer to one place than to any other.

    It is given by its corners, each with the place beyond the side that follows it."""
    corners = [(corner, -1) for corner in box]
    x, y = places[at]
    for other, (ox, oy) in enumerate(places):
        if other == at:
            continue
        kept: list[tuple[Point, int]] = []
        for (corner, side), (following, _) in zip(corners, corners[1:] + corners[:1], strict=True):
            here, there = (_nearer(point, (x, y), (ox, oy)) for point in (corner, following))
            if here >= 0:
                kept.append((corner, side))
            if (here >= 0) != (there >= 0):
                share = here / (here - there)
                cut = corner[0] + share * (following[0] - corner[0]), corner[1] + share * (following[1] - corner[1])
                kept.append((cut, other if here >= 0 else side))
        corners = kept
    return corners


def _nearer(point: Point, one: Point, other: Point) -> float:
    """Return a positive number if the point is nearer to `one` than to `other`."""
    return hypot(point[0] - other[0], point[1] - other[1]) ** 2 - hypot(point[0] - one[0], point[1] - one[1]) ** 2
