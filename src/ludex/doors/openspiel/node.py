"""Nodes of the tree of a game: decisions, chance and ends. They never change once they are made.

Copying a state of OpenSpiel copies a reference to its node, and several states can share one.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from ludex.core.compile.table_buffers import Look, Pairs
from ludex.doors.openspiel.chance import Outcome

if TYPE_CHECKING:
    from ludex.doors.openspiel.tree import Tree

CHANCE, TERMINAL = -1, -4
"""In place of the seat to move: `pyspiel.PlayerId.CHANCE` and `pyspiel.PlayerId.TERMINAL`."""
SPECTATOR = -1


class Node:
    """A decision of a seat, a chance event, or the end of a game.

    Where chance decides, `memory` is the state before the move that draws, or empty before the deal.
    """

    children: dict[int, Node] | None = None
    """The nodes that follow, by action, if the tree retains them."""
    known: dict[int, bytes] | None = None
    """The digests that `knowledge` has computed, by seat."""
    _outcomes: tuple[Outcome, ...] | None = None
    _returns: tuple[float, ...] | None = None

    def __init__(
        self,
        tree: Tree,
        turn: int,
        memory: bytes,
        rows: Pairs,
        looks: dict[int, Look],
        number: int,
        parent: Node | None,
        mover: int,
        step: int,
    ) -> None:
        self.tree = tree
        self.turn = turn
        """The seat to move, `CHANCE` or `TERMINAL`."""
        self.memory = memory
        self.rows = rows
        """The legal moves of the seat, as ranges of packed moves."""
        self.number = number
        """The number of moves so far, the one that chance completes included."""
        self.parent = parent
        self.mover = mover
        """The seat whose move led here, or `CHANCE`."""
        self.step = step
        """The packed move that led here, or the seed or number of the outcome of chance."""
        self._looks = looks

    def seen(self, seat: int) -> bytes:
        """Return what a seat (-1: a spectator) may know, as the bytes of its hidden record. Empty before the deal."""
        found = self._looks.get(seat)
        if found is None:
            found = self._looks[seat] = self.tree.hidden(self.memory, seat), ()
        return found[0]

    def knowledge(self, seat: int) -> bytes:
        """Return a digest of all that a seat (-1: a spectator) has seen and done since the game began.

        It changes only if the seat moves or sees something new. So it does not tell how many moves others have made
        that the seat cannot see.
        """
        later: list[Node] = []
        node = self
        while node.known is None or seat not in node.known:
            later.append(node)
            if node.parent is None:
                break
            node = node.parent
        for node in reversed(later):
            if node.known is None:
                node.known = {}
            node.known[seat] = node._learn(seat)
        assert self.known is not None
        return self.known[seat]

    def _learn(self, seat: int) -> bytes:
        """Return the knowledge of a seat here, which follows from that at the parent."""
        before, seen = self.parent, self.seen(seat)
        if before is None:
            return digest(b"", seen)
        assert before.known is not None
        news = b"m%d;" % self.step if self.mover == seat >= 0 else b""
        if seen != before.seen(seat):
            news += b"s" + seen
        return digest(before.known[seat], news) if news else before.known[seat]

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """All outcomes of a chance node, if they are exact."""
        if self._outcomes is None:
            self._outcomes = self.tree.every_outcome(self)
        return self._outcomes

    @property
    def returns(self) -> tuple[float, ...]:
        """The utility of every seat: 0 before the end."""
        if self._returns is None:
            self._returns = self.tree.returns(self)
        return self._returns

    def __deepcopy__(self, memo: Any) -> Node:
        return self


def digest(before: bytes, news: bytes) -> bytes:
    """Return the digest of what was known before, and news."""
    return blake2b(before + news, digest_size=16).digest()
