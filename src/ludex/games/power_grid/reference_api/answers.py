"""Answers in the forms of the reference API, read as moves."""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Integral
from typing import Any, TypeGuard

from ludex.author import Move, UnreadableMove, quote
from ludex.games.power_grid.moves import (
    MOST_MONEY,
    Bid,
    BuildCity,
    BuyFuel,
    Done,
    OpenAuction,
    Pass,
    PlaceHouse,
    ReturnFuel,
    RunPlant,
)

BUY, PASS, DONE = "buy", "pass", "done"


def is_whole(value: Any) -> TypeGuard[int]:
    """Return whether a value is a whole number of a size that can occur. True and False are not numbers here."""
    return isinstance(value, Integral) and not isinstance(value, bool) and abs(int(value)) <= MOST_MONEY


def plant_number(value: Any) -> int:
    """Read the number of a plant, however it is given."""
    number = getattr(value, "number", getattr(value, "cost", value))
    if is_whole(number):
        return int(number)
    raise UnreadableMove(f"{quote(value)} is not a plant: expected its number, or a card with one")


def says(answer: Any, word: str) -> bool:
    """Return whether an answer is this word."""
    return isinstance(answer, str) and answer == word


def opening_move(answer: Any) -> Move:
    """Read an opening.

    >>> str(opening_move({"action": "buy", "plant": 20, "bid": 21, "discard": 4}))
    'open plant 20 discard 4 bid 21'
    """
    if isinstance(answer, Move):
        return answer
    if says(answer, PASS):
        return Pass()
    if not isinstance(answer, Mapping) or not says(answer.get("action"), BUY) or "plant" not in answer:
        expected = "'pass' or {'action': 'buy', 'plant': …, 'bid': …}"
        raise UnreadableMove(f"{quote(answer)} is not an opening: expected {expected}")
    return OpenAuction(plant=plant_number(answer["plant"]), bid=_bid(answer), discard=_discard(answer))


def bid_move(answer: Any) -> Move:
    """Read a response in an auction.

    >>> str(bid_move(17)), str(bid_move({"bid": 17, "discard": 4}))
    ('bid 17', 'discard 4 bid 17')
    """
    if isinstance(answer, Move):
        return answer
    if says(answer, PASS):
        return Pass()
    if isinstance(answer, Mapping):
        return Bid(bid=_bid(answer), discard=_discard(answer))
    return Bid(bid=_bid({"bid": answer}))


def _bid(answer: Mapping[str, Any]) -> int:
    bid = answer.get("bid")
    if is_whole(bid):
        return int(bid)
    raise UnreadableMove(f"bid {quote(bid)} is not a whole number up to {MOST_MONEY}")


def _discard(answer: Mapping[str, Any]) -> int | None:
    discard = answer.get("discard")
    return None if discard is None else plant_number(discard)


def return_move(answer: Any) -> Move:
    """Read which fuel goes back: a move, or {'coal': 2, 'oil': 1}."""
    if isinstance(answer, Mapping):
        return ReturnFuel(answer.get("coal", 0), answer.get("oil", 0))
    return _typed(answer, "{'coal': 2, 'oil': 1}")


def fuel_move(answer: Any) -> Move:
    """Read fuel to buy: a move, a pair, or 'done'.

    >>> str(fuel_move(("coal", 3)))
    'buy coal 3'
    """
    if says(answer, DONE):
        return Done()
    if isinstance(answer, tuple | list) and len(answer) == 2:
        return BuyFuel(*answer)
    return _typed(answer, "('coal', 3) or 'done'")


def city_move(answer: Any) -> Move:
    """Read a city to build: a move, its name, or 'done'."""
    if says(answer, DONE):
        return Done()
    return BuildCity(answer) if isinstance(answer, str) else _typed(answer, "the name of a city or 'done'")


def place_move(answer: Any) -> Move:
    """Read a city for a house of the Trust: a move, or its name."""
    return PlaceHouse(answer) if isinstance(answer, str) else _typed(answer, "the name of a city")


def run_move(answer: Any) -> Move:
    """Read a plant to run: a move, a plant, a hybrid with its coal, or 'done'.

    >>> str(run_move(13)), str(run_move((5, 1)))
    ('run plant 13', 'run plant 5 coal 1')
    """
    if isinstance(answer, Move):
        return answer
    if says(answer, DONE):
        return Done()
    if isinstance(answer, tuple | list) and len(answer) == 2:
        return RunPlant(plant_number(answer[0]), answer[1])
    return RunPlant(plant_number(answer))


def _typed(answer: Any, expected: str) -> Move:
    if isinstance(answer, Move):
        return answer
    raise UnreadableMove(f"{quote(answer)} is not an answer here: expected {expected}")
