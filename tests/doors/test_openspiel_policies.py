"""Players as policies of OpenSpiel, and how far they are from perfect play in small games."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from benchmarks.strength.exploitability import exploited, three_card_cheat
from open_spiel.python.algorithms.exploitability import exploitability
from open_spiel.python.policy import UniformRandomPolicy

import ludex
from ludex.doors.openspiel import load, policy_of
from ludex.examples.openspiel.cfr_on_a_genome import kuhn_poker


@pytest.fixture(scope="module")
def kuhn() -> Any:
    return load(kuhn_poker(), chance="exact", rewards="score")


@pytest.fixture(scope="module")
def cheat() -> Any:
    return load(three_card_cheat(), 2, chance="exact", rewards="score")


def test_a_policy_says_how_often_a_player_chooses_each_move(kuhn: Any) -> None:
    first = policy_of(kuhn, lambda seed: ludex.Bot(kuhn.game, "first", seed), samples=3)
    assert set(first.action_probability_array.ravel()) == {0.0, 1.0}
    policy = policy_of(kuhn, lambda seed: ludex.Bot(kuhn.game, "random", seed), samples=400)
    assert np.allclose(policy.action_probability_array.sum(axis=1), 1)
    uniform = exploitability(kuhn, UniformRandomPolicy(kuhn))
    assert exploitability(kuhn, policy) == pytest.approx(uniform, abs=0.1)


def test_every_situation_is_asked_about_and_no_player_learns_a_secret(kuhn: Any) -> None:
    """Three cards and two places in the betting, at either seat: twelve situations."""
    asked: list[Any] = []

    class Watched(ludex.Player):
        def decide(self, request: Any) -> Any:
            asked.append((request.seat, request.view.hand))
            assert request.record["hand"][0][1 - request.seat] == 0
            return request.options[0]

    policy_of(kuhn, lambda seed: Watched(), samples=1)
    assert len(asked) == 12
    cards = {(card,) for card in ("JS", "QS", "KS")}
    assert set(asked) == {(seat, hand) for seat in (0, 1) for hand in cards}


def test_a_policy_needs_exact_chance() -> None:
    with pytest.raises(ludex.BadSetting, match='chance="exact"'):
        policy_of(load(kuhn_poker()), lambda seed: ludex.Player())


def test_more_playouts_leave_less_to_exploit_at_three_card_cheat(cheat: Any) -> None:
    few, many = (exploited(cheat, cheat.game, f"ismcts-{count}", 8) for count in (4, 100))
    assert few > many
    assert many == pytest.approx(0, abs=1e-9)
    assert exploited(cheat, cheat.game, "search-100", 8) == pytest.approx(0, abs=1e-9)
    assert exploited(cheat, cheat.game, "careful", 8) > 0.4


def test_a_pool_of_models_leaves_less_to_exploit_at_kuhn_poker(kuhn: Any) -> None:
    """A search that takes its opponent for the same bot is exploited like one."""
    alone, pooled = (exploited(kuhn, kuhn.game, f"search-100{others}", 8) for others in ("", ":others=careful+random"))
    assert pooled < alone
    assert exploited(kuhn, kuhn.game, "ismcts-1000", 8) < pooled
