"""Auctions in short: what to do, what a contract brings, and a remark for new players."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.games.cards.genome.phasing import phase_of
from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.parts.auction.genome import AuctionPhase
from ludex.games.cards.wording import in_words

BUBBLE = (
    "The highest bid decides the trumps, and how many tricks its side must win. High cards and long suits win tricks. "
    "You may pass now and bid later."
)


def auction_in_short(genome: Genome, phase: AuctionPhase) -> str:
    """Say how an auction goes, and who plays."""
    no_trump = " or no trump" if any(strain.strain == "no trump" for strain in phase.strains) else ""
    book = f" beyond {in_words(phase.book)}" if phase.book else ""
    said = [f"**Auction.** In turn, players pass or bid a number of tricks{book} and a suit{no_trump}, always higher."]
    said.append("When all others pass, the last bid is the contract, and its suit is trumps.")
    if phase.doubles:
        said.append("Opponents may double a bid, so that more is at stake.")
    if phase.dummy:
        said.append("The declarer, who first named the suit, plays the partner's open hand too.")
    return " ".join(said)


def auction_points_in_short(genome: Genome) -> Iterator[str]:
    """Say what a contract brings."""
    phase = phase_of(genome, AuctionPhase)
    if phase is None:
        return
    bonuses = " Games and slams bring a bonus." if phase.scoring.game_bonus or phase.scoring.small_slam else ""
    loss = "gains points for the others" if phase.failed == "opponents" else "loses points"
    yield f"The side of the highest bid scores if it wins the tricks that it bid; if not, it {loss}.{bonuses}"
