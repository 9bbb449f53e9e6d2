"""The question for cards to pass on."""

from __future__ import annotations

from ludex.games.cards.parts.asked import Asked
from ludex.games.cards.parts.passing.genome import PassPhase
from ludex.games.cards.wording import many


def pass_prompt(asked: Asked) -> str:
    """Ask for cards to pass, and say who gets them."""
    phase, view = asked.phase(PassPhase), asked.view
    seats = len(view.seats)
    way = phase.directions[view.hand_number % len(phase.directions)]
    to = (asked.seat + {"left": 1, "right": -1, "across": seats // 2}.get(way, 0)) % seats
    left = phase.cards - len(view.chosen)
    more = "more " if view.chosen else ""
    where = "across the table" if way == "across" else f"on your {way}"
    return f"Choose {many(left, f'{more}card')} to pass to {asked.name(to)}, {where}. Then you get the same number."
