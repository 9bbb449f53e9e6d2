"""A player reaches nothing but its own copy."""

from __future__ import annotations

import numpy as np
import pytest

from ludex import Move, Player, Referee, Request

from .scripted import Scripted, first
from .tiny import Cards, Stake


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
            request.record["money"][0] = 99
        record = request.record
        record.flags.writeable = True
        record["money"] = 99
        record["left"] = 1
        return request.options[0]


def test_a_player_cannot_reach_the_table_through_its_request():
    fair, foul = Cards().new(2, seed=1), Cards().new(2, seed=1)
    Referee(fair, [first, Scripted(Stake(3))]).play()
    Referee(foul, [Vandal(), Scripted(Stake(3))]).play()
    assert fair.digest == foul.digest


def test_a_request_holds_nothing_of_the_table():
    """Followed through every attribute, public or not, nothing that is the table's own is found."""
    ann, table = Scripted(), Cards().new(2, seed=1)
    Referee(table, [ann, first]).play()
    own = {id(table), id(table.played), id(table._states), id(table.seed), id(table.retries)}
    found, todo = set(), [ann.requests[0]]
    while todo:
        thing = todo.pop()
        if id(thing) in found or isinstance(thing, type):
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
    assert not np.shares_memory(ann.requests[0].record, table._states)
