"""The end of a round: what is unsold, and how the artists rank."""

from __future__ import annotations

from typing import Any

from ludex.core import EVERYONE, State, note, rule
from ludex.games.modern_art.components import ARTIST_COUNT, AUCTION_COUNT, TILES
from ludex.games.modern_art.events import ARTIST_RANKED, CARD_UNSOLD, FIFTH_CARD, LAST_CARD, ROUND_ENDED
from ludex.games.modern_art.rules.selling import seats_with_paintings, value_of
from ludex.games.modern_art.state import NO_CARD, NOBODY, ROUND_DONE, ROUND_ENDING, ROUND_ENDING_CARD, SELLING


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
def all_hands_empty(s: State) -> bool:
    for seat in range(s.seats):
        if s.hand_size[seat] > 0:
            return False
    return True
