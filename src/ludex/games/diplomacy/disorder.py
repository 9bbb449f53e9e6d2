"""Civil disorder: the orders of a power whose player has left."""

from __future__ import annotations

from ludex.author import Move, Request
from ludex.author.advanced import load_twin
from ludex.games.diplomacy.moves import VoteDraw
from ludex.games.diplomacy.order_lists import arrange
from ludex.games.diplomacy.rules.votes import why_not_vote
from ludex.games.diplomacy.state import State
from ludex.games.diplomacy.views import View


def order_in_disorder(request: Request[View]) -> Move:
    """Order what the rules say for a power without a government.

    Its units hold. Dislodged units are disbanded, builds are waived, and the units farthest from the power's centres
    are removed. It votes for a draw, so that a power without a player blocks none.

    >>> from ludex.games.diplomacy import Diplomacy
    >>> table = Diplomacy().new(seed=1, votes=False)
    >>> str(order_in_disorder(table.request(2)))
    'F BRE H'
    """
    record = request.record
    assert record is not None
    s: State = load_twin(record, 0)
    if not why_not_vote(s, request.seat):
        return VoteDraw()
    return arrange(s, request.seat, [], None)[0]
