"""Automation: The Game, a deck-building game about writing software."""

from ludex.games.automation.components import CARDS, CardDefinition
from ludex.games.automation.game import Automation
from ludex.games.automation.moves import BuyCard, DiscardCard, EndPhase, GainCard, PlayCard, RevealCard, TrashCard
from ludex.games.automation.own_cards import with_cards
from ludex.games.automation.reference_api import Engine, GameResult, PlayerResult
from ludex.games.automation.settings import AutomationSettings
from ludex.games.automation.views import Pile, SeatView, View

__all__ = [
    "CARDS",
    "Automation",
    "AutomationSettings",
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
    "with_cards",
]
