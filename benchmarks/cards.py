"""Card games by genome, compared with OpenSpiel: random hands of Spades, and a mixed population of genomes."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import numpy as np

from benchmarks.measure import Row, best_in_turn, compare, rate
from ludex.core.game.template import template_of
from ludex.core.language.chance import DICE, game_seeds, secret_seed
from ludex.core.language.events import new_log
from ludex.games.cards import (
    CardGame,
    Genome,
    compile_genome,
    create_partnership_spades_genome,
    problems,
    random_genome,
)
from ludex.games.cards.genome import BiddingPhase, ContractScoring, Match, TrickPhase
from ludex.lab.operators import mutate

HANDS = 40_960
BATCH = 256
ROLLOUTS = 500


def rows() -> Iterator[Row]:
    """Yield all measurements of card games."""
    yield from spades()
    yield from population()
    yield reading()
    yield from genomes()


def reading() -> Row:
    """Measure genomes read from JSON, compared with a slow path that explains errors and computes types each time."""
    text = create_partnership_spades_genome().to_json()
    ours, long_way = best_in_turn(
        3,
        lambda: rate(lambda: [Genome.from_json(text) for _ in range(20_000)], 20_000),
        lambda: rate(lambda: [Genome._explain(text) for _ in range(50)], 50),
    )
    return compare("cards: genomes read from JSON", "genomes/s", ours, "types worked out each time", long_way)


BAR = 10_000
"""Number of genomes of all families that evolution should validate, and compile to bytecode, in a second."""
SLOWEST = 20.0
"""Largest number of microseconds per move for any genome."""


def genomes() -> Iterator[Row]:
    """Measure random genomes of all families: validated, compiled to bytecode, mutated, and the slowest played."""
    pool = [random_genome(random.Random(seed)) for seed in range(300)]
    chance = random.Random(1)
    validated, compiled, changed = best_in_turn(
        5,
        lambda: rate(lambda: [problems(genome) for genome in pool], len(pool)),
        lambda: rate(lambda: [compile_genome(genome) for genome in pool], len(pool)),
        lambda: rate(lambda: [mutate(genome, chance) for genome in pool[:60]], 60),
    )
    yield compare("cards: genomes validated", "genomes/s", validated, "the bar", BAR)
    yield compare("cards: genomes compiled to bytecode", "genomes/s", compiled, "the bar", BAR)
    yield compare("cards: genomes mutated", "genomes/s", changed, "genomes validated", validated)
    slowest = max(microseconds_a_move(Runner(CardGame(genome))) for genome in pool)
    yield compare("cards: slowest of 300 genomes", "µs a move", slowest, "the bar", SLOWEST, less_is_better=True)


def microseconds_a_move(runner: Runner) -> float:
    """Return the time of a random move, in the better of two batches."""
    runner.play(BATCH)
    return 1e6 / max(_moves_per_second(lambda: runner.play(BATCH)) for _ in range(2))


def one_hand(genome: Genome) -> CardGame:
    return CardGame(msgspec.structs.replace(genome, match=Match(hands=1)))


class Runner:
    """Plays random games of one seed, batch after batch, without leaving compiled code."""

    def __init__(self, game: CardGame) -> None:
        self.game = game
        self.seats = game.seats[0]
        self.template = template_of(game, self.seats, game.settings())
        self.states = game.machine.layout.new(BATCH)
        self.results = np.zeros((BATCH, 1 + self.seats, 2), np.int64)
        self.options = np.zeros((game.max_options, 2), np.int64)
        self.bots = np.zeros((1, self.seats), np.int64)
        self.dice = DICE.new()
        self.log = new_log(0)

    def play(self, games: int, first: int = 0) -> int:
        """Play a number of games, and return the number of moves."""
        moves = 0
        seeds = game_seeds(secret_seed(1), first, games)
        for start in range(0, games, BATCH):
            self.game.machine.kernel.play_games(
                self.states,
                self.template,
                self.dice,
                seeds[start : start + BATCH],
                self.bots,
                self.options,
                self.log,
                self.results,
                self.game.max_moves,
            )
            moves += int(self.results[:, 0, 0].sum())
        return moves


def spades() -> Iterator[Row]:
    """Measure whole hands of partnership Spades, dealt, bid, played and scored."""
    game = one_hand(create_partnership_spades_genome())
    runners = [Runner(game), Runner(game)]
    runners[0].play(BATCH)

    def one() -> float:
        return rate(lambda: runners[0].play(HANDS), HANDS)

    def two() -> float:
        def work() -> None:
            with ThreadPoolExecutor(2) as pool:
                list(pool.map(lambda at: runners[at].play(HANDS, at * HANDS), (0, 1)))

        return rate(work, 2 * HANDS)

    ours, both, rollouts, loop = best_in_turn(5, one, two, open_spiel_rollouts, open_spiel_loop)
    yield compare("cards: random Spades hands", "hands/s", ours, "OpenSpiel C++ rollouts", rollouts)
    yield compare("cards: random Spades hands", "hands/s", ours, "OpenSpiel Python loop", loop)
    yield compare("cards: random Spades hands, two cores", "hands/s", both, "ludex on one core", ours, 2)
    yield compare(
        "cards: bytes per state", "bytes", game.machine.layout.size, "a 4 KiB page", 4096, less_is_better=True
    )


def open_spiel_rollouts() -> float:
    """Return random playouts per second from a dealt hand, inside OpenSpiel's C++ search."""
    import pyspiel

    game = pyspiel.load_game("spades")
    state = dealt(game.new_initial_state())
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 20, 1000, False, 42, False)
    return rate(lambda: bot.step(state), 20 * ROLLOUTS)


