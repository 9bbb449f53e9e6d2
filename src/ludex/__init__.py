"""Ludex, a judge of games: it asks, checks, rejects with the reason, asks again, and never decides for a player.

>>> import ludex
>>> table = ludex.game("automation").new(2, seed=7)
>>> table.view(0).hand
('Bitcoin', 'Bitcoin', 'Bitcoin', 'Method', 'Method')
"""

from importlib.metadata import version

from ludex.core import *  # noqa: F403  (the core's __all__ is the public face)
from ludex.core import __all__ as _core
from ludex.core.registry import game

__version__ = version("ludex")
__all__ = ["__version__", "game", *_core]
