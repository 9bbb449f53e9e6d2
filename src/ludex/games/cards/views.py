"""The view that one seat has of a card game, as typed values."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ludex.author import GameView, bytes_of, shown
from ludex.games.cards.bytecode.layouts import BLOCKS
from ludex.games.cards.components import NAMES, RANK_NAMES, STRAINS, SUITS, bid_in_words, names_of
from ludex.games.cards.melding import find_melds
from ludex.games.cards.parts.auction.calls import (
    DOUBLER,
    REDOUBLER,
    SEAT_PLUS_1,
    auction_at,
    is_vulnerable,
    level_of,
    strain_of,
    times_doubled,
)
from ludex.games.cards.parts.auction.places import AUCTION_BOOK, AUCTION_FLAGS, LEFT_FIRST
from ludex.games.cards.parts.claiming.rules import due_rank
from ludex.games.cards.parts.seats import next_in, side_of, sides
from ludex.games.cards.state import State

REMEMBERED = 1000
"""The number of programs whose sides are stored."""


class SeatView(msgspec.Struct, frozen=True):
    """The known facts about one seat. `cards` is the part of its hand that the viewer knows; `taken` is the card that
    it has just taken from the pile, and may not throw back."""

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
    """The results of a side. `contract` is the sum of its bids so far, not counting Nil (None before the first), and
    `tricks` the sum of its seats' tricks."""

    seats: tuple[int, ...]
    score: int
    bags: int
    contract: int | None
    tricks: int


class HandBefore(msgspec.Struct, frozen=True):
    """The results of the hand before: bids (None: none made) and tricks by seat, and what each side scored. `left` is
    the number of cards in each seat's hand at its end."""

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


class ShownHand(msgspec.Struct, frozen=True):
    """A hand that was shown when the hand before ended. After a knock, it has its melds and unmatched cards, the points
    that these count, and whether it is the knocker's; at a showdown `points` is None."""

    seat: int
    cards: tuple[str, ...]
    knocked: bool = False
    melds: tuple[tuple[str, ...], ...] = ()
    unmatched: tuple[str, ...] = ()
    points: int | None = None


class ContractView(msgspec.Struct, frozen=True):
    """The highest bid of an auction, which is the contract when the auction is over. `seat` made the bid, or is the
    declarer then. `times` is 1, 2 if the bid is doubled, and 4 if it is redoubled."""

    seat: int
    level: int
    strain: str
    times: int = 1
    tricks: int = 0

    @property
    def name(self) -> str:
        """The bid in words.

        >>> ContractView(0, 3, "no trump", 2).name
        '3 no trump, doubled'
        """
        return f"{bid_in_words(self.level, self.strain)}{('', ', doubled', ', redoubled')[self.times // 2]}"


class CallView(msgspec.Struct, frozen=True):
    """A call in an auction: `pass`, `double`, `redouble`, or a bid as in `1 spades`."""

    seat: int
    call: str


_SIDES: dict[tuple[bytes, int], tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]] = {}


def _sides(s: State) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """Return the side of every seat, and the seats of every side. They are stored, as a match does not change them."""
    key = (bytes_of(s, "code"), s.seats)
    if key not in _SIDES:
        if len(_SIDES) >= REMEMBERED:
            _SIDES.clear()
        of_seat = tuple([side_of(s, seat) for seat in range(s.seats)])
        members = [tuple([seat for seat, own in enumerate(of_seat) if own == side]) for side in range(sides(s))]
        _SIDES[key] = of_seat, tuple(members)
    return _SIDES[key]


def _shown_hand(seat: int, cards: tuple[str, ...], knocked: bool) -> ShownHand:
    return ShownHand(seat, cards)


def _shown_melds(seat: int, cards: tuple[str, ...], knocked: bool) -> ShownHand:
    return ShownHand(seat, cards, knocked, *find_melds(cards))


def _phase(s: State) -> str:
    """Return the phase that the program has come to. Only one number of the program is read."""
    return BLOCKS[memoryview(bytes_of(s, "code")).cast("h")[s.pc]].name


def _card(number: int) -> str | None:
    return NAMES[number - 1] if number else None


