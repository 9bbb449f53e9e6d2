"""The JSON schema of every game tells the truth: what a table sends is valid by it, and what is made up is not."""

from __future__ import annotations

from random import Random
from typing import Any

import jsonschema
import msgspec
import pytest

import ludex
from ludex import Table


def valid(schema: dict[str, Any], part: str, value: Any) -> bool:
    """Return whether a value, as JSON carries it, fits a part of a game's schema."""
    data = msgspec.json.decode(msgspec.json.encode(value))
    whole = {"$defs": schema["$defs"], "allOf": [schema[part]]}
    return bool(jsonschema.Draft202012Validator(whole).is_valid(data))


def some_moves(table: Table, count: int, random: Random) -> None:
    for _ in range(count):
        if table.waiting:
            seat = random.choice(table.waiting)
            options = table.options(seat)
            table.play(seat, options[random.randrange(len(options))])


@pytest.mark.parametrize("name", ludex.game_names())
def test_what_a_table_sends_fits_the_schema_of_its_game(name: str) -> None:
    game, random = ludex.game(name), Random(name)
    schema = game.schema()
    jsonschema.Draft202012Validator.check_schema({"$defs": schema["$defs"]})
    table = game.new(seed=1)
    for _ in range(5):
        some_moves(table, 5, random)
        for seat in table.waiting:
            request = table.request(seat)
            assert valid(schema, "options", request.options.to_data())
            assert valid(schema, "request", msgspec.json.decode(request.to_json()))
            assert valid(schema, "move", request.options[0])
        assert valid(schema, "view", table.view())
        assert valid(schema, "position", table.position())
    assert all(valid(schema, "event", event) for seat in range(table.seats) for event in table.events(seat))
    assert valid(schema, "settings", table.settings)


@pytest.mark.parametrize("name", ["modern-art", "power-grid", "spades"])
def test_what_is_made_up_does_not_fit(name: str) -> None:
    schema = ludex.game(name).schema()
    for move in ({}, {"type": "Fly"}, {"type": "Bid", "amount": "much"}, {"type": "Bid", "amount": 5, "by": 2}):
        assert not valid(schema, "move", move)
    assert not valid(schema, "view", {"hand": []})
    assert not valid(schema, "options", [])
