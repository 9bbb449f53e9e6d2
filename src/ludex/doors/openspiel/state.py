"""States of Ludex games in OpenSpiel."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from struct import pack
from typing import TYPE_CHECKING, Any

from ludex.core.language.errors import BadSetting, UnreadableMove
from ludex.core.language.moves import Move
from ludex.doors import needs
from ludex.doors.openspiel.node import CHANCE, TERMINAL, Node

if TYPE_CHECKING:
    from ludex.doors.openspiel.game import OpenSpielGame

with needs("OpenSpiel", "openspiel"):
    import pyspiel

UNIFORM = 4
"""The number of uniform numbers that decide how a world is dealt again."""


class OpenSpielState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A state of a Ludex game, made by `OpenSpielGame.new_initial_state` and copied by `clone`.

    >>> from ludex.doors.openspiel import load
    >>> state = load("automation", seats=2).new_initial_state()
    >>> state.is_chance_node(), len(state.chance_outcomes())
    (True, 64)
    >>> state.apply_action(7)
    >>> [state.action_to_string(action) for action in state.legal_actions()]
    ['play Bitcoin', 'end phase']
    """

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self.node: Node = game.tree.root
        """The state's place in the tree of the game."""

    def current_player(self) -> int:
        """Return the player to move, or the number of chance or of the end."""
        return self.node.turn

    def is_terminal(self) -> bool:
        """Return True if the game is over."""
        return self.node.turn == TERMINAL

    def is_chance_node(self) -> bool:
        """Return True if chance decides next."""
        return self.node.turn == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the legal actions of a player (default: the one to move) in ascending order."""
        node = self.node
        if node.turn >= 0:
            return node.tree.legal(node) if player is None or player == node.turn else []
        return [action for action, _ in self.chance_outcomes()] if node.turn == CHANCE else []

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.tree.legal(self.node)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of chance with their probabilities."""
        return self.node.tree.chances(self.node)

    def _apply_action(self, action: int) -> None:
        node = self.node
        self.node = node.tree.child(node, action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE:
            return f"outcome {action}"
        node = self.node
        move = node.tree.packed(node, action)
        moves = node.tree.game.moves
        return str(moves.unpack(move)) if 0 <= move < moves.size else f"action {action}"

    def returns(self) -> list[float]:
        """Return the utility of every player, which is 0 before the end."""
        return list(self.node.returns)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> OpenSpielState:
        """Return a state that a player cannot tell from this one, in which all that it cannot know is dealt again.

        `sampler` returns random numbers from 0 to 1. The new state has no history.
        """
        return self.dealt_again(player, pack(f"={UNIFORM}d", *(sampler() for _ in range(UNIFORM))))

    def dealt_again(self, player: int, seed: bytes) -> OpenSpielState:
        """Return a state that a player cannot tell from this one. The seed decides what is dealt.

        >>> from ludex.doors.openspiel import load
        >>> state = load("spades").new_initial_state()
        >>> state.apply_action(7)
        >>> other = state.dealt_again(0, b"any")
        >>> state.information_state_string(0) == other.information_state_string(0)
        True
        >>> state.view(1) == other.view(1)
        False
        """
        node = self.node
        game: OpenSpielGame = self.get_game()
        return game.state_at(node.tree.world(node, player, blake2b(seed, digest_size=32).digest()))

    def view(self, player: int | None = None) -> Any:
        """Return what a player (None: a spectator) may know, as in `Table.view`. None before the deal."""
        return self.node.tree.view(self.node, player)

    def move(self, action: int) -> Move:
        """Return the Ludex move of a legal action."""
        node = self.node
        move = node.tree.packed(node, action)
        if node.turn < 0 or move < 0:
            raise UnreadableMove(f"action {action} is not a move of this state")
        return node.tree.game.moves.unpack(move)

    def action(self, move: Move | str) -> int:
        """Return the action of a legal Ludex move, or of its text."""
        node = self.node
        if node.turn < 0:
            raise UnreadableMove(f"no player is to move here, so {move} is not an action")
        return node.tree.action(node, node.tree.game.moves.parse(move) if isinstance(move, str) else move)

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        """Raise an error: features do not contain what a player has seen before. Use `observation_tensor`."""
        raise BadSetting("there are no tensors with perfect recall: use observation_tensor or information_state_string")

    def __str__(self) -> str:
        node = self.node
        name = node.tree.game.name
        if node.turn == TERMINAL:
            told = "the game is over"
        else:
            told = "chance is next" if node.turn == CHANCE else f"seat {node.turn} is to move"
        pending = pack("=2q", node.mover, node.step) if node.turn == CHANCE and node.memory else b""
        return f"{name} after {node.number} moves: {told} ({blake2b(node.memory + pending, digest_size=8).hexdigest()})"

    __repr__ = __str__
