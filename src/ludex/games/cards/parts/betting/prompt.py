"""The question for chips."""

from __future__ import annotations

from ludex.author import plural
from ludex.games.cards.moves import Fold, Raise
from ludex.games.cards.parts.asked import Asked
from ludex.games.cards.parts.betting.genome import BettingPhase


def bet_prompt(asked: Asked) -> str:
    """Ask for chips, and say what it takes to stay in and what lies in the pot."""
    seats, own = asked.view.seats, asked.own
    pot = sum(seat.stake for seat in seats)
    owed = min(max(seat.stake for seat in seats) - own.stake, own.chips)
    bet = asked.phase(BettingPhase).bet
    ways = [f"Pay {plural(owed, 'chip')} to stay in" if owed else "Stay in for nothing"]
    if asked.may(Raise):
        ways.append(f"raise by {bet}" if owed else f"bet {bet}")
    if asked.may(Fold):
        ways.append("fold")
    told = f"{', '.join(ways[:-1])} or {ways[-1]}" if len(ways) > 1 else ways[0]
    return f"{told}. The pot has {plural(pot, 'chip')}, and you have {own.chips} left."
