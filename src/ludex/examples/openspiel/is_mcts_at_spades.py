"""Let OpenSpiel's IS-MCTS play a hand of Partnership Spades at a Ludex table, against two random players.

    python is_mcts_at_spades.py

Before every simulation Ludex deals the cards again that the seat cannot see, in a way that fits what it knows. The
first run compiles the rules of card games, which takes up to a minute (`ludex warm spades` does it ahead of time);
afterwards it takes a few seconds. It needs `pip install 'ludex[openspiel]'`.
"""

from __future__ import annotations

import msgspec

import ludex
from ludex.doors.openspiel import InformationSetSearch, Uniform
from ludex.games.cards import CardGame, create_partnership_spades_genome
from ludex.games.cards.parts.match.genome import Match

SIMULATIONS = 40


def main() -> None:
    """Play a hand, and print it."""
    whole = create_partnership_spades_genome()
    game = CardGame(msgspec.structs.replace(whole, name="one-hand-of-spades", match=Match(hands=1)))
    table = game.new(4, seed=7)
    players = [
        InformationSetSearch(SIMULATIONS, rewards="score", exploration=40, seed=1),
        Uniform(seed=1),
        InformationSetSearch(SIMULATIONS, rewards="score", exploration=40, seed=2),
        Uniform(seed=2),
    ]
    print("Seats 0 and 2 play with OpenSpiel's IS-MCTS, seats 1 and 3 at random.")
    outcome = ludex.Referee(table, players).play()
    print(*table.events(None), sep="\n")
    print(f"Final scores: seats 0 and 2 have {outcome.scores[0]}, seats 1 and 3 have {outcome.scores[1]}.")


if __name__ == "__main__":
    main()
