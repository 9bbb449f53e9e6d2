"""Learned values: what is learned from games of bots, how it is kept, and how a search uses it. All interpreted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from ludex import UnknownPlayer
from ludex.author import rule
from ludex.core.errors import BadSetting
from ludex.core.kit.foresight import Foresight
from ludex.players import Search, make_player
from ludex.players.search.playouts import BEST, OWN, UNIT, WON
from ludex.players.search.value import LearnedValue
from ludex.players.training import Positions, fit, train
from tests.core.tiny import Cards, CardsState, variant
from tests.players.test_search_worlds import SEED

NAMES = ("card", "pot", "noise")


@rule
def told(s: CardsState, out: Any) -> int:
    """The first seat's decisions are in the midst of something."""
    if s.turn == 0:
        return -1
    for seat in range(s.seats):
        out[seat, 0] = s.card[seat]
        out[seat, 1] = s.pot[seat]
        out[seat, 2] = (s.left * (seat + 1)) % 3
    return 1 if s.left <= 2 else 0


@rule
def too_late(s: CardsState, out: Any) -> int:
    return 2


def telling(**changed: Any) -> Cards:
    return variant(**{"features": told, "feature_names": NAMES, "stages": 2, **changed})


def value(**changed: Any) -> LearnedValue:
    given = {"game": "cards", "weights": ((0.0, 0.0, 0.0), (1.0, 0.5, 0.0)), "features": NAMES, "horizon": 1}
    made = {"version": "1", "explained": 0.5, "explained_by_score": 0.1, "games": 9, "positions": 9, "seats": 2}
    return msgspec.convert({**given, **made, "seed": 0, "command": "", **changed}, LearnedValue)


def kept(folder: Path, **changed: Any) -> str:
    path = folder / "value.json"
    path.write_bytes(msgspec.json.encode(value(**changed)))
    return str(path)


def look(game: Cards, *, length: int = 6, **settings: Any) -> Any:
    record = game.new(2, seed=5, length=length).request(0).record
    assert record is not None
    return Search(game, 40, seed=1, **settings)._look(game.interpreted, record.copy(), 0)


# Learning


def test_weights_that_made_the_leads_are_found_again() -> None:
    chance = np.random.default_rng(1)
    facts = chance.normal(0, 1, (600, 2))
    true = np.array([[2.0, -1.0], [0.5, 3.0]])
    stages = np.arange(600) % 2
    leads = (facts * true[stages]).sum(1) + chance.normal(0, 0.1, 600)
    weights, explained = fit(Positions(np.arange(600), stages, facts, leads, leads), 2)
    np.testing.assert_allclose(weights, true, atol=0.05)
    assert explained > 0.98


def test_what_tells_nothing_about_games_held_out_explains_nothing() -> None:
    chance = np.random.default_rng(1)
    leads = chance.normal(0, 1, 400)
    _, explained = fit(Positions(np.arange(400), np.zeros(400, int), chance.normal(0, 1, (400, 3)), leads, leads), 1)
    assert explained < 0.05


def test_a_stage_that_was_hardly_seen_gets_no_weights() -> None:
    facts = np.ones((40, 1))
    stages = np.array([0] * 38 + [1] * 2)
    weights, _ = fit(Positions(np.arange(40), stages, facts, facts[:, 0], facts[:, 0]), 2)
    assert weights[0, 0] > 0.4
    assert weights[1, 0] == 0


def test_bots_teach_that_cards_and_pots_count_and_noise_does_not() -> None:
    found = train(telling(), 150, seats=2, horizon=3, seed=4, command="as it was given")
    assert found.features == NAMES
    assert (found.horizon, found.seed, found.games, found.command) == (3, 4, 150, "as it was given")
    late = dict(zip(NAMES, found.weights[1], strict=True))
    assert late["card"] > 0.5
    assert abs(late["noise"]) < late["card"] / 2
    assert found.explained > 0.3


def test_the_same_seed_gives_the_same_value() -> None:
    first, again, other = (train(telling(), 50, seats=2, horizon=3, seed=seed) for seed in (1, 1, 2))
    assert first == again
    assert first.weights != other.weights


