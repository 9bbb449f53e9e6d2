"""Features: what a seat may know as numbers, relative to the seat, with names."""

from __future__ import annotations

import numpy as np
import pytest

import ludex
from ludex.author import COUNT, SEAT, SEAT_BITS, SEAT_FROM_1, SEAT_OR_NOBODY, Names, Observation, Record, i8, i64, u64
from ludex.core.compile.observing import encode, new_memory
from ludex.core.game.features import Features
from ludex.core.language.interpreted_state import load_twin
from ludex.core.language.record import States

from .tiny import variant


class Kinds(Record):
    """A field of every kind."""

    turn = i8(SEAT)
    bidder = i8(SEAT_OR_NOBODY)
    knocker = i8(SEAT_FROM_1)
    out = i8(SEAT_BITS)
    suit = i8(range(1, 5))
    flag = i8(range(2))
    pair = i8(range(7))
    place = i64(range(256))
    cards = u64(range(1 << 64))
    money = i8.row(3, COUNT)
    board = i8.grid(2, 2, range(3))
    stack = i8.row(4, range(5))
    depth = i8(range(5))
    edition = i8(range(4), fixed=True)


def observed(states: States, seat: int, how: Observation | None = None, seats: int = 3) -> dict[str, float]:
    """Return the features of a record of `Kinds` that are not 0, by name."""
    game = variant(
        record=Kinds,
        labels={
            "suit": Names({1: "clubs", 2: "hearts", 4: "spades"}),
            "place": Names({0: None, 9: "bid", 200: "play"}),
        },
        observation=lambda game, settings: how or Observation(),
    )
    features = Features(game, seats, {})
    out = np.zeros((1, features.size), np.float32)
    seen, memory = new_memory(Kinds.layout)
    seen[:] = states
    encode(load_twin(seen, 0), memory, features.plan, seat, out[0])
    return {
        name: round(float(value), 3)
        for name, value in zip(features.names, out[0], strict=True)
        if value and not name.startswith("seat=")
    }


@pytest.fixture
def states() -> States:
    made = Kinds.layout.new()
    made["seats"], made["bidder"], made["suit"] = 3, -1, 1
    return made


@pytest.mark.parametrize(("seat", "name"), [(0, "+2"), (1, "next"), (2, "own")])
def test_seats_are_named_from_the_seat_that_looks(states: States, seat: int, name: str) -> None:
    states["turn"], states["knocker"], states["out"] = 2, 3, 0b100
    states["money"][0] = [0, 0, 5]
    seen = observed(states, seat)
    assert seen.keys() >= {f"turn={name}", f"knocker={name}", f"out={name}", f"money[{name}]"}
    assert seen[f"money[{name}]"] == 0.5
    assert len(seen) == 4 + 4  # with suit, pair, place and depth, which have a column for every value


def test_nobody_has_no_column(states: States) -> None:
    assert not any(name.startswith(("bidder", "knocker")) for name in observed(states, 0))


def test_names_have_a_column_each_and_numbers_without_names_too(states: States) -> None:
    states["suit"], states["pair"], states["place"] = 4, 6, 200
    seen = observed(states, 0)
    assert {"suit=spades", "pair=6", "place=play"} <= set(seen)
    states["suit"] = 3
    assert "suit=3" in observed(states, 0)


def test_sets_have_a_column_for_every_bit(states: States) -> None:
    states["cards"] = (1 << 63) + 5
    assert {name for name in observed(states, 0) if "cards" in name} == {
        "cards has bit 0",
        "cards has bit 2",
        "cards has bit 63",
    }


def test_a_stack_shows_its_top_and_nothing_while_it_is_empty(states: States) -> None:
    how = Observation(stacks={"stack": "depth"})
    states["stack"][0] = [4, 2, 0, 0]
    assert "top stack" not in observed(states, 0, how)
    states["depth"] = 2
    assert observed(states, 0, how)["top stack"] == 0.5


def test_rows_that_are_not_by_seat_stay_in_order(states: States) -> None:
    states["board"][0] = [[1, 0], [0, 2]]
    for seat in range(3):
        seen = observed(states, seat)
        assert (seen["board[0][0]"], seen["board[1][1]"]) == (0.5, 1)


def test_a_game_refines_what_is_observed(states: States) -> None:
    states["money"][0], states["pair"] = [7, 8, 9], 5
    how = Observation(own=("money",), scales={"money": 7}, pairs={"pair": (1, ("black", "red"), ("a", "b", "c"))})
    seen = observed(states, 1, how)
    assert {name: value for name, value in seen.items() if name.startswith(("money", "pair"))} == {
        "money[own]": 1.143,
        "pair=red": 1,
        "pair=b": 1,
    }
    how = Observation(by_seat=(), by_side=("money",), sides=(0, 1, 0))
    seen = observed(states, 1, how)
    assert (seen["money[own side]"], seen["money[side +1]"]) == (0.8, 0.7)


def test_settings_and_chance_are_not_observed(states: States) -> None:
    before = observed(states, 0)
    states["rng"], states["edition"] = 77, 3
    assert observed(states, 0) == before


def test_an_observation_that_names_no_field_is_refused(states: States) -> None:
    with pytest.raises(ludex.BrokenRule, match="the observation names mony, not in the record"):
        observed(states, 0, Observation(without=("mony",)))


def test_features_hide_what_a_seat_may_not_know() -> None:
    table = ludex.game("spades").new(4, seed=1)
    features = table.game.features(4)
    whole = table.engine.record_in_full()
    whole["rng"] = 5
    for seat in range(4):
        row = features.of(whole, seat)
        assert np.array_equal(row, features.of(table.record(seat), seat))
        held = [name for name, value in zip(features.names, row, strict=True) if value and name.startswith("hand[own]")]
        assert sorted(name.split()[-1] for name in held) == sorted(table.view(seat).hand)


def test_card_games_leave_out_what_their_genome_cannot_use() -> None:
    spades, rummy = ludex.game("spades").features(4), ludex.game("gin-rummy").features(2)
    assert spades.size < 600
    assert not any(name.startswith(("chips", "claim", "pile", "knocker")) for name in spades.names)
    assert any(name.startswith("knocker") for name in rummy.names)


def test_names_are_unique_and_the_version_follows_the_columns() -> None:
    for name in ludex.game_names():
        game = ludex.game(name)
        features = game.features(game.usual_seats)
        assert len(set(features.names)) == features.size
    automation = ludex.game("automation")
    versions = {
        automation.features(seats, edition=edition).version for seats in (2, 3) for edition in ("base", "expanded")
    }
    assert len(versions) == 4
    assert automation.features(2).version == automation.features(2).version
