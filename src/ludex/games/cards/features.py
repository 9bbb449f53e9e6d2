"""The observation of a card game: the fields that its genome can use."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.author import Observation
from ludex.games.cards.components import RANKS, SUITS
from ludex.games.cards.genome.schema import TURN_PHASES, Genome
from ludex.games.cards.parts.auction.genome import AuctionPhase
from ludex.games.cards.parts.betting.genome import BettingPhase
from ludex.games.cards.parts.bidding.genome import BiddingPhase
from ludex.games.cards.parts.claiming.genome import ClaimPhase
from ludex.games.cards.parts.discarding.genome import DiscardPhase
from ludex.games.cards.parts.drawing.genome import DrawPhase
from ludex.games.cards.parts.passing.genome import PassPhase
from ludex.games.cards.parts.playing.genome import PlayPhase
from ludex.games.cards.parts.tricks.genome import TrickPhase

OF_AUCTIONS = ("calls", "high_bid", "passed_out", "declarer", "dummy", "for_dummy")
BY_SEAT = (
    *("hand", "known", "chosen", "given", "won", "dropped", "seen", "shown", "played", "hand_size", "dropped_size"),
    *("bid", "nil", "tricks", "voids", "place", "sweeps", "chips", "stake", "trick_before"),
    *("last_tricks", "last_bid", "last_nil", "last_size"),
)
BY_SIDE = ("score", "gained", "bags")
NEVER = (
    *("deck", "scoring_cards", "stock", "order", "value"),  # constant, hidden, or only used within a move
    *("flags", "first_lead", "breaking", "best", "best_power", "tied"),  # they follow from the program and the trick
)
OF_TURNS = (
    *("known", "dropped", "dropped_size", "pile", "top", "table", "seen", "group", "done", "drawn", "hand_over"),
    *("skipping", "again", "penalty", "bonus", "direction", "passes", "place", "finished", "wish", "set_size"),
)
OF_TRICKS = (
    *("pot_cards", "broken", "tricks_played", "lead_suit", "tricks", "voids", "last_tricks"),
    *("trick_before", "trick_leader", "trick_winner"),
)


def observation(genome: Genome) -> Observation:
    """Return how the features of a genome's game are made."""
    sides = tuple(side for _, side in sorted((seat, side) for side, team in enumerate(genome.teams) for seat in team))
    hands_stay_secret = all(
        (isinstance(phase, AuctionPhase) and not phase.dummy)
        or isinstance(phase, BiddingPhase)
        or (isinstance(phase, TrickPhase) and not phase.take)
        for phase in genome.phases
    )
    return Observation(
        by_seat=BY_SEAT,
        by_side=BY_SIDE,
        sides=sides,
        without=tuple(dict.fromkeys(_without(genome))),
        own=("chosen", "seen", *(("hand",) if hands_stay_secret else ())),
        pairs=dict.fromkeys(("played", "trick_before", "turned", "top"), (1, SUITS, RANKS)),
        scales={
            **dict.fromkeys(("score", "gained", "chips", "stake"), 100),
            **dict.fromkeys(("hand_size", "tricks", "bid", "last_bid", "last_tricks", "tricks_played"), 13),
        },
    )


def _without(genome: Genome) -> Iterator[str]:
    """Yield the fields that a genome cannot use."""
    has = {type(phase) for phase in genome.phases}
    turns = any(isinstance(phase, TURN_PHASES) for phase in genome.phases)
    yield from NEVER
    if TrickPhase not in has:
        yield from OF_TRICKS
    elif not any(isinstance(phase, TrickPhase) and phase.by_rank for phase in genome.phases):
        yield "pot_cards"  # the cards of the trick, which `played` has
    if not turns:
        yield from OF_TURNS
        if TrickPhase not in has:
            yield "played"
    if BiddingPhase not in has:
        yield from ("bid", "nil", "bags", "last_bid", "last_nil")
    if AuctionPhase not in has:
        yield from OF_AUCTIONS
    if PassPhase not in has:
        yield from ("chosen", "given", "passed_by")
    if genome.chips is None:
        yield from ("chips", "stake")
    if BettingPhase not in has:
        yield from ("raises", "folded")
    if ClaimPhase not in has:
        yield from ("claim", "claimer", "claimed", "claim_cards")
    if DrawPhase not in has:
        yield "seen"
    if genome.knocking_phase is None:
        yield "knocker"
        if genome.ranking == "none":
            yield from ("shown", "shown_knocker")
    if not any(isinstance(phase, PlayPhase) and phase.to == "capture" for phase in genome.phases):
        yield "sweeps"
    if genome.trump == "none":
        yield from ("trump", "turned")
    if not has & {DiscardPhase, ClaimPhase}:
        yield from ("dropped", "dropped_size")
