"""Diplomacy: orders, adjudication, retreats and builds on maps that are data."""

from ludex.author import BadPosition
from ludex.games.diplomacy.board import draw_after, draw_ruling, draw_svg
from ludex.games.diplomacy.game import Diplomacy, lagoon
from ludex.games.diplomacy.moves import (
    Build,
    Concede,
    Convoy,
    Disband,
    Hold,
    MoveTo,
    MoveVia,
    Retreat,
    SupportHold,
    SupportMove,
    VoteDraw,
    Waive,
)
from ludex.games.diplomacy.notation.position import Position
from ludex.games.diplomacy.notation.recorded import import_game
from ludex.games.diplomacy.notation.saved_games import export_game
from ludex.games.diplomacy.own_maps import with_map
from ludex.games.diplomacy.reference_api import Order, OrderParser, OrdersPlayer
from ludex.games.diplomacy.rulings import MANY, Ruling, adjudicate, adjudicate_all
from ludex.games.diplomacy.settings import PRESETS, WEBDIPLOMACY, DiplomacySettings, Switches
from ludex.games.diplomacy.sheet import OrderSheet
from ludex.games.diplomacy.views import View

__all__ = [
    "MANY",
    "PRESETS",
    "WEBDIPLOMACY",
    "BadPosition",
    "Build",
    "Concede",
    "Convoy",
    "Diplomacy",
    "DiplomacySettings",
    "Disband",
    "Hold",
    "MoveTo",
    "MoveVia",
    "Order",
    "OrderParser",
    "OrderSheet",
    "OrdersPlayer",
    "Position",
    "Retreat",
    "Ruling",
    "SupportHold",
    "SupportMove",
    "Switches",
    "View",
    "VoteDraw",
    "Waive",
    "adjudicate",
    "adjudicate_all",
    "draw_after",
    "draw_ruling",
    "draw_svg",
    "export_game",
    "import_game",
    "lagoon",
    "with_map",
]
