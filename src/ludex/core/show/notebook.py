"""Drawings for notebooks: boards as HTML that needs no server, with a style that affects nothing else on the page."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files
from zlib import crc32

from ludex.core.language.views import as_data
from ludex.core.show.look import Look
from ludex.core.show.page import Html, Page, tag

SHEETS = ("base.css", "table.css")
"""The style sheets of the online table that boards need."""
FRAME = "ludex-board"
ROOM = """
& { max-width: 60rem; padding: 12px; border-radius: var(--round); }
.stage { height: 30rem; }
.map-size { display: none; }"""
"""The room for a drawing: boards fit themselves into it."""

_PICTURE = re.compile(r'(src|href)="/games/[^"/]+/art/([^"#]+)\.svg"')
_PART = re.compile(r'href="/games/[^"/]+/art/([^"#]+)\.svg#')
_ID = re.compile(r"""(\bid=["']|url\(#|href=["']#)""")


def draw_board(look: Look, page: Page) -> Html:
    """Return a page of a game, board and hand, as HTML for a notebook.

    >>> import ludex
    >>> table = ludex.game("automation").new(2, seed=7)
    >>> "<style>" in table._repr_html_(), "Framework" in table._repr_html_()
    (True, True)
    """
    stage = tag("div", tag("div", page.board, id="board"), class_="stage")
    hand = tag("div", page.hand, id="hand") if page.hand else None
    drawn = _framed(look.style, tag("div", stage, hand, class_=f"game-{look.game.name}"))
    used = [_with_own_ids(look.art(name) or Html(), name) for name in dict.fromkeys(_PART.findall(drawn))]
    hidden = tag("div", used, hidden=True) if used else Html()
    return Html(hidden + _PICTURE.sub(lambda found: _data(look, *found.groups()), _PART.sub(r'href="#\1-', drawn)))


def draw_card(look: Look, title: str, about: str) -> Html:
    """Return a game's picture, title and description as HTML for a notebook.

    >>> import ludex
    >>> "<b>Hearts</b>" in ludex.game("hearts")._repr_html_()
    True
    """
    return _framed(".picture { width: 12rem; }", look.picture, tag("p", tag("b", title)), tag("p", about))


def _framed(style: str, *parts: object) -> Html:
    """Put parts of a page into a frame with the table's style and that of a game, which apply to such frames alone."""
    name = f"{FRAME}-{crc32(style.encode()):08x}"  # boards of different games can be on the same page
    return tag("div", Html(f"<style>.{name} {{\n{_rules(style)}\n}}</style>"), *parts, class_=f"{FRAME} {name}")


@lru_cache(64)
def _rules(style: str) -> str:
    """Return the table's style and that of a game, as rules inside a frame."""
    static = files("ludex") / "table" / "app" / "static"
    sheets = [(static / name).read_text(encoding="utf-8") for name in SHEETS]
    return "\n".join([*sheets, style, ROOM]).replace(":root", "&").replace("\nbody {", "\n& {")


def _data(look: Look, attribute: str, name: str) -> str:
    """Return a game's picture as part of the page, in place of its address on the server."""
    return f'{attribute}="{as_data(look.art(name) or "")}"'


def _with_own_ids(drawn: Html, name: str) -> Html:
    """Return a picture of which a board uses parts, with names of the parts that no other picture on the page has."""
    return Html(_ID.sub(rf"\1{name}-", drawn))
