"""The question for a call in an auction."""

from __future__ import annotations

from ludex.games.cards.moves import BidSuit, Double, Redouble
from ludex.games.cards.parts.asked import Asked
from ludex.games.cards.wording import listed


def call_prompt(asked: Asked) -> str:
    """Ask for a call, with the bid that has to be beaten."""
    contract = asked.view.contract
    ways = ["pass"]
    ways += ["double"] if asked.may(Double) else ["redouble"] if asked.may(Redouble) else []
    if contract is None:
        return "Bid a number of tricks and a suit, or pass. No bid has been made yet."
    who = "your" if contract.seat == asked.seat else f"{asked.name(contract.seat)}'s"
    plain, _, doubled = contract.name.partition(", ")
    named = f"{plain} ({doubled})" if doubled else plain
    side = asked.view.seats[contract.seat].side
    partner = " Your partner made it." if side == asked.own.side and contract.seat != asked.seat else ""
    ways = [f"Bid more than {who} {named}", *ways] if asked.may(BidSuit) else ["Pass", *ways[1:]]
    return f"{listed(ways, 'or')}.{partner}"
