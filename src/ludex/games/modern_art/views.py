"""Views of Modern Art: the knowledge of a seat. The phase is a tagged union that a program can match on."""

from __future__ import annotations

from functools import lru_cache
from itertools import starmap
from typing import Literal

import msgspec

from ludex.author import Countdown, GameView, bytes_of, shown
from ludex.games.modern_art.components import ARTISTS, HIDDEN, KINDS, PRINTS, Artist, Card, Print, cards_of
from ludex.games.modern_art.laws import lot_on_table
from ludex.games.modern_art.rules import PHASES, Phase
from ludex.games.modern_art.rules.copies import BITS, ONE
from ludex.games.modern_art.rules.lot import lot_cards, symbol_of_lot
from ludex.games.modern_art.rules.open_auction import OpenAuction
from ludex.games.modern_art.state import AWAITING_CARD, GAME_OVER, MYSTERY_OFFER, NO_CARD, NOBODY, ROUNDS, State


class ArtistView(msgspec.Struct, frozen=True):
    """An artist on the board. `tiles` has one number per round, `worth` is their sum."""

    artist: Artist
    played: int
    tiles: tuple[int, ...]
    worth: int


class SeatView(msgspec.Struct, frozen=True):
    """The viewer's knowledge of a seat. `money` is None where it is hidden."""

    seat: int
    hand_size: int
    paintings: tuple[Card, ...]
    money: int | None

    @property
    def can_auction(self) -> bool:
        """A seat without cards cannot offer one, but bids like all others."""
        return self.hand_size > 0


class Sale(msgspec.Struct, frozen=True):
    """The sale of the last lot. `bids` are those of a hidden auction, by seat."""

    cards: tuple[Card, ...]
    auctioneer: int
    buyer: int
    price: int
    bids: tuple[int, ...] | None


@lru_cache(maxsize=1 << 12)
def _held(hand: bytes, copies_in_hand: bytes) -> tuple[Print, ...]:
    """List the prints that counts and copies by kind stand for."""
    held = enumerate(zip(hand, memoryview(copies_in_hand).cast("h"), strict=True))
    return tuple([PRINTS[kind][copies >> BITS * at & ONE] for kind, (count, copies) in held for at in range(count)])


@lru_cache(maxsize=1 << 12)
def _off_the_table(seen: bytes, unsold: bytes, held: bytes, lot: tuple[tuple[int, int], ...]) -> bytes:
    """Find the copies of every kind that were seen and lie nowhere, as bits. All seats' paintings are in one row."""
    off = [there & ~left for there, left in zip(seen, unsold, strict=True)]
    for at, copies in enumerate(held):
        off[at % KINDS] &= ~copies
    for kind, copy in lot:
        if kind != NO_CARD:
            off[kind] &= ~(1 << copy)
    return bytes(off)


@lru_cache(maxsize=1 << 10)
def _artists(played: bytes, tiles: bytes, number: int) -> tuple[tuple[Artist, int, tuple[int, ...], int], ...]:
    """List every artist's cards, tiles, and their worth in a round, counted from 0."""
    by_round = memoryview(tiles).cast("q", (ROUNDS, len(ARTISTS))).tolist()
    by_artist = zip(ARTISTS, memoryview(played).cast("q"), zip(*by_round, strict=True), strict=True)
    return tuple([(artist, cards, of_artist, sum(of_artist[: number + 1])) for artist, cards, of_artist in by_artist])


