"""A card game knows quicker ways through the generic loops. They lead to the same games."""

from __future__ import annotations

import numpy as np

from ludex.core.chance import DICE, game_seeds, secret_seed
from ludex.core.events import new_log
from ludex.core.kernel import InterpretedKernel
from ludex.games.cards import CardGame, library_game


def test_the_shortcuts_of_the_loops_lead_to_the_same_games() -> None:
    """A card game tells the loops a quicker way to the seat that decides and to a random card."""
    for name in ("partnership-spades", "hearts", "war", "crazy-eights"):
        game = library_game(name)
        plain = InterpretedKernel(super(CardGame, CardGame).all_rules())
        ends = []
        for kernel in (game.interpreted, plain):
            states, results = game.layout.new(2), np.zeros((2, 1 + game.seats[0], 2), np.int64)
            kernel.play_games(
                states,
                game.template(game.seats[0], game.settings()),
                DICE.new(),
                game_seeds(secret_seed(3), 0, 2),
                np.zeros((1, game.seats[0]), np.int64),
                np.zeros((game.max_options, 2), np.int64),
                new_log(0),
                results,
                250,
            )
            ends.append((states.tobytes(), results.tobytes()))
        assert ends[0] == ends[1]