def open_spiel_loop(hands: int = 60) -> float:
    """Return random hands per second from Python, as in OpenSpiel's example: chance outcomes and legal actions."""
    import pyspiel

    game = pyspiel.load_game("spades")

    def work() -> None:
        for _ in range(hands):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(random.choices(actions, chances)[0])
                else:
                    state.apply_action(random.choice(state.legal_actions()))

    return rate(work, hands)


def dealt(state: Any) -> Any:
    """Return a state of OpenSpiel after all chance that comes before the first decision."""
    while state.is_chance_node():
        state.apply_action(random.choice(state.legal_actions()))
    return state


def population() -> Iterator[Row]:
    """Compare a hundred different trick-taking genomes in turn with equally large batches of one: cost per move."""
    genomes = [_variant(number) for number in range(100)]
    mixed = [Runner(one_hand(genome)) for genome in genomes]
    single = Runner(one_hand(create_partnership_spades_genome()))
    single.play(BATCH)

    def all_kinds() -> float:
        return _moves_per_second(lambda: sum(runner.play(BATCH) for runner in mixed))

    def one_kind() -> float:
        return _moves_per_second(lambda: single.play(100 * BATCH))

    many, one = best_in_turn(3, all_kinds, one_kind)
    yield compare("cards: 100 genomes mixed", "moves/s", many, "one genome", one)


def _moves_per_second(work: Callable[[], int]) -> float:
    moves = 0

    def run() -> None:
        nonlocal moves
        moves = work()

    return rate(run, 1) * moves


def _variant(number: int) -> Genome:
    """Return a variant of Spades with different trumps, bids, scores and rules."""
    trumps = ("spades", "hearts", "rotating", "random", "none")
    trump = trumps[number % 5]
    return Genome(
        name=f"variant-{number}",
        title=f"Variant {number}",
        teams=((0, 2), (1, 3)) if number % 2 else (),
        trump=trump,  # type: ignore[arg-type]  # one of the trumps above
        phases=(
            BiddingPhase(number % 3, 13 - number % 4),
            TrickPhase(
                breaking="hearts" if number % 3 == 0 else "none",
                low_wins=number % 7 == 0,
                must_trump=trump != "none" and number % 4 == 0,
            ),
        ),
        contract_scoring=ContractScoring(bag_limit=number % 11, nil_bonus=number),
    )
