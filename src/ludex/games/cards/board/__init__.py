"""How card games by genome are drawn: as text for a terminal, and as a page for the online table."""

from ludex.games.cards.board.faces import TOKEN_WORDS
from ludex.games.cards.board.minutes import minutes
from ludex.games.cards.board.news import LOOKS_BACK
from ludex.games.cards.board.page import CardBoard
from ludex.games.cards.board.picture import draw_picture
from ludex.games.cards.board.terminal import CardTerminal, draw_view

__all__ = ["LOOKS_BACK", "TOKEN_WORDS", "CardBoard", "CardTerminal", "draw_picture", "draw_view", "minutes"]
