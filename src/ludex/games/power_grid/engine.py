"""The source document's engine: it asks, validates, rejects, asks again and executes, and decides nothing for a
player."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from ludex.core import Move, Player, Referee, Request, State, Table, UnreadableMove
from ludex.core.errors import quote
from ludex.core.record import load_twin
from ludex.games.power_grid.auction import NO_DISCARD, UNKNOWN_DISCARD, why_not_bid, why_not_open, why_not_pass_opening
from ludex.games.power_grid.cards import HIGHEST, KIND, PLANTS
from ludex.games.power_grid.game import PowerGrid
from ludex.games.power_grid.moves import Bid, OpenAuction, Pass
from ludex.games.power_grid.strategy import PASS, bid_move, is_whole, opening_move, plant_number
from ludex.games.power_grid.words import REASONS, facts


class PlayerResult(msgspec.Struct, frozen=True):
    """What one player reached."""

    name: str
    rank: int
    powered: int
    money: int
    cities: int
    plants: tuple[int, ...]


class GameResult(msgspec.Struct, frozen=True):
    """The results of all players, the best first, and why the game ended."""

    player_results: tuple[PlayerResult, ...]
    reason: str


class Engine:
    """One game of Power Grid between 2 to 6 players.

    >>> from ludex.players import Bot
    >>> game = PowerGrid()
    >>> engine = Engine([Bot(game, "planner"), Bot(game, "random"), Bot(game, "cheap")], seed=7)
    >>> engine.validate_auction_opening(0, "pass")
    (False, 'in the first round everybody buys a plant. For sale: 3, 4, 5, 6.')
    >>> engine.validate_auction_opening(0, {"action": "buy", "plant": 4, "bid": 5})
    (True, None)
    >>> len(engine.play().player_results)
    3
    """

    def __init__(
        self,
        players: Sequence[Player | Callable[[Request], Any]],
        *,
        seed: int | str | bytes | None = None,
        max_retries: int = 3,
        **options: Any,
    ) -> None:
        self._referee = Referee.at_new_table(PowerGrid(), players, seed=seed, max_retries=max_retries, **options)
        self.table = self._referee.table

    def play(self) -> GameResult:
        """Play to the end. A player that breaks the rules `max_retries` times raises `PlayerViolation`."""
        outcome = self._referee.play()
        view = self.table.view()
        money = self.table.record_in_full()["money"][0]
        results = [
            PlayerResult(
                name=self.table.players[seat.seat],
                rank=outcome.ranks[seat.seat],
                powered=outcome.scores[seat.seat],
                money=int(money[seat.seat]),
                cities=len(seat.cities),
                plants=tuple(plant.number for plant in seat.plants),
            )
            for seat in view.seats
        ]
        return GameResult(tuple(sorted(results, key=lambda result: result.rank)), outcome.reason)

    def validate_auction_opening(self, player_idx: int, move: Any) -> tuple[bool, str | None]:
        """Whether a player could open so now, and if not, why."""
        return validate_auction_opening(self.table, player_idx, move)

    def validate_auction_bid(
        self, player_idx: int, bid_response: Any, plant: Any, current_bid: int, min_bid: int
    ) -> tuple[bool, str | None, Any]:
        """Whether a player could respond so in an auction, if not, why, and the response in the longer form."""
        return validate_auction_bid(self.table, player_idx, bid_response, plant, current_bid, min_bid)


def validate_auction_opening(table: Table, player_idx: int, move: Any) -> tuple[bool, str | None]:
    """The document's check of an opening, by the rules the referee uses; whose turn it is does not matter."""
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
    """The document's check of a response to an opening or a bid; the third value is the response in its longer form."""
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
    raise UnreadableMove(f"{what} {quote(value)} is no whole number.")


def _guarded(read: Callable[[Any], Any], answer: Any) -> Any:
    """What a reader makes of an answer. An answer that breaks its reader is unreadable too."""
    try:
        return read(answer)
    except UnreadableMove:
        raise
    except Exception as error:  # what a strategy hands over may be its own code
        raise UnreadableMove(f"{quote(answer)} cannot be read: {type(error).__name__}.") from None


def _read(read: Callable[[Any], Move], answer: Any, wanted: type[Move]) -> Any:
    """An answer as a move of the wanted kind, or as a pass, with whole numbers in it."""
    move = _guarded(read, answer)
    if not isinstance(move, wanted | Pass):
        raise UnreadableMove(f"{quote(move, str)} is out of place here: expected {wanted.__name__} or Pass.")
    for name in move.__struct_fields__:
        value = getattr(move, name)
        if not (is_whole(value) or (name == "discard" and value is None)):
            raise UnreadableMove(f"{name} {quote(value)} is no whole number.")
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
