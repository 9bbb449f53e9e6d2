"""What a learned value of a position is made of: money, paintings and hand of each seat between two auctions."""

from __future__ import annotations

from ludex.author import Rows, rule
from ludex.games.modern_art.bots.estimates import (
    counts_now,
    owned,
    past_tiles,
    value_at,
    values_at_end,
    values_expected,
    weights,
)
from ludex.games.modern_art.components import ARTIST_COUNT, AUCTION_COUNT, DOUBLE
from ludex.games.modern_art.state import AWAITING_CARD, ROUNDS, State

FEATURES = (
    "money",
    "paintings if the round ended now",
    "paintings as expected",
    "cards",
    "doubles",
    "tiles of the cards",
    "cards as expected",
    "turns to wait",
)
MONEY, NOW, EXPECTED, CARDS, DOUBLES, FAME, PROMISE, WAIT = range(len(FEATURES))
SAMPLES = 8
"""How often the rest of a round is imagined."""
PARTS = 3
"""Parts of a round: by how many cards the leading artist has on the table, none or one, two or three, or four."""
STAGES = ROUNDS * PARTS


@rule
def features(s: State, out: Rows) -> int:
    """How each seat stands before a card is played."""
    if s.phase != AWAITING_CARD:
        return -1
    now = values_at_end(s, counts_now(s))
    expected = values_expected(s, counts_now(s), weights(s, s.turn), SAMPLES)
    most = 0
    for artist in range(ARTIST_COUNT):
        most = max(most, s.played[artist])
        fame, value = past_tiles(s, artist), value_at(expected, artist) // SAMPLES
        for seat in range(s.seats):
            count = 0
            for auction in range(AUCTION_COUNT):
                count += s.hand[seat, artist * AUCTION_COUNT + auction]
            out[seat, NOW] += owned(s, seat, artist) * value_at(now, artist)
            out[seat, EXPECTED] += owned(s, seat, artist) * value
            out[seat, DOUBLES] += s.hand[seat, artist * AUCTION_COUNT + DOUBLE]
            out[seat, FAME] += count * fame
            out[seat, PROMISE] += count * value
    for seat in range(s.seats):
        out[seat, MONEY] = s.money[seat]
        out[seat, CARDS] = s.hand_size[seat]
        out[seat, WAIT] = (seat - s.turn) % s.seats
    return int(s.round * PARTS + most // 2)
