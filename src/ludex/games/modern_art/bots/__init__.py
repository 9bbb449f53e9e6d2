"""Strategies for Modern Art, which run compiled inside simulations.

All bots think alike (decisions.py): they estimate what the lot will be worth when the round ends (estimates.py), and
turn that into bids, prices and cards by the traits of their character (characters.py). They know what their seat knows,
and nothing more.
"""

from __future__ import annotations

from ludex.author import bot
from ludex.games.modern_art.bots.characters import CHARACTERS
from ludex.games.modern_art.bots.decisions import decide

BOTS = {
    name: bot(decide, character.traits, about=character.about, pace=character.pace)
    for name, character in CHARACTERS.items()
}
"""Four personalities, then three strengths, the strongest last."""
WEAKEST_FIRST = ("easy", "cautious", "aggressive", "medium", "collector", "opportunist", "hard")
"""All of them, as they win against one another."""
