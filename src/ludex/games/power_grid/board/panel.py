"""The panel next to the map, as a picture (SVG): the plant market, the fuel tracks, and the companies."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ludex.author import plural
from ludex.games.power_grid.components.plants import FUELS, Plant
from ludex.games.power_grid.components.tables import PRICE, TOKENS
from ludex.games.power_grid.views import FuelView, SeatView, TrustView, View

MARGIN = 50
EDGE = MARGIN / 2
INK, PALE = "#2b2f36", "#7d868f"
SEAT_COLORS = ("#d1342f", "#2763c4", "#23984a", "#e3a01b", "#7b3fa0", "#222222")
THE_TRUST = len(SEAT_COLORS)
COLORS = (*SEAT_COLORS, "#8d8d8d")
"""The colours of the seats' houses, and of those of the Trust, which is drawn as an additional seat."""
TYPE_COLORS = {
    "coal": "#8a5a33",
    "oil": "#4a4f57",
    "garbage": "#d9a400",
    "uranium": "#c8352b",
    "hybrid": "#6d5545",
    "eco": "#2f9455",
}
MARKET_TOP, SEATS_TOP = 44, 140
SEAT_WIDTH, SEAT_HEIGHT = 240, 40
CARD_WIDTH, CARD_HEIGHT = 48, 38
TRACKS_LEFT = 548
TOKEN = 8


