"""Rounds and turns: setup, the deal, and whose turn it is."""

from __future__ import annotations

from ludex.author import EVERYONE, Log, below, note, rule
from ludex.games.modern_art.components import ARTIST_COUNT, AUCTION_COUNT, DEAL, KINDS, START_MONEY
from ludex.games.modern_art.events import EMPTY_HAND, CardDealt, CardsDealt, RoundBegan, TurnSkipped
from ludex.games.modern_art.rules.awaiting_card import await_card
from ludex.games.modern_art.rules.cards import all_hands_empty, deal_card
from ludex.games.modern_art.rules.game_over import end_game
from ludex.games.modern_art.rules.lot import clear_lot
from ludex.games.modern_art.rules.seats import left_of
from ludex.games.modern_art.state import ROUNDS, State


@rule
def setup(s: State) -> None:
    """Give all players their money and first cards; the starting player is given, or chosen by chance."""
    for kind in range(KINDS):
        s.deck[kind] = s.total[kind]
        s.deck_size += s.total[kind]
    cards = cards_to_deal(s)
    s.mystery_size = cards * s.with_mystery
    for seat in range(s.seats):
        s.money[seat] = START_MONEY
        for _ in range(cards):
            deal_card(s, seat)
    clear_lot(s)
    await_card(s, s.starter if s.starter >= 0 else below(s, s.seats))
    s.auctioneer = s.turn


@rule
def opening(s: State, log: Log) -> None:
    """Note the first deal like the later ones: for all players how many cards, for each seat which ones."""
    for seat in range(s.seats):
        for kind in range(KINDS):
            for _ in range(s.hand[seat, kind]):
                note(log, CardDealt, 1 << seat, seat, kind // AUCTION_COUNT, kind % AUCTION_COUNT)
        note(log, CardsDealt, EVERYONE, seat, s.hand_size[seat])
    note(log, RoundBegan, EVERYONE, s.round + 1, s.turn)


@rule
def cards_to_deal(s: State) -> int:
    """Return how many cards each hand gets this round; the mystery player is a hand like the others."""
    return int(DEAL[s.seats + s.with_mystery, s.round])


@rule
def next_turn(s: State, log: Log) -> None:
    """The turn goes to the player left of the last auctioneer; players without cards are skipped."""
    seat = left_of(s, s.auctioneer)
    while s.hand_size[seat] == 0:
        note(log, TurnSkipped, EVERYONE, seat, EMPTY_HAND)
        seat = left_of(s, seat)
    await_card(s, seat)


@rule
def next_round(s: State, log: Log) -> None:
    """Cards are dealt to those left in the hands. After the fourth round, or if no player has a card, the game ends."""
    clear_lot(s)
    if s.round == ROUNDS - 1:
        end_game(s, log)
        return
    s.round += 1
    for artist in range(ARTIST_COUNT):
        s.played[artist] = 0
    for kind in range(KINDS):
        s.unsold[kind] = 0
        s.unsold_copies[kind] = 0
    deal(s, log)
    if all_hands_empty(s):
        end_game(s, log)
        return
    next_turn(s, log)
    note(log, RoundBegan, EVERYONE, s.round + 1, s.turn)


@rule
def deal(s: State, log: Log) -> None:
    cards = cards_to_deal(s)
    s.mystery_size += cards * s.with_mystery
    for seat in range(s.seats):
        for _ in range(cards):
            kind = deal_card(s, seat)
            note(log, CardDealt, 1 << seat, seat, kind // AUCTION_COUNT, kind % AUCTION_COUNT)
        note(log, CardsDealt, EVERYONE, seat, cards)
