"""What a learned value of a position is made of: the money and the hand of each seat as a round begins."""

from __future__ import annotations

from ludex.author import Rows, rule
from ludex.games.modern_art.bots.estimates import past_tiles
from ludex.games.modern_art.components import ARTIST_COUNT, AUCTION_COUNT, DOUBLE
from ludex.games.modern_art.state import AWAITING_CARD, ROUNDS, State

FEATURES = ("money", "cards", "doubles", "tiles of the cards", "cards of one artist", "turns to wait")
MONEY, CARDS, DOUBLES, FAME, SAME, WAIT = range(len(FEATURES))
STAGES = ROUNDS


@rule
def features(s: State, out: Rows) -> int:
    """How each seat stands before the first card of a round."""
    if s.phase != AWAITING_CARD:
        return -1
    for artist in range(ARTIST_COUNT):
        if s.played[artist] > 0:
            return -1
    for seat in range(s.seats):
        out[seat, MONEY] = s.money[seat]
        out[seat, CARDS] = s.hand_size[seat]
        out[seat, WAIT] = (seat - s.turn) % s.seats
        for artist in range(ARTIST_COUNT):
            count = 0
            for auction in range(AUCTION_COUNT):
                count += s.hand[seat, artist * AUCTION_COUNT + auction]
            out[seat, DOUBLES] += s.hand[seat, artist * AUCTION_COUNT + DOUBLE]
            out[seat, FAME] += count * past_tiles(s, artist)
            out[seat, SAME] = max(out[seat, SAME], count)
    return int(s.round)
