"""ACTION: play action cards until the actions run out or the phase is ended."""

from __future__ import annotations

from typing import Any

from ludex.core import State, rule
from ludex.games.automation.components import ACTION_CARD, ATTACK, TYPE
from ludex.games.automation.moves import END
from ludex.games.automation.reasons import NOT_AN_ACTION, NOT_IN_HAND
from ludex.games.automation.rules.piles import put_in_play
from ludex.games.automation.rules.stack import push, push_for_others
from ludex.games.automation.state import DO_CARD, MONEY_PHASE, REVEAL


@rule
def why_not_action(s: State, seat: int, kind: int) -> int:
    if s.hand[seat, kind] == 0:
        return NOT_IN_HAND
    if TYPE[s.edition, kind] != ACTION_CARD:
        return NOT_AN_ACTION
    return 0


@rule
def play_action(s: State, move: int, kind: int, log: Any) -> None:
    """A card costs one action."""
    if move == END:
        s.phase = MONEY_PHASE
        return
    s.actions -= 1
    put_in_play(s, kind, log)
    start_card(s, kind)


@rule
def start_card(s: State, kind: int) -> None:
    """Before a card does anything, those whom it would attack may reveal a shield."""
    push(s, DO_CARD, s.turn, kind, 0)
    if ATTACK[s.edition, kind]:
        s.immune = 0
        push_for_others(s, REVEAL, kind)
