"""What one seat sees of a card game, as typed values."""

from __future__ import annotations

import msgspec

from ludex.games.cards.bytecode.blocks import BLOCKS
from ludex.games.cards.components import NAMES, RANK_NAMES, SUITS, names_of
from ludex.games.cards.rules.claiming import due_rank
from ludex.games.cards.rules.seats import side_of, sides
from ludex.games.cards.state import State


class SeatView(msgspec.Struct, frozen=True):
    """What is known of one seat. `cards` is the part of its hand that the viewer knows; `taken` is the card that it has
    just taken from the pile, and may not throw back."""

    seat: int
    side: int
    hand_size: int
    cards: tuple[str, ...]
    playing: bool
    bid: int | None
    nil: bool
    tricks: int
    played: str | None
    taken: str | None
    won: tuple[str, ...]
    chips: int
    stake: int
    place: int


class SideView(msgspec.Struct, frozen=True):
    """What a side has reached. `contract` is the sum of its bids so far, not counting Nil (None before the first), and
    `tricks` the sum of its seats' tricks."""

    seats: tuple[int, ...]
    score: int
    bags: int
    contract: int | None
    tricks: int


class HandBefore(msgspec.Struct, frozen=True):
    """How the hand before went: bids (None: none made) and tricks by seat, and what each side scored."""

    bids: tuple[int | None, ...]
    tricks: tuple[int, ...]
    gained: tuple[int, ...]


class View(msgspec.Struct, frozen=True):
    """All that one seat may know. `hand` is its own; `due` names the phase. `passed` and `received` are the cards that
    it passed on in this hand, and that were passed to it."""

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
    passed: tuple[str, ...]
    received: tuple[str, ...]
    table: tuple[str, ...]
    pile_top: str | None
    pile_size: int
    wish: str | None
    stock_size: int
    claimed_rank: str | None
    seats: tuple[SeatView, ...]
    sides: tuple[SideView, ...]
    claimer: int | None = None
    """The seat whose claim may be doubted now."""
    claimed: int = 0
    """How many cards the seat to move, or the claimer, has laid face down in this claim."""
    set_size: int = 0
    """How many cards of one rank must be played now (0: any number)."""
    sweeps: tuple[int, ...] = ()
    """How often each seat has cleared the table in this hand."""
    before: HandBefore | None = None


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
        passed=names_of(s.given[seat]) if seat is not None else (),
        received=names_of(s.given[(seat - s.passed_by) % s.seats]) if seat is not None and s.passed_by else (),
        table=names_of(s.table),
        pile_top=_card(s.top),
        pile_size=int(s.pile).bit_count() + sum(s.dropped_size),
        wish=SUITS[s.wish - 1] if s.wish else None,
        stock_size=s.stock_size,
        claimed_rank=RANK_NAMES[due_rank(s)] if s.claim else None,
        claimer=s.claimer - 1 if s.claimer else None,
        claimed=s.claimed,
        set_size=s.set_size,
        sweeps=tuple(s.sweeps[other] for other in range(s.seats)),
        before=_hand_before(s),
        seats=tuple(_seat_view(s, other) for other in range(s.seats)),
        sides=tuple(_side_view(s, side) for side in range(sides(s))),
    )


def _side_view(s: State, side: int) -> SideView:
    seats = tuple(seat for seat in range(s.seats) if side_of(s, seat) == side)
    bids = [s.bid[seat] for seat in seats if s.bid[seat] >= 0]
    tricks = sum(s.tricks[seat] for seat in seats)
    return SideView(seats, s.score[side], s.bags[side], sum(bids) if bids else None, tricks)


def _hand_before(s: State) -> HandBefore | None:
    """How the hand before went. Once the match is over, that is the last hand."""
    if s.hand_number == 0:
        return None
    return HandBefore(
        bids=tuple(None if s.last_bid[seat] < 0 else s.last_bid[seat] for seat in range(s.seats)),
        tricks=tuple(s.last_tricks[seat] for seat in range(s.seats)),
        gained=tuple(s.gained[side] for side in range(sides(s))),
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
        played=_card(s.played[seat]) if s.lead_suit else None,
        taken=None if s.lead_suit else _card(s.played[seat]),
        won=names_of(s.won[seat]),
        chips=s.chips[seat],
        stake=s.stake[seat],
        place=s.place[seat],
    )
