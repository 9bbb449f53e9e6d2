"""The secrets of a seat: the plants removed unseen and, by a setting, the money of others."""

from __future__ import annotations

from ludex.author import below, rule
from ludex.games.power_grid.components.plants import KINDS
from ludex.games.power_grid.components.tables import START_MONEY
from ludex.games.power_grid.rules.market import in_auctions
from ludex.games.power_grid.rules.setup import remove_unseen
from ludex.games.power_grid.state import PLACING, REMOVED, STACK, State

HIDDEN_MONEY = 100
"""Largest surplus that a redeal adds to the money that others must have, if money is hidden."""


@rule
def hide(s: State, seat: int) -> None:
    """Blank the secrets of a seat.

    No seat knows which plants were removed and which are in the stack. A setting hides the money of others."""
    for kind in range(KINDS):
        if s.place[kind] == REMOVED:
            s.place[kind] = STACK
    if s.hidden_money:
        for other in range(s.seats):
            if other != seat:
                s.money[other] = 0


@rule
def hidden_plants(s: State) -> int:
    """Return the number of plants that are in the stack or were removed, as far as players know."""
    count = 0
    for kind in range(KINDS):
        count += s.place[kind] == STACK
    return count


@rule
def redeal(s: State, seat: int) -> None:
    """Choose the removed plants again, and give others some money, at least what they have bid.

    Before they buy anything, their money is publicly known."""
    stack = s.stack
    if hidden_plants(s) > (0 if s.shuffled else stack):
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
