"""The search, compared with OpenSpiel's: playouts at a dealt hand of Spades, by random moves and by a bot.

On one core CPU time counts, on two cores the clock.
"""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.cards import dealt, one_hand
from benchmarks.measure import Row, best_in_turn, compare, cpu_rate, rate
from ludex.games.cards import create_partnership_spades_genome
from ludex.players import Search

PLAYOUTS = 40_000
SIMULATIONS = 4_000
BAR = 500_000


def rows() -> Iterator[Row]:
    """Yield playouts per second. OpenSpiel's search sees all cards, while ours redeals those unknown to its seat."""
    game = one_hand(create_partnership_spades_genome())
    request = game.new(4, seed=3).request(0)

    def search(cores: int, bot: str = "random", tree: str = "none") -> float:
        player = Search(game, PLAYOUTS, bot=bot, tree=tree, cores=cores)
        return (cpu_rate if cores == 1 else rate)(lambda: player.evaluate(request), PLAYOUTS)

    search(1)
    flat, both, tree, careful, peer = best_in_turn(
        5,
        lambda: search(1),
        lambda: search(2),
        lambda: search(1, tree="all"),
        lambda: search(1, bot="careful"),
        open_spiel_simulations,
    )
    yield compare("search: random playouts at a Spades hand", "playouts/s", flat, "OpenSpiel MCTSBot", peer)
    yield compare("search: the same with a tree", "playouts/s", tree, "OpenSpiel MCTSBot", peer)
    yield compare("search: the same with a bot that plays on", "playouts/s", careful, "OpenSpiel MCTSBot", peer)
    yield compare("search: random playouts, two cores by the clock", "playouts/s", both, "the bar", BAR, 2)


def open_spiel_simulations() -> float:
    """Return the simulations per second of OpenSpiel's own search in C++, each with one random playout."""
    import pyspiel

    game = pyspiel.load_game("spades")
    state = dealt(game.new_initial_state())
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, SIMULATIONS, 1000, False, 42, False)
    return cpu_rate(lambda: bot.step(state), SIMULATIONS)
