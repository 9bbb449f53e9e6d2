"""Views of Modern Art: what a seat may know. The phase is a tagged union that a program can match on."""

from __future__ import annotations

from functools import lru_cache
from itertools import starmap
from typing import Literal

import msgspec

from ludex.author import Countdown, LazyView, bytes_of, lazily
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


class View(LazyView):
    """All that one seat may know. A spectator has no `hand`.

    `unsold` are cards of the round that nobody got, and `discard` are all cards that were played and are off the table.
    """

    seat: int | None
    round: int
    phase: Phase
    board: tuple[ArtistView, ...]
    seats: tuple[SeatView, ...]
    hand: tuple[Card, ...]
    money: int | None
    unsold: tuple[Card, ...]
    discard: tuple[Card, ...]
    last_sale: Sale | None
    deck_size: int
    mystery_size: int


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


def countdown(view: View) -> Countdown | None:
    """What the clock of an open auction with the closing `hammer` plays.

    Bids and calls start it again, passes do not.
    """
    moves = clock_moves(view)
    phase = view.phase
    if not moves or not isinstance(phase, OpenAuction):
        return None
    return Countdown(f"{lot_on_offer(view)}: {phase.bidder} {phase.bid}, call {phase.calls}", moves)


def lot_on_offer(view: View) -> str | None:
    """What is being auctioned, in words that no other lot of the game has."""
    lot = getattr(view.phase, "lot", None)
    if lot is None:
        return None
    played = sum(artist.played for artist in view.board)
    return f"round {view.round}, card {played}: {lot}"


def _hand(s: State, seat: int) -> tuple[Card, ...]:
    """A seat's cards by kind, those of a kind in the order in which they will be played."""
    return tuple(starmap(Card, _held(bytes_of(s, "hand", seat), bytes_of(s, "hand_copies", seat))))


@lru_cache(maxsize=1 << 12)
def _held(hand: bytes, copies_in_hand: bytes) -> tuple[Print, ...]:
    """The prints that counts and copies by kind stand for."""
    held = enumerate(zip(hand, memoryview(copies_in_hand).cast("h"), strict=True))
    return tuple([PRINTS[kind][copies >> BITS * at & ONE] for kind, (count, copies) in held for at in range(count)])


def _discard(s: State) -> tuple[Card, ...]:
    """The cards that were played and are neither in front of a seat, nor unsold, nor the lot."""
    lot = ((s.card, s.card_copy), (s.second, s.second_copy)) if lot_on_table(s) else ()
    seen, unsold, held = (bytes_of(s, field) for field in ("seen_copies", "unsold_copies", "painting_copies"))
    return cards_of(_off_the_table(seen, unsold, held, lot))


@lru_cache(maxsize=1 << 12)
def _off_the_table(seen: bytes, unsold: bytes, held: bytes, lot: tuple[tuple[int, int], ...]) -> bytes:
    """The copies of every kind that were seen and lie nowhere, as bits. All seats' paintings are in one row."""
    off = [there & ~left for there, left in zip(seen, unsold, strict=True)]
    for at, copies in enumerate(held):
        off[at % KINDS] &= ~copies
    for kind, copy in lot:
        if kind != NO_CARD:
            off[kind] &= ~(1 << copy)
    return bytes(off)


def _board(s: State) -> tuple[ArtistView, ...]:
    return tuple(starmap(ArtistView, _artists(bytes_of(s, "played"), bytes_of(s, "tiles"), s.round)))


@lru_cache(maxsize=1 << 10)
def _artists(played: bytes, tiles: bytes, number: int) -> tuple[tuple[Artist, int, tuple[int, ...], int], ...]:
    """Every artist's cards, tiles, and what those are worth in a round, counted from 0."""
    by_round = memoryview(tiles).cast("q", (ROUNDS, len(ARTISTS))).tolist()
    by_artist = zip(ARTISTS, memoryview(played).cast("q"), zip(*by_round, strict=True), strict=True)
    return tuple([(artist, cards, of_artist, sum(of_artist[: number + 1])) for artist, cards, of_artist in by_artist])


def _seats(s: State, viewer: int | None) -> tuple[SeatView, ...]:
    """What a viewer may know of every seat. The money of others is not hidden at a table that was forfeited."""
    money = list(s.money)
    is_open = s.phase == GAME_OVER or any(has > 0 for seat, has in enumerate(money) if seat != viewer)
    return tuple(
        [
            SeatView(
                seat, size, cards_of(bytes_of(s, "painting_copies", seat)), has if is_open or seat == viewer else None
            )
            for seat, size, has in zip(range(s.seats), s.hand_size, money, strict=False)
        ]
    )


def _last_sale(s: State) -> Sale | None:
    if s.phase not in (AWAITING_CARD, MYSTERY_OFFER) or s.bidder == NOBODY:
        return None
    bids = tuple(s.bids)[: s.seats] if symbol_of_lot(s) == HIDDEN else None
    return Sale(lot_cards(s), s.auctioneer, s.bidder, s.price, bids)


make_view = lazily(
    View,
    State,
    seat=lambda s, seat: seat,
    round=lambda s, seat: s.round + 1,
    phase=lambda s, seat: PHASES[s.phase].seen(s, seat),
    board=lambda s, seat: _board(s),
    seats=_seats,
    hand=lambda s, seat: () if seat is None else _hand(s, seat),
    money=lambda s, seat: None if seat is None else s.money[seat],
    unsold=lambda s, seat: cards_of(bytes_of(s, "unsold_copies")),
    discard=lambda s, seat: _discard(s),
    last_sale=lambda s, seat: _last_sale(s),
    deck_size=lambda s, seat: s.deck_size - s.mystery_size,
    mystery_size=lambda s, seat: s.mystery_size,
)
"""The view of a seat, from a record that is already hidden."""