def test_a_game_without_features_says_so() -> None:
    with pytest.raises(BadSetting, match="cards names no features"):
        train(Cards(), 50, horizon=3)


def test_games_without_a_moment_to_learn_from_are_refused() -> None:
    with pytest.raises(BadSetting, match="positions to learn from in 0 of them"):
        train(telling(), 50, seats=2, horizon=3, settings={"length": 1})


# Searching with it


def test_what_is_cut_short_is_closed_by_the_value(tmp_path: Path) -> None:
    outcomes = look(telling(), length=3, value=kept(tmp_path)).outcomes[:1]
    assert (outcomes[..., WON] == -1).all()
    assert set(outcomes[..., BEST].ravel()) <= {float(UNIT * card) for card in range(6)}
    assert (outcomes[0, :, OWN] >= 0).all()


def test_in_the_midst_of_something_a_search_goes_on(tmp_path: Path) -> None:
    """After two moves seat 0 decides again, which is no moment for the value: all are played for one more."""
    value_of = kept(tmp_path, weights=((0.0, 0.0, 0.0), (0.0, 0.0, 1.0)))
    found = look(telling(), length=5, value=value_of, horizon=2)
    assert set(found.outcomes[:1, :, OWN].ravel()) == {2.0 * UNIT}


def test_a_game_that_is_over_counts_in_the_same_unit(tmp_path: Path) -> None:
    outcomes = look(telling(), length=2, value=kept(tmp_path), horizon=9).outcomes[:1]
    plain = look(telling(), length=2, value="none", horizon=9).outcomes[:1]
    np.testing.assert_array_equal(outcomes[..., OWN], UNIT * plain[..., OWN])
    np.testing.assert_array_equal(outcomes[..., WON], plain[..., WON])


def test_the_horizon_is_the_values_unless_another_is_asked_for(tmp_path: Path) -> None:
    path = kept(tmp_path, horizon=3)
    assert look(telling(), value=path).orders[3] == 3
    assert look(telling(), value=path, horizon=5).orders[3] == 5
    assert look(telling()).orders[3] == 0


def test_a_search_says_which_value_it_uses(tmp_path: Path) -> None:
    assert make_player(telling(), "search-50:value=none").name == "search-50:value=none"
    assert make_player(telling(), f"search-50:value={kept(tmp_path)}").name.startswith("search-50:value=")


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ("learned", "cards brings no learned value. `ludex train cards` makes one"),
        ("nowhere.json", "cannot read the learned value 'nowhere.json': No such file"),
    ],
)
def test_a_value_that_is_not_there_is_refused(asked: str, sentence: str) -> None:
    with pytest.raises(UnknownPlayer, match=sentence):
        make_player(telling(), f"search-50:value={asked}")


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"game": "chess"}, "is for chess by 3 features in 2 stages; cards has 3 in 2"),
        ({"features": ("card",), "weights": ((1.0,), (1.0,))}, "is for cards by 1 features"),
        ({"weights": ((1.0, 2.0, 3.0),)}, "in 1 stages"),
        ({"weights": ((1.0, 2.0, 3.0), (1.0,))}, "expected 3 weights in every stage"),
    ],
)
def test_a_value_of_another_game_is_refused(tmp_path: Path, changed: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UnknownPlayer, match=sentence):
        make_player(telling(), f"search-50:value={kept(tmp_path, **changed)}")


def test_a_file_that_is_not_a_value_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "value.json"
    path.write_bytes(b'{"game": 3}')
    with pytest.raises(UnknownPlayer, match="is not a learned value: Expected `str`"):
        make_player(telling(), f"search-50:value={path}")
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(UnknownPlayer, match="it is not text"):
        make_player(telling(), f"search-50:value={path}")


# The contract


@pytest.mark.parametrize(("clause", "features"), [(None, told), ("features-1", too_late)])
def test_the_kit_checks_features(clause: str | None, features: Any) -> None:
    game = telling(features=features)
    table = game.new(2, seed=5)
    table.play(0, "keep")
    hidden = table.request(1).record
    assert hidden is not None
    lapse = Foresight(game).lapse(hidden, 1, hidden, SEED)
    assert (lapse.clause if lapse else None) == clause
