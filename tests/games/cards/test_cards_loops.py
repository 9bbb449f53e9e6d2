"""A card game knows quicker ways through the generic loops. They lead to the same games."""

from __future__ import annotations

import numpy as np
from tests.games.cards.positions import genome

from ludex.core.compile.compiled_rules import InterpretedKernel
from ludex.core.game.template import template_of
from ludex.core.language.chance import DICE, game_seeds, secret_seed
from ludex.core.language.events import new_log
from ludex.games.cards import LIBRARY, CardGame


def test_the_shortcuts_of_the_loops_lead_to_the_same_games() -> None:
    """A card game tells the loops a quicker way to the seat that decides and to a random card. Hearts is played without
    passing: there the generic loop draws lots for the seat that is asked next, and the quicker one does not."""
    hearts = genome("hearts", phases=(LIBRARY["hearts"]().phases[-1],))
    for rules in (genome("partnership-spades"), hearts, genome("war"), genome("crazy-eights")):
        game = CardGame(rules)
        plain = InterpretedKernel(super(CardGame, CardGame).all_rules())
        ends = []
        for kernel in (game.interpreted, plain):
            states, results = game.layout.new(2), np.zeros((2, 1 + game.seats[0], 2), np.int64)
            kernel.play_games(
                states,
                template_of(game, game.seats[0], game.settings()),
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
