"""The source document's checks of an opening and of a bid, by the rules the referee uses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludex.core import Move, State, Table, UnreadableMove
from ludex.core.errors import quote
from ludex.core.record import load_twin
from ludex.games.power_grid.components.plants import HIGHEST, KIND, PLANTS
from ludex.games.power_grid.document.answers import PASS, bid_move, is_whole, opening_move, plant_number
from ludex.games.power_grid.facts import facts
from ludex.games.power_grid.moves import Bid, OpenAuction, Pass
from ludex.games.power_grid.reasons import REASONS
from ludex.games.power_grid.rules.auction import (
    NO_DISCARD,
    UNKNOWN_DISCARD,
    why_not_bid,
    why_not_open,
    why_not_pass_opening,
)


def validate_auction_opening(table: Table, player_idx: int, move: Any) -> tuple[bool, str | None]:
    """Check an opening, no matter whose turn it is."""
    try:
        seat, typed = _seat(table, player_idx), _read(opening_move, move, OpenAuction)
    except UnreadableMove as error:
        return False, str(error)
    s = load_twin(table.record(seat), 0)
    s.auctioned = -1
    if isinstance(typed, Pass):
        code = why_not_pass_opening(s)
    else:
        code = why_not_open(s, seat, _kind(typed.plant), _discarded(typed.discard), typed.bid)
    return code == 0, _sentence(s, seat, typed, code)


def validate_auction_bid(
    table: Table, player_idx: int, bid_response: Any, plant: Any, current_bid: int, min_bid: int
) -> tuple[bool, str | None, Any]:
    """Check a response to an opening or a bid. The third value is the response in its longer form."""
    try:
        seat, typed = _seat(table, player_idx), _read(bid_move, bid_response, Bid)
        number = _guarded(plant_number, plant)
        kind, least = _kind(number), max(_amount("current_bid", current_bid) + 1, _amount("min_bid", min_bid))
        if kind < 0:
            raise UnreadableMove(f"there is no plant {number}.")
    except UnreadableMove as error:
        return False, str(error), None
    if isinstance(typed, Pass):
        return True, None, PASS
    s = load_twin(table.record(seat), 0)
    s.auctioned, s.bid = kind, least - 1
    code = why_not_bid(s, seat, kind, _discarded(typed.discard), typed.bid, least)
    if code:
        return False, _sentence(s, seat, typed, code), None
    return True, None, {"bid": typed.bid, "discard": PLANTS[typed.discard] if typed.discard is not None else None}


def _seat(table: Table, player_idx: Any) -> int:
    if is_whole(player_idx) and 0 <= player_idx < table.seats:
        return int(player_idx)
    raise UnreadableMove(f"there is no player {quote(player_idx)}; players are 0 to {table.seats - 1}.")


def _amount(what: str, value: Any) -> int:
    if is_whole(value):
        return int(value)
    raise UnreadableMove(f"{what} {quote(value)} is not a whole number.")


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


def _kind(number: int) -> int:
    return int(KIND[number]) if 0 <= number <= HIGHEST else -1


def _discarded(number: int | None) -> int:
    if number is None:
        return NO_DISCARD
    kind = _kind(number)
    return kind if kind >= 0 else UNKNOWN_DISCARD


def _sentence(s: State, seat: int, move: Move, code: int) -> str | None:
    return REASONS[code][1].format(**facts(s, seat, move)) if code else None
