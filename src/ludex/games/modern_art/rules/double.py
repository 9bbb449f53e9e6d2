"""Double: first the player of the card, then everyone clockwise, may add a second card of the same artist."""

from __future__ import annotations

from typing import Any

from ludex.core import EVERYONE, State, note, rule
from ludex.games.modern_art.events import LOST_TO_SECOND_CARD, SECOND_CARD_ADDED, SECOND_CARD_DECLINED, TURN_SKIPPED
from ludex.games.modern_art.moves import ADD, DECLINE
from ludex.games.modern_art.rules.cards import lay_down
from ludex.games.modern_art.rules.round_ending import ends_round, stop_round
from ludex.games.modern_art.rules.seats import left_of
from ludex.games.modern_art.state import BEGINNING, SOLD


@rule
def offer_second(s: State, step: int) -> None:
    """Ask the next seat that holds cards for the second card, beginning `step` seats from the first player.

    When all have declined, the first player gets the double for nothing.
    """
    seat = (s.turn + step) % s.seats
    while step < s.seats and s.hand_size[seat] == 0:
        step += 1
        seat = left_of(s, seat)
    if step < s.seats:
        s.asked = seat
    else:
        s.phase = SOLD


@rule
def answer_double(s: State, seat: int, move: int, log: Any) -> None:
    """The player who adds the second card is the auctioneer of both; the players in between lose their turn."""
    if move == DECLINE:
        s.declined |= 1 << seat
        note(log, SECOND_CARD_DECLINED, EVERYONE, seat)
        offer_second(s, (seat - s.turn) % s.seats + 1)
        return
    kind = move - ADD
    s.second = kind
    s.auctioneer = seat
    lay_down(s, seat, kind, SECOND_CARD_ADDED, log)
    skipped = left_of(s, s.turn)
    while s.turn != seat and skipped != seat:
        note(log, TURN_SKIPPED, EVERYONE, skipped, LOST_TO_SECOND_CARD)
        skipped = left_of(s, skipped)
    if ends_round(s, kind):
        stop_round(s, log)
    else:
        s.phase = BEGINNING