class View(GameView[State]):
    """All that one seat may know. A spectator has no `hand`.

    `unsold` are cards of the round that no player got, and `discard` all cards that were played and are off the table.
    """

    @shown
    def seat(self) -> int | None:
        """The seat that the view is for, or None for a spectator."""
        return self._seat

    @shown
    def round(self) -> int:
        """The round, from 1 to 4."""
        return self._s.round + 1

    @shown
    def phase(self) -> Phase:
        """The decision that is due, as all seats see it."""
        return PHASES[self._s.phase].seen(self._s, self._seat)

    @shown
    def board(self) -> tuple[ArtistView, ...]:
        """The artists, in the order of the board."""
        played, tiles = bytes_of(self._s, "played"), bytes_of(self._s, "tiles")
        return tuple(starmap(ArtistView, _artists(played, tiles, self._s.round)))

    @shown
    def seats(self) -> tuple[SeatView, ...]:
        """The viewer's knowledge of each seat. The money of others is not hidden at a table that was forfeited."""
        s, viewer, money = self._s, self._seat, list(self._s.money)
        is_open = s.phase == GAME_OVER or any(has > 0 for seat, has in enumerate(money) if seat != viewer)
        paintings = [cards_of(bytes_of(s, "painting_copies", seat)) for seat in range(s.seats)]
        return tuple(
            [
                SeatView(seat, size, cards, has if is_open or seat == viewer else None)
                for seat, (size, cards, has) in enumerate(zip(s.hand_size, paintings, money, strict=False))
            ]
        )

    @shown
    def hand(self) -> tuple[Card, ...]:
        """The viewer's cards by kind, those of a kind in the order in which they will be played."""
        if self._seat is None:
            return ()
        copies = bytes_of(self._s, "hand_copies", self._seat)
        return tuple(starmap(Card, _held(bytes_of(self._s, "hand", self._seat), copies)))

    @shown
    def money(self) -> int | None:
        """The viewer's money."""
        return None if self._seat is None else self._s.money[self._seat]

    @shown
    def unsold(self) -> tuple[Card, ...]:
        """The cards of the round that no player got."""
        return cards_of(bytes_of(self._s, "unsold_copies"))

    @shown
    def discard(self) -> tuple[Card, ...]:
        """The cards that were played and are neither in front of a seat, nor unsold, nor the lot."""
        s = self._s
        lot = ((s.card, s.card_copy), (s.second, s.second_copy)) if lot_on_table(s) else ()
        seen, unsold, held = (bytes_of(s, field) for field in ("seen_copies", "unsold_copies", "painting_copies"))
        return cards_of(_off_the_table(seen, unsold, held, lot))

    @shown
    def last_sale(self) -> Sale | None:
        """The sale before this decision, until the next card is played."""
        s = self._s
        if s.phase not in (AWAITING_CARD, MYSTERY_OFFER) or s.bidder == NOBODY:
            return None
        bids = tuple(s.bids)[: s.seats] if symbol_of_lot(s) == HIDDEN else None
        return Sale(lot_cards(s), s.auctioneer, s.bidder, s.price, bids)

    @shown
    def deck_size(self) -> int:
        """The cards in the deck, without those of the mystery player."""
        return self._s.deck_size - self._s.mystery_size

    @shown
    def mystery_size(self) -> int:
        """The cards of the mystery player."""
        return self._s.mystery_size


make_view = View.of


def clock_moves(view: View) -> tuple[tuple[int, Literal["pass", "hammer"]], ...]:
    """List the moves that a clock plays when an open auction with the closing `hammer` has been quiet for a while.

    It is a pass for each seat that has not answered, then the auctioneer's hammer. Any bid starts the clock again.

    >>> import ludex
    >>> table = ludex.game("modern-art").new(3, seed=1, closing="hammer")
    >>> clock_moves(table.view())
    ()
    """
    phase = view.phase
    if not isinstance(phase, OpenAuction) or phase.closing != "hammer":
        return ()
    quiet = {*phase.declined, phase.bidder}
    silent = (seat.seat for seat in view.seats if seat.seat not in quiet)
    return (*((seat, "pass") for seat in silent), (phase.auctioneer, "hammer"))


def countdown(view: View) -> Countdown | None:
    """Return the moves that the clock of an open auction with the closing `hammer` plays.

    Bids and calls start it again, passes do not.
    """
    moves = clock_moves(view)
    phase = view.phase
    if not moves or not isinstance(phase, OpenAuction):
        return None
    return Countdown(f"{lot_on_offer(view)}: {phase.bidder} {phase.bid}, call {phase.calls}", moves)


def lot_on_offer(view: View) -> str | None:
    """Describe what is being auctioned, in words that no other lot of the game has."""
    lot = getattr(view.phase, "lot", None)
    if lot is None:
        return None
    played = sum(artist.played for artist in view.board)
    return f"round {view.round}, card {played}: {lot}"
