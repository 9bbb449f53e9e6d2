"""A player that looks ahead: it plays the game out many times, each time with different hidden cards."""

from ludex.players.search.player import Search, Tried
from ludex.players.search.settings import FORM, SearchSettings, is_search, read_search

__all__ = ["FORM", "Search", "SearchSettings", "Tried", "is_search", "read_search"]
