"""The end of a round: the last cards stay unsold, and the artists are ranked."""

from __future__ import annotations

import msgspec

from ludex.author import EVERYONE, Log, Rows, effect, note, offer, offers, rule
from ludex.games.modern_art.components import ARTIST_COUNT, AUCTION_COUNT, TILES, Card, list_cards
from ludex.games.modern_art.events import FIFTH_CARD, LAST_CARD, ArtistRanked, CardUnsold, RoundEnded
from ludex.games.modern_art.moves import EndRound
from ludex.games.modern_art.rules.cards import all_hands_empty
from ludex.games.modern_art.rules.lot import lot_cards
from ludex.games.modern_art.rules.selling import begin_sale
from ludex.games.modern_art.rules.values import value_of
from ludex.games.modern_art.state import NO_CARD, NOBODY, ROUND_ENDING, ROUND_ENDING_CARD, State


@rule
def ends_round(s: State, artist: int) -> bool:
    """A card ends the round if it is its artist's fifth, or the last of all hands: then it is not auctioned."""
    return s.played[artist] == ROUND_ENDING_CARD or all_hands_empty(s)


@rule
def stop_round(s: State, log: Log) -> None:
    """The card that ends the round stays unsold, and so does the double that it was added to."""
    fifth = s.played[s.card // AUCTION_COUNT] == ROUND_ENDING_CARD
    note(log, RoundEnded, EVERYONE, s.round + 1, FIFTH_CARD if fifth else LAST_CARD)
    leave_unsold(s, s.card, s.card_copy, log)
    if s.second != NO_CARD:
        leave_unsold(s, s.second, s.second_copy, log)
    s.asked = s.auctioneer
    s.phase = ROUND_ENDING


@rule
def leave_unsold(s: State, kind: int, copy: int, log: Log) -> None:
    s.unsold[kind] += 1
    s.unsold_copies[kind] |= 1 << copy
    note(log, CardUnsold, EVERYONE, kind // AUCTION_COUNT, kind % AUCTION_COUNT)


@offers(when=ROUND_ENDING)
def offer_round_end(s: State, seat: int, out: Rows) -> int:
    """The player of the last card has no choice, but all see how the round ends."""
    return offer(out, 0, EndRound)


@effect(EndRound, when=ROUND_ENDING)
def rank_artists(s: State, seat: int, log: Log) -> None:
    """The three artists with the most cards get tiles; ties go to the artist further left. No card, no tile."""
    for place in range(len(TILES)):
        best, most = NOBODY, 0
        for artist in range(ARTIST_COUNT):
            if s.played[artist] > most and s.tiles[s.round, artist] == 0:
                best, most = artist, s.played[artist]
        if best != NOBODY:
            s.tiles[s.round, best] = TILES[place]
            note(log, ArtistRanked, EVERYONE, best, most, place + 1, TILES[place], value_of(s, best))
    begin_sale(s)


class RoundEnding(msgspec.Struct, frozen=True, tag="round ending"):
    """The round is over: the `unsold` cards that ended it count. `seat` played the last one and ranks the artists."""

    seat: int
    unsold: tuple[Card, ...]

    @classmethod
    def seen(cls, s: State, viewer: int | None) -> RoundEnding:
        return cls(s.asked, lot_cards(s))

    @staticmethod
    def due(s: State, seat: int) -> str:
        return "end round"

    def __str__(self) -> str:
        return f"the round ends, unsold: {list_cards(self.unsold)}"
