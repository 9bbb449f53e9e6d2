"""Train a player of Automation in plain NumPy, by proximal policy optimisation, until it beats big-money.

    python train_automation.py --updates 240 --weights automation.npz
    ludex arena automation --players train_automation.py:Learned,architect --games 400

It needs Gymnasium (`pip install 'ludex[rl]'`). The tutorial "Train an agent" explains it piece by piece.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any, NamedTuple, Self, TypeAlias
from zipfile import BadZipFile

import gymnasium
import numpy as np
import numpy.typing as npt
import typer

import ludex
import ludex.doors.gymnasium  # registers the games
from ludex.arena.statistics import wilson
from ludex.console import AsJson, err, say, say_json

GAME, SEATS, OPPONENT = "automation", 2, "big-money"
MEASURED = ("random", "big-money", "big-money-action", "architect")
WEIGHTS = Path("automation.npz")
HIDDEN, GAMES, STEPS, PASSES, PART = 64, 512, 64, 3, 2_048
RATE, CLIP, ENTROPY, VALUE, LAMBDA, POINTS = 1e-3, 0.2, 0.02, 0.5, 0.99, 10
CURVE_SEED, REPORT_SEED = 1 << 31, 1 << 32  # training draws its seeds below

Array: TypeAlias = npt.NDArray[Any]


class Policy:
    """A network with one hidden layer: from what a seat sees to the probability of every move, and a value."""

    def __init__(self, seed: int = 0) -> None:
        game, dice = ludex.game(GAME), np.random.default_rng(seed)
        self.features, self.actions = game.features(SEATS), game.actions
        size, outputs = self.features.size, self.actions.size + 1
        self.weights = {
            "into": dice.normal(0, size**-0.5, (size, HIDDEN)).astype(np.float32),
            "into_bias": np.zeros(HIDDEN, np.float32),
            "out": dice.normal(0, 0.01, (HIDDEN, outputs)).astype(np.float32),
            "out_bias": np.zeros(outputs, np.float32),
        }

    def look(self, seen: Array, masks: Array) -> tuple[Array, Array, Array]:
        """Return the hidden layer, the probabilities of moves (0 for illegal ones), and the values."""
        hidden = np.tanh(seen @ self.weights["into"] + self.weights["into_bias"])
        out = hidden @ self.weights["out"] + self.weights["out_bias"]
        logits = np.where(masks, out[:, :-1], -np.inf)
        odds = np.exp(logits - logits.max(axis=1, keepdims=True))
        return hidden, odds / odds.sum(axis=1, keepdims=True), out[:, -1]

    def choose(self, seen: Array, masks: Array, dice: np.random.Generator | None = None) -> Array:
        """Draw a move for every observation, by its probability. Without dice, choose the most likely one."""
        likely = self.look(seen, masks)[1]
        return likely.argmax(axis=1) if dice is None else draw(likely, dice)

    def save(self, path: Path) -> None:
        """Save the weights, with the version of the features that they are for."""
        arrays: dict[str, Any] = {"version": self.features.version, **self.weights}
        with path.open("wb") as file:
            np.savez(file, **arrays)

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Read saved weights. Weights for other features or rules are refused."""
        policy = cls()
        try:
            with np.load(path) as file:
                version = str(file["version"])
                policy.weights = {name: file[name] for name in policy.weights}
        except FileNotFoundError:
            raise ludex.BadSetting(f"there is no file {path}: train a policy first, which saves its weights") from None
        except (OSError, EOFError, KeyError, ValueError, BadZipFile):
            raise ludex.BadSetting(f"{path}: expected the weights of a policy, as `save` writes them") from None
        if version != (now := policy.features.version):
            raise ludex.BadSetting(f"{path} is for version {version} of the features, not for {now}: train again")
        return policy


def draw(likely: Array, dice: np.random.Generator) -> Array:
    """Draw a move from every row of probabilities."""
    sums = likely.cumsum(axis=1)
    moves: Array = (sums > dice.random((len(sums), 1)) * sums[:, -1:]).argmax(axis=1)
    return moves


