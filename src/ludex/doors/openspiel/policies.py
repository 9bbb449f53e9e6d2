"""Players as policies of OpenSpiel, so that its algorithms tell how far a player is from perfect play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from ludex.core.game.request import Player, Request
from ludex.core.language.errors import BadSetting
from ludex.doors import needs
from ludex.doors.openspiel.game import OpenSpielGame

with needs("OpenSpiel", "openspiel"):
    from open_spiel.python.policy import TabularPolicy

MakePlayer: TypeAlias = Callable[[int], Player[Any]]
"""A function from a seed to a player."""


def policy_of(game: OpenSpielGame, make_player: MakePlayer, samples: int = 20) -> Any:
    """Return how often a player chooses each move, in every situation of a small game, as a policy of OpenSpiel.

    In every situation that a seat can tell apart, a new player decides `samples` times, each time with another seed. It
    remembers nothing of earlier moves. The game needs `chance="exact"`.

    >>> import ludex
    >>> from open_spiel.python.algorithms.exploitability import exploitability
    >>> from ludex.doors.openspiel import load
    >>> from ludex.examples.openspiel.cfr_on_a_genome import kuhn_poker
    >>> kuhn = kuhn_poker()
    >>> game = load(kuhn, chance="exact", rewards="score")
    >>> policy = policy_of(game, lambda seed: ludex.Bot(kuhn, "first", seed), samples=1)
    >>> round(float(exploitability(game, policy)), 3)
    0.667
    """
    if game.tree.chance != "exact":
        raise BadSetting('a policy needs a game with every outcome of chance: load(game, chance="exact")')
    policy = TabularPolicy(game)
    for state in situations(game.new_initial_state(), set()):
        seat = state.current_player()
        request = Request.from_parts(game.game, seat, state.node.seen(seat), state.node.rows)
        chosen = Counter(str(make_player(seed).decide(request)) for seed in range(samples))
        row = policy.action_probability_array[policy.state_lookup[state.information_state_string(seat)]]
        row[:] = 0.0
        for action in state.legal_actions():
            row[action] = chosen[str(state.move(action))] / samples
    return policy


def situations(state: Any, known: set[str]) -> Iterator[Any]:
    """Yield a state for every information state of all players that can follow."""
    if state.is_terminal():
        return
    if not state.is_chance_node():
        told = state.information_state_string(state.current_player())
        if told not in known:
            known.add(told)
            yield state
    for action in state.legal_actions():
        yield from situations(state.child(action), known)
