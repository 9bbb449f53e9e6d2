"""A player reaches nothing but its own copy."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from ludex import Game, Move, Player, Referee, Rejection, Request, Table
from tests.typed import not_none

from .scripted import Scripted, first
from .tiny import Cards, Stake, Staked


class Vandal(Player):
    """Tries to change everything it is given, then keeps."""

    def decide(self, request: Request) -> Move:
        for target, name in [
            (request, "view"),
            (request, "options"),
            (request, "attempt"),
            (request.view, "money"),
            (request.options, "rows"),
            *((event, "amount") for event in request.events),
        ]:
            with pytest.raises(AttributeError):
                setattr(target, name, 99)
        with pytest.raises(TypeError):
            request.view.money[0] = 99
        with pytest.raises(ValueError, match="read-only"):
            not_none(request.record)["money"][0] = 99
        with pytest.raises(ValueError, match="WRITEABLE"):
            not_none(request.record).flags.writeable = True
        return request.options[0]


def test_a_player_cannot_reach_the_table_through_its_request() -> None:
    fair, foul = Cards().new(2, seed=1), Cards().new(2, seed=1)
    Referee(fair, [first, Scripted(Stake(3))]).play()
    Referee(foul, [Vandal(), Scripted(Stake(3))]).play()
    assert fair.digest == foul.digest


def test_a_request_holds_nothing_of_the_table() -> None:
    """Followed through every attribute, public or not, nothing that is the table's own is found."""
    ann, table = Scripted(), Cards().new(2, seed=1)
    Referee(table, [ann, first]).play()
    own = {id(table), id(table.played), id(table.seed), id(table.engine.retries)}
    found: set[int] = set()
    todo: list[object] = [ann.requests[0]]
    while todo:
        thing = todo.pop()
        if id(thing) in found or isinstance(thing, type | Game):  # the game itself is not a secret
            continue
        found.add(id(thing))
        if isinstance(thing, np.ndarray):
            todo.append(thing.base)
            continue
        names = [name for name in dir(thing) if not name.startswith("__")]
        todo += [getattr(thing, name) for name in names if not callable(getattr(thing, name, None))]
        if isinstance(thing, tuple | list):
            todo += thing
    assert not own & found
    assert len(found) > 20
    assert not np.shares_memory(ann.requests[0].record, table.record())


def request_of(table: Table, **fields: Any) -> Request:
    return Request(0, table.view(0), table.options(0), record=table.record(0), **fields)


def test_a_request_as_json_has_everything_but_the_record() -> None:
    table = Cards().new(2, seed=1)
    table.play(0, "stake 3")
    table.play(1, "draw")
    request = request_of(table, attempt=2, rejection=Rejection("too-much", "no."), events=table.events(0))
    data = json.loads(request.to_json())
    assert list(data) == ["seat", "view", "options", "attempt", "rejection", "events", "commitment", "digest"]
    assert data["options"][-1] == {"type": "Stake", "amount": {"low": 1, "high": 7}}
    assert {"type": "Keep"} in data["options"]
    assert data["rejection"] == {"code": "too-much", "sentence": "no."}
    assert data["events"][0] == {"type": "Staked", "seat": 0, "amount": 3}
    assert msgspec.convert(data["view"], Cards.view_type) == request.view


def test_a_request_as_json_has_the_shape_that_the_schema_says() -> None:
    schema = Cards().schema()["request"]
    data = json.loads(request_of(Cards().new(2, seed=1)).to_json())
    assert set(schema["required"]) == set(data) == set(schema["properties"])


def test_a_request_is_shown_in_a_line() -> None:
    table = Cards().new(2, seed=1)
    assert repr(request_of(table)) == "<Request to seat 0: 13 options, attempt 1>"
    rejected = request_of(table, attempt=2, rejection=Rejection("too-much", "no."), events=(Staked(1, 2),))
    assert repr(rejected) == "<Request to seat 0: 13 options, attempt 2, last answer rejected: too-much, 1 event>"


MISSPELT = """
import msgspec
from ludex import Move, Player, Referee, Request, Table

class View(msgspec.Struct, frozen=True):
    hand: tuple[str, ...]

class Other(msgspec.Struct, frozen=True):
    board: str

class Mine(Player[View]):
    def decide(self, request: Request[View]) -> Move:
        print(request.view.hand, request.view.hnad)
        return request.options[0]

def other(table: Table[Other]) -> Referee:
    return Referee(table, [Mine()])

def right(table: Table[View]) -> Referee:
    return Referee(table, [Mine(), lambda request: request.options[0]])
"""


def test_a_type_checker_knows_the_view_of_a_request(tmp_path: Path) -> None:
    api = pytest.importorskip("mypy.api", reason="mypy is not installed")
    file = tmp_path / "mine.py"
    file.write_text(MISSPELT)
    told, _, _ = api.run(["--strict", "--no-error-summary", str(file)])
    faults = [line for line in told.splitlines() if f"{file.name}:" in line and ": error:" in line]
    assert len(faults) == 2
    assert '"View" has no attribute "hnad"' in faults[0]
    assert '"Mine"; expected "Decides[Other]' in faults[1]
