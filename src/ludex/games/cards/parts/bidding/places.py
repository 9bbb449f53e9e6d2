"""The places of bids and contracts in the bytecode."""

from __future__ import annotations

from ludex.games.cards.bytecode.layouts import PHASES, SECTIONS, header_places
from ludex.games.cards.parts.bidding.genome import BiddingPhase

(BIDDING_AT,) = header_places("bidding_at")

_BIDS = PHASES[BiddingPhase]
MIN_BID, MAX_BID, BID_FLAGS = _BIDS.places("min_bid max_bid flags")
(ALLOW_NIL,) = _BIDS.masks("allow_nil")
PER_TRICK, OVERTRICK, FAILED_PENALTY = _BIDS.places("points_per_trick_bid overtrick_points failed_contract_penalty")
NIL_BONUS, NIL_PENALTY, BAG_LIMIT, BAG_PENALTY = _BIDS.places("nil_bonus nil_penalty bag_limit bag_penalty")

_VARIANT = SECTIONS["contract_variant"]
VARIANT_BAGS, VARIANT_FLAGS, EXACT_BONUS = _VARIANT.places("bags flags exact_bonus")
CARRY_BAGS, RESET_BAGS, SCORE_BAGS, ONCE_BAGS = range(4)
"""Values of `bags`."""
EXACT, HOOK, PARTNERS, NIL_TRICKS_ARE_BAGS = _VARIANT.masks("exact hook partners nil_tricks")
