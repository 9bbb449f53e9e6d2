"""The question for a card to draw."""

from __future__ import annotations

from ludex.games.cards.moves import Draw, Skip, TakeTop
from ludex.games.cards.parts.asked import Asked, sign
from ludex.games.cards.parts.drawing.genome import DrawPhase


def draw_prompt(asked: Asked) -> str:
    """Ask for a card to draw, and say where from."""
    view, phase = asked.view, asked.phase(DrawPhase)
    if not asked.may(Draw) and not asked.may(TakeTop):
        return "You can draw no more: stand." if phase.when == "optional" else "There is no card to draw: pass."
    stands = asked.may(Skip)
    if phase.when == "optional" and stands:
        return f"Draw a card, or stand. If your cards count more than {phase.limit}, you are out."
    stuck = "You have no card that fits. " if phase.when == "stuck" else ""
    ways = []
    if asked.may(Draw):
        neighbour = phase.source == "neighbour"
        ways.append(f"draw a card, unseen, from {_neighbour(asked)}" if neighbour else "draw a card from the stock")
    if asked.may(TakeTop) and view.pile_top:
        ways.append(f"take {sign(view.pile_top)} from the pile")
    if stands:
        ways.append("pass")
    told = ", or ".join(ways)
    return f"{stuck}{told[:1].upper()}{told[1:]}."


def _neighbour(asked: Asked) -> str:
    """Return the next player who has cards."""
    seats = asked.view.seats
    after = (seats[(asked.seat + place) % len(seats)] for place in range(1, len(seats)))
    return next((f"the hand of {asked.name(seat.seat)}" for seat in after if seat.hand_size), "the next player")
