"""MONEY: play money from the hand."""

from __future__ import annotations

from typing import Any

from ludex.core import State, rule
from ludex.games.automation.components import MONEY, MONEY_CARD, TYPE
from ludex.games.automation.moves import END
from ludex.games.automation.reasons import NOT_IN_HAND, NOT_MONEY
from ludex.games.automation.rules.piles import put_in_play
from ludex.games.automation.state import BUY_PHASE


@rule
def why_not_money(s: State, seat: int, kind: int) -> int:
    if s.hand[seat, kind] == 0:
        return NOT_IN_HAND
    if TYPE[s.edition, kind] != MONEY_CARD and not s.any_card_is_money:
        return NOT_MONEY
    return 0


@rule
def play_money(s: State, move: int, kind: int, log: Any) -> None:
    """Every card played adds its money value."""
    if move == END:
        s.phase = BUY_PHASE
        return
    put_in_play(s, kind, log)
    if TYPE[s.edition, kind] == MONEY_CARD:
        s.money += MONEY[s.edition, kind]
