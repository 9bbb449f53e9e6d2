"""Views of Modern Art: what a seat may know. The phase is a tagged union that a program can match on."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from ludex.core import State
from ludex.games.modern_art.components import (
    ARTISTS,
    AUCTION_COUNT,
    CARDS,
    DOUBLE,
    FIXED_PRICE,
    HIDDEN,
    ONE_OFFER,
    OPEN,
    Card,
)
from ludex.games.modern_art.rules.selling import tiles_so_far, value_of
from ludex.games.modern_art.settings import Closing
from ludex.games.modern_art.state import (
    AWAITING_CARD,
    MYSTERY,
    NAMING_PRICE,
    NO_CARD,
    NOBODY,
    OVER,
    ROUND_ENDING,
    ROUNDS,
    SELLING,
)


class Lot(msgspec.Struct, frozen=True):
    """What is auctioned: a card, or a double with its second card. `first_player` played the first card."""

    cards: tuple[Card, ...]
    first_player: int


class AwaitingCard(msgspec.Struct, frozen=True, tag="awaiting card"):
    """A seat must offer a card."""

    seat: int


class AwaitingSecondCard(msgspec.Struct, frozen=True, tag="double awaiting second card"):
    """A double lies on the table; `offered` may add a second card or decline."""

    card: Card
    first_player: int
    offered: int
    declined: tuple[int, ...]


class OpenAuction(msgspec.Struct, frozen=True, tag="open auction"):
    """All seats but the bidder may raise the standing bid.

    The `declined` seats have not; with the closing `hammer` they are asked again after each of the first two `calls`.
    """

    lot: Lot
    auctioneer: int
    bid: int | None
    bidder: int | None
    declined: tuple[int, ...]
    closing: Closing
    calls: int


class OneOfferAuction(msgspec.Struct, frozen=True, tag="one offer auction"):
    """The `asked` seat may raise the standing bid, once. The auctioneer is asked last."""

    lot: Lot
    auctioneer: int
    asked: int
    bid: int | None
    bidder: int | None
    passed: tuple[int, ...]


class HiddenAuction(msgspec.Struct, frozen=True, tag="hidden auction"):
    """Seats bid in secret; those in `sealed` have done so. `own_bid` is the viewer's."""

    lot: Lot
    auctioneer: int
    sealed: tuple[int, ...]
    own_bid: int | None


class FixedPriceAuction(msgspec.Struct, frozen=True, tag="fixed price auction"):
    """The `asked` seat may buy at the price. While it is None, that is the auctioneer, who must name it."""

    lot: Lot
    auctioneer: int
    price: int | None
    asked: int
    passed: tuple[int, ...]


class MysteryOffer(msgspec.Struct, frozen=True, tag="mystery offer"):
    """A seat may turn over one of the mystery player's cards."""

    seat: int
    cards_left: int


class RoundEnding(msgspec.Struct, frozen=True, tag="round ending"):
    """The round is over: the `unsold` cards that ended it count. `seat` played the last one and ranks the artists."""

    seat: int
    unsold: tuple[Card, ...]


class Ranked(msgspec.Struct, frozen=True):
    """An artist's place in the round: cards played, tile won, and what a painting is worth now."""

    artist: str
    cards: int
    place: int | None
    tile: int
    value: int


class Selling(msgspec.Struct, frozen=True, tag="selling"):
    """The artists are ranked; the `waiting` seats have yet to sell their paintings to the bank."""

    ranking: tuple[Ranked, ...]
    waiting: tuple[int, ...]


class GameOver(msgspec.Struct, frozen=True, tag="game over"):
    """Everybody's money is on the table."""

    money: tuple[int, ...]
    winners: tuple[int, ...]


Phase: TypeAlias = (
    AwaitingCard
    | AwaitingSecondCard
    | OpenAuction
    | OneOfferAuction
    | HiddenAuction
    | FixedPriceAuction
    | MysteryOffer
    | RoundEnding
    | Selling
    | GameOver
)


