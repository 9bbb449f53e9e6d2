"""Fitting: weights of a bot that win more games, found on the compiled loop.

In every generation a few weights of the champion are changed in many ways. All these candidates play the same deals,
and the best of them play more deals against the champion, together with mixtures of their changes; the best becomes the
champion. Bots have many weights of which few matter, such as the cards of a purchase plan, and games are noisy:
changing few weights at a time, and looking again before a change is believed, suits both. It is a page of NumPy, where
a package would be one more thing to maintain.

Every generation plays new deals. Afterwards two sequential tests on deals that no generation has seen decide whether
the result is accepted: it must win against the old weights, and be no worse than they are against every held-out bot.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from fnmatch import fnmatchcase
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from ludex.arena.fit_games import play_fits
from ludex.arena.processes import available_cores
from ludex.arena.statistics import Hypotheses, likelihood_ratio, over_deals
from ludex.core.compile.compiled_rules import CompiledKernel, InterpretedKernel
from ludex.core.compile.move_dispatch import BotRule, rule_of_weights
from ludex.core.compile.program import interpreting
from ludex.core.game.game import Game
from ludex.core.game.registry import game as find_game
from ludex.core.game.template import template_of
from ludex.core.language.chance import DICE, game_seeds, secret_seed
from ludex.core.language.errors import BadSetting, BrokenRule, quote
from ludex.core.language.events import new_log
from ludex.core.language.interpreted_state import load_twin
from ludex.core.language.record import States
from ludex.core.language.weights import Weights

Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]

BEST, FIRST, SECOND = 0, -1, -2
"""Players: the fitted rule with the first and the second row of the weights that are passed."""
CHANGES = 2.5
"""The number of weights that a candidate changes, on average."""
SMALL = 12.0
"""The part of its range by which a weight usually changes. Every second change takes any value of the range."""
BETTER, MIXED = 6, (2, 3, 4)
"""The candidates that are looked at again, and the numbers of the best of them whose changes are mixed."""
AGAIN = 6
"""The factor by which those play more deals."""
RANK = 0.3
"""The share of a game's value that is by the rank, and not by the win: it tells more where a win is rare."""
MOST_DEALS = 60_000
"""The deals after which a test ends without a decision."""
BATCH = 500


class Trial(msgspec.Struct, frozen=True):
    """A sequential test of new weights."""

    against: str
    question: str
    rate: float
    """The mean of the compared rate. In a test against a held-out bot 0.5 means as good as the old weights."""
    low: float
    high: float
    h0: float
    h1: float
    games: int
    accepted: bool

    def __str__(self) -> str:
        verdict = "yes" if self.accepted else "no"
        return f"{self.question}: {verdict}, {self.rate:.1%} ({self.low:.1%} – {self.high:.1%}) of {self.games:,} games"


class Fit(msgspec.Struct, frozen=True):
    """The result of a fit."""

    game: str
    bot: str
    old: dict[str, int]
    weights: dict[str, int]
    tests: tuple[Trial, ...]
    games: int
    """The number of games that were played to find the weights."""
    seconds: float
    seed: str
    values: tuple[float, ...]
    """The value of the champion after every generation, each on other deals."""

    @property
    def accepted(self) -> bool:
        """True if the new weights passed all tests."""
        return all(test.accepted for test in self.tests)

    @property
    def changed(self) -> dict[str, tuple[int, int]]:
        """The weights that differ, with the old and the new value."""
        return {name: (self.old[name], new) for name, new in self.weights.items() if new != self.old[name]}


class Progress(msgspec.Struct, frozen=True):
    """The progress of a fit: `done` of `total` steps of a stage, and a result to show."""

    stage: str
    done: int
    total: int
    value: float


