"""Strategies for Modern Art, which run compiled inside simulations.

All bots reason in the same way (decisions.py): they estimate the value of the lot at the end of the round
(estimates.py) and turn it into bids, prices and cards by the traits of their character (characters.py). They know only
what their seat knows.
"""

from __future__ import annotations

from ludex.author import bot
from ludex.games.modern_art.bots.characters import CHARACTERS
from ludex.games.modern_art.bots.decisions import decide

BOTS = {
    name: bot(
        decide,
        about=character.about,
        pace=character.pace,
        held_out=character.held_out,
        weights=character.weights,
    )
    for name, character in CHARACTERS.items()
}
"""Four personalities, then three strengths, the strongest last, and before it a rival that is held out."""
WEAKEST_FIRST = ("easy", "cautious", "aggressive", "medium", "collector", "opportunist", "rival", "hard")
"""All bots, the weakest first."""
