"""Estimates of a painting's value at the end of the round, from the table and the bot's hand.

A bot simulates the rest of the round a few times, with the cards that are unseen or in its hand; artists that are ahead
or expensive come up more often. Rules allocate nothing, so five small numbers are packed into one: counts of cards in 4
bits each, weights and values in 12. Chance is a fixed sequence of numbers, so that a bot always values the same table
in the same way.
"""

from __future__ import annotations

from ludex.author import rule
from ludex.games.modern_art.components import ARTIST_COUNT, AUCTION_COUNT, TILES
from ludex.games.modern_art.state import ROUND_ENDING_CARD, State

COUNT_BITS, VALUE_BITS = 4, 12
COUNT, VALUE = (1 << COUNT_BITS) - 1, (1 << VALUE_BITS) - 1
MOST_SAMPLES = 32
"""Largest number of samples: a value is at most 120, and 32 of them fit into 12 bits."""
FAVOUR = 3
"""An artist with c cards on the table comes up (3 + c) times as often as its remaining cards alone would suggest."""
OWN, FAME, WEIGHT_UNIT = 2, 60, 16
"""A card in hand counts like two unseen ones; an artist with tiles of 60 comes up twice as often as one with none; the
unit makes the weights fit into their bits."""


@rule
def count_of(counts: int, artist: int) -> int:
    return counts >> COUNT_BITS * artist & COUNT


@rule
def one_more(counts: int, artist: int) -> int:
    return counts + (1 << COUNT_BITS * artist)


@rule
def value_at(values: int, artist: int) -> int:
    return values >> VALUE_BITS * artist & VALUE


@rule
def counts_now(s: State) -> int:
    """Return the round's cards, packed."""
    counts = 0
    for artist in range(ARTIST_COUNT):
        counts |= s.played[artist] << COUNT_BITS * artist
    return counts


@rule
def round_ends(counts: int) -> bool:
    """Return whether some artist has five cards."""
    for artist in range(ARTIST_COUNT):
        if count_of(counts, artist) >= ROUND_ENDING_CARD:
            return True
    return False


@rule
def past_tiles(s: State, artist: int) -> int:
    value = 0
    for earlier in range(s.round):
        value += s.tiles[earlier, artist]
    return value


@rule
def weights(s: State, seat: int) -> int:
    """Return the weight of each artist: by its unseen cards, those in hand counted twice, and by its tiles."""
    packed = 0
    for artist in range(ARTIST_COUNT):
        cards = 0
        for kind in range(artist * AUCTION_COUNT, (artist + 1) * AUCTION_COUNT):
            cards += s.total[kind] - s.seen[kind] + (OWN - 1) * s.hand[seat, kind]
        packed |= cards * (FAME + past_tiles(s, artist)) // WEIGHT_UNIT << VALUE_BITS * artist
    return packed


@rule
def values_expected(s: State, counts: int, weighed: int, samples: int) -> int:
    """Return the values of all artists, summed over a number of imagined ends of the round.

    With no samples they are counted once, as if the round ended now.
    """
    values = 0
    chance = 12_345 + counts
    for _ in range(max(samples, 1)):
        end = counts
        while samples > 0 and not round_ends(end):
            chance = (chance * 1_664_525 + 1_013_904_223) & 0xFFFFFFFF
            end = one_more(end, next_artist(end, weighed, chance >> 8))
        values += values_at_end(s, end)
    return values


@rule
def next_artist(counts: int, weighed: int, chance: int) -> int:
    """Return the artist of the next card."""
    total = 0
    for artist in range(ARTIST_COUNT):
        total += value_at(weighed, artist) * (FAVOUR + count_of(counts, artist))
    at = chance * total >> 24
    for artist in range(ARTIST_COUNT - 1):
        at -= value_at(weighed, artist) * (FAVOUR + count_of(counts, artist))
        if at < 0:
            return artist
    return ARTIST_COUNT - 1


@rule
def values_at_end(s: State, counts: int) -> int:
    """Return the values of paintings if the round ends with these counts."""
    values = 0
    ranked = 0
    for place in range(len(TILES)):
        best, most = -1, 0
        for artist in range(ARTIST_COUNT):
            count = count_of(counts, artist)
            if count > most and not ranked >> artist & 1:
                best, most = artist, count
        if best >= 0:
            ranked |= 1 << best
            values |= (past_tiles(s, best) + TILES[place]) << VALUE_BITS * best
    return values


@rule
def owned(s: State, seat: int, artist: int) -> int:
    """Count the paintings of an artist that a seat has bought this round."""
    count = 0
    for kind in range(artist * AUCTION_COUNT, (artist + 1) * AUCTION_COUNT):
        count += s.paintings[seat, kind]
    return count


@rule
def position(s: State, seat: int, values: int) -> int:
    """Return the surplus value of a seat's paintings over the others' average, times the number of others."""
    total = 0
    for other in range(s.seats):
        worth = 0
        for artist in range(ARTIST_COUNT):
            worth += owned(s, other, artist) * value_at(values, artist)
        total += worth * (s.seats - 1) if other == seat else -worth
    return total