class ArtistView(msgspec.Struct, frozen=True):
    """An artist on the board. `tiles` has one number per round, `worth` is their sum."""

    artist: str
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
        phase=make_phase(s, seat),
        board=tuple(_artist_view(s, artist) for artist in range(len(ARTISTS))),
        seats=tuple(_seat_view(s, other, seat) for other in range(s.seats)),
        hand=() if seat is None else cards_in(s.hand[seat]),
        money=None if seat is None else s.money[seat],
        unsold=cards_in(s.unsold),
        last_sale=_last_sale(s),
        deck_size=s.deck_size - s.mystery_size,
        mystery_size=s.mystery_size,
    )


def make_phase(s: State, seat: int | None) -> Phase:
    """The phase as a typed value."""
    if s.phase in (OPEN, ONE_OFFER, HIDDEN, FIXED_PRICE, NAMING_PRICE):
        return _auction(s, seat)
    if s.phase == AWAITING_CARD:
        return AwaitingCard(s.turn)
    if s.phase == DOUBLE:
        return AwaitingSecondCard(CARDS[s.card], s.turn, s.asked, seats_in(s.declined))
    if s.phase == MYSTERY:
        return MysteryOffer(s.asked, s.mystery_size)
    if s.phase == ROUND_ENDING:
        return RoundEnding(s.asked, _lot_cards(s))
    if s.phase == SELLING:
        return Selling(ranking(s), seats_in(s.selling))
    money = tuple(s.money)[: s.seats]
    return GameOver(money, tuple(seat for seat, has in enumerate(money) if has == max(money)))


def _auction(s: State, seat: int | None) -> Phase:
    lot = Lot(_lot_cards(s), s.turn)
    bid, bidder = (None, None) if s.bidder == NOBODY else (s.price, s.bidder)
    answered = seats_in(s.declined)
    if s.phase == OPEN:
        return OpenAuction(lot, s.auctioneer, bid, bidder, answered, "hammer" if s.hammer else "passes", s.calls)
    if s.phase == ONE_OFFER:
        return OneOfferAuction(lot, s.auctioneer, s.asked, bid, bidder, answered)
    if s.phase == HIDDEN:
        return HiddenAuction(lot, s.auctioneer, answered, s.bids[seat] if seat in answered else None)
    return FixedPriceAuction(lot, s.auctioneer, s.price if s.phase == FIXED_PRICE else None, s.asked, answered)


def ranking(s: State) -> tuple[Ranked, ...]:
    """The artists of a ranked round, best first; those without a tile in the order of the board."""
    order = sorted(range(len(ARTISTS)), key=lambda artist: -s.tiles[s.round, artist])
    return tuple(
        Ranked(
            artist=ARTISTS[artist],
            cards=s.played[artist],
            place=place if s.tiles[s.round, artist] else None,
            tile=s.tiles[s.round, artist],
            value=value_of(s, artist),
        )
        for place, artist in enumerate(order, 1)
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


def cards_in(counts: Any) -> tuple[Card, ...]:
    """Counts by kind as cards."""
    return tuple(card for card, count in zip(CARDS, counts, strict=True) for _ in range(count))


def seats_in(mask: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1)


def _lot_cards(s: State) -> tuple[Card, ...]:
    return tuple(CARDS[kind] for kind in (s.card, s.second) if kind != NO_CARD)


def _artist_view(s: State, artist: int) -> ArtistView:
    tiles = tuple(s.tiles[row, artist] for row in range(ROUNDS))
    return ArtistView(ARTISTS[artist], s.played[artist], tiles, tiles_so_far(s, artist))


def _seat_view(s: State, seat: int, viewer: int | None) -> SeatView:
    known = seat == viewer or s.phase == OVER
    return SeatView(seat, s.hand_size[seat], cards_in(s.paintings[seat]), s.money[seat] if known else None)


def _last_sale(s: State) -> Sale | None:
    if s.phase not in (AWAITING_CARD, MYSTERY) or s.bidder == NOBODY:
        return None
    hidden = (s.card if s.second == NO_CARD else s.second) % AUCTION_COUNT == HIDDEN
    return Sale(_lot_cards(s), s.auctioneer, s.bidder, s.price, tuple(s.bids)[: s.seats] if hidden else None)
