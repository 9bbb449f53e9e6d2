"""Rounds and turns: the deal, and whose turn it is."""

from __future__ import annotations

from typing import Any

from ludex.core import EVERYONE, State, note, rule
from ludex.games.modern_art.components import ARTIST_COUNT, AUCTION_COUNT, DEAL, KINDS
from ludex.games.modern_art.events import (
    CARD_DEALT,
    CARDS_DEALT,
    EMPTY_HAND,
    GAME_ENDED,
    MONEY_SHOWN,
    ROUND_BEGAN,
    TURN_SKIPPED,
)
from ludex.games.modern_art.rules.cards import deal_card
from ludex.games.modern_art.rules.lot import clear_lot
from ludex.games.modern_art.rules.round_ending import all_hands_empty
from ludex.games.modern_art.rules.seats import left_of
from ludex.games.modern_art.state import AWAITING_CARD, OVER, ROUNDS


@rule
def cards_to_deal(s: State) -> int:
    """How many cards each hand gets this round; the mystery player is a hand like the others."""
    return int(DEAL[s.seats + s.with_mystery, s.round])


@rule
def next_round(s: State, log: Any) -> None:
    """After the fourth round the game ends; before, cards are dealt to those left in the hands."""
    clear_lot(s)
    if s.round == ROUNDS - 1:
        end_game(s, log)
        return
    s.round += 1
    for artist in range(ARTIST_COUNT):
        s.played[artist] = 0
    for kind in range(KINDS):
        s.unsold[kind] = 0
    cards = cards_to_deal(s)
    s.mystery_size += cards * s.with_mystery
    for seat in range(s.seats):
        for _ in range(cards):
            kind = deal_card(s, seat)
            note(log, CARD_DEALT, 1 << seat, seat, kind // AUCTION_COUNT, kind % AUCTION_COUNT)
        note(log, CARDS_DEALT, EVERYONE, seat, cards)
    if all_hands_empty(s):
        end_game(s, log)
        return
    next_turn(s, log)
    note(log, ROUND_BEGAN, EVERYONE, s.round + 1, s.turn)


@rule
def next_turn(s: State, log: Any) -> None:
    """The turn goes to the player left of the last auctioneer; players without cards are skipped."""
    seat = left_of(s, s.auctioneer)
    while s.hand_size[seat] == 0:
        note(log, TURN_SKIPPED, EVERYONE, seat, EMPTY_HAND)
        seat = left_of(s, seat)
    s.turn = seat
    s.asked = seat
    s.phase = AWAITING_CARD


@rule
def end_game(s: State, log: Any) -> None:
    """All show their money; the player with the most wins."""
    s.phase = OVER
    for seat in range(s.seats):
        note(log, MONEY_SHOWN, EVERYONE, seat, s.money[seat])
    note(log, GAME_ENDED, EVERYONE)