def _calls(s: State) -> Iterator[CallView]:
    """Yield the calls of an auction. Passes are not stored: seats call in turn, so those between two other calls have
    passed."""
    at = auction_at(s)
    if not s.code[at]:
        return
    made = [(bid, place, (s.calls[bid] >> place & SEAT_PLUS_1) - 1) for bid in range(s.high_bid) for place in _PLACES]
    made = [call for call in made if call[2] >= 0]
    callers = s.alive
    for _, _, caller in made:
        callers |= 1 << caller
    left = s.code[at + AUCTION_FLAGS] & LEFT_FIRST or not callers >> s.dealer & 1
    seat = next_in(s, s.dealer, callers) if left else s.dealer
    for bid, place, caller in made:
        for _ in range((caller - seat) % s.seats):
            if seat != caller:
                yield CallView(seat, "pass")
                seat = next_in(s, seat, callers)
        name = bid_in_words(level_of(s, at, bid), STRAINS[strain_of(s, at, bid)])
        yield CallView(caller, {DOUBLER: "double", REDOUBLER: "redouble"}.get(place, name))
        seat = next_in(s, caller, callers)
    over = s.declarer or s.passed_out
    passes = (callers.bit_count() - (1 if s.high_bid else 0)) if over else s.passes if s.pc == at else 0
    for _ in range(passes):
        yield CallView(seat, "pass")
        seat = next_in(s, seat, callers)


_PLACES = (0, DOUBLER, REDOUBLER)
"""The bits at which a number of `calls` holds the seats that bid, doubled and redoubled."""


