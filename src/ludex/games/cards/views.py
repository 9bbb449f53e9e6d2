"""What one seat sees of a card game, as typed values."""

from __future__ import annotations

import msgspec

from ludex.author import LazyView, bytes_of, lazily
from ludex.games.cards.bytecode.blocks import BLOCKS
from ludex.games.cards.components import NAMES, RANK_NAMES, SUITS, names_of
from ludex.games.cards.rules.claiming import due_rank
from ludex.games.cards.rules.seats import side_of, sides
from ludex.games.cards.state import State

REMEMBERED = 1000
"""How many programs' sides are kept."""


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
    """How the hand before went: bids (None: none made) and tricks by seat, and what each side scored. `left` is the
    number of cards in each seat's hand at its end."""

    bids: tuple[int | None, ...]
    tricks: tuple[int, ...]
    gained: tuple[int, ...]
    left: tuple[int, ...]


class TrickBefore(msgspec.Struct, frozen=True):
    """The last trick that is over: who led, the cards by seat (None: it had none left), and who won it (None: it was
    tied). `this_hand` is False once the next hand has been dealt."""

    leader: int
    cards: tuple[str | None, ...]
    winner: int | None
    this_hand: bool


class View(LazyView):
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
    trick_before: TrickBefore | None = None
    """The last trick that is over, which everybody may look at."""
    seen: tuple[str, ...] = ()
    """The cards that the viewer drew last, or the card that was then drawn from its hand. They stay in view after the
    next deal."""


def _received(s: State, seat: int | None) -> tuple[str, ...]:
    return names_of(s.given[(seat - s.passed_by) % s.seats]) if seat is not None and s.passed_by else ()


_SIDES: dict[tuple[bytes, int], tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]] = {}


def _sides(s: State) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """The side of every seat, and the seats of every side: remembered, as they are the same for a whole match."""
    key = (bytes_of(s, "code"), s.seats)
    if key not in _SIDES:
        if len(_SIDES) >= REMEMBERED:
            _SIDES.clear()
        of_seat = tuple([side_of(s, seat) for seat in range(s.seats)])
        members = [tuple([seat for seat, own in enumerate(of_seat) if own == side]) for side in range(sides(s))]
        _SIDES[key] = of_seat, tuple(members)
    return _SIDES[key]


def _side_views(s: State) -> tuple[SideView, ...]:
    bid, tricks = s.bid.plain(), s.tricks.plain()
    made = []
    for side, seats in enumerate(_sides(s)[1]):
        bids = [bid[seat] for seat in seats if bid[seat] >= 0]
        taken = sum([tricks[seat] for seat in seats])
        made.append(SideView(seats, s.score[side], s.bags[side], sum(bids) if bids else None, taken))
    return tuple(made)


def _hand_before(s: State) -> HandBefore | None:
    """How the hand before went. Once the match is over, that is the last hand."""
    if s.hand_number == 0:
        return None
    return HandBefore(
        bids=tuple([None if s.last_bid[seat] < 0 else s.last_bid[seat] for seat in range(s.seats)]),
        tricks=tuple([s.last_tricks[seat] for seat in range(s.seats)]),
        gained=tuple([s.gained[side] for side in range(sides(s))]),
        left=tuple(s.last_size.plain()[: s.seats]),
    )


def _trick_before(s: State) -> TrickBefore | None:
    cards = s.trick_before.plain()[: s.seats]
    if not any(cards):
        return None
    leader = next(seat % s.seats for seat in range(s.trick_leader, 2 * s.seats) if cards[seat % s.seats])
    winner = s.trick_winner - 1 if s.trick_winner else None
    return TrickBefore(leader, tuple([_card(card) for card in cards]), winner, this_hand=s.tricks_played > 0)


def _phase(s: State) -> str:
    """The phase that the program has come to. Only one number of the program is read."""
    return BLOCKS[memoryview(bytes_of(s, "code")).cast("h")[s.pc]].name


def _card(number: int) -> str | None:
    return NAMES[number - 1] if number else None


def _seat_views(s: State) -> tuple[SeatView, ...]:
    playing = s.alive & ~s.folded
    about = s.hand_size, s.hand, s.bid, s.nil, s.tricks, s.played, s.won, s.chips, s.stake, s.place
    rows = zip(range(s.seats), _sides(s)[0], *about, strict=False)
    return tuple(
        [
            SeatView(
                seat=seat,
                side=side,
                hand_size=hand_size,
                cards=names_of(hand),
                playing=bool(playing >> seat & 1),
                bid=None if bid < 0 else bid,
                nil=bool(nil),
                tricks=tricks,
                played=_card(played) if s.lead_suit else None,
                taken=None if s.lead_suit else _card(played),
                won=names_of(won),
                chips=chips,
                stake=stake,
                place=place,
            )
            for seat, side, hand_size, hand, bid, nil, tricks, played, won, chips, stake, place in rows
        ]
    )


view_of = lazily(
    View,
    State,
    seat=lambda s, seat: seat,
    hand_number=lambda s, seat: s.hand_number,
    due=lambda s, seat: "over" if s.ended else _phase(s),
    turn=lambda s, seat: None if s.ended else s.turn,
    dealer=lambda s, seat: s.dealer,
    leader=lambda s, seat: s.leader,
    trump=lambda s, seat: SUITS[s.trump - 1] if s.trump else None,
    turned=lambda s, seat: _card(s.turned),
    broken=lambda s, seat: bool(s.broken),
    hand=lambda s, seat: names_of(s.hand[seat]) if seat is not None else (),
    chosen=lambda s, seat: names_of(s.chosen[seat]) if seat is not None else (),
    passed=lambda s, seat: names_of(s.given[seat]) if seat is not None else (),
    received=_received,
    table=lambda s, seat: names_of(s.table),
    pile_top=lambda s, seat: _card(s.top),
    pile_size=lambda s, seat: s.pile.bit_count() + sum(s.dropped_size),
    wish=lambda s, seat: SUITS[s.wish - 1] if s.wish else None,
    stock_size=lambda s, seat: s.stock_size,
    claimed_rank=lambda s, seat: RANK_NAMES[due_rank(s)] if s.claim else None,
    seats=lambda s, seat: _seat_views(s),
    sides=lambda s, seat: _side_views(s),
    claimer=lambda s, seat: s.claimer - 1 if s.claimer else None,
    claimed=lambda s, seat: s.claimed,
    set_size=lambda s, seat: s.set_size,
    sweeps=lambda s, seat: tuple(s.sweeps)[: s.seats],
    before=lambda s, seat: _hand_before(s),
    trick_before=lambda s, seat: _trick_before(s),
    seen=lambda s, seat: names_of(s.seen[seat]) if seat is not None else (),
)
"""What a seat (None: a spectator) may know of a state that is hidden for it already."""
