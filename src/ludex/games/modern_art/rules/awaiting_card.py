"""A turn begins: the player in turn offers a card."""

from __future__ import annotations

from typing import Any

from ludex.core import State, rule
from ludex.games.modern_art.components import AUCTION_COUNT, DOUBLE
from ludex.games.modern_art.events import CARD_PLAYED
from ludex.games.modern_art.rules.cards import lay_down
from ludex.games.modern_art.rules.double import offer_second
from ludex.games.modern_art.rules.lot import clear_lot
from ludex.games.modern_art.rules.round_ending import ends_round, stop_round
from ludex.games.modern_art.state import BEGINNING


@rule
def offer_card(s: State, seat: int, kind: int, log: Any) -> None:
    """The player in turn offers a card: it ends the round, or looks for a second card, or is auctioned."""
    clear_lot(s)
    s.card = kind
    s.auctioneer = seat
    lay_down(s, seat, kind, CARD_PLAYED, log)
    if ends_round(s, kind):
        stop_round(s, log)
    elif kind % AUCTION_COUNT == DOUBLE:
        s.phase = DOUBLE
        offer_second(s, 0)
    else:
        s.phase = BEGINNING