class Field:
    """Plays games in which some seats have the fitted rule."""

    def __init__(self, game: Game, given: BotRule, seats: int, settings: Mapping[str, Any], cores: int) -> None:
        rules = {**game.machine.rules, "fitted": rule_of_weights(game.name, given)}
        kernel: CompiledKernel | InterpretedKernel
        if interpreting():
            kernel = InterpretedKernel(rules, game.machine.layout)
        else:
            kernel = CompiledKernel(type(game).__name__, rules)
        self._game = game
        self._entry = kernel.entry(play_fits)
        self._template = template_of(game, seats, game.read_settings(settings))
        self._threads = ThreadPoolExecutor(cores)
        self.cores = cores
        self.seats = seats
        self.sides = sides_of(game, self._template, seats)
        self.games = 0

    def shares(self, weights: Numbers, players: Numbers, seeds: Any) -> tuple[Floats, Floats]:
        """Return the share of the win and the rank of every seat in every game, each from 0 to 1."""
        self.games += len(seeds)
        parts = [part for part in np.array_split(np.arange(len(seeds)), self.cores) if len(part)]
        found = list(self._threads.map(lambda part: self._play(weights, players[part], seeds[part]), parts))
        results = np.concatenate(found)
        if (results[:, 0, 1] <= 0).any():
            raise BrokenRule(f"{self._game.name}: a game of the fit did not end, or a bot chose an illegal move")
        return judge(results[:, 1:])

    def _play(self, weights: Numbers, players: Numbers, seeds: Any) -> Numbers:
        """Play some games. Compiled rules release the interpreter's lock, so that threads share the work."""
        results = np.zeros((len(seeds), 1 + self.seats, 2), np.int64)
        self._entry(
            self._game.machine.layout.new(1),
            self._template,
            DICE.new(),
            np.ascontiguousarray(seeds),
            np.ascontiguousarray(players),
            np.ascontiguousarray(weights),
            np.zeros((self._game.max_options, 2), np.int64),
            new_log(0),
            results,
            self._game.max_moves,
        )
        return results

    def close(self) -> None:
        """End the threads."""
        self._threads.shutdown()


def judge(results: Numbers) -> tuple[Floats, Floats]:
    """Return every seat's share of the win, and its rank from 0 (last) to 1, from scores and tie-breaks.

    >>> wins, ranks = judge(np.array([[[5, 0], [5, 1], [2, 0]], [[3, 0], [3, 0], [1, 0]]]))
    >>> wins.tolist(), ranks.tolist()
    ([[0.0, 1.0, 0.0], [0.5, 0.5, 0.0]], [[0.5, 1.0, 0.0], [0.75, 0.75, 0.0]])
    """
    score, tie = results[..., 0], results[..., 1]
    more, same = score[:, :, None] - score[:, None, :], tie[:, :, None] - tie[:, None, :]
    ahead = np.where(more != 0, more, same)
    best = (ahead >= 0).all(axis=2)
    others = results.shape[1] - 1
    ranks = ((ahead > 0).sum(axis=2) + ((ahead == 0).sum(axis=2) - 1) / 2) / max(others, 1)
    return best / best.sum(axis=1, keepdims=True), ranks


def seatings(one: int, others: int, sides: Numbers) -> Numbers:
    """Return the rows of players that give one player every seat in turn, or all seats of every side.

    >>> seatings(-1, 5, np.array([0, 1, 2])).tolist(), seatings(-1, 5, np.array([0, 1, 0, 1])).tolist()
    ([[-1, 5, 5], [5, -1, 5], [5, 5, -1]], [[-1, 5, -1, 5], [5, -1, 5, -1]])
    """
    return np.where(sides == np.unique(sides)[:, None], one, others)


def sides_of(game: Game, template: States, seats: int) -> Numbers:
    """Return the side that every seat plays for."""
    twin = load_twin(template, 0)
    return np.array([game.machine.rules["side"](twin, seat) for seat in range(seats)])


