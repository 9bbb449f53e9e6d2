"""The places of trumps in the bytecode."""

from __future__ import annotations

from typing import get_args

from ludex.games.cards.bytecode.layouts import header_places
from ludex.games.cards.parts.trumps.genome import Trump

TRUMP, BOWERS = header_places("trump bowers")
ROTATING, RANDOM, TURNED, NAMED = map(get_args(Trump).index, ("rotating", "random", "turned", "named"))
"""Values of `trump` beyond no trump and the four suits."""
