"""Power Grid as text for a terminal, and as a picture."""

from ludex.games.power_grid.board.picture import svg_map
from ludex.games.power_grid.board.terminal import draw_view
from ludex.games.power_grid.board.text_map import draw_map

__all__ = ["draw_map", "draw_view", "svg_map"]
