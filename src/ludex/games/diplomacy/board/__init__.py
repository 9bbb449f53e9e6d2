"""Diplomacy at a terminal, on a page, and as a picture."""

from ludex.games.diplomacy.board.picture import draw_after, draw_position, draw_ruling, draw_svg
from ludex.games.diplomacy.board.terminal import draw_view

__all__ = ["draw_after", "draw_position", "draw_ruling", "draw_svg", "draw_view"]
