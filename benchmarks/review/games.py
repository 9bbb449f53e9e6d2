"""Games for the measurements: players of varied strength, and planted blunders."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np

import ludex
from ludex.core.game.game import Game
from ludex.core.language.chance import new_dice, secret_seed
from ludex.core.play.referee import Referee
from ludex.core.play.table import Table
from ludex.players.review.decisions import Decision, decisions_of
from ludex.players.review.playing import Budget, Playing, Trial
from ludex.players.review.values import ReviewSettings
from ludex.players.search import Search

SYSTEMS = {
    "automation": 2,
    "modern-art": 4,
    "power-grid": 4,
    "diplomacy": 7,
    "diplomacy-lagoon": 3,
    "partnership-spades": 4,
}
"""The games, with their numbers of seats."""
SLIPS = (0.0, 0.05, 0.15, 0.3)
"""The shares of decisions at which a player lets a weaker bot of the game decide."""
WORST = 24
"""The most options of a decision that are compared to find the worst."""
WINNING, COST = 0.6, 0.3
"""The least chance of winning of a position in which a blunder is planted, and the least that the blunder costs."""
SEARCH = dict.fromkeys(SYSTEMS, 100) | {"modern-art": 30, "diplomacy": 0}
"""The playouts of the searches that play the games with planted blunders; 0: the best bot plays them."""


class Bots:
    """The bots of a game, which answer on what their seat knows."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.names = game.bots_by_strength
        self._dice = new_dice(secret_seed(seed))
        self._out = np.zeros((game.max_options, 2), np.int64)

    def move(self, table: Table[Any], seat: int, bot: str) -> int:
        """Return the packed move of a bot."""
        record = table.record(seat).copy()
        return int(
            self.game.machine.kernel.choose(self.game.machine.bot_slots[bot], record, 0, seat, self._out, self._dice)
        )


def play_varied(name: str, seed: int) -> Table[Any]:
    """Play a game between players of different strength: the best bot, with more or fewer slips."""
    chance = Random(f"{name} {seed}")
    slips = [chance.choice(SLIPS) for _ in range(SYSTEMS[name])]
    return play(name, seed, slips, chance)


def play(name: str, seed: int, slips: Sequence[float], chance: Random) -> Table[Any]:
    """Play a game by the best bot, with a share of slips for every seat."""
    game = ludex.game(name)
    bots = Bots(game, seed)
    table: Table[Any] = game.new(len(slips), seed=seed, players=[f"slips {share:.0%}" for share in slips])
    while table.waiting:
        seat = chance.choice(table.waiting)
        own = [bot for bot in bots.names if bot in game.bots]
        bot = chance.choice(own) if chance.random() < slips[seat] else own[-1]
        table.engine.play_packed(seat, bots.move(table, seat, bot))
    return table


def plant(name: str, seed: int, playouts: int, tries: int = 12) -> tuple[Table[Any], int] | None:
    """Play a game with one blunder, and return it with the number of the blunder; None if there was no occasion.

    At some decisions the options are compared by playouts that the review does not see. Where the seat wins with its
    best move and the worst option costs much of that, the worst option is played, and the same players finish the game.
    """
    chance = Random(f"planted {name} {seed}")
    before = finish(ludex.game(name).new(SYSTEMS[name], seed=seed), seed, chance)
    choices = [one for one in decisions_of(before) if one.is_choice]
    for decision in chance.sample(choices, min(tries, len(choices))):
        worst = worst_option(before.game, decision, seed, playouts)
        if worst is not None:
            table = before.branch(decision.number - 1)
            table.engine.play_packed(decision.seat, worst)
            return finish(table, seed + 7, chance), decision.number
    return None


def worst_option(game: Game, decision: Decision, seed: int, playouts: int) -> int | None:
    """Return the option that loses most, if the position is won with the best one and much is lost; else None."""
    options = [move for first, last in decision.rows for move in _spread(first, last)]
    options = Random(seed).sample(options, min(WORST, len(options)))
    settings = ReviewSettings(playouts=playouts, seed=seed + 1_000_003)
    playing = Playing(game, settings, Budget(settings))
    trial = Trial(decision, tuple(dict.fromkeys((decision.move, *options))), stage=9)
    playing.play(trial, max(20, playouts // len(trial.moves)))
    won = trial.won.mean(0)
    place = int(won.argmin())
    if won[0] < WINNING or won[0] - won[place] < COST:
        return None
    return trial.moves[place]


def _spread(first: int, last: int) -> list[int]:
    return sorted({int(move) for move in np.linspace(first, last, min(6, last - first + 1)).round()})


def finish(table: Table[Any], seed: int, chance: Random) -> Table[Any]:
    """Play a game to the end by equal, strong players: searches, or the best bot where a search takes too long."""
    game = table.game
    if SEARCH[game.name]:
        Referee(table, [Search(game, SEARCH[game.name], seed=seed + seat) for seat in range(table.seats)]).play()
        return table
    bots = Bots(game, seed)
    while table.waiting:
        mover = chance.choice(table.waiting)
        table.engine.play_packed(mover, bots.move(table, mover, bots.names[-1]))
    return table
