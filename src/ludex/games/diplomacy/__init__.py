"""Diplomacy: orders, adjudication, retreats and builds on maps that are data."""

from ludex.games.diplomacy.adjudicate import MANY, Ruling, adjudicate, adjudicate_all
from ludex.games.diplomacy.drawing import draw_ruling, draw_svg
from ludex.games.diplomacy.game import Diplomacy, DiplomacyOptions, lagoon
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
from ludex.games.diplomacy.orders import Order, OrderParser
from ludex.games.diplomacy.position import BadPosition, Position
from ludex.games.diplomacy.switches import Switches
from ludex.games.diplomacy.views import View

__all__ = [
    "MANY",
    "BadPosition",
    "Build",
    "Concede",
    "Convoy",
    "Diplomacy",
    "DiplomacyOptions",
    "Disband",
    "Hold",
    "MoveTo",
    "MoveVia",
    "Order",
    "OrderParser",
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
    "draw_ruling",
    "draw_svg",
    "lagoon",
]
