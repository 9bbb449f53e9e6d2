"""BUY: buy cards until the buys run out or the phase is ended."""

from __future__ import annotations

from typing import Any

from ludex.core import EVERYONE, State, note, rule
from ludex.games.automation.components import COST
from ludex.games.automation.events import CARD_BOUGHT
from ludex.games.automation.moves import END
from ludex.games.automation.reasons import NOT_IN_SUPPLY, PILE_EMPTY, TOO_EXPENSIVE
from ludex.games.automation.rules.cleanup import clean_up
from ludex.games.automation.rules.piles import take_from_supply


@rule
def why_not_from_supply(s: State, kind: int) -> int:
    """Cards are bought and gained from piles that the game has and that are not empty."""
    if s.pile[kind] == 0:
        return NOT_IN_SUPPLY
    if s.supply[kind] == 0:
        return PILE_EMPTY
    return 0


@rule
def why_not_buy(s: State, kind: int) -> int:
    reason = why_not_from_supply(s, kind)
    if reason == 0 and COST[s.edition, kind] > s.money:
        return TOO_EXPENSIVE
    return reason


@rule
def buy(s: State, move: int, kind: int, log: Any) -> None:
    """A card costs one buy and its price, and goes to the discard pile."""
    if move == END:
        clean_up(s, log)
        return
    take_from_supply(s, s.turn, kind)
    s.money -= COST[s.edition, kind]
    s.buys -= 1
    note(log, CARD_BOUGHT, EVERYONE, s.turn, kind, COST[s.edition, kind])
    if s.buys == 0:
        clean_up(s, log)
