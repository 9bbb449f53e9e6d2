"""The sale: all players sell all their paintings to the bank."""

from __future__ import annotations

import msgspec

from ludex.author import EVERYONE, Log, Rows, asked, effect, note, offer, offers, rule
from ludex.games.modern_art.components import ARTIST_COUNT, ARTISTS, AUCTION_COUNT, KINDS, Artist
from ludex.games.modern_art.events import BANK, MoneyMoved, PaintingsSold, PurseChanged
from ludex.games.modern_art.moves import Sell
from ludex.games.modern_art.rules.seats import seats_in
from ludex.games.modern_art.rules.values import value_of
from ludex.games.modern_art.state import ROUND_DONE, SELLING, State


@rule
def begin_sale(s: State) -> None:
    """Ask all who own paintings, at the same time."""
    s.selling = seats_with_paintings(s)
    s.phase = SELLING if s.selling else ROUND_DONE


@rule
def seats_with_paintings(s: State) -> int:
    mask = 0
    for seat in range(s.seats):
        for kind in range(KINDS):
            if s.paintings[seat, kind] > 0:
                mask |= 1 << seat
    return mask


@asked(when=SELLING)
def asked_to_sell(s: State) -> int:
    """All players who have not sold yet are asked at the same time."""
    return s.selling


@offers(when=SELLING)
def offer_sale(s: State, seat: int, out: Rows) -> int:
    """There is no choice, but all see who sells what."""
    return offer(out, 0, Sell)


@effect(Sell, when=SELLING)
def sell_paintings(s: State, seat: int, log: Log) -> None:
    """Sell all paintings of a seat. After the last seat, the round is done."""
    count = amount = 0
    for kind in range(KINDS):
        owned = s.paintings[seat, kind]
        if owned > 0:
            count += owned
            amount += owned * value_of(s, kind // AUCTION_COUNT)
            s.paintings[seat, kind] = 0
            s.painting_copies[seat, kind] = 0
    s.money[seat] += amount
    s.bank += amount
    note(log, PaintingsSold, EVERYONE, seat, count, amount)
    if amount > 0:
        note(log, MoneyMoved, EVERYONE, BANK, seat, amount)
        note(log, PurseChanged, 1 << seat, seat, s.money[seat])
    s.selling &= ~(1 << seat)
    if s.selling == 0:
        s.phase = ROUND_DONE


class Ranked(msgspec.Struct, frozen=True):
    """An artist's place in the round: cards played, tile won, and the current worth of a painting."""

    artist: Artist
    cards: int
    place: int | None
    tile: int
    value: int


class Selling(msgspec.Struct, frozen=True, tag="selling"):
    """The artists are ranked; the `waiting` seats have yet to sell their paintings to the bank."""

    ranking: tuple[Ranked, ...]
    waiting: tuple[int, ...]

    @classmethod
    def seen(cls, s: State, viewer: int | None) -> Selling:
        return cls(ranking(s), seats_in(s.selling))

    @staticmethod
    def due(s: State, seat: int) -> str:
        return "sell"

    def __str__(self) -> str:
        return "paintings are sold: " + ", ".join(f"{r.artist} {r.value}" for r in self.ranking if r.place)


def ranking(s: State) -> tuple[Ranked, ...]:
    """Return the artists of a ranked round, best first; those without a tile in the order of the board."""
    order = sorted(range(ARTIST_COUNT), key=lambda artist: -s.tiles[s.round, artist])
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
