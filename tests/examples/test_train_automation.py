"""The example that learns: it beats bots on seeds that it was not trained on, and its player plays by the rules."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ludex
from ludex.arena import contest
from ludex.examples.learning import train_automation
from ludex.examples.learning.train_automation import (
    OPPONENT,
    RATE,
    Learned,
    Policy,
    Trainer,
    evaluate,
    train,
)


@pytest.fixture(scope="module")
def learner() -> Trainer:
    """A trainer that has played for a few seconds."""
    trainer = Trainer(seed=1)
    for _ in range(8):
        trainer.update()
    return trainer


def test_a_few_seconds_of_training_beat_random_on_fresh_seeds(learner: Trainer) -> None:
    assert evaluate(learner.policy, "random", 600, seed=1 << 40, dice=np.random.default_rng(1)).low > 0.9


def test_without_training_random_is_not_beaten() -> None:
    untrained = evaluate(Policy(seed=1), "random", 600, seed=1 << 40, dice=np.random.default_rng(1))
    assert untrained.low < 0.5
    assert untrained.high < 0.7


def test_the_same_seed_trains_the_same_policy() -> None:
    first, second, third = (Trainer(seed, games=64) for seed in (3, 3, 4))
    for trainer in (first, second, third):
        trainer.update()
    assert first.games == second.games > 0
    for name, weights in first.policy.weights.items():
        assert np.allclose(weights, second.policy.weights[name], atol=1e-5)
        assert not np.allclose(weights, third.policy.weights[name], atol=1e-5)


@pytest.mark.deep
def test_minutes_of_training_beat_big_money_and_a_bot_that_was_never_met() -> None:
    trainer = Trainer(seed=2)
    *_, last = train(trainer, 240, games=50)
    assert last["update"] == 240
    for bot in (OPPONENT, "big-money-action"):
        assert evaluate(trainer.policy, bot, 2_000, seed=1 << 41).low > 0.5


def test_the_slopes_are_those_of_the_loss() -> None:
    """Compare a step with the change of the loss that is measured by moving single weights."""
    trainer = Trainer(seed=5, games=8)
    policy = trainer.policy
    policy.weights = {name: array.astype(np.float64) for name, array in policy.weights.items()}
    played = [rows[:100] for rows in trainer.play()]
    played[3] = played[3] * np.random.default_rng(1).uniform(0.7, 1.4, 100)  # some ratios are clipped

    def loss() -> float:
        seen, masks, moves, before, gains, targets = played
        _, likely, values = policy.look(seen, masks)
        ratio = likely[np.arange(100), moves] / before
        clipped = np.clip(ratio, 1 - train_automation.CLIP, 1 + train_automation.CLIP)
        entropy = -(likely * np.log(np.where(likely > 0, likely, 1))).sum(axis=1)
        parts = np.minimum(ratio * gains, clipped * gains) + train_automation.ENTROPY * entropy
        return float((-parts + train_automation.VALUE / 2 * (values - targets) ** 2).mean())

    expected = {}
    for name, weights in policy.weights.items():
        at = tuple(int(size) // 3 for size in weights.shape) if name != "out" else (3, policy.actions.size)
        losses = []
        for change in (1e-6, -2e-6):
            weights[at] += change
            losses.append(loss())
        weights[at] += 1e-6
        expected[name] = at, (losses[0] - losses[1]) / 2e-6
    trainer.learn(RATE, played)
    for name, (at, slope) in expected.items():
        found = trainer.moments[name][0][at] / 0.1
        assert found == pytest.approx(slope, rel=0.02, abs=1e-6), name


def test_weights_are_saved_and_loaded(tmp_path: Path, learner: Trainer) -> None:
    learner.policy.save(tmp_path / "mine")
    loaded = Policy.load(tmp_path / "mine")
    assert all(np.array_equal(loaded.weights[name], array) for name, array in learner.policy.weights.items())


def test_weights_for_other_features_are_refused(tmp_path: Path, learner: Trainer) -> None:
    now = learner.policy.features.version
    path = tmp_path / "old.npz"
    arrays: dict[str, Any] = {"version": "1-00000000", **learner.policy.weights}
    np.savez(path, **arrays)
    told = f"{path} is for version 1-00000000 of the features, not for {now}: train again"
    with pytest.raises(ludex.BadSetting) as error:
        Policy.load(path)
    assert str(error.value) == told


def test_files_without_weights_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ludex.BadSetting, match="there is no file"):
        Learned(tmp_path / "none.npz")
    np.savez(tmp_path / "other.npz", version="2")
    (tmp_path / "text.npz").write_text("weights")
    (tmp_path / "empty.npz").write_bytes(b"")
    for name in ("other.npz", "text.npz", "empty.npz"):
        with pytest.raises(ludex.BadSetting, match=rf"{name}: expected the weights of a policy"):
            Policy.load(tmp_path / name)


def test_the_player_chooses_what_the_policy_chooses_in_the_environment(learner: Trainer) -> None:
    from ludex.doors.one_game import OneGame

    game, player = OneGame("automation", 2), Learned(learner.policy)
    game.begin(3)
    for _ in range(200):
        mask = game.mask(game.turn)[None] == 1
        chosen = int(learner.policy.choose(game.observation(game.turn)[None], mask)[0])
        assert player.decide(game.request(game.turn)) == game.actions.to_move(chosen)
        game.play(chosen)
        if game.turn < 0:
            break


def test_the_referee_never_rejects_the_player(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, learner: Trainer
) -> None:
    monkeypatch.chdir(tmp_path)
    learner.policy.save(train_automation.WEIGHTS)
    result = contest("automation", [f"{train_automation.__name__}:Learned", "random"], 10, cores=1)
    assert (result.games, result.rejected, result.violations) == (10, 0, 0)
    assert result.matches[0].rate > 0.5


def test_tables_with_other_numbers_of_seats_are_refused(learner: Trainer) -> None:
    with pytest.raises(ludex.BadSetting, match="trained for 2 seats"):
        Learned(learner.policy).decide(ludex.game("automation").new(3, seed=1).request(0))


def run(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, train_automation.__file__, *arguments], cwd=folder, capture_output=True, text=True
    )


def test_the_command_trains_saves_and_evaluates(tmp_path: Path) -> None:
    made = run("--updates", "1", "--games", "20", "--json", folder=tmp_path)
    told = json.loads(made.stdout)
    assert [point["update"] for point in told["curve"]] == [0, 1]
    assert "against big-money" in made.stderr
    again = json.loads(run("--evaluate", "--games", "20", "--json", folder=tmp_path).stdout)
    assert again["results"] == told["results"]
    assert again["curve"] == []


def test_mistakes_at_the_command_line_are_sentences(tmp_path: Path) -> None:
    matplotlib = "" if find_spec("matplotlib") else "Error: --plot needs Matplotlib: pip install matplotlib"
    for arguments, told in [
        (("--evaluate", "--plot", "curve.svg"), matplotlib),
        (("--evaluate",), "Error: there is no file automation.npz: train a policy first, which saves its weights"),
        (("--weights", "none/mine.npz"), "Error: none/mine.npz: there is no folder"),
    ]:
        failed = run(*arguments, folder=tmp_path)
        assert failed.returncode == 1
        assert told in failed.stderr
        assert "Traceback" not in failed.stderr
