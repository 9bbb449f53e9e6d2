"""Ludex games as games of OpenSpiel, and OpenSpiel's bots as players of Ludex.

`load` returns a `pyspiel.Game`. Importing this module registers all of them under the name `ludex`, so
`pyspiel.load_game("ludex(game=knockout-whist,seats=3)")` works too.
"""

from ludex.doors.openspiel.game import OpenSpielGame, load
from ludex.doors.openspiel.pimc import Pimc
from ludex.doors.openspiel.player import BotPlayer, InformationSetSearch, TreeSearch, Uniform, is_mcts
from ludex.doors.openspiel.policies import policy_of
from ludex.doors.openspiel.state import OpenSpielState

__all__ = [
    "BotPlayer",
    "InformationSetSearch",
    "OpenSpielGame",
    "OpenSpielState",
    "Pimc",
    "TreeSearch",
    "Uniform",
    "is_mcts",
    "load",
    "policy_of",
]
