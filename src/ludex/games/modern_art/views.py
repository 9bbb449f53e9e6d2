"""Views of Modern Art: what a seat may know. The phase is a tagged union that a program can match on."""

from __future__ import annotations

from typing import Literal

import msgspec

from ludex.games.modern_art.components import ARTIST_COUNT, ARTISTS, HIDDEN, Artist, Card, cards_in
from ludex.games.modern_art.rules import PHASES, Phase
from ludex.games.modern_art.rules.lot import lot_cards, symbol_of_lot
from ludex.games.modern_art.rules.open_auction import OpenAuction
from ludex.games.modern_art.rules.values import tiles_so_far
from ludex.games.modern_art.state import AWAITING_CARD, GAME_OVER, MYSTERY_OFFER, NOBODY, ROUNDS, State


class ArtistView(msgspec.Struct, frozen=True):
    """An artist on the board. `tiles` has one number per round, `worth` is their sum."""

    artist: Artist
    played: int
    tiles: tuple[int, ...]
    worth: int


class SeatView(msgspec.Struct, frozen=True):
    """What a viewer may know of a seat. `money` is None where it is hidden."""

    seat: int
    hand_size: int
    paintings: tuple[Card, ...]
    money: int | None

    @property
    def can_auction(self) -> bool:
        """A seat without cards cannot offer one, but bids like all others."""
        return self.hand_size > 0


class Sale(msgspec.Struct, frozen=True):
    """How the last lot was sold. `bids` are those of a hidden auction, by seat."""

    cards: tuple[Card, ...]
    auctioneer: int
    buyer: int
    price: int
    bids: tuple[int, ...] | None


class View(msgspec.Struct, frozen=True):
    """All that one seat may know. A spectator has no `hand`; `unsold` are cards of the round that nobody got."""

    seat: int | None
    round: int
    phase: Phase
    board: tuple[ArtistView, ...]
    seats: tuple[SeatView, ...]
    hand: tuple[Card, ...]
    money: int | None
    unsold: tuple[Card, ...]
    last_sale: Sale | None
    deck_size: int
    mystery_size: int


def make_view(s: State, seat: int | None) -> View:
    """Make the view of a seat from a record that is already hidden."""
    return View(
        seat=seat,
        round=s.round + 1,
        phase=PHASES[s.phase].seen(s, seat),
        board=tuple(_artist_view(s, artist) for artist in range(ARTIST_COUNT)),
        seats=tuple(_seat_view(s, other, seat) for other in range(s.seats)),
        hand=() if seat is None else cards_in(s.hand[seat]),
        money=None if seat is None else s.money[seat],
        unsold=cards_in(s.unsold),
        last_sale=_last_sale(s),
        deck_size=s.deck_size - s.mystery_size,
        mystery_size=s.mystery_size,
    )


def clock_moves(view: View) -> tuple[tuple[int, Literal["pass", "hammer"]], ...]:
    """What a clock plays when an open auction with the closing `hammer` has been quiet for a while.

    That is a pass for everyone who said nothing, then the auctioneer's hammer. Any bid starts the clock again.

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


def _artist_view(s: State, artist: int) -> ArtistView:
    tiles = tuple(s.tiles[row, artist] for row in range(ROUNDS))
    return ArtistView(ARTISTS[artist], s.played[artist], tiles, tiles_so_far(s, artist))


def _seat_view(s: State, seat: int, viewer: int | None) -> SeatView:
    known = seat == viewer or s.phase == GAME_OVER
    return SeatView(seat, s.hand_size[seat], cards_in(s.paintings[seat]), s.money[seat] if known else None)


def _last_sale(s: State) -> Sale | None:
    if s.phase not in (AWAITING_CARD, MYSTERY_OFFER) or s.bidder == NOBODY:
        return None
    bids = tuple(s.bids)[: s.seats] if symbol_of_lot(s) == HIDDEN else None
    return Sale(lot_cards(s), s.auctioneer, s.bidder, s.price, bids)
