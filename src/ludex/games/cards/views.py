"""What one seat sees of a card game, as typed values."""

from __future__ import annotations

import msgspec

from ludex.games.cards.bytecode.blocks import BLOCKS
from ludex.games.cards.components import NAMES, RANK_NAMES, SUITS, names_of
from ludex.games.cards.rules.claiming import due_rank
from ludex.games.cards.rules.seats import side_of, sides
from ludex.games.cards.state import State


class SeatView(msgspec.Struct, frozen=True):
    """What is known of one seat. `cards` is the part of its hand that the viewer knows."""

    seat: int
    side: int
    hand_size: int
    cards: tuple[str, ...]
    playing: bool
    bid: int | None
    nil: bool
    tricks: int
    played: str | None
    won: tuple[str, ...]
    chips: int
    stake: int
    place: int


class SideView(msgspec.Struct, frozen=True):
    """What a side has reached."""

    seats: tuple[int, ...]
    score: int
    bags: int


class View(msgspec.Struct, frozen=True):
    """All that one seat may know. `hand` is its own; `due` names the phase."""

    seat: int | None
    hand_number: int
    due: str
    turn: int | None
    dealer: int
    leader: int
    trump: str | None
    turned: str | None
    broken: bool
    hand: tuple[str, ...]
    chosen: tuple[str, ...]
    table: tuple[str, ...]
    pile_top: str | None
    pile_size: int
    wish: str | None
    stock_size: int
    claimed_rank: str | None
    seats: tuple[SeatView, ...]
    sides: tuple[SideView, ...]


def view_of(s: State, seat: int | None) -> View:
    """What a seat (None: a spectator) may know of a state that is hidden for it already."""
    kind = BLOCKS[s.code[s.pc]].name
    return View(
        seat=seat,
        hand_number=s.hand_number,
        due="over" if s.ended else kind,
        turn=None if s.ended else s.turn,
        dealer=s.dealer,
        leader=s.leader,
        trump=SUITS[s.trump - 1] if s.trump else None,
        turned=_card(s.turned),
        broken=bool(s.broken),
        hand=names_of(s.hand[seat]) if seat is not None else (),
        chosen=names_of(s.chosen[seat]) if seat is not None else (),
        table=names_of(s.table),
        pile_top=_card(s.top),
        pile_size=int(s.pile).bit_count() + sum(s.dropped_size),
        wish=SUITS[s.wish - 1] if s.wish else None,
        stock_size=s.stock_size,
        claimed_rank=RANK_NAMES[due_rank(s)] if s.claim else None,
        seats=tuple(_seat_view(s, other) for other in range(s.seats)),
        sides=tuple(
            SideView(tuple(other for other in range(s.seats) if side_of(s, other) == side), s.score[side], s.bags[side])
            for side in range(sides(s))
        ),
    )


def _card(number: int) -> str | None:
    return NAMES[number - 1] if number else None


def _seat_view(s: State, seat: int) -> SeatView:
    return SeatView(
        seat=seat,
        side=side_of(s, seat),
        hand_size=s.hand_size[seat],
        cards=names_of(s.hand[seat]),
        playing=bool(s.alive >> seat & 1 and not s.folded >> seat & 1),
        bid=None if s.bid[seat] < 0 else s.bid[seat],
        nil=bool(s.nil[seat]),
        tricks=s.tricks[seat],
        played=_card(s.played[seat]),
        won=names_of(s.won[seat]),
        chips=s.chips[seat],
        stake=s.stake[seat],
        place=s.place[seat],
    )