class Fitter:
    """Fits the weights of one bot of a game."""

    def __init__(
        self,
        game: Game,
        bot: str,
        only: str,
        against: Sequence[str],
        seats: int,
        settings: Mapping[str, Any],
        seed: int | str,
        cores: int,
    ) -> None:
        self.given = expect_weights(game, bot)
        assert self.given.weights is not None
        self.weights: Weights = self.given.weights
        self.varied = np.array([fnmatchcase(name, only) for name in self.weights.names])
        if not self.varied.any():
            some = ", ".join(self.weights.names[:3])
            raise BadSetting(f"no weight of {bot} is called {quote(only)}; the first are {some}")
        self.low, self.high = (np.array(ends) for ends in zip(*self.weights.ranges.values(), strict=True))
        self.slots = [game.machine.bot_slots[name] for name in against]
        self.seed = seed
        self.field = Field(game, self.given, seats, settings, cores)
        self._random = np.random.default_rng(np.frombuffer(secret_seed(f"fit {seed}"), np.uint32))

    def seeds(self, purpose: str, first: int, deals: int, times: int) -> Any:
        """Return the chance of some deals, each repeated for the seatings that are played on it."""
        return np.repeat(game_seeds(secret_seed(f"{purpose} {self.seed}"), first, deals), times, axis=0)

    def values(self, candidates: Numbers, purpose: str, first: int, deals: int) -> Floats:
        """Return the value of every candidate, over the same deals against every opponent."""
        players = np.concatenate([seatings(FIRST, slot, self.field.sides) for slot in self.slots])
        seeds = self.seeds(purpose, first, deals, len(players))
        rows = np.tile(players, (deals, 1))
        found = np.zeros(len(candidates))
        for number, candidate in enumerate(candidates):
            wins, ranks = self.field.shares(candidate[None], rows, seeds)
            mine = rows == FIRST
            found[number] = (1 - RANK) * wins[mine].mean() + RANK * ranks[mine].mean()
        return found

    def search(self, generations: int, population: int, deals: int) -> Iterator[tuple[Numbers, float]]:
        """Yield the champion after every generation, and its value."""
        champion = self.weights.values
        for generation in range(generations):
            tried = np.stack([self.changed(champion) for _ in range(population)])
            values = self.values(tried, "generation", generation * deals, deals)
            best = tried[np.argsort(-values, kind="stable")[:BETTER]]
            again = np.stack([champion, *best, *(self.mixed(champion, best[:count]) for count in MIXED)])
            values = self.values(again, "again", generation * deals * AGAIN, deals * AGAIN)
            champion = again[int(np.argmax(values))]
            yield champion, float(values.max())

    def changed(self, weights: Numbers) -> Numbers:
        """Return weights of which a few are changed: a little, or to anything in their range."""
        random, changed = self._random, weights.copy()
        places = np.flatnonzero(self.varied)
        count = min(len(places), 1 + int(random.poisson(CHANGES - 1)))
        for place in random.choice(places, count, replace=False):
            low, high = self.low[place], self.high[place]
            if random.random() < 0.5:
                changed[place] = random.integers(low, high + 1)
            else:
                step = 1 + abs(int(random.normal() * (high - low) / SMALL))
                changed[place] = np.clip(changed[place] + random.choice((-step, step)), low, high)
        return changed

    def mixed(self, champion: Numbers, best: Numbers) -> Numbers:
        """Return the champion with the changes of several candidates, where they meet those of the best."""
        found = champion.copy()
        for candidate in best[::-1]:
            found = np.where(candidate != champion, candidate, found)
        return found

    def test_old(self, new: Numbers, margin: float) -> Trial:
        """Test whether the new weights win against the old ones."""
        seats = self.field.seats
        weights, players = np.stack([new, self.weights.values]), seatings(FIRST, SECOND, self.field.sides)

        def rates(seeds: Any, rows: Numbers) -> Floats:
            wins: Floats = self.field.shares(weights, rows, seeds)[0][rows == FIRST]
            return wins

        tested = Hypotheses(1 / seats, 1 / seats + margin)
        return self._test("old weights", "better than the old weights", tested, players, rates)

    def test_held_out(self, new: Numbers, name: str, slot: int, margin: float) -> Trial:
        """Test whether the new weights are no worse than the old ones against a bot that nothing is tuned on."""
        weights, players = np.stack([new, self.weights.values]), seatings(FIRST, slot, self.field.sides)

        def rates(seeds: Any, rows: Numbers) -> Floats:
            mine = rows == FIRST
            new_wins, _ = self.field.shares(weights, rows, seeds)
            old_wins, _ = self.field.shares(weights, np.where(mine, SECOND, rows), seeds)
            compared: Floats = 0.5 + (new_wins[mine] - old_wins[mine]) / 2
            return compared

        return self._test(name, f"no worse against {name}", Hypotheses(0.5 - margin / 2, 0.5), players, rates)

    def _test(
        self, against: str, question: str, tested: Hypotheses, players: Numbers, rates: Callable[[Any, Numbers], Floats]
    ) -> Trial:
        """Play deals at all seats until the answer is certain enough."""
        found: list[Floats] = []
        ratio, deals = 0.0, 0
        while tested.lower < ratio < tested.upper and deals < MOST_DEALS:
            count = max(1, BATCH // len(players))
            seeds = self.seeds(f"test against {against}", deals, count, len(players))
            found.append(rates(seeds, np.tile(players, (count, 1))).reshape(count, -1).mean(axis=1))
            deals += count
            ratio = likelihood_ratio(np.concatenate(found), tested)
        every = np.concatenate(found)
        low, high = over_deals(every)
        return Trial(
            against=against,
            question=question,
            rate=float(every.mean()),
            low=low,
            high=high,
            h0=tested.h0,
            h1=tested.h1,
            games=deals * len(players),
            accepted=ratio >= tested.upper,
        )


def fit(
    game: Game | str,
    bot: str | None = None,
    *,
    only: str = "*",
    against: Sequence[str] | None = None,
    seats: int | None = None,
    settings: Mapping[str, Any] | None = None,
    generations: int = 10,
    population: int = 24,
    deals: int = 10,
    margin: float = 0.02,
    seed: int | str = 0,
    cores: int | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Fit:
    """Find weights with which a bot wins more games, and test them.

    `bot` (default: the strongest one with weights) plays against each of `against` (default: itself with the old
    weights, and the game's next best bot), at all seats. Only weights whose names match the pattern `only` are varied.
    Every candidate of a generation plays the same `deals` against every opponent. New weights are accepted if they win
    `margin` more than their share against the old ones, rather than their share, and if against every held-out bot they
    are as good, rather than `margin` worse.
    """
    found = find_game(game) if isinstance(game, str) else game
    name = bot or default_bot(found)
    opponents = list(against or default_opponents(found, name))
    for other in opponents:
        if other not in found.machine.bot_slots:
            raise BadSetting(f"{found.name} has no bot {quote(other)}; it has {', '.join(found.machine.bot_slots)}")
        if other != name and other in held_out_bots(found):
            raise BadSetting(f"{other} is held out: nothing may be tuned on it")
    for what, number, least in (("generations", generations, 1), ("population", population, 4), ("deals", deals, 1)):
        if number < least:
            raise BadSetting(f"{what} {number}: expected at least {least}")
    if not 0 < margin < 0.5:
        raise BadSetting(f"margin {margin:g}: expected a number between 0 and 0.5")
    started = time.perf_counter()
    tell = progress or (lambda _: None)
    fitter = Fitter(
        found, name, only, opponents, seats or found.usual_seats, settings or {}, seed, cores or available_cores()
    )
    try:
        values: list[float] = []
        champions: list[Numbers] = []
        for champion, value in fitter.search(generations, population, deals):
            champions.append(champion)
            values.append(value)
            tell(Progress("generation", len(values), generations, value))
        new = champions[-1]
        held_out = [other for other in held_out_bots(found) if other != name]
        tell(Progress("test", 0, 1 + len(held_out), values[-1]))
        tests = [fitter.test_old(new, margin)]
        for number, other in enumerate(held_out, 1):
            tell(Progress("test", number, 1 + len(held_out), tests[-1].rate))
            tests.append(fitter.test_held_out(new, other, found.machine.bot_slots[other], margin))
    finally:
        fitter.field.close()
    return Fit(
        game=found.name,
        bot=name,
        old=fitter.weights.named(fitter.weights.values),
        weights=fitter.weights.named(new),
        tests=tuple(tests),
        games=fitter.field.games,
        seconds=time.perf_counter() - started,
        seed=str(seed),
        values=tuple(values),
    )


def fitted_bots(game: Game) -> tuple[str, ...]:
    """Return the bots of a game that have weights, the weakest first.

    >>> import ludex
    >>> fitted_bots(ludex.game("power-grid"))
    ('planner', 'rival', 'tycoon')
    """
    return tuple(name for name, given in game.bots.items() if isinstance(given, BotRule) and given.weights is not None)


def held_out_bots(game: Game) -> tuple[str, ...]:
    """Return the bots of a game that nothing is tuned on.

    >>> import ludex
    >>> held_out_bots(ludex.game("diplomacy"))
    ('dumbbot',)
    """
    machine = game.machine
    return tuple(name for name in game.bots if machine.bot_slots[name] not in machine.model_slots)


def expect_weights(game: Game, bot: str) -> BotRule:
    """Return the declaration of a bot. Raises `BadSetting` if it has no weights."""
    given = game.bots.get(bot)
    if not isinstance(given, BotRule) or given.weights is None:
        known = ", ".join(fitted_bots(game)) or "none"
        raise BadSetting(f"{game.name} has no bot {quote(bot)} with weights; those with weights: {known}")
    return given


def default_bot(game: Game) -> str:
    """Return the strongest bot that has weights and is not held out."""
    bots = [name for name in fitted_bots(game) if name not in held_out_bots(game)]
    if not bots:
        raise BadSetting(f"{game.name} has no bot with weights")
    return max(bots, key=game.bots_by_strength.index)


def default_opponents(game: Game, bot: str) -> list[str]:
    """Return a bot itself, and the strongest of the game's other bots that are not held out."""
    others = [name for name in game.bots_by_strength if name not in (bot, *held_out_bots(game))]
    return [bot, *others[-1:]]