class View(GameView[State]):
    """All that one seat may know. `hand` is its own; `due` names the phase. `turn` is the seat that decides: None after
    the match, and while all choose cards to pass. `passed` and `received` are the cards that it passed on in this hand,
    and that were passed to it."""

    @shown
    def seat(self) -> int | None:
        """The seat that the view is for, or None for a spectator."""
        return self._seat

    @shown
    def hand_number(self) -> int:
        """The number of the hand, from 1 on."""
        return self._s.hand_number

    @shown
    def due(self) -> str:
        """The phase."""
        return "over" if self._s.ended else _phase(self._s)

    @shown
    def turn(self) -> int | None:
        """The seat that decides."""
        s = self._s
        return None if s.ended or _phase(s) == "pass" else s.turn

    @shown
    def dealer(self) -> int:
        """The seat that dealt."""
        return self._s.dealer

    @shown
    def leader(self) -> int:
        """The seat that leads the trick."""
        return self._s.leader

    @shown
    def trump(self) -> str | None:
        """The trump suit, if there is one."""
        return SUITS[self._s.trump - 1] if self._s.trump else None

    @shown
    def turned(self) -> str | None:
        """The card that was turned up for trumps."""
        return _card(self._s.turned)

    @shown
    def broken(self) -> bool:
        """True if the suit that may not be led has been played."""
        return bool(self._s.broken)

    @shown
    def hand(self) -> tuple[str, ...]:
        """The viewer's cards."""
        return names_of(self._s.hand[self.seat]) if self.seat is not None else ()

    @shown
    def chosen(self) -> tuple[str, ...]:
        """The cards that the viewer has chosen so far."""
        return names_of(self._s.chosen[self.seat]) if self.seat is not None else ()

    @shown
    def passed(self) -> tuple[str, ...]:
        """The cards that the viewer passed on in this hand."""
        return names_of(self._s.given[self.seat]) if self.seat is not None else ()

    @shown
    def received(self) -> tuple[str, ...]:
        """The cards that were passed to the viewer in this hand."""
        s = self._s
        if self.seat is None or not s.passed_by:
            return ()
        return names_of(s.given[(self.seat - s.passed_by) % s.seats])

    @shown
    def table(self) -> tuple[str, ...]:
        """The cards that lie open on the table."""
        return names_of(self._s.table)

    @shown
    def pile_top(self) -> str | None:
        """The card on top of the pile."""
        return _card(self._s.top)

    @shown
    def pile_size(self) -> int:
        """The number of cards in the pile."""
        return self._s.pile.bit_count() + sum(self._s.dropped_size)

    @shown
    def wish(self) -> str | None:
        """The suit that was wished for."""
        return SUITS[self._s.wish - 1] if self._s.wish else None

    @shown
    def stock_size(self) -> int:
        """The number of cards left to draw."""
        return self._s.stock_size

    @shown
    def claimed_rank(self) -> str | None:
        """The rank that must be claimed now."""
        return RANK_NAMES[due_rank(self._s)] if self._s.claim else None

    @shown
    def seats(self) -> tuple[SeatView, ...]:
        """The viewer's knowledge of each seat."""
        s = self._s
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

    @shown
    def sides(self) -> tuple[SideView, ...]:
        """The results of each side so far."""
        s = self._s
        bid, tricks = s.bid.plain(), s.tricks.plain()
        made = []
        for side, seats in enumerate(_sides(s)[1]):
            bids = [bid[seat] for seat in seats if bid[seat] >= 0]
            taken = sum([tricks[seat] for seat in seats])
            made.append(SideView(seats, s.score[side], s.bags[side], sum(bids) if bids else None, taken))
        return tuple(made)

    @shown(default=None)
    def claimer(self) -> int | None:
        """The seat whose claim may be doubted now."""
        return self._s.claimer - 1 if self._s.claimer else None

    @shown(default=0)
    def claimed(self) -> int:
        """The number of cards that the seat to move, or the claimer, has laid face down in this claim."""
        return self._s.claimed

    @shown(default=0)
    def set_size(self) -> int:
        """The number of cards of one rank that must be played now (0: any number)."""
        return self._s.set_size

    @shown(default=())
    def sweeps(self) -> tuple[int, ...]:
        """The number of times each seat has cleared the table in this hand."""
        return tuple(self._s.sweeps)[: self._s.seats]

    @shown(default=None)
    def before(self) -> HandBefore | None:
        """The hand before. Once the match is over, it is the last hand."""
        s = self._s
        if s.hand_number == 0:
            return None
        return HandBefore(
            bids=tuple([None if s.last_bid[seat] < 0 else s.last_bid[seat] for seat in range(s.seats)]),
            tricks=tuple([s.last_tricks[seat] for seat in range(s.seats)]),
            gained=tuple([s.gained[side] for side in range(sides(s))]),
            left=tuple(s.last_size.plain()[: s.seats]),
        )

    @shown(default=None)
    def trick_before(self) -> TrickBefore | None:
        """The last trick that is over, which all players may look at."""
        s = self._s
        cards = s.trick_before.plain()[: s.seats]
        if not any(cards):
            return None
        leader = next(seat % s.seats for seat in range(s.trick_leader, 2 * s.seats) if cards[seat % s.seats])
        winner = s.trick_winner - 1 if s.trick_winner else None
        return TrickBefore(leader, tuple([_card(card) for card in cards]), winner, this_hand=s.tricks_played > 0)

    @shown(default=())
    def seen(self) -> tuple[str, ...]:
        """The cards that the viewer drew last, or the card that was then drawn from its hand. They stay in view after
        the next deal."""
        return names_of(self._s.seen[self.seat]) if self.seat is not None else ()

    @shown(default=None)
    def contract(self) -> ContractView | None:
        """The highest bid of the auction so far, or the contract."""
        s = self._s
        if not s.high_bid:
            return None
        at, bid = auction_at(s), s.high_bid - 1
        seat = s.declarer - 1 if s.declarer else (s.calls[bid] & SEAT_PLUS_1) - 1
        tricks = s.code[at + AUCTION_BOOK] + level_of(s, at, bid)
        return ContractView(seat, level_of(s, at, bid), STRAINS[strain_of(s, at, bid)], times_doubled(s), tricks)

    @shown(default=None)
    def dummy(self) -> int | None:
        """The seat whose hand the declarer plays, once it lies open."""
        s = self._s
        return s.dummy - 1 if s.dummy and s.known[s.dummy - 1] else None

    @shown(default=False)
    def for_dummy(self) -> bool:
        """True if the declarer is asked for a card of the dummy."""
        return bool(self._s.for_dummy)

    @shown(default=())
    def vulnerable(self) -> tuple[int, ...]:
        """The sides that are vulnerable in this hand."""
        s = self._s
        if not s.code[auction_at(s)]:
            return ()
        return tuple([side for side in range(sides(s)) if is_vulnerable(s, side)])

    @shown(default=())
    def calls(self) -> tuple[CallView, ...]:
        """The calls of the auction so far, in their order."""
        return tuple(_calls(self._s))

    @shown(default=())
    def choosing(self) -> tuple[int, ...]:
        """The seats that have yet to choose cards to pass."""
        s = self._s
        choosing = s.todo if not s.ended and _phase(s) == "pass" else 0
        return tuple([seat for seat in range(s.seats) if choosing >> seat & 1])

    @shown(default=())
    def shown(self) -> tuple[ShownHand, ...]:
        """The hands that were shown when the hand before ended, at a showdown or after a knock, the knocker's first.
        They stay in view until the next hand is over."""
        s = self._s
        knocker = s.shown_knocker - 1
        order = [(max(knocker, 0) + step) % s.seats for step in range(s.seats)]
        show = _shown_hand if knocker < 0 else _shown_melds
        return tuple([show(seat, names_of(s.shown[seat]), seat == knocker) for seat in order if s.shown[seat]])


view_of = View.of
