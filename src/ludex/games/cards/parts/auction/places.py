"""The places of auctions and of the points for their contracts in the bytecode."""

from __future__ import annotations

from typing import get_args

from ludex.games.cards.bytecode.blocks import count_place, item_size
from ludex.games.cards.bytecode.layouts import PHASES
from ludex.games.cards.parts.auction.genome import AuctionPhase, Vulnerable

_PHASE = PHASES[AuctionPhase]
LOWEST, HIGHEST, AUCTION_BOOK, AUCTION_FLAGS, VULNERABLE = _PHASE.places("lowest highest book flags vulnerable")
LEFT_FIRST, DOUBLES, DUMMY, SAME_DEALER, COUNTS_OVERTRICKS, DECLARER_LOSES = _PHASE.masks(
    "first doubles dummy redeal overtricks failed"
)
DUPLICATE, CHICAGO = map(get_args(Vulnerable).index, ("duplicate", "chicago"))

GAME_POINTS, PART_BONUS, INSULT = _PHASE.places("game_points part_bonus insult")
GAME_BONUS, VULNERABLE_GAME_BONUS = _PHASE.places("game_bonus vulnerable_game_bonus")
SMALL_SLAM, VULNERABLE_SMALL_SLAM = _PHASE.places("small_slam vulnerable_small_slam")
GRAND_SLAM, VULNERABLE_GRAND_SLAM = _PHASE.places("grand_slam vulnerable_grand_slam")
DOUBLED_OVERTRICK, VULNERABLE_DOUBLED_OVERTRICK = _PHASE.places("doubled_overtrick vulnerable_doubled_overtrick")
UNDERTRICKS, VULNERABLE_UNDERTRICKS = _PHASE.places("undertrick vulnerable_undertrick")
"""The first of four numbers about undertricks: not doubled, then if doubled the first, the next ones, the others."""

STRAIN_COUNT = count_place(_PHASE.block)
FIRST_STRAIN = STRAIN_COUNT + 1
STRAIN, STRAIN_POINTS, STRAIN_FIRST, STRAIN_SIZE = 0, 1, 2, item_size(_PHASE.block)
