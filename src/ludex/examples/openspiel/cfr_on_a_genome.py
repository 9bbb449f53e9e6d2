"""Solve a card game that is described by a genome: Kuhn poker, three cards and one chip to bet.

    python cfr_on_a_genome.py

OpenSpiel's CFR+ finds an equilibrium, because `chance="exact"` lists every deal with its probability. The first player
loses a chip in 18 hands: a lead of 1/9, since a chip that changes hands changes the lead by two. The strategy shows who
bluffs, and how often. It needs `pip install 'ludex[openspiel]'`, and takes about a second.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from open_spiel.python.algorithms.cfr import CFRPlusSolver
from open_spiel.python.algorithms.expected_game_score import policy_value
from open_spiel.python.algorithms.exploitability import exploitability

from ludex.doors.openspiel import load
from ludex.games.cards import CardGame
from ludex.games.cards.components import NAMES
from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.parts.betting.genome import BettingPhase, Chips
from ludex.games.cards.parts.deal.genome import Deal, Deck
from ludex.games.cards.parts.match.genome import Match

ITERATIONS = 400
OTHER_SUITS = tuple(card for card in NAMES if card[0] in "JQK" and card[1] != "S")


def kuhn_poker() -> CardGame:
    """Return Kuhn poker: one card each of jack, queen and king, an ante of one chip, and one bet of another."""
    return CardGame(
        Genome(
            name="kuhn-poker",
            title="Kuhn Poker",
            about="Three cards, one chip to bet, and the smallest game in which it pays to bluff.",
            seats=(2, 2),
            deck=Deck(ranks="JQK", without=OTHER_SUITS),
            deal=Deal(cards=1),
            phases=(BettingPhase(bet=1, raises=1),),
            ranking="high card",
            chips=Chips(start=2, ante=1),
            match=Match(hands=1),
        )
    )


def main() -> None:
    """Solve the game, and print how the solution gets better and what it is."""
    game = load(kuhn_poker(), chance="exact", rewards="score")
    solver = CFRPlusSolver(game)
    for iteration in range(1, ITERATIONS + 1):
        solver.evaluate_and_update_policy()
        if iteration in (1, 10, 100, ITERATIONS):
            worst = exploitability(game, solver.average_policy())
            print(f"Exploitability after {iteration:3} iterations: {worst:.5f}")
    policy = solver.average_policy()
    value = policy_value(game.new_initial_state(), [policy, policy])[0]
    print(f"Value for the first player: {value:.4f} (-1/9 is {-1 / 9:.4f})\n")
    for line in sorted(set(strategy(game.new_initial_state(), policy, ()))):
        print(line)


def strategy(state: Any, policy: Any, moves: tuple[str, ...]) -> Iterator[str]:
    """Yield what the policy does with every hand after every sequence of moves."""
    if state.is_terminal():
        return
    if not state.is_chance_node():
        seat = state.current_player()
        (card,) = state.view(seat).hand
        chances = policy.action_probabilities(state)
        told = ", ".join(f"{state.action_to_string(action)} {chances[action]:4.0%}" for action in state.legal_actions())
        yield f"seat {seat} with {card} after {', '.join(moves) or 'the deal':12} {told}"
    for action in state.legal_actions():
        played = () if state.is_chance_node() else (state.action_to_string(action),)
        yield from strategy(state.child(action), policy, moves + played)


if __name__ == "__main__":
    main()
