"""The paintings: every card shows a different one, in the style of its artist.

A painting depends only on the artist and its number. The five styles: Carvalho builds planes, Thaler stacks landscapes,
Melim prints dots and stripes, Martins lets colours flow, Silveira grows flowers that look back.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from random import Random

from ludex.author import Html, tag

WIDTH, HEIGHT = 120, 160

_PLANES = (
    ("#e9dfc7", "#c8402f", "#1f3a5f", "#e3a72f", "#2b2a28"),
    ("#efe7d6", "#2f6f73", "#d8662c", "#22223b", "#b8b08d"),
    ("#e4ddd0", "#8c2f39", "#3a506b", "#d9a441", "#1d1d1b"),
    ("#dfe3da", "#385f44", "#c96f4a", "#1b2a41", "#e8c66a"),
)
_SKIES = (
    ("#f3d9b8", "#e08e6d", "#7f5a6f", "#4b4560", "#2a2e45", "#fff4d6"),
    ("#cfe3e8", "#8fb8c2", "#5a8a94", "#3b6470", "#213f4b", "#fdf6e0"),
    ("#e9e4f0", "#b9a9cf", "#8276a6", "#54507f", "#2c2f55", "#ffe9c9"),
    ("#dfe8d2", "#a9bf8f", "#768f5e", "#4c6844", "#28402f", "#fff2c4"),
    ("#f6cfc4", "#e39a8b", "#b06a72", "#6f4a62", "#382b44", "#ffefd9"),
)
_PRINTS = (
    ("#f6efe0", "#e4322b", "#161616", "#f2c230"),
    ("#f3f0ea", "#1f5fa8", "#161616", "#f08c3a"),
    ("#f7ecdf", "#d9337a", "#1b1b2f", "#35b1a5"),
    ("#eef0e6", "#2e8b57", "#141414", "#f25c3c"),
)
_FLOWS = (
    ("#14213d", "#f29e4c", "#e5446d", "#2ec4b6", "#f7e1b5", "#7b4b94"),
    ("#2d132c", "#ee4540", "#f2a65a", "#6a8d92", "#f6e7cb", "#3f7cac"),
    ("#0b3948", "#f46036", "#e7e247", "#c5d86d", "#d7cdcc", "#a23b72"),
    ("#3a0f1d", "#ff9f68", "#f6d365", "#74b49b", "#f4f0e6", "#4e6e9e"),
)
_GARDENS = (
    ("#10231f", "#e86a5c", "#f3c98b", "#7fb495", "#f5efe0", "#24463f"),
    ("#1f1a2b", "#d77fa1", "#f2d5a0", "#8aa6c1", "#f6f0e6", "#3d3357"),
    ("#22190f", "#e2a33a", "#d95d39", "#a7b66b", "#f4ead5", "#4a3a22"),
    ("#0e2233", "#f0735a", "#f7d6bf", "#5fa8a0", "#f3efe4", "#1f4258"),
)


def painting(artist: int, number: int) -> Html:
    """Draw the painting of a card as SVG: artists are counted from 0 in the order of the board.

    >>> painting(0, 3) == painting(0, 3) != painting(0, 4)
    True
    """
    return _painting(artist, number)


@cache
def _painting(artist: int, number: int) -> Html:
    dice = Random(f"{artist}.{number}")
    parts = _HANDS[artist](dice, number)
    return tag(
        "svg",
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        preserveAspectRatio="xMidYMid slice",
    )


def _box(x: float, y: float, width: float, height: float, fill: str, **more: object) -> Html:
    return tag("rect", x=_n(x), y=_n(y), width=_n(width), height=_n(height), fill=fill, **more)


def _disc(x: float, y: float, r: float, fill: str, **more: object) -> Html:
    return tag("circle", cx=_n(x), cy=_n(y), r=_n(r), fill=fill, **more)


def _path(d: str, fill: str = "none", **more: object) -> Html:
    return tag("path", d=d, fill=fill, **more)


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _to(x: float, y: float, far: float, angle: float) -> str:
    """Return a line to a point that lies in a direction."""
    return f"L{_n(x + far * math.sin(angle))} {_n(y - far * math.cos(angle))}"


def _ground(colour: str) -> Html:
    return _box(0, 0, WIDTH, HEIGHT, colour)


def _carvalho(dice: Random, number: int) -> list[Html]:
    """Paint planes: a canvas cut again and again, one tilted bar, one disc, a few thin lines."""
    ground, *colours, ink = _PLANES[number % len(_PLANES)]
    parts = [_ground(ground)]
    for x, y, width, height in _cut(dice, (8.0, 8.0, WIDTH - 16.0, HEIGHT - 16.0), 3):
        if dice.random() < 0.68:
            parts.append(_box(x + 1.5, y + 1.5, width - 3, height - 3, dice.choice(colours)))
    x, y, tilt = dice.uniform(30, 90), dice.uniform(40, 120), dice.choice((-38, -24, 24, 38, 52))
    parts.append(_box(x - 55, y - 4, 110, 8, ink, transform=f"rotate({tilt} {_n(x)} {_n(y)})"))
    parts.append(_disc(dice.uniform(28, 92), dice.uniform(30, 130), dice.uniform(9, 19), dice.choice(colours)))
    for _ in range(dice.randint(2, 4)):
        at = dice.uniform(10, 110)
        line = f"M{_n(at)} 0V{HEIGHT}" if dice.random() < 0.5 else f"M0 {_n(at * 1.3)}H{WIDTH}"
        parts.append(_path(line, stroke=ink, stroke_width=dice.choice((0.8, 1.2, 2)), opacity=0.75))
    return parts


def _cut(dice: Random, box: tuple[float, float, float, float], depth: int) -> list[tuple[float, float, float, float]]:
    """Cut a rectangle into smaller ones."""
    x, y, width, height = box
    if depth == 0 or (depth < 3 and dice.random() < 0.18):
        return [box]
    part = dice.uniform(0.3, 0.7)
    if width > height * dice.uniform(0.6, 1.1):
        halves = (x, y, width * part, height), (x + width * part, y, width * (1 - part), height)
    else:
        halves = (x, y, width, height * part), (x, y + height * part, width, height * (1 - part))
    return [smaller for half in halves for smaller in _cut(dice, half, depth - 1)]


def _thaler(dice: Random, number: int) -> list[Html]:
    """Paint landscapes: a quiet sky, a sun or moon, ridge behind ridge, now and then a lake or a lonely tree."""
    sky, *ridges, light = _SKIES[number % len(_SKIES)]
    sun_x, sun_y = dice.uniform(25, 95), dice.uniform(28, 62)
    parts = [_ground(sky), _disc(sun_x, sun_y, dice.uniform(8, 17), light, opacity=0.95)]
    horizon = dice.uniform(66, 84)
    for place, colour in enumerate(ridges):
        base = horizon + place * dice.uniform(17, 24)
        parts.append(_path(_ridge(dice, base, 17 - 3.2 * place), colour))
    if dice.random() < 0.45:
        y = dice.uniform(118, 138)
        parts.append(
            _path(f"M0 {_n(y)}Q60 {_n(y - 7)} 120 {_n(y)}V{_n(y + 9)}Q60 {_n(y + 13)} 0 {_n(y + 9)}Z", sky, opacity=0.7)
        )
        for ripple in range(3):
            parts.append(_box(sun_x - 7 + ripple, y + ripple * 3.4, 14 - ripple * 2, 1.3, light, opacity=0.8))
    else:
        x, y = dice.uniform(22, 98), dice.uniform(118, 140)
        for shift, size in ((0, 1.0), (dice.uniform(8, 13), 0.7)):
            tree = f"M{_n(x + shift)} {_n(y)}l{_n(-5 * size)} {_n(17 * size)}h{_n(10 * size)}z"
            parts.append(_path(tree, ridges[-1], stroke=ridges[-1], stroke_width=1))
    for _ in range(dice.randint(0, 3)):
        x, y = dice.uniform(12, 100), dice.uniform(14, 55)
        parts.append(_path(f"M{_n(x)} {_n(y)}q3 -4 6 0q3 -4 6 0", stroke=ridges[-1], stroke_width=1))
    return parts


def _ridge(dice: Random, base: float, rise: float) -> str:
    points = [(x, base - dice.uniform(0, 1) * max(rise, 4)) for x in range(-20, WIDTH + 41, 20)]
    path = f"M-20 {HEIGHT}L{_n(points[0][0])} {_n(points[0][1])}"
    for (x1, y1), (x2, y2) in pairwise(points):
        path += f"Q{_n(x1 + 5)} {_n(y1)} {_n((x1 + x2) / 2)} {_n((y1 + y2) / 2)}"
    return f"{path}L{WIDTH + 20} {HEIGHT}Z"


def _melim(dice: Random, number: int) -> list[Html]:
    """Paint prints: a field of dots, a burst or stripes, and one bold shape with a hard shadow."""
    ground, loud, ink, second = _PRINTS[number % len(_PRINTS)]
    parts = [_ground(ground)]
    if dice.random() < 0.5:
        x, y = dice.uniform(30, 90), dice.uniform(40, 110)
        rays = dice.choice((9, 12, 15))
        for ray in range(rays):
            ends = "".join(_to(x, y, 190, 2 * math.pi * (ray + turn) / rays) for turn in (0, 0.5))
            parts.append(_path(f"M{_n(x)} {_n(y)}{ends}Z", second, opacity=0.75))
    else:
        for at in range(-160, 160, 22):
            parts.append(_path(f"M{at} 160L{at + 160} 0h11L{at + 11} 160Z", second, opacity=0.7))
    left, top = dice.choice((0, 40)), dice.choice((0, 70))
    for row in range(9):
        for column in range(8):
            size = 0.8 + 3.1 * (row / 9 if top else 1 - row / 9)
            parts.append(_disc(left + 6 + column * 10 + (row % 2) * 5, top + 6 + row * 10, size, loud))
    shape = _bold(dice)
    parts.append(tag("g", _path(shape, ink), transform="translate(4 5)"))
    parts.append(_path(shape, ground, stroke=ink, stroke_width=3, stroke_linejoin="round"))
    parts.append(tag("g", _path(shape, loud), transform="translate(18 26) scale(.7)"))
    return parts


def _bold(dice: Random) -> str:
    """Draw the outline of a bolt, a star, a heart, a bottle, a speech bubble or a pill."""
    star = "".join(_to(60, 84, 40 if point % 2 else 20, math.pi * point / 5) for point in range(10))
    return dice.choice(
        (
            "M66 34L32 92h24l-8 42 40 -62H62z",
            f"M{star[1:]}Z",
            "M60 126C20 96 18 66 36 54c12 -8 21 0 24 10c3 -10 12 -18 24 -10C102 66 100 96 60 126z",
            "M50 36h20v20c16 8 18 20 18 34v40H32V90c0 -14 2 -26 18 -34z",
            "M24 50h72v52H66L46 126l2 -24H24z",
            "M28 84a32 32 0 1 0 64 0a32 32 0 1 0 -64 0M28 84h64",
        )
    )


def _martins(dice: Random, number: int) -> list[Html]:
    """Paint flows: bands of colour that swirl round one another."""
    ground, *colours = _FLOWS[number % len(_FLOWS)]
    parts = [_ground(ground)]
    shift, swing = dice.uniform(0, 6), dice.uniform(14, 26)
    turned = dice.random() < 0.5
    for band in range(11):
        base = -24 + band * 20
        points = [(x, base + swing * math.sin(x / 23 + shift + band * 0.35)) for x in range(-30, 191, 20)]
        path = f"M{_n(points[0][0])} {_n(points[0][1])}"
        for (x1, y1), (x2, y2) in pairwise(points):
            path += f"Q{_n(x1 + 8)} {_n(y1)} {_n((x1 + x2) / 2)} {_n((y1 + y2) / 2)}"
        colour = colours[(band * dice.choice((1, 2, 3))) % len(colours)]
        line = _path(path, stroke=colour, stroke_width=_n(dice.uniform(6, 15)), stroke_linecap="round")
        parts.append(tag("g", line, transform="rotate(90 60 80)") if turned else line)
    x, y = dice.uniform(35, 85), dice.uniform(45, 115)
    for ring, colour in enumerate(dice.sample(colours, 4)):
        parts.append(_disc(x + ring * dice.uniform(-1.5, 1.5), y + ring * 1.4, 27 - ring * 6.5, colour))
    return parts


def _silveira(dice: Random, number: int) -> list[Html]:
    """Paint gardens: a flower grows out of a vase or a collar, and where its heart should be is an eye."""
    ground, petal, second, leaf, pale, shade = _GARDENS[number % len(_GARDENS)]
    parts = [_ground(ground), _disc(60, dice.uniform(52, 70), dice.uniform(44, 54), shade)]
    stem = dice.uniform(-14, 14)
    parts.append(_path(f"M60 150Q{_n(60 + stem)} 110 60 70", stroke=leaf, stroke_width=4))
    for side in (-1, 1):
        y = dice.uniform(100, 124)
        parts.append(
            _path(f"M60 {_n(y)}q{_n(side * 26)} -18 {_n(side * 34)} 4q{_n(-side * 20)} 8 {_n(-side * 34)} -4z", leaf)
        )
    petals = dice.choice((7, 8, 9, 11, 13))
    length, width = dice.uniform(30, 40), dice.uniform(8, 14)
    for turn in range(petals):
        angle = 360 * turn / petals
        shape = (
            f"M60 62q{_n(-width)} {_n(-length * 0.6)} 0 {_n(-length)}q{_n(width)} {_n(length * 0.4)} 0 {_n(length)}z"
        )
        colour = second if turn % 2 and petals % 2 == 0 else petal
        parts.append(_path(shape, colour, transform=f"rotate({_n(angle)} 60 62)"))
    parts.append(_path("M40 62Q60 44 80 62Q60 80 40 62Z", pale))
    parts += [_disc(60, 62, 9, shade), _disc(60, 62, 4.6, ground), _disc(57.5, 59.5, 1.6, pale)]
    if dice.random() < 0.5:
        parts.append(_path("M40 138h40l-6 22H46z", second))
    else:
        parts += [_path("M30 160q30 -34 60 0z", petal), _disc(60, 148, 3, pale)]
    for _ in range(dice.randint(3, 7)):
        parts.append(_disc(dice.uniform(6, 114), dice.uniform(6, 150), dice.uniform(0.8, 1.8), pale, opacity=0.8))
    return parts


_HANDS: tuple[Callable[[Random, int], list[Html]], ...] = (_carvalho, _thaler, _melim, _martins, _silveira)
