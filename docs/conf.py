"""The configuration of the documentation."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

project = "Ludex"
author = "The Ludex authors"
copyright = author  # noqa: A001  (the name that Sphinx reads)
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode", "sphinx_ludex"]
html_theme = "furo"
html_title = "Ludex"
html_static_path = ["_static"]
html_css_files = ["ludex.css"]
exclude_patterns = ["_build", "benchmarks/*.md", "games/made/*.md"]  # those are parts of other pages
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3
viewcode_follow_imported_members = False
suppress_warnings = ["ref.python"]  # a class is documented under its public name and known under its own
default_role = "py:obj"  # single backticks in docstrings link to what they name
autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_default_options = {"members": True}

PICTURES = Path(__file__).parent / "_build" / "pictures"
OPENING = {
    "phase": "F1901M",
    "units": {
        "AUSTRIA": ["A SER", "A TRI", "F ALB"],
        "ENGLAND": ["A YOR", "F NTH", "F NWG"],
        "FRANCE": ["A BUR", "A SPA", "F MAO"],
        "GERMANY": ["A KIE", "A MUN", "F DEN"],
        "ITALY": ["A APU", "A VEN", "F ION"],
        "RUSSIA": ["A GAL", "A UKR", "F BOT", "F RUM"],
        "TURKEY": ["A BUL", "A CON", "F BLA"],
    },
    "orders": {
        "AUSTRIA": "A SER - GRE, F ALB S A SER - GRE, A TRI H",
        "ENGLAND": "A YOR - NWY, F NTH C A YOR - NWY, F NWG - BAR",
        "FRANCE": "A BUR - MUN, A SPA - POR, F MAO - SPA/SC",
        "GERMANY": "A KIE - HOL, A MUN H, F DEN - SWE",
        "ITALY": "A APU - TUN, F ION C A APU - TUN, A VEN - TRI",
        "RUSSIA": "F BOT - SWE, A GAL - BUD, A UKR S F RUM, F RUM H",
        "TURKEY": "A BUL S F BLA - RUM, F BLA - RUM, A CON - SMY",
    },
}


def draw_pictures(_: Any) -> None:
    """The pictures of the pages are drawn by the games themselves, when the pages are made."""
    from ludex.games.diplomacy import adjudicate
    from ludex.games.diplomacy.board.picture import draw_ruling
    from ludex.games.diplomacy.components import MAPS
    from ludex.games.diplomacy.notation.position import Position

    PICTURES.mkdir(parents=True, exist_ok=True)
    for country, edition in (("germany", "original"), ("usa", "recharged")):
        (PICTURES / f"{country}.svg").write_text(power_grid_map(country, edition), encoding="utf-8")
    position = OPENING | {"centers": {name: list(power.homes) for name, power in MAPS["standard"].powers.items()}}
    picture = draw_ruling(Position.read(position), adjudicate(position))
    (PICTURES / "europe.svg").write_text(picture, encoding="utf-8")
    (PICTURES / "hand.svg").write_text(hand_of_cards(), encoding="utf-8")


def power_grid_map(country: str, edition: str) -> str:
    """The map as it looks in the middle of a game."""
    import ludex
    from ludex.games.power_grid import svg_map
    from ludex.players import Bot

    game = ludex.game("power-grid")
    table = game.new(4, seed=5, map=country, edition=edition)
    bot = Bot(game, "tycoon")
    while table.view().step < 2:
        seat = table.waiting[0]
        request = ludex.Request(seat, table.view(seat), table.options(seat), record=table.record(seat))
        table.play(seat, bot.decide(request))
    return svg_map(table.view())


def hand_of_cards() -> str:
    """A view of Hearts in the middle of a trick."""
    import ludex
    from ludex.players import Bot

    game = ludex.game("hearts")
    table = game.new(4, seed=7)
    bot = Bot(game, "careful")
    while table.view().due == "pass" or sum(seat.played is not None for seat in table.view().seats) < 2:
        seat = table.waiting[0]
        table.play(seat, bot.decide(table.request(seat)))
    return game.look.svg(table.view(table.waiting[0])) or ""


def setup(app: Any) -> None:
    """Called by Sphinx."""
    app.connect("builder-inited", draw_pictures)
