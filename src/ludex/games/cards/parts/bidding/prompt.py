"""The question for a bid."""

from __future__ import annotations

from ludex.author import plural
from ludex.games.cards.moves import Bid
from ludex.games.cards.parts.asked import Asked
from ludex.games.cards.parts.bidding.genome import BiddingPhase


def bid_prompt(asked: Asked) -> str:
    """Ask for a bid, with what the partners and all together have bid so far."""
    bids = [move.tricks for move in asked.moves(Bid)]
    tricks = max(seat.hand_size for seat in asked.view.seats)
    nil = " A bid of 0 is Nil: you promise to win none." if 0 in bids and asked.phase(BiddingPhase).allow_nil else ""
    exact = " exactly" if asked.genome.contract_variant.exact else ""
    return f"Bid how many of the {plural(tricks, 'trick')} you will win{exact}.{_so_far(asked)}{nil}"


def _so_far(asked: Asked) -> str:
    made = [seat for seat in asked.view.seats if seat.bid is not None and seat.seat != asked.seat]
    partners = [seat for seat in made if seat.side == asked.own.side]
    if len(partners) == 1:
        bid = "Nil" if partners[0].nil else partners[0].bid
        return f" {asked.name(partners[0].seat)}, your partner, bid {bid}."
    return f" The others have bid {sum(seat.bid or 0 for seat in made)} so far." if made else ""
