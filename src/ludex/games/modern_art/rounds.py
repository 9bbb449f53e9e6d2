"""Rounds and turns: the deal, who is in turn, how a round ends, what paintings are worth, the sale to the bank."""

from __future__ import annotations

from typing import Any

from ludex.core import EVERYONE, State, note, pick_kind, rule
from ludex.games.modern_art.cards import ARTISTS, AUCTIONS, DEAL, KINDS, TILES
from ludex.games.modern_art.events import (
    ARTIST_RANKED,
    CARD_DEALT,
    CARD_UNSOLD,
    CARDS_DEALT,
    EMPTY_HAND,
    FIFTH_CARD,
    GAME_ENDED,
    LAST_CARD,
    MONEY_MOVED,
    MONEY_SHOWN,
    MYSTERY_CARD_LEFT,
    MYSTERY_CARD_TURNED,
    PAINTINGS_SOLD,
    PURSE_CHANGED,
    ROUND_BEGAN,
    ROUND_ENDED,
    TURN_SKIPPED,
)
from ludex.games.modern_art.moves import DECLINE
from ludex.games.modern_art.state import (
    AWAITING_CARD,
    NO_CARD,
    NOBODY,
    OVER,
    ROUND_DONE,
    ROUND_ENDING,
    ROUND_ENDING_CARD,
    ROUNDS,
    SELLING,
    TURN_DONE,
)

ARTIST_COUNT = len(ARTISTS)
AUCTION_COUNT = len(AUCTIONS)
BANK = -1
"""As payer or receiver in an event."""


@rule
def left_of(s: State, seat: int) -> int:
    """The next seat clockwise."""
    return 0 if seat + 1 == s.seats else seat + 1


@rule
def draw_card(s: State) -> int:
    """Take a card from the deck, which has no order."""
    kind = pick_kind(s, s.deck, s.deck_size)
    s.deck[kind] -= 1
    s.deck_size -= 1
    return kind


@rule
def deal_card(s: State, seat: int) -> int:
    kind = draw_card(s)
    s.hand[seat, kind] += 1
    s.hand_size[seat] += 1
    return kind


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
def all_hands_empty(s: State) -> bool:
    for seat in range(s.seats):
        if s.hand_size[seat] > 0:
            return False
    return True


@rule
def next_turn(s: State, log: Any) -> None:
    """In turn is the player left of the last auctioneer; who has no card is skipped."""
    seat = left_of(s, s.auctioneer)
    while s.hand_size[seat] == 0:
        note(log, TURN_SKIPPED, EVERYONE, seat, EMPTY_HAND)
        seat = left_of(s, seat)
    s.turn = seat
    s.asked = seat
    s.phase = AWAITING_CARD


@rule
def clear_lot(s: State) -> None:
    """Forget how the last lot was sold."""
    s.card = NO_CARD
    s.second = NO_CARD
    s.price = 0
    s.bidder = NOBODY
    s.declined = 0
    s.calls = 0
    for seat in range(s.seats):
        s.bids[seat] = 0


@rule
def show_card(s: State, kind: int) -> int:
    """A card lies face up on the table, and counts for its artist at once; returns how many count now."""
    artist = kind // AUCTION_COUNT
    s.seen[kind] += 1
    s.played[artist] += 1
    return int(s.played[artist])


@rule
def ends_round(s: State, kind: int) -> bool:
    """A card ends the round if it is its artist's fifth, or the last of all hands: it is not auctioned then."""
    return s.played[kind // AUCTION_COUNT] == ROUND_ENDING_CARD or all_hands_empty(s)


@rule
def stop_round(s: State, log: Any) -> None:
    """The card that ends the round stays unsold, and so does the double that it was added to."""
    fifth = s.played[s.card // AUCTION_COUNT] == ROUND_ENDING_CARD
    note(log, ROUND_ENDED, EVERYONE, s.round + 1, FIFTH_CARD if fifth else LAST_CARD)
    leave_unsold(s, s.card, log)
    if s.second != NO_CARD:
        leave_unsold(s, s.second, log)
    s.asked = s.auctioneer
    s.phase = ROUND_ENDING


@rule
def leave_unsold(s: State, kind: int, log: Any) -> None:
    s.unsold[kind] += 1
    note(log, CARD_UNSOLD, EVERYONE, kind // AUCTION_COUNT, kind % AUCTION_COUNT)


@rule
def answer_mystery(s: State, move: int, log: Any) -> None:
    """After his auction a player may turn over a card of the mystery player: nobody gets it, and it counts."""
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


@rule
def rank_artists(s: State, log: Any) -> None:
    """The three artists with most cards get tiles; of equal artists the one further left. No card, no tile."""
    for place in range(len(TILES)):
        best, most = NOBODY, 0
        for artist in range(ARTIST_COUNT):
            if s.played[artist] > most and s.tiles[s.round, artist] == 0:
                best, most = artist, s.played[artist]
        if best != NOBODY:
            s.tiles[s.round, best] = TILES[place]
            note(log, ARTIST_RANKED, EVERYONE, best, most, place + 1, TILES[place], value_of(s, best))
    s.selling = seats_with_paintings(s)
    s.phase = SELLING if s.selling else ROUND_DONE


@rule
def value_of(s: State, artist: int) -> int:
    """What a painting is worth now: all tiles of its artist so far, if one of them is of this round; else nothing."""
    if s.tiles[s.round, artist] == 0:
        return 0
    return tiles_so_far(s, artist)


@rule
def tiles_so_far(s: State, artist: int) -> int:
    value = 0
    for turned in range(s.round + 1):
        value += s.tiles[turned, artist]
    return value


@rule
def seats_with_paintings(s: State) -> int:
    mask = 0
    for seat in range(s.seats):
        for kind in range(KINDS):
            if s.paintings[seat, kind] > 0:
                mask |= 1 << seat
    return mask


@rule
def sell_paintings(s: State, seat: int, log: Any) -> None:
    """A player sells all his paintings to the bank. When all have, the round is done."""
    count = amount = 0
    for kind in range(KINDS):
        owned = s.paintings[seat, kind]
        if owned > 0:
            count += owned
            amount += owned * value_of(s, kind // AUCTION_COUNT)
            s.paintings[seat, kind] = 0
    s.money[seat] += amount
    s.bank += amount
    note(log, PAINTINGS_SOLD, EVERYONE, seat, count, amount)
    if amount > 0:
        note(log, MONEY_MOVED, EVERYONE, BANK, seat, amount)
        note(log, PURSE_CHANGED, 1 << seat, seat, s.money[seat])
    s.selling &= ~(1 << seat)
    if s.selling == 0:
        s.phase = ROUND_DONE


@rule
def end_game(s: State, log: Any) -> None:
    """All show their money; who has most wins."""
    s.phase = OVER
    for seat in range(s.seats):
        note(log, MONEY_SHOWN, EVERYONE, seat, s.money[seat])
    note(log, GAME_ENDED, EVERYONE)
