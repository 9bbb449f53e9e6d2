"""The decisions of Automation."""

from __future__ import annotations

from typing import Annotated, ClassVar, TypeAlias, get_args

from ludex.author import Among, Move, Moves
from ludex.games.automation.components import NAMES

Card: TypeAlias = Annotated[str, Among(*NAMES)]


class PlayCard(Move, frozen=True):
    """Play a card from the hand."""

    verb: ClassVar[str] = "play"
    card: Card


class BuyCard(Move, frozen=True):
    """Buy a card from the supply."""

    verb: ClassVar[str] = "buy"
    card: Card


class GainCard(Move, frozen=True):
    """Take a card from the supply for nothing."""

    verb: ClassVar[str] = "gain"
    card: Card


class DiscardCard(Move, frozen=True):
    """Put a card from the hand onto the discard pile."""

    verb: ClassVar[str] = "discard"
    card: Card


class TrashCard(Move, frozen=True):
    """Remove a card in the hand from the game."""

    verb: ClassVar[str] = "trash"
    card: Card


class RevealCard(Move, frozen=True):
    """Show a card from the hand against an attack."""

    verb: ClassVar[str] = "reveal"
    card: Card


class EndPhase(Move, frozen=True):
    """End the phase, or decline what a card offers."""

    verb: ClassVar[str] = "end phase"


AutomationMove: TypeAlias = PlayCard | BuyCard | GainCard | DiscardCard | TrashCard | RevealCard | EndPhase
"""Any move of the game."""

MOVES = Moves(*get_args(AutomationMove))
