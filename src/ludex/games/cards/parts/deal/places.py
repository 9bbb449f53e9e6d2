"""The places of seats, teams, the deck and the deal in the bytecode."""

from __future__ import annotations

from ludex.games.cards.bytecode import layouts
from ludex.games.cards.bytecode.layouts import header_places

SIDES, SIDE, STRENGTH, DECK = header_places("sides side_0 strength_2 deck_0")
CARDS_DEALT, CHANGE, TABLE_CARDS, STARTER, AGAIN = header_places("cards change table starter again")
FEW_SEATS, FEW_CARDS = layouts.FEW_SEATS.places("seats cards")