def make_games(bot: str, games: int, rewards: str) -> list[Any]:
    """Make games against a bot as arrays: one vector for each seat that the learner can have."""
    kind: dict[str, Any] = {"seats": SEATS, "opponents": bot, "rewards": rewards, "illegal_reward": None}
    return [gymnasium.make_vec(f"ludex/{GAME}-v1", games // SEATS, seat=seat, **kind) for seat in range(SEATS)]


class Trainer:
    """A policy that learns from games against a bot."""

    def __init__(self, seed: int = 0, bot: str = OPPONENT, games: int = GAMES) -> None:
        self.dice, self.policy = np.random.default_rng(seed), Policy(seed)
        self.vectors = make_games(bot, games, "score")
        self.see([envs.reset(seed=int(self.dice.integers(CURVE_SEED))) for envs in self.vectors])
        self.games, self.seconds, self.learned = 0, 0.0, 0
        self.moments = {name: (np.zeros_like(w), np.zeros_like(w)) for name, w in self.policy.weights.items()}

    def see(self, answers: Sequence[tuple[Any, ...]]) -> None:
        """Put the observations and masks of all vectors together."""
        self.seen = np.concatenate([answer[0] for answer in answers])
        self.masks = np.concatenate([answer[-1]["action_mask"] for answer in answers]) == 1

    def play(self) -> list[Array]:
        """Play some moves of every game. Return what was seen, what was legal, moves, probabilities, gains, targets."""
        rows = []
        for _ in range(STEPS):
            _, likely, values = self.policy.look(self.seen, self.masks)
            moves = draw(likely, self.dice)
            parts = np.split(moves, len(self.vectors))
            answers = [envs.step(part) for envs, part in zip(self.vectors, parts, strict=True)]
            rewards, done = (np.concatenate([answer[column] for answer in answers]) for column in (1, 2))
            rows.append((self.seen, self.masks, moves, take(likely, moves), values, rewards / POINTS, done))
            self.see(answers)
            self.games += int(done.sum())
        seen, masks, moves, before, values, rewards, done = (np.stack(column) for column in zip(*rows, strict=True))
        after, gain, gains = self.policy.look(self.seen, self.masks)[2], np.zeros(1), np.zeros_like(values)
        for step in reversed(range(STEPS)):  # generalised advantage estimation, without discounting
            gain = rewards[step] - values[step] + ~done[step] * (after + LAMBDA * gain)
            gains[step], after = gain, values[step]
        return [rows.reshape(-1, *rows.shape[2:]) for rows in (seen, masks, moves, before, gains, gains + values)]

    def update(self, rate: float = RATE) -> None:
        """Play, and learn from what was played in several passes."""
        start, played = time.perf_counter(), self.play()
        played[4] = (played[4] - played[4].mean()) / (played[4].std() + 1e-8)
        for _ in range(PASSES):
            order = self.dice.permutation(len(played[4]))
            for part in np.array_split(order, max(1, len(order) // PART)):
                self.learn(rate, [rows[part] for rows in played])
        self.seconds += time.perf_counter() - start

    def learn(self, rate: float, played: Sequence[Array]) -> None:
        """Make moves with gains more likely, within limits, and move values towards what followed: one step."""
        seen, masks, moves, before, gains, targets = played
        hidden, likely, values = self.policy.look(seen, masks)
        ratio = take(likely, moves) / before
        push = ratio * gains * np.where(gains > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
        logs = np.log(np.maximum(likely, 1e-12))
        entropy = -(likely * logs).sum(axis=1, keepdims=True)
        slope = likely * (push[:, None] + ENTROPY * (logs + entropy))
        slope[np.arange(len(moves)), moves] -= push
        slope = np.column_stack([slope, VALUE * (values - targets)]) / np.float32(len(moves))
        back = slope @ self.policy.weights["out"].T * (1 - hidden**2)
        slopes = {"into": seen.T @ back, "into_bias": back.sum(0), "out": hidden.T @ slope, "out_bias": slope.sum(0)}
        self.learned += 1
        scale = np.float32(rate * (1 - 0.999**self.learned) ** 0.5 / (1 - 0.9**self.learned))
        for name, (mean, square) in self.moments.items():  # Adam
            mean += 0.1 * (slopes[name] - mean)
            square += 0.001 * (slopes[name] ** 2 - square)
            self.policy.weights[name] -= scale * mean / (np.sqrt(square) + 1e-8)


def take(rows: Array, columns: Array) -> Array:
    """Return the number in a column of every row."""
    return rows[np.arange(len(rows)), columns]


class Result(NamedTuple):
    """The win rate against a bot, with its 95 % interval."""

    against: str
    games: int
    rate: float
    low: float
    high: float


def evaluate(
    policy: Policy, bot: str, games: int = 2_000, seed: int = REPORT_SEED, dice: np.random.Generator | None = None
) -> Result:
    """Play one game in every environment, the same number from every seat. With dice the policy draws its moves."""
    wins, count = 0.0, games // SEATS * SEATS
    for number, envs in enumerate(make_games(bot, games, "share")):
        seen, info = envs.reset(seed=seed + number)
        playing = np.ones(len(seen), bool)
        while playing.any():
            seen, rewards, done, _, info = envs.step(policy.choose(seen, info["action_mask"] == 1, dice))
            wins += float(rewards[playing & done].sum())
            playing &= ~done
    return Result(bot, count, wins / count, *wilson(wins, count))


class Learned(ludex.Player[Any]):
    """A player that makes the most likely moves of a trained policy, by default that in `automation.npz`."""

    def __init__(self, policy: Policy | str | Path = WEIGHTS, name: str | None = None) -> None:
        super().__init__(name)
        self.policy = policy if isinstance(policy, Policy) else Policy.load(policy)

    def decide(self, request: ludex.Request[Any]) -> ludex.Move:
        """Look at the features of the seat, and choose among its options."""
        features, actions, record = self.policy.features, self.policy.actions, request.record
        if record is None or record["seats"][0] != SEATS:
            raise ludex.BadSetting(f"this policy was trained for {SEATS} seats")
        mask = np.zeros((1, actions.size), bool)
        for first, last in request.options.rows:
            mask[0, first : last + 1] = True
        return actions.to_move(int(self.policy.choose(features.of(record, request.seat)[None], mask)[0]))


def train(trainer: Trainer, updates: int, games: int = 400) -> Iterator[dict[str, float]]:
    """Train with a rate that falls to 0. Yield points of the learning curve, measured with moves that are drawn."""
    ends = {0, *np.geomspace(1, updates, 20).astype(int).tolist(), updates}
    for update in range(updates + 1):
        if update in ends:
            dice = np.random.default_rng(CURVE_SEED)
            rates = {bot: evaluate(trainer.policy, bot, games, CURVE_SEED, dice).rate for bot in MEASURED}
            yield {"update": update, "games": trainer.games, "seconds": round(trainer.seconds, 1), **rates}
        if update < updates:
            trainer.update(RATE * (1 - update / updates))


def draw_curve(curve: Sequence[Mapping[str, float]], path: Path) -> None:
    """Draw the learning curve with Matplotlib, as SVG or PNG."""
    plt: Any = import_module("matplotlib.pyplot")  # only this function needs it
    plt.rcParams |= {"svg.hashsalt": GAME}  # the same curve gives the same file
    picture, axes = plt.subplots(figsize=(8, 4))
    trained = [point["games"] for point in curve]
    for bot in MEASURED:
        met, rates = bot == OPPONENT, [point[bot] for point in curve]
        (line,) = axes.plot(trained, rates, "-" if met else "--", linewidth=2)
        told = f"{bot} (met in training)" if met else bot
        axes.annotate(
            told, (trained[-1], rates[-1]), (8, 0), textcoords="offset points", color=line.get_color(), va="center"
        )
    axes.set_xscale("symlog", linthresh=300)
    axes.xaxis.set_major_formatter("{x:,.0f}")
    axes.yaxis.set_major_formatter(lambda rate, _: f"{rate:.0%}")
    axes.set(xlabel="games of training", ylabel="win rate against", ylim=(-0.02, 1.02))
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", color="#dddddd", linewidth=0.6)
    picture.savefig(path, bbox_inches="tight", metadata={"Date": None} if path.suffix == ".svg" else None)


def main(
    updates: Annotated[int, typer.Option(min=1, help="Rounds of playing and learning.")] = 240,
    seed: Annotated[int, typer.Option(min=0, help="The seed of the first weights, the moves and the games.")] = 0,
    weights: Annotated[Path, typer.Option(metavar="FILE", help="The file for the trained weights.")] = WEIGHTS,
    only: Annotated[bool, typer.Option("--evaluate", help="Evaluate saved weights, and do not train.")] = False,
    games: Annotated[int, typer.Option(min=SEATS, help="Games of the evaluation, against each bot.")] = 2_000,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the learning curve: SVG or PNG.")] = None,
    json: AsJson = False,
) -> None:
    """Train a player of Automation against big-money, and measure it, also against bots that it has not met.

    Example: `python -m ludex.examples.learning.train_automation --updates 240 --weights automation.npz`
    """
    for path in filter(None, (weights, plot)):
        if not path.absolute().parent.is_dir():
            raise ludex.BadSetting(f"{path}: there is no folder {path.absolute().parent}")
    if plot and not find_spec("matplotlib"):
        raise ludex.BadSetting("--plot needs Matplotlib: pip install matplotlib")
    curve: list[dict[str, float]] = []
    if not only:
        trainer = Trainer(seed)
        with suppress(KeyboardInterrupt), err.status("Training"):  # Ctrl-C ends the training early
            for point in train(trainer, updates, min(games, 400)):
                curve.append(point)
                wins = ", ".join(f"{point[bot]:.0%} against {bot}" for bot in MEASURED)
                err.print(f"{point['games']:,} games, {point['seconds']:.0f} s: {wins}", soft_wrap=True)
        trainer.policy.save(weights)
    if plot and curve:
        draw_curve(curve, plot)
    policy = Policy.load(weights)
    results = [evaluate(policy, bot, games) for bot in MEASURED]
    if json:
        say_json({"seed": seed, "curve": curve, "results": [result._asdict() for result in results]})
        return
    for result in results:
        met = "" if result.against == OPPONENT else "  (not met in training)"
        say(f"{result.rate:6.1%}  {result.low:.1%}–{result.high:.1%}  against {result.against}{met}")


if __name__ == "__main__":
    try:
        typer.run(main)
    except (ludex.LudexError, OSError, ImportError) as error:
        sys.exit(f"Error: {error}")
