"""What a seat may not know: the plants removed unseen and, by a setting, the money of others."""

from __future__ import annotations

from ludex.author import below, rule
from ludex.games.power_grid.components.plants import KINDS
from ludex.games.power_grid.components.tables import START_MONEY
from ludex.games.power_grid.rules.market import in_auctions
from ludex.games.power_grid.rules.setup import remove_unseen
from ludex.games.power_grid.state import PLACING, REMOVED, STACK, State

HIDDEN_MONEY = 100
"""Where money is hidden, a redeal gives others up to this much more than they must have."""


@rule
def hide(s: State, seat: int) -> None:
    """Blank what a seat may not know.

    Nobody knows which plants were removed and which are in the stack. A setting hides the money of others."""
    for kind in range(KINDS):
        if s.place[kind] == REMOVED:
            s.place[kind] = STACK
    if s.hidden_money:
        for other in range(s.seats):
            if other != seat:
                s.money[other] = 0


@rule
def redeal(s: State, seat: int) -> None:
    """Choose the removed plants again, and give others some money, at least what they have bid.

    Before they buy anything, everybody knows what they have."""
    stack = s.stack
    remove_unseen(s)
    s.stack = stack
    if s.hidden_money:
        for other in range(s.seats):
            if other != seat:
                s.money[other] = START_MONEY
                if s.round > 1 or s.bought >> other & 1 or not (in_auctions(s) or s.phase == PLACING):
                    s.money[other] = below(s, HIDDEN_MONEY + 1)
                    if other == s.bidder:
                        s.money[other] += s.bid
