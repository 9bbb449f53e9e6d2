"""The mystery player: after an auction the auctioneer may turn over one of its cards."""

from __future__ import annotations

from typing import Any

from ludex.core import EVERYONE, State, note, rule
from ludex.games.modern_art.components import AUCTION_COUNT
from ludex.games.modern_art.events import MYSTERY_CARD_LEFT, MYSTERY_CARD_TURNED
from ludex.games.modern_art.moves import DECLINE
from ludex.games.modern_art.rules.cards import draw_card, show_card
from ludex.games.modern_art.rules.lot import clear_lot
from ludex.games.modern_art.rules.round_ending import stop_round
from ludex.games.modern_art.state import ROUND_ENDING_CARD, TURN_DONE


@rule
def answer_mystery(s: State, move: int, log: Any) -> None:
    """Nobody gets the mystery player's card, but it counts, and it can be the fifth."""
    s.phase = TURN_DONE
    if move == DECLINE:
        note(log, MYSTERY_CARD_LEFT, EVERYONE, s.auctioneer)
        return
    kind = draw_card(s)
    s.mystery_size -= 1
    count = show_card(s, kind)
    note(log, MYSTERY_CARD_TURNED, EVERYONE, s.auctioneer, kind // AUCTION_COUNT, kind % AUCTION_COUNT, count)
    if count == ROUND_ENDING_CARD:
        clear_lot(s)
        s.card = kind
        stop_round(s, log)
    else:
        s.unsold[kind] += 1
