"""The checks of an opening and of a bid in the reference API, by the rules the referee uses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from ludex.author import Move, Table, UnreadableMove, quote
from ludex.author.advanced import load_twin
from ludex.games.power_grid.components.plants import PLANTS
from ludex.games.power_grid.moves import Bid, OpenAuction, Pass
from ludex.games.power_grid.reference_api.answers import PASS, bid_move, is_whole, opening_move, plant_number
from ludex.games.power_grid.rules.auction import why_not_bid, why_not_open, why_not_pass_opening
from ludex.games.power_grid.rules.market import NONE, in_auctions, kind_of
from ludex.games.power_grid.state import BIDDING, OVER, State


def validate_auction_opening(table: Table, player_idx: int, move: Any) -> tuple[bool, str | None]:
    """Check an opening, no matter whose turn it is among the players who can still buy."""
    try:
        seat, typed = _seat(table, player_idx), _read(opening_move, move, OpenAuction)
        s = load_twin(table.record(seat), 0)
        _can_still_buy(s, seat)
    except UnreadableMove as error:
        return False, str(error)
    if isinstance(typed, Pass):
        code = why_not_pass_opening(s, seat)
    else:
        code = why_not_open(s, seat, _number(typed.plant), _discarded(typed), typed.bid)
    return code == 0, _sentence(table, s, seat, typed, code)


def validate_auction_bid(
    table: Table, player_idx: int, bid_response: Any, plant: Any, current_bid: int, min_bid: int
) -> tuple[bool, str | None, Any]:
    """Check a response to an opening or a bid, no matter whose turn it is among the players who can still buy.

    The third value is the response in its longer form."""
    try:
        seat, typed = _seat(table, player_idx), _read(bid_move, bid_response, Bid)
        number = _guarded(plant_number, plant)
        least = max(_amount("current_bid", current_bid) + 1, _amount("min_bid", min_bid))
        if number not in PLANTS:
            raise UnreadableMove(f"there is no plant {number}.")
        s = load_twin(table.record(seat), 0)
        _can_still_buy(s, seat)
        _can_still_bid(s, seat, number)
    except UnreadableMove as error:
        return False, str(error), None
    if isinstance(typed, Pass):
        return True, None, PASS
    s.auctioned, s.bid = kind_of(number), least - 1
    code = why_not_bid(s, seat, _discarded(typed), typed.bid)
    if code:
        return False, _sentence(table, s, seat, typed, code), None
    return (
        True,
        None,
        {"bid": typed.bid, "discard": replace(PLANTS[typed.discard]) if typed.discard is not None else None},
    )


def _seat(table: Table, player_idx: Any) -> int:
    if is_whole(player_idx) and 0 <= player_idx < table.seats:
        return int(player_idx)
    raise UnreadableMove(f"there is no player {quote(player_idx)}; players are 0 to {table.seats - 1}.")


def _amount(what: str, value: Any) -> int:
    if is_whole(value) and value >= 0:
        return int(value)
    raise UnreadableMove(f"{what} {quote(value)} is not a whole number from 0 up.")


def _can_still_buy(s: State, seat: int) -> None:
    """Refuse a player who has bought or passed, and any answer outside phase 2."""
    if s.phase == OVER:
        raise UnreadableMove("the game is over.")
    if not in_auctions(s):
        raise UnreadableMove("there are no auctions now: they are held at the beginning of a round.")
    if s.bought >> seat & 1:
        raise UnreadableMove("you have already bought a plant in this round.")
    if s.out >> seat & 1:
        raise UnreadableMove("you have passed and are out of the auctions of this round.")


def _can_still_bid(s: State, seat: int, number: int) -> None:
    """Refuse a player who has passed, or has made the highest bid, in an auction that is under way."""
    if s.phase != BIDDING or s.auctioned != kind_of(number):
        return
    if s.bidder == seat:
        raise UnreadableMove(f"you made the highest bid for plant {number}, {s.bid}; you cannot raise your own bid.")
    if not s.bidders >> seat & 1:
        raise UnreadableMove(f"you have passed on plant {number} and are out of its auction.")


def _guarded(read: Callable[[Any], Any], answer: Any) -> Any:
    """Read an answer. One that breaks its reader is unreadable too."""
    try:
        return read(answer)
    except UnreadableMove:
        raise
    except Exception as error:  # what a strategy hands over may be its own code
        raise UnreadableMove(f"{quote(answer)} cannot be read: {type(error).__name__}.") from None


def _read(read: Callable[[Any], Move], answer: Any, wanted: type[Move]) -> Any:
    """Read an answer as a move of the wanted kind, or as a pass, with whole numbers in it."""
    move = _guarded(read, answer)
    if not isinstance(move, wanted | Pass):
        raise UnreadableMove(f"{quote(move, str)} does not belong here: expected {wanted.__name__} or Pass.")
    for name in move.__struct_fields__:
        value = getattr(move, name)
        if not (is_whole(value) or (name == "discard" and value is None)):
            raise UnreadableMove(f"{name} {quote(value)} is not a whole number.")
    return move


def _number(number: int) -> int:
    """Return a number that the rules can look up. There is no plant 0."""
    return number if number in PLANTS else 0


def _discarded(move: OpenAuction | Bid) -> int:
    return NONE if move.discard is None else _number(move.discard)


def _sentence(table: Table, s: State, seat: int, move: Move, code: int) -> str | None:
    return table.game.machine.reasons[code].say(s, seat, move) if code else None