def panel_height(view: View, width: float) -> float:
    """Return the height of the panel above the map."""
    return SEATS_TOP + -(-len(view.seats) // _columns(width)) * SEAT_HEIGHT


def _columns(width: float) -> int:
    return int((width - EDGE) // SEAT_WIDTH)


def draw_panel(view: View, width: float) -> list[str]:
    """Draw the panel: title, market, tracks, seats."""
    title = f"{view.printed.title} · {view.edition} · round {view.round} · Step {view.step} · {view.phase}"
    columns = _columns(width)
    pitch = (width - EDGE) / columns
    return [
        f"<rect width='100%' height='{panel_height(view, width)}' fill='#ffffff'/>",
        _text(EDGE, 28, title, size=19, bold=True),
        *_market(view),
        *(_track(fuel, MARKET_TOP + 22 * at) for at, fuel in enumerate(view.fuels)),
        *(
            _seat(view, seat, EDGE + at % columns * pitch, SEATS_TOP + at // columns * SEAT_HEIGHT)
            for at, seat in enumerate(view.seats)
        ),
        *([_trust(view.trust, EDGE + 2 * pitch, SEATS_TOP)] if view.trust else []),
    ]


def _text(
    x: float, y: float, text: str, *, size: float = 12, bold: bool = False, ink: str = INK, middle: bool = False
) -> str:
    weight = " font-weight='bold'" if bold else ""
    anchor = " text-anchor='middle'" if middle else ""
    return f"<text x='{x:.1f}' y='{y:.1f}' font-size='{size}' fill='{ink}'{weight}{anchor}>{escape(text)}</text>"


def house(left: float, bottom: float, seat: int | None, cost: str = "", *, is_open: bool = True) -> str:
    """Draw a house with the number of its seat, or an empty place with its cost."""
    fill = COLORS[seat] if seat is not None else "#ffffff" if is_open else "#d5d8da"
    edge, ink = ("#ffffff", "#ffffff") if seat is not None else (PALE, PALE)
    sign, size = ("T" if seat == THE_TRUST else str(seat), 10) if seat is not None else (cost, 7.5)
    return f"<path d='M{left:.1f},{bottom:.1f} v-9 l8,-6 l8,6 v9 z' fill='{fill}' stroke='{edge}'/>" + _text(
        left + 8, bottom - 1.5, sign, size=size, bold=seat is not None, ink=ink, middle=True
    )


def _market(view: View) -> list[str]:
    """Draw the plants, with those for sale in the upper row, and how many are left to draw."""
    known = f", {view.top} on top" if view.top else f", a {view.back} on top" if view.back != "none" else ""
    parts = []
    rows: Sequence[tuple[str, Sequence[Plant]]] = (("for sale", view.current), ("future", view.future))
    for row, (name, plants) in enumerate(rows):
        y = MARKET_TOP + row * (CARD_HEIGHT + 6)
        parts.append(_text(EDGE, y + 23, name, bold=True) if plants else "")
        parts.extend(_card(plant, 90 + at * (CARD_WIDTH + 6), y, view.discount) for at, plant in enumerate(plants))
    below = MARKET_TOP + CARD_HEIGHT + 6
    left = 90 + len(view.future) * (CARD_WIDTH + 6) + 4 if view.future else EDGE
    if view.step_card:
        parts.append(_text(left, below + 15, "Step 3", bold=True))
    parts.append(_text(left, below + 30, f"{view.stack} in the stack{known if view.stack else ''}", ink=PALE))
    return parts


def _card(plant: Plant, x: float, y: float, discount: int | None) -> str:
    """Draw a plant with its number, its fuel and the cities it powers, ringed if it has the discount."""
    ring = " stroke='#e0218a' stroke-width='4'" if plant.number == discount else ""
    burns = f"{plant.needs} → {plant.powers}" if plant.needs else f"→ {plant.powers}"
    middle = x + CARD_WIDTH / 2
    return (
        f"<g><title>{escape(str(plant))}</title>"
        f"<rect x='{x:.1f}' y='{y:.1f}' width='{CARD_WIDTH}' height='{CARD_HEIGHT}' rx='5' "
        f"fill='{TYPE_COLORS[plant.type]}'{ring}/>"
        + _text(middle, y + 15, str(plant.number), size=14, bold=True, ink="#ffffff", middle=True)
        + _text(middle, y + 25, plant.type, size=8.5, ink="#ffffff", middle=True)
        + _text(middle, y + 35, burns, size=9.5, ink="#ffffff", middle=True)
        + "</g>"
    )


def _track(fuel: FuelView, y: float) -> str:
    """Draw a fuel's track from the cheapest place up, coloured where there is a token."""
    kind = FUELS.index(fuel.name)
    size = int(TOKENS[kind])
    parts = [_text(TRACKS_LEFT, y + 12, fuel.name, bold=True)]
    x, price = TRACKS_LEFT + 62.0, 0
    for place in range(size):
        if int(PRICE[kind, place]) != price:
            price = int(PRICE[kind, place])
            x += 4
            parts.append(_text(x, y + 11, str(price), size=9.5, ink=PALE))
            x += 7 if price < 10 else 13
        color = TYPE_COLORS[fuel.name] if place >= size - fuel.count else "#eceeef"
        parts.append(f"<rect x='{x:.1f}' y='{y + 3:.1f}' width='{TOKEN - 1}' height='{TOKEN + 2}' fill='{color}'/>")
        x += TOKEN
    return "".join(parts)


def _seat(view: View, seat: SeatView, x: float, y: float) -> str:
    """Draw two lines about a seat, with the colour of its houses."""
    money = "" if seat.money is None else f", {seat.money} Elektro"
    cities = plural(len(seat.cities), "city", "cities")
    plants = ", ".join(str(plant.number) for plant in seat.plants) or "no plants"
    fuel = ", ".join(f"{count} {name}" for name, count in seat.fuel.items() if count)
    turn = "▸ " if seat.seat == view.turn else ""
    return (
        house(x, y + 13, seat.seat)
        + _text(x + 21, y + 12, f"{turn}seat {seat.seat}: {cities}{money}", bold=seat.seat == view.turn)
        + _text(x + 21, y + 27, plants + (f" · {fuel}" if fuel else ""), size=10, ink=PALE)
    )


def _trust(trust: TrustView, x: float, y: float) -> str:
    """Draw two lines about the Trust."""
    plants = ", ".join(str(plant.number) for plant in trust.plants) or "no plants"
    fuel = ", ".join(f"{count} {name}" for name, count in trust.fuel.items() if count)
    return (
        house(x, y + 13, THE_TRUST)
        + _text(x + 21, y + 12, f"the Trust: {trust.houses_left} houses left")
        + _text(x + 21, y + 27, plants + (f" · {fuel}" if fuel else ""), size=10, ink=PALE)
    )
