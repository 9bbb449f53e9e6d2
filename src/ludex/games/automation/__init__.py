"""Automation: The Game, a deck-building game about writing software."""

from ludex.games.automation.cards import CARDS, CardDefinition
from ludex.games.automation.engine import Engine, GameResult, PlayerResult
from ludex.games.automation.game import Automation, AutomationOptions, Pile, SeatView, View
from ludex.games.automation.moves import BuyCard, DiscardCard, EndPhase, GainCard, PlayCard, RevealCard, TrashCard

__all__ = [
    "CARDS",
    "Automation",
    "AutomationOptions",
    "BuyCard",
    "CardDefinition",
    "DiscardCard",
    "EndPhase",
    "Engine",
    "GainCard",
    "GameResult",
    "Pile",
    "PlayCard",
    "PlayerResult",
    "RevealCard",
    "SeatView",
    "TrashCard",
    "View",
]
